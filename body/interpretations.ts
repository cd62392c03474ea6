import type { Answers } from './answers.ts';
import { copyGaussian, type Gaussian, getVariance, marginalise, observe, observeRising } from './gaussian.ts';
import { at, cholesky, solveFactored } from './matrix.ts';
import { MEASURE_INDEX, MEASURES, type Measure, type Sex } from './measures.ts';
import type { BodyModel, Population } from './model.ts';
import { type Observation, toObservations } from './observations.ts';
import { conditionOnSize } from './prior.ts';
import { type SizeHypothesis, sizeHypotheses } from './self-reports.ts';

/** Answers further from the rest than this many standard deviations must be confirmed before they are used. */
const SURPRISING = 3.5;
/**
 * Answers may be surprising together though none is alone: this normal quantile is exceeded by 0.26 % of people. The wearer is then asked about
 * the most surprising one, which is used meanwhile: it is wrong in one of six such cases, while an answer beyond SURPRISING is wrong in one of two.
 */
const SURPRISING_TOGETHER = 2.8;
/** Observations within this many standard deviations give no reason to doubt the others. */
const PLAIN = 1.8;
/** Readings of the answers that are less likely than this are dropped. */
const NEGLIGIBLE = 0.01;
/** Share of size labels that are simply wrong, and their additional variance (of ln). Prevents one wrong label from discrediting the weight. */
const WRONG_LABEL = { share: 0.01, variance: 0.12 ** 2 };
/** Labels shift a size less certain than this (variance of ln) so far that the model must be linearised again at the new point. */
const VAGUE = 0.005;
/** Half the width of a 95 % interval of the normal distribution, in standard deviations. */
const Z95 = 1.96;

/** One interpretation of the answers, with its probability and the resulting belief. */
export interface Interpretation {
  weight: number;
  sex: Sex;
  /** The answer assumed to be a typing mistake. */
  suspectedMistake?: 'stature' | 'mass';
  belief: Gaussian;
}

/** An answer that does not fit the others. One that is surprising by itself is used only once its field is in `confirmed`. */
export interface Contradiction {
  field: string;
  measure: Measure;
  /** The answer, in the unit of the measure (cm, kg, years). */
  reported: number;
  /** The 95 % interval expected from the other answers. */
  low: number;
  high: number;
}

/** Every likely interpretation of the answers for a person of this sex. Contradictory answers are left out and listed. */
export function interpretAnswers(answers: Answers, sex: Sex, population: Population, model: BodyModel) {
  const hypotheses = sizeHypotheses(model, sex, population, answers);
  const bodyOf = ({ size }: SizeHypothesis, near?: readonly [number, number]) =>
    conditionOnSize(model, sex, population, size, near);
  let used = toObservations(answers, sex, model.data);
  const [first] = hypotheses;
  if (!first) throw new RangeError('There is no way to read these answers.');
  const usual = { hypothesis: first, prior: bodyOf(first) };
  // Unlikely interpretations are worth computing only when the most likely one does not explain the rest.
  const others = isPlain(usual.prior, used) ? likely(hypotheses) : hypotheses;
  const candidates = others.map((hypothesis, i) => (i === 0 ? usual : { hypothesis, prior: bodyOf(hypothesis) }));
  const weigh = (observations: readonly Observation[]) =>
    likely(candidates.map((each) => ({ ...each, lnWeight: each.hypothesis.lnWeight + lnEvidence(each.prior, observations) })));

  const left: Observation[] = [];
  const limited = new Set<Observation>();
  const findWorst = (observations: readonly Observation[]) =>
    worstOf(
      observations.filter((each) => !limited.has(each)),
      likeliestOf(weigh(observations)).prior,
      answers.confirmed ?? [],
    );
  for (;;) {
    const worst = findWorst(used);
    if (!worst) break;
    left.push(worst);
    used = used.filter((each) => each !== worst);
    const plausible = worst.isTape ? limit(worst, usual.prior, (each) => findWorst([...used, each]) !== each) : undefined;
    if (plausible) {
      used.push(plausible);
      limited.add(plausible);
    }
  }
  const weighed = weigh(used);
  const readWith = (observations: readonly Observation[]): Interpretation[] =>
    weighed.map(({ weight, hypothesis, prior }) => ({
      weight,
      sex,
      suspectedMistake: hypothesis.suspectedMistake,
      belief: learn(prior, observations, hypothesis, (near) => bodyOf(hypothesis, near), model),
    }));
  const readings = readWith(used);
  const trusted = limited.size > 0 ? readWith(used.filter((each) => !limited.has(each))) : readings;
  const contradictions = [...left.map((each) => contradictionOf(each, trusted)), ...slipsIn(answers, readings)];
  const strange = contradictions.length === 0 ? strangestOf(used, usual.prior, answers.confirmed ?? []) : undefined;
  if (strange) contradictions.push(contradictionOf(strange, readWith(used.filter((each) => each !== strange))));
  return { readings, used, contradictions };
}

