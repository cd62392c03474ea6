import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { api, invalidateCalls } from '#web/app/api.ts';
import { cacheCart, cartQuery } from '#web/app/cart.ts';
import { paths } from '#web/app/paths.ts';
import { profileQuery } from '#web/app/session/profile.ts';
import { findTrip, leaveTrip } from '#web/app/trip/trip.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { openPaymentPage, pathAfterPayment } from '../card-payments/payment-page.ts';
import {
  clearCheckoutStorage,
  deletePendingOrder,
  type PendingOrder,
  saveOrderToPay,
  savePendingOrder,
} from './checkout-storage.ts';
import { isIndeterminate, retryUntilResponse, waitForNetwork } from './retry-order.ts';
import { summaryQuery } from './use-checkout.ts';

type Placed = ReplyOf<'POST /api/setpaymentform'>;
/** `checking`: the response was lost and the request is being repeated. `lost`: no response for about a minute. */
export type PlaceOrderPhase = 'idle' | 'placing' | 'checking' | 'lost';

const REQUEST_TIMEOUT_MS = 30_000;
// Shared by all pages in this tab: someone who leaves the page and comes back waits for the same request.
const inProgress = new Map<string, Promise<Placed>>();
const placedHere = new Set<string>();

/** Whether the order with this key has been placed in this tab, since it was loaded. */
export const isPlacedHere = (key: string): boolean => placedHere.has(key);

function placeOnce(order: PendingOrder, onIndeterminate: () => void): Promise<Placed> {
  const running = inProgress.get(order.key);
  if (running) return running;
  savePendingOrder(order);
  const send = () =>
    api('POST /api/setpaymentform', {
      body: { checkout: order.checkout },
      headers: { 'Idempotency-Key': order.key },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
  const placed = retryUntilResponse(send, { onIndeterminate, wait: waitForNetwork }).finally(() => inProgress.delete(order.key));
  inProgress.set(order.key, placed);
  return placed;
}

/**
 * Places an order exactly once, however often `place` is called, then opens the confirmation, or the page on which it is paid by card. `onRefused` receives the
 * error if nothing was ordered.
 */
export function usePlaceOrder(onRefused: (error: unknown) => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [phase, setPhase] = useState<PlaceOrderPhase>('idle');
  const [lost, setLost] = useState<PendingOrder>();
  const busy = useRef(false);
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  async function place(order: PendingOrder, initialPhase: PlaceOrderPhase = 'placing') {
    if (busy.current) return;
    busy.current = true;
    setPhase(initialPhase);
    try {
      const placed = await placeOnce(order, () => setPhase('checking'));
      placedHere.add(order.key);
      await finish(placed, order.customerId);
    } catch (error) {
      if (isIndeterminate(error)) {
        setLost(order);
        setPhase('lost');
      } else {
        deletePendingOrder();
        setPhase('idle');
        onRefused(error);
      }
    } finally {
      busy.current = false;
    }
  }

  async function finish(placed: Placed, customerId: number) {
    const { orderId, customOrderNumber, items, redirectUrl } = placed;
    clearCheckoutStorage();
    const trip = placed.paymentForm && findTrip(client.getQueryData(profileQuery.queryKey));
    // The session has ended with the trip, so nothing is asked for any more. The button stays busy until the next page is shown.
    if (trip) {
      leaveTrip(trip);
      return new Promise<never>(() => {});
    }
    if (redirectUrl !== null && orderId !== null) saveOrderToPay({ id: orderId, customerId });
    const cart = client.getQueryData(cartQuery.queryKey);
    if (cart)
      cacheCart(client, {
        ...cart,
        items,
        totalQuantity: 0,
        subTotal: 0,
        subTotalInclTax: 0,
        subTotalExclTax: 0,
        tax: 0,
        canCheckout: false,
      });
    void invalidateCalls(
      client,
      'GET /api/shopping_cart_items',
      'GET /api/orders',
      // What is left of the entitlement has changed.
      'GET /api/organisation/uniformbuilder/:id',
      'GET /api/productorganisation/uniformBuilderProducts/:id',
    );
    if (mounted.current) await leave(placed);
    else showSuccess(`Order ${customOrderNumber ?? orderId} has been placed.`);
    client.removeQueries({ queryKey: summaryQuery.queryKey });
  }

  /** Opens the payment page where the order is paid next, otherwise what was ordered. */
  async function leave({ orderId, redirectUrl, msg }: Placed) {
    const id = orderId ?? 0;
    if (redirectUrl === null && msg === null) return navigate(paths.confirmation(id), { replace: true });
    // The page of the order takes the place of this one, so that someone who goes back from the payment page cannot order again.
    await navigate(pathAfterPayment(id, 'open'), { replace: true });
    if (redirectUrl !== null) openPaymentPage(redirectUrl);
    else showError(msg);
  }

  return {
    phase,
    place,
    isInProgress: (key: string) => inProgress.has(key),
    tryAgain: () => lost && void place(lost, 'checking'),
  };
}
