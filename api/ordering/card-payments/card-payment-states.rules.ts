import type { PaymentEventKind } from './providers/payment-provider.ts';

/** The states of an attempt to pay by card, as data. `applyPaymentEvent` takes no other step. */

export const CARD_PAYMENT_STATES = ['created', 'open', 'failed', 'expired', 'cancelled', 'held', 'paid'] as const;
export type CardPaymentState = (typeof CARD_PAYMENT_STATES)[number];

/** An attempt to pay for an order by card. Money in minor units. */
export interface PaymentAttempt {
  id: number;
  organisationId: number;
  brandId: number;
  orderId: number;
  /** Its number within the order, from 1. */
  attempt: number;
  provider: string;
  state: CardPaymentState;
  amountMinor: number;
  currencyCode: string;
  sessionReference: string | null;
  paymentReference: string | null;
  redirectUrl: string | null;
  receivedMinor: number | null;
  expiresAt: Date;
  checkedAt: Date | null;
}

/**
 * What each kind of event does to an attempt. States only go forward: whatever comes late, twice or in another order ends in the same state. Money that arrives
 * for an attempt that has ended makes it paid all the same, because it is with the provider; whether it pays for the order is decided there.
 */
export const CARD_PAYMENT_TRANSITIONS: Readonly<
  Record<
    'opened' | 'failed' | 'expired' | 'paid' | 'held' | 'cancelled' | 'accepted',
    { from: readonly CardPaymentState[]; to: CardPaymentState }
  >
> = {
  opened: { from: ['created'], to: 'open' },
  failed: { from: ['created', 'open'], to: 'failed' },
  expired: { from: ['created', 'open'], to: 'expired' },
  /** Ended by us: the order was cancelled or paid by another attempt. */
  cancelled: { from: ['created', 'open'], to: 'cancelled' },
  paid: { from: ['created', 'open', 'failed', 'expired', 'cancelled'], to: 'paid' },
  /** What was paid differs from what was asked for. */
  held: { from: ['created', 'open', 'failed', 'expired', 'cancelled'], to: 'held' },
  /** An operator takes a held payment as it is. */
  accepted: { from: ['held'], to: 'paid' },
};

/** Kinds of events that concern a payment which has been received, rather than an attempt. */
export const LATER_KINDS: readonly PaymentEventKind[] = [
  'refunded',
  'refund_refused',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
];
