import Type from 'typebox';
import { customisation, customisationInput } from '../../catalogue/customisation/customisation.ts';
import { attributeSelection } from '../../catalogue/products/product-schemas.ts';
import { endpoint, orderers, roles, signedIn } from '../../endpoint.ts';
import { file, fileContent } from '../../platform/files.ts';
import {
  attributeDescription,
  bool,
  currencyCode,
  dateTime,
  described,
  entity,
  id,
  idsOf,
  int,
  maybe,
  money,
  namesOf,
  nullable,
  oneOf,
  paging,
  pdfFile,
  sku,
  success,
  text,
  totalCount,
} from '../../values.ts';
import { cartItem } from '../cart.ts';
import {
  MAX_QUOTE_COMMENT,
  MAX_QUOTE_FILES,
  MAX_QUOTE_ITEMS,
  MAX_QUOTE_QUANTITY,
  MAX_QUOTE_TEXT,
  MAX_QUOTE_TITLE,
} from './quote-limits.ts';
import { DECLINED_BY, QUOTE_STATUSES } from './quote-states.ts';

const tags = ['Quotes'] as const;

/** What lists and the quote itself say. */
export const quoteListFields = {
  id: int,
  quoteNumber: described(text, 'Number of the quote, for example `Q70012`.'),
  title: described(text, 'What it is about, for example `Jackets for the north`.'),
  status: oneOf(namesOf(QUOTE_STATUSES), 'Status of the quote.'),
  statusId: oneOf(
    idsOf(QUOTE_STATUSES),
    '10 submitted, 20 in review, 30 quoted, 40 accepted (at least in part), 50 declined, 60 expired.',
  ),
  customer: described(entity('PersonContact', { id: int, firstName: text, lastName: text, email: text }), 'Who asked for it.'),
  customerHasLeft: described(bool, 'Whether that person can no longer log in: an Admin can give the quote to another.'),
  createdOnUtc: dateTime,
  updatedOnUtc: dateTime,
  requiredByUtc: described(nullable(dateTime), 'The day by which the goods are needed; null when none was named.'),
  validUntilUtc: described(nullable(dateTime), 'Until when the prices lead; null before an answer.'),
  total: described(
    nullable(money),
    'Sum of the offered lines excluding tax and set-up, alternatives left out; null before an answer, and for people who see no prices.',
  ),
  currencyCode,
};

/** A line of a quote as the customer sees it. */
export const quoteItem = entity('QuoteItem', {
  id: int,
  productId: described(nullable(int), 'Product; null for what was asked for in words and has none.'),
  sku,
  name: described(text, 'Name of the product, or the words of the customer.'),
  imageSrc: described(nullable(text), 'Address of the picture of the product; null for none.'),
  attributeDescription: nullable(attributeDescription),
  quantity: described(int, 'Pieces: those asked for, and since the answer those offered.'),
  combinationId: described(nullable(int), 'Colour, size and fit; null where they are chosen when it is accepted.'),
  askedFor: described(
    nullable(
      entity('QuoteItemRequest', {
        name: text,
        sku,
        attributeDescription: nullable(attributeDescription),
        quantity: described(int, 'Pieces.'),
      }),
    ),
    'What was asked for; null for a line that the supplier added.',
  ),
  unitPrice: described(
    nullable(money),
    'Per piece with its decoration, excluding tax; null before an answer, where it is not offered, and for people who see no prices.',
  ),
  setupPrice: described(nullable(money), 'Set-up of its designs, charged once in an order, excluding tax; null as the price is.'),
  comments: described(nullable(text), 'What the customer said to the line.'),
  isOffered: described(nullable(bool), 'Whether the supplier offers it; null before an answer.'),
  answer: described(nullable(text), 'What the supplier said to the line.'),
  leadTimeDays: described(nullable(int), 'Days from the order to its dispatch; null when not named.'),
  acceptedQuantity: described(int, 'Pieces in carts and orders by this quote.'),
  alternativeToId: described(nullable(int), 'Line that it stands for; one of the two can be accepted. Null for none.'),
  combinations: described(
    Type.Array(
      entity('QuoteItemChoice', {
        combinationId: int,
        attributeDescription,
        attributes: described(Type.Array(attributeSelection), 'Chosen values.'),
      }),
    ),
    'For a line without a size, what can be chosen; empty otherwise.',
  ),
  customisations: described(Type.Array(customisation), 'Logos, texts and badges; part of the price.'),
  refusal: described(
    nullable(text),
    'Why nothing more of this line can be accepted now, as a sentence; null when it can, and before an answer.',
  ),
});

