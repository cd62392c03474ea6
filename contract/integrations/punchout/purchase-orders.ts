import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import { fileContent } from '../../platform/files.ts';
import {
  bool,
  currencyCode,
  dateTime,
  described,
  entity,
  expectedVersion,
  id,
  int,
  maybe,
  money,
  nullable,
  oneOf,
  paging,
  text,
  totalCount,
  version,
} from '../../values.ts';

/** How orders of buyers' systems stand. */
export const PURCHASE_ORDER_STATES = ['waiting', 'accepted', 'rejected', 'cancelled'] as const;

const tags = ['PunchOut'] as const;
const read = operator('orders:read');
const write = operator('orders:write');
const params = Type.Object({ id: id('purchaseOrder') });

const state = oneOf(
  PURCHASE_ORDER_STATES,
  '`waiting`: for the supplier to accept or reject it; `accepted`: it has become an order; `rejected`: by the supplier; `cancelled`: by the buyer’s system.',
);

const facts = {
  id: int,
  number: described(text, 'Order number of the buyer’s system, for example `4500012345`.'),
  organisationId: int,
  organisationName: text,
  connectionName: described(text, 'Connection it came by, for example `Corvane purchasing`.'),
  state,
  isTest: described(bool, 'Whether it is a test: not shipped, invoiced or counted.'),
  receivedOnUtc: dateTime,
  orderId: described(nullable(int), 'Order that it has become; null for none. While a change waits, the order before it.'),
  total: described(nullable(money), 'Total as it was sent; null when it is not an amount.'),
  currencyCode,
  lineCount: described(int, 'Number of its lines.'),
};

const finding = entity('PurchaseOrderFinding', {
  kind: described(text, 'What it is about, for example `price`.'),
  lineNumber: described(nullable(int), 'Line that it is about; null for the whole order.'),
  isDoubtful: described(bool, 'Whether the order waits for a decision because of it.'),
  text: described(text, 'The finding, as a sentence.'),
});

const side = entity('PurchaseOrderSide', {
  sku: described(nullable(text), 'Part number.'),
  description: described(nullable(text), 'Description.'),
  quantity: described(text, 'Number of pieces, as it was sent.'),
  unit: described(nullable(text), 'Code of the unit, for example `EA`.'),
  unitPrice: described(nullable(money), 'Price of one piece, excluding tax; null when there is none that can be charged.'),
});

const line = entity('PurchaseOrderLine', {
  lineNumber: described(int, 'Number of the line in the order.'),
  ordered: described(side, 'As the buyer’s system ordered it.'),
  returned: described(nullable(side), 'As the cart had it; null for a line that is from no cart we know.'),
  needsSku: described(
    bool,
    'Whether it can only be accepted with one of our part numbers, in `lines` of the call that accepts the order.',
  ),
});

const purchaseOrder = entity('PurchaseOrder', {
  ...facts,
  version,
  findings: described(Type.Array(finding), 'In what it differs from the returned cart, and why it waits.'),
  lines: described(Type.Array(line), 'Its lines beside those of the cart.'),
  needsEmail: described(bool, 'Whether it can only be accepted with the email address of the person whose order it is.'),
  shipTo: described(nullable(text), 'Delivery address as it was sent, in one line.'),
  comments: described(nullable(text), 'Comments as they were sent.'),
  isChange: described(
    bool,
    'Whether it is a waiting change of an order that has been accepted: rejecting it leaves that order as it is.',
  ),
  reason: described(nullable(text), 'Why it was rejected; null otherwise.'),
  decidedOnUtc: nullable(dateTime),
  files: described(
    Type.Array(
      entity('PurchaseOrderFile', {
        id: int,
        filename: described(text, 'Name of the file, for example `terms.pdf`.'),
        contentType: described(
          text,
          'What its content says, for example `application/pdf`. It is stored as it came and can only be downloaded.',
        ),
        size: described(int, 'Size in bytes.'),
      }),
    ),
    'Files that came with it.',
  ),
});

const reply = Type.Object({ purchaseOrder });

