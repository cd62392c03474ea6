import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiQuery, invalidateCalls } from '#web/app/api.ts';
import { cartQuery } from '#web/app/cart.ts';
import { findDraftCheckoutId } from './checkout-storage.ts';
import { type Checkout, isEmptyCartError } from './use-checkout.ts';
import { isPlacedHere } from './use-place-order.ts';

/**
 * The order that the checkout of this page has become in another window, if it has. A cart gets a new checkout ID when it is ordered; so one that is
 * empty, or has another ID than the page has shown, may have been ordered, and the server is asked.
 */
export function useOrderedElsewhere({ summary, summaryError, failure }: Checkout) {
  const client = useQueryClient();
  const current = summary?.checkoutId;
  const [shown, setShown] = useState(current);
  if (shown === undefined && current !== undefined) setShown(current);
  // The shell loads the cart again when someone comes back to the window.
  const { data: cart } = useQuery({ ...cartQuery, enabled: false });

  const isEmpty = cart?.items.length === 0 || isEmptyCartError(summaryError) || isEmptyCartError(failure);
  const gone = isEmpty ? (shown ?? findDraftCheckoutId()) : current === shown ? undefined : shown;
  const checkoutId = gone !== undefined && !isPlacedHere(gone) ? gone : undefined;
  const { data, isFetching } = useQuery({
    ...apiQuery('GET /api/checkout/:checkoutId/order', { params: { checkoutId: checkoutId ?? '' } }),
    enabled: checkoutId !== undefined,
    gcTime: 0,
  });
  const orderId = checkoutId === undefined ? null : (data?.orderId ?? null);

  useEffect(() => {
    if (orderId !== null) void invalidateCalls(client, 'GET /api/shopping_cart_items', 'GET /api/orders');
  }, [client, orderId]);

  return {
    order: orderId === null ? undefined : { id: orderId, number: data?.customOrderNumber ?? String(orderId) },
    isChecking: checkoutId !== undefined && isFetching,
    /** Shows what is in the cart now, in place of the order; undefined when it is empty. */
    showCurrent: current === undefined || isEmpty ? undefined : () => setShown(current),
  };
}
