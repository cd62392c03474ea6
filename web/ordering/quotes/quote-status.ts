import type { ReplyOf } from '#contract/index.ts';
import { QUOTE_STATUSES, type QuoteStatus } from '#contract/ordering/quotes/quote-states.ts';
import type { Tone } from '#web/ui/content/status-badge.tsx';
import { formatDate, plural } from '#web/ui/format/format.ts';

export type Quote = ReplyOf<'GET /api/quote/:id'>['quote'];
export type QuoteItem = Quote['items'][number];
export type ListedQuote = ReplyOf<'GET /api/quotescustomer'>['quotes'][number];

const TONES: Readonly<Record<QuoteStatus, Tone>> = {
  Submitted: 'neutral',
  InReview: 'info',
  Quoted: 'warning',
  Accepted: 'success',
  Declined: 'danger',
  Expired: 'neutral',
};

/** The status of a quote in words and colour. */
export const describeQuoteStatus = (status: QuoteStatus): { label: string; tone: Tone } => ({
  label: QUOTE_STATUSES.find(({ name }) => name === status)?.label ?? status,
  tone: TONES[status],
});

const DAY_MS = 86_400_000;

/** The last day on which the prices lead: "30 Dec 2026". The end of a day is the beginning of the next one. */
export const formatLastDay = (validUntilUtc: string): string =>
  formatDate(new Date(Date.parse(validUntilUtc) - 1000).toISOString());

/** How long the prices lead yet: "12 days left". Undefined once the quote is closed, and before an answer. */
export function describeTimeLeft(
  { validUntilUtc, status }: Pick<ListedQuote, 'status' | 'validUntilUtc'>,
  now = Date.now(),
): string | undefined {
  if (validUntilUtc === null || (status !== 'Quoted' && status !== 'Accepted')) return undefined;
  const left = Date.parse(validUntilUtc) - now;
  if (left <= 0) return 'ended';
  const days = Math.floor(left / DAY_MS);
  return days === 0 ? 'less than a day left' : `${plural(days, 'day')} left`;
}

/** "30 Dec 2026 (12 days left)"; empty before an answer. */
export function describeValidity(quote: Pick<ListedQuote, 'status' | 'validUntilUtc'>): string {
  if (quote.validUntilUtc === null) return '';
  const left = describeTimeLeft(quote);
  return `${formatLastDay(quote.validUntilUtc)}${left ? ` (${left})` : ''}`;
}

/** Who asked for it. */
export const formatQuotePerson = ({ customer: { firstName, lastName, email } }: Pick<ListedQuote, 'customer'>): string =>
  `${firstName} ${lastName}`.trim() || email;
