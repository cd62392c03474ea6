import { randomUUID } from 'node:crypto';
import { lockCartsOf } from '#api/catalogue/customisation/cart-line-designs.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { conflict, HttpError, notFound, partsNotFound } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { BodyOf } from '#contract/index.ts';
import type { NewCartLine } from '../../cart/add-lines.queries.ts';
import { addAllItems, atItem, type CartDependencies } from '../../cart/cart.actions.ts';
import type { PricedLine } from '../../cart/cart.rules.ts';
import { type AcceptedPart, explainQuoteRefusal, NOTHING_LEFT, planAcceptance } from '../acceptance.rules.ts';
import { queueQuoteMails } from '../mails/queue-quote-mails.actions.ts';
import { lockQuote, takeQuoteStep } from '../quote-steps.queries.ts';
import { type ItemToAccept, listItemsToAccept, readTerms } from './accepting.queries.ts';

type Acceptance = BodyOf<'POST /api/quote/:id/accept'>;

/** What goes into the cart for a part. It names no one: a wearer without the right to order for others orders it for themselves. */
const toNewLine = ({ item, quantity, combinationId }: AcceptedPart<ItemToAccept>): NewCartLine => ({
  // A line that is offered has a product.
  productId: item.productId ?? 0,
  combinationId,
  sku: null,
  valueIds: null,
  quantity,
  collectionId: null,
  groupId: null,
  superGroupId: null,
  superGroupOptionId: null,
  wearerId: null,
  reason: null,
  source: 'product',
  quoteItemId: item.id,
  designs: item.designs,
});

/** Throws 409 where nothing of a locked quote can be accepted, or another answer was seen than the one that holds. */
async function assertAcceptable(
  tx: Tx,
  scope: Scope,
  quote: NonNullable<Awaited<ReturnType<typeof lockQuote>>>,
  seenVersion: number | null | undefined,
): Promise<void> {
  const refusal = explainQuoteRefusal({ ...quote, ...(await readTerms(tx, scope, quote.id)) });
  if (refusal) throw conflict('quote', refusal);
  if (seenVersion && seenVersion !== quote.version)
    throw conflict('quote', 'Your supplier has sent a newer answer. Please reload the page to see it.');
}

/**
 * Accepts a quote, wholly or in part: what is accepted goes into the cart of its owner at the quoted prices. Returns the cart, and the ids of its lines that
 * have got pieces. Throws 404 for anyone but the owner and who acts for them; 409 where the quote is not open or has nothing left; 404 and 422, keyed by
 * part, for parts that cannot be accepted; and 400 as `addAllItems` does, keyed by part, or by the lines that are left where no part is named.
 */
export async function acceptQuote(
  tx: Tx,
  dependencies: CartDependencies & MailDependencies,
  scope: Scope,
  quoteId: number,
  { version, items: named }: Acceptance,
): Promise<{ cart: PricedLine[]; lineIds: number[] }> {
  const ref = { organisationId: scope.organisationId, quoteId };
  const quote = await lockQuote(tx, ref);
  if (!quote || quote.customerId !== scope.customerId) throw notFound('quote');
  await assertAcceptable(tx, scope, quote, version);
  // Pieces of the quote that are in the cart stay as they are until all is done.
  await lockCartsOf(tx, scope);
  const items = await listItemsToAccept(tx, scope, quoteId);
  const { parts, invalid, missing } = planAcceptance(items, named);
  if (missing.length > 0) throw partsNotFound(Object.fromEntries(missing.map((key) => [key, 'quoteItem'])));
  if (Object.keys(invalid).length > 0) throw new HttpError(422, invalid);
  if (parts.length === 0) throw conflict('quote', NOTHING_LEFT);
  const cart = await addAllItems(tx, dependencies, scope, parts.map(toNewLine), atItem);
  if (!(await takeQuoteStep(tx, ref, 'accept'))) throw conflict('quote', 'Someone has changed this quote. Please reload the page.');
  await queueQuoteMails(tx, dependencies, ref, { kind: 'accepted', acceptId: randomUUID() });
  const accepted = new Set(parts.map(({ item }) => item.id));
  return { cart, lineIds: cart.flatMap(({ id, quote: own }) => (own && accepted.has(own.itemId) ? [id] : [])) };
}
