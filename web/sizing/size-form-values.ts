import type { Answers } from '#body/answers.ts';
import { type BodyFields, fromWireField, toWireField } from '#body/body-fields.ts';
import { findKnownSize, type ReferenceSize } from '#body/brands.ts';
import { cmToFeet, feetToCm, kgToStones, stonesToKg } from './units.ts';

/** The points that people can measure on their own. */
export const TAPE_POINTS = ['chest', 'waist', 'hip', 'neck', 'crotchHeight'] as const;
type Tape = (typeof TAPE_POINTS)[number];

/** Where the waist is measured: at the narrowest girth for women's clothes, at the navel for men's trousers. */
export const toMeasure = (tape: Tape, sex: Answers['sex']): Tape | 'waistNatural' =>
  tape === 'waist' && sex === 'female' ? 'waistNatural' : tape;

/** The values of the form, exactly as entered. */
export interface SizeFormValues {
  sex: Answers['sex'];
  lengthUnit: 'cm' | 'inches';
  massUnit: 'kg' | 'stones';
  cm: string;
  feet: string;
  inches: string;
  kg: string;
  stones: string;
  pounds: string;
  chest: string;
  waist: string;
  hip: string;
  neck: string;
  /** Inside leg. */
  crotchHeight: string;
  /** Trouser size: waist in inches for men, UK size for women. */
  jeans: string;
  /** Shirt size: collar in inches for men, UK size for women. */
  shirt: string;
  braBand: string;
  braCup: string;
  /** Sizes worn in other brands. */
  worn: readonly ReferenceSize[];
  /** A fitter took the height, weight and tape measurements. */
  measured: boolean;
  /** Fields whose surprising values the person has confirmed. */
  confirmed: readonly string[];
}

export const emptySizeForm: SizeFormValues = {
  sex: 'either',
  lengthUnit: 'cm',
  massUnit: 'kg',
  cm: '',
  feet: '',
  inches: '',
  kg: '',
  stones: '',
  pounds: '',
  chest: '',
  waist: '',
  hip: '',
  neck: '',
  crotchHeight: '',
  jeans: '',
  shirt: '',
  braBand: '',
  braCup: '',
  worn: [],
  measured: false,
  confirmed: [],
};

const INCH = 2.54;

/** Parses a number with a decimal point or comma. Undefined if the field is empty, NaN if it is not a number. */
export function parseDecimal(text: string): number | undefined {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return undefined;
  return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}

/** Combines two fields into one number; both, or only the second, may be empty. */
function both(one: string, other: string, sum: (one: number, other: number) => number): number | undefined {
  const [first, second] = [parseDecimal(one), parseDecimal(other)];
  return first === undefined && second === undefined ? undefined : sum(first ?? 0, second ?? 0);
}

/** Height in cm and weight in kg, if entered. */
export const getHeightCm = ({ lengthUnit, cm, feet, inches }: SizeFormValues) =>
  lengthUnit === 'cm' ? parseDecimal(cm) : both(feet, inches, feetToCm);
export const getWeightKg = ({ massUnit, kg, stones, pounds }: SizeFormValues) =>
  massUnit === 'kg' ? parseDecimal(kg) : both(stones, pounds, stonesToKg);

/** The input of the prediction, in cm and kg. Invalid numbers are NaN, which `predictBody` reports by field. */
export function toAnswers(typed: SizeFormValues): Answers {
  const unit = typed.lengthUnit === 'cm' ? 1 : INCH;
  return {
    sex: typed.sex,
    stature: getHeightCm(typed),
    mass: getWeightKg(typed),
    isMeasured: typed.measured,
    isInFeet: typed.lengthUnit === 'inches',
    isInPounds: typed.massUnit === 'stones',
    tapes: TAPE_POINTS.flatMap((tape) => {
      const value = parseDecimal(typed[tape]);
      return value === undefined ? [] : [{ measure: toMeasure(tape, typed.sex), cm: value * unit }];
    }),
    ...(typed.sex === 'either' ? {} : { jeans: parseDecimal(typed.jeans), shirt: parseDecimal(typed.shirt) }),
    ...(typed.sex === 'female' ? { braBand: parseDecimal(typed.braBand), braCup: typed.braCup || undefined } : {}),
    knownSizes: typed.worn.flatMap((size) => findKnownSize(size) ?? []),
    confirmed: typed.confirmed,
  };
}

const GENDERS = { male: 0, female: 1, either: 2 } as const;
const orNull = (text: string) => parseDecimal(text) ?? null;

