import { randomUUID } from 'node:crypto';
import { lockCartsOf } from '#api/catalogue/customisation/cart-line-designs.queries.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { conflict, HttpError, notFound, partsNotFound } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { BodyOf } from '#contract/index.ts';
import type { NewCartLine } from '../../cart/add-lines.queries.ts';
import { addAllItems, type CartDependencies } from '../../cart/cart.actions.ts';
import type { PricedLine } from '../../cart/cart.rules.ts';
import { queueQuoteMails } from '../mails/queue-quote-mails.actions.ts';
import { lockOwnQuote } from '../own-quotes.actions.ts';
import type { QuoteRecord } from '../quote-record.ts';
import { explainQuote } from '../quote-refusals.rules.ts';
import { type LockedQuote, type QuoteRef, takeQuoteStep } from '../quote-steps.queries.ts';
import { withAnswers } from '../quotes.mapper.ts';
import { canTake } from '../quotes.rules.ts';
import { readQuoteOf } from '../read-quote.queries.ts';
import { type AcceptedPart, planAcceptance } from './acceptance.rules.ts';

/** What goes into the cart for a part. It names no one: someone who orders only for themselves wears it. */
const toNewLine = ({ item, quantity, combinationId }: AcceptedPart): NewCartLine => ({
  // What is offered has a product.
  productId: item.answered?.productId ?? 0,
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
  // What its garment has by itself, the line gets by itself.
  designs: item.designs.filter(({ isMandatory }) => !isMandatory).map((design) => ({ ...design, customisationId: null })),
});

/** A locked quote that can be accepted. Throws 409 where nothing of it can be, or another answer was seen than the one that holds. */
async function readAcceptable(
  tx: Tx,
  { clock }: CartDependencies,
  scope: Scope,
  ref: QuoteRef,
  { stateId, version }: LockedQuote,
  seenVersion: number | null | undefined,
): Promise<QuoteRecord> {
  const found = await readQuoteOf(tx, ref, { viewer: scope });
  if (!found) throw notFound('quote');
  const quote = { ...found, items: withAnswers(found) };
  const isOld = Boolean(seenVersion) && seenVersion !== version;
  if (isOld && canTake('accept', stateId))
    throw conflict('quote', 'Your supplier has changed the answer. Please reload the page and look at the new one.');
  const refusal = explainQuote(quote, clock.now());
  if (refusal) throw conflict('quote', refusal);
  if (!canTake('accept', stateId))
    throw conflict('quote', 'Your supplier has not answered this request yet. You can accept it once there is an answer.');
  return quote;
}

/**
 * Accepts a quote, wholly or in part: what is accepted goes into the cart of its owner, at the quoted prices. Returns the cart, and the ids of its lines that
 * come from what was accepted. Throws 404 for anyone but the owner and who acts for them; 409 in a trip of PunchOut, and as `readAcceptable` does; 404 and 422, keyed by part, for what
 * the quote does not have or offer; and 400 as `addAllItems` does, keyed by part, or by the place among the lines of the quote where no part is named.
 */
export async function acceptQuote(
  tx: Tx,
  dependencies: CartDependencies & MailDependencies & { requestId: string },
  context: RequestContext,
  quoteId: number,
  { version, items: named }: BodyOf<'POST /api/quote/:id/accept'>,
): Promise<{ cart: PricedLine[]; lineIds: number[] }> {
  const scope = context.effective;
  if (scope.trip)
    throw conflict(
      'quote',
      'A quote cannot be accepted in a visit from a purchasing system. Please log in to the portal to accept it.',
    );
  const { ref, quote: locked } = await lockOwnQuote(tx, scope, quoteId);
  // Pieces of the quote that are in the cart must stay there while those that are left are counted.
  await lockCartsOf(tx, scope);
  const { items } = await readAcceptable(tx, dependencies, scope, ref, locked, version);
  const { parts, invalid, missing } = planAcceptance(items, named);
  if (missing.length > 0) throw partsNotFound(Object.fromEntries(missing.map((key) => [key, 'quoteItem'])));
  if (Object.keys(invalid).length > 0) throw new HttpError(422, invalid);
  // Before the lines are priced: only prices of an accepted quote lead.
  if (!(await takeQuoteStep(tx, ref, 'accept'))) throw conflict('quote', 'This quote has changed. Please reload the page.');
  const keyOf = (part: number, field?: string) => {
    const place = named ? part : items.findIndex(({ id }) => id === parts[part]?.item.id);
    return `items[${place}]${field === undefined ? '' : `.${field}`}`;
  };
  const cart = await addAllItems(tx, dependencies, scope, parts.map(toNewLine), keyOf);
  await recordAuditEvent(tx, context, {
    action: 'quote.accepted',
    subjectId: String(quoteId),
    after: { items: parts.map(({ item, quantity, combinationId }) => ({ id: item.id, quantity, combinationId })) },
    requestId: dependencies.requestId,
  });
  await queueQuoteMails(tx, dependencies, ref, { kind: 'accepted', acceptId: randomUUID() });
  const accepted = new Set(parts.map(({ item }) => item.id));
  return { cart, lineIds: cart.flatMap(({ id, quote }) => (quote && accepted.has(quote.itemId) ? [id] : [])) };
}
