import type { Leg } from '#body/garment.ts';

/** Which legs each column of a size guide names, in the order of the figures in its cells: { "Inside leg S / R / L (cm)": ["Short", …] }. */
export type LegColumns = Readonly<Record<string, readonly string[]>>;

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

export const plain = (name: string) => name.trim().toLowerCase();
export const figuresIn = (text: string) => (text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
const isWithin = (value: number, [low, high]: readonly [number, number]) => value >= low && value <= high;

/** The inside leg, cm, that a leg's own name says: "32", "32 in", "81 cm". */
export function spokenLeg(name: string): number | undefined {
  const [figure, ...more] = figuresIn(name);
  if (figure === undefined || more.length > 0) return undefined;
  return isWithin(figure, INCHES) ? figure * INCH : isWithin(figure, CENTIMETRES) ? figure : undefined;
}

/** What one row of a size guide says of its legs, cm by name. */
export function legsOfRow(columns: readonly string[], row: readonly string[], named: LegColumns): Map<string, number> {
  const legs = new Map<string, number>();
  for (const [column, names] of Object.entries(named)) {
    const figures = figuresIn(row[columns.indexOf(column)] ?? '');
    if (figures.length === names.length) for (const [at, name] of names.entries()) legs.set(plain(name), figures[at] as number);
  }
  return legs;
}

/**
 * The legs among which somebody chooses, the shortest first; empty when the values are no legs or one of them is unknown. An "Extra" one beyond those
 * of the guide lies as far from them as they do from each other.
 */
export function legsOf(values: readonly Value[], known: ReadonlyMap<string, number>): Leg[] {
  const said = values.map(({ name }) => known.get(plain(name)) ?? spokenLeg(name));
  const sorted = said.filter((leg) => leg !== undefined).sort((one, other) => one - other);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined || last <= first) return [];
  const step = (last - first) / (sorted.length - 1);
  const legs = values.flatMap(({ id, name }, at): Leg[] => {
    const extra = plain(name).replace(/^extra[ -]/, '');
    const beside = extra === plain(name) ? undefined : known.get(extra);
    const further = beside === first ? first - step : beside === last ? last + step : undefined;
    const insideLeg = said[at] ?? further;
    return insideLeg === undefined ? [] : [{ id: String(id), name, insideLeg }];
  });
  return legs.length === values.length ? legs.sort((one, other) => one.insideLeg - other.insideLeg) : [];
}
