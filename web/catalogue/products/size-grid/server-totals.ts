import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { api } from '#web/app/api.ts';
import type { QuantityEntries, QuantityStore } from './quantity-store.ts';

/** Maximum number of items in one request. */
const MAX_ITEMS = 1000;

/**
 * The server's total price, requested when typing pauses; null until it has responded. Quantities that the server would reject
 * are stored as errors.
 */
export function useServerPrice(productId: number, quantities: QuantityStore, typed: QuantityEntries): number | null {
  const [settled] = useDebouncedValue(typed, 400);
  // A single string as the key avoids comparing a thousand items on every keystroke.
  const key = useMemo(() => [...settled].map((entry) => entry.join('×')).join(), [settled]);
  const { data } = useQuery({
    queryKey: ['POST /api/product/getbuynowtotals', productId, key],
    queryFn: ({ signal }) => {
      const items = [...settled].map(([combinationId, quantity]) => ({ combinationId, quantity }));
      return api('POST /api/product/getbuynowtotals', { body: { productId, items }, signal });
    },
    enabled: settled.size > 0 && settled.size <= MAX_ITEMS,
    staleTime: 30_000,
    gcTime: 30_000,
  });
  useEffect(() => {
    if (!data) return;
    const refused = data.totals.items.flatMap(({ combinationId, quantity, warnings }) =>
      combinationId !== null && warnings.length > 0 && quantities.get(combinationId) === quantity
        ? [[combinationId, warnings.join(' ')] as const]
        : [],
    );
    quantities.setErrors(new Map(refused));
  }, [data, quantities]);
  const isCurrent = useMemo(() => sameEntries(settled, typed), [settled, typed]);
  return data && isCurrent ? data.totals.subTotal : null;
}

const sameEntries = (one: QuantityEntries, other: QuantityEntries) =>
  one === other || (one.size === other.size && [...one].every(([id, quantity]) => other.get(id) === quantity));
