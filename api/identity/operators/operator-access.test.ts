import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();

const askWhoIAm = (client: Pick<TestOperatorClient, 'get'>) => client.get<'GET /api/operator/me'>('/api/operator/me');

describe('the session of an operator', () => {
  let operator: TestOperatorClient;
  beforeEach(async () => {
    operator = await portal.asOperator({ brandIds: [1, 3], name: 'Dana Kerr' });
  });

  it('opens the calls of the supplier, for the operator’s brands', async () => {
    const { status, body } = await askWhoIAm(operator);
    expect([status, body.operator.kind, body.operator.name, body.operator.brands.map(({ id }) => id)]).toEqual([
      200,
      'operator',
      'Dana Kerr',
      [1, 3],
    ]);
  });

  it('opens no call of customers, and no customer’s session opens a call of the supplier', async () => {
    expect((await operator.get('/api/orders')).status).toBe(401);
    expect((await askWhoIAm(await portal.as('admin@meridian.example'))).status).toBe(401);
    expect((await portal.anonymous().get('/api/operator/me')).status).toBe(401);
  });

  it.each([
    ['was ended', sql`update operator_session set revoked_at = now()`],
    ['has reached its absolute end', sql`update operator_session set ends_at = now()`],
    ['was not used for an hour', sql`update operator_session set last_seen_at = now() - interval '1 hour'`],
    ['belongs to an operator who was disabled', sql`update operator set disabled_at = now()`],
  ])('is refused when it %s', async (_, change) => {
    await change.execute(portal.db);
    expect((await askWhoIAm(operator)).status).toBe(401);
  });
});

describe('the preference about shortcuts that are a single key', () => {
  const change = (client: TestOperatorClient, operator: object) =>
    client.put<'PUT /api/operator/me'>('/api/operator/me', { operator });

  it('is each operator’s own, and on until it is changed', async () => {
    const [operator, other] = [await portal.asOperator(), await portal.asOperator()];
    const before = (await askWhoIAm(operator)).body;
    expect(before.operator.singleKeyShortcuts).toBe(true);
    const { status, body } = await change(operator, { singleKeyShortcuts: false });
    expect([status, body]).toEqual([200, { operator: { ...before.operator, singleKeyShortcuts: false } }]);
    await change(operator, {});
    expect((await askWhoIAm(operator)).body).toEqual(body);
    expect((await askWhoIAm(other)).body.operator.singleKeyShortcuts).toBe(true);
    expect((await change(operator, { singleKeyShortcuts: 'no' })).status).toBe(422);
  });

  it('is not for API keys', async () => {
    const key = await portal.asApiKey(['orders:write']);
    expect((await change(key, { singleKeyShortcuts: false })).status).toBe(403);
    expect((await askWhoIAm(key)).body.operator.singleKeyShortcuts).toBe(true);
  });
});

describe('an API key', () => {
  it('opens the calls of its scopes, and reads what it may write', async () => {
    const reader = await portal.asApiKey(['orders:read'], [2]);
    const { body } = await askWhoIAm(reader);
    expect([body.operator.kind, body.operator.scopes, body.operator.brands.map(({ id }) => id)]).toEqual([
      'api_key',
      ['orders:read'],
      [2],
    ]);
    expect((await askWhoIAm(await portal.asApiKey(['orders:write']))).status).toBe(200);
    const { status, errors } = await askWhoIAm(await portal.asApiKey(['stock:write']));
    expect([status, errors]).toEqual([403, { authorization: ['This API key lacks the scope orders:read.'] }]);
  });

  it.each([
    ['was revoked', sql`update api_key set revoked_at = now()`],
    ['was rotated long enough ago', sql`update api_key_secret set expires_at = now()`],
  ])('is refused when it %s', async (_, change) => {
    const client = await portal.asApiKey(['orders:read']);
    expect((await askWhoIAm(client)).status).toBe(200);
    await change.execute(portal.db);
    expect((await askWhoIAm(client)).status).toBe(401);
  });

  it('says when it was last used, accurate to a minute', async () => {
    const client = await portal.asApiKey(['orders:read']);
    await askWhoIAm(client);
    const { rows } = await sql<{
      used: boolean;
    }>`select last_used_at is not null as used from api_key where id = ${client.id}`.execute(portal.db);
    expect(rows).toEqual([{ used: true }]);
  });
});
