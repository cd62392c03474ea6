/** Cells that the program shows as one, which has the value of the first: rows from 1 on, column from 0 on. */
export interface MergedCells {
  firstRow: number;
  lastRow: number;
  column: number;
}

/** The index of a column from its letters, as in AB12; undefined if there are none. */
export function parseColumn(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  return letters === undefined
    ? undefined
    : [...letters].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Reads a range such as B2:C7; undefined where it has one row only. */
export function parseMerged(reference: string | undefined): MergedCells | undefined {
  const [, column, firstRow, lastRow] = /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/.exec(reference ?? '') ?? [];
  if (column === undefined || Number(firstRow) >= Number(lastRow)) return undefined;
  return { firstRow: Number(firstRow), lastRow: Number(lastRow), column: parseColumn(column) ?? 0 };
}

/** The last row of a range such as A1:H2000. */
export function readLastRow(reference: string | undefined): number | null {
  const last = /(\d{1,7})$/.exec(reference ?? '')?.[1];
  return last === undefined ? null : Number(last);
}
