import { beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '#api/testing/portal.ts';
import { aCatalogueProduct } from '#api/testing/products.ts';
import { createRangeClient } from '#api/testing/range-client.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let admin: TestClient;
let buyer: TestClient;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  buyer = await portal.as('buyer@meridian.example');
});
const { find, theOne, bulk, put, undo } = createRangeClient(() => ({ admin, buyer }));

const request = (body: object, as = admin) =>
  as.post<'POST /api/productsorganisation/bulk/preview'>('/api/productsorganisation/bulk/preview', { ids: [], ...body });
const preview = async (body: object) => {
  const { status, body: reply, errors } = await request(body);
  if (status !== 200) throw new Error(JSON.stringify(errors));
  return reply.pricePreview;
};

describe('the preview of prices', () => {
  it('shows old and new prices, what is rounded and what is far below the catalogue', async () => {
    const plain = await aCatalogueProduct(portal.db, { product: { name: 'Ppv plain', price_minor: 1999 } });
    await aCatalogueProduct(portal.db, { product: { name: 'Ppv even', price_minor: 2000 } });
    await aCatalogueProduct(portal.db, {
      product: { name: 'Ppv own', price_minor: 2000 },
      range: { overridden_price_minor: 1001 },
    });
    await aCatalogueProduct(portal.db, { product: { name: 'Ppv on request', price_minor: 500, call_for_price: true } });
    const matching = { keyword: 'ppv' };
    const up = await preview({ matching, change: { price: { percent: 7.5 } } });
    expect(up).toMatchObject({
      ...{ total: 4, changed: 4, unchanged: 0, refusals: [] },
      ...{ lowest: 10.76, highest: 21.5, rounded: 3, belowHalf: 0, currencyCode: 'GBP' },
    });
    expect(up.products.map(({ name, before, after }) => [name, before.from, after.from])).toEqual(
      expect.arrayContaining([
        ['Ppv plain', 19.99, 21.49],
        ['Ppv even', 20, 21.5],
        ['Ppv own', 10.01, 10.76],
        ['Ppv on request', null, null],
      ]),
    );
    expect(await preview({ matching, change: { price: { percent: -50 } } })).toMatchObject({ lowest: 5.01, belowHalf: 1 });
    expect(await preview({ matching, change: { price: { percent: -60 } } })).toMatchObject({ belowHalf: 3 });
    expect(await preview({ matching, change: { price: { amount: 20 } } })).toMatchObject({
      changed: 3,
      unchanged: 1,
      // The product that costs 20 in the catalogue would keep that price when the catalogue's changes.
      sourceChanged: 1,
      rounded: 0,
    });
    // Nothing was changed.
    expect(await theOne(plain.sku)).toMatchObject({ pricePercent: null, price: 19.99 });
  });

  it('agrees with the bulk edit, for every product of the range', async () => {
    const list = async () => (await find('')).productOrganisations;
    const before = await list();
    const change = { price: { percent: -12.35 } };
    const selection = { matching: { keyword: '' }, change };
    const planned = await preview(selection);
    const { body } = await bulk(selection);
    const after = await list();
    const moved = after.filter((product, index) => {
      const was = before[index];
      return product.id === was?.id && (product.price !== was.price || product.priceHighest !== was.priceHighest);
    });
    const onRequest = after.filter(({ price }) => price === null).length;
    // Prices on request change too, but the list does not show them.
    expect(planned.changed).toBeGreaterThanOrEqual(moved.length);
    expect(planned.changed).toBeLessThanOrEqual(moved.length + onRequest);
    expect(moved.length).toBeGreaterThan(50);
    expect(planned.changed + planned.unchanged).toBe(body.bulkEdit.changed + body.bulkEdit.unchanged);
    expect(planned.products).toHaveLength(20);
    for (const { id, before: was, after: planned20 } of planned.products) {
      const one = after.find((product) => product.id === id);
      expect([planned20.from, planned20.to]).toEqual([one?.price, one?.priceHighest]);
      const old = before.find((product) => product.id === id);
      expect([was.from, was.to]).toEqual([old?.price, old?.priceHighest]);
    }
    const prices = after.flatMap(({ price, priceHighest }) => (price === null ? [] : [price, priceHighest ?? price]));
    expect([planned.lowest, planned.highest]).toEqual([Math.min(...prices), Math.max(...prices)]);
    await undo(body.bulkEdit.id);
  });

  it('names what would be left alone, and is refused as the edit is', async () => {
    const [one, other] = await Promise.all([
      aCatalogueProduct(portal.db, { product: { name: 'Pvr one' } }),
      aCatalogueProduct(portal.db, { product: { name: 'Pvr other' }, range: { price_percent: 900 } }),
    ]);
    const first = await theOne(one.sku);
    const second = await theOne(other.sku);
    await put({ id: first.id, overriddenPrice: 7 });
    const change = { price: { percent: 50 } };
    expect(await preview({ ids: [first.id, second.id], versions: [first.version, second.version], change })).toMatchObject({
      ...{ total: 2, changed: 0, unchanged: 0, lowest: null, highest: null, products: [] },
      refusals: expect.arrayContaining([
        { reason: 'Someone has changed it since.', count: 1 },
        { reason: 'The price would be more than eleven times the catalogue’s, or above 1,000,000.', count: 1 },
      ]),
    });
    expect((await request({ ids: [first.id], change: {} })).status).toBe(422);
    expect((await request({ ids: [999_999_999], change })).status).toBe(404);
    expect((await request({ matching: { keyword: 'pvr' }, expectedCount: 5, change })).status).toBe(409);
    for (const mail of ['buyer@meridian.example', 'north.admin@meridian.example'])
      expect((await request({ ids: [first.id], change }, await portal.as(mail))).status).toBe(403);
    const hallam = await portal.as('admin@hallam.example');
    expect((await request({ ids: [first.id], change }, hallam)).status).toBe(404);
    const supplied = await request({ matching: { keyword: 'polo' }, change }, hallam);
    expect(supplied.body.pricePreview).toMatchObject({
      changed: 0,
      refusals: [{ reason: 'Your supplier sets your organisation’s prices.', count: supplied.body.pricePreview.total }],
    });
    expect(supplied.body.pricePreview.total).toBeGreaterThan(0);
  });
});
