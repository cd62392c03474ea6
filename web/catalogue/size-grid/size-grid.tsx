import { useCallback, useMemo, useRef, useState } from 'react';
import { useIsNarrow } from '../../ui/narrow.ts';
import { PartlyAdded, refusals, useAddToCart } from '../add-to-cart.ts';
import type { Garment } from '../catalogue-types.ts';
import { gridOf, type Place } from './grid-model.ts';
import { GridSummary } from './grid-summary.tsx';
import { useEntries, useQuantities } from './quantities.ts';
import { useServerTotals } from './server-totals.ts';
import css from './size-grid.module.css';
import { SizeList } from './size-list.tsx';
import { SizeTable } from './size-table.tsx';
import { entriesOf, problemsOf, totalsOf } from './totals.ts';

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
  const typed = useEntries(quantities);
  const server = useServerTotals(garment.id, typed);
  const add = useAddToCart(garment, source);
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map());
  const goTo = useRef<(place: Place) => void>(undefined);

  const entries = entriesOf(grid, typed);
  const totals = totalsOf(garment, entries);
  // The server's word stands while nothing else is typed into the field.
  const warnings = useMemo(() => new Map([...server.refused, ...refused]), [server.refused, refused]);
  const problems = problemsOf(garment, entries, warnings);

  const change = useCallback(
    (changes: Iterable<readonly [number, number]>) => {
      const list = [...changes];
      setRefused((before) =>
        list.some(([id]) => before.has(id))
          ? new Map([...before].filter(([id]) => !list.some(([changed]) => changed === id)))
          : before,
      );
      quantities.set(list);
    },
    [quantities],
  );

  const addAll = () => {
    const wanted = entries.map(({ cell, quantity }) => ({ combination: cell.combination, quantity }));
    add.mutate(wanted, {
      onSuccess: () => quantities.clear(),
      onError: (error) => {
        if (error instanceof PartlyAdded) quantities.set(error.added.map(({ combination }) => [combination.id, 0] as const));
        const said = [...refusals(error)].flatMap(([index, message]) => {
          const id = wanted[index]?.combination.id;
          return id === undefined ? [] : [[id, message] as const];
        });
        setRefused(new Map(said));
      },
    });
  };

  const parts = { garment, grid, quantities, warnings, change, goTo };
  return (
    <div className={css.grid}>
      {isNarrow ? <SizeList {...parts} /> : <SizeTable {...parts} />}
      <GridSummary
        totals={totals}
        price={server.subTotal ?? totals.price}
        problems={problems}
        error={add.error}
        adding={add.isPending}
        onAdd={addAll}
        onClear={() => {
          const before = [...typed];
          quantities.clear();
          return () => quantities.set(before);
        }}
        onShow={({ entry }) => {
          const place = grid.places.get(entry.cell.combination.id);
          if (place) goTo.current?.(place);
        }}
      />
    </div>
  );
}
