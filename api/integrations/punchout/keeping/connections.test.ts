import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createProof } from '#api/testing/operator-accounts.ts';
import { type TestOperatorClient, toRefusal } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { BodyOf } from '#contract/index.ts';
import { recordAttempt } from '../connections/attempts.queries.ts';
import { findConnectionByKey } from '../connections/connection.queries.ts';
import { matchesSecret } from '../connections/secrets.ts';

const PATH = '/api/operator/punchout/connections';
const CORVANE = 3;
const MERIDIAN = 1;
const BUYER = { domain: 'NetworkID', identity: 'AN0100000' };
const portal = usePortal();

type Input = Partial<BodyOf<'POST /api/operator/punchout/connections'>>;
let keys = 0;

const newConnection = (input: Input = {}) => {
  keys += 1;
  return {
    organisationId: CORVANE,
    name: `Connection ${keys}`,
    protocol: 'cxml',
    key: `connection-${keys}`,
    buyerIdentities: [BUYER],
    ...input,
  };
};
const add = (client: TestOperatorClient, input: Input = {}) =>
  client.post<'POST /api/operator/punchout/connections'>(PATH, { connection: newConnection(input) });
const change = (client: TestOperatorClient, id: number, connection: object) =>
  client.put<'PUT /api/operator/punchout/connections/:id'>(`${PATH}/${id}`, { connection });
const get = async (client: TestOperatorClient, id: number) =>
  (await client.get<'GET /api/operator/punchout/connections/:id'>(`${PATH}/${id}`)).body.connection;

async function replaceSecret(client: TestOperatorClient, id: number, input: object = {}) {
  const secret = { ...input, ...(await createProof(portal.db, client.id)) };
  return client.post<'POST /api/operator/punchout/connections/:id/secret'>(`${PATH}/${id}/secret`, { secret });
}

async function isAccepted(key: string, secret: string): Promise<boolean> {
  const found = await findConnectionByKey(portal.db, 'cxml', key);
  return matchesSecret(found?.secretHashes ?? [], secret);
}

