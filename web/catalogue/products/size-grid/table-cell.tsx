import { memo } from 'react';
import type { QuantityLimits } from '../catalogue-types.ts';
import { getQuantityError } from '../price.ts';
import { CellNotice } from '../stock-notices/cell-notice.tsx';
import type { GridCell } from './grid-model.ts';
import { type QuantityStore, useInvalidText, useQuantity, useQuantityError } from './quantity-store.ts';
import css from './size-table.module.css';

interface Props {
  cell: GridCell;
  row: number;
  column: number;
  limits: QuantityLimits;
  quantities: QuantityStore;
}

/** One field of the grid. A field without stock remains reachable with the arrow keys, so that its stock label is announced. */
export const TableCell = memo(function TableCell({ cell, row, column, limits, quantities }: Props) {
  const { id } = cell.combination;
  const quantity = useQuantity(quantities, id);
  const error = useQuantityError(quantities, id);
  const invalidText = useInvalidText(quantities, id);
  const isOut = cell.stock <= 0;
  const problem = getQuantityError(limits, cell.stock, quantity) ?? error;
  const description = problem ?? cell.stockLabel;
  return (
    <td
      className={css.cell}
      data-out={isOut || undefined}
      data-wrong={problem ? true : undefined}
      data-filled={quantity > 0 || undefined}
    >
      <div className={css.box}>
        <input
          data-row={row}
          data-column={column}
          className="figures"
          inputMode="numeric"
          autoComplete="off"
          aria-label={`${cell.label}${description && `: ${isOut || problem ? description : inStock(description)}`}`}
          aria-invalid={problem ? true : undefined}
          aria-disabled={isOut || undefined}
          readOnly={isOut}
          value={invalidText ?? (quantity === 0 ? '' : quantity)}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => quantities.type(id, event.currentTarget.value)}
        />
        {isOut && <CellNotice combination={cell.combination} label={cell.label} />}
        <span className={`${css.words} figures`} aria-hidden="true" title={description}>
          {description.replace(' · ', '\n')}
        </span>
      </div>
    </td>
  );
});

const inStock = (description: string) => (/^[\d,]+$/.test(description) ? `${description} in stock` : description);
