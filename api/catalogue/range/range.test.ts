import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '#api/testing/portal.ts';
import { aCatalogueProduct, aCategory, type CatalogueProductOverrides } from '#api/testing/products.ts';
import { createRangeClient } from '#api/testing/range-client.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const LIST = 'GET /api/productsorganisation';
const AVAILABLE = 'GET /api/productsorganisation/available';
const HALLAM = 2;

const portal = usePortal();
let admin: TestClient;
let northAdmin: TestClient;
let buyer: TestClient;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  northAdmin = await portal.as('north.admin@meridian.example');
  buyer = await portal.as('buyer@meridian.example');
});

const { find, theOne, put, bulk, undo, idsOf, listForBuyer } = createRangeClient(() => ({ admin, buyer }));
const trail = async (action: string) =>
  (
    await sql<{ subject_id: string; before: object; after: object }>`
      select subject_id, before, after from audit_event where organisation_id = 1 and action = ${action} order by id desc limit 1`.execute(
      portal.db,
    )
  ).rows[0];

/** Adds a product of the supplier that is in no organisation's range. */
const unsold = (plan: CatalogueProductOverrides = {}) => aCatalogueProduct(portal.db, { ...plan, organisationIds: [] });

describe('the list', () => {
  it('contains published and unpublished products with prices and limits, in the same order on all pages', async () => {
    const first = (await admin.get<typeof LIST>('/api/productsorganisation')).body;
    const all = (await admin.get<typeof LIST>('/api/productsorganisation?limit=250')).body;
    const rucksack = await theOne('rucksack');

    expect(first.productOrganisations).toHaveLength(10);
    expect(all.productOrganisations).toHaveLength(all.totalCount);
    expect(all.productOrganisations.slice(0, 10)).toEqual(first.productOrganisations);
    expect(all.productOrganisations.some(({ published }) => !published)).toBe(true);
    expect(rucksack.customerRoles.map(({ customerRoleId }) => customerRoleId)).toEqual([33, 35]);
    expect((await admin.get<typeof LIST>('/api/productsorganisation?page=900')).body).toEqual({
      productOrganisations: [],
      totalCount: all.totalCount,
      seenOnUtc: expect.any(String),
      currencyCode: 'GBP',
    });
    expect((await admin.get<typeof LIST>('/api/productsorganisation?limit=251')).status).toBe(400);
  });

  it('searches both names, both SKUs and the SKUs of combinations', async () => {
    const made = await aCatalogueProduct(portal.db, {
      product: { name: 'Zephyr cagoule', sku: 'ZC-9' },
      range: { name: 'Boat crew shell', organisation_sku: 'OWN-77' },
      sizes: ['S', 'M'],
    });
    for (const words of ['zephyr', 'crew boat', 'zc-9', 'own-77', 'ZC-9/M'])
      expect((await find(words)).productOrganisations.map(({ productId }) => productId)).toEqual([made.id]);
    for (const words of ['zephyr trousers', '%', "'"]) {
      expect((await find(words)).productOrganisations.map(({ productId }) => productId)).not.toContain(made.id);
    }
  });

  it('can be filtered by publication and by each kind of limit', async () => {
    const made = await aCatalogueProduct(portal.db, {
      range: { published: false },
      businessAreaIds: [3],
      jobRoleIds: [6],
      collectionIds: [1],
      roleIds: [35],
    });
    const has = async (query: string) =>
      (await admin.get<typeof LIST>(`/api/productsorganisation?limit=250&keyword=${made.sku}&${query}`)).body.totalCount;

    for (const query of [
      'published=false',
      'businessAreaId=3',
      'jobRoleId=6',
      'collectionId=1',
      'customerRoleId=35',
      'jobRoleId=0',
    ])
      expect([query, await has(query)]).toEqual([query, 1]);
    for (const query of ['published=true', 'businessAreaId=1', 'jobRoleId=1', 'collectionId=2', 'customerRoleId=36'])
      expect([query, await has(query)]).toEqual([query, 0]);
  });

  it('is for administrators; those of some groups can only read it', async () => {
    const { id } = await theOne('rucksack');
    const refused = [
      await put({ id, name: 'Mine' }, northAdmin),
      await bulk({ ids: [id], change: { published: false } }, northAdmin),
      await northAdmin.delete('/api/productorganisation/'.concat(String(id))),
      await northAdmin.post('/api/productorganisation', { productOrganisation: { productId: 1 } }),
    ];

    expect((await find('', northAdmin)).totalCount).toBe((await find('')).totalCount);
    expect(refused.map(({ status, errors }) => [status, errors.authorization?.[0]])).toEqual(
      refused.map(() => [403, 'Only an administrator of the whole organisation may do this.']),
    );
    expect((await buyer.get('/api/productsorganisation')).status).toBe(403);
  });
});

