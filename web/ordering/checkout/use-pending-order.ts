import { useEffect, useRef, useState } from 'react';
import { useProfile } from '#web/app/session/profile.ts';
import { deletePendingOrder, findPendingOrder } from './checkout-storage.ts';
import type { Checkout } from './use-checkout.ts';
import { usePlaceOrder } from './use-place-order.ts';

/**
 * Determines the outcome of an order whose response was lost because the page was left. A cart gets a new checkout ID
 * when it is ordered, so an unchanged ID means that nothing was ordered. Otherwise the same request is repeated under
 * its idempotency key, and returns the first response.
 */
export function usePendingOrder({ summary, error, busy }: Checkout) {
  const customerId = useProfile()?.id;
  const [order] = useState(() => findPendingOrder(customerId));
  const [notPlaced, setNotPlaced] = useState(false);
  const [refused, setRefused] = useState(false);
  const { phase, place, isInProgress } = usePlaceOrder(() => setRefused(true));
  const started = useRef(false);

  const known = !busy && (summary !== undefined || error !== null);
  useEffect(() => {
    if (!order || !known || started.current) return;
    started.current = true;
    if (summary?.checkoutId === order.key && !isInProgress(order.key)) {
      deletePendingOrder();
      setNotPlaced(true);
    } else void place(order, 'checking');
  });

  return { checking: order !== undefined && !notPlaced && !refused && phase !== 'lost', notPlaced };
}
