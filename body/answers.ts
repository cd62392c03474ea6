import type { Measure, Sex } from './measures.ts';

/** UK bra cups, each one inch more than the last over the band. */
export const BRA_CUPS = ['AA', 'A', 'B', 'C', 'D', 'DD', 'E', 'F', 'FF', 'G', 'GG', 'H', 'HH', 'J', 'JJ', 'K'] as const;

/** A person’s answers about their body. Everything but the sex is optional. */
export interface Answers {
  /** `either`: not given, or neither; men and women then have equal weight. */
  sex: Sex | 'either';
  /** Height without shoes, cm. */
  stature?: number;
  /** kg */
  mass?: number;
  /** Stature, mass and tapes were taken by a measurer; otherwise the wearer gave or took them without help. */
  isMeasured?: boolean;
  /** Stature was typed in feet and inches: a foot too many, or missing inches, is then a likely mistake. */
  isInFeet?: boolean;
  /** Mass was typed in pounds. */
  isInPounds?: boolean;
  /** Years, optional. */
  age?: number;
  /** Men: trouser waist in inches. Women: UK size. */
  jeans?: number;
  /** Men: collar in inches. Women: UK size of a top. */
  shirt?: number;
  /** Band in inches. */
  braBand?: number;
  /** One of BRA_CUPS. */
  braCup?: string;
  /** Girths and lengths taken with a tape, cm; the same measure may occur twice. */
  tapes?: readonly { measure: Measure; cm: number }[];
  /** Sizes worn in garments with a known chart: the body measure lies between these, cm. */
  knownSizes?: readonly { measure: Measure; low: number; high: number }[];
  /** Fields whose surprising answers the wearer has confirmed. */
  confirmed?: readonly string[];
}

/** An answer that cannot be used, with a message for the wearer. */
export interface AnswerProblem {
  field: string;
  message: string;
}

const LIMITS = {
  stature: { low: 130, high: 215, what: 'height', words: '130 to 215 cm', imperial: '4 ft 4 in to 7 ft' },
  mass: { low: 35, high: 200, what: 'weight', words: '35 to 200 kg', imperial: '5 st 8 lb to 31 st 6 lb' },
  age: { low: 16, high: 90, what: 'age', words: '16 to 90 years', imperial: '16 to 90 years' },
} as const;
const BMI = { low: 14, high: 60 };
const MEN = { jeans: [22, 60], shirt: [12.5, 23] } as const;
const WOMEN = { jeans: [2, 34], shirt: [2, 34] } as const;
const BAND = [26, 56] as const;
const TAPE = [5, 250] as const;

/** Lists the answers that must be corrected before a prediction; empty when all can be used. */
export function validateAnswers(answers: Answers): AnswerProblem[] {
  const problems: AnswerProblem[] = [];
  const check = (field: string, value: number | undefined, [low, high]: readonly [number, number], message: string) => {
    if (value !== undefined && !(value >= low && value <= high)) problems.push({ field, message });
  };
  for (const field of ['stature', 'mass', 'age'] as const) {
    const { low, high, what, words, imperial } = LIMITS[field];
    const isImperial = field === 'mass' ? answers.isInPounds : answers.isInFeet;
    check(field, answers[field], [low, high], `Please check your ${what}: we can advise from ${isImperial ? imperial : words}.`);
  }
  const { stature, mass } = answers;
  if (problems.length === 0 && stature !== undefined && mass !== undefined) {
    const bmi = mass / (stature / 100) ** 2;
    if (bmi < BMI.low || bmi > BMI.high)
      problems.push({ field: 'mass', message: 'Please check your height and weight: they do not fit together.' });
  }
  const sizes = answers.sex === 'female' ? WOMEN : MEN;
  const either = answers.sex === 'either';
  check('jeans', answers.jeans, either ? [2, 60] : sizes.jeans, 'Please check your trouser size.');
  check(
    'shirt',
    answers.shirt,
    either ? [2, 34] : sizes.shirt,
    answers.sex === 'male' ? 'Please check your collar size, in inches.' : 'Please check your shirt size.',
  );
  check('braBand', answers.braBand, BAND, 'Please check your bra size: the band is in inches.');
  if (answers.braCup !== undefined && findCupInches(answers.braCup) === undefined) {
    problems.push({ field: 'braCup', message: `Please choose a cup: ${BRA_CUPS.join(', ')}.` });
  }
  for (const { measure, cm } of answers.tapes ?? [])
    check(measure, cm, TAPE, `Please check the tape: measures are in ${answers.isInFeet ? 'inches' : 'centimetres'}.`);
  for (const { measure, low, high } of answers.knownSizes ?? []) {
    if (!(low > 0 && high >= low && high <= TAPE[1]))
      problems.push({ field: measure, message: 'This size has no measures that we can use.' });
  }
  return problems;
}

/** Inches that a cup adds to the band; undefined for an unknown cup. Case and spaces do not matter. */
export function findCupInches(cup: string): number | undefined {
  const index = (BRA_CUPS as readonly string[]).indexOf(cup.trim().toUpperCase());
  return index === -1 ? undefined : index;
}
