import type { PointFit } from '../fit.ts';
import type { FitClass } from '../fit-classes.ts';
import { type ChartSize, type FitPoint, type GarmentChart, getEase } from '../garment-chart.ts';

/** The parts of the body that garments cover. */
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

/** One size of a garment on a body: its coverage, and its fit at the points with data. */
export interface Outfit {
  coverage: Coverage;
  points: readonly WornPoint[];
}

export interface WornPoint {
  point: FitPoint;
  class: FitClass;
  /** The garment's girth minus the body's, cm; undefined for lengths. */
  clearance: number | undefined;
}

/** Points that are girths, at which a garment has clearance all around. */
const GIRTHS: readonly FitPoint[] = ['neck', 'chest', 'waistNatural', 'waist', 'hip', 'thigh', 'upperArm', 'wrist'];

/**
 * Describes a size as worn, for the mannequin. A garment chart gives the garment's own girths. With a body chart, the garment is
 * assumed to have the usual ease for the middle of the range it is made for.
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