describe('a connection', () => {
  it('begins as its system usually is, is read back, listed and changed', async () => {
    const operator = await portal.asOperator();
    const added = await add(operator, { name: 'Ariba', profile: 'ariba', returnOrigins: ['https://Buyer.example/'] });

    expect(added.status).toBe(200);
    const { connection } = added.body;
    expect(connection).toMatchObject({
      organisationName: 'Corvane Rail',
      dtdVersion: '1.2.045',
      formEncoding: 'base64',
      limits: 'ariba',
      units: { piece: 'EA', pair: 'PR' },
      extrinsics: { email: 'UserEmail', group: null },
      currencyCode: 'GBP',
      returnOrigins: ['https://buyer.example'],
      isTest: true,
      secrets: [],
      isUsed: false,
    });
    expect(connection.url).toMatch(/^https?:\/\/brackwell\.localhost.*\/punchout\/cxml\/connection-\d+$/);

    const changed = await change(operator, connection.id, { idleMinutes: 60, name: 'Ariba live', isTest: false });
    expect(changed.body.connection).toMatchObject({ idleMinutes: 60, name: 'Ariba live', isTest: false, limits: 'ariba' });
    expect(await get(operator, connection.id)).toEqual(changed.body.connection);
    const { body } = await operator.get<'GET /api/operator/punchout/connections'>(`${PATH}?searchTerm=ariba live`);
    expect(body).toMatchObject({ totalCount: 1, connections: [{ name: 'Ariba live', hasSecret: false, lastAttempt: null }] });
    const { rows } = await sql<{ action: string; after: unknown }>`
      select action, after from audit_event where subject_kind = 'punchout-connection' and subject_id = ${String(connection.id)} order by id`.execute(
      portal.db,
    );
    expect(rows).toMatchObject([
      { action: 'punchout-connection.added' },
      { action: 'punchout-connection.changed', after: { idleMinutes: 60, name: 'Ariba live', isTest: false } },
    ]);
  });

  it('is added once for one idempotency key, and has a key and a name of its own', async () => {
    const operator = await portal.asOperator();
    const connection = newConnection();
    const headers = { 'idempotency-key': 'punchout-connection-once' };
    const send = () => operator.post<'POST /api/operator/punchout/connections'>(PATH, { connection }, headers);

    expect((await send()).body.connection.id).toBe((await send()).body.connection.id);
    expect(toRefusal(await add(operator, { key: connection.key }))).toMatchObject([409, expect.anything()]);
    expect((await add(operator, { key: connection.key })).errors).toHaveProperty('key');
    expect((await add(operator, { name: connection.name.toUpperCase() })).errors).toHaveProperty('name');
    // OCI has addresses of its own.
    expect((await add(operator, { key: connection.key, protocol: 'oci', userName: 'corvane' })).status).toBe(200);
  });

  it('is not overwritten when someone else has changed the same setting', async () => {
    const operator = await portal.asOperator();
    const { connection } = (await add(operator)).body;
    await change(operator, connection.id, { idleMinutes: 30 });

    const stale = await change(operator, connection.id, { idleMinutes: 45, version: connection.version });
    expect([stale.status, stale.errors.connection?.join(' ')]).toEqual([409, expect.stringContaining('Idle minutes is now 30')]);
    // What was saved already is no conflict.
    expect((await change(operator, connection.id, { idleMinutes: 30, version: connection.version })).status).toBe(200);
  });

  it.each<[string, Input]>([
    ['buyerIdentities', { buyerIdentities: [] }],
    ['userName', { protocol: 'oci' }],
    ['returnOrigins', { returnOrigins: ['http://buyer.example'] }],
    ['returnOrigins', { returnOrigins: ['https://buyer.example/cart?a=1'] }],
    ['returnOrigins', { returnOrigins: ['javascript:alert(1)'] }],
    ['frameOrigins', { frameOrigins: ['https://*.buyer.example'] }],
    ['frameOrigins', { frameOrigins: ['https://user@buyer.example'] }],
    ['units', { protocol: 'oci', userName: 'corvane', units: { piece: 'EA', pair: null, set: null, pack: null } }],
    ['charge', { charge: { sku: 'SET-UP', classification: '99121500', unit: 'EA' } }],
    ['charge', { limits: 'oracle', charge: { sku: 'A'.repeat(26), classification: '82121500', unit: 'EA' } }],
    ['sharedCustomerId', { userPolicy: 'shared' }],
    ['sharedCustomerId', { sharedCustomerId: 1 }],
    ['createdRoleIds', { userPolicy: 'create' }],
    ['createdRoleIds', { userPolicy: 'create', createdRoleIds: [33] }],
    ['createdGroupIds', { createdGroupIds: [1_999_999_999] }],
    ['createdCollectionIds', { createdCollectionIds: [1] }],
    ['shipTos', { shipTos: [{ code: 'A', addressId: 1_999_999_999 }] }],
    ['outgoingUrl', { outgoingKinds: ['invoice'] }],
    ['outgoingUrl', { outgoingUrl: 'ftp://buyer.example', outgoingKinds: ['invoice'] }],
    ['currencyCode', { currencyCode: 'QQQ' }],
  ])('is refused for %s in %j', async (field, input) => {
    const refused = await add(await portal.asOperator(), input);
    expect([refused.status, Object.keys(refused.errors)]).toEqual([422, [field]]);
  });

  it.each(['99102700', '53001027', '5310270', '5310270A'])('E5: is refused with the unknown UNSPSC code %s', async (code) => {
    const operator = await portal.asOperator();
    const { rows } = await sql<{ id: number }>`
      select category_ids[1] as id from product_listing where organisation_id = ${CORVANE} and category_ids <> '{}' limit 1`.execute(
      portal.db,
    );
    const refused = await add(operator, { classifications: [{ categoryId: rows[0]!.id, code }] });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.errors)).toContain('UNSPSC');
  });

  it('maps codes to addresses of the organisation, each code once', async () => {
    const operator = await portal.asOperator();
    const { rows } = await sql<{ id: number }>`
      select id from address where organisation_id = ${CORVANE} and customer_id is null and deleted_at is null limit 1`.execute(
      portal.db,
    );
    const addressId = rows[0]!.id;
    const { connection } = (await add(operator, { shipTos: [{ code: ' LEEDS-01 ', addressId }] })).body;

    expect(connection.shipTos).toEqual([{ code: 'LEEDS-01', addressId, address: expect.stringMatching(/\w/) }]);
    const twice = [
      { code: 'A', addressId },
      { code: 'A ', addressId },
    ];
    expect((await change(operator, connection.id, { shipTos: twice })).errors).toHaveProperty('shipTos');
    expect((await change(operator, connection.id, { shipTos: [] })).body.connection.shipTos).toEqual([]);
    const found = await operator.get<'GET /api/operator/punchout/organisations/:id/addresses'>(
      `/api/operator/punchout/organisations/${CORVANE}/addresses`,
    );
    expect(found.body.addresses.map(({ id }) => id)).toContain(addressId);
  });

  it('is deleted unless it was used', async () => {
    const operator = await portal.asOperator();
    const [used, unused] = [(await add(operator)).body.connection.id, (await add(operator)).body.connection.id];
    await sql`insert into punchout_trip (organisation_id, connection_id, customer_id, operation, is_test, return_url, ends_at)
      select ${CORVANE}, ${used}, id, 'create', true, 'https://buyer.example', now() from customer where organisation_id = ${CORVANE} limit 1`.execute(
      portal.db,
    );
    await replaceSecret(operator, unused);
    await recordAttempt(portal.db, { organisationId: CORVANE, connectionId: unused, kind: 'x', statusCode: 200, outcome: 'x' });

    expect(toRefusal(await operator.delete(`${PATH}/${used}`))[0]).toBe(409);
    expect((await operator.delete<'DELETE /api/operator/punchout/connections/:id'>(`${PATH}/${unused}`)).status).toBe(200);
    expect((await operator.get(`${PATH}/${unused}`)).status).toBe(404);
  });
});

