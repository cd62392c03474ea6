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

/** Most items that one call takes. */
const atOnce = 200;

/** Part of the lines is in the cart, the rest was refused. */
export class PartialAddError extends Error {
  override name = 'PartlyAdded';
  readonly added: readonly CartAddition[];
  override readonly cause: unknown;

  constructor(added: readonly CartAddition[], cause: unknown) {
    super(`${formatNumber(added.length)} lines are in your cart; the rest is not: ${messageOf(cause)}`);
    this.added = added;
    this.cause = cause;
  }
}

/** Puts combinations of one garment into the cart. The header counts them at once and takes them back when refused. */
export function useAddToCart(garment: OrderableGarment, source: 'product' | 'adhoc') {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (wanted: readonly CartAddition[]) => {
      for (let from = 0; from < wanted.length; from += atOnce) {
        const items = wanted.slice(from, from + atOnce).map(({ combination, quantity }) => ({
          productId: garment.id,
          combinationId: combination.id,
          quantity,
          source,
        }));
        try {
          cacheCart(client, await api('POST /api/shopping_cart_items/multiple', { body: { items } }));
        } catch (error) {
          if (from === 0) throw error;
          throw new PartialAddError(wanted.slice(0, from), error);
        }
      }
    },
    onMutate: async (wanted) => {
      await client.cancelQueries({ queryKey: cartQuery.queryKey });
      const before = client.getQueryData(cartQuery.queryKey);
      if (before) cacheCart(client, applyCartAdditions(before, garment, wanted));
      return { before };
    },
    onError: (error, _wanted, context) => {
      if (context?.before && !(error instanceof PartialAddError)) cacheCart(client, context.before);
      else void client.invalidateQueries({ queryKey: cartQuery.queryKey });
      showError(error);
    },
    onSuccess: (_reply, wanted) => {
      showSuccess(whatWasAdded(garment, wanted), { action: { label: 'View cart', run: () => void navigate(paths.cart()) } });
    },
  });
}

function whatWasAdded(garment: OrderableGarment, wanted: readonly CartAddition[]): string {
  const pieces = wanted.reduce((sum, { quantity }) => sum + quantity, 0);
  const [only] = wanted;
  const which = wanted.length === 1 && only?.combination.attributeDescription ? `, ${only.combination.attributeDescription}` : '';
  return `Added to your cart: ${formatNumber(pieces)} × ${garment.name}${which}`;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** What the server refused, by the place of the item in the call: `items[3]` and `items[3].quantity` belong to 3. */
export function getItemErrors(error: unknown): Map<number, string> {
  const cause = error instanceof PartialAddError ? error.cause : error;
  const found = new Map<number, string>();
  if (!(cause instanceof ApiError)) return found;
  const offset = error instanceof PartialAddError ? error.added.length : 0;
  for (const [field, messages] of Object.entries(cause.errors)) {
    const place = /^items\[(\d+)\]/.exec(field)?.[1];
    if (place !== undefined) found.set(Number(place) + offset, messages.join(' '));
  }
  return found;
}
