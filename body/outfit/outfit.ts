import type { PointFit } from '../fit.ts';
import type { FitClass } from '../fit-classes.ts';
import { type ChartSize, type FitPoint, type GarmentChart, getEase } from '../garment-chart.ts';

/** What garments cover. */
export const COVERAGES = [
  'longSleeved',
  'shortSleeved',
  'sleeveless',
  'trousers',
  'shorts',
  'skirt',
  'dress',
  'coverall',
  'nothing',
] as const;
export type Coverage = (typeof COVERAGES)[number];

/** One size of a garment on a body: what it covers, and how it fits at the points that are known. */
export interface Outfit {
  coverage: Coverage;
  points: readonly WornPoint[];
}

export interface WornPoint {
  point: FitPoint;
  class: FitClass;
  /** The garment's girth less the body's, cm; undefined where the point is a length. */
  clearance: number | undefined;
}

/** Points that are girths: what is between garment and body is all around. */
const GIRTHS: readonly FitPoint[] = ['neck', 'chest', 'waistNatural', 'waist', 'hip', 'thigh', 'upperArm', 'wrist'];

/**
 * A size as it is worn, for a picture. Charts of garments say how wide a garment is; of charts of bodies it is taken to be cut with the usual ease
 * for the middle of those it is made for.
 */
export function createOutfit(cover: Coverage, chart: GarmentChart, size: ChartSize, fits: readonly PointFit[]): Outfit {
  return {
    coverage: cover,
    points: fits.map((fit) => ({ point: fit.point, class: fit.class, clearance: clearanceOf(chart, size, fit) })),
  };
}

function clearanceOf(chart: GarmentChart, { points }: ChartSize, { point, body, ease }: PointFit): number | undefined {
  const made = points[point];
  if (made === undefined || !GIRTHS.includes(point)) return undefined;
  if (chart.measuresOf === 'garment') return ease;
  const { idealLow, idealHigh } = getEase(chart, point);
  return (typeof made === 'number' ? made : (made[0] + made[1]) / 2) + (idealLow + idealHigh) / 2 - body;
}
