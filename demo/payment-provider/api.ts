import type { Ledger, Merchant, Session, SessionRequest } from './ledger.ts';

/** A request of a merchant's program. */
export interface ApiCall {
  method: string;
  url: URL;
  input: unknown;
  /** `Idempotency-Key`; empty when there is none. */
  key: string;
}

/** An answer to a program. */
export interface ApiReply {
  status: number;
  body: unknown;
}

const toSession = (session: Session, origin: string) => ({
  id: session.id,
  url: `${origin}/pay/${session.id}`,
  status: session.status,
  payment: session.paymentId,
  amount: session.received ?? session.amount,
  currency: session.currency,
  organisationId: session.organisationId,
  orderId: session.orderId,
  attempt: session.attempt,
  reason: session.reason,
});

function readWhole(value: unknown, name: string, { min = 1 } = {}): number {
  if (Number.isSafeInteger(value) && (value as number) >= min) return value as number;
  throw new Error(`${name} must be a whole number of at least ${min}.`);
}

function readText(value: unknown, name: string, pattern: RegExp): string {
  if (typeof value === 'string' && value.length <= 2000 && pattern.test(value)) return value;
  throw new Error(`${name} is missing or not valid.`);
}

function readSession(input: Record<string, unknown>): SessionRequest {
  const expiresAt = new Date(readText(input.expiresAt, 'expiresAt', /^\d{4}-/));
  if (Number.isNaN(expiresAt.getTime())) throw new Error('expiresAt must be a time.');
  return {
    amount: readWhole(input.amount, 'amount'),
    currency: readText(input.currency, 'currency', /^[A-Z]{3}$/),
    description: readText(input.description, 'description', /\S/),
    organisationId: readWhole(input.organisationId, 'organisationId'),
    orderId: readWhole(input.orderId, 'orderId'),
    attempt: readWhole(input.attempt, 'attempt'),
    returnUrl: readText(input.returnUrl, 'returnUrl', /^https?:\/\//),
    cancelUrl: readText(input.cancelUrl, 'cancelUrl', /^https?:\/\//),
    expiresAt,
  };
}

/** Answers a call of a merchant. Throws for input that is not valid, and a `LedgerError` for what is not possible. */
export function answerApi(ledger: Ledger, merchant: Merchant, { method, url, input, key }: ApiCall, origin: string): ApiReply {
  const body = input as Record<string, unknown>;
  const [, id = '', end] = /^\/v1\/sessions\/(\w{1,60})(\/end)?$/.exec(url.pathname) ?? [];
  const call = `${method} ${id === '' ? url.pathname : `/v1/sessions/:id${end ?? ''}`}`;
  switch (call) {
    case 'GET /v1/account':
      return { status: 200, body: { name: merchant.name } };
    case 'POST /v1/sessions':
      return { status: 200, body: toSession(ledger.open(merchant, key, readSession(body)), origin) };
    case 'GET /v1/sessions/:id':
      return { status: 200, body: toSession(ledger.get(merchant, id), origin) };
    case 'POST /v1/sessions/:id/end': {
      const ended = ledger.end(ledger.get(merchant, id));
      return { status: 200, body: { ended } };
    }
    case 'POST /v1/refunds': {
      const paymentId = readText(body.payment, 'payment', /^\w{1,60}$/);
      const refund = ledger.refund(merchant, key, { paymentId, amount: readWhole(body.amount, 'amount') });
      return { status: 200, body: { id: refund.id, status: refund.status } };
    }
    case 'GET /v1/movements': {
      const day = readText(url.searchParams.get('day'), 'day', /^\d{4}-\d\d-\d\d$/);
      return { status: 200, body: { movements: ledger.listMovements(merchant, day) } };
    }
    default:
      return { status: 404, body: { error: { code: 'unknown_call', message: 'There is no such call.' } } };
  }
}
