import type { ReplyOf } from '#contract/index.ts';
import type { QuoteStatus } from '#contract/ordering/quotes/quote-states.ts';
import type { Tone } from '#web/ui/content/status-badge.tsx';
import { plural } from '#web/ui/format/format.ts';

/** A quote with the answer that is being written. */
export type OperatorQuote = ReplyOf<'GET /api/operator/quotes/:id'>['quote'];

/** The states as the supplier reads them: it does not wait for itself. */
export const QUOTE_LABELS: Readonly<Record<QuoteStatus, { label: string; tone: Tone }>> = {
  Submitted: { label: 'New', tone: 'warning' },
  InReview: { label: 'In review', tone: 'info' },
  Quoted: { label: 'Quoted', tone: 'success' },
  Accepted: { label: 'Accepted', tone: 'success' },
  Declined: { label: 'Declined', tone: 'neutral' },
  Expired: { label: 'Expired', tone: 'neutral' },
};

/** From how many days a customer has waited noticeably, and too long. */
const LATE_DAYS = 3;
const TOO_LATE_DAYS = 7;

/** How long a customer has waited for an answer: "Today", "3 days"; its tone, so that old requests are noticed. */
export const describeWaiting = (days: number): { label: string; tone: Tone } => ({
  label: days === 0 ? 'Today' : plural(days, 'day'),
  tone: days >= TOO_LATE_DAYS ? 'danger' : days >= LATE_DAYS ? 'warning' : 'neutral',
});

const ENDED_BY: Readonly<Record<NonNullable<OperatorQuote['quote']['declinedBy']>, string>> = {
  customer: 'Declined by the customer',
  withdrawn: 'Withdrawn by the customer',
  supplier: 'Declined by you',
};

/** Who ended a quote and why, as a sentence; undefined unless it is declined. */
export const describeQuoteEnd = ({ declinedBy, declineReason }: Pick<OperatorQuote['quote'], 'declinedBy' | 'declineReason'>) =>
  declinedBy === null ? undefined : `${ENDED_BY[declinedBy]}${declineReason ? `: ${declineReason}` : '.'}`;

/** The name of who asked for a quote. */
export const nameOfCustomer = ({ customer: { firstName, lastName } }: Pick<OperatorQuote['quote'], 'customer'>): string =>
  `${firstName} ${lastName}`.trim();
