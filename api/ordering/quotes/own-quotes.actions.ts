import { findActor } from '#api/identity/sessions/access.queries.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { attachFiles, ownerOf } from '#api/platform/files/file-store.ts';
import { conflict, HttpError, notFound, tooManyRequests } from '#api/platform/http/errors.ts';
import { countAttempt, type RateLimit } from '#api/platform/http/rate-limit.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { isOrganisationAdmin, type Scope } from '#api/platform/http/scope.ts';
import type { BodyOf } from '#contract/index.ts';
import { type QuoteDependencies, trimmed } from './ask-for-quote.actions.ts';
import { queueQuoteMails } from './mails/queue-quote-mails.actions.ts';
import { addQuoteFiles, announceFiles } from './quote-files.queries.ts';
import { insertQuoteMessage } from './quote-messages.queries.ts';
import { changeQuoteOwner, isManageable, touchQuote } from './quote-owner.queries.ts';
import { explainClosedQuote } from './quote-refusals.rules.ts';
import { type LockedQuote, lockQuote, type QuoteRef, takeQuoteStep } from './quote-steps.queries.ts';
import { canPlaceOrders, isClosed, QUOTE } from './quotes.rules.ts';

/** A change of a quote by a person, in a request. */
export interface QuoteCommand extends QuoteDependencies {
  requestId: string;
}

/** A message is mailed to the sales team; more than anyone writes. */
const MESSAGE_LIMIT: RateLimit = { name: 'quote-messages', max: 200, windowSeconds: 86_400 };

/** Locks a quote of the person in effect until the transaction ends. Throws 404 for anyone else's. */
export async function lockOwnQuote(tx: Tx, scope: Scope, quoteId: number): Promise<{ ref: QuoteRef; quote: LockedQuote }> {
  const ref = { organisationId: scope.organisationId, quoteId };
  const quote = await lockQuote(tx, ref);
  if (quote?.customerId !== scope.customerId) throw notFound('quote');
  return { ref, quote };
}

/** Withdraws a request before it is answered. Throws 404, and 409 once it is answered or closed. */
export async function withdrawQuote(tx: Tx, context: RequestContext, quoteId: number, command: QuoteCommand): Promise<void> {
  const { ref, quote } = await lockOwnQuote(tx, context.effective, quoteId);
  if (!(await takeQuoteStep(tx, ref, 'withdraw', { declinedBy: 'withdrawn' })))
    throw conflict(
      'quote',
      isClosed(quote.stateId)
        ? explainClosedQuote(quote.stateId)
        : 'This request has been answered. You can decline the answer instead.',
    );
  await recordAuditEvent(tx, context, { action: 'quote.withdrawn', subjectId: String(quoteId), requestId: command.requestId });
  await queueQuoteMails(tx, command, ref, { kind: 'withdrawn' });
}

/** Declines an answered quote. Throws 404, and 409 unless it is quoted and its prices still lead. */
export async function declineQuote(
  tx: Tx,
  context: RequestContext,
  quoteId: number,
  { reason }: BodyOf<'POST /api/quote/:id/decline'>,
  command: QuoteCommand,
): Promise<void> {
  const { ref, quote } = await lockOwnQuote(tx, context.effective, quoteId);
  const hasEnded = quote.validUntilAt !== null && quote.validUntilAt.getTime() <= command.clock.now();
  if (quote.stateId === QUOTE.quoted && hasEnded) throw conflict('quote', explainClosedQuote(QUOTE.expired));
  if (!(await takeQuoteStep(tx, ref, 'decline', { declinedBy: 'customer', reason: trimmed(reason) })))
    throw conflict('quote', explainUndeclinable(quote));
  await recordAuditEvent(tx, context, { action: 'quote.declined', subjectId: String(quoteId), requestId: command.requestId });
  await queueQuoteMails(tx, command, ref, { kind: 'declinedByCustomer' });
}

function explainUndeclinable({ stateId }: LockedQuote): string {
  if (isClosed(stateId)) return explainClosedQuote(stateId);
  return stateId === QUOTE.accepted
    ? 'Part of this quote has been accepted, so it cannot be declined. What you do not accept costs nothing.'
    : 'This request has not been answered yet. You can withdraw it.';
}

