import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A record of the API of Stripe. */
export type StripeRecord = Record<string, unknown> & { id: string };

/** The few calls of Stripe that Livery makes, on this machine. */
export interface FakeStripe {
  url: string;
  secretKey: string;
  /** The requests received, with the fields of their forms. */
  requests: { call: string; key: string | undefined; fields: Record<string, string> }[];
  sessions: Map<string, StripeRecord>;
  /** How refunds turn out. */
  refunds: 'succeeded' | 'pending' | 'refused';
  isDown: boolean;
  /** A card is accepted on a page. Returns the payment's id. */
  pay(sessionId: string): string;
  /** A signed webhook about a record, as Stripe sends it. */
  webhook(
    type: string,
    object: StripeRecord,
    options: { secret: string; at: Date; id?: string },
  ): { raw: Buffer; headers: Record<string, string> };
  close(): Promise<void>;
}

const failure = (status: number, type: string, code: string) => ({
  status,
  body: { error: { type, code, message: 'Refused by the fake.' } },
});

async function readFields(request: IncomingMessage): Promise<Record<string, string>> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return Object.fromEntries(new URLSearchParams(body));
}

/** Starts it. Unlike Stripe it moves no money, and knows one key. */
export async function createFakeStripe(): Promise<FakeStripe> {
  const byKey = new Map<string, { fields: string; body: StripeRecord }>();
  const movements: StripeRecord[] = [];
  const newId = (kind: string) => `${kind}_${randomUUID().slice(0, 12)}`;

  const move = (type: string, amount: number, source: unknown): void => {
    const created = Math.floor(Date.now() / 1000);
    movements.push({ id: newId('txn'), object: 'balance_transaction', type, amount, currency: 'gbp', created, source });
  };

  const createSession = (fields: Record<string, string>): StripeRecord => {
    const session: StripeRecord = {
      id: newId('cs'),
      object: 'checkout.session',
      url: 'https://checkout.stripe.example/page',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: Number(fields['line_items[0][price_data][unit_amount]']),
      currency: fields['line_items[0][price_data][currency]'],
      metadata: { organisationId: fields['metadata[organisationId]'], orderId: fields['metadata[orderId]'] },
    };
    fake.sessions.set(session.id, session);
    return session;
  };

  const createRefund = (fields: Record<string, string>): StripeRecord => {
    const amount = Number(fields.amount);
    const refund: StripeRecord = {
      id: newId('re'),
      object: 'refund',
      payment_intent: fields.payment_intent,
      amount,
      currency: 'gbp',
      status: fake.refunds,
    };
    if (fake.refunds === 'succeeded') move('refund', -amount, refund.id);
    return refund;
  };

  const answer = (call: string, url: URL, fields: Record<string, string>): { status: number; body: unknown } => {
    const [, id = '', act] = /^\/v1\/checkout\/sessions\/([\w-]+)(\/expire)?$/.exec(url.pathname) ?? [];
    const session = fake.sessions.get(id);
    if (call === 'POST /v1/checkout/sessions') return { status: 200, body: createSession(fields) };
    if (call === 'POST /v1/refunds')
      return fake.refunds === 'refused'
        ? failure(400, 'invalid_request_error', 'charge_already_refunded')
        : { status: 200, body: createRefund(fields) };
    if (call === 'GET /v1/balance_transactions') {
      const from = Number(url.searchParams.get('created[gte]'));
      const to = Number(url.searchParams.get('created[lt]'));
      const data = movements.filter(({ created }) => Number(created) >= from && Number(created) < to);
      return { status: 200, body: { object: 'list', has_more: false, url: url.pathname, data } };
    }
    if (!session) return failure(404, 'invalid_request_error', 'resource_missing');
    if (!act) return { status: 200, body: session };
    if (session.status !== 'open') return failure(400, 'invalid_request_error', 'checkout_session_not_open');
    session.status = 'expired';
    return { status: 200, body: session };
  };

  /** The first answer for a key again; other fields with the same key are refused. */
  const answerOnce = (call: string, url: URL, fields: Record<string, string>, key: string | undefined) => {
    const known = key === undefined ? undefined : byKey.get(key);
    if (known && known.fields !== JSON.stringify(fields)) return failure(400, 'idempotency_error', 'idempotency_key_in_use');
    if (known) return { status: 200, body: known.body };
    const reply = answer(call, url, fields);
    if (key !== undefined && reply.status === 200)
      byKey.set(key, { fields: JSON.stringify(fields), body: reply.body as StripeRecord });
    return reply;
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://stripe');
    const call = `${request.method ?? ''} ${url.pathname}`;
    const key = request.method === 'POST' ? (request.headers['idempotency-key'] as string | undefined) : undefined;
    const fields = await readFields(request);
    fake.requests.push({ call, key, fields });
    const isKnown = request.headers.authorization === `Bearer ${fake.secretKey}`;
    const reply = fake.isDown
      ? failure(503, 'api_error', 'unavailable')
      : isKnown
        ? answerOnce(call, url, fields, key)
        : failure(401, 'authentication_error', 'invalid_key');
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body));
  });

  const fake: FakeStripe = {
    url: '',
    secretKey: 'sk_test_fake_stripe',
    requests: [],
    sessions: new Map(),
    refunds: 'succeeded',
    isDown: false,
    pay: (sessionId) => {
      const session = fake.sessions.get(sessionId) as StripeRecord;
      const intent = newId('pi');
      Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: intent });
      move('charge', Number(session.amount_total), { id: newId('ch'), object: 'charge', payment_intent: intent });
      return intent;
    },
    webhook: (type, object, { secret, at, id = newId('evt') }) => {
      const seconds = Math.floor(at.getTime() / 1000);
      const raw = JSON.stringify({ id, object: 'event', type, created: seconds, data: { object } });
      const signature = createHmac('sha256', secret).update(`${seconds}.${raw}`).digest('hex');
      return { raw: Buffer.from(raw), headers: { 'stripe-signature': `t=${seconds},v1=${signature}` } };
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  server.listen(0, 'localhost');
  await once(server, 'listening');
  fake.url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return fake;
}
