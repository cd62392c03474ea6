import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { api } from '#web/app/api.ts';
import { sumMoney } from '../price.ts';
import type { QuantityEntries, QuantityStore } from './quantity-store.ts';

/** Maximum number of items in one request. */
const MAX_ITEMS = 1000;

type Items = BodyOf<'POST /api/product/getbuynowtotals'>['items'];
type Designs = NonNullable<Items[number]['customisations']>;

const NONE: Designs = [];
const INCLUDING_TAX = 0;

/** The query for the server's totals of what was typed for a product, with these designs on each piece. */
export const totalsQuery = (productId: number, entries: QuantityEntries, designs: Designs = NONE) => ({
  // A single string as the key avoids comparing a thousand items on every keystroke.
  queryKey: [
    'POST /api/product/getbuynowtotals',
    productId,
    [...entries].map((entry) => entry.join('×')).join(),
    ...(designs.length > 0 ? [JSON.stringify(designs)] : []),
  ],
  queryFn: ({ signal }: { signal: AbortSignal }) => {
    const items = [...entries].map(([combinationId, quantity]) => ({
      combinationId,
      quantity,
      ...(designs.length > 0 && { customisations: designs }),
    }));
    return api('POST /api/product/getbuynowtotals', { body: { productId, items }, signal });
  },
  enabled: entries.size > 0 && entries.size <= MAX_ITEMS,
  staleTime: 30_000,
  gcTime: 30_000,
});

type Totals = ReplyOf<'POST /api/product/getbuynowtotals'>['totals'];

/**
 * What items cost with all that is put on them, set-up among it, as the prices of their garment are shown; null where it is not known, and for people who
 * see no prices.
 */
function findWholePrice(totals: Totals | undefined): number | null {
  if (!totals || totals.subTotal === null || totals.total === null || totals.tax === null) return null;
  return totals.taxDisplayType === INCLUDING_TAX ? totals.total : sumMoney([totals.total, -totals.tax]);
}

export const NO_OWN_PIECES: OwnPieces = { pieces: 0, total: null };

/** What the person pays of several items, or of several products that were priced one by one. */
export function sumOwnPieces(parts: readonly OwnPieces[]): OwnPieces {
  const own = parts.filter(({ pieces }) => pieces > 0);
  if (own.length === 0) return NO_OWN_PIECES;
  return {
    pieces: own.reduce((sum, { pieces }) => sum + pieces, 0),
    total: own.some(({ total }) => total === null) ? null : sumMoney(own.map(({ total }) => total ?? 0)),
  };
}

/** The price of items, what of it setting up designs costs, and what the person pays themselves. */
export function toServerPrice(totals: Totals | undefined): ServerPrice {
  const price = findWholePrice(totals);
  const own = sumOwnPieces((totals?.items ?? []).map(({ ownQuantity, ownTotal }) => ({ pieces: ownQuantity, total: ownTotal })));
  return { price, own, setUp: price === null || totals?.subTotal == null ? 0 : sumMoney([price, -totals.subTotal]) };
}

/** Stores why the server would reject quantities, as errors of their fields. */
export function storeRefusals({ totals }: ReplyOf<'POST /api/product/getbuynowtotals'>, quantities: QuantityStore): void {
  const refused = totals.items.flatMap(({ combinationId, quantity, warnings }) =>
    combinationId !== null && warnings.length > 0 && quantities.get(combinationId) === quantity
      ? [[combinationId, warnings.join(' ')] as const]
      : [],
  );
  quantities.setErrors(new Map(refused));
}

/** What was typed, as the server prices it; `price` is null until it is known. */
export interface ServerPrice {
  price: number | null;
  /** In the price, once in an order. */
  setUp: number;
  own: OwnPieces;
}

/** What the person pays by card beyond their entitlement, with tax, also where they see no other prices; `total` is null for prices on request. */
export interface OwnPieces {
  pieces: number;
  total: number | null;
}

/**
 * The server's total price, requested when typing pauses. Quantities that the server would reject are stored as errors.
 */
export function useServerPrice(
  productId: number,
  quantities: QuantityStore,
  typed: QuantityEntries,
  designs: Designs = NONE,
): ServerPrice {
  const [settled] = useDebouncedValue(typed, 400);
  const query = useMemo(() => totalsQuery(productId, settled, designs), [productId, settled, designs]);
  const { data } = useQuery(query);
  useEffect(() => {
    if (data) storeRefusals(data, quantities);
  }, [data, quantities]);
  const isCurrent = useMemo(() => sameEntries(settled, typed), [settled, typed]);
  return toServerPrice(isCurrent ? data?.totals : undefined);
}

/** The server's total price of items with designs of their own, requested when they rest. */
export function useServerPriceOf(productId: number, items: Items, isReady: boolean): ServerPrice {
  const text = JSON.stringify(items);
  const [settled] = useDebouncedValue(text, 400);
  const { data } = useQuery({
    queryKey: ['POST /api/product/getbuynowtotals', productId, settled],
    queryFn: ({ signal }) =>
      api('POST /api/product/getbuynowtotals', { body: { productId, items: JSON.parse(settled) as Items }, signal }),
    enabled: isReady && settled === text,
    staleTime: 30_000,
  });
  return toServerPrice(isReady && settled === text ? data?.totals : undefined);
}

/** Whether the same quantities were typed. */
export const sameEntries = (one: QuantityEntries, other: QuantityEntries) =>
  one === other || (one.size === other.size && [...one].every(([id, quantity]) => other.get(id) === quantity));
