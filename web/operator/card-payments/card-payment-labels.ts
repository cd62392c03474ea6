import type { ReplyOf } from '#contract/index.ts';
import type { Tone } from '#web/ui/content/status-badge.tsx';

export type CardPayment = ReplyOf<'GET /api/operator/cardpayments'>['cardPayments'][number];
export type CardPaymentDetail = ReplyOf<'GET /api/operator/cardpayments/:id'>['cardPayments'][number];
export type CardRefund = CardPaymentDetail['refunds'][number];

interface Label {
  label: string;
  tone: Tone;
}

/** The state of an attempt in words. */
export const PAYMENT_STATES = {
  created: { label: 'Page not opened', tone: 'neutral' },
  open: { label: 'Waiting', tone: 'info' },
  failed: { label: 'Declined', tone: 'danger' },
  expired: { label: 'Expired', tone: 'neutral' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  held: { label: 'Held', tone: 'warning' },
  paid: { label: 'Paid', tone: 'success' },
} as const satisfies Record<CardPayment['state'], Label>;

/** The state of a payment in words. One that was held stays so after it was rejected. */
export const describePaymentState = ({ state, needsDecision }: Pick<CardPayment, 'state' | 'needsDecision'>): Label =>
  state === 'held' && !needsDecision ? { label: 'Rejected', tone: 'neutral' } : PAYMENT_STATES[state];

/** The state of a refund in words. */
export const REFUND_STATES = {
  due: { label: 'To be sent', tone: 'info' },
  sent: { label: 'At the provider', tone: 'info' },
  refused: { label: 'Refused', tone: 'danger' },
  done: { label: 'Done', tone: 'success' },
} as const satisfies Record<CardRefund['state'], Label>;

/** The state of a dispute in words. */
export const DISPUTE_STATES = {
  open: { label: 'Open', tone: 'danger' },
  won: { label: 'Won', tone: 'success' },
  lost: { label: 'Lost', tone: 'neutral' },
} as const satisfies Record<CardPaymentDetail['disputes'][number]['state'], Label>;

/** What came of an event of the provider. */
export const EVENT_OUTCOMES = {
  applied: 'Applied',
  repeated: 'Received before',
  superseded: 'Overtaken by a later event',
  held: 'Held',
  unknown: 'Belongs to no payment',
} as const satisfies Record<CardPaymentDetail['events'][number]['outcome'], string>;

const EVENTS: Readonly<Record<string, string>> = {
  opened: 'Payment page opened',
  failed: 'Card declined',
  expired: 'Payment page expired',
  paid: 'Paid',
  refunded: 'Refunded',
  refund_refused: 'Refund refused',
  dispute_opened: 'Dispute opened',
  dispute_won: 'Dispute won',
  dispute_lost: 'Dispute lost',
};

/** The kind of an event in words. */
export const nameEvent = (kind: string): string => EVENTS[kind] ?? kind;

const PROVIDERS: Readonly<Record<string, string>> = { stripe: 'Stripe', simulated: 'Simulated provider' };

/** The name of a provider. */
export const nameProvider = (provider: string): string => PROVIDERS[provider] ?? provider;
