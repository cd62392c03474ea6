import type { LegLength } from '#body/garment-chart.ts';

/** Which legs each column of a size guide names, in the order of the figures in its cells: { "Inside leg S / R / L (cm)": ["Short", …] }. */
export type LegLengthColumns = Readonly<Record<string, readonly string[]>>;

interface Value {
  id: number;
  name: string;
}

const INCH = 2.54;
/** Inside legs that trousers are made in: as inches, and as centimetres. */
const [INCHES, CENTIMETRES] = [
  [24, 40],
  [60, 102],
] as const;

export const normaliseSizeName = (name: string) => name.trim().toLowerCase();
export const extractNumbers = (text: string) => (text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
const isWithin = (value: number, [low, high]: readonly [number, number]) => value >= low && value <= high;

/** The inside leg, cm, that a leg's own name says: "32", "32 in", "81 cm". */
export function parseInsideLeg(name: string): number | undefined {
  const [figure, ...more] = extractNumbers(name);
  if (figure === undefined || more.length > 0) return undefined;
  return isWithin(figure, INCHES) ? figure * INCH : isWithin(figure, CENTIMETRES) ? figure : undefined;
}

/** What one row of a size guide says of its legs, cm by name. */
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
 * The legs among which somebody chooses, the shortest first; empty when the values are no legs or one of them is unknown. An "Extra" one beyond those
 * of the guide lies as far from them as they do from each other.
 */
export function toLegLengths(values: readonly Value[], known: ReadonlyMap<string, number>): LegLength[] {
  const said = values.map(({ name }) => known.get(normaliseSizeName(name)) ?? parseInsideLeg(name));
  const sorted = said.filter((leg) => leg !== undefined).sort((one, other) => one - other);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined || last <= first) return [];
  const step = (last - first) / (sorted.length - 1);
  const legs = values.flatMap(({ id, name }, at): LegLength[] => {
    const extra = normaliseSizeName(name).replace(/^extra[ -]/, '');
    const beside = extra === normaliseSizeName(name) ? undefined : known.get(extra);
    const further = beside === first ? first - step : beside === last ? last + step : undefined;
    const insideLeg = said[at] ?? further;
    return insideLeg === undefined ? [] : [{ id: String(id), name, insideLeg }];
  });
  return legs.length === values.length ? legs.sort((one, other) => one.insideLeg - other.insideLeg) : [];
}
