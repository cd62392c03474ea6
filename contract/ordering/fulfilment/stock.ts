import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import {
  attributeDescription,
  dateTime,
  described,
  entity,
  garmentCode,
  gtin,
  idOrNone,
  int,
  listOf,
  msg,
  nullable,
  paging,
  sku,
  success,
  text,
  totalCount,
} from '../../values.ts';

const day = Type.String({ description: 'Day, `YYYY-MM-DD`.' });
const shelf = described(nullable(text), 'Where the pieces belong in the warehouse; null when unknown.');
const onHand = described(int, 'Pieces on hand now.');

const waitingLine = entity('WaitingLine', {
  orderItemId: int,
  orderId: int,
  organisationName: text,
  destinationName: described(text, 'Site, or street and town where the order names none.'),
  releasedOnUtc: described(dateTime, 'When the order was released to the warehouse.'),
  waitingQuantity: described(int, 'Pending pieces of the line that are not on hand for it.'),
  dueOn: described(nullable(day), 'Day until which they are promised; null when it is unknown.'),
  firstDueOn: described(nullable(day), 'Day that was promised before the date was moved; null when it was not.'),
});

const backOrder = entity('BackOrder', {
  id: described(int, 'Number of the combination.'),
  productName: text,
  sku,
  gtin,
  attributeDescription,
  shelf,
  onHand,
  waitingQuantity: described(int, 'Pieces that are waited for.'),
  orders: described(int, 'Number of orders that wait for it.'),
  dueOn: described(nullable(day), 'Earliest day until which pieces are promised; null when none is known.'),
  expected: described(
    Type.Array(entity({ dueOn: day, quantity: described(int, 'Pieces expected on this day.') })),
    'Deliveries that are expected, the earliest first.',
  ),
  lines: described(Type.Array(waitingLine), 'Lines that wait, in the order in which they get pieces: at most the first 100.'),
});

/** The stock of the warehouse, deliveries to it, and what is waited for. */
export const stockEndpoints = {
  'GET /api/operator/stock/garments': endpoint({
    name: 'findGarment',
    summary: 'Find a garment by its code',
    description: 'Empty for an unknown code. Several garments when they share a barcode.',
    tags: ['Fulfilment'],
    access: operator('stock:read'),
    query: Type.Object({
      code: garmentCode,
    }),
    reply: listOf(
      'garments',
      entity({ id: described(int, 'Number of the combination.'), productName: text, sku, attributeDescription, shelf, onHand }),
    ),
  }),

  'GET /api/operator/stock/backorders': endpoint({
    name: 'listBackOrders',
    summary: 'List the garments that orders wait for',
    description:
      'Pending pieces of released orders that are not on hand, by garment, the one promised earliest first; those of organisations of the caller’s brands alone. Pieces on hand are set against pending lines by the day promised first, then by the time of release: an order does not lose its place when its date is moved to a later day.',
    tags: ['Fulfilment'],
    access: operator('stock:read'),
    query: Type.Object({
      organisationId: described(Type.Optional(idOrNone('organisation')), 'Only lines of this organisation; 0 for all.'),
      due: described(
        Type.Optional(Type.String({ pattern: '^(overdue|unknown)?$', message: 'There is no such filter.' })),
        '`overdue`: only lines whose day has passed; `unknown`: only lines without a day; left out for all.',
      ),
      searchTerm: described(
        Type.Optional(Type.String({ maxLength: 200, message: 'Search term must not be longer than 200 characters.' })),
        'Words to find in name, SKU, barcode, size and colour, or an order number.',
      ),
      ...paging,
    }),
    reply: Type.Object({ backOrders: Type.Array(backOrder), totalCount }),
  }),

  'POST /api/operator/stock/receipts': endpoint({
    name: 'recordReceipt',
    summary: 'Record pieces that have arrived',
    description:
      'Adds them to the stock on hand and takes them off the deliveries that are expected, the earliest first. The same `reference` with the same pieces is counted once and gets the same reply; with other pieces it is refused (409 `reference`). 422 `items[n].code` for codes that belong to no garment of the caller’s brands, or to several.',
    tags: ['Fulfilment'],
    access: operator('stock:write'),
    body: Type.Object({
      reference: described(
        Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', message: 'Please enter the delivery note number.' }),
        'Number of the delivery note.',
      ),
      items: Type.Array(
        Type.Object({
          code: garmentCode,
          quantity: described(
            Type.Integer({ minimum: 1, maximum: 100_000, message: 'Please enter a number of pieces from 1 to 100,000.' }),
            'Pieces received.',
          ),
        }),
        { minItems: 1, maxItems: 1000, message: 'Please enter at least one garment.', description: 'What has arrived.' },
      ),
    }),
    reply: entity({
      success,
      msg,
      items: described(
        Type.Array(
          entity({
            sku,
            productName: text,
            attributeDescription,
            shelf,
            received: described(int, 'Pieces received.'),
            onHand,
            orders: described(
              Type.Array(entity({ orderId: int, organisationName: text, quantity: described(int, 'Pieces for the order.') })),
              'Waiting orders of the caller’s brands that can be picked with these pieces, in the order of the queue.',
            ),
          }),
        ),
        'What has been received, and what there is now.',
      ),
    }),
  }),
} as const;
