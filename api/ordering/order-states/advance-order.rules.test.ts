import { describe, expect, it } from 'vitest';
import { type OrderFacts, planAdvance, planReversal } from './advance-order.rules.ts';
import { ORDER, PAYMENT, SHIPPING } from './order-states.rules.ts';

const PLACED: OrderFacts = {
  orderState: ORDER.pending,
  paymentState: PAYMENT.pending,
  shippingState: SHIPPING.notYetShipped,
  pending: 3,
  shipped: 0,
  hasPacked: false,
  isReady: false,
  undelivered: 0,
  isPaid: false,
  byCard: 'nothing',
  isAccountSettled: false,
  hasOpenInvoice: false,
  invoicedMinor: 0,
  creditedMinor: 0,
};

describe('the steps that follow from lines, parcels and payments', () => {
  it.each<[string, Partial<OrderFacts>, string[]]>([
    ['nothing was shipped', {}, []],
    ['a part was shipped', { shipped: 1, pending: 2, undelivered: 1 }, ['shipPart']],
    ['a second part was shipped', { shippingState: SHIPPING.partiallyShipped, shipped: 2, pending: 1, undelivered: 2 }, []],
    ['everything was shipped', { shipped: 3, pending: 0, undelivered: 1 }, ['ship']],
    ['the rest was cancelled', { shippingState: SHIPPING.partiallyShipped, shipped: 1, pending: 0, undelivered: 1 }, ['ship']],
    ['a part was delivered', { shippingState: SHIPPING.partiallyShipped, shipped: 1, pending: 2 }, []],
    ['everything was shipped and delivered', { shipped: 3, pending: 0 }, ['ship', 'deliver']],
    ['the last parcel arrived', { shippingState: SHIPPING.shipped, shipped: 3, pending: 0 }, ['deliver']],
    ['pieces wait to be collected', { hasPacked: true, isReady: true }, []],
    ['a part was collected', { shipped: 1, pending: 2, hasPacked: true, isReady: true }, ['shipPart']],
    ['everything was collected', { shipped: 3, pending: 0, isReady: true }, ['endReady', 'ship', 'deliver']],
    ['what waited to be collected was cancelled', { pending: 1, isReady: true }, ['endReady']],
    ['it was paid before it was shipped', { isPaid: true }, ['pay']],
    [
      'the last payment came after delivery',
      { orderState: ORDER.processing, shippingState: SHIPPING.delivered, shipped: 3, pending: 0, isPaid: true },
      ['pay', 'complete'],
    ],
    [
      'it was paid and now delivered',
      {
        orderState: ORDER.processing,
        paymentState: PAYMENT.paid,
        shippingState: SHIPPING.shipped,
        shipped: 3,
        pending: 0,
        isPaid: true,
      },
      ['deliver', 'complete'],
    ],
    ['everything was cancelled before anything was shipped', { orderState: ORDER.processing, pending: 0 }, ['cancelUnshipped']],
    [
      'nothing had to be delivered and it was paid',
      {
        orderState: ORDER.processing,
        shippingState: SHIPPING.notRequired,
        paymentState: PAYMENT.paid,
        pending: 0,
        shipped: 3,
        isPaid: true,
      },
      ['complete'],
    ],
    ['it waits for approval', { orderState: ORDER.awaitingApproval }, []],
    ['it was cancelled', { orderState: ORDER.cancelled, pending: 0 }, []],
    [
      'a part of it was credited before it was paid',
      { shipped: 1, pending: 2, shippingState: SHIPPING.partiallyShipped, invoicedMinor: 500, creditedMinor: 100 },
      [],
    ],
    [
      'a part of it was credited, and the rest paid',
      {
        orderState: ORDER.processing,
        shippingState: SHIPPING.shipped,
        undelivered: 1,
        shipped: 3,
        pending: 0,
        isPaid: true,
        invoicedMinor: 500,
        creditedMinor: 100,
      },
      ['pay', 'refundPart'],
    ],
    ...[
      [100, PAYMENT.paid, ['refundPart']],
      [200, PAYMENT.partiallyRefunded, []],
      [500, PAYMENT.partiallyRefunded, ['refund']],
      [500, PAYMENT.paid, ['refund']],
      [500, PAYMENT.refunded, []],
    ].map(([creditedMinor, paymentState, steps]): [string, Partial<OrderFacts>, string[]] => [
      `${creditedMinor} of 500 was credited of a complete order whose payment has the state ${paymentState}`,
      {
        orderState: ORDER.complete,
        shippingState: SHIPPING.delivered,
        shipped: 3,
        pending: 0,
        isPaid: true,
        invoicedMinor: 500,
        creditedMinor: creditedMinor as number,
        paymentState: paymentState as number,
      },
      steps as string[],
    ]),
    ...(
      [
        ['a card has paid all of it, and it was delivered', 'all', PAYMENT.paid, false, ['deliver', 'complete']],
        ['a card has not paid it', 'all', PAYMENT.pending, true, ['deliver']],
        ['what a card paid was refunded', 'all', PAYMENT.refunded, false, ['deliver', 'complete']],
        ['a card has paid its part, and an invoice is open', 'part', PAYMENT.paid, false, ['deliver']],
        ['a card has paid its part, and the invoices are paid', 'part', PAYMENT.paid, true, ['deliver', 'complete']],
        ['a card has not paid its part, and the invoices are paid', 'part', PAYMENT.pending, true, ['deliver']],
        [
          'nothing is left of the part of a card, and the invoices are paid',
          'nothing',
          PAYMENT.pending,
          true,
          ['deliver', 'pay', 'complete'],
        ],
      ] as const
    ).map(([name, byCard, paymentState, isAccountSettled, steps]): [string, Partial<OrderFacts>, string[]] => [
      name,
      {
        orderState: ORDER.processing,
        shippingState: SHIPPING.shipped,
        shipped: 3,
        pending: 0,
        isPaid: isAccountSettled,
        // Credit notes are not refunds of a card.
        ...(byCard === 'nothing' ? {} : { invoicedMinor: 500, creditedMinor: 100 }),
        byCard,
        paymentState,
        isAccountSettled,
      },
      [...steps],
    ]),
    [
      'it is complete',
      {
        orderState: ORDER.complete,
        shippingState: SHIPPING.delivered,
        paymentState: PAYMENT.paid,
        pending: 0,
        shipped: 3,
        isPaid: true,
      },
      [],
    ],
  ])('%s', (_, facts, steps) => {
    expect(planAdvance({ ...PLACED, ...facts })).toEqual(steps);
  });
});

