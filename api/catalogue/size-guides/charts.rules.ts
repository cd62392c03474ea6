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
import { findLegsInNames, getInsideLegs } from './size-names.rules.ts';

/** How a size guide is read. */
export interface ParsedSizeGuide {
  /** 0 men, 1 women, 2 everybody. */
  gender: number;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** Columns that name a size: "Size", "UK size". */
  sizeColumns: readonly string[];
  /** Which measure of the body a column says, in cm. `collar` is the collar of the garment, `insideLeg` the leg of the trousers. */
  points: Readonly<Record<string, string>>;
  legs: LegLengthColumns;
}

interface Value {
  id: number;
  name: string;
}

/** What columns say of the garment: of which measure of the body, and how much more it is, cm. */
const OF_GARMENT: Readonly<Record<string, { point: FitPoint; more: number }>> = {
  collar: { point: 'neck', more: 1.3 },
  insideLeg: { point: 'crotchHeight', more: -HEEL_HEIGHT },
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

/** Where each kind of garment is compared with a body; the first one that its chart has decides, except where women's trousers go by the hip. */
const POINTS: Record<Kind, readonly FitPoint[]> = {
  shirt: ['neck', 'chest', 'waistNatural'],
  top: ['chest'],
  jacket: ['chest', 'waistNatural'],
  trousers: ['waist', 'waistNatural', 'hip', 'crotchHeight'],
  dress: ['chest', 'waistNatural', 'hip'],
  other: ['chest', 'waist', 'waistNatural', 'hip'],
};

/** Numbers of the service for kinds of garments. */
export const GARMENT_TYPE_IDS: Record<Kind, number> = { shirt: 1, top: 2, jacket: 3, trousers: 4, dress: 5, other: 9 };

/** What kind of garment a product is; by what is drawn of it, since that is what it is. */
export function getGarmentKind(garmentType: string | null): Kind {
  for (const [kind, types] of Object.entries(KINDS)) if (types.includes(garmentType ?? '')) return kind as Kind;
  return 'other';
}

/** "91–94" or "37", in cm; undefined for a cell without figures. */
function rangeOf(cell: string | undefined): [low: number, high: number] | undefined {
  const figures = (cell ?? '').match(/\d+(?:\.\d+)?/g)?.map(Number) ?? [];
  const [low, high = low] = figures;
  return low === undefined || high === undefined || figures.length > 2 ? undefined : [low, high];
}

/**
 * The chart of a garment out of the size guide that its wearers read: each of its sizes with the bodies that the guide says it is made for. Sizes
 * that the guide does not know are left out; a chart without any size cannot advise.
 */
export function buildGarmentChart(
  guide: ParsedSizeGuide,
  garmentType: string | null,
  { sizes, lengths }: { sizes: readonly Value[]; lengths: readonly (readonly Value[])[] },
): GarmentChart {
  const kind = getGarmentKind(garmentType);
  const named = guide.sizeColumns.map((column) => guide.columns.indexOf(column)).filter((at) => at >= 0);
  const rowOf = (name: string) =>
    guide.rows.find((cells) => named.some((at) => normaliseSizeName(cells[at] ?? '') === normaliseSizeName(name)));
  const measured = guide.columns.flatMap((column, at) => {
    const said = guide.points[column];
    const { point, more } = OF_GARMENT[said ?? ''] ?? { point: said as FitPoint | undefined, more: 0 };
    return point && POINTS[kind].includes(point) ? [{ at, point, more }] : [];
  });
  const isTrousers = getGarmentCoverage(garmentType) === 'trousers';
  const legged = isTrousers
    ? findLegsInNames(
        sizes.map(({ name }) => name),
        (name) => rowOf(name) !== undefined,
      )
    : new Map<string, never>();
  const legNames = [...legged.values()].map(({ leg }) => leg);
  const found = sizes.flatMap(({ id, name }): ChartSize[] => {
    const own = legged.get(name);
    const row = rowOf(own?.size ?? name) ?? [];
    const points: ChartSize['points'] = Object.fromEntries(
      measured.flatMap(({ at, point, more }) => {
        const range = rangeOf(row[at]);
        return range ? [[point, [range[0] - more, range[1] - more] as const]] : [];
      }),
    );
    if (own) {
      // Sizes that differ by their legs alone cannot be told apart where a leg is unknown.
      const insideLeg = getInsideLegs(legNames, guide.columns, row, guide.legs).get(normaliseSizeName(own.leg));
      if (insideLeg === undefined) return [];
      return Object.keys(points).length > 0
        ? [{ id: String(id), name, points: { ...points, crotchHeight: insideLeg + HEEL_HEIGHT } }]
        : [];
    }
    const legsOfSize = isTrousers ? readRowLegLengths(guide.columns, row, guide.legs) : undefined;
    const legs = legsOfSize && lengths.map((values) => toLegLengths(values, legsOfSize)).find((choice) => choice.length > 1);
    // A leg of one's own choice needs no point.
    if (legs) delete points.crotchHeight;
    return Object.keys(points).length > 0 ? [{ id: String(id), name, points, ...(legs ? { legs } : {}) }] : [];
  });
  const sex = guide.gender === 0 ? 'male' : guide.gender === 1 ? 'female' : 'unisex';
  const primary =
    kind === 'trousers' && sex === 'female' ? 'hip' : POINTS[kind].find((point) => found.some((size) => size.points[point]));
  const of = (size: ChartSize, point: FitPoint | undefined) => getMidpoint(point && size.points[point]);
  // A shop's list goes by waist or by leg; a chart goes from small to large.
  if (legged.size > 0)
    found.sort((one, other) => of(one, primary) - of(other, primary) || of(one, 'crotchHeight') - of(other, 'crotchHeight'));
  return { measuresOf: 'body', sex, kind: kind === 'dress' ? 'other' : kind, sizes: found, primary };
}
