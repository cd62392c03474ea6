import type { Answers } from './answers.ts';
import { at } from './matrix.ts';
import type { Sex } from './measures.ts';
import type { BodyModel, Population } from './model.ts';
import type { SizeBelief } from './prior.ts';

/** A hypothesis about how the reported stature and mass came about. */
export interface SizeHypothesis {
  /** Prior log likelihood, up to a constant. */
  lnWeight: number;
  size: SizeBelief;
  /** The answer assumed to be a typing mistake. */
  suspectedMistake?: 'stature' | 'mass';
}

/**
 * Frequency of mistakes, from the reported and the measured sizes of 4,193 soldiers: a foot too many (5'9" becomes 6'9"), the inches left out
 * (5'9" becomes 5'), 100 pounds too many or too few, and other mistakes.
 */
const SLIPS = { foot: 0.004, oneOfTheInchesLeftOut: 0.004, hundredPounds: 0.001, anyStature: 0.003, anyMass: 0.003 };
const FOOT = 12 * 2.54;
const HUNDRED_POUNDS = 45.36;
/** Variance of ln stature when the inches were left out (half a foot ± 3.5 in), and of other mistakes. */
const LEFT_OUT = 0.05 ** 2;
const ANY_STATURE = 0.1 ** 2;
const ANY_MASS = 0.15 ** 2;
/** Tails of the population: sizes follow a t distribution with this many degrees of freedom, so that rare bodies are not taken for mistakes. */
const FREEDOM = 10;
/** Hypotheses less likely than the best one by this much (ln) are dropped at once. */
const NEGLIGIBLE = 7;

interface ReportedSize {
  a: number | undefined;
  b: number | undefined;
}

/** All hypotheses about the reported or measured stature and mass, the most likely first. Missing answers come from the population. */
export function sizeHypotheses(model: BodyModel, sex: Sex, population: Population, answers: Answers): SizeHypothesis[] {
  const { centre } = model.data;
  const lnOf = (value: number | undefined, index: number) =>
    value === undefined ? undefined : Math.log(value) - at(centre, index);
  const reported: ReportedSize = { a: lnOf(answers.stature, 0), b: lnOf(answers.mass, 1) };
  const people = model.data[sex].population[population];
  if (answers.isMeasured) return [{ lnWeight: 0, size: sizeFrom(people, reported, [0, 0, 0], [0, 0]) }];

  const found: SizeHypothesis[] = [];
  const add = (
    rate: number,
    slip: SizeHypothesis['suspectedMistake'],
    stature: number | undefined,
    mass: number | undefined,
    mistake: readonly [number, number],
  ) => {
    const meant = expectedTrueSize(model, sex, { a: lnOf(stature, 0), b: lnOf(mass, 1) }, population);
    const { covariance } = model.data[sex].selfReport;
    found.push({
      lnWeight: Math.log(rate) + lnDensity(people, meant, mistake),
      size: sizeFrom(people, meant, covariance, mistake),
      suspectedMistake: slip,
    });
  };
  const { stature, mass, confirmed = [] } = answers;
  add(1, undefined, stature, mass, [0, 0]);
  if (stature !== undefined && !confirmed.includes('stature')) {
    if (answers.isInFeet) {
      add(SLIPS.foot, 'stature', stature - FOOT, mass, [0, 0]);
      if (isWhole(stature / FOOT)) add(SLIPS.oneOfTheInchesLeftOut * 12, 'stature', stature + FOOT / 2, mass, [LEFT_OUT, 0]);
    }
    add(SLIPS.anyStature, 'stature', stature, mass, [ANY_STATURE, 0]);
  }
  if (mass !== undefined && !confirmed.includes('mass')) {
    if (answers.isInPounds) {
      add(SLIPS.hundredPounds, 'mass', stature, mass + HUNDRED_POUNDS, [0, 0]);
      if (mass > 1.8 * HUNDRED_POUNDS) add(SLIPS.hundredPounds, 'mass', stature, mass - HUNDRED_POUNDS, [0, 0]);
    }
    add(SLIPS.anyMass, 'mass', stature, mass, [0, ANY_MASS]);
  }
  found.sort((one, other) => other.lnWeight - one.lnWeight);
  const best = found[0]?.lnWeight ?? 0;
  return found.filter(({ lnWeight }) => lnWeight > best - NEGLIGIBLE);
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 0.01;
}

