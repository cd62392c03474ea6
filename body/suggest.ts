import type { Answers } from './answers.ts';
import { type Experience, learnFromExperience } from './experience.ts';
import { evaluateFit, fitUtility, getMeasureIndices, type PointFit } from './fit.ts';
import {
  type FitPoint,
  type GarmentChart,
  getMidpoint,
  HEEL_HEIGHT,
  type LegLength,
  type PreparedChart,
  prepareChart,
} from './garment-chart.ts';
import { collapseMixture, copyGaussian, type Gaussian, getVariance, marginalise, observe } from './gaussian.ts';
import { at } from './matrix.ts';
import { TAPE_SD } from './observations.ts';
import type { Prediction } from './predict.ts';
import { sampleBodies } from './sampling.ts';

const DRAWS = 256;
/** Weight of points other than the primary one. */
const SECONDARY = 0.4;
/** A size is advised only where some size fits the body with at least this probability; otherwise the body is outside the chart. */
const FITTING = 0.25;
/** Of sizes nearly as probable as the best one, within this margin, the larger is suggested, since people order too small. */
const TIE = 0.05;
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
  /** All sizes, in the order of the chart. */
  sizes: SizeAdvice[];
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
  const { scores, belief, ...tried } = tryOn(prediction, chart);
  if (tried.best === undefined) return refuse('NO_RECOMMENDATION_PERSON');
  const learned = learnFromExperience(
    chart.sizes.map(({ id }) => id),
    { probabilities: tried.probabilities, best: tried.best },
    experience,
  );
  const leg = suggestLeg(prediction, answers, chart.sizes[learned.best]?.legs ?? []);
  return { chart, scores, belief, leg, ...learned };
}

const refuse = (refusal: Refusal) => ({ refusal });

/** The size and leg that `suggestSize` advises, without what it says about them: in a fraction of the time, for many people and garments at once. */
export function chooseSize(
  prediction: Prediction,
  answers: Answers,
  garment: GarmentChart | undefined,
  experience: readonly Experience[] = [],
): { size: string; leg: string | null } | { refusal: Refusal } {
  const found = findBest(prediction, answers, garment, experience);
  if ('refusal' in found) return found;
  return { size: (found.chart.sizes[found.best] as PreparedChart['sizes'][number]).name, leg: found.leg?.advice.name ?? null };
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
): { suggestion: Suggestion } | { refusal: Refusal } {
  const found = findBest(prediction, answers, garment, experience);
  if ('refusal' in found) return found;
  const { chart, scores, belief, leg, best, probabilities } = found;
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
  return { suggestion: { best: sizes[best] as SizeAdvice, runnerUp, confidence, leg: leg?.advice, askFor, sizes } };
}

/** Every size on bodies drawn from the prediction: the best one, if any would fit, and what was seen; `belief` is of the chart's points. */
function tryOn({ interpretations }: Prediction, chart: PreparedChart) {
  const beliefs = interpretations.map(({ weight, belief }) => ({
    weight,
    belief: marginalise(belief, getMeasureIndices(chart)),
  }));
  const { probabilities, scores, fitting } = compare(chart, sampleBodies(beliefs, DRAWS), DRAWS);
  return { best: bestOf(probabilities, chart, fitting), probabilities, scores, belief: collapseMixture(beliefs) };
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

interface Comparison {
  /** Of each size: how often it served best. */
  probabilities: Float64Array;
  /** Of each size: mean utility. */
  scores: Float64Array;
  /** Of each size: how often it was neither too tight nor too big at the primary point. */
  fitting: Float64Array;
}

/** Tries every size on every drawn body. */
function compare(chart: PreparedChart, bodies: Float64Array, count: number): Comparison {
  const n = chart.points.length;
  const sizes = chart.sizes.length;
  const probabilities = new Float64Array(sizes);
  const scores = new Float64Array(sizes);
  const fitting = new Float64Array(sizes);
  for (let draw = 0; draw < count; draw++) {
    let [best, most] = [0, -1];
    for (let size = 0; size < sizes; size++) {
      let [sum, weights] = [0, 0];
      for (let k = 0; k < n; k++) {
        const bounds = chart.bounds[size]?.[k];
        if (!bounds) continue;
        const weight = k === chart.primary ? 1 : SECONDARY;
        const body = at(bodies, draw * n + k);
        if (k === chart.primary && body <= bounds.tight && body >= bounds.big) fitting[size] = at(fitting, size) + 1 / count;
        sum += weight * fitUtility(body, bounds);
        weights += weight;
      }
      const utility = weights > 0 ? sum / weights : 0;
      scores[size] = at(scores, size) + utility / count;
      // Equal sizes: the larger one, which comes later.
      if (utility >= most) [best, most] = [size, utility];
    }
    if (most > 0) probabilities[best] = at(probabilities, best) + 1 / count;
  }
  return { probabilities, scores, fitting };
}

/** The most probable size, or a next larger one when it is nearly as probable; undefined when no size fits with enough probability. */
function bestOf(probabilities: Float64Array, chart: PreparedChart, fitting: Float64Array): number | undefined {
  const most = Math.max(...fitting);
  if (most < FITTING) return undefined;
  const likelier = (one: number | undefined, other: number) =>
    one === undefined || at(probabilities, other) > at(probabilities, one) ? other : one;
  const able = [...chart.sizes.keys()].filter((size) => at(fitting, size) > 0.5 || at(fitting, size) >= most);
  const likeliest = able.reduce<number | undefined>(likelier, undefined);
  if (likeliest === undefined || at(probabilities, likeliest) === 0) return undefined;
  const enough = at(probabilities, likeliest) - TIE;
  let best = likeliest;
  for (;;) {
    const larger: number[] = nextAbove(chart, best).filter((size) => able.includes(size) && at(probabilities, size) > enough);
    if (larger.length === 0) return best;
    best = larger.reduce((one, other) => likelier(one, other));
  }
}

/** The next larger sizes: the next of the chart; where sizes have legs of their own, the next one of this leg and the next leg of this one. */
function nextAbove({ sizes, points, primary }: PreparedChart, size: number): number[] {
  if (!points.includes('crotchHeight')) return size + 1 < sizes.length ? [size + 1] : [];
  const of = (which: number, point: FitPoint | undefined) => getMidpoint(point && sizes[which]?.points[point]);
  const next = (larger: FitPoint | undefined, same: FitPoint | undefined) =>
    [...sizes.keys()]
      .filter((other) => of(other, same) === of(size, same) && of(other, larger) > of(size, larger))
      .sort((one, other) => of(one, larger) - of(other, larger))
      .slice(0, 1);
  return [...next(points[primary], 'crotchHeight'), ...next('crotchHeight', points[primary])];
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
    confidence += weight * Math.max(...compare(chart, bodies, OUTCOME_DRAWS).probabilities);
  }
  return confidence;
}
