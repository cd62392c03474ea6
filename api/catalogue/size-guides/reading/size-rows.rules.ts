import { getGarmentCoverage } from './garment-coverage.rules.ts';
import { normaliseSizeName } from './inseam.rules.ts';
import { findLegsInNames } from './size-names.rules.ts';

/** The table of a size guide, with the columns that name a size. */
export interface SizeTable {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  sizeColumns: readonly string[];
}

/** A size of a garment with its row of the size guide. */
export interface SizeRow {
  id: number;
  name: string;
  /** Undefined where the guide does not contain the size. */
  row: readonly string[] | undefined;
  /** The leg length that the name of the size includes: "32" of "34/32". */
  leg: string | undefined;
}

/** Finds the row of a size guide for each size of a garment. The names of trouser sizes may include a leg length. */
export function findSizeRows(
  guide: SizeTable,
  garmentType: string | null,
  sizes: readonly { id: number; name: string }[],
): SizeRow[] {
  const sizeColumnIndexes = guide.sizeColumns.map((column) => guide.columns.indexOf(column)).filter((at) => at >= 0);
  const rowIn = (at: number, name: string) =>
    guide.rows.find((cells) => normaliseSizeName(cells[at] ?? '') === normaliseSizeName(name));
  // 44 inches and EU 44 are different sizes: the column that knows most of the garment's names is theirs, the others only for the rest.
  const known = new Map(sizeColumnIndexes.map((at) => [at, sizes.filter(({ name }) => rowIn(at, name)).length]));
  const byKnown = sizeColumnIndexes.toSorted((one, other) => (known.get(other) ?? 0) - (known.get(one) ?? 0));
  const rowOf = (name: string) => byKnown.map((at) => rowIn(at, name)).find((row) => row !== undefined);
  const splitNames =
    getGarmentCoverage(garmentType) === 'trousers'
      ? findLegsInNames(
          sizes.map(({ name }) => name),
          (name) => rowOf(name) !== undefined,
        )
      : new Map<string, never>();
  return sizes.map(({ id, name }) => {
    const own = splitNames.get(name);
    return { id, name, row: rowOf(own?.size ?? name), leg: own?.leg };
  });
}