describe('the steps that follow from the reversal of a payment', () => {
  it.each<[string, Parameters<typeof planReversal>[0], string[]]>([
    [
      'a complete order',
      { orderState: ORDER.complete, paymentState: PAYMENT.paid, hasOpenInvoice: true, byCard: 'nothing' },
      ['reversePayment', 'reopen'],
    ],
    [
      'an order on its way',
      { orderState: ORDER.processing, paymentState: PAYMENT.paid, hasOpenInvoice: true, byCard: 'nothing' },
      ['reversePayment'],
    ],
    [
      'one that was credited in part',
      { orderState: ORDER.complete, paymentState: PAYMENT.partiallyRefunded, hasOpenInvoice: true, byCard: 'nothing' },
      ['reversePayment', 'reopen'],
    ],
    [
      'one whose invoices other payments cover',
      { orderState: ORDER.complete, paymentState: PAYMENT.paid, hasOpenInvoice: false, byCard: 'nothing' },
      [],
    ],
    [
      'one that was not paid',
      { orderState: ORDER.processing, paymentState: PAYMENT.pending, hasOpenInvoice: true, byCard: 'nothing' },
      [],
    ],
    [
      'a complete order of which a card paid a part',
      { orderState: ORDER.complete, paymentState: PAYMENT.paid, hasOpenInvoice: true, byCard: 'part' },
      ['reopen'],
    ],
    [
      'an order on its way of which a card paid a part',
      { orderState: ORDER.processing, paymentState: PAYMENT.paid, hasOpenInvoice: true, byCard: 'part' },
      [],
    ],
    [
      'one that was cancelled',
      { orderState: ORDER.cancelled, paymentState: PAYMENT.voided, hasOpenInvoice: true, byCard: 'nothing' },
      [],
    ],
  ])('%s', (_, facts, steps) => {
    expect(planReversal(facts)).toEqual(steps);
  });
});
