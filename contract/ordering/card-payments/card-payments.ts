import Type from 'typebox';
import { endpoint, orderers, signedIn } from '../../endpoint.ts';
import { bool, currencyCode, dateTime, described, entity, id, money, nullable, text } from '../../values.ts';
import { placeOrderResult } from '../checkout.ts';
import { paymentStateName } from './order-payment.ts';

/** Paying for orders by card. Cards are entered on the pages of the payment provider alone. */
export const cardPaymentEndpoints = {
  'GET /api/checkout/tryagain/:id': endpoint({
    name: 'tryPaymentAgain',
    summary: 'Pay an order that has not been paid',
    description:
      'Answers the page of the open attempt to pay, or of a new one after a failure; lines and prices stay as they are. The order is kept for as long as the organisation says from now on. 404 for an order of someone else; 409 `order` for one that has been paid, was cancelled, is not paid by card, waits for approval, or whose payment is being checked. `redirectUrl` is null, and `msg` says so, when the payment page cannot be reached.',
    tags: ['Checkout'],
    access: orderers,
    whileImpersonating: 'allowed',
    changesByGet: true,
    params: Type.Object({ id: id('order') }),
    reply: placeOrderResult,
  }),

  'GET /api/checkout/:orderId/payment': endpoint({
    name: 'getPaymentStatus',
    summary: 'Find out how the payment of an order stands',
    description:
      'For the page to which the payment page leads back. While the payment is open, the provider is asked, at most every few seconds. 404 for an order of someone else, and for one of which no card pays anything.',
    tags: ['Checkout'],
    access: signedIn,
    params: Type.Object({ orderId: id('order') }),
    reply: entity('PaymentStatus', {
      state: paymentStateName,
      msg: described(text, 'The state as a sentence for the person, for example `Your payment has arrived. Thank you.`'),
      dueOnUtc: described(
        nullable(dateTime),
        'Until when the order is kept for the payment; null where it does not wait for one.',
      ),
      amount: described(money, 'What the card pays of the order, including tax.'),
      currencyCode,
      canRetryPayment: described(bool, 'Whether `GET /api/checkout/tryagain/{id}` can be called.'),
    }),
  }),
};
