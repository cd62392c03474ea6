import Type from 'typebox';
import { endpoint, signedIn } from '../endpoint.ts';
import { address } from '../identity/addresses.ts';
import {
  bool,
  currencyCode,
  dateTime,
  described,
  employeeNumber,
  entity,
  fields,
  id,
  idsOf,
  int,
  listOf,
  money,
  namesOf,
  nullable,
  oneOf,
  paging,
  poNumber,
  seasonId,
  sku,
  taxDisplayType,
  text,
  totalCount,
  workbook,
} from '../values.ts';
import { orderPayment } from './card-payments/order-payment.ts';
import { receiptSummary } from './card-payments/receipts.ts';
import { charges } from './cart.ts';
import { deliveryKind } from './delivery-options.ts';
import { orderFilters } from './order-filters.ts';
import { noDiscount, orderAmount, orderItem } from './order-lines.ts';
import { APPROVAL_STATUSES, DECISION_ACTIONS, ORDER_STATUSES, PAYMENT_STATUSES, SHIPPING_STATUSES } from './order-states.ts';
import { returnRequest } from './returns/returns.ts';

const listItemFields = {
  id: int,
  customer: described(
    entity('OrderCustomer', { id: int, firstName: text, lastName: text, email: text, employeeNumber }),
    'Person who placed the order or for whom it was placed by impersonation.',
  ),
  createdOnUtc: dateTime,
  orderTotal: orderAmount('Total including tax and delivery.'),
  poNumber,
  orderStatus: oneOf(namesOf(ORDER_STATUSES), 'Status of the order.'),
  canRetryPayment: described(
    bool,
    'Whether the order waits for its payment by card, and the caller can pay it: call `GET /api/checkout/tryagain/{id}`.',
  ),
  paymentStatus: oneOf(namesOf(PAYMENT_STATUSES), 'Status of the payment.'),
  shippingStatus: oneOf(namesOf(SHIPPING_STATUSES), 'Status of the delivery.'),
  totalValue: orderAmount('Goods excluding tax; the sum of the shipped, cancelled and pending values.'),
  shippedValue: orderAmount('Shipped goods excluding tax.'),
  cancelledValue: orderAmount('Cancelled goods excluding tax.'),
  pendingValue: orderAmount('Goods still to be shipped, excluding tax.'),
  returnRequestAllowed: described(
    bool,
    'Whether anything in the order can be returned now, the same for everyone who sees it; `returnAllowed` says whether the caller may.',
  ),
  trackingUrls: described(Type.Array(text), 'Tracking pages, one per shipment that has a number.'),
  shippedOnUtc: described(nullable(dateTime), 'Date of the latest shipment; null before the first.'),
  deliveryKind,
  readyToCollectOnUtc: described(nullable(dateTime), 'Since when pieces of it wait to be collected; null while none do.'),
  businessAreaId: described(nullable(int), 'Business area in which the order was placed.'),
  customOrderNumber: described(text, 'Number of the order as customers know it.'),
  currencyCode,
  orderStatusId: oneOf(
    idsOf(ORDER_STATUSES),
    '10 pending, 20 processing, 30 complete, 40 cancelled, 50 awaiting approval, 60 rejected.',
  ),
  paymentStatusId: oneOf(
    idsOf(PAYMENT_STATUSES),
    '10 pending, 20 authorised, 30 paid, 35 partially refunded, 40 refunded, 50 voided.',
  ),
  shippingStatusId: oneOf(
    idsOf(SHIPPING_STATUSES),
    '10 not required, 20 not yet shipped, 25 partially shipped, 30 shipped, 40 delivered.',
  ),
  approvalAllowed: described(bool, 'Whether the caller can approve this order now.'),
  reOrderAllowed: described(
    bool,
    'Whether the caller can order the same again: the person of the order and Admins, with permission to order, while a piece of it can be ordered.',
  ),
  cancelAllowed: described(
    bool,
    'Whether the caller can cancel or change the order now: its person, who placed it, or an Admin, until picking starts.',
  ),
  returnAllowed: described(
    bool,
    'Whether the caller can ask to return or exchange anything in the order now: its person every line, a wearer the lines for them.',
  ),
  ownLinesOnly: described(
    bool,
    'Whether the caller sees only the lines for them, because someone else ordered for them: amounts are sums of these lines, without charges of the order, and its PO number, payment and comments are null.',
  ),
  resortId: described(nullable(int), 'Destination in which the order was placed.'),
  organisationGroupId: described(nullable(int), 'Group in which the order was placed.'),
  collectionId: described(nullable(int), 'Wardrobe of the first line that has one.'),
  seasonId,
  waitsForProof: described(
    bool,
    'Whether nothing is sent before the proof of a design is approved, on a line that the caller sees. `GET /api/orders/{id}/proofs` says which.',
  ),
  isPunchout: described(bool, 'Was sent by a purchasing system of the organisation, whose number it has.'),
  isExchange: described(bool, 'Carries the new size of an exchange, or a replacement; nothing is charged for it.'),
  costCentreId: described(
    nullable(int),
    'Cost centre that it is charged to; null for none, and for callers who see only lines of it.',
  ),
  costCentre: described(nullable(text), 'Its code and name, for example `4711 Track north`; null for none.'),
  replacesOrderId: described(nullable(int), 'Order that was sent back and that this one replaces; null for none.'),
  replacedByOrderId: described(nullable(int), 'Order that replaces this one, which was sent back; null for none.'),
  fingerprint: described(
    nullable(text),
    'Of an order that waits, for those who may decide: changes with its lines, quantities, prices and total. `approvereject` compares it. Null otherwise.',
  ),
};

