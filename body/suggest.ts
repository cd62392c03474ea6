import type { Answers } from './answers.ts';
import { type Conflict, findConflict } from './conflict.ts';
import { type Experience, learnFromExperience } from './experience.ts';
import { evaluateFit, getMeasureIndices, type PointFit } from './fit.ts';
import {
  type FitPoint,
  type GarmentChart,
  HEEL_HEIGHT,
  type LegLength,
  type PreparedChart,
  prepareChart,
} from './garment-chart.ts';
import { collapseMixture, copyGaussian, type Gaussian, getVariance, marginalise, observe } from './gaussian.ts';
import { at } from './matrix.ts';
import { TAPE_SD } from './observations.ts';
import { getEstimate, type Prediction } from './predict.ts';
import { sampleBodies } from './sampling.ts';
import { chooseFrom, compareSizes } from './size-choice.ts';

const DRAWS = 256;
/** Below this confidence one tape measurement is requested: in charts with wide steps, and in finer ones. */
const ASK_BELOW = { wide: 0.6, fine: 0.7, wideFrom: 7 };
/** Outcomes of a tape measurement to weigh, in standard deviations (the five-point Gauss-Hermite rule). */
const OUTCOMES: readonly (readonly [z: number, weight: number])[] = [
  [-2.856970013872806, 0.011257411327721],
  [-1.355626179974266, 0.222075922005613],
  [0, 0.533333333333333],
  [1.355626179974266, 0.222075922005613],
  [2.856970013872806, 0.011257411327721],
];
const OUTCOME_DRAWS = 64;
/** Points that a wearer can measure alone. */
const TAPEABLE: readonly FitPoint[] = [
  'neck',
  'chest',
  'waist',
  'waistNatural',
  'hip',
  'thigh',
  'upperArm',
  'wrist',
  'headGirth',
  'crotchHeight',
  'footLength',
];

/** Rating of one size for a body. */
export interface SizeAdvice {
  id: string;
  name: string;
  /** Expected utility over all points, 0 to 1. */
  score: number;
  /** Probability that no other size fits better. */
  probability: number;
  points: PointFit[];
}

/** The leg length that goes with the best size. */
export interface LegAdvice {
  id: string;
  name: string;
  probability: number;
}

export interface Suggestion {
  best: SizeAdvice;
  /** The second most probable size, when there is one. */
  runnerUp?: SizeAdvice;
  /** Probability that the best size is the best. */
  confidence: number;
  /** Of trousers whose leg is chosen beside the size; left out where no leg is near. */
  leg?: LegAdvice;
  /** The tape measurement that would help most, when the confidence is low. */
  askFor?: FitPoint;
  /** Where no size fits all parts of the body: the best size is then the one that is least wrong, and not simply advised. */
  conflict?: Conflict;
  /** All sizes, in the order of the chart. */
  sizes: SizeAdvice[];
}

/** Where the sizes of a garment end, for a body that is beyond them. */
export interface SizeEnd {
  point: FitPoint;
  end: 'largest' | 'smallest';
  size: string;
  /** What the size is made for at the point, cm: the most of the largest, the least of the smallest. */
  madeFor: number;
}

/** Why there is no advice; the codes of the sizing service. */
export type Refusal = 'NO_MEASUREMENTS' | 'NO_ADVICE_FOR_GARMENT' | 'NO_RECOMMENDATION_GARMENT' | 'NO_RECOMMENDATION_PERSON';

/** Whether any answer distinguishes one body of a sex from another. */
export function hasMeasurements({ stature, mass, jeans, shirt, braBand, tapes, knownSizes }: Answers): boolean {
  return (
    [stature, mass, jeans, shirt, braBand].some((value) => value !== undefined) || Boolean(tapes?.length || knownSizes?.length)
  );
}

