import type { OrderableGarment } from '../catalogue-types.ts';
import { getQuantityError, getUnitPrice, sumMoney } from '../price.ts';
import { findCell, type Grid, type GridCell } from './grid-model.ts';

export interface GridEntry {
  cell: GridCell;
  quantity: number;
}

/** What was typed, in the order of the grid. */
export function listGridEntries(grid: Grid, quantities: ReadonlyMap<number, number>): GridEntry[] {
  return [...quantities]
    .flatMap(([id, quantity]) => {
      const place = grid.positions.get(id);
      const cell = place && findCell(grid, place);
      return place && cell ? [{ cell, quantity, place }] : [];
    })
    .sort((one, other) => one.place.row - other.place.row || one.place.column - other.place.column);
}

export interface GridTotals {
  pieces: number;
  lines: number;
  /** Null while a price is not known. */
  price: number | null;
}

/** Pieces and price of all entries: each size is a line of its own, with the quantity price that it reaches by itself. */
export function calculateGridTotals(
  garment: Pick<OrderableGarment, 'price' | 'tierPrices'>,
  entries: readonly GridEntry[],
): GridTotals {
  const prices = entries.map(({ cell, quantity }) => {
    const each = getUnitPrice(garment, cell.combination, quantity);
    return each === null ? null : each * quantity;
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

/** Entries that cannot be ordered as they are. `refusal` tells what the server said about a combination. */
export function listGridProblems(
  garment: Pick<OrderableGarment, 'limits'>,
  entries: readonly GridEntry[],
  refusal: (combinationId: number) => string | undefined,
): GridProblem[] {
  return entries.flatMap((entry) => {
    const reason = getQuantityError(garment.limits, entry.cell.stock, entry.quantity) ?? refusal(entry.cell.combination.id);
    return reason ? [{ entry, reason }] : [];
  });
}
