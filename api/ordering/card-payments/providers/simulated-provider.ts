import Type, { type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { canBePaidAsIs } from '../../payment-parts/payable-amount.rules.ts';
import { createBoundedFetch } from './bounded-fetch.ts';
import {
  type PaymentEvent,
  type PaymentEventKind,
  type PaymentProvider,
  ProviderUnavailableError,
  RefundRefusedError,
  WebhookRefusedError,
} from './payment-provider.ts';
import type { ProviderAccess } from './provider-access.ts';
import { checkSignature } from './webhook-signature.rules.ts';

const text = Type.String({ maxLength: 500 });
const orNone = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()]);
const amount = Type.Integer({ minimum: 0 });

const session = Type.Object({
  id: text,
  url: Type.String({ maxLength: 2000 }),
  status: Type.Union([
    Type.Literal('open'),
    Type.Literal('failed'),
    Type.Literal('expired'),
    Type.Literal('ended'),
    Type.Literal('paid'),
  ]),
  payment: orNone(text),
  amount,
  currency: text,
  orderId: Type.Integer(),
  reason: orNone(text),
});

const event = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 255 }),
  type: text,
  occurredAt: text,
  session: orNone(text),
  payment: orNone(text),
  refund: orNone(text),
  dispute: orNone(text),
  orderId: orNone(Type.Integer()),
  amount: orNone(amount),
  currency: orNone(text),
  reason: orNone(text),
});

const refunded = Type.Object({ id: text, status: Type.Union([Type.Literal('done'), Type.Literal('pending')]) });
const ended = Type.Object({ ended: Type.Boolean() });
const movements = Type.Object({
  movements: Type.Array(
    Type.Object({
      kind: Type.Union([Type.Literal('payment'), Type.Literal('refund')]),
      reference: text,
      amount,
      currency: text,
      occurredAt: text,
    }),
  ),
});
const problem = Type.Object({ error: Type.Object({ code: text, message: text }) });

const KINDS: Readonly<Record<string, PaymentEventKind>> = {
  'session.paid': 'paid',
  'session.failed': 'failed',
  'session.expired': 'expired',
  'refund.done': 'refunded',
  'refund.refused': 'refund_refused',
  'dispute.opened': 'dispute_opened',
  'dispute.won': 'dispute_won',
  'dispute.lost': 'dispute_lost',
};

const STATUS_KINDS = { open: 'opened', failed: 'failed', expired: 'expired', ended: 'expired', paid: 'paid' } as const;

const REFUSALS: readonly string[] = ['refused', 'too_much', 'not_paid', 'not_found'];

function parse<T extends TSchema>(schema: T, json: string): Static<T> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return Value.Check(schema, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** An amount in hundredths, as this provider counts all currencies. Throws for fractions of what can be paid. */
function toPaidAmount(minor: number, currencyCode: string): number {
  if (!canBePaidAsIs(minor, currencyCode)) throw new Error(`${minor} hundredths of ${currencyCode} cannot be paid.`);
  return minor;
}

/** The provider of `demo/payment-provider/`, which moves no money. It is for tests and demonstrations. */
export function createSimulatedProvider({ secretKey, webhookSecrets, host, now, limits }: ProviderAccess): PaymentProvider {
  const send = createBoundedFetch(limits);

  const request = async (method: 'GET' | 'POST', path: string, { body, key }: { body?: object; key?: string } = {}) => {
    if (host === null) throw new ProviderUnavailableError('The address of the payment provider is not set.');
    const headers = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' };
    const response = await send(new URL(path, host), {
      method,
      headers: key === undefined ? headers : { ...headers, 'idempotency-key': key },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, json: await response.text() };
  };

  const ask = async <T extends TSchema>(schema: T, ...call: Parameters<typeof request>): Promise<Static<T>> => {
    const { status, json } = await request(...call);
    const answer = status === 200 ? parse(schema, json) : undefined;
    if (answer !== undefined) return answer;
    const { code, message } = parse(problem, json)?.error ?? { code: '', message: `status ${status}` };
    if (call[1] === '/v1/refunds' && REFUSALS.includes(code)) throw new RefundRefusedError(message);
    throw new ProviderUnavailableError(`The payment provider answers with an error: ${message}`);
  };

  return {
    createPayment: async ({ idempotencyKey, amountMinor, currencyCode, ...payment }) => {
      const body = { ...payment, amount: toPaidAmount(amountMinor, currencyCode), currency: currencyCode };
      const { id, url } = await ask(session, 'POST', '/v1/sessions', { body, key: idempotencyKey });
      return { sessionReference: id, redirectUrl: url };
    },

    handleWebhook: (raw, headers): PaymentEvent | undefined => {
      const found = checkSignature(headers['payment-signature'], raw, { secrets: webhookSecrets, now: now() });
      if (found !== undefined) throw new WebhookRefusedError(`The signature is ${found}.`);
      const told = parse(event, raw.toString('utf8'));
      if (!told) throw new WebhookRefusedError('The event is not readable.');
      const kind = KINDS[told.type];
      if (!kind) return undefined;
      return {
        eventId: told.id,
        kind,
        occurredAt: new Date(told.occurredAt),
        sessionReference: told.session,
        paymentReference: told.payment,
        orderId: told.orderId,
        amountMinor: told.amount,
        currencyCode: told.currency,
        refundReference: told.refund,
        disputeReference: told.dispute,
        reason: told.reason,
      };
    },

    refund: async ({ idempotencyKey, paymentReference, amountMinor, currencyCode }) => {
      const body = { payment: paymentReference, amount: toPaidAmount(amountMinor, currencyCode), currency: currencyCode };
      const { id, status } = await ask(refunded, 'POST', '/v1/refunds', { body, key: idempotencyKey });
      return { refundReference: id, state: status };
    },

    getStatus: async (sessionReference) => {
      const found = await ask(session, 'GET', `/v1/sessions/${encodeURIComponent(sessionReference)}`);
      return {
        kind: STATUS_KINDS[found.status],
        paymentReference: found.payment,
        amountMinor: found.amount,
        currencyCode: found.currency,
        reason: found.reason,
        orderId: found.orderId,
      };
    },

    endPayment: async (sessionReference) =>
      (await ask(ended, 'POST', `/v1/sessions/${encodeURIComponent(sessionReference)}/end`)).ended,

    listMovements: async (day) =>
      (await ask(movements, 'GET', `/v1/movements?day=${encodeURIComponent(day)}`)).movements.map((moved) => ({
        kind: moved.kind,
        reference: moved.reference,
        amountMinor: moved.amount,
        currencyCode: moved.currency,
        occurredAt: new Date(moved.occurredAt),
      })),
  };
}