describe('the secret', () => {
  it('is shown once, kept as a hash, and accepted beside the new one for the chosen time', async () => {
    const operator = await portal.asOperator();
    const { id, key } = (await add(operator)).body.connection;
    const first = (await replaceSecret(operator, id)).body.secret ?? '';
    expect(first).toHaveLength(40);
    const second = (await replaceSecret(operator, id, { previousHours: 24 })).body;

    expect(second.connection.secrets).toMatchObject([{ expiresOnUtc: null }, { expiresOnUtc: expect.any(String) }]);
    expect([await isAccepted(key, first), await isAccepted(key, second.secret ?? '')]).toEqual([true, true]);
    const { rows } = await sql<{ dump: string }>`
      select (select string_agg(s::text, '') from punchout_secret s) || (select string_agg(e::text, '') from audit_event e) as dump`.execute(
      portal.db,
    );
    expect(rows[0]?.dump).not.toContain(first);
    // The third ends the first: two are valid at most.
    const third = (await replaceSecret(operator, id)).body.secret ?? '';
    expect([await isAccepted(key, first), await isAccepted(key, second.secret ?? ''), await isAccepted(key, third)]).toEqual([
      false,
      true,
      true,
    ]);
    const ended = await operator.delete<'DELETE /api/operator/punchout/connections/:id/secret'>(`${PATH}/${id}/secret`);
    expect(ended.body.connection.secrets).toHaveLength(1);
    expect([await isAccepted(key, second.secret ?? ''), await isAccepted(key, third)]).toEqual([false, true]);
    expect((await operator.delete(`${PATH}/${id}/secret`)).status).toBe(409);
  });

  it('can be one that a network gives, which is not shown, and ends the previous one at once', async () => {
    const operator = await portal.asOperator();
    const { id, key } = (await add(operator)).body.connection;
    const first = (await replaceSecret(operator, id)).body.secret ?? '';
    const given = await replaceSecret(operator, id, { secret: 'given by the network', previousHours: 0 });

    expect(given.body).toMatchObject({ secret: null, connection: { secrets: [{ expiresOnUtc: null }] } });
    expect([await isAccepted(key, first), await isAccepted(key, 'given by the network')]).toEqual([false, true]);
  });

  it('takes the password and a code of an operator, and nothing of a key', async () => {
    const operator = await portal.asOperator();
    const { id } = (await add(operator)).body.connection;
    const unproven = await operator.post<'POST /api/operator/punchout/connections/:id/secret'>(`${PATH}/${id}/secret`, {
      secret: {},
    });
    const key = await portal.asApiKey(['organisations:write'], [CORVANE]);

    expect(unproven.errors).toHaveProperty('callerPassword');
    expect((await key.post(`${PATH}/${id}/secret`, { secret: {} })).status).toBe(200);
  });
});

