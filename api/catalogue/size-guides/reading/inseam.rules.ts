import type { LegLength } from '#body/garment-chart.ts';

/** The leg lengths that each column of a size guide lists, in the order of the numbers in its cells: { "Inside leg S / R / L (cm)": ["Short", …] }. */
export type LegLengthColumns = Readonly<Record<string, readonly string[]>>;

interface Value {
  id: number;
  name: string;
}

const INCH = 2.54;
/** Plausible inside legs of trousers, in inches and in centimetres. */
const [INCHES, CENTIMETRES] = [
  [24, 40],
  [60, 102],
] as const;

/** The form in which names of sizes and legs are compared. */
export const normaliseSizeName = (name: string) => name.trim().toLowerCase();
/** All numbers in a text, in order. */
export const extractNumbers = (text: string) => (text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
const isWithin = (value: number, [low, high]: readonly [number, number]) => value >= low && value <= high;

/** The inside leg in cm that the name of a leg length states; undefined when it states none: "32", "32 in", "81 cm". */
export function parseInsideLeg(name: string): number | undefined {
  const [figure, ...more] = extractNumbers(name);
  if (figure === undefined || more.length > 0) return undefined;
  return isWithin(figure, INCHES) ? figure * INCH : isWithin(figure, CENTIMETRES) ? figure : undefined;
}

/** The leg lengths in one row of a size guide, cm by normalised name. */
export function readRowLegLengths(
  columns: readonly string[],
  row: readonly string[],
  named: LegLengthColumns,
): Map<string, number> {
  const legs = new Map<string, number>();
  for (const [column, names] of Object.entries(named)) {
    const figures = extractNumbers(row[columns.indexOf(column)] ?? '');
    if (figures.length === names.length)
      for (const [at, name] of names.entries()) legs.set(normaliseSizeName(name), figures[at] as number);
  }
  return legs;
}

/**
 * The leg lengths that can be chosen, shortest first; empty when the values are not leg lengths or one of them is unknown. An "Extra" length beyond
 * those of the guide is assumed to be one more step away.
 */
export function toLegLengths(values: readonly Value[], known: ReadonlyMap<string, number>): LegLength[] {
  const lengths = values.map(({ name }) => known.get(normaliseSizeName(name)) ?? parseInsideLeg(name));
  const sorted = lengths.filter((leg) => leg !== undefined).sort((one, other) => one - other);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined || last <= first) return [];
  const step = (last - first) / (sorted.length - 1);
  const legs = values.flatMap(({ id, name }, at): LegLength[] => {
    const extra = normaliseSizeName(name).replace(/^extra[ -]/, '');
    const base = extra === normaliseSizeName(name) ? undefined : known.get(extra);
    const extrapolated = base === first ? first - step : base === last ? last + step : undefined;
    const insideLeg = lengths[at] ?? extrapolated;
    return insideLeg === undefined ? [] : [{ id: String(id), name, insideLeg }];
  });
  return legs.length === values.length ? legs.sort((one, other) => one.insideLeg - other.insideLeg) : [];
}
