import { toCustomisation } from '#api/catalogue/customisation/customisation.mapper.ts';
import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { toFile } from '#api/platform/files/file.mapper.ts';
import { isAdmin, type Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { QuoteItemRecord, QuoteListRecord, QuoteRecord } from './quote-record.ts';
import { explainItem, explainQuote } from './quote-refusals.rules.ts';
import { canPlaceOrders, canTake, isClosed, QUOTE_STATES } from './quotes.rules.ts';

export type QuoteReply = ReplyOf<'GET /api/quote/:id'>['quote'];
type ItemReply = QuoteReply['items'][number];
type ListItemReply = ReplyOf<'GET /api/quotescustomer'>['quotes'][number];

/** What of a quote depends on who sees it. */
export interface QuoteViewer {
  /** Whether they are who asked for it, or act for them. */
  isOwn: boolean;
  pricesVisible: boolean;
  /** Whether they may order. */
  canOrder: boolean;
  /** Whether they can name another owner. */
  canGiveAway: boolean;
}

/** The customer as operators imagine them: who asked for it, sees prices and may order. */
export const AS_CUSTOMER: QuoteViewer = { isOwn: true, pricesVisible: true, canOrder: true, canGiveAway: false };

/** A quote as a person in scope sees it. */
export const viewerOf = (scope: Scope, { customer }: Pick<QuoteListRecord, 'customer'>): QuoteViewer => ({
  isOwn: scope.customerId === customer.id,
  pricesVisible: scope.pricesVisible,
  canOrder: canPlaceOrders(scope),
  canGiveAway: isAdmin(scope) && !scope.isImpersonated,
});

const toAmount = (minor: number | null | undefined, { pricesVisible }: Pick<QuoteViewer, 'pricesVisible'>) =>
  minor == null || !pricesVisible ? null : toMajorUnits(minor);

const toMoment = (day: string | null) => (day === null ? null : `${day}T00:00:00Z`);

/** What lists say about a quote. Amounts are null for people who see no prices. */
export const toQuoteListItem = (quote: QuoteListRecord, viewer: Pick<QuoteViewer, 'pricesVisible'>): ListItemReply => ({
  id: quote.id,
  quoteNumber: quote.quoteNumber,
  title: quote.title,
  status: QUOTE_STATES[quote.stateId],
  statusId: quote.stateId,
  customer: quote.customer,
  customerHasLeft: quote.customerHasLeft,
  createdOnUtc: quote.createdAt.toISOString(),
  updatedOnUtc: quote.updatedAt.toISOString(),
  requiredByUtc: toMoment(quote.requiredByOn),
  validUntilUtc: quote.validUntilAt?.toISOString() ?? null,
  total: toAmount(quote.totalMinor, viewer),
  currencyCode: quote.currencyCode,
});

function toItem(item: QuoteItemRecord, items: readonly QuoteItemRecord[], viewer: QuoteViewer): ItemReply {
  const { requested, answered } = item;
  const shown = answered ?? requested;
  const isOffered = answered?.isOffered ?? null;
  return {
    id: item.id,
    productId: shown.productId,
    sku: shown.sku,
    name: shown.name,
    imageSrc: item.imageSrc,
    attributeDescription: shown.attributeDescription,
    quantity: shown.quantity,
    combinationId: shown.combinationId,
    askedFor: item.isRequested
      ? {
          name: requested.name,
          sku: requested.sku,
          attributeDescription: requested.attributeDescription,
          quantity: requested.quantity,
        }
      : null,
    unitPrice: isOffered ? toAmount(answered?.unitPriceMinor, viewer) : null,
    setupPrice: isOffered ? toAmount(answered?.setupMinor, viewer) : null,
    comments: requested.comments,
    isOffered,
    answer: answered?.answer ?? null,
    leadTimeDays: isOffered ? (answered?.leadTimeDays ?? null) : null,
    acceptedQuantity: item.acceptedQuantity,
    alternativeToId: item.alternativeToId,
    combinations: item.choices.map(({ combinationId, description, attributes }) => ({
      combinationId,
      attributeDescription: description,
      attributes,
    })),
    customisations: item.designs.map((design) => toCustomisation(design, viewer)),
    refusal: explainItem(item, items) ?? null,
  };
}

/** Lines that a version says nothing to, where it says something to others, are not offered. */
export const withAnswers = ({ items, shown }: QuoteRecord): QuoteItemRecord[] =>
  shown === null
    ? items
    : items.map((item) =>
        item.answered
          ? item
          : {
              ...item,
              answered: {
                ...item.requested,
                isOffered: false,
                unitPriceMinor: null,
                setupMinor: 0,
                leadTimeDays: null,
                answer: null,
              },
            },
      );

/**
 * A quote as its customer, or someone in whose scope it is, sees it at a moment (milliseconds). Amounts are null for people who see no prices; they can
 * accept all the same, as they order without seeing prices.
 */
export function toQuote(quote: QuoteRecord, viewer: QuoteViewer, now: number): QuoteReply {
  const { stateId, shown, version, validUntilAt } = quote;
  const items = withAnswers(quote);
  const { isOwn, canOrder } = viewer;
  const reason = explainQuote({ ...quote, items }, now);
  const isAnswered = canTake('accept', stateId);
  const name = `${quote.customer.firstName} ${quote.customer.lastName}`;
  const refusal =
    reason ??
    (isAnswered && !isOwn
      ? `Only ${name} can accept it.`
      : isAnswered && !canOrder
        ? 'You cannot place orders. Please ask your administrator.'
        : undefined);
  return {
    ...toQuoteListItem(
      shown && shown.version !== version ? { ...quote, totalMinor: shown.totalMinor, currencyCode: shown.currencyCode } : quote,
      viewer,
    ),
    description: quote.description,
    notes: shown?.notes ?? null,
    terms: shown?.terms ?? null,
    items: items.map((item) => toItem(item, items, viewer)),
    files: quote.files.map(toFile),
    version: shown?.version ?? 0,
    declineReason: quote.declineReason,
    declinedBy: quote.declinedBy,
    messages: quote.messages.map(({ createdAt, files, ...message }) => ({
      ...message,
      files: files.map(toFile),
      createdOnUtc: createdAt.toISOString(),
    })),
    orderIds: quote.orderIds,
    isOwn,
    canAccept: isAnswered && refusal === undefined,
    refusal: refusal ?? null,
    canDecline: isOwn && canTake('decline', stateId) && validUntilAt !== null && validUntilAt.getTime() > now,
    canWithdraw: isOwn && canTake('withdraw', stateId),
    canWrite: isOwn && !isClosed(stateId),
    canGiveAway: viewer.canGiveAway,
    versions: quote.versions.flatMap((each) =>
      each.sentAt === null
        ? []
        : [
            {
              version: each.version,
              sentOnUtc: each.sentAt.toISOString(),
              validUntilUtc: each.version === version ? (validUntilAt?.toISOString() ?? null) : null,
            },
          ],
    ),
    unsentFiles: isOwn ? quote.unsentFiles : 0,
  };
}
