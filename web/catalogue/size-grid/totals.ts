import type { Garment } from '../catalogue-types.ts';
import { addMoney, quantityProblem, unitPrice } from '../price.ts';
import { cellAt, type Grid, type GridCell } from './grid-model.ts';

export interface Entry {
  cell: GridCell;
  quantity: number;
}

/** What was typed, in the order of the grid. */
export function entriesOf(grid: Grid, quantities: ReadonlyMap<number, number>): Entry[] {
  return [...quantities]
    .flatMap(([id, quantity]) => {
      const place = grid.places.get(id);
      const cell = place && cellAt(grid, place);
      return place && cell ? [{ cell, quantity, place }] : [];
    })
    .sort((one, other) => one.place.row - other.place.row || one.place.column - other.place.column);
}

export interface Totals {
  pieces: number;
  lines: number;
  /** Null while a price is not known. */
  price: number | null;
}

/** Pieces and price of all entries: each size is a line of its own, with the quantity price that it reaches by itself. */
export function totalsOf(garment: Pick<Garment, 'price' | 'tierPrices'>, entries: readonly Entry[]): Totals {
  const prices = entries.map(({ cell, quantity }) => {
    const each = unitPrice(garment, cell.combination, quantity);
    return each === null ? null : each * quantity;
  });
  return {
    pieces: entries.reduce((sum, { quantity }) => sum + quantity, 0),
    lines: entries.length,
    price: prices.some((price) => price === null) ? null : addMoney(prices.map((price) => price ?? 0)),
  };
}

export interface Problem {
  entry: Entry;
  reason: string;
}

/** Entries that cannot be ordered as they are. `refusal` tells what the server said about a combination. */
export function problemsOf(
  garment: Pick<Garment, 'limits'>,
  entries: readonly Entry[],
  refusal: (combinationId: number) => string | undefined,
): Problem[] {
  return entries.flatMap((entry) => {
    const reason = quantityProblem(garment.limits, entry.cell.stock, entry.quantity) ?? refusal(entry.cell.combination.id);
    return reason ? [{ entry, reason }] : [];
  });
}
