import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { type Cart, cacheCart, cartQuery } from '#web/app/cart.ts';
import { paths } from '#web/app/paths.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { applyCartAdditions, type CartAddition, findAddedLines, type Wearer } from './optimistic-cart.ts';

/** The maximum number of items in one call. */
const BATCH_SIZE = 200;

/** Some of the lines were added to the cart, the rest was refused. `added` holds the former, `cause` the reason. */
export class PartialAddError extends Error {
  override name = 'PartialAddError';
  readonly added: readonly CartAddition[];
  override readonly cause: unknown;

  constructor(added: readonly CartAddition[], total: number, cause: unknown) {
    super(
      `${formatNumber(added.length)} of ${formatNumber(total)} lines were added to your cart: ${describePieces(added)}. The rest were not: ${messageOf(cause)}`,
    );
    this.added = added;
    this.cause = cause;
  }
}

/** Undo is offered for as many lines at most, since each is taken back by a call of its own. */
const MAX_UNDO_LINES = 20;

/** What to add, and for whom, where that is a particular person. */
interface Additions {
  additions: readonly CartAddition[];
  wearer?: Wearer | undefined;
}

/**
 * Adds combinations of garments to the cart, and offers to undo it. The cart is updated optimistically and reverted if the
 * server refuses.
 */
export function useAddToCart(source: 'product' | 'adhoc') {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async ({ additions, wearer }: Additions) => {
      for (let from = 0; from < additions.length; from += BATCH_SIZE) {
        const items = additions.slice(from, from + BATCH_SIZE).map(({ garment, combination, quantity }) => ({
          productId: garment.id,
          combinationId: combination.id,
          quantity,
          source,
          ...(wearer && { customerId: wearer.id }),
        }));
        try {
          cacheCart(client, await api('POST /api/shopping_cart_items/multiple', { body: { items } }));
        } catch (error) {
          if (from === 0) throw error;
          throw new PartialAddError(additions.slice(0, from), additions.length, error);
        }
      }
    },
    onMutate: async ({ additions, wearer }) => {
      await client.cancelQueries({ queryKey: cartQuery.queryKey });
      const before = client.getQueryData(cartQuery.queryKey);
      if (before) cacheCart(client, applyCartAdditions(before, additions, { wearer }));
      return { before };
    },
    onError: (error, _additions, context) => {
      if (context?.before && !(error instanceof PartialAddError)) cacheCart(client, context.before);
      else void client.invalidateQueries({ queryKey: cartQuery.queryKey });
      showError(error);
    },
    onSuccess: (_reply, { additions, wearer }, { before }) => {
      const added = findAddedLines(before, client.getQueryData(cartQuery.queryKey), additions);
      const undo = { label: 'Undo', run: () => void removeFromCart(client, additions, added).catch(showError) };
      showSuccess(describeAddition(additions, wearer), {
        action: [
          ...(added.length > 0 && added.length <= MAX_UNDO_LINES ? [undo] : []),
          { label: 'View cart', run: () => void navigate(paths.cart()) },
        ],
      });
    },
  });
}

/** Reduces lines of the cart by the quantities that were added, as far as they are still there. */
async function removeFromCart(client: QueryClient, additions: readonly CartAddition[], added: ReturnType<typeof findAddedLines>) {
  await client.cancelQueries({ queryKey: cartQuery.queryKey });
  let cart: Cart = await client.fetchQuery({ ...cartQuery, staleTime: 0 });
  for (const { lineId, quantity } of added) {
    const line = cart.items.find(({ id }) => id === lineId);
    if (!line) continue;
    const params = { id: lineId };
    const left = line.quantity - quantity;
    cart =
      left > 0
        ? await api('PUT /api/shopping_cart_items/:id', { params, body: { shoppingCartItem: { quantity: left } } })
        : await api('DELETE /api/shopping_cart_items/:id', { params });
    cacheCart(client, cart);
  }
  const [first] = additions;
  const what = first && isOneGarment(additions) ? `${first.garment.name} was` : `${describePieces(additions)} were`;
  showSuccess(`${what} removed from your cart.`);
}

const isOneGarment = (additions: readonly CartAddition[]) => new Set(additions.map(({ garment }) => garment.id)).size === 1;

/** "12 pieces of 3 products" */
function describePieces(additions: readonly CartAddition[]): string {
  const products = new Set(additions.map(({ garment }) => garment.id)).size;
  return `${plural(countPieces(additions), 'piece')} of ${plural(products, 'product')}`;
}

const countPieces = (additions: readonly CartAddition[]) => additions.reduce((sum, { quantity }) => sum + quantity, 0);

function describeAddition(additions: readonly CartAddition[], wearer: Wearer | undefined): string {
  const [first] = additions;
  const forWhom = wearer ? `, for ${wearer.name}` : '';
  if (!first || !isOneGarment(additions)) return `Added to your cart: ${describePieces(additions)}${forWhom}`;
  const description = additions.length === 1 ? first.combination.attributeDescription : '';
  return `Added to your cart: ${formatNumber(countPieces(additions))} × ${first.garment.name}${description && `, ${description}`}${forWhom}`;
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
