import Type from 'typebox';
import { attributeSelection } from '../catalogue/products.ts';
import { endpoint, signedIn } from '../endpoint.ts';
import { address } from '../identity/addresses.ts';
import { bool, dateTime, entity, id, int, listOf, maybe, money, nullable, text } from '../values.ts';
import { cartItem } from './cart.ts';

export const shippingOption = entity({
  name: text,
  description: nullable(text),
  rate: money,
  shippingRateComputationMethodSystemName: text,
  transitDays: nullable(int),
  selected: bool,
});

export const paymentOption = entity({
  paymentMethodSystemName: text,
  name: text,
  description: nullable(text),
  fee: money,
  logoUrl: nullable(text),
  selected: bool,
  requiresPoNumber: bool,
  isRedirect: bool,
  fields: Type.Array(entity({ name: text, label: text, type: text, required: bool })),
});

const checkoutInput = Type.Object({
  billingAddressId: maybe(id('address')),
  shippingAddressId: maybe(id('address')),
  shippingOption: maybe(
    Type.Object({
      name: Type.String({ minLength: 1, maxLength: 200, message: 'Shipping option is required.' }),
      shippingRateComputationMethodSystemName: maybe(Type.String({ maxLength: 100 })),
    }),
  ),
  paymentMethodSystemName: maybe(Type.String({ maxLength: 100 })),
  poNumber: maybe(Type.String({ maxLength: 100, message: 'PO number must not be longer than 100 characters.' })),
  comments: maybe(Type.String({ maxLength: 2000, message: 'Comments must not be longer than 2000 characters.' })),
  checkoutAttributes: maybe(Type.Array(attributeSelection, { maxItems: 20 })),
  requestedDeliveryDateUtc: maybe(Type.String({ maxLength: 40, message: 'Requested delivery date is not a date.' })),
  termsAccepted: maybe(bool),
});

export const checkoutSummary = entity({
  items: Type.Array(cartItem),
  billingAddress: nullable(address),
  shippingAddress: nullable(address),
  shippingOption: nullable(shippingOption),
  paymentOption: nullable(paymentOption),
  poNumber: nullable(text),
  comments: nullable(text),
  requestedDeliveryDateUtc: nullable(dateTime),
  poNumberRequired: bool,
  requiresShipping: bool,
  requiresApproval: bool,
  checkoutAttributes: Type.Array(entity({ id: int, name: text })),
  subTotal: money,
  subTotalDiscount: money,
  shipping: nullable(money),
  paymentMethodAdditionalFee: money,
  tax: money,
  orderDiscount: money,
  orderTotal: money,
  taxRates: Type.Array(entity({ rate: Type.Number(), value: money })),
  taxDisplayType: int,
  currencyCode: text,
  warnings: Type.Array(text),
  canPlaceOrder: bool,
  checkoutId: text,
});

export const placeOrderResult = entity({
  success: bool,
  msg: nullable(text),
  orderId: nullable(int),
  customOrderNumber: nullable(text),
  orderStatus: nullable(text),
  requiresApproval: bool,
  redirectUrl: nullable(text),
  paymentForm: nullable(entity({ action: text, method: text, fields: Type.Record(text, text) })),
  items: Type.Array(cartItem),
});

export const checkoutEndpoints = {
  'GET /api/shippingoptions/:id': endpoint({
    summary: 'Ways to deliver the current cart to an address',
    tags: ['Checkout'],
    access: signedIn,
    params: Type.Object({ id: id('address') }),
    reply: listOf('shippingOptions', shippingOption),
  }),

  'GET /api/paymentoptions': endpoint({
    summary: 'Ways to pay that the organisation allows the person',
    tags: ['Checkout'],
    access: signedIn,
    reply: listOf('paymentOptions', paymentOption),
  }),

  'POST /api/checkoutsummary': endpoint({
    summary: 'Work out the order from the choices so far; keeps the choices, places nothing',
    tags: ['Checkout'],
    access: signedIn,
    whileImpersonating: 'allowed',
    root: 'checkout',
    body: checkoutInput,
    reply: checkoutSummary,
  }),

  'POST /api/setpaymentform': endpoint({
    summary: 'Place the order',
    tags: ['Checkout'],
    access: signedIn,
    whileImpersonating: 'allowed',
    root: 'checkout',
    body: checkoutInput,
    reply: placeOrderResult,
  }),
};