/** Throws 409 for a quote about which nothing more can be written. */
function assertOpen({ stateId }: LockedQuote): void {
  if (isClosed(stateId)) throw conflict('quote', `${explainClosedQuote(stateId)} You can ask for a new quote.`);
}

/** Writes to the supplier about a quote. Throws 404, also for the files; 409 when it is closed; and 429. */
export async function writeAboutQuote(
  tx: Tx,
  context: RequestContext,
  quoteId: number,
  { text, fileIds }: BodyOf<'POST /api/quote/:id/message'>,
  command: QuoteCommand,
): Promise<void> {
  const { caller, effective } = context;
  const { ref, quote } = await lockOwnQuote(tx, effective, quoteId);
  assertOpen(quote);
  const wait = await countAttempt(tx, [{ limit: MESSAGE_LIMIT, subject: `${caller.organisationId}:${caller.customerId}` }]);
  if (wait > 0) throw tooManyRequests(wait);
  const actor = { kind: 'customer', id: caller.customerId } as const;
  const messageId = await insertQuoteMessage(tx, ref, { fromSupplier: false, actor, text: text.trim() });
  const ids = [...new Set(fileIds ?? [])];
  if (ids.length > 0) {
    await attachFiles(tx, ownerOf(context), 'quote', ids);
    // The mail about the message tells of them.
    await addQuoteFiles(tx, ref, ids, { messageId, isAnnounced: true });
  }
  await queueQuoteMails(tx, command, ref, { kind: 'message', messageId });
}

/** Adds files, which the person in effect has just uploaded, to a quote of theirs. Throws 404, and 409 when it is closed. */
export async function addFilesToQuote(
  tx: Tx,
  context: RequestContext,
  quoteId: number,
  fileIds: readonly number[],
): Promise<void> {
  const { ref, quote } = await lockOwnQuote(tx, context.effective, quoteId);
  assertOpen(quote);
  await attachFiles(tx, ownerOf(context), 'quote', fileIds);
  await addQuoteFiles(tx, ref, fileIds, { isAnnounced: false });
  await touchQuote(tx, ref);
}

/** Tells the sales team of the files that were added since it was last told. Throws 404, and 409 when there are none. */
export async function announceQuoteFiles(
  tx: Tx,
  { effective }: RequestContext,
  quoteId: number,
  dependencies: QuoteDependencies,
): Promise<void> {
  const { ref } = await lockOwnQuote(tx, effective, quoteId);
  if ((await announceFiles(tx, ref)) === 0)
    throw conflict('quote', 'There are no new files. Please add files first; the sales team knows of all others.');
  await queueQuoteMails(tx, dependencies, ref, { kind: 'files' });
}

/**
 * Gives a quote to another person. Throws 404 for quotes of people whom the Admin does not administer, 404 `customerId` for such people, 422 for someone
 * who may not order or cannot log in, and 409 when the quote is closed.
 */
export async function giveQuoteAway(
  tx: Tx,
  context: RequestContext,
  quoteId: number,
  { customerId }: BodyOf<'PUT /api/quote/:id/owner'>,
  command: QuoteCommand,
): Promise<void> {
  const { caller } = context;
  const ref = { organisationId: caller.organisationId, quoteId };
  const quote = await lockQuote(tx, ref);
  if (!quote || !(await isManageable(tx, caller, quoteId))) throw notFound('quote');
  assertOpen(quote);
  if (customerId === quote.customerId) return;
  const person = await findActor(tx, caller.organisationId, customerId);
  const isAdministered =
    isOrganisationAdmin(caller) ||
    customerId === caller.customerId ||
    person?.groupIds.some((group) => caller.adminableGroupIds.includes(group));
  if (!person || !isAdministered) throw new HttpError(404, { customerId: ['Customer not found.'] });
  if (!canPlaceOrders(person))
    throw new HttpError(422, {
      customerId: [`${person.firstName} ${person.lastName} may not place orders. Please choose someone who may.`],
    });
  await changeQuoteOwner(tx, ref, customerId);
  await recordAuditEvent(tx, context, {
    action: 'quote.owner-changed',
    subjectId: String(quoteId),
    before: { customerId: quote.customerId },
    after: { customerId },
    requestId: command.requestId,
  });
  await queueQuoteMails(tx, command, ref, { kind: 'owner' });
}