const message = entity('QuoteMessage', {
  id: int,
  fromSupplier: described(bool, 'Whether the supplier wrote it.'),
  name: described(text, 'Who wrote it.'),
  text: described(text, 'What was written.'),
  files: described(Type.Array(file), 'Files of the message.'),
  createdOnUtc: dateTime,
});

/** A quote with everything that its customer sees. */
export const quote = entity('Quote', {
  ...quoteListFields,
  description: described(nullable(text), 'What was asked for, in words.'),
  notes: described(nullable(text), 'What the supplier says to the whole quote.'),
  terms: described(nullable(text), 'Terms of the supplier.'),
  items: described(Type.Array(quoteItem), 'The lines; their ids stay from request to answer.'),
  files: described(Type.Array(file), 'Files of the request.'),
  version: described(int, 'The answer that is shown, counted from 1; 0 before the first.'),
  declineReason: described(nullable(text), 'Why it was declined or withdrawn; null when nothing was said.'),
  declinedBy: nullable(
    oneOf(DECLINED_BY, 'Who ended it: the customer after or before an answer, or the supplier; null unless it is declined.'),
  ),
  messages: described(Type.Array(message), 'Oldest first.'),
  orderIds: described(Type.Array(int), 'Orders with lines of it.'),
  isOwn: described(bool, 'Whether the caller is who asked, or acts for them.'),
  canAccept: described(bool, 'Whether something of it can be accepted by the caller now.'),
  refusal: described(
    nullable(text),
    'Why nothing of it can be accepted now, as a sentence; null where it can, and before an answer.',
  ),
  canDecline: described(bool, 'Whether the caller can decline the answer.'),
  canWithdraw: described(bool, 'Whether the caller can withdraw the request.'),
  canWrite: described(bool, 'Whether the caller can write a message, and add files.'),
  canGiveAway: described(bool, 'Whether the caller can give it to another person.'),
  versions: described(
    Type.Array(
      entity('SentQuoteVersion', {
        version: described(int, 'Number of the answer.'),
        sentOnUtc: dateTime,
        validUntilUtc: described(nullable(dateTime), 'Until when its prices led or lead; null for one that was replaced.'),
      }),
    ),
    'The answers that were sent, newest first. Each can be read by its number.',
  ),
  unsentFiles: described(int, 'Files since the sales team was last told of files.'),
});

const listItem = entity('QuoteListItem', quoteListFields);
const listReply = Type.Object({ quotes: Type.Array(listItem), totalCount });
const reply = Type.Object({ quote });
const params = Type.Object({ id: id('quote') });
const page = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 10000,
    message: 'Page must be a whole number from 0 to 10000.',
    description: 'Page, counted from 1; 0 is read as 1. Default 1.',
  }),
);
const searchText = (description: string) =>
  described(
    Type.Optional(Type.String({ maxLength: 100, message: 'Search term must not be longer than 100 characters.' })),
    description,
  );
const fileIds = described(
  maybe(Type.Array(id('storedFile'), { maxItems: MAX_QUOTE_FILES, message: `Please add at most ${MAX_QUOTE_FILES} files.` })),
  'Files that were uploaded in the last 24 hours.',
);
const pieces = Type.Integer({
  minimum: 1,
  maximum: MAX_QUOTE_QUANTITY,
  message: 'Quantity must be a whole number from 1 to 100,000.',
});
const textOf = (most: number, what: string) =>
  Type.String({ maxLength: most, message: `${what} must not be longer than ${most.toLocaleString('en-GB')} characters.` });

