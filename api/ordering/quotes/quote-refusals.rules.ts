import { formatDay, getLocalDay } from '#api/platform/local-day.ts';
import type { QuoteItemRecord, QuoteRecord } from './quote-record.ts';
import { QUOTE, type QuoteState } from './quotes.rules.ts';

/** The last day on which prices lead that end at a moment, as people read it. */
export const formatLastDay = (validUntilAt: Date, timeZone: string): string =>
  formatDay(getLocalDay(validUntilAt.getTime() - 1, timeZone));

/** Pieces of a line that can still be accepted; 0 of one that is not offered. */
export const countLeft = ({ answered, acceptedQuantity }: Pick<QuoteItemRecord, 'acceptedQuantity' | 'answered'>): number =>
  answered?.isOffered ? Math.max(0, answered.quantity - acceptedQuantity) : 0;

/** The lines of which one can be accepted with this one: what it stands for, or what stands for it, and so on. */
const listRivals = (item: QuoteItemRecord, items: readonly QuoteItemRecord[]): QuoteItemRecord[] => {
  const head = item.alternativeToId ?? item.id;
  return items.filter((other) => other.id !== item.id && (other.id === head || other.alternativeToId === head));
};

/**
 * Why nothing more of a line can be accepted, as a sentence; undefined when it can. `items` are all lines of the quote. It says nothing about the quote as
 * a whole, and before an answer nothing.
 */
export function explainItem(item: QuoteItemRecord, items: readonly QuoteItemRecord[]): string | undefined {
  if (!item.answered) return undefined;
  if (!item.answered.isOffered) return 'Your supplier does not offer this. Please ask for something else in a new quote.';
  const accepted = listRivals(item, items).find(({ acceptedQuantity }) => acceptedQuantity > 0);
  if (accepted)
    return `You have accepted “${accepted.answered?.name ?? accepted.requested.name}” instead. Remove it from your cart to accept this.`;
  if (countLeft(item) === 0) return 'All pieces have been accepted. You find them in your cart and your orders.';
  if (!item.isAvailable) return 'This product is no longer available. Please write a message, or ask for a new quote.';
  return undefined;
}

/**
 * Why nothing of a quote can be accepted at a moment, as a sentence; undefined when something can, and before an answer. It does not depend on who asks.
 */
export function explainQuote(quote: QuoteRecord, now: number): string | undefined {
  const { stateId, validUntilAt, timeZone, currencyCode, organisationCurrency, shown, version, items } = quote;
  if (stateId === QUOTE.submitted || stateId === QUOTE.inReview) return undefined;
  if (stateId === QUOTE.declined)
    return quote.declinedBy === 'supplier'
      ? 'Your supplier has declined this request. You can ask for a new quote.'
      : quote.declinedBy === 'withdrawn'
        ? 'This request was withdrawn. You can ask for a new quote.'
        : 'This quote was declined. You can ask for a new quote.';
  if (shown && shown.version !== version) return 'This is an earlier answer. Please accept the newest one.';
  if (validUntilAt && (stateId === QUOTE.expired || validUntilAt.getTime() <= now))
    return `The prices of this quote ended on ${formatLastDay(validUntilAt, timeZone)}. Please ask for a new quote.`;
  if (currencyCode !== organisationCurrency)
    return `It was quoted in ${currencyCode}, and your organisation now orders in ${organisationCurrency}. Please ask for a new quote.`;
  if (items.some((item) => explainItem(item, items) === undefined)) return undefined;
  return items.some(({ acceptedQuantity }) => acceptedQuantity > 0)
    ? 'Nothing more of this quote can be accepted. You can ask for a new quote.'
    : 'Nothing of this quote can be accepted at the moment. Please write a message to your supplier.';
}

/** That a quote is closed, as a sentence. */
export const explainClosedQuote = (state: QuoteState): string =>
  state === QUOTE.declined ? 'This quote was declined or withdrawn.' : 'The prices of this quote have ended.';
