import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import {
  attributeDescription,
  bool,
  currencyCode,
  dateTime,
  described,
  entity,
  expectedVersion,
  gtin,
  id,
  int,
  money,
  msg,
  nullable,
  oneOf,
  paging,
  sku,
  success,
  text,
  totalCount,
  workbook,
} from '../../values.ts';
import { expectedDelivery } from './expected-deliveries.ts';

/** Kinds of movements of stock. */
export const STOCK_MOVEMENT_KINDS = ['receipt', 'count', 'adjust', 'reserve', 'release', 'ship', 'return'] as const;
/** What became of a level that another system sent. */
export const LEVEL_OUTCOMES = ['applied', 'unchanged', 'late', 'refused', 'unknown'] as const;

const tags = ['Fulfilment'] as const;
const day = Type.String({ description: 'Day, `YYYY-MM-DD`.' });
const pieces = Type.Integer({
  minimum: 0,
  maximum: 10_000_000,
  message: 'Please enter a number of pieces from 0 to 10,000,000.',
});

const levelFields = {
  id: described(int, 'Number of the combination.'),
  productId: int,
  productName: text,
  sku,
  gtin,
  attributeDescription,
  onHand: described(int, 'Pieces in the warehouse.'),
  reserved: described(int, 'Pieces of these that orders have, of all clients.'),
  available: described(int, 'On hand less reserved; negative when more is promised than is there.'),
  expected: described(int, 'Pieces of all expected deliveries.'),
  expectedOn: described(nullable(day), 'Day of the next expected delivery.'),
  lowStockThreshold: described(
    nullable(int),
    'Fewer available pieces than this count as low; null: the product’s own number decides.',
  ),
  isLow: described(bool, 'Whether few pieces are available.'),
  shelf: described(nullable(text), 'Where the pieces belong in the warehouse.'),
  price: described(money, 'Catalogue price of one piece, without tax.'),
  value: described(money, 'Pieces on hand at the catalogue price.'),
  managesStock: described(bool, 'Whether stock limits what can be ordered.'),
  canOversell: described(bool, 'Whether more can be ordered than is on hand.'),
  isDiscontinued: described(bool, 'Whether it is no longer sold.'),
};

/** The stock of a garment in a list. */
export const level = entity('StockLevel', levelFields);

const filters = {
  searchTerm: described(
    Type.Optional(Type.String({ maxLength: 200, message: 'Search term must not be longer than 200 characters.' })),
    'Words to find in name, SKU, barcode (GTIN), colour, size and fit.',
  ),
  state: described(
    Type.Optional(Type.String({ pattern: '^(low|out|oversold|expected)?$', message: 'There is no such filter.' })),
    '`low`: few pieces available; `out`: none; `oversold`: more reserved than on hand; `expected`: with an expected delivery; left out for all.',
  ),
  shelf: described(
    Type.Optional(Type.String({ maxLength: 40, message: 'A shelf has 40 characters at most.' })),
    'Only garments whose shelf begins with this, ignoring case.',
  ),
  sort: described(
    Type.Optional(Type.String({ pattern: '^-?(product|sku|shelf|available|value)$', message: 'There is no such order.' })),
    'Order of the list, descending with `-`. Default `product`.',
  ),
};

const detail = entity('StockDetail', {
  ...levelFields,
  version: described(int, 'Counts changes of shelf and threshold. Send it back with a change to detect edit conflicts.'),
  countedOnUtc: described(nullable(dateTime), 'For when the pieces on hand were last counted, or sent by another system.'),
  refusal: described(nullable(text), 'Why the caller cannot change it, as a sentence; null when they can.'),
  reservations: described(
    Type.Array(
      entity({
        orderId: int,
        orderItemId: int,
        organisationName: text,
        quantity: described(int, 'Pieces reserved.'),
        readyQuantity: described(int, 'Pieces of these that can be picked now.'),
        isFirst: described(bool, 'Whether it gets pieces before orders that were promised earlier.'),
        dueOn: described(nullable(day), 'Day for which pieces that are missing are promised.'),
        isReleased: described(bool, 'Whether the warehouse may ship it; false while it waits for approval or payment.'),
      }),
    ),
    'Orders of clients of the caller’s brands that have reserved pieces, the oldest first: at most the first 200.',
  ),
  otherReserved: described(int, 'Pieces reserved by clients of other brands.'),
  otherOrganisations: described(int, 'Number of these clients.'),
  deliveries: described(Type.Array(expectedDelivery), 'Expected deliveries, the earliest first.'),
});

