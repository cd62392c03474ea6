import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '#api/testing/portal.ts';
import { aCatalogueProduct } from '#api/testing/products.ts';
import { createRangeClient } from '#api/testing/range-client.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let admin: TestClient;
let northAdmin: TestClient;
let buyer: TestClient;
let hallam: TestClient;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  northAdmin = await portal.as('north.admin@meridian.example');
  buyer = await portal.as('buyer@meridian.example');
  hallam = await portal.as('admin@hallam.example');
});

const { find, theOne, put, bulk, undo, idsOf, listForBuyer } = createRangeClient(() => ({ admin, buyer }));
describe('the bulk edit of the range', () => {
  it('changes all matches of a search, and undo keeps later changes by others', async () => {
    const products = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        aCatalogueProduct(portal.db, {
          product: { name: `Wheatear fleece ${index}`, price_minor: 1050 },
          range: index === 3 ? { overridden_price_minor: 2000 } : {},
          businessAreaIds: index === 0 ? [1] : [],
        }),
      ),
    );
    const before = (await find('wheatear')).productOrganisations;
    const change = {
      published: false,
      price: { percent: 10 },
      businessAreas: { add: [2] },
      jobRoles: { add: [6, 7] },
      collections: { add: [1] },
      customerRoles: { add: [35] },
    };
    const { body } = await bulk({ matching: { keyword: 'wheatear' }, expectedCount: 4, change });

    expect(body.bulkEdit).toMatchObject({ changed: 4, unchanged: 0, refusals: [] });
    const after = (await find('wheatear')).productOrganisations;
    expect(after.map(({ price }) => price)).toEqual([11.55, 11.55, 11.55, 22]);
    expect(after.map(({ businessAreaIds }) => businessAreaIds)).toEqual([[1, 2], [2], [2], [2]]);
    expect(after.every((one) => !one.published && one.jobRoleIds.join() === '6,7' && one.collectionIds.join() === '1')).toBe(
      true,
    );
    expect(await listForBuyer('wheatear')).toEqual([]);
    expect((await bulk({ matching: { keyword: 'wheatear' }, change })).body.bulkEdit).toMatchObject({ changed: 4 });

    const touched = after[1]?.id ?? 0;
    expect((await undo(body.bulkEdit.id)).body.bulkEdit.changed).toBe(0);
    const again = await bulk({ ids: after.map(({ id }) => id), change: { price: { amount: 9 } } });
    await put({ id: touched, name: 'Touched' });
    expect((await undo(again.body.bulkEdit.id)).body.bulkEdit).toMatchObject({
      description: 'Undone: changed 4 products',
      changed: 3,
      unchanged: 0,
      refusals: [{ reason: 'Someone has changed it since.', count: 1 }],
      canUndo: false,
    });
    const twice = await undo(again.body.bulkEdit.id);
    expect(twice.status).toBe(409);
    const end = (await find('wheatear')).productOrganisations;
    expect(end.find(({ id }) => id === touched)?.overriddenPrice).toBe(9);
    expect(end.filter(({ id }) => id !== touched).map(({ price, pricePercent }) => [price, pricePercent])).toEqual([
      [12.71, 21],
      [12.71, 21],
      [24.2, null],
    ]);
    expect([before.length, products.length]).toEqual([4, 4]);
  });

  it('restores every field when it is undone', async () => {
    const made = await aCatalogueProduct(portal.db, {
      range: { name: 'Own', organisation_sku: 'S', overridden_price_minor: 100 },
      businessAreaIds: [1, 2],
      roleIds: [33, 35],
    });
    const { version: _, ...before } = await theOne(made.sku);
    const { body } = await bulk({
      ids: [before.id],
      change: {
        published: false,
        featured: true,
        price: { catalogue: true },
        businessAreas: { clear: true },
        customerRoles: { remove: [33] },
      },
    });
    expect(await theOne(made.sku)).toMatchObject({ published: false, overriddenPrice: null, businessAreaIds: [] });
    await undo(body.bulkEdit.id);

    const { version: __, ...after } = await theOne(made.sku);
    const plain = (one: typeof before) => ({ ...one, customerRoles: one.customerRoles.map(({ name }) => name) });
    expect(plain(after)).toEqual(plain(before));
  });

  it('removes products, and undo restores their limits and wardrobes', async () => {
    const made = await aCatalogueProduct(portal.db, { range: { name: 'Held' }, jobRoleIds: [6] });
    const before = await theOne(made.sku);
    await sql`insert into collection_group_product (organisation_id, collection_group_id, product_id, quantity)
      select 1, id, ${made.id}, 3 from collection_group where organisation_id = 1 order by id limit 1`.execute(portal.db);
    const held = async () =>
      (await sql`select quantity from collection_group_product where product_id = ${made.id}`.execute(portal.db)).rows;

    const { body } = await bulk({ ids: [before.id], change: { remove: true } });
    expect([body.bulkEdit.changed, (await find(made.sku)).totalCount, await held()]).toEqual([1, 0, []]);
    expect((await undo(body.bulkEdit.id)).body.bulkEdit.changed).toBe(1);
    expect(await theOne(made.sku)).toMatchObject({ id: before.id, name: 'Held', jobRoleIds: [6] });
    expect(await held()).toEqual([{ quantity: 3 }]);
    expect((await listForBuyer(made.sku)).map(({ name }) => name)).toEqual(['Held']);
  });

  it('skips a product, with the reason, when removing its last limit would show it to everyone', async () => {
    const plain = await aCatalogueProduct(portal.db, { businessAreaIds: [1, 2] });
    const last = await aCatalogueProduct(portal.db, { businessAreaIds: [1] });
    const { body } = await bulk({
      ids: await idsOf([plain, last]),
      change: { price: { percent: -50 }, businessAreas: { remove: [1] } },
    });

    expect(body.bulkEdit).toMatchObject({
      changed: 1,
      refusals: [{ reason: 'Removing the last restriction would make it visible to everyone.', count: 1 }],
    });
    expect(await theOne(plain.sku)).toMatchObject({ price: 5, businessAreaIds: [2] });
    expect(await theOne(last.sku)).toMatchObject({ price: 10, businessAreaIds: [1] });
  });

  it('keeps fields that someone else has changed since the products were loaded', async () => {
    const [one, other] = [await aCatalogueProduct(portal.db), await aCatalogueProduct(portal.db, { businessAreaIds: [1] })];
    const loaded = [await theOne(one.sku), await theOne(other.sku)];
    const selection = { ids: loaded.map(({ id }) => id), versions: loaded.map(({ version }) => version) };
    await put({ id: loaded[0]?.id, overriddenPrice: 7 });
    await put({ id: loaded[1]?.id, businessAreaIds: [1, 2] });

    const { body } = await bulk({ ...selection, change: { price: { percent: 10 }, businessAreas: { add: [3] } } });

    expect(body.bulkEdit).toMatchObject({ changed: 1, refusals: [{ reason: 'Someone has changed it since.', count: 1 }] });
    expect([await theOne(one.sku), await theOne(other.sku)]).toMatchObject([
      { overriddenPrice: 7, businessAreaIds: [] },
      { pricePercent: 10, businessAreaIds: [1, 2, 3] },
    ]);
    const opened = await bulk({ ...selection, change: { businessAreas: { clear: true } } });
    expect(opened.body.bulkEdit).toMatchObject({ changed: 0, unchanged: 1, refusals: [{ count: 1 }] });
    expect((await bulk({ ids: selection.ids, change: { price: { amount: 3 } } })).body.bulkEdit.changed).toBe(2);
    expect((await bulk({ ids: selection.ids, versions: [1], change: { published: true } })).errors).toHaveProperty('versions');
  });

  it('keeps the surcharge of larger sizes everywhere when prices change by percent', async () => {
    const made = await aCatalogueProduct(portal.db, { sizes: ['S', 'XXL'], product: { price_minor: 1990 } });
    await sql`update combination set overridden_price_minor = 2155 where sku = ${`${made.sku}/XXL`}`.execute(portal.db);
    const [id] = await idsOf([made]);
    await bulk({ ids: [id], change: { price: { percent: 7.5 } } });

    expect(await theOne(made.sku)).toMatchObject({
      ...{ overriddenPrice: null, pricePercent: 7.5, price: 21.39, priceHighest: 23.17 },
      ...{ cataloguePrice: 19.9, cataloguePriceHighest: 21.55 },
    });
    expect((await listForBuyer(made.sku))[0]).toMatchObject({ price: 21.39, priceFrom: 21.39 });
    const detail = await buyer.get<'GET /api/products/:id'>(`/api/products/${made.id}`);
    expect(detail.body.products[0]?.productAttributeCombinations.map(({ price }) => price)).toEqual([21.39, 23.17]);
    const cart = await buyer.post<'POST /api/shopping_cart_items/multiple'>('/api/shopping_cart_items/multiple', {
      items: [{ productId: made.id, sku: `${made.sku}/XXL`, quantity: 1 }],
    });
    expect(cart.body.items.find(({ productId }) => productId === made.id)?.unitPriceExclTax).toBe(23.17);

    // An own price and a percentage replace each other; 0% removes both.
    expect((await put({ id, overriddenPrice: 5 })).body.productOrganisation).toMatchObject({ price: 5, pricePercent: null });
    expect((await put({ id, pricePercent: -10 })).body.productOrganisation).toMatchObject({
      overriddenPrice: null,
      price: 17.91,
    });
    expect((await put({ id, pricePercent: 0 })).body.productOrganisation).toMatchObject({ pricePercent: null, price: 19.9 });
    expect((await put({ id, pricePercent: 1, overriddenPrice: 5 })).status).toBe(422);
  });

  it.each([
    ['an empty selection', { ids: [], change: { published: true } }, 422, 'ids'],
    ['nothing to change', { ids: [1], change: {} }, 422, 'change'],
    ['nothing to add', { ids: [1], change: { jobRoles: { add: [] } } }, 422, 'change'],
    ['two prices', { ids: [1], change: { price: { amount: 1, percent: 5 } } }, 422, 'change.price'],
    ['the same item added and removed', { ids: [1], change: { jobRoles: { add: [1], remove: [1] } } }, 422, 'change.jobRoles'],
    ['a limit both cleared and added to', { ids: [1], change: { jobRoles: { add: [1], clear: true } } }, 422, 'change.jobRoles'],
    ['changed and removed', { ids: [1], change: { published: true, remove: true } }, 422, 'change'],
    ['an unknown product', { ids: [99_999_999], change: { published: true } }, 404, 'productOrganisation'],
    ['an unknown wardrobe', { ids: [1], change: { collections: { add: [99_999] } } }, 404, 'organisationCollection'],
    [
      'a different number of matches than expected',
      { matching: {}, expectedCount: 3, change: { published: true } },
      409,
      'productOrganisation',
    ],
  ])('refuses %s', async (_, body, status, key) => {
    const answer = await bulk(body);
    expect([answer.status, Object.keys(answer.errors)]).toEqual([status, [key]]);
  });

  it('refuses a missing change and a list that is not an array', async () => {
    const send = (body: object) => admin.post<'POST /api/productsorganisation/bulk'>('/api/productsorganisation/bulk', body);
    expect((await send({ ids: [] })).errors).toHaveProperty('change');
    expect((await send({ ids: 'all', change: {} })).status).toBe(422);
  });

  it('cannot be undone by another organisation or a group administrator, or after 30 days', async () => {
    const made = await aCatalogueProduct(portal.db);
    const { body } = await bulk({ ids: await idsOf([made]), change: { published: false } });

    expect((await undo(body.bulkEdit.id, hallam)).status).toBe(404);
    expect((await undo(body.bulkEdit.id, northAdmin)).status).toBe(404);
    await sql`update bulk_edit set created_at = now() - interval '31 days' where id = ${body.bulkEdit.id}`.execute(portal.db);
    expect((await undo(body.bulkEdit.id)).status).toBe(404);
  });
});
