import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { untilSomeoneWaits } from '#api/testing/lock-waits.ts';
import { createProof } from '#api/testing/operator-accounts.ts';
import { type TestOperatorClient, toRefusal } from '#api/testing/portal.ts';
import type { StatementFault } from '#api/testing/statement-faults.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { API_KEY_SCOPES, type ApiKeyScope, type Endpoint } from '#contract/endpoint.ts';
import { listScopes, OPERATOR_RIGHTS, type OperatorRight } from '#contract/identity/operators/operator-rights.ts';
import { contract } from '#contract/index.ts';

const portal = usePortal();

/** Whose rights include each scope, as operators expect it; what code allows is in `SCOPES_OF_RIGHTS`. */
const HOLDERS: Record<ApiKeyScope, OperatorRight[]> = {
  'orders:read': ['warehouse', 'customerService', 'accounts', 'tailoring'],
  'orders:write': ['warehouse', 'customerService'],
  'shipments:read': ['warehouse', 'customerService', 'accounts', 'tailoring'],
  'shipments:write': ['warehouse', 'customerService'],
  'stock:read': ['warehouse', 'customerService', 'catalogue'],
  'stock:write': ['warehouse'],
  'catalogue:read': ['customerService', 'catalogue'],
  'catalogue:write': ['catalogue'],
  'returns:read': ['warehouse', 'customerService', 'accounts'],
  'returns:write': ['warehouse', 'customerService'],
  'invoices:read': ['customerService', 'accounts'],
  'invoices:write': ['accounts'],
  'quotes:read': ['customerService', 'accounts'],
  'quotes:write': ['customerService'],
  'tailoring:read': ['tailoring'],
  'tailoring:write': ['tailoring'],
  'content:read': ['customerService', 'catalogue'],
  'content:write': ['customerService', 'catalogue'],
  'people:read': ['customerService'],
  'people:write': ['customerService'],
  'organisations:read': ['customerService', 'catalogue', 'administrator'],
  'organisations:write': ['administrator'],
};

const calls = Object.entries(contract as Record<string, Endpoint>).flatMap(([call, { access }]) =>
  access.kind === 'operator' ? [{ call, access }] : [],
);

const getHolders = ({ scope, anyRight }: (typeof calls)[number]['access']): readonly OperatorRight[] => {
  if (anyRight) return OPERATOR_RIGHTS;
  return scope ? HOLDERS[scope] : ['administrator'];
};

/** Makes a call about records that do not exist, and says whether the caller's rights include it. */
async function mayMake(client: TestOperatorClient, call: string): Promise<boolean> {
  const [method = '', path = ''] = call.split(' ');
  const response = await portal.app.inject({
    method: method as 'GET',
    url: path.replaceAll(/:list/g, 'board').replaceAll(/:\w+/g, '999999999'),
    headers: client.headers,
    ...(method === 'GET' || method === 'DELETE' ? {} : { payload: {} }),
  });
  expect([call, response.statusCode]).not.toEqual([call, 401]);
  return response.statusCode !== 403;
}

describe('the rights of operators', () => {
  it.each(OPERATOR_RIGHTS)('%s: opens exactly the calls of its scopes', async (right) => {
    const operator = await portal.asOperator({ rights: [right] });
    const allowed: string[] = [];
    // Logging out comes last, because it ends the session.
    for (const { call } of calls.toSorted((a, b) => Number(a.call.endsWith('/logout')) - Number(b.call.endsWith('/logout'))))
      if (await mayMake(operator, call)) allowed.push(call);
    const expected = calls.filter(({ access }) => getHolders(access).includes(right)).map(({ call }) => call);
    expect(allowed.toSorted()).toEqual(expected.toSorted());
    expect(expected.length).toBeGreaterThan(20);
  });

  it('are all scopes together, and say what they do not include', async () => {
    const all = listScopes(OPERATOR_RIGHTS);
    expect(API_KEY_SCOPES.filter((scope) => !all.includes(scope) && scope.endsWith(':write'))).toEqual([]);
    const packer = await portal.asOperator({ rights: ['warehouse'] });
    const refusal = [403, { authorization: ['Your rights do not include this. Ask an administrator of your brands.'] }];
    const lines = [{ invoiceLineId: 1, quantity: 1 }];
    expect(toRefusal(await packer.post('/api/operator/invoices/1/credit', { lines }))).toEqual(refusal);
    expect(toRefusal(await packer.post('/api/operator/apikeys', await createProof(portal.db, packer.id)))).toEqual(refusal);
    expect((await packer.get('/api/operator/orders')).status).toBe(200);
  });

  it('are named by the call about oneself', async () => {
    const operator = await portal.asOperator({ rights: ['catalogue', 'administrator'] });
    const { body } = await operator.get<'GET /api/operator/me'>('/api/operator/me');
    expect([body.operator.rights, body.operator.scopes]).toEqual([
      ['catalogue', 'administrator'],
      ['catalogue:write', 'content:write', 'stock:read', 'organisations:write'],
    ]);
  });

  it('count at the next request in every process', async () => {
    const server = await portal.openSecondServer();
    const operator = await portal.asOperator({ rights: ['warehouse'] });
    const ask = async () => (await server.app.inject({ url: '/api/operator/invoices', headers: operator.headers })).statusCode;
    expect(await ask()).toBe(403);
    await changeRights(await portal.asOperator(), operator, ['accounts']);
    expect([await ask(), (await operator.get('/api/operator/packing?orderIds=1')).status]).not.toContain(403);
    await changeRights(await portal.asOperator(), operator, ['catalogue']);
    expect(await ask()).toBe(403);
  });
});

