import Type from 'typebox';
import { endpoint, signedIn } from '../../endpoint.ts';
import { bool, currencyCode, dateTime, described, entity, id, money, nullable, oneOf } from '../../values.ts';
import { placeOrderResult } from '../checkout.ts';
import { PAYMENT_STATES } from '../orders.ts';

/** Paying for an order by card. */
export const cardPaymentEndpoints = {
  'GET /api/checkout/tryagain/:id': endpoint({
    name: 'retryPayment',
    summary: 'Get the payment page of an order',
    description: '404 for another person’s order; 409 when it cannot be paid now.',
    tags: ['Checkout'],
    access: signedIn,
    params: Type.Object({ id: id('order') }),
    reply: placeOrderResult,
  }),

  'GET /api/checkout/:orderId/payment': endpoint({
    name: 'getPaymentState',
    summary: 'Get how the payment of an order stands',
    description: 'Asks the payment provider where it has not said anything yet.',
    tags: ['Checkout'],
    access: signedIn,
    params: Type.Object({ orderId: id('order') }),
    reply: entity('PaymentState', {
      state: oneOf(PAYMENT_STATES, 'How the payment stands.'),
      amount: described(money, 'What the card pays including tax.'),
      currencyCode,
      dueOnUtc: described(nullable(dateTime), 'Until when the order is kept for the payment.'),
      canRetryPayment: described(bool, 'Whether the caller can pay for the order by card now.'),
    }),
  }),
};
