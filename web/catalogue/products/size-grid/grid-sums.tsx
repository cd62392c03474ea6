import { useDeferredValue } from 'react';
import { formatNumber } from '#web/ui/format/format.ts';
import type { Grid, GridRow } from './grid-model.ts';
import { type QuantityStore, useQuantityEntries, useQuantitySum } from './quantity-store.ts';
import css from './size-table.module.css';

const idsOf = (row: GridRow) => row.cells.map((cell) => cell?.combination.id);

/** The total quantity of one row. */
export function RowTotal({ row, quantities }: { row: GridRow; quantities: QuantityStore }) {
  const sum = useQuantitySum(quantities, idsOf(row));
  return <td className={css.sum}>{sum > 0 ? formatNumber(sum) : ''}</td>;
}

/** The total quantities of every column and of the whole grid. */
export function ColumnTotals({ grid, quantities }: { grid: Grid; quantities: QuantityStore }) {
  // Follows the keystroke, like the sum of all.
  const typed = useDeferredValue(useQuantityEntries(quantities));
  const sums = grid.columns.map(() => 0);
  for (const [id, quantity] of typed) {
    const column = grid.positions.get(id)?.column;
    if (column !== undefined) sums[column] = (sums[column] ?? 0) + quantity;
  }
  const all = sums.reduce((sum, one) => sum + one, 0);
  return (
    <tr aria-rowindex={grid.rows.length + 2}>
      <th scope="row" className={css.corner}>
        Pieces
      </th>
      {grid.columns.map((column, index) => (
        <td key={column.id}>{sums[index] ? formatNumber(sums[index]) : ''}</td>
      ))}
      <td className={css.sum}>{all > 0 ? formatNumber(all) : ''}</td>
    </tr>
  );
}
