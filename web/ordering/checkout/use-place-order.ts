import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { api, invalidateCalls } from '#web/app/api.ts';
import { cacheCart, cartQuery } from '#web/app/cart.ts';
import { paths } from '#web/app/paths.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { clearCheckoutStorage, deletePendingOrder, type PendingOrder, savePendingOrder } from './checkout-storage.ts';
import { isIndeterminate, retryUntilResponse, waitForNetwork } from './place-order.ts';
import { summaryQuery } from './use-checkout.ts';

type Placed = ReplyOf<'POST /api/setpaymentform'>;
/** `checking`: the answer was lost, and is asked for again. `lost`: nobody answered for a minute. */
export type PlaceOrderPhase = 'idle' | 'placing' | 'checking' | 'lost';

const longestTry = 30_000;
// Of all pages in this tab: whoever leaves while an answer is awaited and comes back waits for the same one.
const underWay = new Map<string, Promise<Placed>>();

function placeOnce(attempt: PendingOrder, onUncertain: () => void): Promise<Placed> {
  const known = underWay.get(attempt.key);
  if (known) return known;
  savePendingOrder(attempt);
  const ask = () =>
    api('POST /api/setpaymentform', {
      body: { checkout: attempt.checkout },
      headers: { 'Idempotency-Key': attempt.key },
      signal: AbortSignal.timeout(longestTry),
    });
  const placed = retryUntilResponse(ask, { onIndeterminate: onUncertain, wait: waitForNetwork }).finally(() =>
    underWay.delete(attempt.key),
  );
  underWay.set(attempt.key, placed);
  return placed;
}

/** Places an order, however often it is asked to, once. `onRefused` hears why nothing was ordered. */
export function usePlaceOrder(onRefused: (error: unknown) => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [phase, setPhase] = useState<PlaceOrderPhase>('idle');
  const [lost, setLost] = useState<PendingOrder>();
  const busy = useRef(false);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  async function place(attempt: PendingOrder, begin: PlaceOrderPhase = 'placing') {
    if (busy.current) return;
    busy.current = true;
    setPhase(begin);
    try {
      const placed = await placeOnce(attempt, () => setPhase('checking'));
      await finish(placed);
    } catch (error) {
      if (isIndeterminate(error)) {
        setLost(attempt);
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

  async function finish({ orderId, customOrderNumber, items }: Placed) {
    clearCheckoutStorage();
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
    void invalidateCalls(client, 'GET /api/shopping_cart_items', 'GET /api/orders');
    if (here.current) await navigate(paths.confirmation(orderId ?? 0), { replace: true });
    else showSuccess(`Order ${customOrderNumber ?? orderId} has been placed.`);
    client.removeQueries({ queryKey: summaryQuery.queryKey });
  }

  return {
    phase,
    place,
    isUnderWay: (key: string) => underWay.has(key),
    tryAgain: () => lost && void place(lost, 'checking'),
  };
}