/** The fields sent to the service; empty ones are null, so that they are cleared there. */
export function toBodyFields(typed: SizeFormValues): BodyFields {
  const [isMetric, isInKg] = [typed.lengthUnit === 'cm', typed.massUnit === 'kg'];
  const { jeans, shirt, braBand, braCup } = toAnswers(typed);
  return {
    gender: GENDERS[typed.sex],
    heightUnits: isMetric ? 0 : 2,
    height: orNull(isMetric ? typed.cm : typed.inches),
    heightFeet: isMetric ? null : orNull(typed.feet),
    weightUnits: isInKg ? 0 : 2,
    weight: orNull(isInKg ? typed.kg : typed.pounds),
    weightStones: isInKg ? null : orNull(typed.stones),
    ukjeans: jeans ?? null,
    ukshirt: shirt ?? null,
    ukbra: braBand ?? null,
    ukbracup: braCup ?? null,
    measured: typed.measured,
  };
}

/** All values entered, as the service stores a body. */
export const toBodyInput = (typed: SizeFormValues) => ({
  ...toBodyFields(typed),
  tapes: TAPE_POINTS.flatMap((tape) => {
    const value = parseDecimal(typed[tape]);
    const name = toMeasure(tape, typed.sex);
    return value === undefined ? [] : [{ name, value, unit: typed.lengthUnit === 'cm' ? 0 : 2 }];
  }),
  referenceSizes: [...typed.worn],
  confirmed: typed.confirmed.map((field) => toWireField(field, toAnswers(typed))),
});

interface StoredBody extends BodyFields {
  tapes?: readonly { name: string; value: number; unit: number }[];
  referenceSizes?: readonly ReferenceSize[];
  confirmed?: readonly string[];
  derivedFields?: readonly string[];
}

const asText = (value: number | string | null | undefined) => (value === null || value === undefined ? '' : String(value));

/** The form values of a saved body or of the cookies. Calculated sizes are left out, because the person did not enter them. */
export function toSizeFormValues(body: StoredBody): SizeFormValues {
  const [isMetric, isInKg] = [body.heightUnits !== 2, body.weightUnits !== 2];
  const said = (field: 'ukjeans' | 'ukshirt' | 'ukbra' | 'ukbracup') =>
    body.derivedFields?.includes(field) ? '' : asText(body[field]);
  const sex = body.gender === 0 ? 'male' : body.gender === 1 ? 'female' : 'either';
  const tape = (name: Tape) => {
    const found = body.tapes?.find((each) => each.name === toMeasure(name, sex));
    return found ? String(Math.round(found.value * (found.unit === 2 ? INCH : 1) * 10) / 10) : '';
  };
  const typed: SizeFormValues = {
    ...emptySizeForm,
    sex,
    lengthUnit: 'cm',
    massUnit: isInKg ? 'kg' : 'stones',
    [isMetric ? 'cm' : 'inches']: asText(body.height),
    feet: asText(body.heightFeet),
    [isInKg ? 'kg' : 'pounds']: asText(body.weight),
    stones: asText(body.weightStones),
    chest: tape('chest'),
    waist: tape('waist'),
    hip: tape('hip'),
    neck: tape('neck'),
    crotchHeight: tape('crotchHeight'),
    jeans: said('ukjeans'),
    shirt: said('ukshirt'),
    braBand: said('ukbra'),
    braCup: said('ukbracup'),
    worn: body.referenceSizes ?? [],
    measured: body.measured ?? false,
    confirmed: (body.confirmed ?? []).map(fromWireField),
  };
  // Tape measurements are stored in cm and shown in the unit of the height.
  return isMetric ? typed : { ...withLengthUnit(typed, 'inches'), feet: typed.feet, inches: typed.inches };
}

/** Converts the values entered to the other unit of length. */
export function withLengthUnit(typed: SizeFormValues, lengthUnit: SizeFormValues['lengthUnit']): SizeFormValues {
  if (lengthUnit === typed.lengthUnit) return typed;
  const height = getHeightCm(typed);
  const tapes = Object.fromEntries(
    TAPE_POINTS.map((tape) => {
      const value = parseDecimal(typed[tape]);
      const converted = value && (lengthUnit === 'cm' ? value * INCH : value / INCH);
      return [tape, converted ? String(Math.round(converted * 2) / 2) : typed[tape]];
    }),
  );
  if (!height) return { ...typed, ...tapes, lengthUnit };
  const { feet, inches } = cmToFeet(height);
  return { ...typed, ...tapes, lengthUnit, cm: String(Math.round(height)), feet: String(feet), inches: String(inches) };
}

/** Converts the values entered to the other unit of weight. */
export function withMassUnit(typed: SizeFormValues, massUnit: SizeFormValues['massUnit']): SizeFormValues {
  const weight = getWeightKg(typed);
  if (massUnit === typed.massUnit || !weight) return { ...typed, massUnit };
  const { stones, pounds } = kgToStones(weight);
  return { ...typed, massUnit, kg: String(Math.round(weight)), stones: String(stones), pounds: String(pounds) };
}
