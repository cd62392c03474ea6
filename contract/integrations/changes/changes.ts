import Type, { type TSchema } from 'typebox';
import { listedProduct } from '../../catalogue/products/operator-product-list.ts';
import { endpoint, operator } from '../../endpoint.ts';
import { address } from '../../identity/addresses.ts';
import { deliveryKind } from '../../ordering/delivery-options.ts';
import { operatorShipment } from '../../ordering/fulfilment/shipments.ts';
import { level, STOCK_MOVEMENT_KINDS } from '../../ordering/fulfilment/stock-levels.ts';
import { invoiceDetailFields } from '../../ordering/invoices/invoices.ts';
import { ORDER_ORIGINS, ORDER_STATUSES, PAYMENT_STATUSES, SHIPPING_STATUSES } from '../../ordering/order-states.ts';
import { payment } from '../../ordering/payments.ts';
import { operatorReturn } from '../../ordering/returns/returns.ts';
import {
  attributeDescription,
  bool,
  currencyCode,
  dateTime,
  described,
  entity,
  gtin,
  id,
  idsOf,
  int,
  money,
  namesOf,
  nullable,
  oneOf,
  poNumber,
  sku,
  text,
} from '../../values.ts';

/** Most records on a page of changes. */
export const MAX_CHANGED_RECORDS = 250;
/** Records on a page of changes unless a request says how many. */
export const DEFAULT_CHANGED_RECORDS = 100;

const day = Type.String({ description: 'Day, `YYYY-MM-DD`.' });
const tags = ['Changes'] as const;

const query = Type.Object({
  after: described(
    Type.Optional(
      Type.String({
        maxLength: 1000,
        pattern: '^[A-Za-z0-9_-]*$',
        message: 'This cursor is not valid. Read from the beginning.',
      }),
    ),
    '`nextCursor` of the page before, for example `WyJvcmRlciIsWzFdLDQwMjE3LG51bGxd`. Without it, every record is listed once, and then what has changed meanwhile.',
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_CHANGED_RECORDS,
      message: `Limit must be a whole number from 1 to ${MAX_CHANGED_RECORDS}.`,
      description: `Most records on the page. Default ${DEFAULT_CHANGED_RECORDS}.`,
    }),
  ),
});

const page = <K extends string, S extends TSchema>(key: K, record: S) =>
  Type.Object({
    [key]: described(Type.Array(record), 'The records as they are now, each once.'),
    nextCursor: described(
      text,
      'Where the next page begins, for example `WyJvcmRlciIsWzFdLDQwMjE3LG51bGxd`. Opaque; keep it with your copy.',
    ),
    hasMore: described(bool, 'Whether there may be more at once. When it is false, ask again later with `nextCursor`.'),
  } as { [P in K]: ReturnType<typeof Type.Array<S>> } & { nextCursor: typeof text; hasMore: typeof bool });

const amount = (description: string) => described(nullable(money), `${description} Null for callers without \`invoices:read\`.`);

const orderLine = entity('WholeOrderLine', {
  id: int,
  productId: int,
  combinationId: described(int, 'Size and colour that was ordered.'),
  productName: described(text, 'Name when the order was placed.'),
  sku,
  gtin,
  attributeDescription,
  wearerId: described(nullable(int), 'Who wears the pieces; null when they are for no one in particular.'),
  wearerName: described(nullable(text), 'Name of the wearer; null when the pieces are for no one in particular.'),
  quantity: described(int, 'Pieces ordered: the sum of those shipped, cancelled and pending.'),
  shippedQuantity: described(int, 'Pieces shipped, whatever becomes of them later.'),
  cancelledQuantity: described(int, 'Pieces cancelled or not approved. They are never shipped.'),
  pendingQuantity: described(int, 'Pieces still to be shipped.'),
  readyToCollectQuantity: described(int, 'Of these, the pieces that are packed and wait to be collected.'),
  returnedQuantity: described(int, 'Of the pieces shipped, those that came back and were accepted.'),
  dueOn: described(nullable(day), 'Day for which the pending pieces are promised; null when none are, or none was named.'),
  unitPrice: amount('Price of one piece, without tax.'),
  taxRate: amount('Tax in percent, for example 20.'),
  total: amount('Price of all pieces ordered, without tax.'),
  tax: amount('Tax of all pieces ordered.'),
});

