import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const PATH = '/api/operator/punchout/connections';
const CORVANE = 3;
const portal = usePortal();

async function addConnection(client: TestOperatorClient, key: string, input: object = {}): Promise<number> {
  const added = await client.post<'POST /api/operator/punchout/connections'>(PATH, {
    connection: {
      organisationId: CORVANE,
      name: key,
      protocol: 'cxml',
      key,
      buyerIdentities: [{ domain: 'NetworkID', identity: 'AN01000001' }],
      senderIdentities: [{ domain: 'NetworkID', identity: 'AN01000002' }],
      returnOrigins: ['https://buyer.example'],
      ...input,
    },
  });
  return added.body.connection.id;
}

async function addSecret(id: number): Promise<void> {
  const key = await portal.asApiKey(['organisations:write'], [3]);
  await key.post(`${PATH}/${id}/secret`, { secret: {} });
}

const test = async (client: TestOperatorClient, id: number, email?: string) =>
  (
    await client.post<'POST /api/operator/punchout/connections/:id/test'>(
      `${PATH}/${id}/test`,
      email === undefined ? {} : { email },
    )
  ).body;

/** What a self-test could leave behind. */
async function countTraces(connectionId: number) {
  const { rows } = await sql`
    select (select count(*)::int from punchout_trip where connection_id = ${connectionId}) as trips,
      (select count(*)::int from session where trip_id is not null) as sessions,
      (select count(*)::int from cart where trip_id is not null) as carts,
      (select count(*)::int from punchout_secret where connection_id = ${connectionId} and expires_at is not null) as secrets,
      (select learnt_return_origin from punchout_connection where id = ${connectionId}) as learnt,
      (select count(*)::int from customer) as people`.execute(portal.db);
  return rows[0];
}

it('plays the buyer through the endpoint itself, and leaves nothing behind', async () => {
  const operator = await portal.asOperator();
  const id = await addConnection(operator, 'self-test');
  await addSecret(id);
  const before = await countTraces(id);

  const report = await test(operator, id, 'buyer@corvane.example');

  expect(report.steps.map(({ name, state, outcome }) => [name, state, state === 'passed' ? '' : outcome])).toEqual(
    [
      'The connection is ready',
      'The portal says which requests it accepts',
      'A wrong secret is refused',
      'Another return address is refused',
      'A visit begins',
      'The start page opens',
    ].map((name) => [name, 'passed', '']),
  );
  expect(report.hasPassed).toBe(true);
  expect(await countTraces(id)).toEqual(before);
  // It can still be deleted.
  expect((await operator.delete(`${PATH}/${id}`)).status).toBe(200);
});

it('learns no return address from itself', async () => {
  const operator = await portal.asOperator();
  const id = await addConnection(operator, 'self-test-learning', { returnOrigins: [] });
  await addSecret(id);
  const before = await countTraces(id);

  expect((await test(operator, id, 'buyer@corvane.example')).hasPassed).toBe(true);
  expect(await countTraces(id)).toEqual(before);
});

it('says what is missing: a secret, someone who shops, switching on', async () => {
  const operator = await portal.asOperator();
  const id = await addConnection(operator, 'self-test-failing', { userPolicy: 'create', createdRoleIds: [35] });
  const states = async (email?: string) => (await test(operator, id, email)).steps.map(({ state }) => state);
  const before = await countTraces(id);

  expect(await states('new.starter@corvane.example')).toEqual(['failed', 'passed', 'passed', 'skipped']);
  expect(await countTraces(id)).toEqual(before);
  await operator.put(`${PATH}/${id}`, { connection: { isActive: false } });
  expect(await states()).toEqual(['failed', 'skipped']);
});
