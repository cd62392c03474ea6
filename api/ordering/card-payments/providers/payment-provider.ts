/**
 * What every provider of card payments does for us. Cards are entered on its pages alone. Nothing of it is called within a transaction; amounts are
 * hundredths of every currency, and whole where only whole ones can be paid: an adapter throws for fractions.
 */
export interface PaymentProvider {
  /** Opens a page on which an attempt is paid. The same `idempotencyKey` again answers the page that exists. Throws `ProviderUnavailableError`. */
  createPayment(payment: PaymentToCreate): Promise<CreatedPayment>;
  /** Reads a webhook: proves its signature and time. Throws `WebhookRefusedError`. Undefined for kinds of events that are of no use. */
  handleWebhook(raw: Buffer, headers: Readonly<Record<string, string | undefined>>): PaymentEvent | undefined;
  /** Sends money back. The same `idempotencyKey` again answers the refund that exists. Throws `ProviderUnavailableError`, `RefundRefusedError`. */
  refund(refund: RefundToSend): Promise<SentRefund>;
  /** How an attempt stands, as an event, so that it is applied like one. Throws `ProviderUnavailableError`. */
  getStatus(sessionReference: string): Promise<PaymentStatusNow>;
  /** Ends a page that has not been paid on. False when it has been paid, or has ended. Throws `ProviderUnavailableError`. */
  endPayment(sessionReference: string): Promise<boolean>;
  /** Payments and refunds of a day in UTC, such as `2026-11-30`, for the comparison. Throws `ProviderUnavailableError`. */
  listMovements(day: string): Promise<ProviderMovement[]>;
}

/** An attempt for which a page is opened. */
export interface PaymentToCreate {
  /** Order and attempt, such as `10234-2`. */
  idempotencyKey: string;
  organisationId: number;
  orderId: number;
  attempt: number;
  amountMinor: number;
  currencyCode: string;
  /** What is paid for, such as `Order 10234`; no names of people. */
  description: string;
  /** Absolute addresses to which the page leads back. */
  returnUrl: string;
  cancelUrl: string;
  expiresAt: Date;
}

/** The page that was opened. */
export interface CreatedPayment {
  sessionReference: string;
  redirectUrl: string;
}

/** What has happened to an attempt, from a webhook or asked for. */
export interface PaymentEvent {
  /** Of the provider; each is applied once. */
  eventId: string;
  kind: PaymentEventKind;
  occurredAt: Date;
  /** Of the page; null where an event names the payment alone. */
  sessionReference: string | null;
  paymentReference: string | null;
  /** As the provider keeps it with the payment: order and attempt; null where it does not say. */
  orderId: number | null;
  /** Of the event: what was paid, refunded in all by this refund, or is disputed; null where it has none. */
  amountMinor: number | null;
  currencyCode: string | null;
  refundReference: string | null;
  disputeReference: string | null;
  /** Why it failed or is disputed, in the words of the provider; null where there are none. */
  reason: string | null;
}

export const PAYMENT_EVENT_KINDS = [
  'opened',
  'failed',
  'expired',
  'paid',
  'refunded',
  'refund_refused',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
] as const;
export type PaymentEventKind = (typeof PAYMENT_EVENT_KINDS)[number];

/** How an attempt stands at the provider. */
export type PaymentStatusNow = Pick<PaymentEvent, 'paymentReference' | 'amountMinor' | 'currencyCode' | 'reason' | 'orderId'> & {
  kind: 'opened' | 'failed' | 'expired' | 'paid';
};

/** Money to send back. */
export interface RefundToSend {
  /** Of the refund, such as `refund-12`. */
  idempotencyKey: string;
  paymentReference: string;
  amountMinor: number;
  currencyCode: string;
}

/** A refund that the provider has taken. */
export interface SentRefund {
  refundReference: string;
  /** `pending`: an event will say when it is done or refused. */
  state: 'done' | 'pending';
}

/** Money that the provider has moved. */
export interface ProviderMovement {
  kind: 'payment' | 'refund';
  reference: string;
  amountMinor: number;
  currencyCode: string;
  occurredAt: Date;
}

/** The provider could not be reached, or answered with an error of its own: the same can be tried again. */
export class ProviderUnavailableError extends Error {}

/** The provider refuses the refund, with its reason. */
export class RefundRefusedError extends Error {}

/** A webhook that is not from the provider, too old, or unreadable. */
export class WebhookRefusedError extends Error {}