/** An order in a list. */
export const orderListItem = entity('OrderSummary', listItemFields);

/** Sums over all orders of a list. */
const orderTotals = entity('OrderTotals', {
  orderCount: described(int, 'Number of orders.'),
  orderTotal: orderAmount('Total including tax and delivery.'),
  totalValue: orderAmount('Goods excluding tax.'),
  shippedValue: orderAmount('Shipped goods excluding tax.'),
  cancelledValue: orderAmount('Cancelled goods excluding tax.'),
  pendingValue: orderAmount('Goods still to be shipped, excluding tax.'),
  currencyCode,
});

const shipment = entity('OrderShipment', {
  id: int,
  trackingNumber: described(nullable(text), 'Tracking number of the carrier; null when there is none.'),
  trackingUrl: described(nullable(text), 'Tracking page of the carrier; null when there is none.'),
  carrier: described(nullable(text), 'Name of the carrier; null when unknown.'),
  collectedBy: described(nullable(text), 'Who collected the pieces, for example `Ann Ash`; null for those that were sent.'),
  shippedDateUtc: described(nullable(dateTime), 'Date of dispatch.'),
  deliveryDateUtc: described(nullable(dateTime), 'Date of delivery; null until delivered.'),
  items: described(
    Type.Array(
      entity({
        id: int,
        orderItemId: described(int, 'Line of the order.'),
        sku,
        productName: text,
        quantity: described(int, 'Pieces in this parcel.'),
      }),
    ),
    'Lines and pieces in this parcel.',
  ),
});