const send = async (client: TestOperatorClient, id: number, input: object) =>
  client.put<'PUT /api/operator/operators/:id'>(`/api/operator/operators/${id}`, {
    name: 'Olive Operator',
    brandIds: [1, 2, 3],
    rights: [...OPERATOR_RIGHTS],
    disabled: false,
    ...(await createProof(portal.db, client.id)),
    ...input,
  });
const changeRights = (client: TestOperatorClient, { id }: { id: number }, rights: readonly OperatorRight[]) =>
  send(client, id, { rights: [...rights] });

describe('giving rights', () => {
  it('is for administrators, who give only rights that they have', async () => {
    const member = await portal.asOperator({ rights: ['warehouse'] });
    const manager = await portal.asOperator({ rights: ['warehouse', 'catalogue', 'administrator'] });
    expect((await changeRights(manager, member, ['catalogue'])).status).toBe(200);
    expect(toRefusal(await changeRights(manager, member, ['catalogue', 'accounts']))).toEqual([
      403,
      { authorization: ['You can only give rights that you have yourself.'] },
    ]);
    expect((await changeRights(member, manager, ['warehouse'])).status).toBe(403);
  });

  it('takes rights away that the caller has not, and never the caller’s own', async () => {
    const member = await portal.asOperator({ rights: ['accounts', 'catalogue'] });
    const manager = await portal.asOperator({ rights: ['catalogue', 'administrator'] });
    expect((await changeRights(manager, member, ['catalogue'])).status).toBe(200);
    expect((await changeRights(manager, manager, ['administrator'])).status).toBe(409);
    expect(toRefusal(await changeRights(manager, member, []))).toEqual([422, { rights: ['Select at least one right.'] }]);
  });
});

describe('the last administrator', () => {
  /** Reads the caller before the operators are locked, so that both requests count for what they found. */
  const unlocked: StatementFault = {
    statement: /select from operator order by id for update/,
    rewrite: (text) => text.replace(' for update', ''),
  };

  /** Two administrators take the right from each other, or disable each other, at the same moment. Returns who is still an administrator. */
  async function attackEachOther(server: Pick<typeof portal, 'app'>, input: object): Promise<number> {
    const pair = [await portal.asOperator(), await portal.asOperator()] as const;
    const ids = pair.map(({ id }) => id);
    await sql`update operator set disabled_at = now() where not (id = any (${ids}::bigint[]))`.execute(portal.db);
    const proofs = await Promise.all(pair.map(({ id }) => createProof(portal.db, id)));
    const attack = (index: 0 | 1) =>
      server.app.inject({
        method: 'PUT',
        url: `/api/operator/operators/${pair[index === 0 ? 1 : 0].id}`,
        headers: pair[index].headers,
        payload: {
          name: 'Olive Operator',
          brandIds: [1, 2, 3],
          rights: [...OPERATOR_RIGHTS],
          disabled: false,
          ...proofs[index],
          ...input,
        },
      });
    const connection = portal.db.transaction().execute(async (tx) => {
      // Both requests are past authentication, and wait, before either may go on.
      await sql`select from operator order by id for update`.execute(tx);
      const pending = [attack(0), attack(1)];
      await untilSomeoneWaits(portal.db, { count: 2 });
      return pending;
    });
    await Promise.all(await connection);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from operator where id = any (${ids}::bigint[]) and disabled_at is null and 'administrator' = any (rights)`.execute(
      portal.db,
    );
    return rows[0]?.count as number;
  }

  it.each([
    ['take the right from', { rights: ['warehouse'] }],
    ['disable', { disabled: true }],
    ['take the brands from', { brandIds: [1] }],
  ])('remains when two %s each other at the same moment', async (_, input) => {
    expect(await attackEachOther(portal, input)).toBeGreaterThan(0);
    const { rows } = await sql`
      select from operator o where disabled_at is null and 'administrator' = any (rights)
        and (select count(*) from operator_brand b where b.operator_id = o.id) = 3`.execute(portal.db);
    expect(rows).toHaveLength(1);
  });

  it('would not remain without the lock', async () => {
    const faulty = await portal.openSecondServer({ faults: [unlocked] });
    expect(await attackEachOther(faulty, { rights: ['warehouse'] })).toBe(0);
  });
});
