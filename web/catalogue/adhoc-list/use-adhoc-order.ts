import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { toDesignInput } from '../customisation/design-input.ts';
import { getItemErrors, PartialAddError } from '../products/add-items.ts';
import { useAddToCart } from '../products/add-to-cart.ts';
import type { CartAddition, Wearer } from '../products/optimistic-cart.ts';
import { sumMoney } from '../products/price.ts';
import {
  type ServerPrice,
  sameEntries,
  storeRefusals,
  sumOwnPieces,
  toServerPrice,
  totalsQuery,
} from '../products/size-grid/server-totals.ts';
import { calculateGridTotals, type GridProblem, listGridEntries, listGridProblems } from '../products/size-grid/totals.ts';
import { type AdhocGarment, type AdhocQuantities, type TypedGarment, useTypedGarments } from './adhoc-quantities.ts';

/** A quantity that cannot be ordered, with its garment. */
export interface AdhocProblem extends GridProblem {
  garment: AdhocGarment['garment'];
}

/** The server's total price of each garment, by its id, where it has responded about exactly what is typed now. */
function useServerPrices(all: readonly TypedGarment[]): ReadonlyMap<number, ServerPrice> {
  const [settled] = useDebouncedValue(all, 400);
  const queries = useMemo(
    () => settled.map(({ garment, typed, designs }) => totalsQuery(garment.id, typed, designs.map(toDesignInput))),
    [settled],
  );
  const replies = useQueries({ queries });
  const prices = new Map<number, ServerPrice>();
  const current = new Map(all.map((one) => [one.garment.id, one]));
  settled.forEach(({ garment, typed, designs }, index) => {
    const now = current.get(garment.id);
    const price = toServerPrice(replies[index]?.data?.totals);
    if (replies[index]?.data && now?.designs === designs && sameEntries(now.typed, typed)) prices.set(garment.id, price);
  });
  const stored = useRef(new Map<number, unknown>());
  useEffect(() => {
    settled.forEach(({ garment, quantities }, index) => {
      const reply = replies[index]?.data;
      if (stored.current.get(garment.id) === reply) return;
      stored.current.set(garment.id, reply);
      if (reply) storeRefusals(reply, quantities);
    });
  });
  return prices;
}

function calculateTotals(all: readonly TypedGarment[], prices: ReadonlyMap<number, ServerPrice>) {
  const totals = all.map(({ garment, grid, typed }) => {
    const { pieces, price } = calculateGridTotals(garment, listGridEntries(grid, typed));
    const known = prices.get(garment.id);
    return { pieces, price: known?.price ?? price, setUp: known?.setUp ?? 0, own: known?.own };
  });
  const filled = totals.filter(({ pieces }) => pieces > 0);
  return {
    pieces: filled.reduce((sum, { pieces }) => sum + pieces, 0),
    products: filled.length,
    price: filled.some(({ price }) => price === null) ? null : sumMoney(filled.map(({ price }) => price ?? 0)),
    setUp: sumMoney(filled.map(({ setUp }) => setUp)),
    own: sumOwnPieces(filled.flatMap(({ own }) => own ?? [])),
  };
}

const listProblems = (all: readonly TypedGarment[]): AdhocProblem[] =>
  all.flatMap(({ garment, grid, quantities, typed, invalid }) => {
    const entries = [...listGridEntries(grid, new Map(invalid.map((id) => [id, 0]))), ...listGridEntries(grid, typed)];
    return listGridProblems(garment, entries, (id) => quantities.findError(id)).map((problem) => ({ ...problem, garment }));
  });

/**
 * Totals, problems and ordering of everything typed into the ad hoc list, updated after the field itself, so that typing is never
 * delayed. What was added is cleared; what was refused stays with its error.
 */
export function useAdhocOrder(quantities: AdhocQuantities, wearer: Wearer | undefined) {
  const all = useDeferredValue(useTypedGarments(quantities));
  const prices = useServerPrices(all);
  const add = useAddToCart('adhoc');
  const stores = new Map(all.map(({ garment, quantities: store }) => [garment.id, store]));
  const clear = (additions: readonly CartAddition[]) => {
    // Pieces that were refused keep their designs.
    const added = new Set(additions.map(({ combination }) => combination.id));
    for (const { garment, combination } of additions) stores.get(garment.id)?.set([[combination.id, 0]]);
    for (const { garment, typed, designs } of all)
      if (designs.length > 0 && [...typed.keys()].every((id) => added.has(id))) quantities.setDesigns(garment.id, []);
  };

  const order = () => {
    const additions = all.flatMap(({ garment, grid, typed, designs }) =>
      listGridEntries(grid, typed).map(({ cell, quantity }) => ({ garment, combination: cell.combination, quantity, designs })),
    );
    add.mutate(
      { additions, wearer },
      {
        onSuccess: () => clear(additions),
        onError: (error) => {
          if (error instanceof PartialAddError) clear(error.added);
          const errors = new Map<number, Map<number, string>>();
          for (const [index, message] of getItemErrors(error)) {
            const addition = additions[index];
            if (!addition) continue;
            const ofGarment = errors.get(addition.garment.id) ?? new Map<number, string>();
            errors.set(addition.garment.id, ofGarment.set(addition.combination.id, message));
          }
          for (const [garmentId, store] of stores) store.setRefusals(errors.get(garmentId) ?? new Map());
        },
      },
    );
  };

  /** Clears everything; returns what puts it back. */
  const clearAll = () => {
    const before = all.map(({ quantities: store }) => [store, [...store.snapshot()]] as const);
    for (const [store] of before) store.clear();
    return () => {
      for (const [store, entries] of before) store.set(entries);
    };
  };

  return {
    ...calculateTotals(all, prices),
    garmentIds: all.map(({ garment }) => garment.id),
    problems: listProblems(all),
    order,
    clearAll,
    isOrdering: add.isPending,
    error: add.error,
  };
}
