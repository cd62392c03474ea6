import { type AnswerProblem, type Answers, validateAnswers } from './answers.ts';
import type { Contradiction } from './interpretations.ts';
import type { Measure } from './measures.ts';

/** Unit codes of the sizing service (wire contract, section 5.19). There is no code 1. */
const GENDERS = { 0: 'male', 1: 'female', 2: 'either' } as const;
const LENGTH_UNITS = { 0: 'cm', 2: 'inches' } as const;
const MASS_UNITS = { 0: 'kg', 2: 'pounds' } as const;

const INCH = 2.54;
const POUND = 0.45359237;
/** Collar less neck, cm. */
const COLLAR_EASE = 1.27;

/** A body as it is sent and stored in cookies. Absent, null and 0 mean that nothing was entered. */
export interface BodyFields {
  gender?: number | null;
  heightUnits?: number | null;
  height?: number | null;
  heightFeet?: number | null;
  weightUnits?: number | null;
  weight?: number | null;
  weightStones?: number | null;
  ukjeans?: number | null;
  ukshirt?: number | null;
  ukbra?: number | null;
  ukbracup?: string | null;
  /** The values were taken by a measurer, with tape and scales; otherwise they are the wearer's own. */
  measured?: boolean | null;
}

/** Names of the fields of `Answers` in the service; measurements with a tape are `tapes.chest` and the like there. */
const WIRE_NAMES: Readonly<Record<string, string>> = {
  stature: 'height',
  mass: 'weight',
  jeans: 'ukjeans',
  shirt: 'ukshirt',
  braBand: 'ukbra',
  braCup: 'ukbracup',
};
const ANSWER_NAMES = Object.fromEntries(Object.entries(WIRE_NAMES).map(([answer, wire]) => [wire, answer]));

/** The service's name of a field of `Answers`, of a tape measurement (`tapes.chest`) or of a size worn (`referenceSizes.chest`). */
export function toWireField(field: string, { tapes = [], knownSizes = [] }: Answers): string {
  if (tapes.some(({ measure }) => measure === field)) return `tapes.${field}`;
  if (knownSizes.some(({ measure }) => measure === field)) return `referenceSizes.${field}`;
  return WIRE_NAMES[field] ?? field;
}

/** The reverse of `toWireField`. */
export const fromWireField = (field: string): string => ANSWER_NAMES[field] ?? field.replace(/^(?:tapes|referenceSizes)\./, '');

const chosen = (value: number | null | undefined) => (value === null || value === 0 ? undefined : value);

/** Converts a body to cm and kg; or returns the problems, under the names of the fields sent. */
export function parseBodyFields(fields: BodyFields): { answers: Answers } | { problems: AnswerProblem[] } {
  const problems: AnswerProblem[] = [];
  const codeOf = <T>(field: keyof BodyFields, codes: Record<number, T>, message: string): T | undefined => {
    const code = Number(fields[field] ?? 0);
    if (!Object.hasOwn(codes, code)) problems.push({ field, message });
    return codes[code];
  };
  const sex =
    fields.gender === null || fields.gender === undefined
      ? 'either'
      : codeOf('gender', GENDERS, 'Please choose male, female or unisex.');
  const length = codeOf('heightUnits', LENGTH_UNITS, 'Please give the height in centimetres, or in feet and inches.');
  const mass = codeOf('weightUnits', MASS_UNITS, 'Please give the weight in kilograms, or in stones and pounds.');
  const [feet, stones] = [chosen(fields.heightFeet), chosen(fields.weightStones)];
  if (length === 'cm' && feet !== undefined)
    problems.push({ field: 'heightFeet', message: 'Please give the height in centimetres alone, or in feet and inches.' });
  if (mass === 'kg' && stones !== undefined)
    problems.push({ field: 'weightStones', message: 'Please give the weight in kilograms alone, or in stones and pounds.' });
  if (problems.length > 0) return { problems };

  const sum = (many: number | undefined, times: number, rest: number | undefined) =>
    many === undefined && rest === undefined ? undefined : (many ?? 0) * times + (rest ?? 0);
  const height = sum(feet, 12, chosen(fields.height));
  const weight = sum(stones, 14, chosen(fields.weight));
  const cup = fields.ukbracup?.trim();
  const answers: Answers = {
    sex: sex ?? 'either',
    stature: height === undefined ? undefined : height * (length === 'inches' ? INCH : 1),
    mass: weight === undefined ? undefined : weight * (mass === 'pounds' ? POUND : 1),
    isMeasured: fields.measured === true,
    isInFeet: length === 'inches',
    isInPounds: mass === 'pounds',
    jeans: chosen(fields.ukjeans),
    shirt: chosen(fields.ukshirt),
    braBand: chosen(fields.ukbra),
    braCup: cup ? cup : undefined,
  };
  const unusable = validateAnswers(answers).map(({ field, message }) => ({ field: toWireField(field, answers), message }));
  return unusable.length > 0 ? { problems: unusable } : { answers };
}

