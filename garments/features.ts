const CUT = ['regular-cut', 'womens'] as const;
const TAPE = ['untaped', 'reflective-tape'] as const;

/**
 * What can differ between two drawings of one garment type: groups of options of which a drawing has one each. The first option
 * of a group is drawn when nothing else is said, and is left out of addresses. An option's name occurs once in a type.
 */
export const GARMENT_FEATURES = {
  polo: {
    collar: ['knitted-collar', 'self-fabric-collar'],
    placket: ['three-buttons', 'two-buttons', 'four-buttons'],
    cut: CUT,
    shoulder: ['set-in-sleeves', 'raglan'],
    trim: ['plain-trim', 'tipped'],
    tape: TAPE,
  },
  'long-sleeve-polo': { placket: ['three-buttons', 'two-buttons', 'four-buttons'], cut: CUT, trim: ['plain-trim', 'tipped'] },
  tee: {
    neck: ['crew-neck', 'v-neck'],
    sleeves: ['short-sleeves', 'long-sleeves', 'sleeveless'],
    shoulder: ['set-in-sleeves', 'raglan'],
    cut: CUT,
    hem: ['straight-hem', 'dropped-hem'],
    pockets: ['no-pocket', 'chest-pocket'],
  },
  shirt: {
    collar: ['pointed-collar', 'button-down', 'cutaway', 'band-collar', 'camp-collar'],
    fastening: ['buttons', 'concealed-placket', 'press-studs'],
    pockets: ['no-pocket', 'chest-pocket', 'two-chest-pockets'],
    cut: ['regular-cut', 'slim', 'womens'],
    hem: ['curved-hem', 'straight-hem'],
    back: ['box-pleat', 'pleats', 'darts'],
    shoulder: ['plain-shoulder', 'epaulettes'],
    sleeves: ['buttoned-cuff', 'roll-up-tab'],
  },
  'short-sleeve-shirt': {
    collar: ['pointed-collar', 'button-down', 'cutaway', 'band-collar', 'camp-collar'],
    fastening: ['buttons', 'concealed-placket', 'press-studs'],
    pockets: ['no-pocket', 'chest-pocket', 'two-chest-pockets'],
    cut: ['regular-cut', 'slim', 'womens'],
    hem: ['curved-hem', 'straight-hem'],
    back: ['box-pleat', 'pleats', 'darts'],
    shoulder: ['plain-shoulder', 'epaulettes'],
  },
  blouse: {
    collar: ['open-collar', 'button-down', 'tie-neck'],
    sleeves: ['long-sleeves', 'three-quarter-sleeves', 'short-sleeves'],
    shaping: ['princess-seams', 'bust-darts', 'gathered-shoulders'],
  },
  sweatshirt: {
    neck: ['crew-neck', 'quarter-zip'],
    elbows: ['plain-elbows', 'reinforced-elbows'],
    cut: CUT,
    tape: TAPE,
  },
  hoodie: { fastening: ['pullover', 'full-zip'], cords: ['hood-cords', 'no-cords'], cut: CUT },
  jumper: { neck: ['v-neck', 'crew-neck', 'roll-neck'], shoulder: ['set-in-sleeves', 'saddle-shoulder'], cut: CUT },
  cardigan: { buttons: ['five-buttons', 'six-buttons'], pockets: ['no-pocket', 'two-pockets'], cut: CUT },
  fleece: {
    fastening: ['full-zip', 'quarter-zip'],
    shoulder: ['plain-shoulder', 'reinforced-shoulders'],
    pockets: ['hand-pockets', 'chest-and-hand-pockets'],
    cut: CUT,
  },
  softshell: {
    collar: ['stand-collar', 'hood'],
    shoulder: ['plain-shoulder', 'abrasion-panels'],
    pockets: ['zipped-pockets', 'two-chest-pockets'],
    length: ['hip-length', 'waist-length'],
    cut: CUT,
  },
  gilet: { cloth: ['quilted', 'fleece-cloth'] },
  parka: {
    length: ['thigh-length', 'hip-length', 'knee-length'],
    collar: ['hood', 'stand-collar', 'turn-down-collar'],
    front: ['storm-flap', 'zip-front', 'single-breasted', 'double-breasted'],
    pockets: ['flap-pockets', 'zipped-pockets', 'cargo-pockets', 'two-chest-pockets'],
    cloth: ['smooth', 'quilted'],
    shoulder: ['plain-shoulder', 'epaulettes'],
    trim: ['plain-trim', 'braid'],
  },
  blazer: {
    fastening: ['two-buttons', 'one-button', 'three-buttons'],
    lapel: ['notched-lapel', 'peak-lapel'],
    shaping: ['front-darts', 'princess-seams'],
    pockets: ['flap-pockets', 'ticket-pocket'],
    cut: CUT,
  },
  waistcoat: {
    fastening: ['five-buttons', 'four-buttons', 'three-buttons'],
    collar: ['no-collar', 'shawl-collar'],
    shaping: ['front-darts', 'bust-darts'],
  },
  trousers: {
    waist: ['waistband', 'side-elastic', 'drawstring', 'pull-on'],
    leg: ['straight-leg', 'slim-leg', 'wide-leg'],
    length: ['full-length', 'ankle-length'],
    crease: ['uncreased', 'creased'],
    cloth: ['plain-cloth', 'check'],
    cut: CUT,
  },
  chinos: {
    waist: ['waistband', 'ribbed-waistband'],
    leg: ['straight-leg', 'tapered-leg'],
    pockets: ['slant-pockets', 'zipped-pocket'],
    cut: CUT,
  },
  'cargo-trousers': {
    knees: ['plain-knees', 'knee-pad-pockets'],
    pockets: ['thigh-pockets', 'holster-pockets'],
    leg: ['straight-leg', 'slim-leg'],
    trim: ['plain-trim', 'reflective-piping'],
  },
  shorts: {
    waist: ['waistband', 'drawcord'],
    pockets: ['side-pockets', 'thigh-pockets', 'zipped-pocket'],
  },
  skirt: { shape: ['pencil-shape', 'a-line'] },
  dress: {
    front: ['shift', 'button-through'],
    collar: ['round-neck', 'contrast-collar'],
    pockets: ['seam-pockets', 'two-pockets'],
  },
  apron: {
    shape: ['bib', 'waist-apron', 'short-waist-apron'],
    straps: ['halter', 'crossed-straps'],
    pockets: ['divided-pocket', 'three-pockets', 'riveted-pockets'],
    hem: ['closed-front', 'front-slit'],
  },
  'chef-jacket': {
    sleeves: ['long-sleeves', 'short-sleeves'],
    fastening: ['ten-studs', 'covered-buttons', 'concealed-studs'],
    trim: ['plain-trim', 'contrast-piping'],
    pockets: ['no-pocket', 'chest-pocket', 'sleeve-pocket'],
    shaping: ['straight-front', 'princess-seams'],
    cut: CUT,
  },
  scrubs: {
    front: ['v-neck', 'zip-front', 'asymmetric-front', 'wrap-front'],
    sleeves: ['short-sleeves', 'three-quarter-sleeves'],
    pockets: ['no-chest-pocket', 'chest-pocket'],
    hips: ['plain-hips', 'hip-pockets'],
    cut: CUT,
  },
  coverall: {
    body: ['one-piece', 'bib-and-brace'],
    cloth: ['smooth', 'quilted'],
    tape: ['untaped', 'limb-tape', 'body-tape'],
    knees: ['plain-knees', 'knee-pad-pockets'],
  },
  'hi-vis-vest': {
    front: ['hook-and-loop', 'zip-front'],
    shoulder: ['plain-shoulder', 'contrast-yoke'],
    pockets: ['no-pocket', 'id-pocket', 'six-pockets'],
  },
  'hi-vis-jacket': {
    length: ['hip-length', 'bomber', 'thigh-length'],
    front: ['studded-flap', 'zip-front', 'quick-release-front'],
    collar: ['stand-collar', 'hood'],
    pockets: ['zipped-pockets', 'phone-pocket'],
  },
  'hi-vis-trousers': {
    knees: ['plain-knees', 'knee-pad-pockets'],
    sides: ['plain-sides', 'side-band'],
    pockets: ['side-pockets', 'cargo-pockets'],
  },
  cap: { shape: ['six-panels', 'five-panels', 'bump-cap', 'cycle-helmet'] },
  beanie: { shape: ['turn-up', 'skull-cap'], band: ['plain-band', 'reflective-band'] },
  shoe: {
    shape: ['lace-up', 'court-shoe', 'clog', 'trainer'],
    toe: ['plain-toe', 'toe-cap'],
    ankle: ['low-cut', 'high-top'],
  },
  boot: { shape: ['laced-boot', 'rigger-boot', 'wellington'], toe: ['plain-toe', 'scuff-cap'] },
  tie: { shape: ['long-tie', 'clip-on'] },
  scarf: { shape: ['long-scarf', 'square-scarf', 'neckerchief'] },
  gloves: { shape: ['work-gloves', 'dipped-palm', 'disposable', 'lined-gloves'] },
  belt: {},
  socks: { foot: ['fine-knit', 'cushioned'] },
  bag: {},
} as const satisfies Record<string, Record<string, readonly string[]>>;

type Groups = typeof GARMENT_FEATURES;
type OptionsOf<T> = { [Group in keyof T]: T[Group] extends readonly (infer F)[] ? F : never }[keyof T];

/** An option of any garment type, such as `button-down`. */
export type GarmentFeature = { [Type in keyof Groups]: OptionsOf<Groups[Type]> }[keyof Groups];

/** The options of a type by group, the usual one first. */
export const listFeatureGroups = (type: keyof Groups): readonly (readonly GarmentFeature[])[] =>
  Object.values(GARMENT_FEATURES[type]);

/** The features as they are stored and stand in an address: unusual options in the order of their groups, `button-down.chest-pocket`. */
export const formatFeatures = (type: keyof Groups, features: ReadonlySet<GarmentFeature>): string =>
  listFeatureGroups(type)
    .flatMap((options) => options.slice(1).find((option) => features.has(option)) ?? [])
    .join('.');

/** Reads features as `formatFeatures` writes them. Words that name no feature of this type are left out. */
export function parseFeatures(type: keyof Groups, text: string): ReadonlySet<GarmentFeature> {
  const words = new Set(text.split('.'));
  return new Set(
    listFeatureGroups(type)
      .flat()
      .filter((option) => words.has(option)),
  );
}
