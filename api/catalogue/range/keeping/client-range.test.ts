import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { runInTransaction } from '#api/platform/db/database.ts';
import { untilSomeoneWaits } from '#api/testing/lock-waits.ts';
import type { TestClient, TestOperatorClient } from '#api/testing/portal.ts';
import { aCatalogueProduct, type CatalogueProductOverrides } from '#api/testing/products.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
const [MERIDIAN, HALLAM] = [1, 2];
let operator: TestOperatorClient;
let sundial: TestOperatorClient;
let buyer: TestClient;
let brandOf: Map<number, number>;
beforeAll(async () => {
  const { rows } = await sql<{ id: number; brand: number }>`select id, brand_id as brand from organisation`.execute(portal.db);
  brandOf = new Map(rows.map(({ id, brand }) => [id, brand]));
  operator = await portal.asOperator();
  sundial = await portal.asOperator({ brandIds: [brandOf.get(MERIDIAN) ?? 0] });
  buyer = await portal.as('buyer@hallam.example');
});

const aProduct = (overrides: CatalogueProductOverrides = {}) =>
  aCatalogueProduct(portal.db, { organisationIds: [], sizes: ['M'], ...overrides });
const clientsPath = (id: number) => `/api/operator/products/${id}/clients`;
const rangePath = (organisationId: number, productId: number) =>
  `/api/operator/organisations/${organisationId}/range/${productId}`;
const clients = async (id: number, as = operator) =>
  (await as.get<'GET /api/operator/products/:id/clients'>(clientsPath(id))).body;
const addTo = (id: number, organisationIds: number[], as = operator, more: object = {}, headers = {}) =>
  as.post<'POST /api/operator/products/:id/clients'>(clientsPath(id), { organisationIds, ...more }, headers);
const addMany = (organisationId: number, productIds: number[], as = operator) =>
  as.post<'POST /api/operator/organisations/:id/range'>(`/api/operator/organisations/${organisationId}/range`, {
    productIds,
  });
const previewMany = (organisationId: number, productIds: number[]) =>
  operator.post<'POST /api/operator/organisations/:id/range/preview'>(
    `/api/operator/organisations/${organisationId}/range/preview`,
    {
      productIds,
    },
  );
const change = (organisationId: number, id: number, values: object, as = operator) =>
  as.put<'PUT /api/operator/organisations/:id/range/:productId'>(rangePath(organisationId, id), values);
const remove = (organisationId: number, id: number, as = operator) =>
  as.delete<'DELETE /api/operator/organisations/:id/range/:productId'>(rangePath(organisationId, id));
const makeFor = (id: number, madeForId: number | null, as = operator, version: number | null = null) =>
  as.put<'PUT /api/operator/products/:id/madefor'>(`/api/operator/products/${id}/madefor`, { madeForId, version });
const preview = (id: number, organisationId: number, as = operator) =>
  as.get<'GET /api/operator/products/:id/as/:organisationId'>(`/api/operator/products/${id}/as/${organisationId}`);
const seenBy = async (client: TestClient, sku: string) =>
  (await client.get<'GET /api/products'>(`/api/products?keyword=${encodeURIComponent(sku)}`)).body.products;
const history = async (id: number, as = operator) =>
  (await as.get<'GET /api/operator/products/:id/history'>(`/api/operator/products/${id}/history`)).body.history;

