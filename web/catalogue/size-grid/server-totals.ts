import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';

const nothing: ReadonlyMap<number, string> = new Map();

/**
 * What the server makes of the quantities once typing pauses: the price by all of its rules, and what it would refuse.
 * `isCurrent` is false while it still speaks of what was typed before.
 */
export function useServerTotals(productId: number, quantities: ReadonlyMap<number, number>) {
  const [settled] = useDebouncedValue(quantities, 400);
  const items = [...settled].map(([combinationId, quantity]) => ({ combinationId, quantity }));
  const { data } = useQuery({
    queryKey: ['POST /api/product/getbuynowtotals', productId, items],
    queryFn: ({ signal }) => api('POST /api/product/getbuynowtotals', { body: { productId, items }, signal }),
    enabled: items.length > 0 && items.length <= 1000,
    staleTime: 30_000,
    gcTime: 30_000,
  });
  const isCurrent = settled === quantities && data !== undefined;
  const refused = isCurrent
    ? new Map(
        data.totals.items.flatMap((item) =>
          item.combinationId && item.warnings.length > 0 ? [[item.combinationId, item.warnings.join(' ')]] : [],
        ),
      )
    : nothing;
  return { isCurrent, subTotal: isCurrent ? data.totals.subTotal : null, refused };
}
