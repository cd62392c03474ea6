import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import {
  dayInput,
  described,
  entity,
  expectedVersion,
  garmentCode,
  id,
  int,
  msg,
  nullable,
  success,
  text,
  version,
} from '../../values.ts';

const tags = ['Fulfilment'] as const;

/** A delivery to the warehouse that is expected. */
export const expectedDelivery = entity('ExpectedDelivery', {
  id: int,
  dueOn: Type.String({ description: 'Day, `YYYY-MM-DD`.' }),
  quantity: described(int, 'Pieces expected.'),
  reference: described(nullable(text), 'Number of the order to the maker, or of the delivery.'),
  version,
});

const reference = described(
  Type.Optional(nullable(Type.String({ maxLength: 100, message: 'A reference has 100 characters at most.' }))),
  'Number of the order to the maker, or of the delivery.',
);
const deliveryQuantity = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  message: 'Please enter a number of pieces from 1 to 1,000,000.',
});
const deliveryDay = described(dayInput('Please enter a day, such as 2026-03-12.'), 'Day on which it is expected.');

const tellsWaiting = described(
  Type.Optional(Type.Boolean({ message: 'tellsWaiting must be true or false.' })),
  'Whether orders whose pieces arrive on another day than was promised are promised that day, and their people told by email. Default true.',
);
const promisedOrders = described(int, 'Orders with a new promised date because of it; their people are told within minutes.');

/** Deliveries that are expected: entered, changed and cancelled. */
export const expectedDeliveryEndpoints = {
  'POST /api/operator/stock/deliveries': endpoint({
    name: 'addExpectedDeliveries',
    summary: 'Enter expected deliveries',
    description:
      'Goods that are received are taken off them, the earliest first. 422 `items[n].code` for codes that name no garment, or several. Send an `Idempotency-Key`: with the same key they are entered once.',
    tags,
    access: operator('stock:write'),
    body: Type.Object({
      items: Type.Array(
        Type.Object({
          code: garmentCode,
          quantity: described(deliveryQuantity, 'Pieces expected.'),
          dueOn: deliveryDay,
          reference,
        }),
        { minItems: 1, maxItems: 1000, message: 'Please enter 1 to 1,000 deliveries.', description: 'Deliveries.' },
      ),
    }),
    reply: Type.Object({ success, msg, deliveries: Type.Array(expectedDelivery) }),
  }),

  'PUT /api/operator/stock/deliveries/:id': endpoint({
    name: 'updateExpectedDelivery',
    summary: 'Change an expected delivery',
    description:
      '409 `delivery` when someone else has changed it since, or pieces of it have arrived. Orders whose pieces now arrive on another day are promised that day, and their people told, unless `tellsWaiting` is false.',
    tags,
    access: operator('stock:write'),
    params: Type.Object({ id: id('expectedDelivery') }),
    body: Type.Object({
      quantity: described(Type.Optional(deliveryQuantity), 'Pieces expected.'),
      dueOn: Type.Optional(deliveryDay),
      reference,
      tellsWaiting,
      version: expectedVersion,
    }),
    reply: Type.Object({ delivery: expectedDelivery, promisedOrders }),
  }),

  'GET /api/operator/stock/deliveries/:id/promises': endpoint({
    name: 'previewMovedDelivery',
    summary: 'See which orders a moved delivery concerns',
    description:
      'What would be promised if the delivery came on `dueOn` with `quantity` pieces, or not at all where both are left out. Orders of clients of other brands are a number.',
    tags,
    access: operator('stock:read'),
    params: Type.Object({ id: id('expectedDelivery') }),
    query: Type.Object({
      dueOn: Type.Optional(deliveryDay),
      quantity: described(Type.Optional(deliveryQuantity), 'Pieces expected.'),
    }),
    reply: Type.Object({
      promises: described(
        Type.Array(
          entity('MovedPromise', {
            orderId: int,
            orderItemId: int,
            organisationName: text,
            quantity: described(int, 'Pieces that wait.'),
            before: described(Type.String(), 'Day that is promised now, `YYYY-MM-DD`.'),
            dueOn: described(Type.String(), 'Day that would be promised, `YYYY-MM-DD`.'),
          }),
        ),
        'Lines of orders of clients of the caller’s brands, in the order in which they get pieces.',
      ),
      otherOrders: described(int, 'Orders of clients of other brands.'),
      uncovered: described(int, 'Pieces of orders that no delivery would bring: their promises stay as they are.'),
    }),
  }),

  'DELETE /api/operator/stock/deliveries/:id': endpoint({
    name: 'cancelExpectedDelivery',
    summary: 'Cancel an expected delivery',
    tags,
    access: operator('stock:write'),
    description: 'Orders whose pieces come with another delivery are promised its day, and their people told.',
    params: Type.Object({ id: id('expectedDelivery') }),
    reply: Type.Object({ promisedOrders }),
  }),
} as const;
