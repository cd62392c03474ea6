import Type from 'typebox';
import { customisation } from '../../catalogue/customisation/customisation.ts';
import { attributeSelection } from '../../catalogue/products/product-schemas.ts';
import { file } from '../../platform/files.ts';
import {
  attributeDescription,
  bool,
  currencyCode,
  dateTime,
  described,
  entity,
  idsOf,
  int,
  money,
  namesOf,
  nullable,
  oneOf,
  sku,
  text,
} from '../../values.ts';
import { DECLINED_BY, QUOTE_STATUSES } from './quote-states.ts';

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
