import { ORDER, PAYMENT, SHIPPING, type StepName } from './order-states.rules.ts';

/** What parcels, invoices and lines say about an order, and the states it has. */
export interface OrderFacts {
  orderState: number;
  paymentState: number;
  shippingState: number;
  /** Pieces that are to be shipped. */
  pending: number;
  /** Pieces that have been shipped. */
  shipped: number;
  /** Whether pieces are packed and wait to be collected, and whether the order says so. */
  hasPacked: boolean;
  isReady: boolean;
  /** Parcels that have been shipped and not delivered. */
  undelivered: number;
  /** Whether everything that was shipped has been paid for, and nothing more will be charged. */
  isPaid: boolean;
  /** What a card pays: nothing, a part beside what is on account, or everything. Its payment is then that of the order. */
  byCard: 'nothing' | 'part' | 'all';
  /** Whether everything that was shipped on account is on invoices that are paid, and nothing more will be. */
  isAccountSettled: boolean;
  /** Whether an invoice of the order has not been paid. */
  hasOpenInvoice: boolean;
  /** What invoices have charged and what credit notes have credited, in minor units including tax. */
  invoicedMinor: number;
  creditedMinor: number;
}

/** The way from one state of shipping to the next. */
const SHIPPING_STEPS: readonly { from: readonly number[]; step: StepName; to: number; isDue: (facts: OrderFacts) => boolean }[] =
  [
    {
      from: [SHIPPING.notYetShipped],
      step: 'shipPart',
      to: SHIPPING.partiallyShipped,
      isDue: ({ shipped, pending }) => shipped > 0 && pending > 0,
    },
    {
      from: [SHIPPING.notYetShipped, SHIPPING.partiallyShipped],
      step: 'ship',
      to: SHIPPING.shipped,
      isDue: ({ shipped, pending }) => shipped > 0 && pending === 0,
    },
    { from: [SHIPPING.shipped], step: 'deliver', to: SHIPPING.delivered, isDue: ({ undelivered }) => undelivered === 0 },
  ];

const PAID_STATES: readonly number[] = [PAYMENT.paid, PAYMENT.partiallyRefunded, PAYMENT.refunded];

/**
 * The steps that bring the states of an order up to what its lines, parcels and invoices say, in the order in which they are to be taken. An order
 * is complete when everything has been delivered or cancelled, and paid for; one of which everything was cancelled before anything was shipped is cancelled.
 */
export function planAdvance(facts: OrderFacts): StepName[] {
  if (facts.orderState === ORDER.complete) return planRefund(facts, facts.paymentState);
  const steps: StepName[] = [];
  if (facts.orderState !== ORDER.pending && facts.orderState !== ORDER.processing) return steps;
  if (facts.pending === 0 && facts.shipped === 0) return ['cancelUnshipped'];
  if (facts.isReady && !facts.hasPacked) steps.push('endReady');
  let shipping = facts.shippingState;
  for (const { from, step, to, isDue } of SHIPPING_STEPS) {
    if (!from.includes(shipping) || !isDue(facts)) continue;
    steps.push(step);
    shipping = to;
  }
  const isUnpaid = facts.paymentState === PAYMENT.pending || facts.paymentState === PAYMENT.authorized;
  const isPaidNow = facts.byCard === 'nothing' && facts.isPaid && isUnpaid;
  if (isPaidNow) steps.push('pay');
  const isPaid =
    facts.byCard === 'nothing'
      ? facts.isPaid || facts.paymentState === PAYMENT.paid || facts.paymentState === PAYMENT.partiallyRefunded
      : PAID_STATES.includes(facts.paymentState) && (facts.byCard === 'all' || facts.isAccountSettled);
  const isDelivered =
    shipping === SHIPPING.delivered || (shipping === SHIPPING.notRequired && facts.pending === 0 && facts.undelivered === 0);
  if (isDelivered && isPaid) steps.push('complete');
  return [...steps, ...planRefund(facts, isPaidNow ? PAYMENT.paid : facts.paymentState)];
}

/** Once an order is paid on account, credit notes refund it: in part, or wholly when they credit everything that was invoiced. */
function planRefund({ byCard, creditedMinor, invoicedMinor }: OrderFacts, paymentState: number): StepName[] {
  if (byCard !== 'nothing') return [];
  const isWhole = creditedMinor >= invoicedMinor;
  if (creditedMinor === 0) return [];
  if (paymentState !== PAYMENT.paid && !(paymentState === PAYMENT.partiallyRefunded && isWhole)) return [];
  return [isWhole ? 'refund' : 'refundPart'];
}

/**
 * The steps that follow from the reversal of a payment: an order with an invoice that is open again is not paid for, and so not complete. Only a reversal
 * leads back; `planAdvance` never does, because an order that was paid when it was placed can have open invoices.
 */
export function planReversal({
  orderState,
  paymentState,
  hasOpenInvoice,
  byCard,
}: Pick<OrderFacts, 'orderState' | 'paymentState' | 'hasOpenInvoice' | 'byCard'>): StepName[] {
  if (!hasOpenInvoice || !PAID_STATES.includes(paymentState)) return [];
  // What the card has paid stays paid.
  if (byCard !== 'nothing') return orderState === ORDER.complete && byCard === 'part' ? ['reopen'] : [];
  return orderState === ORDER.complete ? ['reversePayment', 'reopen'] : ['reversePayment'];
}