/** Orders of buyers' systems, as operators decide on them. */
export const purchaseOrderEndpoints = {
  'GET /api/operator/punchout/orders': endpoint({
    name: 'listPurchaseOrders',
    summary: 'List the orders of buyers’ systems',
    description: 'Those of organisations of the caller’s brands, newest first; those that wait, oldest first.',
    tags,
    access: read,
    query: Type.Object({
      state: described(
        Type.Optional(Type.Enum([...PURCHASE_ORDER_STATES], { message: 'Choose waiting, accepted, rejected or cancelled.' })),
        'Only those in this state.',
      ),
      organisationId: described(Type.Optional(id('organisation')), 'Only those of this organisation.'),
      searchTerm: described(
        Type.Optional(Type.String({ maxLength: 100, message: 'Search term must not be longer than 100 characters.' })),
        'Part of the order number or of the name of the organisation.',
      ),
      ...paging,
    }),
    reply: Type.Object({
      purchaseOrders: Type.Array(
        entity('ListedPurchaseOrder', {
          ...facts,
          doubt: described(nullable(text), 'The first finding for which it waits; null for none.'),
        }),
      ),
      totalCount,
      waitingCount: described(int, 'All orders of the caller’s brands that wait for a decision.'),
    }),
  }),

  'GET /api/operator/punchout/orders/:id': endpoint({
    name: 'getPurchaseOrder',
    summary: 'Get an order of a buyer’s system, compared with the returned cart',
    tags,
    access: read,
    params,
    reply,
  }),

  'POST /api/operator/punchout/orders/:id/accept': endpoint({
    name: 'acceptPurchaseOrder',
    summary: 'Accept a waiting order as it was ordered',
    description:
      'Places it: it costs what the buyer’s system says, and may exceed the credit limit. A change replaces the order that it changes, as long as its picking has not started. 409 `purchaseOrder` when it no longer waits, has changed since `version`, or cannot be placed; then nothing is placed.',
    tags,
    access: write,
    params,
    refusesUnknown: true,
    root: 'acceptance',
    body: Type.Object({
      version: expectedVersion,
      lines: described(
        Type.Optional(
          Type.Array(
            Type.Object({
              lineNumber: described(
                Type.Integer({ minimum: 1, maximum: 2147483647, message: 'Choose a line.' }),
                'Line of the order.',
              ),
              sku: described(
                Type.String({ pattern: '\\S', maxLength: 100, message: 'Enter a part number.' }),
                'Our part number for it, for example `ASH-SH-WHT-M`.',
              ),
            }),
            { maxItems: 1000, message: 'Send at most 1,000 lines.' },
          ),
        ),
        'Our part numbers for lines that name a product we do not have.',
      ),
      personEmail: described(
        maybe(Type.String({ maxLength: 200, message: 'Email address must not be longer than 200 characters.' })),
        'Email address of the person whose order it is, where the buyer’s system does not say.',
      ),
    }),
    reply,
  }),

  'POST /api/operator/punchout/orders/:id/reject': endpoint({
    name: 'rejectPurchaseOrder',
    summary: 'Reject a waiting order with a reason',
    description:
      'The buyer’s system is told the reason. 409 `purchaseOrder` when it no longer waits, or has changed since `version`.',
    tags,
    access: write,
    params,
    refusesUnknown: true,
    root: 'rejection',
    body: Type.Object({
      version: expectedVersion,
      reason: described(
        Type.String({
          minLength: 1,
          maxLength: 500,
          pattern: '\\S',
          message: 'Please enter a reason of at most 500 characters.',
        }),
        'Why, for the buyer.',
      ),
    }),
    reply,
  }),

  'GET /api/operator/punchout/orders/:id/files/:fileId': endpoint({
    name: 'downloadPurchaseOrderFile',
    summary: 'Download a file that came with an order of a buyer’s system',
    tags,
    access: read,
    params: Type.Object({ id: id('purchaseOrder'), fileId: id('storedFile') }),
    reply: fileContent,
  }),
} as const;