const movement = entity('StockMovement', {
  id: int,
  kind: oneOf(STOCK_MOVEMENT_KINDS, 'What happened.'),
  createdOnUtc: dateTime,
  onHandChange: described(int, 'Pieces that came to the stock on hand; negative for those that left.'),
  reservedChange: described(int, 'Pieces that were reserved; negative for those released or shipped.'),
  onHand: described(int, 'On hand after it.'),
  reserved: described(int, 'Reserved after it.'),
  actorName: described(nullable(text), 'The operator or API key; null for customers and the portal itself.'),
  orderId: described(nullable(int), 'Order that caused it; null for none and for orders of other brands’ clients.'),
  organisationName: described(nullable(text), 'Client of the order; null where `orderId` is.'),
  isReleased: described(bool, 'Whether the order was released to the warehouse, so that the warehouse can open it.'),
  isOfOtherBrand: described(bool, 'Whether an order of a client of another brand caused it.'),
  reason: described(
    nullable(text),
    'Why: the reason of a correction, the number of a delivery, the name of a file or of a count.',
  ),
});

const params = Type.Object({ combinationId: id('combination') });
/** The stock of all garments, its movements and its corrections. */
export const stockLevelEndpoints = {
  'GET /api/operator/stock': endpoint({
    name: 'listStockLevels',
    summary: 'List the stock of all garments',
    description:
      'Of products that clients of the caller’s brands have in their range, and of those that no one has. Reserved pieces are those of all clients.',
    tags,
    access: operator('stock:read'),
    query: Type.Object({ ...filters, ...paging }),
    reply: Type.Object({
      stock: Type.Array(level),
      totalCount,
      totals: entity('StockTotals', {
        onHand: described(int, 'Pieces in the warehouse.'),
        reserved: described(int, 'Pieces of these that orders have.'),
        available: described(int, 'On hand less reserved.'),
        expected: described(int, 'Pieces of all expected deliveries.'),
        value: described(money, 'Pieces on hand at catalogue prices.'),
        currencyCode,
      }),
    }),
  }),

  'GET /api/operator/stock/exporttoexcel': endpoint({
    name: 'exportStockLevels',
    summary: 'Export the stock of all garments to Excel',
    description: 'All pages of the list, with the same filters.',
    tags,
    access: operator('stock:read'),
    query: Type.Object(filters),
    reply: workbook,
  }),

  'GET /api/operator/stock/:combinationId': endpoint({
    name: 'getStockLevel',
    summary: 'Get the stock of a garment',
    description:
      'With the orders that have reserved it and the deliveries that are expected. Clients of other brands are a number.',
    tags,
    access: operator('stock:read'),
    params,
    reply: Type.Object({ stock: detail, currencyCode }),
  }),

  'GET /api/operator/stock/:combinationId/movements': endpoint({
    name: 'listStockMovements',
    summary: 'List the movements of a garment',
    description: 'The newest first, each with the stock after it.',
    tags,
    access: operator('stock:read'),
    params,
    query: Type.Object(paging),
    reply: Type.Object({ movements: Type.Array(movement), totalCount }),
  }),

  'PUT /api/operator/stock/:combinationId': endpoint({
    name: 'updateStockLevel',
    summary: 'Change shelf and threshold of a garment',
    description:
      '409 `stock` when someone else has changed the same since. 403 `stock` for products that clients of other brands have too.',
    tags,
    access: operator('stock:write'),
    params,
    body: Type.Object({
      shelf: described(
        Type.Optional(nullable(Type.String({ maxLength: 40, message: 'A shelf has 40 characters at most.' }))),
        'Where the pieces belong; null for nowhere in particular.',
      ),
      lowStockThreshold: described(
        Type.Optional(
          nullable(Type.Integer({ minimum: 1, maximum: 1_000_000, message: 'Please enter a number from 1 to 1,000,000.' })),
        ),
        'Fewer available pieces than this count as low.',
      ),
      version: expectedVersion,
    }),
    reply: Type.Object({ stock: detail, currencyCode }),
  }),

  'POST /api/operator/stock/:combinationId/adjustments': endpoint({
    name: 'adjustStock',
    summary: 'Correct the stock of a garment',
    description:
      'Adds pieces to the stock on hand, or removes them. 409 `quantity` when fewer would be left than are reserved, unless more can be ordered than is on hand. Send an `Idempotency-Key`: with the same key it is done once.',
    tags,
    access: operator('stock:write'),
    params,
    body: Type.Object({
      quantity: described(
        Type.Integer({
          minimum: -1_000_000,
          maximum: 1_000_000,
          message: 'Please enter a number of pieces other than 0, up to 1,000,000.',
        }),
        'Pieces to add; negative to remove.',
      ),
      reason: described(
        Type.Union(
          [
            Type.Literal('damaged'),
            Type.Literal('lost'),
            Type.Literal('found'),
            Type.Literal('sample'),
            Type.Literal('miscounted'),
            Type.Literal('other'),
          ],
          { message: 'Please select a reason.' },
        ),
        'Why: `damaged`, `lost`, `found`, `sample`, `miscounted` or `other`.',
      ),
      note: described(
        Type.Optional(nullable(Type.String({ maxLength: 200, message: 'A note has 200 characters at most.' }))),
        'More about it; required with the reason `other`.',
      ),
    }),
    reply: Type.Object({ success, msg, stock: detail, currencyCode }),
  }),

  'PUT /api/operator/stock/levels': endpoint({
    name: 'setStockLevels',
    summary: 'Set the stock as another system counts it',
    description:
      'For warehouse and ERP systems. `onHand` is what was there at `asOf`; movements of the portal after that moment are kept. A level whose `asOf` is not later than the last one, or than the last count, changes nothing (`late`, or `unchanged` when it says the same). Levels below what is reserved are refused one by one (`refused`), as are SKUs that the caller may not change; SKUs of no garment are `unknown`. Repeating the call changes nothing.',
    tags,
    access: operator('stock:write'),
    bodyLimit: 1_000_000,
    refusesUnknown: true,
    body: Type.Object({
      levels: Type.Array(
        Type.Object({
          sku: described(
            Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', message: 'Please enter a SKU.' }),
            'SKU, ignoring case.',
          ),
          onHand: described(pieces, 'Pieces in the warehouse at that moment.'),
          asOf: described(
            Type.String({
              minLength: 10,
              maxLength: 40,
              message: 'Please enter date and time.',
              examples: ['2026-03-01T09:12:44Z'],
            }),
            'Moment for which the number is true, ISO 8601 with an offset or `Z`, for example `2026-03-01T09:12:44Z`.',
          ),
          reference: described(
            Type.Optional(Type.String({ maxLength: 100, message: 'A reference has 100 characters at most.' })),
            'Number of the message in the other system; shown with the movement.',
          ),
        }),
        {
          minItems: 1,
          maxItems: 1000,
          message: 'Please send 1 to 1,000 levels.',
          description: 'Levels, in the order in which they are applied.',
        },
      ),
    }),
    reply: Type.Object({
      levels: Type.Array(
        entity({
          sku: described(text, 'As it was sent.'),
          outcome: oneOf(LEVEL_OUTCOMES, 'What became of it.'),
          change: described(int, 'Pieces by which the stock on hand was changed.'),
          onHand: described(int, 'Pieces on hand now.'),
          msg: described(nullable(text), 'Why nothing was changed.'),
        }),
      ),
    }),
  }),
} as const;
