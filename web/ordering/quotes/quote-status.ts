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

/** Until when the prices lead: "30 Dec 2026 · 12 days left". Without the days once it is closed; empty before an answer. */
export function describeValidity(
  { validUntilUtc, status }: Pick<ListedQuote, 'status' | 'validUntilUtc'>,
  now = Date.now(),
): string {
  if (validUntilUtc === null) return '';
  // The end of a day is the beginning of the next one.
  const day = formatDate(new Date(Date.parse(validUntilUtc) - 1000).toISOString());
  if (status !== 'Quoted' && status !== 'Accepted') return day;
  const left = Date.parse(validUntilUtc) - now;
  if (left <= 0) return `${day} · ended`;
  const days = Math.floor(left / DAY_MS);
  return `${day} · ${days === 0 ? 'less than a day left' : `${plural(days, 'day')} left`}`;
}

/** Who asked for it. */
export const formatQuotePerson = ({ customer: { firstName, lastName, email } }: Pick<ListedQuote, 'customer'>): string =>
  `${firstName} ${lastName}`.trim() || email;
