import type { Gaussian } from './gaussian.ts';
import { at } from './matrix.ts';
import { LEARNED_MEASURES, MEASURE_INDEX, MEASURES, type Sex } from './measures.ts';
import { type BodyModel, lnBmiOver25, type Population, quadraticTerms, type SexModel } from './model.ts';

const N = MEASURES.length;
const L = LEARNED_MEASURES.length;
/** Where the learned measures begin in the vector of all. */
const FIRST = 2;
const WAIST = MEASURE_INDEX.waist - FIRST;
const HIP = MEASURE_INDEX.hip - FIRST;

/** The spread grows with the BMI between these limits and is constant beyond them. */
const [MIN_LN_BMI, MAX_LN_BMI] = [Math.log(16 / 25), Math.log(45 / 25)];

/**
 * Natural waist, the narrowest girth of the trunk, as a share of `waist`; its standard deviation around that, cm; and how far it follows when
 * a person's `waist` is unusual for their size. `waist` is soldiers' girth at the navel and civilians' just above the iliac crest
 * (NHANES), which is larger, so each population has shares of its own. Sources: 260 women and 247 men of both girths (bdims; Heinz, Peterson,
 * Johnson and Kerr 2003, J. Statistics Education 11(2)), whose narrowest girth is 0.859 and 0.927 of what this model expects of civilians of
 * their size, and 0.887 and 0.968 of what it expects of soldiers; by their own slopes with age 0.87 and 0.95 at 41 years. Women between
 * navel and narrowest differ by 10.1 ± 4.3 cm when overweight (Pinho et al. 2018, Arch. Endocrinol. Metab. 62:416), which is 0.88 to 0.90.
 */
const NATURAL_WAIST = {
  share: { army: { male: 0.968, female: 0.887 }, civilian: { male: 0.95, female: 0.875 } },
  follows: { male: 0.75, female: 0.6 },
  sd: 3.4,
} as const;
/** Relaxed upper arm over flexed: an assumption, which the mid-arm girths of NHANES men (0.936 at equal size) support. */
const RELAXED_ARM = { ratio: 0.93, sd: 0.02 };

/** Belief about centred ln stature and ln mass: mean, and (variance, covariance, variance). */
export interface SizeBelief {
  mean: readonly [number, number];
  covariance: readonly [number, number, number];
}

/** Mean of all learned measures at one size, how it changes with a and b, and the residual covariance. */
interface Conditional {
  mean: Float64Array;
  byA: Float64Array;
  byB: Float64Array;
  residual: Float64Array;
}

function atSize(model: BodyModel, sex: Sex, a: number, b: number, lnBmi: number): Conditional {
  const { coefficients, spread, growth } = model.data[sex];
  const mean = new Float64Array(L);
  const byA = new Float64Array(L);
  const byB = new Float64Array(L);
  const deviation = new Float64Array(L);
  for (let k = 0; k < L; k++) {
    const [c0 = 0, c1 = 0, c2 = 0, c3 = 0, c4 = 0, c5 = 0] = coefficients[k] ?? [];
    mean[k] = c0 + c1 * a + c2 * b + c3 * a * a + c4 * a * b + c5 * b * b;
    byA[k] = c1 + 2 * c3 * a + c4 * b;
    byB[k] = c2 + c4 * a + 2 * c5 * b;
    deviation[k] = at(spread, k) * Math.exp(at(growth, k) * lnBmi);
  }
  const residual = model.correlation[sex].slice();
  for (let i = 0; i < L; i++) {
    for (let j = 0; j < L; j++) residual[i * L + j] = at(residual, i * L + j) * at(deviation, i) * at(deviation, j);
  }
  return { mean, byA, byB, residual };
}

/** Means of civilians' ln waist and ln hip at one size, with their derivatives by a and b. */
function civilianGirths({ civilian }: SexModel, a: number, b: number, lnBmi: number): number[][] {
  const basis = [...quadraticTerms(a, b), lnBmi ** 3, lnBmi ** 4];
  // t = b − 2a + constant.
  const slope = [3 * lnBmi ** 2, 4 * lnBmi ** 3];
  const byA = [0, 1, 0, 2 * a, b, 0, -2 * at(slope, 0), -2 * at(slope, 1)];
  const byB = [0, 0, 1, 0, a, 2 * b, at(slope, 0), at(slope, 1)];
  const dot = (row: readonly number[], values: readonly number[]) => row.reduce((sum, c, i) => sum + c * at(values, i), 0);
  return civilian.coefficients.map((row) => [dot(row, basis), dot(row, byA), dot(row, byB)]);
}

/**
 * Replaces the soldiers' waist and hip by the civilians', and shifts all other measures as they depend on waist and hip among
 * soldiers: K = S[·,J] S[J,J]⁻¹ carries the shift of the means, of the slopes and of the covariance.
 */
