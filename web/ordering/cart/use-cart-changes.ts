import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { api } from '#web/app/api.ts';
import { cacheCart, cartQuery } from '#web/app/cart.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { type CartChanges, createCartChanges } from './cart-changes.ts';
import type { CartItem } from './pending-quantities.ts';

// They outlive the page, so that a change made a moment before leaving it still arrives.
const known = new WeakMap<QueryClient, CartChanges>();

function changesOf(client: QueryClient): CartChanges {
  let changes = known.get(client);
  if (!changes) {
    changes = createCartChanges({
      async change(id, quantity) {
        // An answer that set out before this change must not come after it.
        await client.cancelQueries({ queryKey: cartQuery.queryKey });
        return quantity === 0
          ? api('DELETE /api/shopping_cart_items/:id', { params: { id } })
          : api('PUT /api/shopping_cart_items/:id', { params: { id }, body: { shoppingCartItem: { quantity } } });
      },
      storeCart: (cart) => void cacheCart(client, cart),
      invalidate: () => void client.invalidateQueries({ queryKey: cartQuery.queryKey }),
    });
    known.set(client, changes);
  }
  return changes;
}

/** What somebody is changing about the cart, and how to change it. */
export function useCartChanges() {
  const client = useQueryClient();
  const changes = changesOf(client);
  const state = useSyncExternalStore(changes.subscribe, changes.state);

  useEffect(() => {
    const sendNow = () => void changes.settle();
    const onHide = () => document.visibilityState === 'hidden' && sendNow();
    const onLeave = (event: BeforeUnloadEvent) => {
      if (changes.state().pendingQuantities.size === 0) return;
      sendNow();
      event.preventDefault();
    };
    // What waited for a login or for the network goes out as soon as the cart is seen again.
    sendNow();
    addEventListener('online', sendNow);
    addEventListener('beforeunload', onLeave);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      sendNow();
      removeEventListener('online', sendNow);
      removeEventListener('beforeunload', onLeave);
      document.removeEventListener('visibilitychange', onHide);
    };
  }, [changes]);

  // The same function every time, so that lines which did not change are not drawn again.
  const remove = useCallback((line: CartItem) => takeOut(client, changes, line), [client, changes]);

  return { ...state, setQuantity: changes.setQuantity, remove, settle: changes.settle };
}

/** Takes a line out at once and offers to put it back. */
function takeOut(client: QueryClient, changes: CartChanges, line: CartItem): void {
  void changes.remove(line.id);
  const undo = () =>
    void changes
      // Still there when taking it out was refused: then adding it would double it.
      .inTurn(async () => (changes.state().refusalReasons.has(line.id) ? undefined : putBack(client, line)))
      .catch(showError);
  showSuccess(`${line.productName} was removed from the cart.`, { action: { label: 'Undo', run: undo } });
}

async function putBack(client: QueryClient, line: CartItem): Promise<void> {
  const { productId, combinationId, quantity, organisationCollectionId, collectionGroupId, customerId } = line;
  const { superGroupId, superGroupOptionId } = line;
  await client.cancelQueries({ queryKey: cartQuery.queryKey });
  const item = {
    productId,
    combinationId,
    quantity,
    organisationCollectionId,
    collectionGroupId,
    superGroupId,
    superGroupOptionId,
    customerId,
  };
  cacheCart(client, await api('POST /api/shopping_cart_items/multiple', { body: { items: [item] } }));
}
