import { useMutation, useQueryClient } from '@tanstack/react-query';
import { plural } from '#web/ui/format/format.ts';
import { addItems, getItemErrors } from '../products/add-items.ts';
import type { QuickOrderRow } from './use-quick-order.ts';

/** "12 pieces of 3 sizes" */
export const describeRows = (rows: readonly QuickOrderRow[]): string =>
  `${plural(
    rows.reduce((sum, { quantity }) => sum + quantity, 0),
    'piece',
  )} of ${plural(rows.length, 'size')}`;

/** Adds rows to the cart. `errors` are the server's reasons by code, where it refused them. */
export function useAddRows({ source, customerId }: { source: 'product' | 'adhoc'; customerId: number | undefined }) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (rows: readonly QuickOrderRow[]) =>
      addItems(
        client,
        rows,
        ({ item, quantity }) => ({
          productId: item?.productId ?? 0,
          ...(item?.combinationId && { combinationId: item.combinationId }),
          quantity,
          source,
          ...(customerId !== undefined && { customerId }),
        }),
        describeRows,
      ),
  });
  const errors = new Map(
    [...getItemErrors(mutation.error)].flatMap(([index, message]) => {
      const row = mutation.variables?.[index];
      return row ? [[row.code, message] as const] : [];
    }),
  );
  return { ...mutation, errors };
}