/** The best size by its place in the chart, and what it was chosen by; or the reason why there is none. */
function findBest(
  prediction: Prediction,
  answers: Answers,
  garment: GarmentChart | undefined,
  experience: readonly Experience[],
) {
  if (!hasMeasurements(answers)) return refuse('NO_MEASUREMENTS');
  if (!garment || garment.sizes.length === 0) return refuse('NO_ADVICE_FOR_GARMENT');
  const chart = prepareChart(garment);
  if (!chart) return refuse('NO_RECOMMENDATION_GARMENT');
  const { scores, belief, anyFits, ...tried } = tryOn(prediction, chart);
  if (tried.best === undefined) return { ...refuse('NO_RECOMMENDATION_PERSON'), end: findEnd(prediction, chart) };
  const learned = learnFromExperience(
    chart.sizes.map(({ id }) => id),
    { probabilities: tried.probabilities, best: tried.best },
    experience,
  );
  const leg = suggestLeg(prediction, answers, chart.sizes[learned.best]?.legs ?? []);
  const isProven = experience.some(({ sizeId, fit }) => fit === 'right' && sizeId === chart.sizes[learned.best]?.id);
  const conflict = isProven
    ? undefined
    : findConflict(chart, learned.best, evaluateFit(prediction, chart, learned.best), anyFits);
  return { chart, scores, belief, leg, conflict, ...learned };
}

const refuse = (refusal: Refusal): { refusal: Refusal; end?: SizeEnd } => ({ refusal });

/** The end of the chart that is nearer to the body at the deciding point; undefined where no size has one. */
function findEnd(prediction: Prediction, { sizes, points, primary, bounds }: PreparedChart): SizeEnd | undefined {
  const point = points[primary];
  if (point === undefined) return undefined;
  const body = getEstimate(prediction, point).value;
  const known = sizes.flatMap(({ name }, size) => {
    const own = bounds[size]?.[primary];
    return own ? [{ name, least: own.roomy, most: own.snug }] : [];
  });
  const [first, ...rest] = known;
  if (!first) return undefined;
  const largest = rest.reduce((one, other) => (other.most >= one.most ? other : one), first);
  const smallest = rest.reduce((one, other) => (other.least < one.least ? other : one), first);
  return body > (largest.most + smallest.least) / 2
    ? { point, end: 'largest', size: largest.name, madeFor: largest.most }
    : { point, end: 'smallest', size: smallest.name, madeFor: smallest.least };
}

/** The size and leg that `suggestSize` advises, without what it says about them: in a fraction of the time, for many people and garments at once. */
export function chooseSize(
  prediction: Prediction,
  answers: Answers,
  garment: GarmentChart | undefined,
  experience: readonly Experience[] = [],
): { size: string; leg: string | null; hasConflict: boolean } | { refusal: Refusal } {
  const found = findBest(prediction, answers, garment, experience);
  if ('refusal' in found) return { refusal: found.refusal };
  const { name } = found.chart.sizes[found.best] as PreparedChart['sizes'][number];
  return { size: name, leg: found.leg?.advice.name ?? null, hasConflict: found.conflict !== undefined };
}

/**
 * The size to order of a garment, or the reason why there is no advice. `answers` are those that the prediction was made from, `experience` what the wearer
 * has said about sizes of this garment, the latest first.
 */
export function suggestSize(
  prediction: Prediction,
  answers: Answers,
  garment: GarmentChart | undefined,
  experience: readonly Experience[] = [],
): { suggestion: Suggestion } | { refusal: Refusal; end?: SizeEnd | undefined } {
  const found = findBest(prediction, answers, garment, experience);
  if ('refusal' in found) return found;
  const { chart, scores, belief, leg, best, probabilities, conflict } = found;
  const sizes = chart.sizes.map(({ id, name }, size) => ({
    id,
    name,
    score: at(scores, size),
    probability: at(probabilities, size),
    points: evaluateFit(prediction, chart, size),
  }));
  const others = sizes.filter((_, size) => size !== best && at(probabilities, size) > 0);
  const runnerUp = others.reduce<SizeAdvice | undefined>(
    (most, each) => (!most || each.probability > most.probability ? each : most),
    undefined,
  );
  const confidence = at(probabilities, best);
  const askFor = tapeWorthAsking(belief, answers, chart, confidence) ?? leg?.askFor;
  return { suggestion: { best: sizes[best] as SizeAdvice, runnerUp, confidence, leg: leg?.advice, askFor, conflict, sizes } };
}