describe('a product and the clients that have it', () => {
  it('is added, named, hidden and taken out, at once for the client’s people, and noted in its history', async () => {
    const { id, sku } = await aProduct();
    expect(await seenBy(buyer, sku)).toEqual([]);
    expect((await addTo(id, [HALLAM])).body.addition).toEqual({ added: 1, present: 0, refusals: [] });
    expect((await seenBy(buyer, sku)).map((product) => product.id)).toEqual([id]);
    const [added] = (await clients(id)).clients;
    expect(added).toMatchObject({
      organisationId: HALLAM,
      ownName: null,
      published: true,
      limitedTo: [],
      wardrobes: 0,
      price: 10,
    });

    const named = await change(HALLAM, id, { name: 'Crew shirt', organisationSku: 'HAL-7', version: added?.version });
    expect(named.body.client).toMatchObject({ ownName: 'Crew shirt', organisationSku: 'HAL-7', published: true });
    expect((await seenBy(buyer, sku))[0]?.name).toBe('Crew shirt');
    expect((await change(HALLAM, id, { published: false })).body.client.published).toBe(false);
    expect(await seenBy(buyer, sku)).toEqual([]);

    expect((await remove(HALLAM, id)).status).toBe(200);
    expect((await clients(id)).clients).toEqual([]);
    expect((await remove(HALLAM, id)).status).toBe(404);
    expect((await history(id)).map(({ what }) => what)).toEqual([
      'Removed it from a client’s range',
      'Changed it in a client’s range',
      'Changed it in a client’s range',
      'Added it to a client’s range',
    ]);
    expect((await history(id))[2]?.changes).toContainEqual({ field: 'Own name', before: '', after: 'Crew shirt' });
  });

  it('leaves the wardrobes with what people may still get of it, and has its price again when it is added again', async () => {
    const { id } = await aProduct({ organisationIds: [HALLAM], range: { overridden_price_minor: 777 } });
    const { rows } = await sql<{ id: number }>`
      insert into collection_group_product (organisation_id, collection_group_id, product_id)
      select organisation_id, id, ${id} from collection_group where organisation_id = ${HALLAM} order by id limit 1 returning collection_group_id as id`.execute(
      portal.db,
    );
    expect((await clients(id)).clients).toMatchObject([{ wardrobes: 1, overriddenPrice: 7.77 }]);
    expect((await remove(HALLAM, id)).status).toBe(200);
    const left =
      await sql`select from collection_group_product where product_id = ${id} and collection_group_id = ${rows[0]?.id}`.execute(
        portal.db,
      );
    expect(left.rows).toEqual([]);
    await addTo(id, [HALLAM]);
    expect((await clients(id)).clients).toMatchObject([{ wardrobes: 0, overriddenPrice: 7.77 }]);
  });

  it('names clients of the operator’s brands alone, and lets no one act for others', async () => {
    expect(brandOf.get(HALLAM)).not.toBe(brandOf.get(MERIDIAN));
    const { id, sku } = await aProduct({ organisationIds: [MERIDIAN, HALLAM] });
    const seen = await clients(id, sundial);
    expect(seen.clients.map(({ organisationId }) => organisationId)).toEqual([MERIDIAN]);
    expect(seen.otherClients).toBe(1);
    const statuses = [
      await addTo(id, [MERIDIAN, HALLAM], sundial),
      await addMany(HALLAM, [id], sundial),
      await change(HALLAM, id, { name: 'Ours' }, sundial),
      await remove(HALLAM, id, sundial),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404, 404]);
    expect((await change(MERIDIAN, id, { name: 'Ours' }, sundial)).status).toBe(200);
    const reader = await portal.asOperator({ rights: ['customerService'] });
    expect((await change(HALLAM, id, { name: 'Theirs' }, reader)).status).toBe(403);
    expect((await seenBy(buyer, sku))[0]?.name).not.toBe('Ours');

    await change(HALLAM, id, { name: 'Secret name' });
    expect(JSON.stringify(await history(id, sundial))).not.toContain('Secret name');
    const { id: foreign } = await aProduct({ organisationIds: [HALLAM] });
    expect((await addTo(foreign, [MERIDIAN], sundial)).status).toBe(404);
    expect((await sundial.get(clientsPath(foreign))).status).toBe(404);
    const available = await sundial.get<'GET /api/operator/organisations/:id/range/available'>(
      `/api/operator/organisations/${MERIDIAN}/range/available?limit=250`,
    );
    expect(available.body.products.map((product) => product.id)).not.toContain(foreign);
  });

  it('is not overwritten by someone who had an earlier version, field by field', async () => {
    const { id } = await aProduct({ organisationIds: [HALLAM] });
    const version = (await clients(id)).clients[0]?.version;
    const both = await Promise.all(['First', 'Second'].map((name) => change(HALLAM, id, { name, version })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await change(HALLAM, id, { organisationSku: 'X-1', version })).status).toBe(200);
  });
});