const wholeOrder = entity('WholeOrder', {
  id: int,
  organisationId: int,
  organisationName: described(text, 'Name of the organisation.'),
  personId: described(int, 'Whose order it is.'),
  personName: described(text, 'Name of that person.'),
  orderStatus: oneOf(namesOf(ORDER_STATUSES), 'Status of the order.'),
  orderStatusId: oneOf(
    idsOf(ORDER_STATUSES),
    '10 pending, 20 processing, 30 complete, 40 cancelled, 50 awaiting approval, 60 rejected.',
  ),
  paymentStatus: oneOf(namesOf(PAYMENT_STATUSES), 'Status of the payment.'),
  paymentStatusId: oneOf(
    idsOf(PAYMENT_STATUSES),
    '10 pending, 20 authorised, 30 paid, 35 partially refunded, 40 refunded, 50 voided.',
  ),
  shippingStatus: oneOf(namesOf(SHIPPING_STATUSES), 'Status of the delivery.'),
  shippingStatusId: oneOf(
    idsOf(SHIPPING_STATUSES),
    '10 not required, 20 not yet shipped, 25 partially shipped, 30 shipped, 40 delivered.',
  ),
  isReleased: described(bool, 'Whether the warehouse may ship it. An order that is not released must not be shipped.'),
  createdOnUtc: dateTime,
  releasedOnUtc: described(nullable(dateTime), 'When it was released; null while it is not.'),
  pickingStartedOnUtc: described(nullable(dateTime), 'When picking started; null before.'),
  origin: oneOf(ORDER_ORIGINS, 'How the order was placed.'),
  poNumber,
  comments: described(nullable(text), 'Note for the warehouse and the courier.'),
  requestedDeliveryOn: described(
    nullable(day),
    'Day on which the customer would like the delivery; null for as soon as possible.',
  ),
  shippingMethod: described(nullable(text), 'The way of delivery that was chosen, for example `Standard delivery`.'),
  deliveryKind,
  readyToCollectOnUtc: described(nullable(dateTime), 'Since when pieces of it wait to be collected; null while none do.'),
  collectFrom: described(
    nullable(text),
    'Where it is collected, for example `Counter of the depot, Preston`; null where it is sent.',
  ),
  openingHours: described(
    nullable(text),
    'When it can be collected, for example `Monday to Friday, 7.30 am to 4 pm`; null when unknown.',
  ),
  shippingAddress: described(nullable(address), 'Where the order goes; null when nothing is delivered.'),
  replacesOrderId: described(nullable(int), 'Order that was sent back and that this one replaces; null for none.'),
  replacedByOrderId: described(nullable(int), 'Order that replaces this one, which was sent back; null for none.'),
  currencyCode,
  goodsTotal: amount('Price of all pieces ordered, without tax: the sum of the shipped, cancelled and pending values.'),
  shippedValue: amount('Of it, the pieces shipped, without tax.'),
  cancelledValue: amount('Of it, the pieces cancelled, without tax.'),
  pendingValue: amount('Of it, the pieces still to be shipped, without tax.'),
  goodsTax: amount('Tax of the goods.'),
  deliveryTotal: amount('Delivery, without tax.'),
  deliveryTax: amount('Tax of the delivery.'),
  chargesTotal: amount('Amounts beside goods and delivery, such as setting up designs, without tax.'),
  chargesTax: amount('Tax of these amounts.'),
  fee: amount('Fee of the payment method.'),
  total: amount('Everything that was ordered, with tax: goods, delivery, fee and their tax. Cancelled pieces are part of it.'),
  lines: described(Type.Array(orderLine), 'Its lines, in the order in which they were placed.'),
  shipmentIds: described(Type.Array(int), 'Its shipments.'),
  returnIds: described(Type.Array(int), 'Return requests about it.'),
  invoiceIds: described(Type.Array(int), 'Invoices and credit notes about it.'),
});

