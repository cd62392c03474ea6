import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createProof } from '#api/testing/operator-accounts.ts';
import { anOwnPayer, type OwnPayer, placeMixedOrder } from '#api/testing/own-payment.ts';
import { toRefusal } from '#api/testing/portal.ts';
import { usePaymentProvider } from '#api/testing/use-payment-provider.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { sign } from '#demo/payment-provider/webhooks.ts';

const MERIDIAN_BRAND = 1;
const CORVANE_BRAND = 3;
const logged: string[] = [];
const portal = usePortal({ logTo: { write: (line) => logged.push(line) } });
const payments = usePaymentProvider(portal, { brandId: MERIDIAN_BRAND });

let payer: OwnPayer;
beforeAll(async () => {
  payer = await anOwnPayer(portal);
});

const stateOf = async (orderId: number) =>
  (
    await sql<{ state: string; released: boolean }>`
      select p.state, o.released_at is not null as released from card_payment p join orders o on o.id = p.order_id where p.order_id = ${orderId}`.execute(
      portal.db,
    )
  ).rows[0];

const send = async (brandId: number | string, headers: Record<string, string>, payload: string | Buffer) =>
  (
    await portal.app.inject({
      method: 'POST',
      url: `/api/paymentevents/${brandId}`,
      headers: { host: 'localhost', ...headers },
      payload,
    })
  ).statusCode;

/** The event that the last order was paid, and its body, before it is delivered. */
async function paidEvent() {
  const { orderId, redirectUrl } = await placeMixedOrder(portal.db, payer);
  payments.program.ledger.pay(payments.findSession(orderId));
  const message = payments.program.webhooks.listHeld().at(-1)!;
  return { orderId, redirectUrl, message, body: message.body };
}

const signed = (body: string, { secret = payments.merchant.webhookSecret, at = new Date() } = {}) => ({
  'payment-signature': sign(secret, at, body),
  'content-type': 'application/json',
});

describe('POST /api/paymentevents/:brandId', () => {
  it('pays an order once, however often and in whatever type it is sent', async () => {
    const { orderId, redirectUrl, message, body } = await paidEvent();

    expect(redirectUrl).toBe(`${payments.program.url}/pay/${payments.findSession(orderId).id}`);
    expect(await stateOf(orderId)).toEqual({ state: 'open', released: false });
    expect(await payments.deliver([message, message])).toEqual([200, 200]);
    expect(await send(MERIDIAN_BRAND, { ...signed(body), 'content-type': 'application/x-www-form-urlencoded' }, body)).toBe(200);
    expect(await stateOf(orderId)).toEqual({ state: 'paid', released: true });
    const { rows } = await sql<{ events: number }>`
      select count(*)::int as events from card_payment_event where event_id = ${message.id}`.execute(portal.db);
    expect(rows).toEqual([{ events: 1 }]);
  });

  it('refuses events that are not signed, changed, old, too large or of another brand, and changes nothing', async () => {
    const { orderId, body, message } = await paidEvent();
    const old = new Date(portal.clock.now() - 301_000);
    const changed = body.replace('"currency":"GBP"', '"currency":"EUR"');

    expect(await send(MERIDIAN_BRAND, {}, body)).toBe(400);
    expect(await send(MERIDIAN_BRAND, signed(body), changed)).toBe(400);
    expect(await send(MERIDIAN_BRAND, signed(body, { at: old }), body)).toBe(400);
    expect(await send(MERIDIAN_BRAND, signed(body, { secret: 'whsec_of_someone_else' }), body)).toBe(400);
    expect(await send(MERIDIAN_BRAND, signed(''), '')).toBe(400);
    expect(await send(CORVANE_BRAND, signed(body), body)).not.toBe(200);
    expect(await send(99_999, signed(body), body)).toBe(404);
    expect(await send('abc', signed(body), body)).toBe(404);
    expect(await send(MERIDIAN_BRAND, { 'content-type': 'application/json' }, Buffer.alloc(5_000_000, 'a'))).toBe(413);
    expect(await stateOf(orderId)).toEqual({ state: 'open', released: false });

    await payments.deliver([message]);
  });

  it('takes events of kinds that are of no use', async () => {
    const body = JSON.stringify({ ...JSON.parse((await paidEvent()).body), id: 'evt_unknown', type: 'customer.created' });

    expect(await send(MERIDIAN_BRAND, signed(body), body)).toBe(200);
  });

  it('accepts the previous secret for a day', async () => {
    const operator = await portal.asOperator();
    const before = payments.merchant.webhookSecret;
    const { body, orderId } = await paidEvent();
    await sql`update payment_provider set sealed_previous_webhook_secret = sealed_webhook_secret, previous_secret_expires_at = now() - interval '1 second'
      where brand_id = ${MERIDIAN_BRAND}`.execute(portal.db);
    const saved = await operator.put<'PUT /api/operator/paymentproviders/:brandId'>(
      `/api/operator/paymentproviders/${MERIDIAN_BRAND}`,
      { provider: 'simulated', webhookSecret: 'whsec_the_next_one', ...(await createProof(portal.db, operator.id)) },
    );

    expect(toRefusal(saved)).toEqual([200, {}]);
    expect(await send(MERIDIAN_BRAND, signed(body, { secret: before }), body)).toBe(200);
    expect(await stateOf(orderId)).toEqual({ state: 'paid', released: true });
    await sql`update payment_provider set previous_secret_expires_at = now() where brand_id = ${MERIDIAN_BRAND}`.execute(
      portal.db,
    );
    expect(await send(MERIDIAN_BRAND, signed(body, { secret: before }), body)).toBe(400);
    expect(await send(MERIDIAN_BRAND, signed(body, { secret: 'whsec_the_next_one' }), body)).toBe(200);
  });

  it('logs neither bodies nor signatures', () => {
    const log = logged.join('');

    expect(log).toContain('a webhook of a payment provider was refused');
    expect(log).not.toMatch(/whsec_|sk_test_|session\.paid|v1=/);
  });
});
