import Type from 'typebox';
import { productImages } from '../../catalogue/products/product-schemas.ts';
import { endpoint, operator, signedIn } from '../../endpoint.ts';
import { file, fileContent } from '../../platform/files.ts';
import {
  attributeDescription,
  bool,
  currencyCode,
  dateTime,
  described,
  entity,
  fingerprint,
  id,
  idOrNone,
  idsOf,
  int,
  money,
  msg,
  namesOf,
  nullable,
  oneOf,
  paging,
  seenFingerprint,
  sku,
  success,
  text,
  totalCount,
} from '../../values.ts';
import { MAX_RETURN_FILES } from './return-file-limits.ts';
import { RETURN_STATUSES } from './return-states.ts';

/** How a garment can fit. */
export const FITS = ['tooSmall', 'right', 'tooBig'] as const;

/** The conditions in which pieces can arrive. */
export const CONDITIONS = ['asNew', 'worn', 'faulty'] as const;

/** Where a garment can be too small or too big. */
export const FIT_PLACES = ['chest', 'shoulders', 'sleeves', 'waist', 'hips', 'length'] as const;

/** What the supplier can decide about a request. */
export const RETURN_DECISIONS = ['authorize', 'sendInAdvance', 'repair', 'replace', 'refund', 'reject'] as const;

/** A line of a chain of exchanges. */
export const exchangeStep = entity('ExchangeStep', {
  orderId: described(int, 'Order of the line.'),
  orderItemId: int,
  attributeDescription,
});

const designs = described(
  Type.Array(text),
  'Logos, texts and badges on the pieces in words, such as `Left chest: name badge “N. Doyle”`; empty for none.',
);

const returnRequestFields = {
  id: int,
  orderId: int,
  orderItemId: described(int, 'Line of the order that is returned.'),
  productId: int,
  quantity: described(int, 'Pieces to return.'),
  customNumber: described(text, 'Number of the request, as on the label.'),
  productName: text,
  sku,
  attributeDescription,
  designs,
  images: productImages,
  returnRequestStatus: oneOf(namesOf(RETURN_STATUSES), 'Status of the request.'),
  returnRequestStatusId: oneOf(
    idsOf(RETURN_STATUSES),
    '0 pending, 10 received, 20 authorised, 30 repaired or replaced, 40 refunded, 50 rejected, 60 cancelled.',
  ),
  returnReason: described(text, 'Name of the reason when the request was made.'),
  returnAction: described(text, 'Name of the action when the request was made.'),
  comments: described(nullable(text), 'What the person wrote; null for nothing.'),
  files: described(Type.Array(file), 'Pictures and documents.'),
  exchangeCombinationId: described(nullable(int), 'New size or colour; null when nothing is exchanged or replaced.'),
  exchangeDescription: described(nullable(text), 'New size or colour in words.'),
  exchangeOrderItemId: described(nullable(int), 'Line that carries the new size.'),
  exchangeOrderId: described(nullable(int), 'Order of that line.'),
  exchangeSentOnUtc: described(nullable(dateTime), 'When the new size was sent; null before.'),
  reservedUntilUtc: described(
    nullable(dateTime),
    'Until when the new size is reserved, unless the pieces arrive before; null once they have, and when nothing is reserved.',
  ),
  receivedQuantity: described(nullable(int), 'Pieces received; null before.'),
  decisionReason: described(nullable(text), 'Message to the wearer with the decision; null for nothing.'),
  refundedAmount: described(nullable(money), 'Amount credited including tax; null before, and for callers who see no prices.'),
  cancelAllowed: described(
    bool,
    'Whether the caller can cancel the request now: the person of the order, and the wearer of the line.',
  ),
  exchangeChain: described(
    Type.Array(exchangeStep),
    'The exchanges that the line is part of, in order, the line itself included; empty for none.',
  ),
  createdOnUtc: dateTime,
  updatedOnUtc: dateTime,
};

/** A request to return pieces of one order line. */
export const returnRequest = entity('Return', returnRequestFields);

const { cancelAllowed: _cancelAllowed, ...suppliersFields } = returnRequestFields;

