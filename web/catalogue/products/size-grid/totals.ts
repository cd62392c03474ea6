import type { OrderableGarment } from '../catalogue-types.ts';
import { getQuantityError, getUnitPrice, sumMoney } from '../price.ts';
import { findCell, type Grid, type GridCell } from './grid-model.ts';

export interface GridEntry {
  cell: GridCell;
  quantity: number;
}

/** The quantities entered, in the order of the grid. */
export function listGridEntries(grid: Grid, quantities: ReadonlyMap<number, number>): GridEntry[] {
  return [...quantities]
    .flatMap(([id, quantity]) => {
      const position = grid.positions.get(id);
      const cell = position && findCell(grid, position);
      return position && cell ? [{ cell, quantity, position }] : [];
    })
    .sort((one, other) => one.position.row - other.position.row || one.position.column - other.position.column);
}

export interface GridTotals {
  pieces: number;
  lines: number;
  /** Null if a price is unknown. */
  price: number | null;
}

/** Total quantity and price of all entries. Each size is a separate line with its own quantity discount. */
export function calculateGridTotals(
  garment: Pick<OrderableGarment, 'price' | 'tierPrices'>,
  entries: readonly GridEntry[],
): GridTotals {
  const prices = entries.map(({ cell, quantity }) => {
    const unitPrice = getUnitPrice(garment, cell.combination, quantity);
    return unitPrice === null ? null : unitPrice * quantity;
  });
  return {
    pieces: entries.reduce((sum, { quantity }) => sum + quantity, 0),
    lines: entries.length,
    price: prices.some((price) => price === null) ? null : sumMoney(prices.map((price) => price ?? 0)),
  };
}

export interface GridProblem {
  entry: GridEntry;
  reason: string;
}

/** Entries that cannot be ordered. `findServerError` returns the server's error for a combination. */
export function listGridProblems(
  garment: Pick<OrderableGarment, 'limits'>,
  entries: readonly GridEntry[],
  findServerError: (combinationId: number) => string | undefined,
): GridProblem[] {
  return entries.flatMap((entry) => {
    const reason =
      getQuantityError(garment.limits, entry.cell.stock, entry.quantity) ?? findServerError(entry.cell.combination.id);
    return reason ? [{ entry, reason }] : [];
  });
}