const inFeet = (cm: number) => {
  const inches = Math.round(cm / INCH);
  return `${Math.floor(inches / 12)} ft ${inches % 12} in`;
};
const inStones = (kg: number) => {
  const pounds = Math.round(kg / POUND);
  return `${Math.floor(pounds / 14)} st ${pounds % 14} lb`;
};

/** The question about a contradictory answer, in the wearer's units, to be confirmed or corrected. */
export function describeContradiction(
  { field, measure, reported, low, high }: Contradiction,
  { sex, isInFeet = false, isInPounds = false }: Pick<Answers, 'sex' | 'isInFeet' | 'isInPounds'>,
): string {
  const range = (from: number, to: number, digits = 0) => `${from.toFixed(digits)} to ${to.toFixed(digits)}`;
  const ask = (entered: string, what: string, expected: string) =>
    `You entered ${entered} for ${what}. We expected ${expected}. Is it right?`;
  if (field === 'stature')
    return isInFeet
      ? ask(inFeet(reported), 'your height', `${inFeet(low)} to ${inFeet(high)}`)
      : ask(`${reported.toFixed(0)} cm`, 'your height', range(low, high));
  if (field === 'mass')
    return isInPounds
      ? ask(inStones(reported), 'your weight', `${inStones(low)} to ${inStones(high)}`)
      : ask(`${reported.toFixed(0)} kg`, 'your weight', range(low, high));
  if (field === 'shirt' && sex === 'male') {
    const inches = (neck: number) => Math.round(((neck + COLLAR_EASE) / INCH) * 2) / 2;
    return ask(`${inches(reported)} in`, 'the collar', range(inches(low), inches(high), 1));
  }
  if (field === 'jeans' && sex === 'male')
    return ask(`${(reported / INCH).toFixed(0)} in`, 'the trouser waist', range(low / INCH, high / INCH));
  const label = { jeans: 'trouser size', shirt: 'shirt size', braBand: 'bra size' }[field];
  const [length, expected] = isInFeet
    ? [`${(reported / INCH).toFixed(0)} in`, range(low / INCH, high / INCH)]
    : [`${reported.toFixed(0)} cm`, range(low, high)];
  if (label) return `Your ${label} stands for about ${length}. We expected ${expected}. Is it right?`;
  return ask(length, `the ${tapeNameOf(measure, sex)}`, expected);
}

const TAPE_NAMES: Partial<Record<Measure, string>> = {
  waistNatural: 'waist',
  hip: 'hips',
  upperArm: 'upper arm',
  crotchHeight: 'inside leg',
};

/** What a tape measures, as people say it. */
const tapeNameOf = (measure: Measure, sex: Answers['sex']) =>
  measure === 'chest' && sex === 'female' ? 'bust' : (TAPE_NAMES[measure] ?? measure);