describe('adding many products to a client’s range', () => {
  it('previews and adds what is new, leaves what is there, and says why others are left alone', async () => {
    const [fresh, present, draft, exclusive] = await Promise.all([
      aProduct(),
      aProduct({ organisationIds: [HALLAM] }),
      aProduct({ product: { published: false } }),
      aProduct({ product: { exclusive_organisation_id: MERIDIAN, name: 'Made for others' } }),
    ]);
    const ids = [fresh, present, draft, exclusive].map(({ id }) => id);
    const expected = {
      added: 1,
      present: 1,
      refusals: [
        { reason: 'It is not on sale. Put it on sale first.', count: 1 },
        { reason: 'It is made for another client.', count: 1, names: ['Made for others'] },
      ],
    };
    expect((await previewMany(HALLAM, ids)).body.addition).toMatchObject(expected);
    expect(await seenBy(buyer, fresh.sku)).toEqual([]);
    expect((await addMany(HALLAM, ids)).body.addition).toMatchObject(expected);
    expect((await addMany(HALLAM, ids)).body.addition).toMatchObject({ added: 0, present: 2 });
    expect((await seenBy(buyer, fresh.sku)).map(({ id }) => id)).toEqual([fresh.id]);
    expect((await addMany(HALLAM, [fresh.id, 987_654])).status).toBe(404);
  });

  it('is done once with the same key, also by an API key', async () => {
    const { id } = await aProduct();
    const key = await portal.asApiKey(['catalogue:write']);
    const headers = { 'idempotency-key': randomUUID() };
    const one = await addTo(id, [MERIDIAN, HALLAM], key, { published: false }, headers);
    const again = await addTo(id, [MERIDIAN, HALLAM], key, { published: false }, headers);
    expect([one.body.addition, again.body.addition]).toEqual([one.body.addition, { added: 2, present: 0, refusals: [] }]);
    expect((await clients(id)).clients.map(({ published }) => published)).toEqual([false, false]);
  });
});

