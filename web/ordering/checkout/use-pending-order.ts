import { useEffect, useRef, useState } from 'react';
import { useProfile } from '#web/app/session/profile.ts';
import { deletePendingOrder, findPendingOrder } from './checkout-storage.ts';
import type { Checkout } from './use-checkout.ts';
import { usePlaceOrder } from './use-place-order.ts';

/**
 * Finds out what became of an order whose answer was lost with the page. A cart gets its next checkout id when it is
 * ordered, so the same id means that nothing was ordered; with another one, the same request is sent again under its
 * key and gets the first answer.
 */
export function usePendingOrder({ summary, error, busy }: Checkout) {
  const customerId = useProfile()?.id;
  const [attempt] = useState(() => findPendingOrder(customerId));
  const [notPlaced, setNotPlaced] = useState(false);
  const [refused, setRefused] = useState(false);
  const { phase, place, isUnderWay } = usePlaceOrder(() => setRefused(true));
  const asked = useRef(false);

  const known = !busy && (summary !== undefined || error !== null);
  useEffect(() => {
    if (!attempt || !known || asked.current) return;
    asked.current = true;
    if (summary?.checkoutId === attempt.key && !isUnderWay(attempt.key)) {
      deletePendingOrder();
      setNotPlaced(true);
    } else void place(attempt, 'checking');
  });

  return { asking: attempt !== undefined && !notPlaced && !refused && phase !== 'lost', notPlaced };
}