describe('adding products', () => {
  it('offers products for everyone or exclusive to the organisation that are not in the range yet', async () => {
    const category = await aCategory(portal.db, 'Sailing');
    const common = await unsold({ product: { name: 'Quayside smock' }, categoryIds: [category] });
    const own = await unsold({ product: { name: 'Quayside smock, ours', exclusive_organisation_id: 1 } });
    const theirs = await unsold({ product: { name: 'Quayside smock, theirs', exclusive_organisation_id: HALLAM } });
    await unsold({ product: { name: 'Quayside smock, gone', published: false } });
    const available = async (query: string) =>
      (await admin.get<typeof AVAILABLE>(`/api/productsorganisation/available?${query}`)).body;

    const found = await available('keyword=quayside+smock');
    expect(found.products.map(({ id }) => id)).toEqual([common.id, own.id]);
    expect((await available(`keyword=quayside&category=${category}`)).products.map(({ id }) => id)).toEqual([common.id]);

    const added = await admin.post<'POST /api/productorganisation'>('/api/productorganisation', {
      productOrganisation: { productId: common.id, name: 'Deck smock', overriddenPrice: 12.5, jobRoleIds: [10] },
    });
    expect(added.body.productOrganisation).toMatchObject({
      productId: common.id,
      name: 'Deck smock',
      overriddenPrice: 12.5,
      cataloguePrice: 10,
      published: true,
      jobRoleIds: [10],
    });
    expect((await listForBuyer('Deck smock')).map(({ id, price }) => [id, price])).toEqual([[common.id, 12.5]]);
    expect((await available('keyword=quayside')).totalCount).toBe(1);

    const post = (productId: number) => admin.post('/api/productorganisation', { productOrganisation: { productId } });
    expect((await post(common.id)).status).toBe(409);
    expect((await post(theirs.id)).errors).toEqual({ product: ['Product not found.'] });
    expect((await trail('productOrganisation.added'))?.after).toMatchObject({ productId: common.id, name: 'Deck smock' });
  });

  it('adds several products in one bulk edit that can be undone', async () => {
    const products = [await unsold(), await unsold()];
    const there = await aCatalogueProduct(portal.db);
    const { body } = await admin.post<'POST /api/productsorganisation/add'>('/api/productsorganisation/add', {
      productIds: [...products, there].map(({ id }) => id),
      published: false,
    });

    expect(body.bulkEdit).toMatchObject({ changed: 2, refusals: [{ reason: 'It is already in the range.', count: 1 }] });
    const [first, second] = await idsOf(products);
    const again = { productOrganisation: { id: first, published: true } };
    await admin.put<'PUT /api/productorganisation'>('/api/productorganisation', again);
    expect((await undo(body.bulkEdit.id)).body.bulkEdit).toMatchObject({
      changed: 1,
      refusals: [{ reason: 'Someone has changed it since.', count: 1 }],
    });
    expect((await find(products[1]?.sku ?? '')).productOrganisations[0]?.id).not.toBe(second);
    expect((await theOne(products[0]?.sku ?? '')).id).toBe(first);
  });
});