/** Whether every observation lies well within what was expected. */
function isPlain(prior: Gaussian, observations: readonly Observation[]): boolean {
  return observations.every(
    ({ index, value, variance }) => (value - at(prior.mean, index)) ** 2 < PLAIN ** 2 * (getVariance(prior, index) + variance),
  );
}

/** Turns ln weights into shares, and drops the negligible. */
function likely<T extends { lnWeight: number }>(all: readonly T[]): (T & { weight: number })[] {
  const best = Math.max(...all.map(({ lnWeight }) => lnWeight));
  const shares = all.map((each) => ({ ...each, weight: Math.exp(each.lnWeight - best) }));
  const total = shares.reduce((sum, { weight }) => sum + weight, 0);
  const kept = shares.filter(({ weight }) => weight > NEGLIGIBLE * total);
  const rest = kept.reduce((sum, { weight }) => sum + weight, 0);
  return kept.map((each) => ({ ...each, weight: each.weight / rest }));
}

/** Of several readings the most likely one. */
const likeliestOf = <T extends { weight: number }>(all: readonly T[]): T =>
  all.reduce((best, each) => (each.weight > best.weight ? each : best));

/** Steps (of ln) in which the last plausible value of a tape is looked for, and how often the last step is halved. */
const LIMIT = { step: 0.01, halvings: 6 };

/**
 * The observation with the plausible value nearest to its own, on the way to what is expected; undefined when none is. So a tape that is further and
 * further from what is expected never counts less than one that is nearer.
 */
function limit(
  observation: Observation,
  { mean }: Gaussian,
  isPlausible: (limited: Observation) => boolean,
): Observation | undefined {
  const expectation = at(mean, observation.index);
  const gap = observation.value - expectation;
  const valueAt = (distance: number) => ({ ...observation, value: expectation + Math.sign(gap) * distance });
  let low = Math.floor(Math.abs(gap) / LIMIT.step) * LIMIT.step;
  while (low > 0 && !isPlausible(valueAt(low))) low -= LIMIT.step;
  if (low <= 0) return undefined;
  let high = Math.min(low + LIMIT.step, Math.abs(gap));
  for (let i = 0; i < LIMIT.halvings; i++) {
    const middle = (low + high) / 2;
    if (isPlausible(valueAt(middle))) low = middle;
    else high = middle;
  }
  return valueAt(low);
}

/** Log likelihood of the observations, allowing for labels that are simply wrong. */
function lnEvidence(prior: Gaussian, observations: readonly Observation[]): number {
  const belief = marginalise(
    prior,
    observations.map(({ index }) => index),
  );
  let evidence = 0;
  for (const [i, { value, variance }] of observations.entries()) {
    const foreseen = getVariance(belief, i) + variance;
    const gap = (value - at(belief.mean, i)) ** 2;
    const { share, variance: more } = WRONG_LABEL;
    evidence += Math.log((1 - share) * density(gap, foreseen) + share * density(gap, foreseen + more));
    observe(belief, i, value, variance);
  }
  return evidence;
}

function density(squaredGap: number, variance: number): number {
  return Math.exp(-squaredGap / (2 * variance)) / Math.sqrt(variance);
}

/** All measures given the observations. Where these shift an uncertain size far, the model is linearised again at the new point. */
function learn(
  prior: Gaussian,
  observations: readonly Observation[],
  { size }: SizeHypothesis,
  bodyNear: (near: [number, number]) => Gaussian,
  { data }: BodyModel,
): Gaussian {
  const from = (start: Gaussian) => {
    const belief = copyGaussian(start);
    for (const { index, value, variance, isTape } of observations) if (!isTape) observe(belief, index, value, variance);
    observeRising(
      belief,
      observations.filter(({ isTape }) => isTape),
    );
    return belief;
  };
  const belief = from(prior);
  const isVague = Math.max(size.covariance[0], size.covariance[2]) > VAGUE;
  if (!isVague || observations.length === 0) return belief;
  return from(
    bodyNear([
      at(belief.mean, MEASURE_INDEX.stature) - at(data.centre, 0),
      at(belief.mean, MEASURE_INDEX.mass) - at(data.centre, 1),
    ]),
  );
}

