import { at } from './matrix.ts';
import type { Measure, Sex } from './measures.ts';

/** Points where a garment is compared with a body. Women's charts mean `waistNatural` when they say waist. */
export const FIT_POINTS = [
  'neck',
  'chest',
  'waistNatural',
  'waist',
  'hip',
  'thigh',
  'upperArm',
  'wrist',
  'headGirth',
  'handGirth',
  'handLength',
  'shoulderLength',
  'sleeveOutseam',
  'sleeveSpineWrist',
  'waistBackLength',
  'crotchHeight',
  'footLength',
  'stature',
] as const satisfies readonly Measure[];
export type FitPoint = (typeof FIT_POINTS)[number];

export const GARMENT_KINDS = ['shirt', 'top', 'jacket', 'trousers', 'other'] as const;
export type GarmentKind = (typeof GARMENT_KINDS)[number];

/** From the top of the heel, where trousers end, to the floor, from where the inside leg of a body is measured, cm. */
export const HEEL_HEIGHT = 3.5;

/** Ease (garment minus body), cm: below `min` too tight, from `idealLow` to `idealHigh` good, above `max` too big. */
export interface Ease {
  min: number;
  idealLow: number;
  idealHigh: number;
  max: number;
}

/** A leg length in which a size of trousers is made. */
export interface LegLength {
  id: string;
  name: string;
  /** Inside leg, from the crotch to the top of the heel, cm. */
  insideLeg: number;
}

export interface ChartSize {
  id: string;
  name: string;
  /** cm: a range, or one number, which in a body chart reaches half-way to the neighbouring sizes. */
  points: Partial<Record<FitPoint, number | readonly [low: number, high: number]>>;
  /** Of trousers whose leg is chosen beside the size. */
  legs?: readonly LegLength[];
}

/** The manufacturer's size chart of one garment. */
export interface GarmentChart {
  /** `body`: measures of the bodies a size is made for. `garment`: measures of the garment itself. */
  measuresOf: 'body' | 'garment';
  sex: Sex | 'unisex';
  kind: GarmentKind;
  /** The smallest first. */
  sizes: readonly ChartSize[];
  fit?: 'slim' | 'regular' | 'relaxed' | 'overLayer';
  /** The point that decides; by default the first of chest, hip or waist that the chart has. */
  primary?: FitPoint;
  /** Replaces the usual ease of this kind of garment. */
  ease?: Partial<Record<FitPoint, Ease>>;
  /** How far the fabric stretches and how much the garment shrinks, percent. */
  stretchPercent?: number;
  shrinkPercent?: number;
}

/** Ease of regular woven garments, cm: starting values after CWU's costume text and Studio Calicot's table; a maker's own come first. */
const EASE: Record<GarmentKind, Partial<Record<FitPoint, Ease>>> = {
  shirt: {
    neck: { min: 0, idealLow: 1, idealHigh: 2, max: 3 },
    chest: { min: 3, idealLow: 6, idealHigh: 12, max: 20 },
    waist: { min: 2, idealLow: 5, idealHigh: 16, max: 28 },
    hip: { min: 2, idealLow: 5, idealHigh: 14, max: 24 },
    upperArm: { min: 2, idealLow: 5, idealHigh: 10, max: 16 },
  },
  top: {
    chest: { min: 0, idealLow: 3, idealHigh: 10, max: 18 },
    waist: { min: 0, idealLow: 3, idealHigh: 16, max: 28 },
    hip: { min: 0, idealLow: 3, idealHigh: 12, max: 22 },
    upperArm: { min: 0, idealLow: 3, idealHigh: 9, max: 15 },
  },
  jacket: {
    chest: { min: 6, idealLow: 9, idealHigh: 15, max: 24 },
    waist: { min: 4, idealLow: 8, idealHigh: 18, max: 30 },
    hip: { min: 4, idealLow: 8, idealHigh: 16, max: 26 },
    upperArm: { min: 4, idealLow: 7, idealHigh: 12, max: 18 },
  },
  trousers: {
    waist: { min: 0, idealLow: 1, idealHigh: 3, max: 6 },
    hip: { min: 2, idealLow: 4, idealHigh: 8, max: 14 },
    thigh: { min: 2, idealLow: 4, idealHigh: 8, max: 14 },
    // A garment's inseam ends some 3.5 cm above the floor, at the shoe.
    crotchHeight: { min: -5.5, idealLow: -4.5, idealHigh: -2.5, max: -0.5 },
  },
  other: {},
};
const SLEEVE: Ease = { min: -1, idealLow: 0, idealHigh: 2, max: 4 };
const GENERAL: Ease = { min: 0, idealLow: 2, idealHigh: 8, max: 16 };
/** What the cut changes at the body's girths, cm: minimum and ideal. */
const CUT = { slim: [-1, -3], regular: [0, 0], relaxed: [0, 4], overLayer: [4, 4] } as const;
const CUT_POINTS: readonly FitPoint[] = ['chest', 'waist', 'waistNatural', 'hip', 'thigh', 'upperArm'];

