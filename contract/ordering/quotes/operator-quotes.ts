import Type from 'typebox';
import { customisation } from '../../catalogue/customisation/customisation.ts';
import { endpoint, operator } from '../../endpoint.ts';
import { file, fileContent } from '../../platform/files.ts';
import {
  amountInput,
  attributeDescription,
  bool,
  currencyCode,
  dateTime,
  dayInput,
  described,
  entity,
  id,
  idOrNone,
  int,
  maybe,
  money,
  named,
  nullable,
  paging,
  pdfFile,
  sku,
  text,
  totalCount,
} from '../../values.ts';
import { MAX_ANSWER_ITEMS, MAX_QUOTE_COMMENT, MAX_QUOTE_FILES, MAX_QUOTE_QUANTITY, MAX_QUOTE_TEXT } from './quote-limits.ts';
import { quote, quoteListFields } from './quote-schemas.ts';

const tags = ['Operator: quotes'] as const;

const listItem = entity('OperatorQuoteListItem', {
  ...quoteListFields,
  organisation: described(named, 'The client.'),
  takenBy: described(nullable(text), 'Name of the operator who answers it; null for no one yet.'),
  waitingDays: described(nullable(int), 'For how many days it has waited for an answer; null when it does not.'),
  itemCount: described(int, 'Lines of the request.'),
});

const answerItem = entity('QuoteAnswerItem', {
  id: int,
  alternativeToId: described(nullable(int), 'Line that it stands for; null for none.'),
  isRequested: described(bool, 'Whether the customer asked for it; false for a line that the supplier added.'),
  requested: described(
    entity({
      productId: nullable(int),
      combinationId: nullable(int),
      name: text,
      sku,
      attributeDescription: nullable(attributeDescription),
      quantity: described(int, 'Pieces.'),
      comments: described(nullable(text), 'What the customer said to the line.'),
    }),
    'What the customer asked for.',
  ),
  isOffered: described(bool, 'Whether the supplier offers it.'),
  productId: described(nullable(int), 'Product that is offered.'),
  productName: nullable(text),
  combinationId: described(nullable(int), 'Its colour, size and fit; null where the customer chooses the size.'),
  attributeDescription: nullable(attributeDescription),
  quantity: described(int, 'Pieces that are offered.'),
  unitPrice: described(nullable(money), 'Per piece with its decoration, excluding tax; null: no price yet.'),
  setupPrice: described(money, 'Set-up of its designs, once in an order, excluding tax.'),
  leadTimeDays: described(nullable(int), 'Days from the order to its dispatch; null when not named.'),
  answer: described(nullable(text), 'What the customer reads at the line.'),
  todaysPrice: described(
    nullable(money),
    'What the client pays for a piece with its decoration at this quantity today, in the cheapest size where none is chosen; null on request, and without a product.',
  ),
  todaysSetupPrice: described(nullable(money), 'What set-up of its designs costs today.'),
  problems: described(Type.Array(text), 'Why it cannot be sent so: sentences. Empty when it can.'),
  customisations: described(Type.Array(customisation), 'Logos, texts and badges; part of the price.'),
});

/** A quote as operators see it: what was asked for, the answer that is being written, and what the customer sees. */
const operatorQuote = entity('OperatorQuote', {
  organisation: described(named, 'The client.'),
  quote: described(quote, 'As the customer sees it.'),
  preview: described(
    nullable(quote),
    'As the customer will see it once the draft is sent, or saw the version that was asked for; null otherwise.',
  ),
  internalNote: described(nullable(text), 'Note for operators.'),
  takenBy: described(nullable(named), 'The operator who answers it; null for no one.'),
  draft: described(
    entity('QuoteAnswer', {
      version: described(int, 'Number that the answer gets when it is sent.'),
      saves: described(int, 'Counts how often it was saved. Send it back to detect edit conflicts.'),
      currencyCode: described(
        text,
        'Currency of its prices: that of the client today. Where the earlier answer was in another, its prices are gone.',
      ),
      validUntil: described(
        text,
        'Last day on which the prices lead, for example `2026-12-30`; 30 days from today unless another was saved.',
      ),
      notes: described(nullable(text), 'What the customer reads to the whole quote.'),
      terms: described(nullable(text), 'Terms of the supplier.'),
      items: described(Type.Array(answerItem), 'The lines; an alternative after the one that it stands for.'),
    }),
    'The answer that is being written; before anything was saved, what the request proposes.',
  ),
  canSend: described(bool, 'Whether an answer can be sent in this state.'),
  canDecline: described(bool, 'Whether the request can be declined in this state.'),
  refusal: described(nullable(text), 'Why nothing can be changed any more; null when it can.'),
  versions: described(
    Type.Array(
      entity('QuoteVersion', {
        version: described(int, 'Number of the answer.'),
        sentOnUtc: dateTime,
        sentBy: described(text, 'Operator or API key, for example `Olive Operator`.'),
        validUntilUtc: dateTime,
        total: money,
        currencyCode,
      }),
    ),
    'The answers that were sent, newest first.',
  ),
});
const reply = Type.Object({ quote: operatorQuote });
const params = Type.Object({ id: id('quote') });
const textOf = (most: number, what: string) =>
  Type.String({ maxLength: most, message: `${what} must not be longer than ${most.toLocaleString('en-GB')} characters.` });
