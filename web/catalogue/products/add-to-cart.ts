import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { cacheCart, cartQuery } from '#web/app/cart.ts';
import { paths } from '#web/app/paths.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatNumber } from '#web/ui/format/format.ts';
import type { OrderableGarment } from './catalogue-types.ts';
import { applyCartAdditions, type CartAddition } from './optimistic-cart.ts';

/** The maximum number of items in one call. */
const BATCH_SIZE = 200;

/** Some of the lines were added to the cart, the rest was refused. `added` holds the former, `cause` the reason. */
export class PartialAddError extends Error {
  override name = 'PartialAddError';
  readonly added: readonly CartAddition[];
  override readonly cause: unknown;

  constructor(added: readonly CartAddition[], cause: unknown) {
    super(`${formatNumber(added.length)} lines were added to your cart. The rest were not: ${messageOf(cause)}`);
    this.added = added;
    this.cause = cause;
  }
}

/** Adds combinations of one garment to the cart. The cart is updated optimistically and reverted if the server refuses. */
export function useAddToCart(garment: OrderableGarment, source: 'product' | 'adhoc') {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (additions: readonly CartAddition[]) => {
      for (let from = 0; from < additions.length; from += BATCH_SIZE) {
        const items = additions.slice(from, from + BATCH_SIZE).map(({ combination, quantity }) => ({
          productId: garment.id,
          combinationId: combination.id,
          quantity,
          source,
        }));
        try {
          cacheCart(client, await api('POST /api/shopping_cart_items/multiple', { body: { items } }));
        } catch (error) {
          if (from === 0) throw error;
          throw new PartialAddError(additions.slice(0, from), error);
        }
      }
    },
    onMutate: async (additions) => {
      await client.cancelQueries({ queryKey: cartQuery.queryKey });
      const before = client.getQueryData(cartQuery.queryKey);
      if (before) cacheCart(client, applyCartAdditions(before, garment, additions));
      return { before };
    },
    onError: (error, _additions, context) => {
      if (context?.before && !(error instanceof PartialAddError)) cacheCart(client, context.before);
      else void client.invalidateQueries({ queryKey: cartQuery.queryKey });
      showError(error);
    },
    onSuccess: (_reply, additions) => {
      showSuccess(describeAddition(garment, additions), {
        action: { label: 'View cart', run: () => void navigate(paths.cart()) },
      });
    },
  });
}

function describeAddition(garment: OrderableGarment, additions: readonly CartAddition[]): string {
  const pieces = additions.reduce((sum, { quantity }) => sum + quantity, 0);
  const [only] = additions;
  const which =
    additions.length === 1 && only?.combination.attributeDescription ? `, ${only.combination.attributeDescription}` : '';
  return `Added to your cart: ${formatNumber(pieces)} × ${garment.name}${which}`;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The server's errors by index of the item in the call: `items[3]` and `items[3].quantity` belong to 3. */
export function getItemErrors(error: unknown): Map<number, string> {
  const cause = error instanceof PartialAddError ? error.cause : error;
  const found = new Map<number, string>();
  if (!(cause instanceof ApiError)) return found;
  const offset = error instanceof PartialAddError ? error.added.length : 0;
  for (const [field, messages] of Object.entries(cause.errors)) {
    const index = /^items\[(\d+)\]/.exec(field)?.[1];
    if (index !== undefined) found.set(Number(index) + offset, messages.join(' '));
  }
  return found;
}