/** An order with everything about it. */
export const orderDetail = entity('Order', {
  ...listItemFields,
  placedByName: described(text, 'Name of the person who placed the order, for themselves or by impersonation.'),
  orderGuid: described(text, 'Identifier of the order for other systems (UUID).'),
  billingAddress: described(address, 'Address of the invoice, as it was when the order was placed.'),
  shippingAddress: described(
    nullable(address),
    'Address of the delivery, as it was when the order was placed; null when nothing is delivered.',
  ),
  shippingMethod: described(nullable(text), 'Name of the way of delivery.'),
  collectFrom: described(
    nullable(text),
    'Where it is collected, for example `Counter of the depot, Preston`; null where it is sent.',
  ),
  openingHours: described(
    nullable(text),
    'When it can be collected, for example `Monday to Friday, 7.30 am to 4 pm`; null when unknown.',
  ),
  expectedOn: described(
    nullable(text),
    'Day by which the pieces that need not be waited for are expected, such as `2026-12-03`, until the first parcel leaves; null when unknown, while the order waits for approval, and when the day has passed.',
  ),
  paymentMethod: described(nullable(text), 'Name of the way to pay; null with `ownLinesOnly`.'),
  paymentMethodSystemName: described(nullable(text), 'Key of the payment method.'),
  customerTaxDisplayType: taxDisplayType,
  orderSubtotalInclTax: orderAmount('Sum of the lines including tax.'),
  orderSubtotalExclTax: orderAmount('Sum of the lines excluding tax.'),
  orderSubTotalDiscountInclTax: noDiscount,
  orderSubTotalDiscountExclTax: noDiscount,
  orderShippingInclTax: orderAmount('Delivery including tax.'),
  orderShippingExclTax: orderAmount('Delivery excluding tax.'),
  paymentMethodAdditionalFeeInclTax: orderAmount('Surcharge of the payment method including tax.'),
  paymentMethodAdditionalFeeExclTax: orderAmount('Surcharge of the payment method excluding tax.'),
  charges,
  orderTax: orderAmount('Tax on goods, delivery, surcharge and charges.'),
  orderDiscount: noDiscount,
  remainingTotal: orderAmount(
    'What is charged for the pieces that are not cancelled, including tax, delivery, surcharge and charges; the other amounts are those of what was ordered.',
  ),
  refundedAmount: orderAmount('Amount paid back so far, including tax: to a card, and credited for returns.'),
  taxRates: described(
    Type.Array(entity({ rate: described(Type.Number(), 'Tax rate in percent.'), value: described(money, 'Tax at this rate.') })),
    'Tax by rate; empty for callers who see no prices.',
  ),
  checkoutAttributeDescription: described(
    nullable(text),
    'Answers to the questions at checkout in words, a line for each, for example `Gift wrap: Yes`; null for none, and for callers who see only lines of the order.',
  ),
  comments: described(nullable(text), 'Note for the warehouse and the courier.'),
  paidDateUtc: described(nullable(dateTime), 'Date of payment; null until paid.'),
  accountTotal: orderAmount(
    'Beside `payment`: what is on account of the pieces that are not cancelled, including tax. Also null where no card pays anything.',
  ),
  refunds: described(
    Type.Array(
      entity('OrderRefund', {
        id: int,
        amount: orderAmount('Including tax.'),
        state: oneOf(
          ['due', 'sent', 'refused', 'done'],
          '`due` and `sent`: on its way; `refused` by the payment provider, which the supplier sees to; `done`.',
        ),
        reason: described(text, 'Why, for example `Returned`.'),
        createdOnUtc: dateTime,
        settledOnUtc: described(nullable(dateTime), 'When it was done; null before.'),
      }),
    ),
    'Refunds to the card, oldest first; the person of the order sees their amounts whatever they see of prices.',
  ),
  receipts: described(
    Type.Array(receiptSummary),
    'Receipts of what was paid by card, or refunded to it, that the caller sees: of their own order, or as an Admin of the whole organisation those of its card.',
  ),
  payment: described(nullable(orderPayment), 'Its payment by card; null where no card pays anything, and with `ownLinesOnly`.'),
  approval: described(
    nullable(
      entity({
        required: described(bool, 'Whether the order needs approval.'),
        reasons: described(Type.Array(text), 'Why approval was requested, in words.'),
        action: nullable(oneOf(DECISION_ACTIONS, 'What was decided; `amend`: sent back. Null while no one has decided.')),
        status: oneOf(APPROVAL_STATUSES, 'Status of the approval.'),
        requestedOnUtc: described(dateTime, 'When approval was requested; the latest time where a change asked for it anew.'),
        expiresOnUtc: described(
          nullable(dateTime),
          'When the order is cancelled unless someone decides before; null once it no longer waits.',
        ),
        closedOnUtc: described(nullable(dateTime), 'When it was decided on, expired or was withdrawn; null while it waits.'),
        deciderNames: described(Type.Array(text), 'At most four of those who can decide now; empty once it no longer waits.'),
        approvedOnUtc: described(nullable(dateTime), 'When it was approved; null when it was not.'),
        rejectedOnUtc: described(nullable(dateTime), 'When it was rejected; null when it was not.'),
        byCustomerId: described(nullable(int), 'Approver; null while the order waits.'),
        byName: described(nullable(text), 'Name of the approver; null while the order waits.'),
        rejectReason: described(
          nullable(text),
          'Reason given by the approver; null when the order was neither rejected nor sent back.',
        ),
      }),
    ),
    'State of the approval; null when none is needed.',
  ),
  orderItems: described(Type.Array(orderItem), 'Lines of the order.'),
  shipments: described(Type.Array(shipment), 'Parcels, oldest first.'),
  releasedOnUtc: described(nullable(dateTime), 'When the warehouse was given the order; null while it waits for approval.'),
  pickingStartedOnUtc: described(
    nullable(dateTime),
    'When the warehouse started to pick the order; null before. From then on it can no longer be changed.',
  ),
  orderNotes: described(
    Type.Array(
      entity({
        id: int,
        kind: described(text, 'What happened, for example `approved`, `line_changed` or `cancelled`; `note` for a text.'),
        note: text,
        createdOnUtc: dateTime,
        hasDownload: described(bool, 'Whether a file is attached.'),
      }),
    ),
    'Notes that customers may see.',
  ),
  returnRequests: described(
    Type.Array(returnRequest),
    'Returns that were requested for this order, or that this order exchanges; newest first.',
  ),
  exchangeOfOrderId: described(nullable(int), 'Order of which this one exchanges pieces; null for any other order.'),
});

