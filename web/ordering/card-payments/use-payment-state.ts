import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery, invalidateCalls } from '#web/app/api.ts';
import { useProfile } from '#web/app/session/profile.ts';
import type { PaymentVisit } from './payment-words.ts';

type Order = ReplyOf<'GET /api/orders/:id'>['orders'][number];

/** Pauses between questions while the payment is not confirmed, in milliseconds; the last one repeats. */
const PAUSES_MS = [1000, 1000, 2000, 3000, 5000, 8000, 13_000, 20_000, 30_000];
/** After so many questions, about a quarter of an hour, the page is reloaded to ask again. */
const MAX_QUESTIONS = 35;
/** From then on it takes longer than usual. */
const SLOW_MS = 20_000;

/**
 * How the payment of an order stands. After the person has come from the payment page, the server is asked until it is decided; the order is read again
 * as soon as that says something new.
 */
export function usePaymentState(order: Order, visit: PaymentVisit | undefined) {
  const client = useQueryClient();
  const [startedAt] = useState(Date.now);
  const personId = useProfile()?.id;
  const isAsked = visit !== undefined && order.payment?.state === 'waiting' && order.customer.id === personId;
  const { data, dataUpdatedAt } = useQuery({
    ...apiQuery('GET /api/checkout/:orderId/payment', { params: { orderId: order.id } }),
    enabled: isAsked,
    gcTime: 0,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      if (visit !== 'return' || state.dataUpdateCount >= MAX_QUESTIONS) return false;
      if (state.data && state.data.state !== 'waiting') return false;
      return PAUSES_MS[Math.min(state.dataUpdateCount, PAUSES_MS.length - 1)] ?? false;
    },
  });
  const known = isAsked ? data : undefined;
  const hasChanged = known !== undefined && known.state !== order.payment?.state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer that says something new
  useEffect(() => {
    if (!hasChanged) return;
    void invalidateCalls(
      client,
      'GET /api/orders/:id',
      'GET /api/orders',
      'GET /api/orders/underway',
      'GET /api/shopping_cart_items',
    );
  }, [client, hasChanged, dataUpdatedAt]);
  const payment = order.payment && known ? { ...order.payment, state: known.state, dueOnUtc: known.dueOnUtc } : order.payment;
  return { payment, canPay: known?.canRetryPayment ?? order.canRetryPayment, isSlow: dataUpdatedAt - startedAt > SLOW_MS };
}
