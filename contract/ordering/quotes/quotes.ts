import Type from 'typebox';
import { customisationInput } from '../../catalogue/customisation/customisation.ts';
import { attributeSelection } from '../../catalogue/products/product-schemas.ts';
import { endpoint, orderers, roles, signedIn } from '../../endpoint.ts';
import { file, fileContent } from '../../platform/files.ts';
import { described, entity, id, maybe, paging, pdfFile, success, text, totalCount } from '../../values.ts';
import { cartItem } from '../cart.ts';
import {
  MAX_QUOTE_COMMENT,
  MAX_QUOTE_FILES,
  MAX_QUOTE_ITEMS,
  MAX_QUOTE_QUANTITY,
  MAX_QUOTE_TEXT,
  MAX_QUOTE_TITLE,
} from './quote-limits.ts';
import { quote, quoteListFields } from './quote-schemas.ts';

const tags = ['Quotes'] as const;

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
