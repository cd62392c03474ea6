import { bool, dateTime, described, entity, money, nullable, oneOf } from '../../values.ts';

/** How the payment of an order by card stands. */
const PAYMENT_STATE_NAMES = ['waiting', 'paid', 'failed', 'ended', 'held', 'cancelled', 'approval'] as const;

/** The state of a payment by card. */
export const paymentStateName = oneOf(
  PAYMENT_STATE_NAMES,
  'How it stands: `waiting` for the payment, `paid`, `failed` and can be tried again, `ended` without a payment and can be tried again, `held` because what arrived is being checked, `cancelled` with the order, or not yet possible before the `approval`.',
);

/** The payment of an order by card, as its detail shows it. */
export const orderPayment = entity('OrderPayment', {
  state: paymentStateName,
  dueOnUtc: described(nullable(dateTime), 'Until when the order is kept for the payment; null where it does not wait for one.'),
  amount: described(
    nullable(money),
    'What the card pays of the order, including tax, without cancelled pieces; null for people who see no prices, except for their own order.',
  ),
  isAll: described(bool, 'Whether it pays for the whole order; otherwise the rest is paid by the organisation on account.'),
  payer: oneOf(['person', 'organisation'], 'Whose card it is.'),
});
