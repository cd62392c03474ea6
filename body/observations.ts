import { type Answers, findCupInches } from './answers.ts';
import { MEASURE_INDEX, type Measure, type Sex } from './measures.ts';
import type { BodyModelData } from './model.ts';

const CM = 2.54;
/** Error of a tape that the wearer handles alone, cm; duplicate self-taken girths differ by less, truth by about this (PMC4855335). */
export const TAPE_SD = 1.5;
/** The same of a trained measurer: half of ANSUR's allowable observer error of a girth (1.2 to 1.4 cm, read as a 95 % limit). */
const MEASURER_SD = 0.6;

/** Hip girths, cm, that UK sizes of women's trousers are made for (ASDA's chart; others differ by up to two sizes). */
const UK_HIPS: readonly (readonly [size: number, hip: number])[] = [
  [6, 86.5],
  [8, 89],
  [10, 94],
  [12, 99],
  [14, 104],
  [16, 109],
  [18, 115],
  [20, 121],
  [22, 127],
  [24, 133],
  [26, 139],
  [28, 145],
];
/** Bust of a UK 12 and of each size more, cm (Uneek's chart; BSI's UK 12 is 88). Sizes by bust differ more between makers than tapes do. */
const UK_BUST = { of12: 88.5, perSize: 2.5, sd: 4.5 };
/** A band without a cup: cups lie around C, with a spread of two. */
const UNKNOWN_CUP = { inches: 3, sd: 2 * CM };

/** A noisy observation of one measure. */
export interface Observation {
  field: string;
  index: number;
  /** ln cm, or ln of years for the age. */
  value: number;
  /** Of `value`. */
  variance: number;
  /** Measured with a tape. */
  isTape?: boolean;
}

function observation(field: string, measure: Measure, cm: number, sd: number): Observation {
  return { field, index: MEASURE_INDEX[measure], value: Math.log(cm), variance: (sd / cm) ** 2 };
}

/** The hip girth, cm, that a UK size stands for; sizes between or beyond those of the chart follow its last step. */
export function getUkSizeHip(size: number): number {
  const last = UK_HIPS.length - 1;
  const above = UK_HIPS.findIndex(([known]) => known >= size);
  const upper = above === -1 ? last : Math.max(above, 1);
  const [[size0, hip0], [size1, hip1]] = [UK_HIPS[upper - 1] ?? [0, 0], UK_HIPS[upper] ?? [1, 1]];
  return hip0 + ((size - size0) / (size1 - size0)) * (hip1 - hip0);
}

/** All answers except stature and mass, as noisy observations of single measures of a body of this sex. */
export function toObservations(answers: Answers, sex: Sex, { labels }: BodyModelData): Observation[] {
  const seen: Observation[] = [];
  const { jeans, shirt, braBand, braCup, age } = answers;
  if (sex === 'male') {
    if (jeans !== undefined) seen.push(observation('jeans', 'waist', jeans * CM - labels.jeans.offset, labels.jeans.sd));
    if (shirt !== undefined) seen.push(observation('shirt', 'neck', shirt * CM - labels.collar.offset, labels.collar.sd));
  } else {
    if (jeans !== undefined) seen.push(observation('jeans', 'hip', getUkSizeHip(jeans) - labels.ukSize.offset, labels.ukSize.sd));
    if (shirt !== undefined) seen.push(observation('shirt', 'chest', UK_BUST.of12 + (shirt - 12) * UK_BUST.perSize, UK_BUST.sd));
    if (braBand !== undefined) {
      const cup = braCup === undefined ? undefined : findCupInches(braCup);
      const inches = braBand + (cup ?? UNKNOWN_CUP.inches);
      const sd = cup === undefined ? Math.hypot(labels.bra.sd, UNKNOWN_CUP.sd) : labels.bra.sd;
      seen.push(observation('braBand', 'chest', inches * CM - labels.bra.offset, sd));
    }
  }
  for (const { measure, low, high } of answers.knownSizes ?? []) {
    // Worn sizes are as uncertain as labels: their range, and the wearer's preference for a tight or loose fit.
    seen.push(observation(measure, measure, (low + high) / 2, Math.hypot((high - low) / Math.sqrt(12), labels.ukSize.sd)));
  }
  for (const { measure, cm } of answers.tapes ?? [])
    seen.push({ ...observation(measure, measure, cm, answers.isMeasured ? MEASURER_SD : TAPE_SD), isTape: true });
  if (age !== undefined) seen.push({ field: 'age', index: MEASURE_INDEX.age, value: Math.log(age), variance: 0 });
  return seen;
}
