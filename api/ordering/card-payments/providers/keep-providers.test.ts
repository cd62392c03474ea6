import { sql } from 'kysely';
import { expect, it, test } from 'vitest';
import { createProof } from '#api/testing/operator-accounts.ts';
import { type TestOperatorClient, toRefusal } from '#api/testing/portal.ts';
import { usePaymentProvider } from '#api/testing/use-payment-provider.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { findHostProblem } from './provider-host.rules.ts';

const BRAND = 3;
const portal = usePortal();
const payments = usePaymentProvider(portal, { brandId: BRAND });
const PATH = `/api/operator/paymentproviders/${BRAND}`;

const get = async (client: TestOperatorClient) =>
  (await client.get<'GET /api/operator/paymentproviders/:brandId'>(PATH)).body.paymentProviders[0]!;

async function save(client: TestOperatorClient, input: object, brandId = BRAND) {
  const proof = await createProof(portal.db, client.id);
  const body = { paymentProvider: { ...input, ...proof } };
  return client.put<'PUT /api/operator/paymentproviders/:brandId'>(`/api/operator/paymentproviders/${brandId}`, body);
}

const check = (client: TestOperatorClient) => client.post<'POST /api/operator/paymentproviders/:brandId/check'>(`${PATH}/check`);

it('is set for a brand, checked, and given other keys, which are never read back', async () => {
  const operator = await portal.asOperator();
  expect(await get(operator)).toMatchObject({ brandId: BRAND, provider: 'simulated', isActive: true });
  expect((await check(operator)).body).toMatchObject({ isConnected: true });

  const saved = await save(operator, { provider: 'simulated', secretKey: 'sk_a_wrong_key', webhookSecret: 'whsec_another_one' });

  expect(saved.status).toBe(200);
  expect(saved.body.paymentProviders[0]?.previousSecretExpiresOnUtc).not.toBeNull();
  expect(JSON.stringify([saved.body, await get(operator)])).not.toMatch(/sk_a_wrong_key|whsec_another_one/);
  expect((await check(operator)).body).toMatchObject({ isConnected: false });
  const { rows } = await sql<{ after: object; brand_id: number }>`
    select after, brand_id from audit_event where action = 'payment-provider.changed' order by id desc limit 1`.execute(
    portal.db,
  );
  expect(rows).toEqual([
    {
      brand_id: BRAND,
      after: {
        provider: 'simulated',
        host: payments.program.url,
        isActive: true,
        secretKeyChanged: true,
        webhookSecretChanged: true,
      },
    },
  ]);
  await save(operator, { provider: 'simulated', secretKey: payments.merchant.secretKey });
  expect((await check(operator)).body).toMatchObject({ isConnected: true });
});

it('is listed for each brand of the caller, and for a key that reads invoices', async () => {
  const key = await portal.asApiKey(['invoices:read'], [1, BRAND]);
  const { body } = await key.get<'GET /api/operator/paymentproviders'>('/api/operator/paymentproviders');

  expect(body.paymentProviders.map(({ brandId }) => brandId).sort()).toEqual([1, BRAND]);
  expect(body.paymentProviders.find(({ brandId }) => brandId === 1)).toMatchObject({ provider: null, version: null });
  expect((await save(key, { provider: 'stripe' })).status).toBe(403);
});

it('is none of the business of operators of other brands', async () => {
  const other = await portal.asOperator({ brandIds: [1] });

  expect((await other.get(PATH)).status).toBe(404);
  expect((await save(other, { provider: 'simulated' })).status).toBe(404);
  expect((await check(other)).status).toBe(404);
});

it('is refused without keys, with a stale version, with a wrong address, and for another provider while payments are open', async () => {
  const operator = await portal.asOperator();
  const { version } = await get(operator);
  const keys = { secretKey: 'sk_live_whatever', webhookSecret: 'whsec_whatever' };

  expect((await save(operator, { provider: 'stripe', host: null })).errors).toHaveProperty('secretKey');
  expect((await save(operator, { provider: 'stripe', host: null, secretKey: keys.secretKey })).errors).toHaveProperty(
    'webhookSecret',
  );
  expect(toRefusal(await save(operator, { provider: 'simulated', version: (version ?? 0) - 1 }))[0]).toBe(409);
  expect((await save(operator, { provider: 'simulated', host: 'localhost:3002/v1' })).errors).toHaveProperty('host');
  await sql`insert into card_payment (organisation_id, brand_id, order_id, attempt, provider, state, amount_minor, currency_code, expires_at)
    select organisation_id, ${BRAND}, id, 1, 'simulated', 'open', 100, 'GBP', now() from orders where organisation_id = 3 limit 1`.execute(
    portal.db,
  );
  expect(toRefusal(await save(operator, { provider: 'stripe', host: null, ...keys }))[0]).toBe(409);
  await sql`update card_payment set state = 'expired' where brand_id = ${BRAND} and state = 'open'`.execute(portal.db);
  expect((await save(operator, { provider: 'stripe', host: null, ...keys })).status).toBe(200);
});

test.each([
  ['stripe', null, false, undefined],
  ['stripe', 'https://stripe-proxy.example.com', false, undefined],
  ['stripe', 'http://stripe-proxy.example.com', false, 'host'],
  ['stripe', 'https://127.0.0.1', false, 'host'],
  ['stripe', 'https://0x7f000001', false, 'host'],
  ['stripe', 'https://[::1]', false, 'host'],
  ['stripe', 'https://localhost', false, 'host'],
  ['stripe', 'https://db.internal', false, 'host'],
  ['stripe', 'https://api.stripe.com/v1', false, 'host'],
  ['simulated', 'http://localhost:3002', true, undefined],
  ['simulated', 'http://localhost:3002', false, 'provider'],
  ['simulated', null, true, 'host'],
] as const)('%s at %s, in a demonstration: %s, is refused for %s', (provider, host, isDemo, field) => {
  expect(findHostProblem(provider, host, { isDemo })?.field).toBe(field);
});
