import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createProof, listOperatorAuditEvents } from '#api/testing/operator-accounts.ts';
import { type TestOperatorClient, toRefusal } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let operator: TestOperatorClient;

beforeEach(async () => {
  operator = await portal.asOperator({ brandIds: [1, 2], name: 'Dana Kerr' });
});

const create = async (input: object = {}, client = operator) =>
  client.post<'POST /api/operator/apikeys'>('/api/operator/apikeys', {
    name: 'Warehouse',
    scopes: ['orders:read'],
    brandIds: [1],
    ...(await createProof(portal.db, client.id)),
    ...input,
  });
const createKey = async (input?: object) => {
  const { apiKey, secret } = (await create(input)).body;
  return { id: apiKey.id, secret };
};
const list = async (client = operator) => (await client.get<'GET /api/operator/apikeys'>('/api/operator/apikeys')).body.apiKeys;
const find = async (id: number) => (await list()).find((key) => key.id === id);
const rotate = async (id: number, input: object = {}, client = operator) =>
  client.post<'POST /api/operator/apikeys/:id/rotate'>(`/api/operator/apikeys/${id}/rotate`, {
    ...(await createProof(portal.db, client.id)),
    ...input,
  });
const revoke = (id: number, client = operator) =>
  client.post<'POST /api/operator/apikeys/:id/revoke'>(`/api/operator/apikeys/${id}/revoke`);

const getMe = (secret: string) =>
  portal.app.inject({ url: '/api/operator/me', headers: { host: 'localhost', authorization: `Bearer ${secret}` } });
/** Whether each of the secrets is accepted: 200 or 401. */
const tryOut = async (...secrets: string[]) => {
  const replies = await Promise.all(secrets.map(getMe));
  return replies.map(({ statusCode }) => statusCode);
};
const hoursFromNow = (time: string) => (Date.parse(time) - Date.now()) / 3_600_000;

describe('creating an API key', () => {
  it('returns a secret that opens the calls of its scopes for its brands', async () => {
    const { id, secret } = await createKey({ name: ' Warehouse ', scopes: ['orders:write', 'stock:read', 'stock:read'] });

    expect(secret).toMatch(/^livery_key_[\w-]{43}$/);
    expect((await getMe(secret)).json()).toMatchObject({
      operator: { kind: 'api_key', id, name: 'Warehouse', scopes: ['orders:write', 'stock:read'], brands: [{ id: 1 }] },
    });
  });

  it('stores only the hash of the secret, and never shows the secret again', async () => {
    const { id, secret } = await createKey();

    expect(JSON.stringify(await list())).not.toContain(secret);
    const { rows } = await sql<{ plain: boolean }>`
      select s.hash = sha256(${secret}::text::bytea) as plain from api_key_secret s where s.api_key_id = ${id}`.execute(
      portal.db,
    );
    expect(rows).toEqual([{ plain: true }]);
  });

  it('lists the key with its creator and records the creation', async () => {
    const { id } = await createKey({ brandIds: [2, 1, 2] });

    expect(await find(id)).toEqual({
      id,
      name: 'Warehouse',
      scopes: ['orders:read'],
      brands: [
        { id: 1, name: expect.any(String), companyName: expect.any(String) },
        { id: 2, name: expect.any(String), companyName: expect.any(String) },
      ],
      createdUtc: expect.any(String),
      createdBy: 'Dana Kerr',
      createdByDisabled: false,
      expiresUtc: expect.any(String),
      lastUsedUtc: null,
      revokedUtc: null,
      previousSecretEndsUtc: null,
    });
    expect(await listOperatorAuditEvents(portal.db, operator.id)).toEqual([
      {
        action: 'api_key.created',
        subjectId: String(id),
        before: null,
        after: { name: 'Warehouse', scopes: ['orders:read'], brandIds: [2, 1], validDays: 90 },
      },
    ]);
  });

  it.each<[string, object, [number, Record<string, string[]>]]>([
    [
      'a brand that is not the operator’s own',
      { brandIds: [1, 3] },
      [403, { authorization: ['You can only give access to brands of your own.'] }],
    ],
    ['no brand', { brandIds: [] }, [422, { brandIds: ['Select at least one brand.'] }]],
    ['no scope', { scopes: [] }, [422, { scopes: ['Select at least one scope.'] }]],
    ['a blank name', { name: '  ' }, [422, { name: ['Name is required.'] }]],
  ])('is refused with %s', async (_, input, refusal) => {
    expect(toRefusal(await create(input))).toEqual(refusal);
    expect(await listOperatorAuditEvents(portal.db, operator.id)).toEqual([]);
  });

  it('is refused with a scope that does not exist', async () => {
    expect((await create({ scopes: ['orders:read', 'operators:write'] })).status).toBe(422);
  });
});

