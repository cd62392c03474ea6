import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '#api/testing/portal.ts';
import { aCatalogueProduct, type CatalogueProductOverrides } from '#api/testing/products.ts';
import { createRangeClient } from '#api/testing/range-client.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const MERIDIAN = 1;
const HALLAM = 2;
const REFUSAL = 'Your supplier sets your organisation’s prices.';

const portal = usePortal();
let meridian: TestClient;
let hallam: TestClient;
let buyer: TestClient;
beforeAll(async () => {
  meridian = await portal.as('admin@meridian.example');
  hallam = await portal.as('admin@hallam.example');
  buyer = await portal.as('buyer@hallam.example');
});

const { theOne, put, bulk, undo } = createRangeClient(() => ({ admin: hallam, buyer }));
/** A product of both ranges, at the supplier's price of 20.00 in Hallam's. */
const aProduct = (plan: CatalogueProductOverrides = {}) =>
  aCatalogueProduct(portal.db, { organisationIds: [HALLAM], range: { overridden_price_minor: 2000 }, ...plan });
const trail = async (organisationId: number, action: string) =>
  (
    await sql<{ before: object; after: object }>`
      select before, after from audit_event where organisation_id = ${organisationId} and action = ${action} order by id desc limit 1`.execute(
      portal.db,
    )
  ).rows[0];
const setKeepsOwnPrices = (keeps: boolean) =>
  sql`update organisation set keeps_own_prices = ${keeps} where id = ${HALLAM}`.execute(portal.db);

describe('prices of the range that the supplier sets', () => {
  it('are announced by the settings of the organisation', async () => {
    for (const [email, keepsOwnPrices] of [
      ['admin@meridian.example', true],
      ['admin@hallam.example', false],
      ['admin@corvane.example', false],
    ] as const) {
      const client = await portal.as(email);
      expect((await client.get('/api/organisations/settings')).body).toMatchObject({ keepsOwnPrices });
    }
  });

  it('stay when an administrator changes a product; the rest is saved', async () => {
    const made = await aProduct();
    const { id } = await theOne(made.sku);

    for (const price of [
      { overriddenPrice: 1 },
      { pricePercent: -100 },
      { overriddenPrice: null },
      { overriddenPrice: 1, pricePercent: 2 },
    ])
      expect((await put({ id, ...price, name: `Own ${made.sku}` })).body.productOrganisation).toMatchObject({
        name: `Own ${made.sku}`,
        overriddenPrice: 20,
        pricePercent: null,
        price: 20,
      });
    expect(JSON.stringify(await trail(HALLAM, 'productOrganisation.changed'))).not.toContain('rice');
  });

  it('are not set when an administrator adds a product', async () => {
    const made = await aCatalogueProduct(portal.db, { organisationIds: [], product: { price_minor: 1000 } });
    const { status, body } = await hallam.post<'POST /api/productorganisation'>('/api/productorganisation', {
      productOrganisation: { productId: made.id, name: 'Cheap', overriddenPrice: 0.01 },
    });

    expect(status).toBe(200);
    expect(body.productOrganisation).toMatchObject({ name: 'Cheap', overriddenPrice: null, pricePercent: null, price: 10 });
  });

  it('stay when an administrator removes a product and adds it again', async () => {
    const made = await aProduct({ product: { price_minor: 1000 } });
    for (const action of ['removed once', 'removed again']) {
      const { id } = await theOne(made.sku);
      expect((await hallam.delete(`/api/productorganisation/${id}`)).status).toBe(200);
      const { body } = await hallam.post<'POST /api/productorganisation'>('/api/productorganisation', {
        productOrganisation: { productId: made.id, name: action },
      });
      expect(body.productOrganisation).toMatchObject({ name: action, overriddenPrice: 20, price: 20 });
    }
  });

  it('of an organisation that keeps its own go with a product that it removes', async () => {
    const made = await aProduct({ product: { price_minor: 1000 } });
    await setKeepsOwnPrices(true);
    const { id } = await theOne(made.sku);
    await hallam.delete(`/api/productorganisation/${id}`);
    const { body } = await hallam.post<'POST /api/productorganisation'>('/api/productorganisation', {
      productOrganisation: { productId: made.id, name: 'Added again' },
    });
    await setKeepsOwnPrices(false);

    expect(body.productOrganisation).toMatchObject({ overriddenPrice: null, price: 10 });
  });

  it('make a bulk edit refuse each product with the reason', async () => {
    const products = await Promise.all([aProduct(), aProduct()]);
    const ids = await Promise.all(products.map(async ({ sku }) => (await theOne(sku)).id));

    for (const price of [{ amount: 1 }, { percent: -50 }, { catalogue: true }]) {
      const { body } = await bulk({ ids, change: { price, published: false } });
      expect(body.bulkEdit).toMatchObject({ changed: 0, unchanged: 0, refusals: [{ reason: REFUSAL, count: 2 }] });
    }
    for (const { sku } of products) expect(await theOne(sku)).toMatchObject({ overriddenPrice: 20, published: true });
    expect((await bulk({ ids, change: { published: false } })).body.bulkEdit).toMatchObject({ changed: 2, refusals: [] });
  });

  it('are not changed by undoing an edit from the time when the organisation kept its own', async () => {
    const made = await aProduct();
    const { id } = await theOne(made.sku);
    await setKeepsOwnPrices(true);
    const edit = await bulk({ ids: [id], change: { price: { amount: 5 } } });
    await setKeepsOwnPrices(false);

    expect((await undo(edit.body.bulkEdit.id)).body.bulkEdit).toMatchObject({
      changed: 0,
      refusals: [{ reason: REFUSAL, count: 1 }],
    });
    expect(await theOne(made.sku)).toMatchObject({ overriddenPrice: 5 });
  });
});

describe('prices of the range that the organisation keeps itself', () => {
  it('are in the audit log with their values before and after, whichever way they change', async () => {
    const made = await aProduct({ organisationIds: [MERIDIAN] });
    const { id } = await createRangeClient(() => ({ admin: meridian, buyer })).theOne(made.sku);

    await put({ id, overriddenPrice: 7 }, meridian);
    expect(await trail(MERIDIAN, 'productOrganisation.changed')).toMatchObject({
      before: { overriddenPriceMinor: 2000 },
      after: { overriddenPriceMinor: 700 },
    });
    const edit = await bulk({ ids: [id], change: { price: { percent: 10 } } }, meridian);
    const before = { prices: [{ id, overriddenPriceMinor: 700, pricePercent: null }] };
    const after = { prices: [{ id, overriddenPriceMinor: 770, pricePercent: null }] };
    expect(await trail(MERIDIAN, 'productOrganisation.bulkEdited')).toMatchObject({ before, after });
    await undo(edit.body.bulkEdit.id, meridian);
    expect(await trail(MERIDIAN, 'productOrganisation.undone')).toMatchObject({ before: after, after: before });

    const added = await aCatalogueProduct(portal.db, { organisationIds: [] });
    await meridian.post('/api/productorganisation', { productOrganisation: { productId: added.id, pricePercent: 5 } });
    expect(await trail(MERIDIAN, 'productOrganisation.added')).toMatchObject({
      before: { pricePercent: null },
      after: { productId: added.id, pricePercent: 5 },
    });
  });
});
