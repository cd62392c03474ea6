import { FIT_CLASSES, type FitClass } from './fit-classes.ts';
import type { Allowance, FitBounds, FitPoint, PreparedChart } from './garment-chart.ts';
import { at } from './matrix.ts';
import { MEASURE_INDEX } from './measures.ts';
import { getEstimate, type Prediction } from './predict.ts';

/** How one size fits at one point. */
export interface PointFit {
  point: FitPoint;
  /** Median of the body measure, cm. */
  body: number;
  /**
   * Space between garment and body, cm. With a garment chart, the ease; with a body chart, how far the body lies outside the range that the
   * size is made for: 0 inside, negative too tight.
   */
  ease: number;
  class: FitClass;
  /** Probability of the class. */
  probability: number;
  /** Of all five classes, in the order of FIT_CLASSES. */
  probabilities: readonly number[];
}

/** The class of a body measure between the bounds of a size. */
export function classifyFit(body: number, { tight, snug, roomy, big }: FitBounds): FitClass {
  if (body > tight) return 'tooTight';
  if (body > snug) return 'snug';
  if (body >= roomy) return 'good';
  return body >= big ? 'roomy' : 'tooBig';
}

/** Utility at twice the distance from ideal to too big: people wear loose clothes, not tight ones. */
const LOOSE_END = 0.3;

/** Utility of a size at a point, 0 to 1: 1 where it fits, falling to 0 as it gets too tight, slowly as it gets too big. */
export function fitUtility(body: number, { tight, snug, roomy, big }: FitBounds): number {
  if (body > snug) return Math.max(0, 1 - (body - snug) / Math.max(tight - snug, 0.1));
  if (body < roomy) return Math.max(0, 1 - ((1 - LOOSE_END) * (roomy - body)) / (2 * Math.max(roomy - big, 0.1)));
  return 1;
}

/**
 * The worth of a size at a point, to compare sizes by: 1 where it fits, and falling for ever by the same rate outside. As it is concave, and the rates are the
 * same for all sizes, more of a measure never makes a smaller size the better one. `fitUtility`, which ends at 0, would: sizes that are all far too tight
 * would be equally good.
 */
export function fitWorth(body: number, { snug, roomy }: FitBounds, { tight, loose }: Allowance): number {
  if (body > snug) return 1 - (body - snug) / tight;
  if (body < roomy) return 1 - ((1 - LOOSE_END) * (roomy - body)) / (2 * loose);
  return 1;
}

/** How one size fits at all points that its chart knows. */
export function evaluateFit(prediction: Prediction, chart: PreparedChart, size: number): PointFit[] {
  return chart.points.flatMap((point, k) => {
    const bounds = chart.bounds[size]?.[k];
    if (!bounds) return [];
    const { value: body, sd } = getEstimate(prediction, point);
    // P(body ≤ bound), the logarithm being normal.
    const below = (bound: number) => (bound <= 0 ? 0 : normalCdf(Math.log(bound / body) / (sd / body)));
    const [tight, snug, roomy, big] = [bounds.tight, bounds.snug, bounds.roomy, bounds.big].map(below) as [
      number,
      number,
      number,
      number,
    ];
    const probabilities = [1 - tight, tight - snug, snug - roomy, roomy - big, big];
    const fitClass = classifyFit(body, bounds);
    const ease =
      bounds.garment === undefined ? Math.max(bounds.roomy - body, 0) + Math.min(bounds.snug - body, 0) : bounds.garment - body;
    return [{ point, body, ease, class: fitClass, probability: at(probabilities, FIT_CLASSES.indexOf(fitClass)), probabilities }];
  });
}

/** Components of a prediction's vector that a chart is compared with. */
export function getMeasureIndices(chart: PreparedChart): number[] {
  return chart.points.map((point) => MEASURE_INDEX[point]);
}

/** Share of the standard normal distribution below z (Abramowitz and Stegun 26.2.17, error below 7.5e-8). */
export function normalCdf(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    0.3989422804 *
    Math.exp((-z * z) / 2) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return z > 0 ? 1 - tail : tail;
}
