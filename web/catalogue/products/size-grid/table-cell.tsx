import { memo } from 'react';
import type { QuantityLimits } from '../catalogue-types.ts';
import { getQuantityError } from '../price.ts';
import type { GridCell } from './grid-model.ts';
import { MAX_PIECES } from './paste.ts';
import { type QuantityStore, useQuantity, useQuantityError } from './quantity-store.ts';
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
  const refusal = useQuantityError(quantities, id);
  const isOut = cell.stock <= 0;
  const problem = quantity > 0 ? (getQuantityError(limits, cell.stock, quantity) ?? refusal) : undefined;
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
          value={quantity === 0 ? '' : quantity}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            const digits = event.currentTarget.value.replace(/\D/g, '').slice(0, 6);
            quantities.set([[id, Math.min(Number(digits), MAX_PIECES)]]);
          }}
        />
        <span className={`${css.words} figures`} aria-hidden="true" title={description}>
          {description}
        </span>
      </div>
    </td>
  );
});

const inStock = (description: string) => (/^[\d,]+$/.test(description) ? `${description} in stock` : description);
