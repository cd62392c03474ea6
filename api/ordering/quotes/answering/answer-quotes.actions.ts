import { type AuditEvent, recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Clock } from '#api/platform/clock.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { conflict, HttpError, invalid, partsNotFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { addDaysTo, getEndOfLocalDay } from '#api/platform/local-day.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { BodyOf } from '#contract/index.ts';
import { renewQuoteSearch } from '../insert-quote.queries.ts';
import { queueQuoteMails } from '../mails/queue-quote-mails.actions.ts';
import { lockQuote, takeQuoteStep } from '../quote-steps.queries.ts';
import { canTake, QUOTE } from '../quotes.rules.ts';
import { explainUnanswerable, totalAnswer } from './answer.rules.ts';
import { type KnownLine, planAnswer } from './plan-answer.rules.ts';
import { type AnswerLine, getClientQuote, type QuoteAnswer, readAnswer } from './quote-answer.actions.ts';
import {
  insertAddedItems,
  listAddedItems,
  putDraft,
  putDraftLines,
  sealDraft,
  setInternalNote,
  setTaker,
} from './quote-answers.queries.ts';
import { listProductsOf, listRangeProducts } from './quoted-garments.queries.ts';

/** What answering needs beside the transaction. */
export interface AnswerCommand extends MailDependencies {
  clock: Clock;
  requestId: string;
}

/** The last day until which prices can lead: quotes are no price lists. */
const MAX_VALID_DAYS = 730;

const CHANGED = 'The answer was saved by someone else in the meantime. Load it again to see the changes.';

/** Locks a quote of the operator's brands, and reads the answer that is being written. Throws 404. */
export async function lockAnswer(tx: Tx, operator: OperatorScope, id: number, command: AnswerCommand): Promise<QuoteAnswer> {
  const ref = await getClientQuote(tx, operator, id);
  await lockQuote(tx, ref);
  return readAnswer(tx, ref, command);
}

/** Throws 409 when nothing can be changed any more, or when the draft that was shown is no longer the newest. */
function assertOpen({ seen, saved }: QuoteAnswer, saves?: number | null): void {
  const refusal = explainUnanswerable(seen.stateId);
  if (refusal) throw conflict('quote', refusal);
  if (saves != null && saves !== (saved?.saves ?? 0)) throw conflict('quote', CHANGED);
}

/** Throws 422 for a last day that is past, or too far away. */
function assertLastDay(day: string, today: string): void {
  if (day < today) throw invalid('validUntil', 'This day is in the past. Please choose a later one.');
  if (day > addDaysTo(today, MAX_VALID_DAYS)) throw invalid('validUntil', 'Please choose a day within the next two years.');
}

const audit = (
  tx: Tx,
  operator: OperatorScope,
  { ref }: QuoteAnswer,
  { requestId }: AnswerCommand,
  what: string,
  after?: AuditEvent['after'],
) =>
  recordOperatorAuditEvent(tx, operator, ref, {
    action: `quote.${what}`,
    subjectId: String(ref.quoteId),
    requestId,
    ...(after && { after }),
  });

/** The operator, if it is one and not a key, to be written as the one who answers. */
const takerOf = ({ kind, id }: OperatorScope): { takenById?: number } => (kind === 'operator' ? { takenById: id } : {});

const trimmed = (text: string | null | undefined, before: string | null): string | null =>
  text === undefined ? before : text?.trim() || null;

/** A line as it is planned where it is not named. */
const lineOf = ({ item: _item, garment: _garment, problems: _problems, ...line }: AnswerLine) => line;

/** The lines that an answer can name, with what is known of their products. */
async function listKnownLines(tx: Tx, { ref, lines }: QuoteAnswer): Promise<Map<number, KnownLine>> {
  const known = new Map<number, KnownLine>();
  // Lines that an earlier answer has added and the newest has not.
  for (const itemId of await listAddedItems(tx, ref))
    known.set(itemId, { itemId, isRequested: false, productIds: [], current: undefined });
  for (const line of lines) {
    const { id: itemId, isRequested, requested } = line.item;
    const productIds = [requested.productId, line.productId].filter((id) => id !== null);
    known.set(itemId, { itemId, isRequested, productIds, current: lineOf(line) });
  }
  return known;
}

/**
 * Saves the draft of an answer; a submitted quote is then in review, and its operator the one who saves first. Throws 404, 409 when it is closed or
 * accepted or was saved by someone else since, and 422.
 */
export async function saveAnswer(
  tx: Tx,
  operator: OperatorScope,
  id: number,
  body: BodyOf<'PUT /api/operator/quotes/:id'>,
  command: AnswerCommand,
): Promise<QuoteAnswer> {
  const before = await lockAnswer(tx, operator, id, command);
  const { ref, seen, saved } = before;
  assertOpen(before, body.saves);
  if (body.validUntil) assertLastDay(body.validUntil, before.today);
  const known = await listKnownLines(tx, before);
  const plan = planAnswer(body.items, {
    known,
    rangeProducts: await listRangeProducts(tx, ref, [...new Set(body.items.flatMap(({ productId }) => productId || []))]),
    productOf: await listProductsOf(tx, [...new Set(body.items.flatMap(({ combinationId }) => combinationId || []))]),
  });
  if (Object.keys(plan.missing).length > 0) throw partsNotFound(plan.missing);
  if (Object.keys(plan.invalid).length > 0) throw new HttpError(422, plan.invalid);
  await putDraft(tx, ref, operator, {
    version: before.version,
    currencyCode: seen.organisationCurrency,
    validUntilOn: body.validUntil === undefined ? (saved?.validUntilOn ?? null) : body.validUntil,
    notes: trimmed(body.notes, before.notes),
    terms: trimmed(body.terms, before.terms),
  });
  const ids = await insertAddedItems(tx, ref, plan.added);
  const added = plan.added.map((line, index) => ({ ...line, itemId: ids[index] as number }));
  await putDraftLines(tx, ref, before.version, [...plan.lines, ...added]);
  if (body.internalNote !== undefined) await setInternalNote(tx, ref, trimmed(body.internalNote, null));
  if (seen.stateId === QUOTE.submitted) await takeQuoteStep(tx, ref, 'review', takerOf(operator));
  await audit(tx, operator, before, command, 'answer_saved', { version: before.version, saves: (saved?.saves ?? 0) + 1 });
  return readAnswer(tx, ref, command);
}

