import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import { address } from '../../identity/addresses.ts';
import {
  attributeDescription,
  bool,
  dateTime,
  dayInput,
  described,
  entity,
  garmentCode,
  gtin,
  id,
  idOrNone,
  imageSrc,
  int,
  listOf,
  msg,
  namesOf,
  nullable,
  oneOf,
  paging,
  poNumber,
  sku,
  success,
  text,
  totalCount,
} from '../../values.ts';
import { orderAnswer } from '../checkout-questions/question-schemas.ts';
import { designToMake } from '../decoration.ts';
import { deliveryKind } from '../delivery-options.ts';
import { ORDER_ORIGINS, ORDER_STATUSES, SHIPPING_STATUSES } from '../order-states.ts';

/** The columns of the supplier’s board. */
export const BOARD_STATES = ['toPick', 'picking', 'partShipped', 'readyToCollect', 'backOrder'] as const;

/** How an organisation’s pieces are put into parcels. */
export const PARCEL_MODES = ['wearer', 'destination'] as const;

/** Pieces in a request. */
export const pieceCount = Type.Integer({
  minimum: 1,
  maximum: 10_000,
  message: 'Please enter a number of pieces from 1 to 10,000.',
});

/** A day in a reply. */
const day = Type.String({ description: 'Day, `YYYY-MM-DD`.' });

const readyToCollectOnUtc = described(
  nullable(dateTime),
  'Since when pieces of it are packed and wait to be collected; null while none do.',
);
/** What the warehouse has to know about how an order is delivered. */
const deliveryFields = {
  deliveryMethod: described(nullable(text), 'Way of delivery that was chosen, for example `Next working day`; null for none.'),
  deliveryKind,
  cutOff: described(
    nullable(text),
    'Local time of the organisation until which orders leave, or are ready to collect, on the working day of their release, such as `14:00`; null for none.',
  ),
  sendOn: described(
    day,
    'Working day on which it should leave, or be ready to collect, in the time zone of the organisation: that of the release where it was released before the cut-off time, otherwise the next one, `YYYY-MM-DD`.',
  ),
  isDueToday: described(bool, 'Whether that day has come, and pieces of it can be picked.'),
  readyToCollectOnUtc,
};

const boardOrder = entity('BoardOrder', {
  id: int,
  organisationId: int,
  organisationName: described(text, 'Name of the organisation.'),
  destination: described(text, 'Key of the destination: orders with the same key go to the same address.'),
  destinationName: described(text, 'Site, or street and town where the order names none.'),
  personName: described(text, 'Whose order it is.'),
  releasedOnUtc: described(dateTime, 'When the order was released to the warehouse.'),
  pickingStartedOnUtc: described(nullable(dateTime), 'When picking started; null before.'),
  origin: oneOf(ORDER_ORIGINS, 'How the order was placed.'),
  state: oneOf(
    BOARD_STATES,
    'How far it is; `readyToCollect`: what can be picked is packed and waits to be collected; `backOrder`: nothing of it can be picked now.',
  ),
  wearers: described(int, 'Number of people whose pieces are pending.'),
  pendingQuantity: described(int, 'Pieces still to be shipped.'),
  readyQuantity: described(int, 'Pending pieces that can be picked now.'),
  packedQuantity: described(int, 'Pending pieces that are packed and wait to be collected.'),
  ...deliveryFields,
  dueOn: described(
    nullable(day),
    'Latest day until which waiting pieces are promised; null when none waits, or the day is unknown.',
  ),
});

const boardDelivery = entity('BoardDelivery', {
  name: described(text, 'Name of the way of delivery, for the filter.'),
  kind: deliveryKind,
  orders: described(int, 'Number of orders.'),
  dueToday: described(int, 'Orders of these that are due today or before.'),
});

