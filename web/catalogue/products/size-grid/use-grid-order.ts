import { useDeferredValue, useMemo } from 'react';
import { toDesignInput } from '../../customisation/design-input.ts';
import type { Personalising } from '../../customisation/use-personalising.ts';
import { getItemErrors, PartialAddError } from '../add-items.ts';
import { useAddToCart } from '../add-to-cart.ts';
import type { CartAddition, Wearer } from '../optimistic-cart.ts';
import type { GridParts } from './grid-parts.ts';
import { useQuantityEntries } from './quantity-store.ts';
import { useServerPrice } from './server-totals.ts';
import { calculateGridTotals, listGridEntries, listGridProblems } from './totals.ts';

const NONE: Personalising['designs'] = [];

/**
 * Totals, problems and the ordering of the quantities entered. They are updated after the field itself, so that typing is never
 * delayed.
 */
export function useGridOrder(
  { garment, grid, quantities }: GridParts,
  {
    source,
    wearer,
    onAdded,
    personalising,
  }: {
    source: 'product' | 'adhoc';
    wearer: Wearer | undefined;
    onAdded: (() => void) | undefined;
    personalising: Personalising | undefined;
  },
) {
  const typed = useDeferredValue(useQuantityEntries(quantities));
  const designs = personalising?.designs ?? NONE;
  const inputs = useMemo(() => designs.map(toDesignInput), [designs]);
  const serverPrice = useServerPrice(garment.id, quantities, typed, inputs);
  const add = useAddToCart(source);
  const entries = listGridEntries(grid, typed);
  const totals = calculateGridTotals(garment, entries);
  const invalid = listGridEntries(grid, new Map(quantities.listInvalid().map((id) => [id, 0])));
  const problems = listGridProblems(garment, [...invalid, ...entries], (id) => quantities.findError(id));

  const listAdditions = (): CartAddition[] =>
    entries.map(({ cell, quantity }) => ({ garment, combination: cell.combination, quantity, designs }));
  /** `additions` are the pieces entered where they differ, such as by names. */
  const order = (additions = listAdditions(), onOrdered?: () => void) => {
    const done = () => {
      quantities.clear();
      personalising?.choose([]);
      onOrdered?.();
      onAdded?.();
    };
    add.mutate(
      { additions, wearer },
      {
        onSuccess: done,
        onError: (error) => {
          if (error instanceof PartialAddError)
            quantities.set(error.added.map(({ combination }) => [combination.id, 0] as const));
          const errors = [...getItemErrors(error)].flatMap(([index, message]) => {
            const id = additions[index]?.combination.id;
            return id === undefined ? [] : [[id, message] as const];
          });
          quantities.setRefusals(new Map(errors));
        },
      },
    );
  };
  return {
    entries,
    totals,
    price: serverPrice.price ?? totals.price,
    setUp: serverPrice.setUp,
    own: serverPrice.own,
    problems,
    order,
    ordering: add.isPending,
    error: add.error,
  };
}