describe('rotating an API key', () => {
  it('makes the new secret work at once and the previous one for a day', async () => {
    const { id, secret } = await createKey();
    const { body } = await rotate(id);

    expect(body.secret).not.toBe(secret);
    expect(hoursFromNow(body.previousSecretEndsUtc)).toBeCloseTo(24, 1);
    expect((await find(id))?.previousSecretEndsUtc).toBe(body.previousSecretEndsUtc);
    expect(await tryOut(secret, body.secret)).toEqual([200, 200]);
    expect((await listOperatorAuditEvents(portal.db, operator.id)).at(-1)).toEqual({
      action: 'api_key.rotated',
      subjectId: String(id),
      before: null,
      after: { name: 'Warehouse', overlapHours: 24 },
    });

    await sql`update api_key_secret set expires_at = now() where expires_at is not null and api_key_id = ${id}`.execute(
      portal.db,
    );
    expect(await tryOut(secret, body.secret)).toEqual([401, 200]);
    expect((await find(id))?.previousSecretEndsUtc).toBeNull();
  });

  it('refuses the previous secret at once without an overlap', async () => {
    const { id, secret } = await createKey();
    const { body } = await rotate(id, { overlapHours: 0 });

    expect(await tryOut(secret, body.secret)).toEqual([401, 200]);
    expect((await find(id))?.previousSecretEndsUtc).toBeNull();
  });

  it('never accepts an earlier secret for longer than before', async () => {
    const { id, secret } = await createKey();
    await rotate(id, { overlapHours: 1 });
    const { body } = await rotate(id, { overlapHours: 48 });

    const { rows } = await sql<{ hours: number | null; isFirst: boolean }>`
      select round(extract(epoch from expires_at - now()) / 3600)::int as hours, hash = sha256(${secret}::text::bytea) as "isFirst"
      from api_key_secret where api_key_id = ${id} order by hours`.execute(portal.db);
    expect(rows).toEqual([
      { hours: 1, isFirst: true },
      { hours: 48, isFirst: false },
      { hours: null, isFirst: false },
    ]);
    expect(hoursFromNow(body.previousSecretEndsUtc)).toBeCloseTo(48, 1);
  });

  it.each([-1, 721, 1.5])('is refused with an overlap of %s hours', async (overlapHours) => {
    const { id, secret } = await createKey();

    expect(toRefusal(await rotate(id, { overlapHours }))).toEqual([
      422,
      { overlapHours: ['The overlap must be a whole number of hours from 0 to 720.'] },
    ]);
    expect(await tryOut(secret)).toEqual([200]);
  });
});

describe('revoking an API key', () => {
  it('refuses the key with all its secrets at once, and keeps it in the list', async () => {
    const { id, secret } = await createKey();
    const { body } = await rotate(id);
    const other = await createKey({ name: 'Zebra' });
    expect(await tryOut(secret, body.secret)).toEqual([200, 200]);

    expect((await revoke(id)).status).toBe(200);

    expect(await tryOut(secret, body.secret, other.secret)).toEqual([401, 401, 200]);
    expect((await list()).findIndex((key) => key.id === id)).toBeGreaterThan(
      (await list()).findIndex((key) => key.id === other.id),
    );
    expect((await find(id))?.revokedUtc).toEqual(expect.any(String));
  });

  it('changes nothing when it is repeated', async () => {
    const { id } = await createKey();
    await revoke(id);
    const before = await find(id);

    expect((await revoke(id)).status).toBe(200);

    expect(await find(id)).toEqual(before);
    expect((await listOperatorAuditEvents(portal.db, operator.id)).map(({ action }) => action)).toEqual([
      'api_key.created',
      'api_key.revoked',
    ]);
  });

  it('is final: a revoked key gets no new secret', async () => {
    const { id } = await createKey();
    await revoke(id);

    expect(toRefusal(await rotate(id))).toEqual([409, { apiKey: ['This API key has been revoked. Create another one.'] }]);
  });
});

describe('API keys of other brands', () => {
  it('are neither listed nor changed', async () => {
    const { id, secret } = await createKey({ brandIds: [1, 2] });
    const other = await portal.asOperator({ brandIds: [2, 3] });

    expect((await list(other)).map((key) => key.id)).not.toContain(id);
    expect((await rotate(id, {}, other)).status).toBe(404);
    expect((await revoke(id, other)).status).toBe(404);
    expect(await tryOut(secret)).toEqual([200]);
    expect((await find(id))?.previousSecretEndsUtc).toBeNull();
  });
});

it('is for operators alone: an API key manages no API keys, whatever its scopes', async () => {
  const key = await portal.asApiKey(['orders:write', 'stock:write', 'people:write'], [1, 2]);
  const { id } = await createKey();

  for (const reply of [
    await key.get('/api/operator/apikeys'),
    await create({}, key),
    await rotate(id, {}, key),
    await revoke(id, key),
  ])
    expect(toRefusal(reply)).toEqual([403, { authorization: ['Only operators may do this; an API key may not.'] }]);
});
