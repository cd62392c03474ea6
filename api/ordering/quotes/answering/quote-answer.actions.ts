import type { Clock } from '#api/platform/clock.ts';
import type { Db } from '#api/platform/db/database.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { addDaysTo, getLocalDay } from '#api/platform/local-day.ts';
import { QUOTE_VALID_DAYS } from '#contract/ordering/quotes/quote-limits.ts';
import type { QuoteItemRecord, QuoteRecord, QuoteVersionRecord } from '../quote-record.ts';
import { readQuoteOf } from '../read-quote.queries.ts';
import { explainAnswer, type GarmentToday, type LineAnswer } from './answer.rules.ts';
import { type ClientQuoteRef, findClientQuote } from './quote-answers.queries.ts';
import { readQuotedGarments } from './quoted-garments.actions.ts';

/** A line with what the answer says to it, and what keeps it from being sent. */
export interface AnswerLine extends LineAnswer {
  item: QuoteItemRecord;
  /** Undefined without a product. */
  garment: GarmentToday | undefined;
  problems: string[];
}

/** A quote with the answer that is being written. */
export interface QuoteAnswer {
  ref: ClientQuoteRef;
  /** As its customer sees it. */
  seen: QuoteRecord;
  /** With the draft in the place of what the customer sees; null before anything was saved. */
  draft: QuoteRecord | null;
  /** What is saved of it; null before anything was. */
  saved: QuoteVersionRecord | null;
  /** Of the draft when it is sent. */
  version: number;
  /** Today in the time zone of the organisation. */
  today: string;
  /** The saved day, or the one that is proposed. */
  validUntilOn: string;
  notes: string | null;
  terms: string | null;
  lines: AnswerLine[];
}

/** A quote of the operator's brands. Throws 404. */
export async function getClientQuote(db: Db, operator: OperatorScope, id: number): Promise<ClientQuoteRef> {
  const ref = await findClientQuote(db, operator, id);
  if (!ref) throw notFound('quote');
  return ref;
}

/** A quote as its customer saw it in an earlier version. Throws 404 when there is no such version. */
export async function getSentAnswer(db: Db, ref: ClientQuoteRef, version: number): Promise<QuoteRecord> {
  const sent = await readQuoteOf(db, ref, { version });
  if (!sent) throw notFound('version');
  return sent;
}

/** What the answer says to a line before it was saved: what was asked for, without a price. */
const propose = ({ requested: { productId, combinationId, quantity } }: QuoteItemRecord): LineAnswer => ({
  isOffered: productId !== null,
  productId,
  combinationId,
  quantity,
  unitPriceMinor: null,
  setupMinor: 0,
  leadTimeDays: null,
  answer: null,
});

/** What an answer says to a line. Prices of another currency than the client's are gone. */
function toLineAnswer(item: QuoteItemRecord, hasOtherCurrency: boolean): LineAnswer {
  if (!item.answered) return propose(item);
  const { isOffered, productId, combinationId, quantity, unitPriceMinor, setupMinor, leadTimeDays, answer } = item.answered;
  return {
    isOffered,
    productId,
    combinationId,
    quantity,
    unitPriceMinor: hasOtherCurrency ? null : unitPriceMinor,
    setupMinor: hasOtherCurrency ? 0 : setupMinor,
    leadTimeDays,
    answer,
  };
}

/**
 * A quote with the answer that is being written: what was saved, otherwise what was sent last, otherwise what the request proposes. Garments are checked
 * and priced as of today.
 */
export async function readAnswer(db: Db, ref: ClientQuoteRef, { clock }: { clock: Clock }): Promise<QuoteAnswer> {
  const seen = await readQuoteOf(db, ref);
  if (!seen) throw notFound('quote');
  const saved = seen.versions.find(({ sentAt }) => sentAt === null) ?? null;
  const draft = saved && ((await readQuoteOf(db, ref, { version: 'draft' })) ?? null);
  const base = draft ?? seen;
  const basis = saved ?? seen.shown;
  const currencyCode = seen.organisationCurrency;
  const hasOtherCurrency = basis !== null && basis.currencyCode !== currencyCode;
  const today = getLocalDay(clock.now(), seen.timeZone);
  const answers = base.items.map((item) => ({ item, line: toLineAnswer(item, hasOtherCurrency) }));
  const garments = await readQuotedGarments(
    db,
    { organisationId: ref.organisationId, customerId: seen.customer.id, currencyCode },
    answers.flatMap(({ item, line: { productId, combinationId, quantity } }) =>
      productId === null ? [] : [{ key: item.id, itemId: item.id, productId, combinationId, quantity }],
    ),
    clock.now(),
  );
  const isProposed = basis === null || hasOtherCurrency;
  const lines = answers.map(({ item, line: found }): AnswerLine => {
    const garment = garments.get(item.id);
    const line = isProposed || !item.answered ? { ...found, setupMinor: garment?.setupMinor ?? 0 } : found;
    return { ...line, item, garment, problems: explainAnswer(line, garment, { currencyCode, hasOtherCurrency }) };
  });
  return {
    ref,
    seen,
    draft,
    saved,
    version: seen.version + 1,
    today,
    validUntilOn: saved?.validUntilOn ?? addDaysTo(today, QUOTE_VALID_DAYS),
    notes: basis?.notes ?? null,
    terms: basis?.terms ?? null,
    lines,
  };
}
