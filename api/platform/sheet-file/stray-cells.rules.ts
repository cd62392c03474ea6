/** What the cells of a column usually are, by which a row is known whose cells have been shifted. */
type CellKind = 'email' | 'number' | 'date' | 'word';

/** Whether a cell looks like an email address, in linear time. */
export const isLikeAddress = (cell: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(cell);

const kindOf = (cell: string): CellKind => {
  if (isLikeAddress(cell)) return 'email';
  if (/^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/.test(cell)) return 'date';
  return /^[-+]?\d[\d.,]*$/.test(cell) ? 'number' : 'word';
};

/** The share of the cells of a column that are of one kind where the column is of that kind. */
const MIN_SHARE = 0.8;
/** Rows with content by which a column is judged. */
const MIN_CELLS = 1;

/** Learns from the rows of a file what its columns hold. */
export class ColumnKinds {
  readonly #counts: Partial<Record<CellKind, number>>[] = [];

  add(cells: readonly string[]): void {
    for (const [column, cell] of cells.entries()) {
      if (cell === '') continue;
      const kind = kindOf(cell);
      this.#counts[column] ??= {};
      this.#counts[column][kind] = (this.#counts[column][kind] ?? 0) + 1;
    }
  }

  /**
   * Whether the cells of a row are what its columns usually hold, at least one column of addresses, dates or numbers among them. Otherwise a delimiter within a
   * value has probably moved the cells to the right.
   */
  fits(cells: readonly string[]): boolean {
    let isProved = false;
    for (const [column, counts] of this.#counts.entries()) {
      const cell = cells[column] ?? '';
      if (!counts || cell === '') continue;
      const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
      const usual = (Object.keys(counts) as CellKind[]).find(
        (kind) => all >= MIN_CELLS && (counts[kind] ?? 0) >= all * MIN_SHARE,
      );
      if (usual === undefined) continue;
      if (kindOf(cell) !== usual) return false;
      if (usual !== 'word') isProved = true;
    }
    return isProved;
  }
}