/**
 * The observation that fits worst, when it surprises by itself or beside all others; of two that contradict one another the one that fits the
 * reported size less. Confirmed ones stay.
 */
function worstOf(observations: readonly Observation[], prior: Gaussian, confirmed: readonly string[]): Observation | undefined {
  const n = observations.length;
  const { mean, covariance } = marginalise(
    prior,
    observations.map(({ index }) => index),
  );
  for (const [i, { variance }] of observations.entries()) covariance[i * n + i] = at(covariance, i * n + i) + variance;
  const gaps = observations.map(({ value }, i) => value - at(mean, i));
  const lower = n > 1 ? cholesky(covariance, n) : undefined;
  const weighted = lower && solveFactored(lower, n, gaps);
  let worst: { observation: Observation; distance: number } | undefined;
  for (const [i, observation] of observations.entries()) {
    if (confirmed.includes(observation.field)) continue;
    const distance = Math.abs(at(gaps, i)) / Math.sqrt(at(covariance, i * n + i));
    let besideOthers = 0;
    if (lower && weighted) {
      // What an observation's gap is beside all others: (C⁻¹ r)ᵢ / √(C⁻¹)ᵢᵢ.
      const unit = new Float64Array(n);
      unit[i] = 1;
      besideOthers = Math.abs(at(weighted, i)) / Math.sqrt(at(solveFactored(lower, n, unit), i));
    }
    if (Math.max(distance, besideOthers) > SURPRISING && (!worst || distance > worst.distance)) worst = { observation, distance };
  }
  return worst?.observation;
}

/** The most surprising of answers that are jointly too unlikely; confirmed answers are never doubted. */
function strangestOf(
  observations: readonly Observation[],
  prior: Gaussian,
  confirmed: readonly string[],
): Observation | undefined {
  const open = observations.filter(({ field }) => !confirmed.includes(field));
  const n = open.length;
  if (n < 2) return undefined;
  const { mean, covariance } = marginalise(
    prior,
    open.map(({ index }) => index),
  );
  for (const [i, { variance }] of open.entries()) covariance[i * n + i] = at(covariance, i * n + i) + variance;
  const lower = cholesky(covariance, n);
  if (!lower) return undefined;
  const gaps = open.map(({ value }, i) => value - at(mean, i));
  const squared = solveFactored(lower, n, gaps).reduce((sum, value, i) => sum + value * at(gaps, i), 0);
  // The quantile of χ² by Wilson and Hilferty.
  const share = 2 / (9 * n);
  if (squared <= n * (1 - share + SURPRISING_TOGETHER * Math.sqrt(share)) ** 3) return undefined;
  const distances = gaps.map((gap, i) => Math.abs(gap) / Math.sqrt(at(covariance, i * n + i)));
  return open[distances.indexOf(Math.max(...distances))];
}

function contradictionOf({ field, index, value }: Observation, readings: readonly Interpretation[]): Contradiction {
  return { field, measure: MEASURES[index] as Measure, reported: Math.exp(value), ...expected(readings, index) };
}

/** Stature or mass, when a typing mistake is more likely than the value given. */
function slipsIn(answers: Answers, readings: readonly Interpretation[]): Contradiction[] {
  return (['stature', 'mass'] as const).flatMap((field) => {
    const slips = readings.filter(({ suspectedMistake }) => suspectedMistake === field);
    const reported = answers[field];
    const share = slips.reduce((sum, { weight }) => sum + weight, 0);
    if (reported === undefined || share <= 0.5) return [];
    return [{ field, measure: field, reported, ...expected(slips, MEASURE_INDEX[field]) }];
  });
}

/** 95 % interval of a measure under the most likely of these interpretations. */
function expected(readings: readonly Interpretation[], index: number): { low: number; high: number } {
  const { belief } = readings.reduce((best, each) => (each.weight > best.weight ? each : best));
  const spread = Z95 * Math.sqrt(getVariance(belief, index));
  return { low: Math.exp(at(belief.mean, index) - spread), high: Math.exp(at(belief.mean, index) + spread) };
}