/** A return request as operators see it. */
export const operatorReturn = entity('OperatorReturn', {
  ...suppliersFields,
  organisation: described(entity({ id: int, name: text }), 'The organisation of the order.'),
  customer: described(
    entity('PersonContact', { id: int, firstName: text, lastName: text, email: text }),
    'The person of the order.',
  ),
  wearerName: described(nullable(text), 'Name of the wearer; null when it is not for one person.'),
  isFaulty: described(bool, 'Whether the reason is that the product is faulty.'),
  fit: nullable(oneOf(['tooSmall', 'tooBig'], 'How the garment fits; null when nothing was said about it.')),
  fitPlaces: described(Type.Array(text), 'Where it is too small or too big.'),
  condition: nullable(oneOf(CONDITIONS, 'Condition in which the pieces arrived; null before.')),
  receivedOnUtc: described(nullable(dateTime), 'When the pieces arrived; null before.'),
  restockedQuantity: described(int, 'Pieces that went back into stock.'),
  exchangeReleased: described(bool, 'Whether the warehouse may send the new size.'),
  receivable: described(bool, 'Whether the pieces can be received now.'),
  restockable: described(
    bool,
    'Whether pieces that arrive as new go back into stock: neither those that are to be repaired, nor what has a logo or a text on it.',
  ),
  decisions: described(Type.Array(text), 'What can be decided now.'),
  refundAmount: described(nullable(money), 'What a refund would credit now, including tax; null unless it can be decided.'),
  currencyCode,
  fingerprint,
});

const operatorReply = entity('ReturnResult', { success, msg, returnRequest: operatorReturn });

const note = (message: string) => Type.Optional(nullable(Type.String({ maxLength: 500, message })));

const choice = entity({ id: int, name: text });

const exchangeOption = entity('ExchangeOption', {
  combinationId: int,
  attributeDescription,
  size: described(text, 'The size alone, such as `L`.'),
  sizeId: described(nullable(int), 'The attribute value of the size, as size suggestions name it; null without sizes.'),
  stockMessage: described(text, 'Availability in words; empty when stock is not managed.'),
  availableQuantity: described(nullable(int), 'Pieces that can be reserved; null without a limit.'),
  dueDateUtc: described(nullable(dateTime), 'Next delivery; null when none is expected.'),
  priceDifference: described(
    nullable(money),
    'What a piece takes more from the wearer’s budget, negative when less; null when it makes no difference, and for callers who see no prices.',
  ),
});

const formItem = entity('ReturnFormLine', {
  id: described(int, 'Line of the order.'),
  productId: int,
  productName: text,
  sku,
  attributeDescription,
  designs,
  images: productImages,
  combinationId: described(int, 'Size and colour that was sent.'),
  unitPrice: described(nullable(money), 'Unit price excluding tax; null for callers who see no prices.'),
  quantity: described(int, 'Pieces ordered.'),
  returnableQuantity: described(int, 'Pieces that can be returned now.'),
  returnableUntilUtc: described(nullable(dateTime), 'Until when they can be returned; null without a limit.'),
  onlyIfFaulty: described(bool, 'Personalised or made to order: can only be returned when it is faulty.'),
  actionIds: described(
    Type.Array(int),
    'The actions that are possible for this line: what is made to measure is neither exchanged nor replaced.',
  ),
  deliveredOnUtc: described(nullable(dateTime), 'Latest delivery; null when none was recorded.'),
  wearerName: described(nullable(text), 'Name of the wearer; null when it is not for one person.'),
  isCovered: described(bool, 'Whether the wearer’s entitlement covers the line.'),
  fitPlaces: described(Type.Array(text), 'Where the garment can be too small or too big; empty without sizes.'),
  exchangeOptions: described(Type.Array(exchangeOption), 'Other sizes in the same colour.'),
  exchangeChain: described(
    Type.Array(exchangeStep),
    'The exchanges that led to this line, the first line first; empty for none.',
  ),
});

const quantity = Type.Integer({ minimum: 0, maximum: 10_000, message: 'Please enter a number of pieces up to 10,000.' });

