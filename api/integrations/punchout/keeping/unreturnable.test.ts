import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aStockedProduct } from '#api/testing/builders.ts';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { createCategoryLookup } from './unreturnable.rules.ts';

const PATH = '/api/operator/punchout/connections';
const CORVANE = 3;
const EXPORT = 'GET /api/operator/punchout/connections/:id/unreturnable/exporttoexcel';
const portal = usePortal();

async function addConnection(client: TestOperatorClient, key: string, input: object = {}): Promise<number> {
  const added = await client.post<'POST /api/operator/punchout/connections'>(PATH, {
    connection: {
      organisationId: CORVANE,
      name: key,
      protocol: 'cxml',
      key,
      buyerIdentities: [{ domain: 'DUNS', identity: '1' }],
      ...input,
    },
  });
  return added.body.connection.id;
}

const list = async (client: TestOperatorClient, id: number, query = '') =>
  (await client.get<'GET /api/operator/punchout/connections/:id/unreturnable'>(`${PATH}/${id}/unreturnable${query}`)).body;

it('E2, E3: names products without a code, with a unit that is not mapped, with a long number and on request', async () => {
  const operator = await portal.asOperator();
  const connectionId = await addConnection(operator, 'unreturnable', { profile: 'oracle' });
  const { id: productId, name } = await aStockedProduct(portal.db, { organisationIds: [CORVANE], stock: [1, 2] });
  await sql`update product set unspsc_code = '53102700' where id = ${productId}`.execute(portal.db);
  expect((await list(operator, connectionId, `?searchTerm=${name}`)).items).toEqual([]);

  await sql`update product set unit_of_measure = 'PK', unspsc_code = '99000000', call_for_price = true where id = ${productId}`.execute(
    portal.db,
  );
  const sku = `${'X'.repeat(30)}?`;
  await sql`update combination set sku = ${sku} where product_id = ${productId} and description = 'Size 1'`.execute(portal.db);
  await sql`update punchout_connection set units = '{"piece": "EACH"}' where id = ${connectionId}`.execute(portal.db);
  await sql`select refresh_listing(array[${CORVANE}::bigint], array[${productId}::bigint])`.execute(portal.db);
  const { items, checkedCount } = await list(operator, connectionId, `?searchTerm=${name}&limit=250`);

  expect([items.length, checkedCount]).toEqual([5, 1]);
  const reasons = items.map(({ reason }) => reason).join('\n');
  for (const part of ['on request', 'unit “pack”', '“99000000” is not a UNSPSC code', '?, { or }', 'takes at most 25'])
    expect(reasons).toContain(part);
  // Both sizes are on request, one has the number.
  expect(items.map(({ productId: id, skuCount }) => [id, skuCount])).toEqual([2, 2, 2, 1, 1].map((count) => [productId, count]));
  expect(items.at(-1)?.skus).toEqual([sku]);
});

it(`names set-up charges where the connection says nothing of them, pages, and exports them: ${EXPORT}`, async () => {
  const operator = await portal.asOperator();
  const id = await addConnection(operator, 'unreturnable-pages', { units: { piece: null, pair: null, set: null, pack: null } });
  const all = await list(operator, id, '?limit=250');

  expect(all.items[0]).toMatchObject({ productId: null, name: 'Set-up charges' });
  expect(all.totalCount).toBeGreaterThan(all.checkedCount);
  expect((await list(operator, id, '?page=1&limit=2')).items).toEqual(all.items.slice(2, 4));
  await operator.put(`${PATH}/${id}`, { connection: { charge: { sku: 'SET-UP', classification: '82121500', unit: 'EA' } } });
  expect((await list(operator, id)).items[0]?.productId).not.toBeNull();
  const { rawPayload } = await portal.app.inject({ url: `${PATH}/${id}/unreturnable/exporttoexcel`, headers: operator.headers });
  const [refused, shortened] = (await readXlsx(rawPayload)).sheets;
  expect([refused?.name, refused?.rows.length, shortened?.name]).toEqual(['Not returnable', all.totalCount, 'Shortened']);
});

it('E2: names texts that the system has no room for', async () => {
  const operator = await portal.asOperator();
  const id = await addConnection(operator, 'shortened');
  const { id: productId } = await aStockedProduct(portal.db, { organisationIds: [CORVANE] });
  await sql`update product set name = ${`Kestrel ${'long name '.repeat(20)}`} where id = ${productId}`.execute(portal.db);
  await sql`select refresh_listing(array[${CORVANE}::bigint], array[${productId}::bigint])`.execute(portal.db);
  const { items } = await list(operator, id, '?kind=shortened&searchTerm=kestrel');

  expect(items.map(({ reason }) => reason)).toContainEqual(
    expect.stringMatching(/^The short name has up to \d+ characters and is cut at 50\./),
  );
});

it('finds categories from the nearest to the top, and the code of the nearest', () => {
  const lookUp = createCategoryLookup([
    { id: 1, parentId: null, unspsc: '53000000' },
    { id: 2, parentId: 1, unspsc: '53100000' },
    { id: 3, parentId: 2, unspsc: null },
    { id: 4, parentId: 4, unspsc: null },
  ]);
  expect(lookUp([3])).toEqual({ categoryIds: [3, 2, 1], unspsc: '53100000' });
  expect(lookUp([4])).toEqual({ categoryIds: [4], unspsc: null });
  expect(lookUp([])).toEqual({ categoryIds: [], unspsc: null });
});