/** Quotes: asking for a price, and accepting or declining the answer. */
export const quoteEndpoints = {
  'GET /api/quotesorganisation': endpoint({
    name: 'listQuotesOfOrganisation',
    summary: 'List the quotes of the organisation',
    description: 'Newest first. Of Admins and Buyers of groups, those of people of these groups. Pages count from 1.',
    tags,
    access: roles('OrganisationAdmin', 'OrganisationBuyer', 'OrganisationSales'),
    query: Type.Object({
      keyword: searchText('Part of the title, the number, a name or email address, or a SKU.'),
      page,
      limit: paging.limit,
    }),
    reply: listReply,
  }),

  'GET /api/quotescustomer': endpoint({
    name: 'listOwnQuotes',
    summary: 'List one’s own quotes',
    description: 'Newest first unless `order` says otherwise. Pages count from 1.',
    tags,
    access: signedIn,
    query: Type.Object({
      query: searchText('Part of the title, the number or a SKU.'),
      page,
      limit: paging.limit,
      order: described(
        Type.Optional(
          Type.String({
            pattern: '^(createdOnUtc|updatedOnUtc|title|quoteNumber|status|validUntilUtc|total|id)( asc| desc)?$',
            message: 'This order is not possible.',
          }),
        ),
        '`createdOnUtc`, `updatedOnUtc`, `title`, `quoteNumber`, `status`, `validUntilUtc`, `total` or `id`, then ` asc` or ` desc`.',
      ),
    }),
    reply: listReply,
  }),

  'GET /api/quote/:id': endpoint({
    name: 'getQuote',
    summary: 'Get a quote',
    description: 'For who asked for it, and Admins, Buyers and Sales in their scope; 404 for anyone else.',
    tags,
    access: signedIn,
    params,
    query: Type.Object({
      version: described(
        Type.Optional(Type.Integer({ minimum: 1, maximum: 10000, message: 'There is no such version.' })),
        'An earlier answer, to read it.',
      ),
    }),
    reply,
  }),

  'GET /api/quote/:id/pdf': endpoint({
    name: 'downloadQuote',
    summary: 'Get a quote as PDF',
    description: 'In the look of the brand. For anyone who may see the quote.',
    tags,
    access: signedIn,
    params,
    reply: pdfFile,
  }),

  'POST /api/quotefile': endpoint({
    name: 'uploadQuoteFiles',
    summary: 'Upload files for a quote',
    description:
      '`multipart/form-data` with 1 to 10 files in the field `file`: JPEG, PNG or WebP pictures or PDF, of 10 MB each (413, 415 `file`). With `quoteId` they belong to that quote; without, they are kept for 24 hours, in which a request or a message can name them in `fileIds`.',
    tags,
    access: signedIn,
    whileImpersonating: 'allowed',
    upload: 'files',
    reply: entity({ files: described(Type.Array(file), 'The stored files in the order of the upload.') }),
  }),

  'GET /api/quotefile/:id': endpoint({
    name: 'downloadQuoteFile',
    summary: 'Download a file of a quote',
    description: 'For those who may see the quote, and for the person who uploaded the file. 404 `file` for anyone else.',
    tags,
    access: signedIn,
    params: Type.Object({ id: id('storedFile') }),
    reply: fileContent,
  }),

  'GET /api/quotefilenotification/:id': endpoint({
    name: 'announceQuoteFiles',
    changesByGet: true,
    summary: 'Tell the sales team of new files',
    description:
      'Mails the client’s Sales and the customer service of the brand about files added since the last time; 409 without any.',
    tags,
    access: signedIn,
    whileImpersonating: 'allowed',
    params,
    reply: Type.Object({
      success,
      msg: described(text, 'What was done, for example `The sales team has been told of the new files.`'),
    }),
  }),

  'POST /api/quote': endpoint({
    name: 'askForQuote',
    summary: 'Ask for a quote',
    description:
      'At least a line or a description. Products must be those that the caller sees. The same request within ten seconds, or with the same `Idempotency-Key`, gets the same quote.',
    tags,
    access: orderers,
    whileImpersonating: 'allowed',
    root: 'quote',
    body: Type.Object({
      title: described(
        Type.String({
          minLength: 1,
          maxLength: MAX_QUOTE_TITLE,
          pattern: '\\S',
          message: `Please enter a title of at most ${MAX_QUOTE_TITLE} characters.`,
        }),
        'What it is about, for example `Jackets for the north`.',
      ),
      description: described(maybe(textOf(MAX_QUOTE_TEXT, 'The description')), 'What is asked for, in words.'),
      requiredByUtc: described(
        maybe(Type.String({ maxLength: 40, message: 'Please enter a date.' })),
        'The day by which the goods are needed, as `2026-12-24` or with a time: today or later.',
      ),
      items: described(
        maybe(
          Type.Array(
            Type.Object({
              productId: maybe(id('product')),
              sku: described(maybe(textOf(100, 'The SKU')), 'SKU or barcode of a garment, instead of a product and its choice.'),
              name: described(maybe(textOf(400, 'The name')), 'What is asked for, where it is no product of the range.'),
              attributes: described(
                maybe(Type.Array(attributeSelection, { maxItems: 20 })),
                'Colour, size and fit; absent to choose them later.',
              ),
              customisations: described(maybe(Type.Array(customisationInput, { maxItems: 20 })), 'Logos, texts and badges.'),
              quantity: described(pieces, 'Pieces.'),
              comments: described(maybe(textOf(MAX_QUOTE_COMMENT, 'A comment')), 'What to say to the line.'),
            }),
            { maxItems: MAX_QUOTE_ITEMS, message: `A quote can have at most ${MAX_QUOTE_ITEMS} lines.` },
          ),
        ),
        'What is asked for.',
      ),
      fileIds,
    }),
    reply,
  }),

  'POST /api/quote/:id/accept': endpoint({
    name: 'acceptQuote',
    refusesUnknown: true,
    summary: 'Accept a quote, wholly or in part',
    description:
      'Puts the lines into the cart at the quoted prices. Each piece once: a repetition (`Idempotency-Key`, or the same within ten seconds) gets the first answer. 409 when it is not quoted, has expired, was revised since `version`, or is in another currency than the organisation’s.',
    tags,
    access: orderers,
    whileImpersonating: 'allowed',
    params,
    body: Type.Object({
      version: described(
        maybe(Type.Integer({ minimum: 1, maximum: 10000, message: 'There is no such version.' })),
        'The answer that was shown.',
      ),
      items: described(
        maybe(
          Type.Array(
            Type.Object({
              id: described(id('quoteItem'), 'Line of the quote.'),
              quantity: described(pieces, 'Pieces that are accepted.'),
              combinationId: described(
                maybe(id('combination')),
                'Size of a line without one; the same line can be sent with several.',
              ),
            }),
            { minItems: 1, maxItems: 1000, message: 'Please choose at least one line.' },
          ),
        ),
        'What is accepted; all that is left when absent.',
      ),
    }),
    reply: Type.Object({ quote, items: described(Type.Array(cartItem), 'The lines of the cart.') }),
  }),

  'POST /api/quote/:id/decline': endpoint({
    name: 'declineQuote',
    summary: 'Decline an answered quote',
    description: '409 unless it is quoted and nothing of it was accepted.',
    tags,
    access: signedIn,
    whileImpersonating: 'allowed',
    params,
    body: Type.Object({ reason: described(maybe(textOf(500, 'The reason')), 'Why it is declined; the supplier reads it.') }),
    reply,
  }),

  'POST /api/quote/:id/withdraw': endpoint({
    name: 'withdrawQuote',
    summary: 'Withdraw a request before it is answered',
    description: '409 once it is answered or closed.',
    tags,
    access: signedIn,
    whileImpersonating: 'allowed',
    params,
    reply,
  }),

  'POST /api/quote/:id/message': endpoint({
    name: 'writeAboutQuote',
    refusesUnknown: true,
    summary: 'Write to the supplier about a quote',
    description: 'The supplier is mailed once. 409 when the quote is closed.',
    tags,
    access: signedIn,
    whileImpersonating: 'allowed',
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

  'PUT /api/quote/:id/owner': endpoint({
    name: 'giveQuoteAway',
    summary: 'Give a quote to another person',
    description:
      'Of a person who has left, or to hand it over. The person must be one for whom the caller manages people, and may order.',
    tags,
    access: roles('OrganisationAdmin'),
    params,
    body: Type.Object({ customerId: described(id('customer'), 'Whose quote it is from now on.') }),
    reply,
  }),
} as const;
