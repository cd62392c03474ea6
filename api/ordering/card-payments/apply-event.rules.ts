import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import { ORDER, PAYMENT } from '../order-states/order-states.rules.ts';
import { CARD_PAYMENT_TRANSITIONS, LATER_KINDS, type PaymentAttempt } from './card-payment-states.rules.ts';
import type { PaymentEvent } from './providers/payment-provider.ts';

/** What an event about a payment needs to know of its order. Money in minor units, including tax. */
export interface OrderToPay {
  orderState: number;
  paymentState: number;
  /** What a card owes by now. */
  cardMinor: number;
}

/** What an event does. */
export type EventPlan =
  /** It concerns a payment that has been received. */
  | { kind: 'later' }
  /** Something that came earlier has said more. */
  | { kind: 'superseded' }
  | { kind: 'failed' | 'expired' }
  /** What was paid is not what was asked for. */
  | { kind: 'held'; problem: string }
  /** It pays for its order; `excessMinor` is what the order has become cheaper by since it was asked for. */
  | { kind: 'paid'; excessMinor: number }
  /** Money for an order that needs none any more. */
  | { kind: 'not_taken' };

/** The states of an order that can be paid; one that waits for approval anew was asked to be paid before. */
const PAYABLE: readonly number[] = [ORDER.pending, ORDER.processing, ORDER.awaitingApproval];

/** Whether an order waits for the payment by card. */
export const isToBePaid = ({ orderState, paymentState, cardMinor }: OrderToPay): boolean =>
  PAYABLE.includes(orderState) && paymentState === PAYMENT.pending && cardMinor > 0;

/** How a payment differs from what was asked for, in words for the supplier; undefined when it does not. */
export function describePaymentDifference(
  { amountMinor, currencyCode, orderId }: Pick<PaymentAttempt, 'amountMinor' | 'currencyCode' | 'orderId'>,
  paid: Pick<PaymentEvent, 'amountMinor' | 'currencyCode' | 'orderId'>,
): string | undefined {
  const found = [
    ...(paid.amountMinor === amountMinor
      ? []
      : [
          `${paid.amountMinor === null ? 'an unknown amount' : formatMoney(paid.amountMinor, currencyCode)} instead of ${formatMoney(amountMinor, currencyCode)}`,
        ]),
    ...(paid.currencyCode?.toUpperCase() === currencyCode
      ? []
      : [`currency ${paid.currencyCode ?? 'unknown'} instead of ${currencyCode}`]),
    ...(paid.orderId === null || paid.orderId === orderId ? [] : [`order ${paid.orderId} instead of ${orderId}`]),
  ];
  return found.length === 0 ? undefined : `What was paid differs from what was requested: ${found.join(', ')}.`;
}

/**
 * What an event does to an attempt and its order. States only go forward, so that events which come late, twice or in another order end in the same
 * state. An order is paid only by what was asked for, and once: what differs is held, and what comes too much goes back.
 */
export function planEvent(attempt: PaymentAttempt, order: OrderToPay, event: PaymentEvent): EventPlan {
  if (LATER_KINDS.includes(event.kind)) return { kind: 'later' };
  if (event.kind === 'failed' || event.kind === 'expired')
    return CARD_PAYMENT_TRANSITIONS[event.kind].from.includes(attempt.state) ? { kind: event.kind } : { kind: 'superseded' };
  if (event.kind !== 'paid' || !CARD_PAYMENT_TRANSITIONS.paid.from.includes(attempt.state)) return { kind: 'superseded' };
  const problem = describePaymentDifference(attempt, event);
  if (problem !== undefined) return { kind: 'held', problem };
  if (!isToBePaid(order)) return { kind: 'not_taken' };
  if (order.cardMinor > attempt.amountMinor)
    return {
      kind: 'held',
      problem: `The order now costs ${formatMoney(order.cardMinor, attempt.currencyCode)}. ${formatMoney(attempt.amountMinor, attempt.currencyCode)} was requested and paid.`,
    };
  return { kind: 'paid', excessMinor: attempt.amountMinor - order.cardMinor };
}
