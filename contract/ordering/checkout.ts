import Type from 'typebox';
import { endpoint, orderers, signedIn } from '../endpoint.ts';
import { address } from '../identity/addresses.ts';
import {
  bool,
  currencyCode,
  dateTime,
  described,
  entity,
  id,
  int,
  listOf,
  maybe,
  money,
  msg,
  namesOf,
  nullable,
  oneOf,
  poNumber,
  success,
  taxDisplayType,
  text,
} from '../values.ts';
import { cartItem, charges } from './cart.ts';
import { askedQuestion, checkoutAnswer } from './checkout-questions/question-schemas.ts';
import { ORDER_STATUSES } from './order-states.ts';

/** A way to deliver. */
export const shippingOption = entity('ShippingOption', {
  name: text,
  description: described(nullable(text), 'Further information; null when there is none.'),
  rate: described(nullable(money), 'Price of delivery for the current cart; null for people who see no prices.'),
  freeFrom: described(
    nullable(money),
    'Goods value from which delivery is free, excluding tax; null when it never is, and for people who see no prices.',
  ),
  shippingRateComputationMethodSystemName: described(text, 'Key of the shipping method; send it back with the name.'),
  transitDays: described(
    nullable(int),
    'Working days from dispatch to delivery, or until it is ready to collect; null when unknown.',
  ),
  isPickupInStore: described(bool, 'Whether it is collected: nothing is sent.'),
  collectFrom: described(
    nullable(text),
    'Where it is collected, for example `Counter of the depot, Preston`; null where it is sent.',
  ),
  openingHours: described(
    nullable(text),
    'When it can be collected, for example `Monday to Friday, 7.30 am to 4 pm`; null when unknown.',
  ),
  cutOff: described(
    nullable(text),
    'Local time of the organisation until which an order leaves, or is ready to collect, on the same working day, such as `14:00`; null for none.',
  ),
  requiresApproval: described(
    bool,
    'Whether the current cart needs approval when it is delivered so, for this or another reason. What a delivery costs beyond the first one offered counts towards the limits of the organisation.',
  ),
  selected: described(bool, 'Whether this one was chosen before.'),
});

/** A way to pay. */
export const paymentOption = entity('PaymentOption', {
  paymentMethodSystemName: described(text, 'Key of the payment method.'),
  name: text,
  description: described(nullable(text), 'Further information; null when there is none.'),
  fee: described(money, 'Surcharge for this method.'),
  logoUrl: described(nullable(text), 'Address of the logo; null when there is none.'),
  selected: described(bool, 'Whether this one was chosen before.'),
  requiresPoNumber: described(bool, 'Whether this method needs a purchase order number.'),
  isRedirect: described(bool, 'Whether the payment is made on the page of a payment provider.'),
  fields: described(
    Type.Array(
      entity({
        name: text,
        label: described(text, 'Label to show.'),
        type: described(text, 'Type of the HTML input.'),
        required: described(bool, 'Whether it must be filled in.'),
      }),
    ),
    'Fields to fill in on the payment form; empty for most methods.',
  ),
});

/** Choices made at checkout; all are optional until the order is placed. */
const checkoutInput = entity('CheckoutInput', {
  billingAddressId: described(maybe(id('address')), 'One of `GET /api/billingaddresses`.'),
  shippingAddressId: described(maybe(id('address')), 'One of `GET /api/shippingaddresses`.'),
  shippingOption: described(
    maybe(
      Type.Object({
        name: Type.String({ minLength: 1, maxLength: 200, message: 'Shipping option is required.' }),
        shippingRateComputationMethodSystemName: described(
          maybe(Type.String({ maxLength: 100 })),
          'Key of the shipping method; send it back with the name.',
        ),
      }),
    ),
    'One of `GET /api/shippingoptions/{id}`.',
  ),
  paymentMethodSystemName: described(maybe(Type.String({ maxLength: 100 })), 'Key of one of `GET /api/paymentoptions`.'),
  poNumber: described(
    maybe(Type.String({ maxLength: 100, message: 'PO number must not be longer than 100 characters.' })),
    'Purchase order number; required when the summary says `poNumberRequired`.',
  ),
  comments: described(
    maybe(Type.String({ maxLength: 2000, message: 'Comments must not be longer than 2000 characters.' })),
    'Note for the warehouse and the courier.',
  ),
  checkoutAttributes: described(
    maybe(Type.Array(checkoutAnswer, { maxItems: 20, message: 'Please send at most 20 answers.' })),
    'Answers to the questions of the summary. They are kept with the cart; those that are not sent stay as they are. 422 `checkoutAttributes` for an answer that is none, and, when the order is placed, where one is missing.',
  ),
  requestedDeliveryDateUtc: described(
    maybe(Type.String({ maxLength: 40, message: 'Requested delivery date is not a date.' })),
    'Requested delivery date, ISO 8601; today or later.',
  ),
  termsAccepted: described(maybe(bool), 'Whether the person accepts the terms; false is refused (422).'),
  removeAll: described(
    maybe(bool),
    'In a PunchOut session that edits a cart, when it is returned: whether the person has confirmed that the emptied cart removes everything from the buyer’s request. Otherwise an empty cart is refused (400 `cart`).',
  ),
});