/** Returns and exchanges. */
export const returnEndpoints = {
  'GET /api/returnrequest/:id': endpoint({
    name: 'getReturnForm',
    summary: 'Get what can be returned of an order',
    description:
      'The `id` is that of the order. For the person of the order, or the wearer of a line, who gets the lines for them, or someone who impersonates them; 404 `order` for anyone else. 409 `order` with the reason when nothing can be returned.',
    tags: ['Returns'],
    access: signedIn,
    params: Type.Object({ id: id('order') }),
    reply: Type.Object({
      returnRequest: entity({
        orderId: int,
        customOrderNumber: described(text, 'Number of the order as customers know it.'),
        currencyCode,
        items: described(Type.Array(formItem), 'Lines with pieces that can be returned.'),
        availableReturnReasons: described(
          Type.Array(entity({ id: int, name: text, isFault: described(bool, 'The product is faulty.') })),
          'Reasons to choose from.',
        ),
        availableReturnActions: described(Type.Array(choice), 'Actions to choose from.'),
        exchangeActionId: described(int, 'The action that exchanges for another size.'),
        reservedUntilUtc: described(dateTime, 'Until when a new size would be reserved.'),
        allowFiles: described(bool, 'Whether pictures and documents can be added.'),
      }),
    }),
  }),

  'POST /api/returnrequest': endpoint({
    name: 'requestReturn',
    summary: 'Ask to return or exchange lines of an order',
    description:
      'One request per line with a quantity above 0. With the action “Exchange for another size”, `exchangeCombinationId` is required: the new size is reserved at once and takes nothing from the entitlement; under a budget in money a higher price is reserved. It is sent when the pieces have arrived. For the person of the order, and for a wearer the lines for them: 404 `order` for anyone else, `orderItem` for a line for someone else, and `fileIds` for files that cannot be attached, 409 `order` when nothing can be returned, 422 `items`, `items[n].quantity`, `items[n].exchangeCombinationId`, `returnRequestReasonId` and `returnRequestActionId`. Honours `Idempotency-Key`; the same request within a minute gets the first answer.',
    tags: ['Returns'],
    access: signedIn,
    whileImpersonating: 'allowed',
    root: 'returnRequest',
    body: Type.Object({
      orderId: id('order'),
      returnRequestReasonId: described(idOrNone('returnReason', 'Please choose a reason.'), 'Why the pieces are returned.'),
      returnRequestActionId: described(idOrNone('returnAction', 'Please choose what should happen.'), 'What should happen.'),
      comments: described(
        Type.Optional(nullable(Type.String({ maxLength: 1000, message: 'Please use at most 1,000 characters.' }))),
        'What else the supplier should know.',
      ),
      fit: described(
        Type.Optional(nullable(Type.String({ pattern: '^(tooSmall|tooBig)$', message: 'Please choose tooSmall or tooBig.' }))),
        '`tooSmall` or `tooBig`; improves size suggestions.',
      ),
      fitPlaces: described(
        Type.Optional(
          Type.Array(
            Type.String({
              pattern: '^(chest|shoulders|sleeves|waist|hips|length)$',
              message: 'This part of a garment is unknown.',
            }),
            {
              maxItems: FIT_PLACES.length,
              message: 'Please choose where it does not fit.',
            },
          ),
        ),
        `Where it does not fit: ${FIT_PLACES.map((place) => `\`${place}\``).join(', ')}.`,
      ),
      fileIds: described(
        Type.Optional(
          Type.Array(id('storedFile'), { maxItems: MAX_RETURN_FILES, message: `Please add at most ${MAX_RETURN_FILES} files.` }),
        ),
        'Files of `POST /api/returnfile`, of the last 24 hours.',
      ),
      items: Type.Array(
        Type.Object({
          id: id('orderItem'),
          quantity: described(quantity, 'Pieces of the line to return; 0 leaves the line out.'),
          exchangeCombinationId: described(
            Type.Optional(nullable(id('combination'))),
            'The new size or colour, of the same product.',
          ),
        }),
        {
          minItems: 1,
          maxItems: 100,
          message: 'Please choose at least one line.',
          description: 'Lines, and how many pieces of each.',
        },
      ),
    }),
    reply: entity('ReturnRequestResult', {
      success,
      msg,
      returnRequests: Type.Array(returnRequest),
    }),
  }),

  'POST /api/returnrequest/:id/cancel': endpoint({
    name: 'cancelReturn',
    summary: 'Cancel a return request',
    description:
      'The `id` is that of the request. For the person of the order and the wearer of the line, or someone who impersonates them, until the pieces have arrived. The new size of an exchange is released. 409 `returnRequest` with the reason when it is too late; cancelling again answers the same.',
    tags: ['Returns'],
    access: signedIn,
    whileImpersonating: 'allowed',
    params: Type.Object({ id: id('returnRequest') }),
    reply: entity('ReturnRequestResult', {
      success,
      msg,
      returnRequests: Type.Array(returnRequest),
    }),
  }),

  'GET /api/customerreturnrequests': endpoint({
    name: 'listOwnReturns',
    summary: 'List one’s own return requests',
    description: 'Those about one’s own orders and about lines for oneself in others, whoever asked. Newest first, not paged.',
    tags: ['Returns'],
    access: signedIn,
    reply: Type.Object({ returnRequests: Type.Array(returnRequest) }),
  }),

  'GET /api/operator/returns': endpoint({
    name: 'listReturns',
    summary: 'List return requests',
    description:
      'Those of the organisations of the caller’s brands, oldest first, so that what has waited longest comes first; with `waitingFor=nothing` newest first.',
    tags: ['Operator: returns'],
    access: operator('returns:read'),
    query: Type.Object({
      waitingFor: described(
        Type.Optional(
          Type.String({ pattern: '^(arrival|decision|nothing)$', message: 'Please choose arrival, decision or nothing.' }),
        ),
        '`arrival`: the pieces have not arrived; `decision`: they have, and someone has to decide; `nothing`: closed. Default: all.',
      ),
      organisationId: described(Type.Optional(idOrNone('organisation')), 'Only requests of this organisation; 0 for all.'),
      searchTerm: described(
        Type.Optional(Type.String({ maxLength: 100, message: 'Search term must not be longer than 100 characters.' })),
        'Number of a request or order, SKU or barcode of a garment, also as a scanner types it, or part of the name of a person or organisation. A number that was scanned finds its request alone.',
      ),
      ...paging,
    }),
    reply: Type.Object({ returnRequests: Type.Array(operatorReturn), totalCount }),
  }),

  'GET /api/operator/returns/:id': endpoint({
    name: 'getReturn',
    summary: 'Get a return request',
    tags: ['Operator: returns'],
    access: operator('returns:read'),
    params: Type.Object({ id: id('returnRequest') }),
    reply: Type.Object({ returnRequest: operatorReturn }),
  }),

  'GET /api/operator/returns/:id/files/:fileId': endpoint({
    name: 'downloadAnyReturnFile',
    summary: 'Download a file of a return request',
    tags: ['Operator: returns'],
    access: operator('returns:read'),
    params: Type.Object({ id: id('returnRequest'), fileId: id('storedFile') }),
    reply: fileContent,
  }),

  'POST /api/operator/returns/:id/receive': endpoint({
    name: 'receiveReturn',
    summary: 'Receive the pieces of a return',
    description:
      'Pieces as new go back into stock where the return is `restockable`. Of an exchange the pieces count as returned with that, and the new size is released to the warehouse; other requests then wait for a decision. Pieces that are missing can be returned by another request. 409 `returnRequest` with the reason when it is too late, 422 `quantity` for more pieces than were asked for. The same call again answers the same.',
    tags: ['Operator: returns'],
    access: operator('returns:write'),
    params: Type.Object({ id: id('returnRequest') }),
    body: Type.Object({
      quantity: described(
        Type.Integer({ minimum: 1, maximum: 10_000, message: 'Please enter a number of pieces from 1 to 10,000.' }),
        'Pieces received.',
      ),
      condition: described(
        Type.String({ pattern: '^(asNew|worn|faulty)$', message: 'Please choose asNew, worn or faulty.' }),
        '`asNew`, `worn` or `faulty`.',
      ),
      fingerprint: seenFingerprint,
    }),
    reply: operatorReply,
  }),

  'POST /api/operator/returns/:id/decide': endpoint({
    name: 'decideReturn',
    summary: 'Decide about a return',
    description:
      '`authorize` before the pieces arrive; `sendInAdvance` lets the warehouse send the new size of an exchange before they do. Once they have arrived: `repair` (sent back repaired), `replace` (the same size is sent once more), `refund` (credited, and given back to the entitlement) or `reject`, which is possible from the start and requires a reason. 409 `returnRequest` with the reason when the state does not allow it. The same call again answers the same.',
    tags: ['Operator: returns'],
    access: operator('returns:write'),
    params: Type.Object({ id: id('returnRequest') }),
    body: Type.Object({
      decision: described(
        Type.String({
          pattern: '^(authorize|sendInAdvance|repair|replace|refund|reject)$',
          message: 'Please choose a decision.',
        }),
        `One of the request’s \`decisions\`: ${RETURN_DECISIONS.map((name) => `\`${name}\``).join(', ')}.`,
      ),
      reason: described(
        note('The reason must not be longer than 500 characters.'),
        'What the person is told; required to reject.',
      ),
      fingerprint: seenFingerprint,
    }),
    reply: operatorReply,
  }),
};
