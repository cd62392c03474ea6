import { useDeferredValue } from 'react';
import { PartlyAdded, refusals, useAddToCart } from '../add-to-cart.ts';
import type { GridParts } from './grid-parts.ts';
import { useEntries } from './quantities.ts';
import { useServerPrice } from './server-totals.ts';
import { entriesOf, problemsOf, totalsOf } from './totals.ts';

/**
 * Sums, problems and the order of what is typed. They follow the keystroke instead of holding it up: the field is shown
 * first.
 */
export function useOrdering({ garment, grid, quantities }: GridParts, source: 'product' | 'adhoc') {
  const typed = useDeferredValue(useEntries(quantities));
  const serverPrice = useServerPrice(garment.id, quantities, typed);
  const add = useAddToCart(garment, source);
  const entries = entriesOf(grid, typed);
  const totals = totalsOf(garment, entries);
  const problems = problemsOf(garment, entries, (id) => quantities.refusal(id));

  const order = () => {
    const wanted = entries.map(({ cell, quantity }) => ({ combination: cell.combination, quantity }));
    add.mutate(wanted, {
      onSuccess: () => quantities.clear(),
      onError: (error) => {
        if (error instanceof PartlyAdded) quantities.set(error.added.map(({ combination }) => [combination.id, 0] as const));
        const said = [...refusals(error)].flatMap(([index, message]) => {
          const id = wanted[index]?.combination.id;
          return id === undefined ? [] : [[id, message] as const];
        });
        quantities.refuse(new Map(said));
      },
    });
  };
  return { totals, price: serverPrice ?? totals.price, problems, order, ordering: add.isPending, error: add.error };
}
