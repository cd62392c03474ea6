import type { MergedCells } from '#api/platform/workbook/cell-references.ts';

/** Gives the rows of merged cells the value of the first of them, row by row from top to bottom. */
export class Unmerging {
  readonly #byFirstRow: Map<number, MergedCells[]>;
  #active: (MergedCells & { value: string })[] = [];
  /** Cells that were filled. */
  filledCells = 0;

  constructor(merged: readonly MergedCells[]) {
    this.#byFirstRow = Map.groupBy(merged, ({ firstRow }) => firstRow);
  }

  /** Fills a row of the sheet. */
  fill({ line, cells }: { line: number; cells: string[] }): void {
    this.#active = this.#active.filter(({ lastRow }) => lastRow >= line);
    for (const { column, value } of this.#active) {
      if (cells[column] !== '' || value === '') continue;
      cells[column] = value;
      this.filledCells += 1;
    }
    for (const merged of this.#byFirstRow.get(line) ?? []) this.#active.push({ ...merged, value: cells[merged.column] ?? '' });
  }
}