it('approves or refuses the return origin that was learnt, once', async () => {
  const operator = await portal.asOperator();
  const learn = (id: number) =>
    sql`update punchout_connection set learnt_return_origin = 'https://new.example' where id = ${id}`.execute(portal.db);
  const decide = (id: number, isApproved: boolean) =>
    operator.post<'POST /api/operator/punchout/connections/:id/returnorigin'>(`${PATH}/${id}/returnorigin`, {
      origin: 'https://new.example',
      isApproved,
    });
  const [approved, refused, listed] = await Promise.all([1, 2, 3].map(async () => (await add(operator)).body.connection.id));
  for (const id of [approved!, refused!, listed!]) await learn(id);

  expect((await decide(approved!, true)).body.connection).toMatchObject({
    returnOrigins: ['https://new.example'],
    learntReturnOrigin: null,
    isActive: true,
  });
  expect((await decide(refused!, false)).body.connection).toMatchObject({
    returnOrigins: [],
    learntReturnOrigin: null,
    isActive: false,
  });
  expect((await decide(refused!, true)).status).toBe(409);
  const changed = await change(operator, listed!, { returnOrigins: ['https://buyer.example'] });
  expect(changed.body.connection).toMatchObject({ returnOrigins: ['https://buyer.example'], learntReturnOrigin: null });
});

it('keeps the last 20 requests, the newest first', async () => {
  const operator = await portal.asOperator();
  const { id } = (await add(operator)).body.connection;
  for (let number = 1; number <= 23; number += 1)
    await recordAttempt(portal.db, {
      organisationId: CORVANE,
      connectionId: id,
      kind: 'PunchOutSetupRequest',
      statusCode: 401,
      outcome: `Refused ${number}: ${'🧥'.repeat(600)}`,
    });
  const { body } = await operator.get<'GET /api/operator/punchout/connections/:id/attempts'>(`${PATH}/${id}/attempts`);

  expect(body.attempts.map(({ outcome }) => Number(/\d+/.exec(outcome)?.[0]))).toEqual(
    Array.from({ length: 20 }, (_, n) => 23 - n),
  );
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from punchout_attempt where connection_id = ${id}`.execute(portal.db);
  expect(rows[0]?.count).toBe(20);
});

it('is none of the business of operators of other brands, and of keys without the scope', async () => {
  const operator = await portal.asOperator();
  const { id } = (await add(operator)).body.connection;
  const other = await portal.asOperator({ brandIds: [1] });
  const reader = await portal.asApiKey(['organisations:read'], [3]);

  expect((await other.get(`${PATH}/${id}`)).status).toBe(404);
  expect((await change(other, id, { idleMinutes: 20 })).status).toBe(404);
  expect((await add(other)).status).toBe(404);
  expect((await other.get<'GET /api/operator/punchout/connections'>(PATH)).body.totalCount).toBe(0);
  expect((await other.get(`/api/operator/punchout/organisations/${CORVANE}/people`)).status).toBe(404);
  expect((await reader.get(`${PATH}/${id}`)).status).toBe(200);
  expect((await change(reader, id, { idleMinutes: 20 })).status).toBe(403);
  expect((await portal.asApiKey(['people:write'], [3]).then((key) => key.get(PATH))).status).toBe(403);
});

it('offers roles, groups, wardrobes and categories of the organisation, and its people', async () => {
  const operator = await portal.asOperator();
  const choices = await operator.get<'GET /api/operator/punchout/organisations/:id/choices'>(
    `/api/operator/punchout/organisations/${MERIDIAN}/choices`,
  );
  const { body } = await operator.get<'GET /api/operator/punchout/organisations/:id/people'>(
    `/api/operator/punchout/organisations/${CORVANE}/people?searchTerm=buyer@corvane`,
  );

  expect(choices.body.currencyCode).toMatch(/^[A-Z]{3}$/);
  expect(choices.body.roles.map(({ id }) => id)).not.toContain(33);
  expect(choices.body.categories.some(({ name }) => name.includes(' › '))).toBe(true);
  expect(body.people).toMatchObject([{ email: 'buyer@corvane.example' }]);
});