const destination = entity('BoardDestination', {
  key: described(text, 'Key of the destination, for the filter.'),
  name: text,
  organisationId: int,
  organisationName: described(text, 'Name of the organisation.'),
  orders: described(int, 'Number of orders.'),
  pendingQuantity: described(int, 'Pieces still to be shipped.'),
  readyQuantity: described(int, 'Pending pieces that can be picked now.'),
  oldestReleasedOnUtc: described(dateTime, 'When the oldest of the orders was released.'),
});

const fulfilmentLine = entity('FulfilmentLine', {
  id: int,
  productId: described(int, 'Product of the garment, the same for all its colours and sizes.'),
  productName: text,
  sku,
  gtin,
  attributeDescription,
  colour: described(nullable(text), 'Colour; null where the garment has none.'),
  size: described(nullable(text), 'Size and fit; null where the garment has none.'),
  imageSrc,
  shelf: described(nullable(text), 'Where the pieces are in the warehouse; null when unknown.'),
  wearerId: described(nullable(int), 'Who wears the pieces; null when they are for no one in particular.'),
  wearerName: described(nullable(text), 'Name of the wearer; null when the pieces are for no one in particular.'),
  quantity: described(int, 'Pieces ordered.'),
  shippedQuantity: described(int, 'Pieces shipped.'),
  cancelledQuantity: described(int, 'Pieces cancelled.'),
  pendingQuantity: described(int, 'Pieces still to be shipped.'),
  packedQuantity: described(int, 'Pending pieces that are packed and wait to be collected.'),
  readyQuantity: described(
    int,
    'Pending pieces that can be picked now: those on hand, less what lines promised earlier (or of orders released earlier) still need.',
  ),
  dueOn: described(nullable(day), 'Day until which waiting pieces are promised; null when none waits, or the day is unknown.'),
  designs: described(Type.Array(designToMake), 'Logos, texts and badges of each piece, to check before it is packed.'),
  toDecorateQuantity: described(
    int,
    'Pending pieces that are to be decorated before they can be packed; 0 for a line that is not personalised.',
  ),
  cancellableQuantity: described(int, 'Pending pieces that the supplier can cancel: none once their decoration has begun.'),
});

const scannedGarment = entity('ScannedGarment', {
  id: described(int, 'Number of the combination.'),
  productId: described(int, 'Product of the garment, the same for all its colours and sizes.'),
  productName: text,
  sku,
  attributeDescription,
  colour: described(nullable(text), 'Colour; null where the garment has none.'),
  size: described(nullable(text), 'Size and fit; null where the garment has none.'),
  shelf: described(nullable(text), 'Where the pieces belong in the warehouse; null when unknown.'),
  orders: described(
    Type.Array(
      entity('OrderWaitingForGarment', {
        id: int,
        personName: described(text, 'Whose order it is.'),
        destinationName: described(text, 'Site, or street and town where the order names none.'),
        quantity: described(int, 'Pieces of the garment that are to be packed for it.'),
      }),
    ),
    'Released orders of the caller’s brands that wait for it, the oldest first: at most three.',
  ),
});

/** A released order with everything that the warehouse needs. Amounts are not part of it. */
export const operatorOrder = entity('FulfilmentOrder', {
  id: int,
  organisationId: int,
  organisationName: described(text, 'Name of the organisation.'),
  parcelMode: oneOf(
    PARCEL_MODES,
    '`wearer`: the pieces of each wearer go into a parcel of their own; `destination`: one parcel may hold all.',
  ),
  destination: described(text, 'Key of the destination.'),
  destinationName: described(text, 'Site, or street and town where the order names none.'),
  shippingAddress: described(nullable(address), 'Where the order goes; null when nothing is delivered.'),
  personName: described(text, 'Whose order it is.'),
  poNumber,
  comments: described(nullable(text), 'Note for the warehouse and the courier.'),
  answers: described(
    Type.Array(orderAnswer),
    'Answers to the questions at checkout, with the cost centre that was chosen; empty for none.',
  ),
  orderStatus: oneOf(
    namesOf(ORDER_STATUSES),
    'Status of the order. Those that wait for approval, or were rejected, are not released.',
  ),
  shippingStatus: oneOf(namesOf(SHIPPING_STATUSES), 'Status of the delivery.'),
  createdOnUtc: dateTime,
  releasedOnUtc: dateTime,
  pickingStartedOnUtc: nullable(dateTime),
  pickingStartedBy: described(
    nullable(text),
    'Operator or API key that started to pick the order; null before, and when unknown.',
  ),
  requestedDeliveryOn: described(
    nullable(day),
    'Day on which the customer would like the delivery; null for as soon as possible.',
  ),
  origin: oneOf(ORDER_ORIGINS, 'How the order was placed.'),
  ...deliveryFields,
  collectFrom: described(
    nullable(text),
    'Where it is collected, for example `Counter of the depot, Preston`; null where it is sent.',
  ),
  openingHours: described(
    nullable(text),
    'When it can be collected, for example `Monday to Friday, 7.30 am to 4 pm`; null when unknown.',
  ),
  lines: described(Type.Array(fulfilmentLine), 'Its lines, in the order in which they were placed.'),
  otherOrderIds: described(Type.Array(int), 'Other released orders with pending pieces that go to the same destination.'),
});

