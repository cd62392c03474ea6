import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Clock } from '#api/platform/clock.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { attachFiles, ownerOf } from '#api/platform/files/file-store.ts';
import { parseIsoDate } from '#api/platform/http/dates.ts';
import { HttpError, invalid, partsNotFound, tooManyRequests } from '#api/platform/http/errors.ts';
import { countAttempt, type RateLimit } from '#api/platform/http/rate-limit.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { actOnce } from '#api/platform/idempotency/act-once.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { BodyOf } from '#contract/index.ts';
import { atItem, readValueIds } from '../cart/cart.actions.ts';
import { resolveItemDesigns } from '../cart/item-designs.actions.ts';
import { type FoundProduct, findAskedProducts } from './asked-products.queries.ts';
import { insertQuote, type NewQuote } from './insert-quote.queries.ts';
import { queueQuoteMails } from './mails/queue-quote-mails.actions.ts';
import { addQuoteFiles } from './quote-files.queries.ts';
import type { QuotedProduct } from './quote-record.ts';
import { lockQuote, type QuoteRef } from './quote-steps.queries.ts';
import { QUOTE } from './quotes.rules.ts';

/** What the changes of quotes need. */
export interface QuoteDependencies extends MailDependencies {
  clock: Clock;
}

type Input = BodyOf<'POST /api/quote'>;
type Item = NonNullable<Input['items']>[number];

/** More than anyone asks for: each request is mailed to the sales team. */
const REQUEST_LIMIT: RateLimit = { name: 'quotes', max: 100, windowSeconds: 86_400 };

/** A text without spaces around it; null for none. */
export const trimmed = (text: string | null | undefined): string | null => text?.trim() || null;

/** Which of its fields names an item. */
const nameField = ({ productId, sku }: Item) => (productId ? 'productId' : trimmed(sku) ? 'sku' : 'name');

/**
 * Asks for a quote for the person in effect, within the caller's transaction. The same request within ten seconds, or with the same `Idempotency-Key`, gets
 * the same quote, unless it was withdrawn since. Throws 404 for products, designs and files that the person does not see, and 422, keyed by field and item; 429 for too many.
 */
export async function askForQuote(
  tx: Tx,
  dependencies: QuoteDependencies,
  context: RequestContext,
  input: Input,
  { requestId, sentKey }: { requestId: string; sentKey: string | undefined },
): Promise<QuoteRef> {
  const { organisationId } = context.effective;
  const { quoteId } = await actOnce(
    tx,
    context.effective,
    { name: 'quote', content: input, sentKey },
    async () => ({ quoteId: await storeRequest(tx, dependencies, context, input, requestId) }),
    async (earlier) => (await lockQuote(tx, { organisationId, quoteId: earlier.quoteId }))?.stateId === QUOTE.declined,
  );
  return { organisationId, quoteId };
}

async function storeRequest(
  tx: Tx,
  dependencies: QuoteDependencies,
  context: RequestContext,
  input: Input,
  requestId: string,
): Promise<number> {
  const { caller, effective } = context;
  const quote = await readRequest(tx, dependencies, effective, input);
  const wait = await countAttempt(tx, [{ limit: REQUEST_LIMIT, subject: `${caller.organisationId}:${caller.customerId}` }]);
  if (wait > 0) throw tooManyRequests(wait);
  const quoteId = await insertQuote(tx, effective, caller.customerId, quote);
  const ref = { organisationId: effective.organisationId, quoteId };
  const fileIds = [...new Set(input.fileIds ?? [])];
  if (fileIds.length > 0) {
    await attachFiles(tx, ownerOf(context), 'quote', fileIds);
    // The sales team is told of them by the mail about the request.
    await addQuoteFiles(tx, ref, fileIds, { isAnnounced: true });
  }
  await recordAuditEvent(tx, context, { action: 'quote.requested', subjectId: String(quoteId), requestId });
  await queueQuoteMails(tx, dependencies, ref, { kind: 'submitted' });
  return quoteId;
}

async function readRequest(tx: Tx, dependencies: QuoteDependencies, scope: Scope, input: Input): Promise<NewQuote> {
  const items = input.items ?? [];
  const description = trimmed(input.description);
  if (items.length === 0 && description === null) throw invalid('items', 'Please add a product, or describe what you need.');
  const asked = items.map((item, index) => ({
    productId: item.productId ?? null,
    sku: trimmed(item.sku),
    valueIds: readValueIds(item.attributes, atItem(index, 'attributes')),
  }));
  const found = await findAskedProducts(tx, scope, asked);
  const products = items.map((item, index) => toProduct(item, found[index]));
  assertAllUnderstood(items, found);
  const designs = await resolveItemDesigns(
    tx,
    dependencies,
    scope,
    items.map(({ customisations }, index) => ({
      productId: products[index]?.productId ?? 0,
      collectionId: null,
      customisations: customisations ?? [],
    })),
    { keyOf: atItem, toKeep: tx },
  );
  return {
    title: input.title.trim(),
    description,
    requiredByOn: readRequiredBy(input.requiredByUtc, getLocalDay(dependencies.clock.now(), scope.timeZone)),
    items: products.map((product, index) => ({
      ...product,
      quantity: items[index]?.quantity ?? 1,
      comments: trimmed(items[index]?.comments),
      designs: designs[index] ?? [],
    })),
  };
}

/** The product of an item, or its words. What cannot be understood is refused by `assertAllUnderstood`. */
const toProduct = (item: Item, found: FoundProduct): QuotedProduct =>
  found && found !== 'combination'
    ? found
    : { productId: null, combinationId: null, name: trimmed(item.name) ?? '', sku: null, attributeDescription: null };

/** Throws 404 for products that the person does not see, and 422 for items that say nothing, or not what can be made. */
function assertAllUnderstood(items: readonly Item[], found: readonly FoundProduct[]): void {
  const missing: Record<string, string> = {};
  const errors: Record<string, string[]> = {};
  for (const [index, item] of items.entries()) {
    const field = nameField(item);
    const product = found[index];
    if (field !== 'name' && product === undefined) missing[atItem(index, field)] = 'product';
    else if (product === 'combination')
      errors[atItem(index, 'attributes')] = ['This combination of colour, size and fit is not available. Please choose again.'];
    else if (field === 'name' && trimmed(item.name) === null)
      errors[atItem(index, 'name')] = ['Please choose a product, or enter what you need.'];
    else if (field === 'name' && (item.customisations ?? []).length > 0)
      errors[atItem(index, 'customisations')] = [
        'Please describe the logo or text in the comment: only products can be personalised.',
      ];
  }
  if (Object.keys(missing).length > 0) throw partsNotFound(missing);
  if (Object.keys(errors).length > 0) throw new HttpError(422, errors);
}

/** The day by which the goods are needed. Throws 422 for one in the past and for what is no date. */
function readRequiredBy(given: string | null | undefined, today: string): string | null {
  if (!given?.trim()) return null;
  const day = parseIsoDate(given)?.moment.toISOString().slice(0, 10);
  if (day === undefined) throw invalid('requiredByUtc', 'Please enter a date.');
  if (day < today) throw invalid('requiredByUtc', 'Please enter a day that is not in the past.');
  return day;
}
