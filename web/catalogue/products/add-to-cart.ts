import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '#web/app/api.ts';
import { type Cart, cacheCart, cartQuery } from '#web/app/cart.ts';
import { paths } from '#web/app/paths.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { toDesignInput } from '../customisation/design-input.ts';
import { addItems, PartialAddError } from './add-items.ts';
import { applyCartAdditions, type CartAddition, findAddedLines, type Wearer } from './optimistic-cart.ts';

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
    mutationFn: ({ additions, wearer }: Additions) =>
      addItems(
        client,
        additions,
        ({ garment, combination, quantity, designs = [] }) => ({
          productId: garment.id,
          combinationId: combination.id,
          quantity,
          source,
          ...(designs.length > 0 && { customisations: designs.map(toDesignInput) }),
          ...(wearer && { customerId: wearer.id }),
        }),
        describePieces,
      ),
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
    // What the next piece costs the person depends on what is in the cart.
    onSettled: () => void client.invalidateQueries({ queryKey: ['POST /api/product/getbuynowtotals'] }),
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