/** What a step of orders answers. */
export const orderReply = entity('FulfilmentResult', {
  success,
  msg,
  orders: described(Type.Array(operatorOrder), 'The orders after the change.'),
});

/** Orders in a query. */
export const orderIdList = Type.Array(id('order'), {
  minItems: 1,
  maxItems: 50,
  message: 'Please choose 1 to 50 orders.',
  description: 'Numbers of 1 to 50 orders.',
});

/** Orders as the warehouse sees them. */
export const fulfilmentEndpoints = {
  'GET /api/operator/orders': endpoint({
    name: 'listOrdersToShip',
    summary: 'List the orders that are to be shipped',
    description:
      'Released orders with pending pieces, in the order of picking, and the destinations of all that match, without regard to the filter by destination. First come those that must leave today by their cut-off time, then those that should leave earliest, those released first before others. Pieces on hand are set against pending lines by the day until which they were promised, then by the time of release.',
    tags: ['Fulfilment'],
    access: operator('orders:read'),
    query: Type.Object({
      organisationId: described(Type.Optional(idOrNone('organisation')), 'Only orders of this organisation; 0 for all.'),
      destination: described(
        Type.Optional(Type.String({ maxLength: 32, message: 'There is no such destination.' })),
        'Only orders that go to the destination with this key.',
      ),
      state: described(
        Type.Optional(
          Type.String({
            pattern: '^(toPick|picking|partShipped|readyToCollect|backOrder)?$',
            message: 'There is no such state.',
          }),
        ),
        '`toPick`: not started, with pieces that can be picked. `picking`: started, nothing shipped. `partShipped`: shipped in part. `readyToCollect`: waits to be collected. `backOrder`: nothing of it can be picked now.',
      ),
      delivery: described(
        Type.Optional(Type.String({ maxLength: 100, message: 'There is no such way of delivery.' })),
        'Only orders with the way of delivery of this name, for example `Next working day`.',
      ),
      due: described(
        Type.Optional(Type.String({ pattern: '^(today)?$', message: 'There is no such filter.' })),
        '`today`: only orders that are due today or before, and of which pieces can be picked.',
      ),
      searchTerm: described(
        Type.Optional(Type.String({ maxLength: 200, message: 'Search term must not be longer than 200 characters.' })),
        'Words to find in order number, purchase order number, name, email or SKU.',
      ),
      ...paging,
    }),
    reply: Type.Object({
      orders: Type.Array(boardOrder),
      totalCount,
      destinations: described(Type.Array(destination), 'Destinations, that with the oldest order first.'),
      deliveryMethods: described(
        Type.Array(boardDelivery),
        'Ways of delivery of all orders that match, without regard to the filter by them.',
      ),
    }),
  }),

  'GET /api/operator/orders/:id': endpoint({
    name: 'getOrderToShip',
    summary: 'Get an order for picking',
    description: 'A released order with its lines, shelves and barcodes. 404 for orders that were not released.',
    tags: ['Fulfilment'],
    access: operator('orders:read'),
    params: Type.Object({ id: id('order') }),
    reply: Type.Object({ orders: Type.Array(operatorOrder) }),
  }),

  'GET /api/operator/packing': endpoint({
    name: 'getOrdersForPacking',
    summary: 'Get several orders for packing',
    description:
      'Released orders with their lines, shelves and barcodes, in the order of picking. 404 `order` unless each of them exists and was released.',
    tags: ['Fulfilment'],
    access: operator('orders:read'),
    query: Type.Object({ orderIds: orderIdList }),
    reply: Type.Object({ orders: Type.Array(operatorOrder) }),
  }),

  'GET /api/operator/packing/garments': endpoint({
    name: 'findScannedGarment',
    summary: 'Find out what a scanned garment is',
    description:
      'For a code that no bag needs: which garment it is, where it belongs, and which orders wait for it. Empty for an unknown code. Several garments when they share a barcode.',
    tags: ['Fulfilment'],
    access: operator('orders:read'),
    query: Type.Object({ code: garmentCode }),
    reply: listOf('garments', scannedGarment),
  }),

  'POST /api/operator/orders/:id/picking': endpoint({
    name: 'startPicking',
    summary: 'Start to pick an order',
    description:
      'From now on its customer can no longer change it. 409 `order` when the order has ended; an order that is being picked stays as it is. Honours `Idempotency-Key`.',
    tags: ['Fulfilment'],
    access: operator('orders:write'),
    params: Type.Object({ id: id('order') }),
    body: Type.Object({}),
    reply: orderReply,
  }),

  'POST /api/operator/orders/:id/lines/cancel': endpoint({
    name: 'cancelPendingLines',
    summary: 'Cancel pending pieces of an order',
    description:
      'Stock and entitlement are given back, and the customer is told by mail with the reason. When nothing was shipped and nothing is left, the order is cancelled. 422 `items[n].quantity` for more than is pending, 409 `order` when the order has ended, and 409 `decoration` for a line of which the decoration has begun. Honours `Idempotency-Key`.',
    tags: ['Fulfilment'],
    access: operator('orders:write'),
    params: Type.Object({ id: id('order') }),
    body: Type.Object({
      items: described(
        Type.Array(Type.Object({ id: id('orderItem'), quantity: described(pieceCount, 'Pieces of the line to cancel.') }), {
          minItems: 1,
          maxItems: 1000,
          message: 'Please choose at least one line.',
        }),
        'Lines, and how many pieces of each to cancel.',
      ),
      reason: described(
        Type.String({
          minLength: 1,
          maxLength: 500,
          pattern: '\\S',
          message: 'Please enter a reason of at most 500 characters.',
        }),
        'Why, for the customer to read.',
      ),
    }),
    reply: orderReply,
  }),

  'PUT /api/operator/orders/:id/lines/due': endpoint({
    name: 'promisePendingLines',
    summary: 'Promise pending pieces for another day',
    description:
      'The customer is told by mail. 422 `items[n]` for lines without pending pieces and days in the past. Nothing happens to lines that have the day already. Honours `Idempotency-Key`.',
    tags: ['Fulfilment'],
    access: operator('orders:write'),
    params: Type.Object({ id: id('order') }),
    refusesUnknown: true,
    body: Type.Object({
      items: described(
        Type.Array(
          Type.Object({
            id: id('orderItem'),
            dueOn: described(dayInput('Please enter a day.'), 'Day, `YYYY-MM-DD`.'),
          }),
          { minItems: 1, maxItems: 1000, message: 'Please choose at least one line.' },
        ),
        'Lines, with the new day of each.',
      ),
      reason: described(
        Type.Optional(nullable(Type.String({ maxLength: 500, message: 'The reason must not be longer than 500 characters.' }))),
        'Why, for the customer to read.',
      ),
    }),
    reply: orderReply,
  }),
} as const;
