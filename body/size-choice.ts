import { classifyFit, fitUtility, fitWorth } from './fit.ts';
import { type FitPoint, getMidpoint, type PreparedChart } from './garment-chart.ts';
import { at } from './matrix.ts';

/** Weight of points other than the primary one. */
const SECONDARY = 0.4;
/** A size is advised only where some size fits the deciding point of the body with at least this probability; otherwise the body is outside the chart. */
const FITTING = 0.25;
/**
 * The size is advised that is large enough for this share of the bodies: slightly more than half, since people order too small. Unlike the most frequent
 * size, it never becomes smaller when all bodies become larger.
 */
const LARGE_ENOUGH = 0.525;

/** Every size tried on drawn bodies; shares are by size, in the order of the chart. */
export interface Comparison {
  /** How often it is the best size, whether or not it fits; sum 1. */
  chosen: Float64Array;
  /** How often it is the best size, and nowhere too tight. */
  probabilities: Float64Array;
  /** Mean utility. */
  scores: Float64Array;
  /** How often it is neither too tight nor too big at the primary point. */
  fitting: Float64Array;
  /** How often some size is nowhere too tight, and not too big at the primary point. */
  anyFits: number;
}

/** Tries every size on every drawn body: `count` rows of the chart's points, cm. */
export function compareSizes(chart: PreparedChart, bodies: Float64Array, count: number): Comparison {
  const n = chart.points.length;
  const sizes = chart.sizes.length;
  const [chosen, probabilities, scores, fitting] = Array.from({ length: 4 }, () => new Float64Array(sizes)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const share = 1 / count;
  let anyFits = 0;
  for (let draw = 0; draw < count; draw++) {
    let [best, most, isServed, isFitted] = [-1, Number.NEGATIVE_INFINITY, false, false];
    for (let size = 0; size < sizes; size++) {
      const tried = tryOn(chart, size, bodies, draw * n);
      scores[size] = at(scores, size) + tried.utility * share;
      if (tried.fitsPrimary) fitting[size] = at(fitting, size) + share;
      isFitted ||= tried.fitsPrimary && !tried.isTight;
      // Equal sizes: the larger one, which comes later.
      if (tried.worth >= most) [best, most, isServed] = [size, tried.worth, !tried.isTight && tried.utility > 0];
    }
    if (isFitted) anyFits += share;
    if (best < 0) continue;
    chosen[best] = at(chosen, best) + share;
    if (isServed) probabilities[best] = at(probabilities, best) + share;
  }
  return { chosen, probabilities, scores, fitting, anyFits };
}

/** One size on one body. A size without the primary measure is never the best. */
function tryOn(chart: PreparedChart, size: number, bodies: Float64Array, row: number) {
  let [worth, utility, weights, isTight, fitsPrimary] = [0, 0, 0, false, false];
  for (let k = 0; k < chart.points.length; k++) {
    const bounds = chart.bounds[size]?.[k];
    const allowance = chart.allowances[k];
    if (!bounds || !allowance) continue;
    const body = at(bodies, row + k);
    const weight = k === chart.primary ? 1 : SECONDARY;
    const fit = classifyFit(body, bounds);
    if (fit === 'tooTight') isTight = true;
    if (k === chart.primary) fitsPrimary = fit !== 'tooTight' && fit !== 'tooBig';
    worth += weight * (fitWorth(body, bounds, allowance) - 1);
    utility += weight * fitUtility(body, bounds);
    weights += weight;
  }
  const isComparable = chart.bounds[size]?.[chart.primary] !== undefined;
  return {
    worth: isComparable ? worth : Number.NEGATIVE_INFINITY,
    utility: weights > 0 ? utility / weights : 0,
    isTight,
    fitsPrimary,
  };
}

/** The size to advise, by its place in the chart; undefined when no size fits the deciding point with enough probability. */
export function chooseFrom({ chosen, fitting }: Comparison, chart: PreparedChart): number | undefined {
  if (Math.max(...fitting) < FITTING) return undefined;
  const valueAt = (point: FitPoint | undefined) => (size: number) => getMidpoint(point && chart.sizes[size]?.points[point]);
  const girth = valueAt(chart.points[chart.primary]);
  const sizes = [...chart.sizes.keys()].filter((size) => !Number.isNaN(girth(size)));
  if (!chart.points.includes('crotchHeight')) return largeEnough(sizes, chosen, (size) => size);
  // Sizes that have a leg length of their own: the girth, and the leg of it.
  const leg = valueAt('crotchHeight');
  const [ofGirth, ofLeg] = [largeEnough(sizes, chosen, girth), largeEnough(sizes, chosen, leg)];
  if (ofGirth === undefined || ofLeg === undefined) return undefined;
  const distance = (size: number) => Math.abs(leg(size) - leg(ofLeg));
  return sizes
    .filter((size) => girth(size) === girth(ofGirth))
    .reduce((nearest, size) => (distance(size) <= distance(nearest) ? size : nearest), ofGirth);
}

/** The first size, by this order, that with all below it is large enough for so many of the bodies. */
function largeEnough(sizes: readonly number[], chosen: Float64Array, order: (size: number) => number): number | undefined {
  const sorted = sizes.toSorted((one, other) => order(one) - order(other));
  let below = 0;
  for (const [i, size] of sorted.entries()) {
    below += at(chosen, size);
    const next = sorted[i + 1];
    const isLastOfEqual = next === undefined || order(next) > order(size);
    if (isLastOfEqual && below >= LARGE_ENOUGH - 1e-9) return size;
  }
  return sorted.at(-1);
}