/** Placed orders. */
export const orderEndpoints = {
  'GET /api/orders/:id': endpoint({
    name: 'getOrder',
    summary: 'Get an order',
    description:
      'With lines, shipments and notes. 404 unless it is the caller’s own, has a line for them, or they may see the orders of its person. Someone who only wears a line of it gets the lines for them, sums of these and no charges of the order. Sales read every order of the organisation.',
    tags: ['Orders'],
    access: signedIn,
    params: Type.Object({ id: id('order') }),
    reply: listOf('orders', orderDetail),
  }),

  'PUT /api/orders/:id/items/:itemId/fit': endpoint({
    name: 'giveFitFeedback',
    summary: 'Give feedback on the fit of a delivered garment',
    description: 'Only the wearer can. It improves later size suggestions.',
    tags: ['Orders'],
    access: signedIn,
    params: Type.Object({ id: id('order'), itemId: id('orderItem') }),
    body: Type.Object({
      fit: described(
        nullable(Type.String({ pattern: '^(tooSmall|right|tooBig)$', message: 'Please choose tooSmall, right or tooBig.' })),
        '`tooSmall`, `right` or `tooBig`; null withdraws the feedback.',
      ),
    }),
    reply: listOf('orders', orderDetail),
  }),

  'GET /api/orders': endpoint({
    name: 'listOrders',
    summary: 'List orders',
    description:
      'Newest first unless `order` says otherwise. Everyone sees their own orders and those with a line for them, Admins, Buyers and approvers those of the people they manage, Sales all of the organisation; an Admin of single groups also sees the orders placed in them. Group, destination, area and season are those in which the order was placed; 0 means no filter.',
    tags: ['Orders'],
    access: signedIn,
    query: Type.Object({
      ...orderFilters,
      ...paging,
      totals: described(
        Type.Optional(bool),
        'False leaves the sums out, which take longer than a page of a long list. Default true.',
      ),
      fields,
    }),
    fieldsOf: 'orders',
    reply: Type.Object({
      orders: Type.Array(orderListItem),
      totalCount,
      totals: described(nullable(orderTotals), 'Sums over all pages; null if the query has `totals=false`.'),
    }),
  }),

  'GET /api/orders/exporttoexcel': endpoint({
    name: 'exportOrders',
    summary: 'Export orders to Excel',
    description:
      'All pages of the list, with the same filters and order. The columns are the `fields` in the order in which they are sent; unknown ones are ignored. A second sheet has the lines. No amounts for people who see no prices. Refused during impersonation.',
    tags: ['Orders'],
    access: signedIn,
    whileImpersonating: 'refused',
    query: Type.Object({ ...orderFilters, ...paging, fields }),
    reply: workbook,
  }),
};