/** Mean true size of people who report this size. */
function expectedTrueSize(model: BodyModel, sex: Sex, { a, b }: ReportedSize, population: Population): ReportedSize {
  const { mean, covariance } = model.data[sex].population[population];
  // An answer that is missing counts as the usual one beside the other.
  const usualA = b === undefined ? at(mean, 0) : at(mean, 0) + (at(covariance, 1) / at(covariance, 2)) * (b - at(mean, 1));
  const usualB = a === undefined ? at(mean, 1) : at(mean, 1) + (at(covariance, 1) / at(covariance, 0)) * (a - at(mean, 0));
  const { coefficients, civilianShift } = model.data[sex].selfReport;
  const [one = [], other = []] = coefficients;
  const shift = (which: number) => (population === 'civilian' ? at(civilianShift, which) : 0);
  const mix = (row: readonly number[]) => at(row, 0) + at(row, 1) * (a ?? usualA) + at(row, 2) * (b ?? usualB);
  return { a: a === undefined ? undefined : mix(one) + shift(0), b: b === undefined ? undefined : mix(other) + shift(1) };
}

/** ln density, up to a constant, of a size among these people, seen with additional variances; only of what was answered. */
function lnDensity(
  { mean, covariance }: { mean: number[]; covariance: number[] },
  { a, b }: ReportedSize,
  mistake: readonly [number, number],
): number {
  const aa = at(covariance, 0) + mistake[0];
  const ab = at(covariance, 1);
  const bb = at(covariance, 2) + mistake[1];
  const [x, y] = [(a ?? 0) - at(mean, 0), (b ?? 0) - at(mean, 1)];
  if (a === undefined && b === undefined) return 0;
  if (a === undefined) return lnStudent((y * y) / bb, 1) - Math.log(bb) / 2;
  if (b === undefined) return lnStudent((x * x) / aa, 1) - Math.log(aa) / 2;
  const determinant = aa * bb - ab * ab;
  return lnStudent((bb * x * x - 2 * ab * x * y + aa * y * y) / determinant, 2) - Math.log(determinant) / 2;
}

function lnStudent(squaredDistance: number, dimensions: number): number {
  return (-(FREEDOM + dimensions) / 2) * Math.log(1 + squaredDistance / FREEDOM);
}

/** The size that is believed in, when answers carry these errors; what was not answered, or may be a mistake, leans on the population. */
function sizeFrom(
  people: { mean: number[]; covariance: number[] },
  { a, b }: ReportedSize,
  error: readonly number[],
  mistake: readonly [number, number],
): SizeBelief {
  if (a !== undefined && b !== undefined && mistake[0] === 0 && mistake[1] === 0) {
    return { mean: [a, b], covariance: [at(error, 0), at(error, 1), at(error, 2)] };
  }
  const mean: [number, number] = [at(people.mean, 0), at(people.mean, 1)];
  let [aa, ab, bb] = [at(people.covariance, 0), at(people.covariance, 1), at(people.covariance, 2)];
  if (a !== undefined) {
    const total = aa + at(error, 0) + mistake[0];
    const gap = (a - mean[0]) / total;
    mean[0] += aa * gap;
    mean[1] += ab * gap;
    [aa, ab, bb] = [aa - (aa * aa) / total, ab - (aa * ab) / total, bb - (ab * ab) / total];
  }
  if (b !== undefined) {
    const total = bb + at(error, 2) + mistake[1];
    const gap = (b - mean[1]) / total;
    mean[0] += ab * gap;
    mean[1] += bb * gap;
    [aa, ab, bb] = [aa - (ab * ab) / total, ab - (ab * bb) / total, bb - (bb * bb) / total];
  }
  return { mean, covariance: [aa, ab, bb] };
}