/** Every size on bodies drawn from the prediction: the best one, if any would fit, and what was seen; `belief` is of the chart's points. */
function tryOn({ interpretations }: Prediction, chart: PreparedChart) {
  const beliefs = interpretations.map(({ weight, belief }) => ({
    weight,
    belief: marginalise(belief, getMeasureIndices(chart)),
  }));
  const comparison = compareSizes(chart, sampleBodies(beliefs, DRAWS), DRAWS);
  return { ...comparison, best: chooseFrom(comparison, chart), belief: collapseMixture(beliefs) };
}

/** The leg to order, and whether a tape of the inside leg is worth taking; undefined where there is no choice or no leg is near. */
function suggestLeg(
  prediction: Prediction,
  { tapes = [] }: Answers,
  legs: readonly LegLength[],
): { advice: LegAdvice; askFor?: FitPoint } | undefined {
  if (legs.length < 2) return undefined;
  const sizes = legs.map(({ id, name, insideLeg }) => ({ id, name, points: { crotchHeight: insideLeg + HEEL_HEIGHT } }));
  const chart = prepareChart({ measuresOf: 'body', sex: 'unisex', kind: 'trousers', sizes });
  const { best, probabilities } = chart ? tryOn(prediction, chart) : {};
  const chosen = best === undefined ? undefined : sizes[best];
  if (!chosen || best === undefined || !probabilities) return undefined;
  const probability = at(probabilities, best);
  const isTaped = tapes.some(({ measure }) => measure === 'crotchHeight');
  return {
    advice: { id: chosen.id, name: chosen.name, probability },
    askFor: probability < ASK_BELOW.fine && !isTaped ? 'crotchHeight' : undefined,
  };
}

/** The point whose tape raises the confidence most; at most one is asked for, for trousers two. `belief` is of the chart's points. */
function tapeWorthAsking(
  belief: Gaussian,
  { tapes = [] }: Answers,
  chart: PreparedChart,
  confidence: number,
): FitPoint | undefined {
  const enough = chart.grade >= ASK_BELOW.wideFrom ? ASK_BELOW.wide : ASK_BELOW.fine;
  if (confidence >= enough || tapes.length >= (chart.kind === 'trousers' ? 2 : 1)) return undefined;
  let most: { point: FitPoint; confidence: number } | undefined;
  for (const [k, point] of chart.points.entries()) {
    if (!TAPEABLE.includes(point) || tapes.some(({ measure }) => measure === point)) continue;
    const expected = confidenceWith(belief, chart, k);
    if (expected > confidence && (!most || expected > most.confidence)) most = { point, confidence: expected };
  }
  return most?.point;
}

/** The confidence that is to be expected once the wearer has measured the chart's k-th point. */
function confidenceWith(belief: Gaussian, chart: PreparedChart, k: number): number {
  const middle = at(belief.mean, k);
  const error = (TAPE_SD / Math.exp(middle)) ** 2;
  const spread = Math.sqrt(getVariance(belief, k) + error);
  let confidence = 0;
  for (const [z, weight] of OUTCOMES) {
    const known = copyGaussian(belief);
    observe(known, k, middle + z * spread, error);
    const bodies = sampleBodies([{ weight: 1, belief: known }], OUTCOME_DRAWS);
    confidence += weight * Math.max(...compareSizes(chart, bodies, OUTCOME_DRAWS).probabilities);
  }
  return confidence;
}
