import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/app/api.ts';
import { cacheCart } from '#web/app/cart.ts';
import { getItemErrors } from '../products/add-to-cart.ts';
import type { QuickOrderRow } from './use-quick-order.ts';

/** The most items of one call. */
const ADDED_TOGETHER = 200;

/** Adds rows to the cart. `errors` are the server's reasons by code, where it refused them. */
export function useAddRows({ source, customerId }: { source: 'product' | 'adhoc'; customerId: number | undefined }) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: async (rows: readonly QuickOrderRow[]) => {
      for (let from = 0; from < rows.length; from += ADDED_TOGETHER) {
        const items = rows.slice(from, from + ADDED_TOGETHER).map(({ item, quantity }) => ({
          productId: item?.productId ?? 0,
          ...(item?.combinationId && { combinationId: item.combinationId }),
          quantity,
          source,
          ...(customerId !== undefined && { customerId }),
        }));
        cacheCart(client, await api('POST /api/shopping_cart_items/multiple', { body: { items } }));
      }
    },
  });
  const refused = [...getItemErrors(mutation.error)];
  const errors = new Map(
    refused.flatMap(([index, message]) => {
      const row = mutation.variables?.[index];
      return row ? [[row.code, message] as const] : [];
    }),
  );
  return { ...mutation, errors };
}