describe('a product that is made for one client', () => {
  it('cannot be added for others, until it is for any again', async () => {
    const { id } = await aProduct();
    const made = await makeFor(id, HALLAM);
    expect(made.body.product).toMatchObject({ madeFor: expect.any(String), madeForId: HALLAM });
    expect((await addTo(id, [MERIDIAN, HALLAM])).body.addition).toMatchObject({
      added: 1,
      refusals: [{ reason: 'It is made for another client.', names: [expect.any(String)] }],
    });
    const stale = await makeFor(id, null, operator, made.body.product.version - 1);
    expect([stale.status, stale.body]).toMatchObject([
      409,
      { errors: { product: [expect.stringContaining('Made for one client')] } },
    ]);
    expect((await makeFor(id, null, operator, made.body.product.version)).body.product.madeForId).toBeNull();
    expect((await addTo(id, [MERIDIAN])).body.addition.added).toBe(1);
    expect((await history(id)).map(({ changes }) => changes[0])).toContainEqual({
      field: 'Made for',
      before: '',
      after: expect.any(String),
    });
  });

  it('is refused while others have it in their range or on open orders', async () => {
    const { id, combinations } = await aProduct({ organisationIds: [MERIDIAN, HALLAM] });
    const taken = await makeFor(id, HALLAM);
    expect([taken.status, taken.body]).toMatchObject([
      409,
      { errors: { madeForId: [expect.stringMatching(/^Other clients have it in their range: .+\. Remove it/)] } },
    ]);
    await remove(MERIDIAN, id);
    const { rows } = await sql<{ id: number }>`
      update order_line set product_id = ${id}, combination_id = ${[...combinations.values()][0]?.id}
      where id = (select l.id from order_line l join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
        where l.organisation_id = ${MERIDIAN} and o.order_state_id = 20 and l.quantity > l.shipped_quantity + l.cancelled_quantity order by l.id limit 1)
      returning id`.execute(portal.db);
    expect(rows).toHaveLength(1);
    const ordered = await makeFor(id, HALLAM);
    expect([ordered.status, ordered.body]).toMatchObject([
      409,
      { errors: { madeForId: ['It is on 1 open order of other clients. Wait until these are sent.'] } },
    ]);
  });

  it('is a matter of the brands that buy it', async () => {
    const { id } = await aProduct({ organisationIds: [MERIDIAN] });
    expect((await makeFor(id, HALLAM, sundial)).status).toBe(404);
    const { id: shared } = await aProduct({ organisationIds: [MERIDIAN, HALLAM] });
    expect((await makeFor(shared, MERIDIAN, sundial)).status).toBe(403);
    const { id: foreign } = await aProduct({ organisationIds: [MERIDIAN], product: { exclusive_organisation_id: HALLAM } });
    expect((await makeFor(foreign, null, sundial)).status).toBe(403);
    expect((await sundial.get<'GET /api/operator/products/:id'>(`/api/operator/products/${foreign}`)).body.product).toMatchObject(
      {
        madeFor: null,
        madeForId: null,
      },
    );
  });

  it('is not given to another client at the same moment', async () => {
    const { id } = await aProduct();
    const adding = await runInTransaction(portal.db, async (tx) => {
      // Another operator is making it for Hallam and has not finished.
      await sql`select from product where id = ${id} for update`.execute(tx);
      await sql`update product set exclusive_organisation_id = ${HALLAM} where id = ${id}`.execute(tx);
      const waiting = addTo(id, [MERIDIAN]);
      await untilSomeoneWaits(portal.db);
      return { waiting };
    });
    expect((await adding.waiting).body.addition).toMatchObject({
      added: 0,
      refusals: [{ reason: 'It is made for another client.' }],
    });
  });
});

describe('a product as a client sees it', () => {
  it('has the client’s name, price and look, whoever it is limited to', async () => {
    const { id } = await aProduct({
      organisationIds: [HALLAM],
      range: { name: 'Crew shirt', overridden_price_minor: 1234 },
      roleIds: [33],
    });
    const { status, body } = await preview(id, HALLAM);
    expect([status, body.client]).toMatchObject([
      200,
      { organisationId: HALLAM, currencyCode: 'GBP', theme: expect.any(String) },
    ]);
    expect(body.product).toMatchObject({ id, name: 'Crew shirt', productAttributeCombinations: [{ stockQuantity: 20 }] });
    const [excluding, including] = [12.34, 14.81];
    expect(body.product.price).toBe(body.client.taxDisplayType === 10 ? excluding : including);
  });

  it('is what people of the client get, price and stock included', async () => {
    const { id } = await aProduct({ organisationIds: [HALLAM] });
    const own = (await buyer.get<'GET /api/products/:id'>(`/api/products/${id}?taxId=10`)).body.products[0];
    const { body } = await preview(id, HALLAM);
    const byTax = (await buyer.get<'GET /api/products/:id'>(`/api/products/${id}?taxId=${body.client.taxDisplayType}`)).body
      .products[0];
    expect(own?.id).toBe(id);
    // The sheet is for people of the client alone.
    expect(body.product).toEqual({ ...byTax, hasPdf: false });
  });

  it('is not shown where people of the client do not see it, nor to operators of other brands', async () => {
    const { id } = await aProduct({ organisationIds: [HALLAM] });
    await change(HALLAM, id, { published: false });
    const hidden = await preview(id, HALLAM);
    expect([hidden.status, hidden.body]).toMatchObject([409, { errors: { product: [expect.stringContaining('don’t see it')] } }]);
    expect((await preview(id, HALLAM, sundial)).status).toBe(404);
    expect((await preview(id, MERIDIAN, sundial)).status).toBe(404);
  });
});