const price = (what: string) =>
  amountInput({ minimum: 0, maximum: 1_000_000, message: `${what} must be an amount from 0 to 1,000,000 with two decimals.` });
const fileIds = described(
  maybe(Type.Array(id('storedFile'), { maxItems: MAX_QUOTE_FILES, message: `Please add at most ${MAX_QUOTE_FILES} files.` })),
  'Files that were uploaded in the last 24 hours.',
);
const seenSaves = described(
  maybe(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  '`saves` of the draft that was shown; 409 when it was saved since.',
);

/** Answering quotes. */
export const operatorQuoteEndpoints = {
  'GET /api/operator/quotes': endpoint({
    name: 'listOperatorQuotes',
    summary: 'List quotes',
    description: 'Of the operator’s brands. Those that wait for an answer oldest first, others newest first.',
    tags,
    access: operator('quotes:read'),
    query: Type.Object({
      ...paging,
      state: described(
        Type.Optional(
          Type.String({
            pattern: '^(toAnswer|Submitted|InReview|Quoted|Accepted|Declined|Expired)$',
            message: 'State must be toAnswer, Submitted, InReview, Quoted, Accepted, Declined or Expired.',
          }),
        ),
        '`toAnswer`: submitted or in review. All when absent.',
      ),
      organisationId: described(Type.Optional(idOrNone('organisation')), 'Only quotes of this organisation; 0 for all.'),
      searchTerm: described(
        Type.Optional(Type.String({ maxLength: 100, message: 'Search term must not be longer than 100 characters.' })),
        'Part of the title, the number, the name of a person or organisation, or a SKU.',
      ),
    }),
    reply: Type.Object({
      quotes: Type.Array(listItem),
      totalCount,
      counts: described(
        entity('QuoteCounts', { toAnswer: described(int, 'Those that wait for an answer.') }),
        'Quotes with the same organisation and search, whatever their state.',
      ),
    }),
  }),

  'GET /api/operator/quotes/:id': endpoint({
    name: 'getOperatorQuote',
    summary: 'Get a quote to answer it',
    tags,
    access: operator('quotes:read'),
    params,
    query: Type.Object({
      preview: described(Type.Optional(Type.Boolean()), 'Whether to show how the customer will see the draft.'),
      version: described(
        Type.Optional(Type.Integer({ minimum: 1, maximum: 10000, message: 'There is no such version.' })),
        'An answer that was sent, to read it as `preview`; 404 without one.',
      ),
    }),
    reply,
  }),

  'PUT /api/operator/quotes/:id': endpoint({
    name: 'saveQuoteAnswer',
    refusesUnknown: true,
    summary: 'Save the answer to a quote',
    description:
      'As a draft, which the customer does not see; a submitted quote is then in review. Requested lines that are absent stay as they are, added lines that are absent go. 409 once something was accepted, or it is closed.',
    tags,
    access: operator('quotes:write'),
    params,
    body: Type.Object({
      saves: seenSaves,
      validUntil: described(
        maybe(dayInput('Please enter a date.')),
        'Not in the past; null for 30 days from the day on which it is sent.',
      ),
      notes: described(maybe(textOf(MAX_QUOTE_TEXT, 'The note')), 'What the customer reads to the whole quote.'),
      terms: described(maybe(textOf(MAX_QUOTE_TEXT, 'The terms')), 'Terms of the supplier.'),
      internalNote: described(maybe(textOf(MAX_QUOTE_TEXT, 'The internal note')), 'Note for operators.'),
      items: described(
        Type.Array(
          Type.Object({
            id: described(maybe(idOrNone('quoteItem')), 'Line of the quote; absent for one that is added.'),
            alternativeToId: described(maybe(idOrNone('quoteItem')), 'Of an added line, the requested one that it stands for.'),
            isOffered: described(bool, 'Whether it is offered.'),
            productId: described(maybe(idOrNone('product')), 'Product of the client’s range that is offered.'),
            combinationId: described(maybe(idOrNone('combination')), 'Absent: the customer chooses the size.'),
            quantity: described(
              Type.Integer({
                minimum: 1,
                maximum: MAX_QUOTE_QUANTITY,
                message: 'Quantity must be a whole number from 1 to 100,000.',
              }),
              'Pieces that are offered.',
            ),
            unitPrice: described(maybe(price('The price')), 'Per piece with its decoration, excluding tax.'),
            setupPrice: described(
              maybe(price('Set-up')),
              'Set-up of its designs, once in an order, excluding tax; 0 when absent.',
            ),
            leadTimeDays: described(
              maybe(
                Type.Integer({ minimum: 0, maximum: 730, message: 'The lead time must be a whole number of days up to 730.' }),
              ),
              'Days from the order to its dispatch.',
            ),
            answer: described(maybe(textOf(MAX_QUOTE_COMMENT, 'A comment')), 'What the customer reads at the line.'),
          }),
          { maxItems: MAX_ANSWER_ITEMS, message: `An answer can have at most ${MAX_ANSWER_ITEMS} lines.` },
        ),
        'The lines, each replaced as a whole.',
      ),
    }),
    reply,
  }),

  'POST /api/operator/quotes/:id/send': endpoint({
    name: 'sendQuote',
    summary: 'Send the answer to the customer',
    description:
      'Every offered line needs a product of the client’s range, a price and a quantity that can be ordered (422 otherwise). A price of 0 needs `confirmsFree`. Replaces an earlier answer; the customer is mailed. 409 once something was accepted.',
    tags,
    access: operator('quotes:write'),
    params,
    body: Type.Object({
      saves: seenSaves,
      confirmsFree: described(maybe(bool), 'That lines with a price of 0 are meant to be free.'),
    }),
    reply,
  }),

  'POST /api/operator/quotes/:id/take': endpoint({
    name: 'takeQuote',
    summary: 'Take a quote to answer it',
    description: 'A submitted quote is then in review. Another operator can take it over.',
    tags,
    access: operator('quotes:write'),
    params,
    reply,
  }),

  'POST /api/operator/quotes/:id/decline': endpoint({
    name: 'declineQuoteRequest',
    summary: 'Decline a request',
    description: 'The customer is mailed the reason. 409 once something was accepted, or it is closed.',
    tags,
    access: operator('quotes:write'),
    params,
    body: Type.Object({
      reason: described(
        Type.String({
          minLength: 1,
          maxLength: 500,
          pattern: '\\S',
          message: 'Please enter a reason of at most 500 characters.',
        }),
        'Why; the customer reads it.',
      ),
    }),
    reply,
  }),

  'POST /api/operator/quotes/:id/message': endpoint({
    name: 'writeToQuoteCustomer',
    refusesUnknown: true,
    summary: 'Write to the customer about a quote',
    description: 'The customer is mailed once.',
    tags,
    access: operator('quotes:write'),
    params,
    body: Type.Object({
      text: described(
        Type.String({
          minLength: 1,
          maxLength: MAX_QUOTE_TEXT,
          pattern: '\\S',
          message: 'Please enter a message of at most 4,000 characters.',
        }),
        'The message.',
      ),
      fileIds,
    }),
    reply,
  }),

  'POST /api/operator/quotes/:id/files': endpoint({
    name: 'uploadOperatorQuoteFiles',
    summary: 'Upload files for a message about a quote',
    description:
      '`multipart/form-data` with 1 to 10 files in the field `file`, as the customer’s. Kept for 24 hours, in which a message can name them.',
    tags,
    access: operator('quotes:write'),
    params,
    upload: 'files',
    reply: entity({ files: Type.Array(file) }),
  }),

  'GET /api/operator/quotes/:id/files/:fileId': endpoint({
    name: 'downloadOperatorQuoteFile',
    summary: 'Download a file of a quote',
    tags,
    access: operator('quotes:read'),
    params: Type.Object({ id: id('quote'), fileId: id('storedFile') }),
    reply: fileContent,
  }),

  'GET /api/operator/quotes/:id/pdf': endpoint({
    name: 'downloadOperatorQuote',
    summary: 'Get the PDF of a quote as the customer gets it',
    tags,
    access: operator('quotes:read'),
    params,
    reply: pdfFile,
  }),
} as const;
