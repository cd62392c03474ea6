/** Where a reader of changes has got to. */
export interface ChangeCursor {
  /** The kind of record that is read. */
  kind: string;
  /** The brands whose records are read, ascending. With others, records that have not changed would be missing. */
  brandIds: readonly number[];
  /** Changes up to this position have been read, or are read later because they are in the list. */
  position: number;
  /** The greatest id that has been listed while every record is listed; null when that is done. */
  listedTo: number | null;
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** The cursor as readers keep it: opaque, of the characters `A-Z`, `a-z`, `0-9`, `-` and `_`. */
export const formatCursor = ({ kind, brandIds, position, listedTo }: ChangeCursor): string =>
  Buffer.from(JSON.stringify([kind, brandIds, position, listedTo])).toString('base64url');

/** Reads a cursor; undefined for what is none. */
export function parseCursor(cursor: string): ChangeCursor | undefined {
  let values: unknown;
  try {
    values = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
  if (!Array.isArray(values) || values.length !== 4) return undefined;
  const [kind, brandIds, position, listedTo] = values as unknown[];
  if (typeof kind !== 'string' || !Array.isArray(brandIds) || !brandIds.every(isWhole)) return undefined;
  if (!isWhole(position) || !(listedTo === null || isWhole(listedTo))) return undefined;
  return { kind, brandIds, position, listedTo };
}

/** The brands of a reader as a cursor has them. */
export const toCursorBrands = (brandIds: readonly number[]): number[] => [...new Set(brandIds)].toSorted((a, b) => a - b);
