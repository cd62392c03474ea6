import { Stripe } from 'stripe';
import { createBoundedFetch } from './bounded-fetch.ts';
import {
  type PaymentEvent,
  type PaymentProvider,
  type PaymentToCreate,
  type ProviderMovement,
  ProviderUnavailableError,
  RefundRefusedError,
  WebhookRefusedError,
} from './payment-provider.ts';
import type { ProviderAccess } from './provider-access.ts';
import { fromStripeAmount, toStripeAmount, toStripeExpiry } from './stripe-amounts.rules.ts';
import { SIGNATURE_TOLERANCE_SECONDS } from './webhook-signature.rules.ts';

const PAGE_SIZE = 100;
/** More movements of one day are not compared. */
const MAX_MOVEMENTS = 10_000;
const DAY_SECONDS = 24 * 60 * 60;

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

const toCode = (currency: string | null): string | null => currency?.toUpperCase() ?? null;

const toMinor = (amount: number | null, currency: string | null): number | null =>
  amount === null || currency === null ? null : fromStripeAmount(amount, currency.toUpperCase());

function toOrderId(metadata: Stripe.Metadata | null | undefined): number | null {
  const id = Number(metadata?.orderId ?? Number.NaN);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

const unavailable = (error: unknown): ProviderUnavailableError =>
  error instanceof ProviderUnavailableError
    ? error
    : new ProviderUnavailableError(`Stripe answers with an error: ${describe(error)}`, { cause: error });

/** What went wrong, without what Stripe repeats of the request. */
function describe(error: unknown): string {
  if (!(error instanceof Stripe.errors.StripeError)) return 'no answer';
  return [error.type, error.code, error.statusCode].filter((part) => part !== undefined && part !== null).join(' ');
}

async function call<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    throw unavailable(error);
  }
}

type EventFields = Omit<PaymentEvent, 'eventId' | 'kind' | 'occurredAt'>;

const NOTHING: EventFields = {
  sessionReference: null,
  paymentReference: null,
  orderId: null,
  amountMinor: null,
  currencyCode: null,
  refundReference: null,
  disputeReference: null,
  reason: null,
};

const readSession = (session: Stripe.Checkout.Session): EventFields => ({
  ...NOTHING,
  sessionReference: session.id,
  paymentReference: idOf(session.payment_intent),
  orderId: toOrderId(session.metadata),
  amountMinor: toMinor(session.amount_total, session.currency),
  currencyCode: toCode(session.currency),
});

const readRefund = (refund: Stripe.Refund): EventFields => ({
  ...NOTHING,
  paymentReference: idOf(refund.payment_intent),
  amountMinor: toMinor(refund.amount, refund.currency),
  currencyCode: toCode(refund.currency),
  refundReference: refund.id,
  reason: refund.failure_reason ?? null,
});

const readDispute = (dispute: Stripe.Dispute): EventFields => ({
  ...NOTHING,
  paymentReference: idOf(dispute.payment_intent),
  amountMinor: toMinor(dispute.amount, dispute.currency),
  currencyCode: toCode(dispute.currency),
  disputeReference: dispute.id,
  reason: dispute.reason,
});

type EventContent = Pick<PaymentEvent, 'kind'> & EventFields;

function readRefundEvent(refund: Stripe.Refund): EventContent | undefined {
  if (refund.status === 'succeeded') return { kind: 'refunded', ...readRefund(refund) };
  if (refund.status === 'failed' || refund.status === 'canceled') return { kind: 'refund_refused', ...readRefund(refund) };
  return undefined;
}

/** What an event of Stripe says about a payment; undefined for kinds that are of no use. */
function readEvent(event: Stripe.Event): EventContent | undefined {
  switch (event.type) {
    case 'checkout.session.completed':
      // Of a method that takes longer than the page, which another event will settle.
      return event.data.object.payment_status === 'paid' ? { kind: 'paid', ...readSession(event.data.object) } : undefined;
    case 'checkout.session.async_payment_succeeded':
      return { kind: 'paid', ...readSession(event.data.object) };
    case 'checkout.session.async_payment_failed':
      return { kind: 'failed', ...readSession(event.data.object) };
    case 'checkout.session.expired':
      return { kind: 'expired', ...readSession(event.data.object) };
    case 'charge.refunded': {
      // Newer versions of the API leave the refunds out, and tell of each by an event of its own.
      const [newest] = event.data.object.refunds?.data ?? [];
      return newest && readRefundEvent(newest);
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return readRefundEvent(event.data.object);
    case 'charge.dispute.created':
      return { kind: 'dispute_opened', ...readDispute(event.data.object) };
    case 'charge.dispute.closed':
      return { kind: event.data.object.status === 'lost' ? 'dispute_lost' : 'dispute_won', ...readDispute(event.data.object) };
    default:
      return undefined;
  }
}

function toSessionParams(payment: PaymentToCreate, now: Date): Stripe.Checkout.SessionCreateParams {
  const { organisationId, orderId, attempt, amountMinor, currencyCode, description, returnUrl, cancelUrl } = payment;
  const metadata = { organisationId: String(organisationId), orderId: String(orderId), attempt: String(attempt) };
  const expiry = toStripeExpiry(payment.expiresAt, now);
  return {
    mode: 'payment',
    client_reference_id: payment.idempotencyKey,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currencyCode.toLowerCase(),
          unit_amount: toStripeAmount(amountMinor, currencyCode),
          product_data: { name: description },
        },
      },
    ],
    allowed_payment_method_types: ['card'],
    metadata,
    payment_intent_data: { description, metadata },
    success_url: returnUrl,
    cancel_url: cancelUrl,
    ...(expiry === undefined ? {} : { expires_at: expiry }),
  };
}

