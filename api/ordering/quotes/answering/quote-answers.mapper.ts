import { toCustomisation } from '#api/catalogue/customisation/customisation.mapper.ts';
import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { getEndOfLocalDay } from '#api/platform/local-day.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { QuoteRecord } from '../quote-record.ts';
import { AS_CUSTOMER, type QuoteReply, toQuote, toQuoteListItem } from '../quotes.mapper.ts';
import { canTake, QUOTE } from '../quotes.rules.ts';
import { explainUnanswerable, totalAnswer } from './answer.rules.ts';
import type { OperatorQuoteRow } from './operator-quotes.queries.ts';
import type { AnswerLine, QuoteAnswer } from './quote-answer.actions.ts';

type OperatorQuoteReply = ReplyOf<'GET /api/operator/quotes/:id'>['quote'];

const PRICED = { pricesVisible: true };

/** A quote in the list of operators. `now` in milliseconds. */
export const toOperatorListItem = (
  { organisation, takenBy, itemCount, ...quote }: OperatorQuoteRow,
  now: number,
): ReplyOf<'GET /api/operator/quotes'>['quotes'][number] => ({
  ...toQuoteListItem(quote, PRICED),
  organisation,
  takenBy,
  waitingDays: canTake('review', quote.stateId) ? Math.max(0, Math.floor((now - quote.createdAt.getTime()) / 86_400_000)) : null,
  itemCount,
});

const toAmount = (minor: number | null | undefined) => (minor == null ? null : toMajorUnits(minor));

function toAnswerItem({ item, garment, ...line }: AnswerLine): OperatorQuoteReply['draft']['items'][number] {
  const { requested } = item;
  return {
    id: item.id,
    alternativeToId: item.alternativeToId,
    isRequested: item.isRequested,
    requested: {
      productId: requested.productId,
      combinationId: requested.combinationId,
      name: requested.name,
      sku: requested.sku,
      attributeDescription: requested.attributeDescription,
      quantity: requested.quantity,
      comments: requested.comments,
    },
    isOffered: line.isOffered,
    productId: line.productId,
    productName: garment?.productName ?? null,
    combinationId: line.combinationId,
    attributeDescription: garment?.attributeDescription ?? null,
    quantity: line.quantity,
    unitPrice: toAmount(line.unitPriceMinor),
    setupPrice: toMajorUnits(line.setupMinor),
    leadTimeDays: line.leadTimeDays,
    answer: line.answer,
    todaysPrice: toAmount(garment?.unitMinor),
    todaysSetupPrice: toAmount(garment?.setupMinor),
    problems: line.problems,
    customisations: (garment?.designs ?? []).map((design) => toCustomisation(design, PRICED)),
  };
}

/** The draft as its customer will see it, by the rules that show them a quote that was sent; null before anything was saved. */
function toPreview({ draft, saved, seen, validUntilOn, lines, version }: QuoteAnswer, now: number): QuoteReply | null {
  if (!draft || !saved) return null;
  return toQuote(
    {
      ...draft,
      stateId: QUOTE.quoted,
      version,
      validUntilAt: getEndOfLocalDay(validUntilOn, seen.timeZone),
      currencyCode: seen.organisationCurrency,
      totalMinor: totalAnswer(lines.map(({ item: { alternativeToId }, ...line }) => ({ ...line, alternativeToId }))),
    },
    AS_CUSTOMER,
    now,
  );
}

/** A quote as operators see it; its preview is the draft, or the version `sent`. `now` in milliseconds. */
export function toOperatorQuote(
  answer: QuoteAnswer,
  now: number,
  { withPreview = false, sent }: { withPreview?: boolean; sent?: QuoteRecord | undefined } = {},
): OperatorQuoteReply {
  const { ref, seen, saved, lines } = answer;
  const refusal = explainUnanswerable(seen.stateId) ?? null;
  return {
    organisation: { id: ref.organisationId, name: seen.organisationName },
    quote: toQuote(seen, AS_CUSTOMER, now),
    preview: sent ? toQuote(sent, AS_CUSTOMER, now) : withPreview ? toPreview(answer, now) : null,
    internalNote: seen.internalNote,
    takenBy: seen.takenBy,
    draft: {
      version: answer.version,
      saves: saved?.saves ?? 0,
      currencyCode: seen.organisationCurrency,
      validUntil: answer.validUntilOn,
      notes: answer.notes,
      terms: answer.terms,
      items: lines.map(toAnswerItem),
    },
    canSend: canTake('send', seen.stateId),
    canDecline: canTake('refuse', seen.stateId),
    refusal,
    versions: seen.versions.flatMap(({ version, sentAt, savedBy, validUntilOn, totalMinor, currencyCode }) =>
      sentAt === null
        ? []
        : [
            {
              version,
              sentOnUtc: sentAt.toISOString(),
              sentBy: savedBy ?? '',
              validUntilUtc: getEndOfLocalDay(validUntilOn ?? answer.today, seen.timeZone).toISOString(),
              total: toMajorUnits(totalMinor),
              currencyCode,
            },
          ],
    ),
  };
}
