import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { aCatalogueProduct } from '#api/testing/products.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { BodyOf } from '#contract/index.ts';

const [EMBROIDERY, PRINT] = [10, 20];
const HALLAM = 2;
const portal = usePortal();
let operator: TestOperatorClient;
beforeAll(async () => {
  operator = await portal.asOperator();
});

const positionId = async (garmentType: string, place: string) =>
  (
    await sql<{
      id: number;
    }>`select id from decoration_position where garment_type = ${garmentType} and place = ${place}`.execute(portal.db)
  ).rows[0]?.id as number;
const read = async (id: number) =>
  (await operator.get<'GET /api/operator/products/:id/positions'>(`/api/operator/products/${id}/positions`)).body
    .productPositions;
const set = (
  id: number,
  body: BodyOf<'PUT /api/operator/products/:id/positions'>,
  client: Pick<TestOperatorClient, 'put'> = operator,
) => client.put<'PUT /api/operator/products/:id/positions'>(`/api/operator/products/${id}/positions`, body);

it('says what can be put on a product, whether it must be, and keeps that in its history', async () => {
  const polo = await aCatalogueProduct(portal.db);
  const chest = await positionId('polo', 'left-chest');
  const before = await read(polo.id);
  expect(before).toMatchObject({ garment: 'Polo shirt', isPossible: false, isRequired: false });
  const { version } = before;
  const { body } = await set(polo.id, {
    ...{ isRequired: true, positions: [{ positionId: chest, methodIds: [PRINT, EMBROIDERY] }], version },
  });
  expect(body.productPositions).toMatchObject({ isPossible: true, isRequired: true });
  expect(body.productPositions.positions.filter(({ methodIds }) => methodIds.length > 0)).toMatchObject([
    { id: chest, name: 'Left chest', methodIds: [EMBROIDERY, PRINT] },
  ]);
  expect((await set(polo.id, { isRequired: false, positions: [], version })).status).toBe(409);
  const { history } = (await operator.get<'GET /api/operator/products/:id/history'>(`/api/operator/products/${polo.id}/history`))
    .body;
  expect(history[0]?.changes).toEqual([
    { field: 'Personalisation', before: '', after: 'Left chest: Embroidery, Print' },
    { field: 'Personalisation required', before: 'no', after: 'yes' },
  ]);
  const none = await set(polo.id, { isRequired: false, positions: [], version: body.productPositions.version });
  expect(none.body.productPositions).toMatchObject({ isPossible: false, isRequired: false });
});

it('goes with a copy of the product', async () => {
  const polo = await aCatalogueProduct(portal.db);
  const chest = await positionId('polo', 'left-chest');
  await set(polo.id, { isRequired: false, positions: [{ positionId: chest, methodIds: [EMBROIDERY] }] });
  const copy = await operator.post<'POST /api/operator/products'>('/api/operator/products', {
    ...{ name: 'Copied polo', sku: 'COPY-OF-POLO', price: 10, copyOfId: polo.id },
  });
  expect((await read(copy.body.product.id)).positions.find(({ id }) => id === chest)?.methodIds).toEqual([EMBROIDERY]);
});

it('refuses what is not possible, and changes nothing then', async () => {
  const polo = await aCatalogueProduct(portal.db);
  const [chest, cap] = [await positionId('polo', 'left-chest'), await positionId('cap', 'front')];
  const on = (id: number, ...methodIds: number[]) => ({ positionId: id, methodIds });
  const before = await read(polo.id);
  const statuses = [];
  for (const body of [
    { isRequired: false, positions: [on(cap, EMBROIDERY)] },
    { isRequired: false, positions: [on(chest, 99)] },
    { isRequired: false, positions: [on(chest)] },
    { isRequired: false, positions: [on(chest, EMBROIDERY), on(chest, PRINT)] },
    { isRequired: true, positions: [] },
  ])
    statuses.push((await set(polo.id, body)).status);
  expect(statuses).toEqual([404, 404, 422, 422, 422]);
  expect(await read(polo.id)).toEqual(before);
});

it('is changed only by operators of all brands whose clients buy the product', async () => {
  const brands = await sql<{
    id: number;
  }>`select brand_id as id from organisation where id in (1, ${HALLAM}) order by organisation.id`.execute(portal.db);
  const [meridians, hallams] = brands.rows.map(({ id }) => id) as [number, number];
  const shared = await aCatalogueProduct(portal.db, { organisationIds: [1, HALLAM] });
  const own = await aCatalogueProduct(portal.db, { organisationIds: [1] });
  const body = {
    isRequired: false,
    positions: [{ positionId: await positionId('polo', 'left-chest'), methodIds: [EMBROIDERY] }],
  };
  expect((await set(shared.id, body, await portal.asOperator({ brandIds: [meridians] }))).status).toBe(403);
  expect((await set(own.id, body, await portal.asOperator({ brandIds: [hallams] }))).status).toBe(404);
  expect((await set(own.id, body, await portal.asOperator({ brandIds: [meridians] }))).status).toBe(200);
  expect((await set(own.id, body, await portal.asApiKey(['catalogue:read']))).status).toBe(403);
});
