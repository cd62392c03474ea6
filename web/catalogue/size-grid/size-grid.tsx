import { useMemo, useRef } from 'react';
import { SizeAdvice } from '../../sizing/size-advice.tsx';
import { advisedSize, useAdvice } from '../../sizing/use-advice.ts';
import { useIsNarrow } from '../../ui/narrow.ts';
import type { Garment } from '../catalogue-types.ts';
import { hasSizes } from '../choosing/choices.ts';
import { gridOf, type Place } from './grid-model.ts';
import { GridSummary } from './grid-summary.tsx';
import { useQuantities } from './quantities.ts';
import css from './size-grid.module.css';
import { SizeList } from './size-list.tsx';
import { SizeTable } from './size-table.tsx';

interface Props {
  garment: Garment;
  /** The way of ordering that the cart notes down. */
  source: 'product' | 'adhoc';
}

/**
 * Ordering many sizes at once: a field for every colour, fit and size, with stock in each. On a wide screen a table that
 * is used like a spreadsheet, on a phone one colour after another.
 */
export function SizeGrid({ garment, source }: Props) {
  const isNarrow = useIsNarrow(600);
  const grid = useMemo(() => gridOf(garment), [garment]);
  const quantities = useQuantities(garment.id);
  const goTo = useRef<(place: Place) => void>(undefined);
  const advice = useAdvice(garment.id, hasSizes(garment));
  const parts = { garment, grid, quantities, goTo, advised: advisedSize(advice) };
  return (
    <div className={css.grid}>
      <SizeAdvice state={advice} order={grid.columns.map(({ id }) => id)} />
      {isNarrow ? <SizeList {...parts} /> : <SizeTable {...parts} />}
      <GridSummary {...parts} source={source} />
    </div>
  );
}
