import Type from 'typebox';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestClient, TestOperatorClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { findUnknownNames, findUnknownParameters } from './request-values.ts';

const portal = usePortal();
const calls = Object.entries<Endpoint>(contract).filter(([, { refusesUnknown }]) => refusesUnknown);

let admin: TestClient;
let operator: TestOperatorClient;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  operator = await portal.asOperator();
});

describe('a property that a call does not know', () => {
  it.each(calls)('is refused by %s', async (call, { access, root }) => {
    const [method, template] = call.split(' ') as ['POST' | 'PUT', string];
    const path = template.replace(':list', access.kind === 'operator' ? 'payments' : 'orders').replaceAll(/:\w+/g, '1');
    const client = access.kind === 'operator' ? operator : admin;
    const send = method === 'PUT' ? client.put : client.post;
    const misspelt = { misspeltIds: [] };

    const { status, errors } = await send(path, root ? { [root]: misspelt } : misspelt);

    expect([status, errors]).toEqual([422, { misspeltIds: ['There is no such property. Nothing was changed.'] }]);
  });

  const item = Type.Object({ id: Type.Integer(), names: Type.Array(Type.String()) });
  const schema = Type.Object({ items: Type.Array(item, { maxItems: 3 }), of: Type.Union([Type.Integer(), item]) });

  it('is found in lists and objects within, and names ignore case', () => {
    expect(findUnknownNames(schema, { ITEMS: [{ Id: 1, names: ['a'] }], of: 1 })).toEqual([]);
    const body = { items: [{ id: 1 }, { id: 1, name: [] }], of: { ids: 1 }, item: [] };
    expect(findUnknownNames(schema, body)).toEqual(['items[1].name', 'of.ids', 'item']);
  });

  it('does not make a long list of them long to read', () => {
    const items = new Array(300_000).fill({ x: 1 });
    expect(findUnknownNames(schema, { items })).toHaveLength(3);
    const names = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`k${index}`, 1]));
    expect(findUnknownNames(schema, names)).toHaveLength(5);
  });
});

describe('a parameter that a call of the supplier does not know', () => {
  const readable = Object.keys(contract).filter((call) => call.startsWith('GET /api/operator/'));

  it.each(readable)('is refused by %s', async (call) => {
    const path = call.slice(4).replace(':list', 'payments').replaceAll(/:\w+/g, '1');

    const { status, errors } = await operator.get(`${path}?misspelt_Ids=1&limit=x`);

    expect([status, errors]).toEqual([400, { misspelt_Ids: ['There is no such parameter.'], ...noLimit(call) }]);
  });

  /** A call that is not paged does not know `limit` either. */
  const noLimit = (call: string) =>
    (contract as Record<string, Endpoint>)[call]?.query?.properties.limit ? {} : { limit: ['There is no such parameter.'] };

  it('is found in whatever case and form the others are sent', () => {
    const schema = Type.Object({ searchTerm: Type.String(), ids: Type.Array(Type.Integer()) });
    const find = (query: string) => findUnknownParameters(schema, `/api/operator/orders?${query}`);
    expect(findUnknownParameters(undefined, '/api/operator/orders')).toEqual([]);
    expect(find('')).toEqual([]);
    expect(find('search_term=a&SEARCHTERM=b&ids=1&ids=2&&ids')).toEqual([]);
    expect(find('search%54erm=a&serchTerm=b&%73tate=c&serchTerm=d')).toEqual(['serchTerm', 'state']);
    expect(findUnknownParameters(undefined, '/api/operator/orders?a')).toEqual(['a']);
    expect(find(Array.from({ length: 60_000 }, (_, index) => `k${index}`).join('&'))).toHaveLength(5);
    expect(find('x'.repeat(500))).toEqual(['x'.repeat(60)]);
  });

  it('is ignored by the calls of customers', async () => {
    expect((await admin.get('/api/orders?misspelt=1')).status).toBe(200);
  });
});
