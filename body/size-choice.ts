import { fitUtility, fitWorth } from './fit.ts';
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
/** The same of a leg, of which people do not order too short ones; a leg that is too long can be taken up. */
const LONG_ENOUGH = 0.51;

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
  const tried = { worth: 0, utility: 0, isTight: false, fitsPrimary: false };
  let anyFits = 0;
  for (let draw = 0; draw < count; draw++) {
    let best = -1;
    let most = Number.NEGATIVE_INFINITY;
    let isServed = false;
    let isFitted = false;
    for (let size = 0; size < sizes; size++) {
      tryOn(chart, size, bodies, draw * n, tried);
      scores[size] = at(scores, size) + tried.utility * share;
      if (tried.fitsPrimary) fitting[size] = at(fitting, size) + share;
      if (tried.fitsPrimary && !tried.isTight) isFitted = true;
      // Equal sizes: the larger one, which comes later.
      if (tried.worth >= most) {
        best = size;
        most = tried.worth;
        isServed = !tried.isTight && tried.utility > 0;
      }
    }
    if (isFitted) anyFits += share;
    if (most === Number.NEGATIVE_INFINITY) continue;
    chosen[best] = at(chosen, best) + share;
    if (isServed) probabilities[best] = at(probabilities, best) + share;
  }
  return { chosen, probabilities, scores, fitting, anyFits };
}

/** One size on one body, written to `tried`: an object for each of some hundred thousand would cost most of the time. */
function tryOn(
  { points, bounds, allowances, primary }: PreparedChart,
  size: number,
  bodies: Float64Array,
  row: number,
  tried: { worth: number; utility: number; isTight: boolean; fitsPrimary: boolean },
): void {
  const own = bounds[size] ?? [];
  let worth = 0;
  let utility = 0;
  let weights = 0;
  tried.isTight = false;
  tried.fitsPrimary = false;
  for (let k = 0; k < points.length; k++) {
    const limits = own[k];
    const allowance = allowances[k];
    if (!limits || !allowance) continue;
    const body = bodies[row + k] as number;
    const weight = k === primary ? 1 : SECONDARY;
    if (body > limits.tight) tried.isTight = true;
    else if (k === primary && body >= limits.big) tried.fitsPrimary = true;
    weights += weight;
    if (body <= limits.snug && body >= limits.roomy) {
      utility += weight;
      continue;
    }
    worth += weight * (fitWorth(body, limits, allowance) - 1);
    utility += weight * fitUtility(body, limits);
  }
  // A size without the primary measure is never the best.
  tried.worth = own[primary] ? worth : Number.NEGATIVE_INFINITY;
  tried.utility = weights > 0 ? utility / weights : 0;
}

/** The size to advise, by its place in the chart; undefined when no size fits the deciding point with enough probability. */
export function chooseFrom({ chosen, fitting }: Comparison, chart: PreparedChart): number | undefined {
  if (Math.max(...fitting) < FITTING) return undefined;
  const valueAt = (point: FitPoint | undefined) => (size: number) => getMidpoint(point && chart.sizes[size]?.points[point]);
  const girth = valueAt(chart.points[chart.primary]);
  const sizes = [...chart.sizes.keys()].filter((size) => !Number.isNaN(girth(size)));
  if (!chart.points.includes('crotchHeight')) return largeEnough(sizes, chosen, (size) => size, LARGE_ENOUGH);
  // Sizes that have a leg length of their own: the girth, and the leg of it.
  const leg = valueAt('crotchHeight');
  const ofLeg = largeEnough(sizes, chosen, leg, LONG_ENOUGH);
  const ofGirth = chart.points[chart.primary] === 'crotchHeight' ? ofLeg : largeEnough(sizes, chosen, girth, LARGE_ENOUGH);
  if (ofGirth === undefined || ofLeg === undefined) return undefined;
  const distance = (size: number) => Math.abs(leg(size) - leg(ofLeg));
  return sizes
    .filter((size) => girth(size) === girth(ofGirth))
    .reduce((nearest, size) => (distance(size) <= distance(nearest) ? size : nearest), ofGirth);
}

/** The first size, by this order, that with all below it is large enough for this share of the bodies. */
function largeEnough(
  sizes: readonly number[],
  chosen: Float64Array,
  order: (size: number) => number,
  share: number,
): number | undefined {
  const sorted = sizes.toSorted((one, other) => order(one) - order(other));
  let below = 0;
  for (const [i, size] of sorted.entries()) {
    below += at(chosen, size);
    const next = sorted[i + 1];
    const isLastOfEqual = next === undefined || order(next) > order(size);
    if (isLastOfEqual && below >= share - 1e-9) return size;
  }
  return sorted.at(-1);
}