const changedMovement = entity('ChangedStockMovement', {
  id: int,
  combinationId: int,
  sku,
  kind: oneOf(STOCK_MOVEMENT_KINDS, 'What happened.'),
  createdOnUtc: dateTime,
  onHandChange: described(int, 'Pieces that came to the stock on hand; negative for those that left.'),
  reservedChange: described(int, 'Pieces that were reserved; negative for those released or shipped.'),
  orderId: described(nullable(int), 'Order that caused it; null for none and for orders of other brands’ clients.'),
});

const about = (what: string) =>
  `${what} Records as they are now, in the order in which they have last changed: a record that changes again comes again, and earlier changes of it are left out. No change is missed, whatever happens at the same time. 400 \`after\` for a cursor of another list or of other brands.`;

/** What has changed, for systems of the supplier that keep a copy. */
export const changeEndpoints = {
  'GET /api/operator/orders/changes': endpoint({
    name: 'listChangedOrders',
    summary: 'List the orders that have changed',
    description: about('All orders of the caller’s brands, whatever their status: waiting, cancelled and rejected ones too.'),
    tags,
    access: operator('orders:read'),
    query,
    reply: page('orders', wholeOrder),
  }),

  'GET /api/operator/orders/:id/full': endpoint({
    name: 'getWholeOrder',
    summary: 'Get an order in any status',
    description: 'As in the list of changed orders.',
    tags,
    access: operator('orders:read'),
    params: Type.Object({ id: id('order') }),
    reply: Type.Object({ orders: Type.Array(wholeOrder) }),
  }),

  'GET /api/operator/shipments/changes': endpoint({
    name: 'listChangedShipments',
    summary: 'List the shipments that have changed',
    description: about('All shipments of the caller’s brands.'),
    tags,
    access: operator('shipments:read'),
    query,
    reply: page('shipments', operatorShipment),
  }),

  'GET /api/operator/returns/changes': endpoint({
    name: 'listChangedReturns',
    summary: 'List the return requests that have changed',
    description: about('All return requests of the caller’s brands.'),
    tags,
    access: operator('returns:read'),
    query,
    reply: page('returnRequests', operatorReturn),
  }),

  'GET /api/operator/invoices/changes': endpoint({
    name: 'listChangedInvoices',
    summary: 'List the invoices and credit notes that have changed',
    description: about(
      'All invoices and credit notes of the caller’s brands. Once issued, only `status` and `openAmount` of one change.',
    ),
    tags,
    access: operator('invoices:read'),
    query,
    reply: page('invoices', entity('ChangedInvoice', { ...invoiceDetailFields, organisationId: int, organisationName: text })),
  }),

  'GET /api/operator/payments/changes': endpoint({
    name: 'listChangedPayments',
    summary: 'List the payments that have changed',
    description: about('All payments, credit notes and reversals of the caller’s brands.'),
    tags,
    access: operator('invoices:read'),
    query,
    reply: page('payments', payment),
  }),

  'GET /api/operator/stock/changes': endpoint({
    name: 'listChangedStock',
    summary: 'List the garments whose stock has changed',
    description: about('The stock of all garments that the caller sees. A price that changes is not a change of stock.'),
    tags,
    access: operator('stock:read'),
    query,
    reply: page('stock', level),
  }),

  'GET /api/operator/stock/movements/changes': endpoint({
    name: 'listNewStockMovements',
    summary: 'List the movements of stock since a cursor',
    description: about('The movements of all garments that the caller sees. A movement never changes, so each comes once.'),
    tags,
    access: operator('stock:read'),
    query,
    reply: page('movements', changedMovement),
  }),

  'GET /api/operator/products/changes': endpoint({
    name: 'listChangedProducts',
    summary: 'List the products that have changed',
    description: about('All products that the caller sees. Read the rest of a product with `GET /api/operator/products/:id`.'),
    tags,
    access: operator('catalogue:read'),
    query,
    reply: page('products', listedProduct),
  }),
} as const;
