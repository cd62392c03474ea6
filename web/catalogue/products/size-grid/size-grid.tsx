import { useMemo, useRef } from 'react';
import { useStockNotices } from '#web/app/stock-notices.ts';
import { SizeAdvice } from '#web/sizing/size-advice.tsx';
import { getAdvisedSizeId, useSizeAdvice } from '#web/sizing/use-size-advice.ts';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import type { OrderableGarment } from '../catalogue-types.ts';
import { hasSizes } from '../choosing/attribute-selection.ts';
import { isAwaitable, isSoldOnline } from '../stock-notices/awaitable.ts';
import { GridNoticesProvider } from '../stock-notices/cell-notice.tsx';
import { type CellPosition, createGrid } from './grid-model.ts';
import { GridSummary } from './grid-summary.tsx';
import { useQuantityStore } from './quantity-store.ts';
import css from './size-grid.module.css';
import { SizeList } from './size-list.tsx';
import { SizeTable } from './size-table.tsx';

interface Props {
  garment: OrderableGarment;
  /** Where the items were added, as recorded in the cart. */
  source: 'product' | 'adhoc';
  onAdded?: (() => void) | undefined;
}

/**
 * Orders many sizes at once: a field with its stock for every colour, fit and size. A table with spreadsheet navigation on wide
 * screens, one colour at a time on phones.
 */
export function SizeGrid({ garment, source, onAdded }: Props) {
  const isNarrow = useIsNarrow(600);
  const grid = useMemo(() => createGrid(garment), [garment]);
  const quantities = useQuantityStore(garment.id);
  const goTo = useRef<(position: CellPosition) => void>(undefined);
  const advice = useSizeAdvice(garment.id, hasSizes(garment));
  const notices = useStockNotices(isSoldOnline(garment) && garment.combinations.some(isAwaitable));
  const parts = { garment, grid, quantities, goTo, advised: getAdvisedSizeId(advice) };
  return (
    <div className={css.grid}>
      <SizeAdvice state={advice} order={grid.columns.map(({ id }) => id)} />
      <GridNoticesProvider value={notices}>{isNarrow ? <SizeList {...parts} /> : <SizeTable {...parts} />}</GridNoticesProvider>
      <GridSummary {...parts} source={source} onAdded={onAdded} />
    </div>
  );
}
