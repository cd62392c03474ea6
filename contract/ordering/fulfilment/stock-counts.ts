import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import {
  attributeDescription,
  bool,
  currencyCode,
  dateTime,
  described,
  entity,
  fingerprint,
  garmentCode,
  gtin,
  id,
  int,
  maybe,
  money,
  msg,
  nullable,
  oneOf,
  paging,
  seenFingerprint,
  sku,
  success,
  text,
  totalCount,
} from '../../values.ts';

/** States of a count. */
export const COUNT_STATES = ['open', 'booked', 'cancelled'] as const;
/** Most garments of a count: it is booked as a whole, while their stock is locked. */
export const MAX_COUNT_LINES = 2000;

const tags = ['Fulfilment'] as const;
const params = Type.Object({ id: id('stockCount') });

const count = entity('StockCount', {
  id: int,
  name: described(text, 'What is counted.'),
  state: oneOf(COUNT_STATES, 'Whether it goes on.'),
  createdOnUtc: dateTime,
  createdBy: described(nullable(text), 'Operator or API key that began it.'),
  endedOnUtc: described(nullable(dateTime), 'When it was booked or cancelled.'),
  lines: described(int, 'Number of garments.'),
  countedLines: described(int, 'Garments that have been counted.'),
});

const garment = {
  id: described(int, 'Number of the combination.'),
  productName: text,
  sku,
  gtin,
  attributeDescription,
  shelf: described(nullable(text), 'Where the pieces belong in the warehouse.'),
};

const line = entity('StockCountLine', {
  ...garment,
  counted: described(nullable(int), 'Pieces counted; null until then.'),
  countedOnUtc: described(nullable(dateTime), 'When its last piece was counted: movements after that moment are kept.'),
  countedBy: described(nullable(text), 'Operator or API key.'),
});

const difference = entity('StockDifference', {
  ...garment,
  counted: described(int, 'Pieces counted.'),
  expected: described(int, 'Pieces on hand by the ledger at the moment of counting.'),
  difference: described(int, 'Counted less expected: what is booked.'),
  value: described(money, 'The difference at the catalogue price.'),
  movedSince: described(int, 'Pieces that came since it was counted, less those that left; they are kept.'),
  onHandAfter: described(int, 'Pieces on hand after booking.'),
  beingPicked: described(int, 'Pieces of orders whose picking has started: they are on hand until they are shipped.'),
  obstacle: described(nullable(text), 'Why it cannot be booked, as a sentence; null where it can.'),
});

const pieces = Type.Integer({ minimum: 0, maximum: 1_000_000, message: 'Please enter a number of pieces from 0 to 1,000,000.' });

const countAnswer = entity('StockCountChange', { success, msg, count });

/** Counts of the stock: blind, with movements during the count kept, and booked at once. */
export const stockCountEndpoints = {
  'GET /api/operator/stock/counts': endpoint({
    name: 'listStockCounts',
    summary: 'List counts of the stock',
    description: 'Those of garments that the caller may change, the open ones first, then the newest.',
    tags,
    access: operator('stock:read'),
    query: Type.Object({
      state: described(
        Type.Optional(Type.String({ pattern: '^(open|booked|cancelled)?$', message: 'There is no such filter.' })),
        'Only counts in this state; left out for all.',
      ),
      ...paging,
    }),
    reply: Type.Object({ counts: Type.Array(count), totalCount }),
  }),

  'POST /api/operator/stock/counts': endpoint({
    name: 'beginStockCount',
    summary: 'Start a count',
    description:
      'Of a shelf, of what a search finds, or of given garments; at most 2,000. A garment can be in one open count only: 409 `count` names the other one. Send an `Idempotency-Key`: with the same key it is begun once.',
    tags,
    access: operator('stock:write'),
    refusesUnknown: true,
    body: Type.Object({
      shelf: described(
        maybe(Type.String({ maxLength: 40, message: 'A shelf has 40 characters at most.' })),
        'Beginning of the shelf, as in the list of stock.',
      ),
      searchTerm: described(
        maybe(Type.String({ maxLength: 200, message: 'Search term must not be longer than 200 characters.' })),
        'Words to find, as in the list of stock.',
      ),
      codes: described(
        maybe(
          Type.Array(garmentCode, {
            maxItems: MAX_COUNT_LINES,
            message: 'A count can have 2,000 garments at most.',
          }),
        ),
        'SKUs or barcodes (GTIN), ignoring case.',
      ),
    }),
    reply: Type.Object({ count }),
  }),

  'GET /api/operator/stock/counts/:id': endpoint({
    name: 'getStockCount',
    summary: 'Get a count with its garments',
    description: 'Without the stock that is expected, so that the count is blind; by shelf and name.',
    tags,
    access: operator('stock:read'),
    params,
    query: Type.Object({
      uncounted: described(Type.Optional(bool), 'Only garments that have not been counted.'),
      ...paging,
    }),
    reply: Type.Object({ count, lines: Type.Array(line), totalCount }),
  }),

  'POST /api/operator/stock/counts/:id/entries': endpoint({
    name: 'enterStockCount',
    summary: 'Enter what was counted',
    description:
      'A garment that is not in the count yet is added. Nothing is stored when one of the codes cannot be used (422 `items[n].code`), or when someone else has counted a garment since `seen` (409 `items[n].quantity`). Send an `Idempotency-Key`: with the same key it is entered once.',
    tags,
    access: operator('stock:write'),
    params,
    body: Type.Object({
      items: Type.Array(
        Type.Object({
          code: garmentCode,
          quantity: described(pieces, 'Pieces.'),
          adds: described(
            Type.Optional(bool),
            'Whether the pieces are added to those counted before, as by a scanner; else they replace them.',
          ),
          seen: described(
            maybe(pieces),
            'Number that was shown and is replaced; null when none was. Left out, any number is replaced.',
          ),
        }),
        { minItems: 1, maxItems: 1000, message: 'Please enter 1 to 1,000 garments.', description: 'What was counted.' },
      ),
    }),
    reply: Type.Object({ count, lines: described(Type.Array(line), 'The garments that were entered, as they are counted now.') }),
  }),

  'GET /api/operator/stock/counts/:id/differences': endpoint({
    name: 'listStockDifferences',
    summary: 'List the differences of a count',
    description: 'Before it is booked. Garments without a difference are only numbers.',
    tags,
    access: operator('stock:read'),
    params,
    reply: Type.Object({
      count,
      differences: Type.Array(difference),
      equalLines: described(int, 'Garments of which as many were counted as expected.'),
      pieces: described(int, 'Sum of the differences that can be booked.'),
      value: described(money, 'Sum of their values.'),
      currencyCode,
      fingerprint,
    }),
  }),

  'POST /api/operator/stock/counts/:id/book': endpoint({
    name: 'bookStockCount',
    summary: 'Book a count',
    description:
      'All differences at once, as movements of the kind `count`. 409 `count` while a garment cannot be booked, because more is reserved than was counted or a newer figure is known, unless `leavesOut` says that such garments stay as they are. Booking again changes nothing.',
    tags,
    access: operator('stock:write'),
    params,
    body: Type.Object({
      leavesOut: described(Type.Optional(bool), 'Leave out garments that cannot be booked.'),
      fingerprint: seenFingerprint,
    }),
    reply: countAnswer,
  }),

  'POST /api/operator/stock/counts/:id/cancel': endpoint({
    name: 'cancelStockCount',
    summary: 'Cancel a count',
    description: 'Nothing is booked. Its garments can be counted again.',
    tags,
    access: operator('stock:write'),
    params,
    reply: countAnswer,
  }),
} as const;
