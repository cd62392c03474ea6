import { memo } from 'react';
import type { QuantityLimits } from '../catalogue-types.ts';
import { Swatch } from '../choosing/swatch.tsx';
import type { GridRow } from './grid-model.ts';
import { RowTotal } from './grid-sums.tsx';
import type { QuantityStore } from './quantity-store.ts';
import css from './size-table.module.css';
import { TableCell } from './table-cell.tsx';

interface Props {
  index: number;
  row: GridRow;
  /** Name of the garment, for a row without a name of its own. */
  name: string;
  limits: QuantityLimits;
  quantities: QuantityStore;
}

/** A colour in one fit, with a field for every size. */
export const TableRow = memo(function TableRow({ index, row, name, limits, quantities }: Props) {
  return (
    <tr aria-rowindex={index + 2}>
      <th scope="row" className={css.rowName}>
        <span className={css.colour}>
          {row.colour && <Swatch rgb={row.colour.colorSquaresRgb} accent={row.accent} size={18} />}
          <span>
            {row.colour?.name ?? (row.otherValues || name)}
            {row.colour && row.otherValues && <span className={css.rest}>{row.otherValues}</span>}
          </span>
        </span>
      </th>
      {row.cells.map((cell, column) =>
        cell ? (
          <TableCell key={cell.combination.id} cell={cell} row={index} column={column} limits={limits} quantities={quantities} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no identity other than its position
          <td key={`gap-${column}`} className={css.gap} aria-label="Not made" />
        ),
      )}
      <RowTotal row={row} quantities={quantities} />
    </tr>
  );
});