/**
 * Bounds on the body measure, cm, between which one size fits one point: above `tight` it is too tight, up to `snug` it fits well, below `roomy` it
 * is roomy, below `big` too big. tight ≥ snug ≥ roomy ≥ big.
 */
export interface FitBounds {
  tight: number;
  snug: number;
  roomy: number;
  big: number;
  /** The garment's own measure, cm, when the chart gives it. */
  garment?: number;
}

/** A chart prepared for comparison: its points in a fixed order, and the bounds of every size at every point. */
export interface PreparedChart {
  sizes: readonly ChartSize[];
  points: readonly FitPoint[];
  primary: number;
  /** By size, then by point; undefined where the chart has no value. */
  bounds: readonly (readonly (FitBounds | undefined)[])[];
  /** The usual step between sizes at the primary point, cm. */
  grade: number;
  /** By point: the usual distance from snug to too tight, and from roomy to too big, cm. The same for all sizes, so that a larger body never gains more by a smaller size. */
  allowances: readonly Allowance[];
  kind: GarmentKind;
}

export interface Allowance {
  tight: number;
  loose: number;
}

/** Prepares a chart for comparison; undefined when it has no size or no point that can be compared. */
export function prepareChart(chart: GarmentChart): PreparedChart | undefined {
  const points = FIT_POINTS.filter((point) => chart.sizes.some((size) => size.points[point] !== undefined));
  const usual: FitPoint[] =
    chart.kind === 'trousers'
      ? chart.sex === 'female'
        ? ['hip', 'waist', 'waistNatural']
        : ['waist', 'waistNatural', 'hip']
      : ['chest', 'hip', 'waist'];
  const [first] = points;
  const decides = [chart.primary, ...usual].find((point) => point !== undefined && points.includes(point)) ?? first;
  if (decides === undefined) return undefined;
  const byPoint = points.map((point) => (chart.measuresOf === 'body' ? bodyBounds(chart, point) : garmentBounds(chart, point)));
  const primary = points.indexOf(decides);
  return {
    sizes: chart.sizes,
    points,
    primary,
    bounds: chart.sizes.map((_, size) => byPoint.map((bounds) => bounds[size])),
    grade: gradeOf(chart.sizes, decides),
    allowances: byPoint.map((bounds) => ({
      tight: Math.max(medianOf(bounds.flatMap((each) => (each ? [each.tight - each.snug] : []))), 0.1),
      loose: Math.max(medianOf(bounds.flatMap((each) => (each ? [each.roomy - each.big] : []))), 0.1),
    })),
    kind: chart.kind,
  };
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const middle = (value: number | readonly [number, number]) => (typeof value === 'number' ? value : (value[0] + value[1]) / 2);

/** Middle of a chart's range for one size at one point, cm; NaN where the chart has no value. */
export const getMidpoint = (value: number | readonly [number, number] | undefined) =>
  value === undefined ? Number.NaN : middle(value);

/** The distinct ranges of a point in the order of their middles, single numbers and gaps widened to half-way between neighbours. */
function rangesOf(sizes: readonly ChartSize[], point: FitPoint): Map<number, [low: number, high: number]> {
  const distinct = new Map<number, [number, number]>();
  for (const size of sizes) {
    const value = size.points[point];
    if (value !== undefined) distinct.set(middle(value), typeof value === 'number' ? [value, value] : [value[0], value[1]]);
  }
  const sorted = [...distinct].sort(([one], [other]) => one - other).map(([, range]) => range);
  for (const [i, range] of sorted.entries()) {
    const next = sorted[i + 1];
    // A body between two sizes belongs to the nearer one, and to the larger one when both are as near.
    if (next && next[0] > range[1]) {
      const boundary = (range[1] + next[0]) / 2;
      range[1] = boundary;
      next[0] = boundary;
    }
  }
  // The first and the last of single numbers reach as far outwards as inwards.
  const values = [...distinct.keys()].sort((one, other) => one - other);
  const [first, last] = [sorted[0], sorted.at(-1)];
  const lone = gradeOf(sizes, point) || 4;
  if (first && first[0] === at(values, 0)) first[0] -= first[1] > first[0] ? first[1] - first[0] : lone / 2;
  const highest = at(values, values.length - 1);
  if (last && last[1] === highest) last[1] += last[1] > last[0] && sorted.length > 1 ? last[1] - last[0] : lone / 2;
  return distinct;
}

/** The median step between the distinct values of a point; 0 when there is one size only. */
function gradeOf(sizes: readonly ChartSize[], point: FitPoint): number {
  const values = [...new Set(sizes.flatMap(({ points }) => (points[point] === undefined ? [] : [middle(points[point])])))].sort(
    (a, b) => a - b,
  );
  return medianOf(values.slice(1).map((value, i) => value - at(values, i)));
}

function bodyBounds({ sizes, stretchPercent = 0 }: GarmentChart, point: FitPoint): (FitBounds | undefined)[] {
  const ranges = rangesOf(sizes, point);
  return sizes.map(({ points }) => {
    const range = points[point] === undefined ? undefined : ranges.get(middle(points[point]));
    if (!range) return undefined;
    const [low, high] = range;
    // Half a size more than made for is snug, a whole size less is roomy.
    const width = Math.max(high - low, 1);
    return { tight: high + width / 2 + stretchOf(high, stretchPercent), snug: high, roomy: low, big: low - width };
  });
}

/** A body that is too large may use half of the fabric's stretch at this girth, cm. */
const stretchOf = (girth: number, percent: number) => (0.5 * girth * percent) / 100;

function garmentBounds(chart: GarmentChart, point: FitPoint): (FitBounds | undefined)[] {
  const { min, idealLow, idealHigh, max } = getEase(chart, point);
  return chart.sizes.map(({ points }) => {
    if (points[point] === undefined) return undefined;
    const garment = middle(points[point]) * (1 - (chart.shrinkPercent ?? 0) / 100);
    const stretch = stretchOf(garment, chart.stretchPercent ?? 0);
    return {
      tight: garment - min + stretch,
      snug: garment - idealLow + stretch / 2,
      roomy: garment - idealHigh,
      big: garment - max,
      garment,
    };
  });
}

/** Ease required by a garment of this kind and cut at a point, cm; the chart's own takes precedence. */
export function getEase({ kind, fit = 'regular', ease }: GarmentChart, point: FitPoint): Ease {
  const own = ease?.[point];
  if (own) return own;
  const isSleeve = point === 'sleeveOutseam' || point === 'sleeveSpineWrist';
  const like = point === 'waistNatural' ? 'waist' : point;
  const usual = EASE[kind][like] ?? (isSleeve ? SLEEVE : GENERAL);
  const [least, ideal] = CUT_POINTS.includes(point) ? CUT[fit] : [0, 0];
  const min = usual.min + least;
  return { min, idealLow: Math.max(usual.idealLow + ideal, min), idealHigh: usual.idealHigh + ideal, max: usual.max + ideal };
}