function toMovement({ type, source, amount, currency, created }: Stripe.BalanceTransaction): ProviderMovement | undefined {
  const isRefund = type === 'refund' || type === 'payment_refund';
  if (!isRefund && type !== 'charge' && type !== 'payment') return undefined;
  const charge = typeof source === 'object' && source?.object === 'charge' ? source : null;
  const reference = isRefund ? idOf(source) : (idOf(charge?.payment_intent) ?? idOf(source));
  const code = currency.toUpperCase();
  return {
    kind: isRefund ? 'refund' : 'payment',
    reference: reference ?? '',
    amountMinor: fromStripeAmount(Math.abs(amount), code),
    currencyCode: code,
    occurredAt: new Date(created * 1000),
  };
}

/** Stripe Checkout: a page of Stripe for each attempt. */
export function createStripeProvider({ secretKey, webhookSecrets, host, now, limits }: ProviderAccess): PaymentProvider {
  const base = host === null ? undefined : new URL(host);
  const stripe = new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(createBoundedFetch(limits)),
    // The caller repeats, with the same key.
    maxNetworkRetries: 0,
    telemetry: false,
    ...(base
      ? {
          host: base.hostname,
          port: base.port === '' ? (base.protocol === 'http:' ? 80 : 443) : Number(base.port),
          protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
        }
      : {}),
  });

  const createSession = async (payment: PaymentToCreate): Promise<Stripe.Checkout.Session> => {
    const params = toSessionParams(payment, now());
    try {
      return await stripe.checkout.sessions.create(params, { idempotencyKey: payment.idempotencyKey });
    } catch (error) {
      // The page was asked for long ago and its time counts differently now. If both pages are paid on, the second payment is refunded.
      if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error;
      return stripe.checkout.sessions.create(params, { idempotencyKey: `${payment.idempotencyKey}-again` });
    }
  };

  const retrieve = (sessionReference: string) =>
    call(() => stripe.checkout.sessions.retrieve(sessionReference, { expand: ['payment_intent'] }));

  const constructEvent = (raw: Buffer, header: string): Stripe.Event => {
    const failures: unknown[] = [];
    for (const secret of webhookSecrets) {
      try {
        return stripe.webhooks.constructEvent(raw, header, secret, SIGNATURE_TOLERANCE_SECONDS, undefined, now().getTime());
      } catch (error) {
        failures.push(error);
      }
    }
    throw new WebhookRefusedError('The signature or the event is not valid.', { cause: failures[0] });
  };

  return {
    createPayment: async (payment) => {
      const { id, url } = await call(() => createSession(payment));
      if (url === null) throw new ProviderUnavailableError('Stripe answers without a page.');
      return { sessionReference: id, redirectUrl: url };
    },

    handleWebhook: (raw, headers): PaymentEvent | undefined => {
      const event = constructEvent(raw, headers['stripe-signature'] ?? '');
      const told = readEvent(event);
      return told && { eventId: event.id, occurredAt: new Date(event.created * 1000), ...told };
    },

    refund: async ({ idempotencyKey, paymentReference, amountMinor, currencyCode }) => {
      const params = { payment_intent: paymentReference, amount: toStripeAmount(amountMinor, currencyCode) };
      try {
        const refund = await stripe.refunds.create(params, { idempotencyKey });
        if (refund.status === 'failed' || refund.status === 'canceled')
          throw new RefundRefusedError(`Stripe refuses the refund: ${refund.failure_reason ?? refund.status}`);
        return { refundReference: refund.id, state: refund.status === 'succeeded' ? 'done' : 'pending' };
      } catch (error) {
        if (error instanceof RefundRefusedError) throw error;
        const isRefused =
          error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError;
        if (isRefused) throw new RefundRefusedError(`Stripe refuses the refund: ${describe(error)}`, { cause: error });
        throw unavailable(error);
      }
    },

    getStatus: async (sessionReference) => {
      const session = await retrieve(sessionReference);
      const { paymentReference, amountMinor, currencyCode, orderId } = readSession(session);
      const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
      const reason = intent?.last_payment_error?.code ?? null;
      const common = { paymentReference, amountMinor, currencyCode, orderId, reason };
      if (session.payment_status === 'paid') return { kind: 'paid', ...common };
      if (session.status === 'expired') return { kind: 'expired', ...common };
      const hasFailed = session.status === 'complete' && intent?.status === 'requires_payment_method';
      return { kind: hasFailed ? 'failed' : 'opened', ...common };
    },

    endPayment: async (sessionReference) => {
      try {
        await stripe.checkout.sessions.expire(sessionReference);
        return true;
      } catch (error) {
        // It has been completed or has expired.
        if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 400) return false;
        throw unavailable(error);
      }
    },

    listMovements: async (day) => {
      const from = Date.parse(`${day}T00:00:00Z`) / 1000;
      const created = { gte: from, lt: from + DAY_SECONDS };
      const list = stripe.balanceTransactions.list({ created, limit: PAGE_SIZE, expand: ['data.source'] });
      const found = await call(() => list.autoPagingToArray({ limit: MAX_MOVEMENTS }));
      return found.flatMap((transaction) => toMovement(transaction) ?? []);
    },
  };
}