function makeCivilian(to: Conditional, sexModel: SexModel, a: number, b: number, lnBmi: number, lnBmiOfSpread: number): void {
  const { mean, byA, byB, residual } = to;
  const girths = civilianGirths(sexModel, a, b, lnBmi);
  const [sdWaist = 0, sdHip = 0] = sexModel.civilian.spread.map(
    (sd, i) => sd * Math.exp(at(sexModel.civilian.growth, i) * lnBmiOfSpread),
  );
  const ww = at(residual, WAIST * L + WAIST);
  const wh = at(residual, WAIST * L + HIP);
  const hh = at(residual, HIP * L + HIP);
  const determinant = ww * hh - wh * wh;
  const more = [sdWaist ** 2 - ww, sexModel.civilian.correlation * sdWaist * sdHip - wh, sdHip ** 2 - hh] as const;
  const toWaist = new Float64Array(L);
  const toHip = new Float64Array(L);
  for (let k = 0; k < L; k++) {
    const [w, h] = [at(residual, k * L + WAIST), at(residual, k * L + HIP)];
    toWaist[k] = (w * hh - h * wh) / determinant;
    toHip[k] = (h * ww - w * wh) / determinant;
  }
  for (const [values, which] of [
    [mean, 0],
    [byA, 1],
    [byB, 2],
  ] as const) {
    const shiftOfWaist = at(girths[0] ?? [], which) - at(values, WAIST);
    const shiftOfHip = at(girths[1] ?? [], which) - at(values, HIP);
    for (let k = 0; k < L; k++) values[k] = at(values, k) + at(toWaist, k) * shiftOfWaist + at(toHip, k) * shiftOfHip;
  }
  for (let i = 0; i < L; i++) {
    const waist = at(toWaist, i) * more[0] + at(toHip, i) * more[1];
    const hip = at(toWaist, i) * more[1] + at(toHip, i) * more[2];
    for (let j = 0; j < L; j++) residual[i * L + j] = at(residual, i * L + j) + waist * at(toWaist, j) + hip * at(toHip, j);
  }
}

/**
 * Distribution of all measures of a person of this sex, population and size. Where the size is uncertain, the quadratic model is
 * linearised around `near` (by default the mean of the size).
 */
export function conditionOnSize(
  model: BodyModel,
  sex: Sex,
  population: Population,
  size: SizeBelief,
  near = size.mean,
): Gaussian {
  const [a, b] = near;
  const [lnStature = 0, lnMass = 0] = model.data.centre;
  const lnBmi = lnBmiOver25(a + lnStature, b + lnMass);
  const lnBmiOfSpread = Math.min(Math.max(lnBmi, MIN_LN_BMI), MAX_LN_BMI);
  const conditional = atSize(model, sex, a, b, lnBmiOfSpread);
  if (population === 'civilian') makeCivilian(conditional, model.data[sex], a, b, lnBmi, lnBmiOfSpread);

  const mean = new Float64Array(N);
  const covariance = new Float64Array(N * N);
  const [da, db] = [size.mean[0] - a, size.mean[1] - b];
  mean[0] = size.mean[0] + lnStature;
  mean[1] = size.mean[1] + lnMass;
  // Rows of the Jacobian by (a, b): the identity for the size itself.
  const byA = new Float64Array(FIRST + L);
  const byB = new Float64Array(FIRST + L);
  byA[0] = 1;
  byB[1] = 1;
  byA.set(conditional.byA, FIRST);
  byB.set(conditional.byB, FIRST);
  for (let k = 0; k < L; k++)
    mean[FIRST + k] = at(conditional.mean, k) + at(conditional.byA, k) * da + at(conditional.byB, k) * db;
  const [aa, ab, bb] = size.covariance;
  const isCertain = aa === 0 && bb === 0;
  for (let i = 0; i < FIRST + L; i++) {
    const [ia, ib] = [at(byA, i) * aa + at(byB, i) * ab, at(byA, i) * ab + at(byB, i) * bb];
    for (let j = 0; j < FIRST + L; j++) {
      const own = i >= FIRST && j >= FIRST ? at(conditional.residual, (i - FIRST) * L + j - FIRST) : 0;
      covariance[i * N + j] = isCertain ? own : own + ia * at(byA, j) + ib * at(byB, j);
    }
  }
  const belief = { mean, covariance };
  const share = NATURAL_WAIST.share[population][sex];
  const natural = Math.exp(at(mean, MEASURE_INDEX.waist)) * share;
  derive(
    belief,
    MEASURE_INDEX.waistNatural,
    MEASURE_INDEX.waist,
    Math.log(natural),
    NATURAL_WAIST.follows[sex] / share,
    NATURAL_WAIST.sd / natural,
  );
  const relaxed = at(mean, MEASURE_INDEX.upperArmFlexed) + Math.log(RELAXED_ARM.ratio);
  derive(belief, MEASURE_INDEX.upperArm, MEASURE_INDEX.upperArmFlexed, relaxed, 1, RELAXED_ARM.sd);
  return belief;
}

/** Adds, in place, a measure that follows another one with this mean, slope and standard deviation (all of logarithms). */
function derive({ mean, covariance }: Gaussian, target: number, source: number, value: number, slope: number, sd: number): void {
  mean[target] = value;
  for (let j = 0; j < N; j++) {
    const shared = slope * at(covariance, source * N + j);
    covariance[target * N + j] = shared;
    covariance[j * N + target] = shared;
  }
  covariance[target * N + target] = slope ** 2 * at(covariance, source * N + source) + sd ** 2;
}