/** The order as it would be placed now. */
export const checkoutSummary = entity('CheckoutSummary', {
  items: described(Type.Array(cartItem), 'Lines of the cart at today’s prices.'),
  billingAddress: described(nullable(address), 'Chosen invoice address; null until one is chosen.'),
  shippingAddress: described(nullable(address), 'Chosen delivery address; null until one is chosen.'),
  shippingOption: described(nullable(shippingOption), 'Chosen way of delivery; null until one is chosen.'),
  paymentOption: described(nullable(paymentOption), 'Chosen way to pay; null until one is chosen.'),
  poNumber,
  comments: described(nullable(text), 'Note for the warehouse and the courier.'),
  requestedDeliveryDateUtc: described(nullable(dateTime), 'Requested delivery date; null for as soon as possible.'),
  poNumberRequired: described(bool, 'Whether the person must give a purchase order number.'),
  requiresShipping: described(
    bool,
    'False when no way of delivery is chosen: in a PunchOut session whose buyer’s system arranges delivery.',
  ),
  hasParcelPerWearer: described(bool, 'Whether the pieces of each wearer go into a parcel of their own, named.'),
  requiresApproval: described(bool, 'Whether the order will wait for an approver.'),
  approvalReasons: described(
    Type.Array(text),
    'Why it will, as sentences, for example `Goods and extra delivery worth more than £1,000.00`; without amounts for people who see no prices.',
  ),
  expectedOn: described(
    nullable(text),
    'Day by which the pieces that need not be waited for are expected, such as `2026-12-03`: dispatch on the next working day, or once everything is made to measure, and the working days of the delivery. Null while no delivery is chosen, when its working days are not known, and when the order needs approval.',
  ),
  checkoutAttributes: described(
    Type.Array(askedQuestion),
    'Questions to answer, in their order: those for the person, and for what is in the cart.',
  ),
  charges,
  subTotal: described(
    nullable(money),
    'Sum of the lines as `taxDisplayType` says; this and all other sums are null for people who see no prices.',
  ),
  subTotalDiscount: described(nullable(money), 'Always 0: there are no discounts.'),
  shipping: described(nullable(money), 'Price of delivery; null until a way of delivery is chosen.'),
  paymentMethodAdditionalFee: described(nullable(money), 'Surcharge of the payment method.'),
  tax: described(nullable(money), 'Tax on goods, delivery and surcharge.'),
  orderDiscount: described(nullable(money), 'Always 0: there are no discounts.'),
  orderTotal: described(nullable(money), 'Total including tax and delivery.'),
  entitlementValue: described(nullable(money), 'What the entitlement of the wearers covers of the total.'),
  payableValue: described(
    nullable(money),
    'What is left to pay. With 0 the order is placed with `Payments.Entitlement`, which needs no choice.',
  ),
  cardPart: described(
    nullable(
      entity('CardPart', {
        payer: oneOf(['person', 'organisation'], 'Whose card it is.'),
        isAll: described(bool, 'Whether it pays for everything, with delivery and charges.'),
        amount: described(money, 'What it pays including tax, also for people who see no prices.'),
        organisationAmount: described(
          nullable(money),
          'What the organisation pays on account, including tax; null for people who see no prices.',
        ),
      }),
    ),
    'What a card pays; null where nothing is paid by card.',
  ),
  taxRates: described(
    Type.Array(entity({ rate: described(Type.Number(), 'Tax rate in percent.'), value: described(money, 'Tax at this rate.') })),
    'Tax by rate; empty for people who see no prices.',
  ),
  taxDisplayType,
  currencyCode,
  warnings: described(Type.Array(text), 'What keeps the order from being placed, as sentences.'),
  refusals: described(
    Type.Array(
      entity('OrderRefusal', {
        field: described(text, 'Key of the error that `POST /api/setpaymentform` would answer with, for example `poNumber`.'),
        messages: described(Type.Array(described(text, 'One of them, for example `PO number is required.`')), 'Its sentences.'),
        isMissing: described(bool, 'Whether it has not been chosen or filled in yet, rather than being wrong.'),
      }),
    ),
    'Everything for which placing the order as it is would be refused, in that order; empty when it can be placed.',
  ),
  creditRemaining: described(
    nullable(money),
    'What is left of the organisation’s credit limit before this order; null without a limit, and for everyone but Admins of the whole organisation.',
  ),
  canPlaceOrder: described(bool, 'Whether everything needed has been chosen and nothing prevents the order.'),
  checkoutId: described(text, 'Key of this order; send it as header `Idempotency-Key` when placing the order.'),
});