/** Why the lines of an answer cannot be sent, by key; empty when they can. */
function explainLines(lines: readonly AnswerLine[]): Record<string, string[]> {
  if (!lines.some(({ isOffered }) => isOffered))
    return { items: ['Nothing is offered. Offer at least one line, or decline the request.'] };
  return Object.fromEntries(lines.flatMap(({ problems }, index) => (problems.length > 0 ? [[`items[${index}]`, problems]] : [])));
}

/**
 * Sends the draft to the customer, in the place of an earlier answer: from now on it never changes. Everything is checked again. Throws 404, 409 when
 * it is closed or accepted, was saved by someone else since or there is no draft, and 422 when something of it cannot be ordered, or is free without
 * having been confirmed.
 */
export async function sendAnswer(
  tx: Tx,
  operator: OperatorScope,
  id: number,
  { saves, confirmsFree }: BodyOf<'POST /api/operator/quotes/:id/send'>,
  command: AnswerCommand,
): Promise<QuoteAnswer> {
  const answer = await lockAnswer(tx, operator, id, command);
  const { ref, seen, saved, lines, version, validUntilOn } = answer;
  assertOpen(answer, saves);
  if (!saved) throw conflict('quote', 'There is no new answer to send. Please save one first.');
  assertLastDay(validUntilOn, answer.today);
  const problems = explainLines(lines);
  if (Object.keys(problems).length > 0) throw new HttpError(422, problems);
  const free = lines.flatMap((line, index) => (line.isOffered && line.unitPriceMinor === 0 ? [index + 1] : []));
  if (free.length > 0 && !confirmsFree)
    throw invalid(
      'confirmsFree',
      `${free.length === 1 ? `Line ${free[0]} costs` : `Lines ${free.join(', ')} cost`} nothing. Confirm this, or enter a price.`,
    );
  const totalMinor = totalAnswer(lines.map(({ item: { alternativeToId }, ...line }) => ({ ...line, alternativeToId })));
  const sent = {
    version,
    validUntilAt: getEndOfLocalDay(validUntilOn, seen.timeZone),
    totalMinor,
    currencyCode: seen.organisationCurrency,
  };
  const isSent =
    (await sealDraft(tx, ref, operator, { version, validUntilOn })) &&
    (await takeQuoteStep(tx, ref, 'send', { sent, ...takerOf(operator) }));
  if (!isSent) throw conflict('quote', CHANGED);
  await renewQuoteSearch(tx, ref);
  await audit(tx, operator, answer, command, 'answered', { version, totalMinor, currencyCode: sent.currencyCode, validUntilOn });
  await queueQuoteMails(tx, command, ref, { kind: 'answered', version });
  return readAnswer(tx, ref, command);
}

/** Makes an operator the one who answers a quote; a submitted one is then in review. Throws 404, and 409 when it is closed or accepted. */
export async function takeQuote(tx: Tx, operator: OperatorScope, id: number, command: AnswerCommand): Promise<QuoteAnswer> {
  const answer = await lockAnswer(tx, operator, id, command);
  assertOpen(answer);
  const { ref, seen } = answer;
  const taker = takerOf(operator);
  const isNew = taker.takenById !== undefined && taker.takenById !== seen.takenBy?.id;
  if (seen.stateId === QUOTE.submitted) await takeQuoteStep(tx, ref, 'review', taker);
  else if (isNew && taker.takenById !== undefined) await setTaker(tx, ref, taker.takenById);
  if (seen.stateId === QUOTE.submitted || isNew) await audit(tx, operator, answer, command, 'taken');
  return readAnswer(tx, ref, command);
}

/** Declines a request, or an answer of which nothing was accepted, with a reason. Throws 404 and 409. */
export async function declineAsSupplier(
  tx: Tx,
  operator: OperatorScope,
  id: number,
  { reason }: BodyOf<'POST /api/operator/quotes/:id/decline'>,
  command: AnswerCommand,
): Promise<QuoteAnswer> {
  const answer = await lockAnswer(tx, operator, id, command);
  assertOpen(answer);
  const { ref, seen } = answer;
  if (!canTake('refuse', seen.stateId))
    throw conflict('quote', 'The prices of this quote have ended. You can send a new answer, or leave it as it is.');
  await takeQuoteStep(tx, ref, 'refuse', { declinedBy: 'supplier', reason: reason.trim() });
  await audit(tx, operator, answer, command, 'declined_by_supplier');
  await queueQuoteMails(tx, command, ref, { kind: 'declinedBySupplier' });
  return readAnswer(tx, ref, command);
}
