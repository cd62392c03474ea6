import { useEffect, useMemo, useRef } from 'react';
import { useIsWearer } from '#web/app/session/profile.ts';
import { useStockNotices } from '#web/app/stock-notices.ts';
import { SizeHelp } from '#web/sizing/kept-sizes/size-help.tsx';
import { useSizeProposal } from '#web/sizing/kept-sizes/use-size-proposal.ts';
import type { Personalising } from '../../customisation/use-personalising.ts';
import type { OrderableGarment } from '../catalogue-types.ts';
import { listSizes } from '../choosing/attribute-selection.ts';
import { createSizeStock, findColourFor } from '../choosing/size-stock.ts';
import type { Wearer } from '../optimistic-cart.ts';
import { isAwaitable, isSoldOnline } from '../stock-labels.ts';
import { GridNoticesProvider } from '../stock-notices/cell-notice.tsx';
import { type CellPosition, createGrid, type Grid, type GridCell } from './grid-model.ts';
import type { InList } from './grid-parts.ts';
import { GridSummary } from './grid-summary.tsx';
import { useQuantityStore } from './quantity-store.ts';
import { SizeFields } from './size-fields.tsx';
import css from './size-grid.module.css';

interface Props {
  garment: OrderableGarment;
  /** Where the items were added, as recorded in the cart. */
  source: 'product' | 'adhoc';
  /** For whom they are, where that is not whoever's cart it is. */
  wearer?: Wearer | undefined;
  onAdded?: (() => void) | undefined;
  /** The designs that everything entered gets. */
  personalising?: Personalising;
  /** Shows the fields alone. */
  inList?: InList;
}

/**
 * Orders many sizes at once: a field with its stock for every colour, fit and size, with their total and the button that adds them
 * to the cart.
 */
export function SizeGrid({ garment, source, wearer, onAdded, personalising, inList }: Props) {
  const grid = useMemo(() => createGrid(garment), [garment]);
  const quantities = useQuantityStore(garment.id);
  const goTo = useRef<(position: CellPosition) => void>(undefined);
  // People who order for others do not order their own size from a list.
  const isWearer = useIsWearer();
  const isAdvised = wearer !== undefined || isWearer || !inList;
  const sizes = listSizes(garment.attributes);
  const help = useSizeProposal({ garmentId: garment.id, sizes, isWanted: isAdvised, person: wearer });
  // All colours are shown, so that only what none of them has is missing.
  const findStock = useMemo(() => createSizeStock(garment, {}), [garment]);
  const notices = useStockNotices(isSoldOnline(garment) && garment.combinations.some(isAwaitable));
  const colour = useMemo(() => findColourFor(garment, help.sizes)?.valueId, [garment, help.sizes]);
  const parts = { garment, grid, quantities, goTo, marked: help.marked, colourId: colour };
  useEffect(() => {
    if (inList?.target === undefined) return;
    const position = inList.target === 'first' ? findFirstField(grid) : grid.positions.get(inList.target);
    if (position) goTo.current?.(position);
    inList.onFocused();
  }, [inList, grid]);
  return (
    <div className={css.grid}>
      {isAdvised && (
        <SizeHelp garmentId={garment.id} state={help} order={grid.columns.map(({ id }) => id)} findStock={findStock} />
      )}
      <GridNoticesProvider value={notices}>
        <SizeFields {...parts} isBrief={inList !== undefined} />
      </GridNoticesProvider>
      {!inList && <GridSummary {...parts} {...{ source, wearer, onAdded, personalising }} />}
    </div>
  );
}

/** The first field that can be filled in. */
function findFirstField(grid: Grid): CellPosition | undefined {
  const isOpen = (cell: GridCell | undefined) => cell !== undefined && cell.stock > 0;
  const row = grid.rows.findIndex(({ cells }) => cells.some(isOpen));
  return row < 0 ? undefined : { row, column: grid.rows[row]?.cells.findIndex(isOpen) ?? 0 };
}
