import Type from 'typebox';
import { attributeSelection } from '../catalogue/products.ts';
import { endpoint, signedIn } from '../endpoint.ts';
import { address } from '../identity/addresses.ts';
import { bool, dateTime, entity, fields, id, idOrNone, int, listOf, money, nullable, paging, text } from '../values.ts';
import { customisation } from './cart.ts';

const listItemFields = {
  id: int,
  customer: entity({ id: int, firstName: text, lastName: text, email: text, employeeNumber: nullable(text) }),
  createdOnUtc: dateTime,
  orderTotal: money,
  poNumber: nullable(text),
  orderStatus: text,
  paymentStatus: text,
  shippingStatus: text,
  totalValue: money,
  shippedValue: money,
  cancelledValue: money,
  pendingValue: money,
  returnRequestAllowed: bool,
  trackingUrls: Type.Array(text),
  shippedOnUtc: nullable(dateTime),
  businessAreaId: nullable(int),
  customOrderNumber: text,
  currencyCode: text,
  orderStatusId: int,
  paymentStatusId: int,
  shippingStatusId: int,
  approvalAllowed: bool,
  reOrderAllowed: bool,
  resortId: nullable(int),
  organisationGroupId: nullable(int),
  collectionId: nullable(int),
  seasonId: nullable(int),
};

export const orderListItem = entity(listItemFields);

const orderItem = entity({
  id: int,
  productId: int,
  productName: text,
  sku: nullable(text),
  gtin: nullable(text),
  images: Type.Array(entity({ id: int, src: text, position: int, altText: nullable(text) })),
  attributes: Type.Array(attributeSelection),
  attributeDescription: text,
  quantity: int,
  shippedQuantity: int,
  cancelledQuantity: int,
  pendingQuantity: int,
  returnedQuantity: int,
  unitPriceInclTax: money,
  unitPriceExclTax: money,
  priceInclTax: money,
  priceExclTax: money,
  discountAmountInclTax: money,
  discountAmountExclTax: money,
  customisations: Type.Array(customisation),
  organisationCollectionId: nullable(int),
  superGroupId: nullable(int),
  customerId: nullable(int),
  customerName: nullable(text),
  dueDateUtc: nullable(dateTime),
  /** Ours: what the wearer said of the fit. Null as well for everybody but the one who may say it. */
  fit: nullable(text),
  /** Ours: the person who asks wears this, it comes in sizes, and it has been sent. */
  fitFeedbackAllowed: bool,
});

const shipment = entity({
  id: int,
  trackingNumber: nullable(text),
  trackingUrl: nullable(text),
  carrier: nullable(text),
  shippedDateUtc: nullable(dateTime),
  deliveryDateUtc: nullable(dateTime),
  items: Type.Array(entity({ id: int, orderItemId: int, sku: nullable(text), productName: text, quantity: int })),
});

export const orderDetail = entity({
  ...listItemFields,
  orderGuid: text,
  billingAddress: address,
  shippingAddress: nullable(address),
  shippingMethod: nullable(text),
  paymentMethod: nullable(text),
  paymentMethodSystemName: nullable(text),
  customerTaxDisplayType: int,
  orderSubtotalInclTax: money,
  orderSubtotalExclTax: money,
  orderSubTotalDiscountInclTax: money,
  orderSubTotalDiscountExclTax: money,
  orderShippingInclTax: money,
  orderShippingExclTax: money,
  paymentMethodAdditionalFeeInclTax: money,
  paymentMethodAdditionalFeeExclTax: money,
  orderTax: money,
  orderDiscount: money,
  refundedAmount: money,
  taxRates: Type.Array(entity({ rate: Type.Number(), value: money })),
  checkoutAttributeDescription: nullable(text),
  comments: nullable(text),
  paidDateUtc: nullable(dateTime),
  canRetryPayment: bool,
  approval: nullable(
    entity({
      required: bool,
      approvedOnUtc: nullable(dateTime),
      rejectedOnUtc: nullable(dateTime),
      byCustomerId: nullable(int),
      byName: nullable(text),
      rejectReason: nullable(text),
    }),
  ),
  orderItems: Type.Array(orderItem),
  shipments: Type.Array(shipment),
  orderNotes: Type.Array(entity({ id: int, note: text, createdOnUtc: dateTime, hasDownload: bool })),
  returnRequests: Type.Array(entity({ id: int })),
});

const day = (message: string) => Type.Optional(Type.String({ maxLength: 40, message }));

export const orderEndpoints = {
  'GET /api/orders/:id': endpoint({
    summary: 'One order with its lines, shipments and notes',
    tags: ['Orders'],
    access: signedIn,
    params: Type.Object({ id: id('order') }),
    reply: listOf('orders', orderDetail),
  }),

  'PUT /api/orders/:id/items/:itemId/fit': endpoint({
    summary: 'Say how something that one was sent fits; null takes it back',
    tags: ['Orders'],
    access: signedIn,
    params: Type.Object({ id: id('order'), itemId: id('orderItem') }),
    body: Type.Object({
      fit: nullable(Type.String({ pattern: '^(tooSmall|right|tooBig)$', message: 'Please say tooSmall, right or tooBig.' })),
    }),
    reply: listOf('orders', orderDetail),
  }),

  'GET /api/orders': endpoint({
    summary: 'Orders in the caller’s scope, newest first',
    tags: ['Orders'],
    access: signedIn,
    query: Type.Object({
      searchTerm: Type.Optional(Type.String({ maxLength: 200, message: 'Search term must not be longer than 200 characters.' })),
      createdAtMin: day('The first day of the period is not a date.'),
      createdAtMax: day('The last day of the period is not a date.'),
      outstandingOnly: Type.Optional(bool),
      requiresApprovalOnly: Type.Optional(bool),
      organisationGroupId: Type.Optional(idOrNone('group')),
      resortId: Type.Optional(idOrNone('resort')),
      businessAreaId: Type.Optional(idOrNone('businessArea')),
      collectionId: Type.Optional(idOrNone('collection')),
      seasonId: Type.Optional(idOrNone('season')),
      customerId: Type.Optional(idOrNone('customer')),
      ...paging,
      fields,
    }),
    fieldsOf: 'orders',
    reply: Type.Object({ orders: Type.Array(orderListItem), totalCount: int }),
  }),
};
