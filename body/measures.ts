/**
 * The measures of a body that Livery knows. Lengths and girths in cm, mass in kg, age in years. Definitions are those of ANSUR II
 * (NATICK/TR-15/007), on which the model was trained; the nearest ISO 8559-1 term stands behind it where it differs.
 */
export const LEARNED_MEASURES = [
  'neck', // below the larynx, square to the neck
  'neckBase', // around the root of the neck
  'shoulderGirth',
  'chest', // men: chest girth; women: bust girth over the bra (ISO bust girth)
  'waist', // at the navel. NOT the narrowest girth: that is `waistNatural`
  'hip', // around the fullest seat (ISO hip girth)
  'thigh', // at the gluteal fold
  'lowerThigh', // just above the knee
  'calf',
  'ankle',
  'heelAnkle',
  'upperArmFlexed', // muscle tensed; `upperArm` is the relaxed one
  'forearmFlexed',
  'wrist',
  'handGirth',
  'headGirth',
  'trunkLoop', // shoulder, through the crotch, and back (coveralls)
  'crotchLength', // navel in front, through the crotch, to navel height behind
  'biacromialBreadth',
  'bideltoidBreadth',
  'shoulderLength',
  'crossBackI',
  'crossBackII',
  'waistBackLength', // cervicale to navel height (back length)
  'sleeveOutseam', // acromion to wrist, arm hanging
  'sleeveSpineWrist', // spine over the shoulder to the wrist, arm bent
  'upperArmLength',
  'forearmLength',
  'handLength',
  'crotchHeight', // inside leg to the floor, barefoot
  'waistHeight',
  'hipHeight',
  'trochanterHeight',
  'kneeHeight',
  'ankleHeight',
  'chestHeight',
  'axillaHeight',
  'acromialHeight',
  'suprasternalHeight',
  'cervicalHeight',
  'tenthRibHeight',
  'iliocristaleHeight',
  'wristHeight',
  'chestBreadth', // between the bones: too narrow for a contour
  'chestDepth',
  'waistBreadth',
  'waistDepth',
  'hipBreadth',
  'hipDepth',
  'headBreadth',
  'headLength',
  'footLength',
  'footBreadth',
  'age',
] as const;

/** The two measures that the others are predicted from. */
export const SIZE_MEASURES = ['stature', 'mass'] as const;

/** Measures that are derived from learned ones by assumptions named in prior.ts. */
export const DERIVED_MEASURES = [
  'waistNatural', // the narrowest girth of the trunk: "waist" in women's charts
  'upperArm', // relaxed
] as const;

/** Every measure of a prediction, in the order of its vector. */
export const MEASURES = [...SIZE_MEASURES, ...LEARNED_MEASURES, ...DERIVED_MEASURES] as const;

export type Measure = (typeof MEASURES)[number];

/** Which component of a prediction's vector a measure is. */
export const MEASURE_INDEX = Object.fromEntries(MEASURES.map((name, index) => [name, index])) as Readonly<
  Record<Measure, number>
>;

export type Sex = 'male' | 'female';
