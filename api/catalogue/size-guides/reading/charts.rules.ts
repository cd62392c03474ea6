import {
  type ChartSize,
  type FitPoint,
  type GarmentChart,
  type GarmentKind,
  getMidpoint,
  HEEL_HEIGHT,
} from '#body/garment-chart.ts';
import { getGarmentCoverage } from './garment-coverage.rules.ts';
import { type LegLengthColumns, normaliseSizeName, readRowLegLengths, toLegLengths } from './inseam.rules.ts';
import { getInsideLegs } from './size-names.rules.ts';
import { findSizeRows } from './size-rows.rules.ts';

/** A size guide with the meaning of its columns. */
export interface ParsedSizeGuide {
  /** 0 men, 1 women, 2 everyone. */
  gender: number;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** Columns that name a size: "Size", "UK size". */
  sizeColumns: readonly string[];
  /** The measure of the body that a column states, in cm. `collar` is the collar of the garment, `insideLeg` the leg of the trousers. */
  points: Readonly<Record<string, string>>;
  legs: LegLengthColumns;
}

interface Value {
  id: number;
  name: string;
}

/** The measures that decide the size of a kind of garment; empty for bags, caps and shoes, for which there is no advice. */
export const hasAdvisedMeasure = ({ points }: Pick<ParsedSizeGuide, 'points'>, garmentType: string | null): boolean =>
  Object.values(points).some((name) =>
    POINTS[getGarmentKind(garmentType)].some((point) => point === (GARMENT_MEASURES[name]?.point ?? name)),
  );

/** What a collar measures more than the neck in it, cm. */
export const COLLAR_EASE = 1.3;

/** Columns that measure the garment: the corresponding measure of the body and the difference to it, cm. */
export const GARMENT_MEASURES: Readonly<Record<string, { point: FitPoint; offset: number }>> = {
  collar: { point: 'neck', offset: COLLAR_EASE },
  insideLeg: { point: 'crotchHeight', offset: -HEEL_HEIGHT },
};

type Kind = GarmentKind | 'dress';

const KINDS: Record<Kind, readonly string[]> = {
  shirt: ['shirt', 'short-sleeve-shirt', 'blouse'],
  top: [
    'polo',
    'long-sleeve-polo',
    'tee',
    'sweatshirt',
    'hoodie',
    'jumper',
    'cardigan',
    'fleece',
    'gilet',
    'scrubs',
    'waistcoat',
    'hi-vis-vest',
  ],
  jacket: ['blazer', 'softshell', 'parka', 'chef-jacket', 'hi-vis-jacket', 'coverall'],
  trousers: ['trousers', 'chinos', 'cargo-trousers', 'hi-vis-trousers', 'shorts', 'skirt'],
  dress: ['dress'],
  other: [],
};

/** The measures by which each kind of garment is compared with a body. The first that its chart has decides, except that women's trousers are chosen by the hip. */
const POINTS: Record<Kind, readonly FitPoint[]> = {
  shirt: ['neck', 'chest', 'waistNatural'],
  top: ['chest'],
  jacket: ['chest', 'waist', 'waistNatural'],
  trousers: ['waist', 'waistNatural', 'hip', 'crotchHeight'],
  dress: ['chest', 'waistNatural', 'hip'],
  other: ['chest', 'waist', 'waistNatural', 'hip'],
};

/** Ids of the kinds of garments in the body and size service. */
export const GARMENT_TYPE_IDS: Record<Kind, number> = { shirt: 1, top: 2, jacket: 3, trousers: 4, dress: 5, other: 9 };

/** The garment types that are of some kind, each with its kind; all others are `other`. For statements that compare kinds. */
export const KINDS_BY_GARMENT_TYPE: ReadonlyMap<string, Kind> = new Map(
  Object.entries(KINDS).flatMap(([kind, types]) => types.map((type) => [type, kind as Kind] as const)),
);

/** The kind of garment of a product, by the garment type that is drawn for it. */
export function getGarmentKind(garmentType: string | null): Kind {
  return KINDS_BY_GARMENT_TYPE.get(garmentType ?? '') ?? 'other';
}

/** "91–94" or "37", in cm; undefined for a cell without figures. */
function rangeOf(cell: string | undefined): [low: number, high: number] | undefined {
  const figures = (cell ?? '').match(/\d+(?:\.\d+)?/g)?.map(Number) ?? [];
  const [low, high = low] = figures;
  return low === undefined || high === undefined || figures.length > 2 ? undefined : [low, high];
}

/**
 * Builds a garment's chart from its size guide: each of its sizes with the body measures that the guide gives for it, cm. Sizes
 * that the guide does not contain are left out; a chart without sizes cannot give advice.
 */
export function buildGarmentChart(
  guide: ParsedSizeGuide,
  garmentType: string | null,
  { sizes, lengths }: { sizes: readonly Value[]; lengths: readonly (readonly Value[])[] },
): GarmentChart {
  const kind = getGarmentKind(garmentType);
  const measured = guide.columns.flatMap((column, at) => {
    const measureName = guide.points[column];
    const { point, offset } = GARMENT_MEASURES[measureName ?? ''] ?? { point: measureName as FitPoint | undefined, offset: 0 };
    return point && POINTS[kind].includes(point) ? [{ at, point, offset }] : [];
  });
  const isTrousers = getGarmentCoverage(garmentType) === 'trousers';
  const sizeRows = findSizeRows(guide, garmentType, sizes);
  const legNames = sizeRows.flatMap(({ leg }) => leg ?? []);
  const chartSizes = sizeRows.flatMap(({ id, name, row = [], leg }): ChartSize[] => {
    const points: ChartSize['points'] = Object.fromEntries(
      measured.flatMap(({ at, point, offset }) => {
        const range = rangeOf(row[at]);
        return range ? [[point, [range[0] - offset, range[1] - offset] as const]] : [];
      }),
    );
    if (leg !== undefined) {
      // Sizes that differ only in leg length cannot be distinguished when a leg length is unknown.
      const insideLeg = getInsideLegs(legNames, guide.columns, row, guide.legs).get(normaliseSizeName(leg));
      if (insideLeg === undefined) return [];
      return Object.keys(points).length > 0
        ? [{ id: String(id), name, points: { ...points, crotchHeight: insideLeg + HEEL_HEIGHT } }]
        : [];
    }
    const legsOfSize = isTrousers ? readRowLegLengths(guide.columns, row, guide.legs) : undefined;
    const legs = legsOfSize && lengths.map((values) => toLegLengths(values, legsOfSize)).find((choice) => choice.length > 1);
    // Where the leg length is chosen separately, it must not limit the size.
    if (legs) delete points.crotchHeight;
    return Object.keys(points).length > 0 ? [{ id: String(id), name, points, ...(legs ? { legs } : {}) }] : [];
  });
  const sex = guide.gender === 0 ? 'male' : guide.gender === 1 ? 'female' : 'unisex';
  const primary =
    kind === 'trousers' && sex === 'female' ? 'hip' : POINTS[kind].find((point) => chartSizes.some((size) => size.points[point]));
  const of = (size: ChartSize, point: FitPoint | undefined) => getMidpoint(point && size.points[point]);
  // Shops list sizes by waist or by leg; a chart must go from small to large.
  if (legNames.length > 0)
    chartSizes.sort((one, other) => of(one, primary) - of(other, primary) || of(one, 'crotchHeight') - of(other, 'crotchHeight'));
  return { measuresOf: 'body', sex, kind: kind === 'dress' ? 'other' : kind, sizes: chartSizes, primary };
}