/** Result of placing an order. */
export const placeOrderResult = entity('PlacedOrder', {
  success,
  msg,
  orderId: described(nullable(int), 'The new order; null when none was placed.'),
  customOrderNumber: described(nullable(text), 'Number of the order as customers know it.'),
  orderStatus: nullable(oneOf(namesOf(ORDER_STATUSES), 'Status of the new order.')),
  requiresApproval: described(bool, 'Whether the order waits for an approver.'),
  redirectUrl: described(nullable(text), 'Page of the payment provider to go to next; null when there is none.'),
  paymentForm: described(
    nullable(
      entity({
        action: described(text, 'Address to post to.'),
        method: described(text, 'Always `POST`.'),
        target: described(nullable(text), 'Name of the window to open it in, for example `_top`; null for the same.'),
        fields: described(
          Type.Record(text, Type.Union([text, Type.Array(text)])),
          'Names and values of the hidden fields; one that occurs several times has a list of its values.',
        ),
      }),
    ),
    'PunchOut: the form that takes the cart back to the buyer’s system. The page `/punchout/return/{punchoutSessionGuid}` posts it. Null for orders.',
  ),
  items: described(Type.Array(cartItem), 'The cart afterwards; empty when the order was placed.'),
});

/** Checkout: from delivery and payment to the placed order. */
export const checkoutEndpoints = {
  'GET /api/shippingoptions/:id': endpoint({
    name: 'listShippingOptions',
    summary: 'List ways to deliver the cart to an address',
    description: '400 `cart` when the cart is empty. None in a PunchOut session whose buyer’s system arranges delivery.',
    tags: ['Checkout'],
    access: signedIn,
    params: Type.Object({ id: id('address') }),
    reply: listOf('shippingOptions', shippingOption),
  }),

  'GET /api/paymentoptions': endpoint({
    name: 'listPaymentOptions',
    summary: 'List ways to pay',
    description: 'Those that the organisation allows the person. None in a PunchOut session: the buyer’s system pays.',
    tags: ['Checkout'],
    access: signedIn,
    reply: listOf('paymentOptions', paymentOption),
  }),

  'POST /api/checkoutsummary': endpoint({
    name: 'getCheckoutSummary',
    summary: 'Calculate the order',
    description:
      'Stores the choices made so far and places nothing. Everything in the body is optional. Only what a summary has shown can be ordered. `refusals` says all that placing the order would be refused for, field by field.',
    tags: ['Checkout'],
    access: orderers,
    whileImpersonating: 'allowed',
    root: 'checkout',
    body: checkoutInput,
    reply: checkoutSummary,
  }),

  'GET /api/checkout/:checkoutId/order': endpoint({
    name: 'findOrderOfCheckout',
    summary: 'Find the order that a checkout has become',
    description: 'For a page on which nothing is left to place, for example because it was placed in another window.',
    tags: ['Checkout'],
    access: orderers,
    params: Type.Object({
      checkoutId: described(
        Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$', message: 'This id is not valid.' }),
        '`checkoutId` of a summary that was shown, for example `0b2f6f1c-6e1f-4f0e-9a55-0f6d8e8d7b11`.',
      ),
    }),
    reply: entity({
      orderId: described(nullable(int), 'The order; null when the checkout has not been ordered.'),
      customOrderNumber: described(nullable(text), 'Number of the order as customers know it.'),
    }),
  }),

  'POST /api/setpaymentform': endpoint({
    name: 'placeOrder',
    summary: 'Place the order',
    description:
      'Reserves stock and entitlement, empties the cart and sends the emails. Send `checkoutId` of the summary as header `Idempotency-Key`: a repeated request returns the first response. One with other contents is refused with 422 `idempotencyKey`, which names the order that was placed. In a PunchOut session nothing is ordered or reserved: the cart goes back to the buyer’s system by `paymentForm`, and the session ends.',
    tags: ['Checkout'],
    access: orderers,
    whileImpersonating: 'allowed',
    root: 'checkout',
    body: checkoutInput,
    reply: placeOrderResult,
  }),
};
