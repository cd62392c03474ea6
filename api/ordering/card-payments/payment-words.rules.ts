import type { ReplyOf } from '#contract/index.ts';
import { ORDER, PAYMENT } from '../order-states/order-states.rules.ts';
import type { OrderToPay } from './apply-event.rules.ts';

/** How the payment of an order by card stands, as the API says it. */
export type PaymentStateName = ReplyOf<'GET /api/checkout/:orderId/payment'>['state'];

/** A moment as people read it: 3 December 2026 at 17:05. */
export const formatMoment = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at);

/** What decides whether an order can be paid. */
export interface PaymentSituation extends OrderToPay {
  cardPayer: string | null;
  isHeld: boolean;
}

/** Why an order cannot be paid by card now; undefined when it can. */
export function explainNotPayable({
  cardPayer,
  orderState,
  paymentState,
  cardMinor,
  isHeld,
}: PaymentSituation): string | undefined {
  if (cardPayer === null) return 'This order is not paid by card.';
  if (isHeld)
    return 'A payment for this order has arrived, and we are checking it. Please do not pay again; we will write to you.';
  if (paymentState !== PAYMENT.pending && paymentState !== PAYMENT.voided)
    return 'This order has been paid. You need not do anything.';
  if (orderState === ORDER.awaitingApproval)
    return 'This order waits for approval. We will email you a link to pay once it has been approved.';
  if (orderState === ORDER.rejected) return 'This order was rejected, so it cannot be paid. Please place a new order.';
  if (orderState !== ORDER.pending && orderState !== ORDER.processing)
    return 'This order was cancelled, so it cannot be paid. Please place a new order.';
  return cardMinor === 0 ? 'Nothing of this order is left to be paid by card.' : undefined;
}

/** How the payment of an order by card stands; `last` is the state of its newest attempt, null without one. Null for an order that no card pays. */
export function namePaymentState(order: PaymentSituation, last: string | null): PaymentStateName | null {
  const { cardPayer, orderState, paymentState, cardMinor, isHeld } = order;
  if (cardPayer === null) return null;
  if (isHeld) return 'held';
  if (paymentState === PAYMENT.voided || orderState === ORDER.cancelled || orderState === ORDER.rejected) return 'cancelled';
  if (paymentState !== PAYMENT.pending) return 'paid';
  if (cardMinor === 0) return null;
  if (orderState === ORDER.awaitingApproval) return 'approval';
  if (last === 'failed') return 'failed';
  // Nothing was begun yet where an order has just been approved.
  return last === null || last === 'created' || last === 'open' ? 'waiting' : 'ended';
}

/** The state of a payment in a sentence for the person who pays. `due` is until when the order is kept. */
export function describePaymentState(state: PaymentStateName, due: string | null): string {
  const kept = due === null ? '' : ` Your order is kept until ${due}.`;
  switch (state) {
    case 'waiting':
      return `We are waiting for the payment to be confirmed. This usually takes a few seconds.${kept}`;
    case 'paid':
      return 'Your payment has arrived. Thank you.';
    case 'failed':
      return `The payment did not succeed. Nothing was charged.${kept} Please try again.`;
    case 'ended':
      return `The order has not been paid.${kept} Please pay it from the order.`;
    case 'held':
      return 'Your payment has arrived and we are checking it. Please do not pay again; we will write to you.';
    case 'cancelled':
      return 'The order was cancelled. Money that arrives for it is refunded.';
    case 'approval':
      return 'The order waits for approval. We will email you a link to pay once it has been approved.';
  }
}