describe('changing a product', () => {
  it('changes submitted fields, clears null fields, and shows the result to everyone at the next request', async () => {
    const made = await aCatalogueProduct(portal.db, { range: { name: 'Before', overridden_price_minor: 500 } });
    const { id } = await theOne(made.sku);
    await listForBuyer(made.sku);

    const { body } = await put({
      id,
      name: '  After  ',
      organisationSku: 'A-1',
      productName: 'ignored',
      customerRoleIds: [33, 35],
    });
    expect(body.productOrganisation).toMatchObject({ name: 'After', overriddenPrice: 5, organisationSku: 'A-1' });
    expect((await listForBuyer(made.sku))[0]).toMatchObject({ name: 'After', sku: 'A-1', price: 5 });

    await put({ id, name: null, overriddenPrice: null, customerRoleIds: [33] });
    expect(await listForBuyer(made.sku)).toEqual([]);
    await put({ id, customerRoleIds: [] });
    expect((await listForBuyer(made.sku))[0]).toMatchObject({ name: (await theOne(made.sku)).productName, price: 10 });
    expect((await trail('productOrganisation.changed'))?.before).toEqual({ customerRoleIds: [33] });
  });

  it.each([
    [{ overriddenPrice: -1 }, 422, 'overriddenPrice'],
    [{ overriddenPrice: 1.005 }, 422, 'overriddenPrice'],
    [{ businessAreaIds: [99_999] }, 404, 'organisationBusinessArea'],
    [{ jobRoleIds: [99_999] }, 404, 'organisationJobRole'],
    [{ collectionIds: [99_999] }, 404, 'organisationCollection'],
    [{ customerRoleIds: [3] }, 404, 'customerRole'],
    [{ name: 'x'.repeat(201) }, 422, 'name'],
    [{ published: null }, 422, 'published'],
  ])('refuses %j', async (change, status, key) => {
    const { id, version } = await theOne('rucksack');
    const answer = await put({ id, ...change });

    expect([answer.status, Object.keys(answer.errors)]).toEqual([status, [key]]);
    expect((await theOne('rucksack')).version).toBe(version);
  });

  it('merges changes of different fields, and reports a conflict when the same field was changed', async () => {
    const made = await aCatalogueProduct(portal.db);
    const { id, version } = await theOne(made.sku);
    await put({ id, version, overriddenPrice: 7, businessAreaIds: [1] });

    expect((await put({ id, version, name: 'Own' })).status).toBe(200);
    const price = await put({ id, version, overriddenPrice: 8 });
    const areas = await put({ id, version, businessAreaIds: [2] });

    expect([price.status, price.errors.productOrganisation?.[0]]).toEqual([
      409,
      expect.stringMatching(/^Own price: someone else/),
    ]);
    expect([areas.status, areas.errors.productOrganisation?.[0]]).toEqual([409, expect.stringMatching(/^Business areas: /)]);
    expect(await theOne(made.sku)).toMatchObject({ name: 'Own', overriddenPrice: 7, businessAreaIds: [1] });
  });

  it('adds a limit to a role and removes it by its own id', async () => {
    const made = await aCatalogueProduct(portal.db);
    const { id } = await theOne(made.sku);
    const limit = (customerRoleId: number) =>
      admin.post<'POST /api/productOrganisationCustomerRole'>('/api/productOrganisationCustomerRole', {
        productOrganisationCustomerRole: { productOrganisationId: id, customerRoleId },
      });
    const { body } = await limit(36);

    expect(body.productOrganisationCustomerRole).toMatchObject({ productOrganisationId: id, customerRoleId: 36 });
    expect((await limit(36)).status).toBe(409);
    expect((await limit(3)).status).toBe(404);
    expect(await listForBuyer(made.sku)).toEqual([]);

    const gone = () =>
      admin.delete<'DELETE /api/productOrganisationCustomerRole/:id'>(
        `/api/productOrganisationCustomerRole/${body.productOrganisationCustomerRole.id}`,
      );
    expect([(await gone()).status, (await gone()).status]).toEqual([200, 404]);
    expect(await listForBuyer(made.sku)).toHaveLength(1);
  });

  it('removes it for everyone, while existing orders keep it', async () => {
    const made = await aCatalogueProduct(portal.db);
    const { id } = await theOne(made.sku);
    const remove = () => admin.delete<'DELETE /api/productorganisation/:id'>(`/api/productorganisation/${id}`);

    expect((await remove()).body).toEqual({});
    expect([await listForBuyer(made.sku), (await find(made.sku)).totalCount]).toEqual([[], 0]);
    expect((await remove()).errors).toEqual({ productOrganisation: ['Product organisation not found.'] });
  });
});
