import { useMemo, useRef } from 'react';
import { SizeAdvice } from '#web/sizing/size-advice.tsx';
import { getAdvisedSizeId, useSizeAdvice } from '#web/sizing/use-size-advice.ts';
import type { OrderableGarment } from '../catalogue-types.ts';
import { hasSizes } from '../choosing/attribute-selection.ts';
import { type CellPosition, createGrid } from './grid-model.ts';
import { GridSummary } from './grid-summary.tsx';
import { useQuantityStore } from './quantity-store.ts';
import { SizeFields } from './size-fields.tsx';
import css from './size-grid.module.css';

interface Props {
  garment: OrderableGarment;
  /** Where the items were added, as recorded in the cart. */
  source: 'product' | 'adhoc';
  onAdded?: (() => void) | undefined;
}

/**
 * Orders many sizes at once: a field with its stock for every colour, fit and size, with their total and the button that adds them
 * to the cart.
 */
export function SizeGrid({ garment, source, onAdded }: Props) {
  const grid = useMemo(() => createGrid(garment), [garment]);
  const quantities = useQuantityStore(garment.id);
  const goTo = useRef<(position: CellPosition) => void>(undefined);
  const advice = useSizeAdvice(garment.id, hasSizes(garment));
  const parts = { garment, grid, quantities, goTo, advised: getAdvisedSizeId(advice) };
  return (
    <div className={css.grid}>
      <SizeAdvice state={advice} order={grid.columns.map(({ id }) => id)} />
      <SizeFields {...parts} />
      <GridSummary {...parts} source={source} onAdded={onAdded} />
    </div>
  );
}
