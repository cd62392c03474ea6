import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { api } from '#web/app/api.ts';
import { cacheCart, cartQuery } from '#web/app/cart.ts';
import { toDesignInput } from '#web/catalogue/customisation/design-input.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { plural } from '#web/ui/format/format.ts';
import type { CartGroup } from '../wearer-groups.ts';
import { type CartChanges, createCartChanges } from './cart-changes.ts';
import type { CartItem } from './pending-quantities.ts';

// Kept beyond the page, so that a change made just before leaving it is still sent.
const changesByClient = new WeakMap<QueryClient, CartChanges>();

function getCartChanges(client: QueryClient): CartChanges {
  let changes = changesByClient.get(client);
  if (!changes) {
    changes = createCartChanges({
      async change(id, quantity) {
        // A response requested before this change must not overwrite it.
        await client.cancelQueries({ queryKey: cartQuery.queryKey });
        return quantity === 0
          ? api('DELETE /api/shopping_cart_items/:id', { params: { id } })
          : api('PUT /api/shopping_cart_items/:id', { params: { id }, body: { shoppingCartItem: { quantity } } });
      },
      async removeAll(ids) {
        await client.cancelQueries({ queryKey: cartQuery.queryKey });
        return api('POST /api/shopping_cart_items/remove', { body: { ids: [...ids] } });
      },
      storeCart: (cart) => void cacheCart(client, cart),
      invalidate: () => void client.invalidateQueries({ queryKey: cartQuery.queryKey }),
    });
    changesByClient.set(client, changes);
  }
  return changes;
}

/** The pending changes to the cart and the functions to make more. Flushes them when the page is hidden, left or back online. */
export function useCartChanges() {
  const client = useQueryClient();
  const changes = getCartChanges(client);
  const state = useSyncExternalStore(changes.subscribe, changes.state);

  useEffect(() => {
    const sendNow = () => void changes.settle();
    const onHide = () => document.visibilityState === 'hidden' && sendNow();
    const onLeave = (event: BeforeUnloadEvent) => {
      if (changes.state().pendingQuantities.size === 0) return;
      sendNow();
      event.preventDefault();
    };
    // Changes that waited for a sign-in or for the network are sent when the cart is opened again.
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

  // A stable function, so that unchanged lines are not rendered again.
  const remove = useCallback((line: CartItem) => removeLine(client, changes, line), [client, changes]);

  const removeGroup = useCallback((group: CartGroup) => removeLines(client, changes, group), [client, changes]);

  return { ...state, setQuantity: changes.setQuantity, remove, removeGroup, settle: changes.settle };
}

/** Removes a line immediately and offers to undo it. */
function removeLine(client: QueryClient, changes: CartChanges, line: CartItem): void {
  void changes.remove(line.id);
  const undo = () =>
    void changes
      // If the removal was refused, the line is still there and adding it would double it.
      .enqueue(async () => (changes.state().refusalReasons.has(line.id) ? undefined : restoreLines(client, [line])))
      .catch(showError);
  showSuccess(`${line.productName} was removed from the cart.`, { action: { label: 'Undo', run: undo } });
}

/** Removes all lines of a person immediately, and offers to undo it. */
function removeLines(client: QueryClient, changes: CartChanges, { lines, wearerName }: CartGroup): void {
  const ids = lines.map(({ id }) => id);
  const removed = changes.removeAll(ids);
  const undo = () =>
    void changes
      .enqueue(async () => {
        if (!(await removed)) return;
        for (let from = 0; from < lines.length; from += RESTORED_TOGETHER)
          await restoreLines(client, lines.slice(from, from + RESTORED_TOGETHER));
      })
      .catch(showError);
  showSuccess(`${plural(lines.length, 'line')} ${wearerName ? `for ${wearerName} ` : ''}removed from the cart.`, {
    action: { label: 'Undo', run: undo },
  });
}

/** The most lines that one call adds. */
const RESTORED_TOGETHER = 200;

async function restoreLines(client: QueryClient, lines: readonly CartItem[]): Promise<void> {
  await client.cancelQueries({ queryKey: cartQuery.queryKey });
  const quoted = lines.filter(({ quote, quoteItemId }) => quote !== null && quoteItemId !== null);
  const others = lines.filter((line) => !quoted.includes(line));
  if (others.length > 0) await addAgain(client, others);
  if (quoted.length > 0) await acceptAgain(client, quoted);
}

/** Puts lines back at their quoted prices: their pieces went back to their quotes. */
async function acceptAgain(client: QueryClient, lines: readonly CartItem[]): Promise<void> {
  for (const quoteId of new Set(lines.flatMap(({ quote }) => quote?.id ?? []))) {
    const items = lines.flatMap(({ quote, quoteItemId, combinationId, quantity }) =>
      quote?.id === quoteId && quoteItemId !== null ? [{ id: quoteItemId, combinationId, quantity }] : [],
    );
    await api('POST /api/quote/:id/accept', { params: { id: quoteId }, body: { items } });
  }
  await client.invalidateQueries({ queryKey: cartQuery.queryKey });
}

async function addAgain(client: QueryClient, lines: readonly CartItem[]): Promise<void> {
  const items = lines.map((line) => {
    const { productId, combinationId, quantity, organisationCollectionId, collectionGroupId, customerId } = line;
    const { superGroupId, superGroupOptionId, reason } = line;
    // What is required comes back by itself.
    const designs = line.customisations.filter(({ isMandatory }) => !isMandatory);
    return {
      productId,
      combinationId,
      quantity,
      organisationCollectionId,
      collectionGroupId,
      superGroupId,
      superGroupOptionId,
      customerId,
      reason,
      ...(designs.length > 0 && { customisations: designs.map(toDesignInput) }),
    };
  });
  cacheCart(client, await api('POST /api/shopping_cart_items/multiple', { body: { items } }));
}
