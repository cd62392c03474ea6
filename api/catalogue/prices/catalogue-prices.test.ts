import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDaysTo, getLocalDay } from '#api/platform/local-day.ts';
import type { TestClient, TestOperatorClient } from '#api/testing/portal.ts';
import { aCatalogueProduct, type CatalogueProduct, refreshProductListing } from '#api/testing/products.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { ReplyOf } from '#contract/index.ts';
import { applyDuePrices } from './scheduled-prices.actions.ts';

const MERIDIAN = 1;
const HALLAM = 2;
const DAY = 86_400_000;

const portal = usePortal();
let operator: TestOperatorClient;
let buyer: TestClient;
beforeAll(async () => {
  await sql`insert into role_permission values (${HALLAM}, 33, 'AllowAdhocOrder') on conflict do nothing`.execute(portal.db);
  operator = await portal.asOperator();
  buyer = await portal.as('buyer@hallam.example');
});

const inDays = (days: number) => addDaysTo(getLocalDay(portal.clock.now(), 'Europe/London'), days);
const applyIn = (days: number) => applyDuePrices(portal.db, { clock: { now: () => portal.clock.now() + days * DAY } });
const aProduct = () =>
  aCatalogueProduct(portal.db, { organisationIds: [MERIDIAN, HALLAM], sizes: ['S', 'M'], product: { price_minor: 3000 } });
type Prices = ReplyOf<'GET /api/operator/products/:id/prices'>['productPrices'];
const read = async (id: number): Promise<Prices> =>
  (await operator.get<'GET /api/operator/products/:id/prices'>(`/api/operator/products/${id}/prices`)).body.productPrices;
const set = (id: number, body: Record<string, unknown>, as: Pick<TestOperatorClient, 'post'> = operator) =>
  as.post<'POST /api/operator/products/:id/prices'>(`/api/operator/products/${id}/prices`, body);
const addTier = (id: number, body: Record<string, unknown>, as: Pick<TestOperatorClient, 'post'> = operator) =>
  as.post<'POST /api/operator/products/:id/tiers'>(`/api/operator/products/${id}/tiers`, body);
/** What a combination costs the buyer of Hallam, by size. */
const offered = async (id: number) =>
  Object.fromEntries(
    (
      await sql<{ description: string; price: number }>`
        select c.description, o.price_minor as price from offer o join combination c on c.id = o.combination_id
        where o.organisation_id = ${HALLAM} and o.product_id = ${id}`.execute(portal.db)
    ).rows.map(({ description, price }) => [description, price / 100]),
  );
const listed = async (id: number) =>
  (
    await sql<{ organisation_id: number; price_minor: number }>`
      select organisation_id, price_minor from product_listing where product_id = ${id} order by 1`.execute(portal.db)
  ).rows.map(({ price_minor }) => price_minor / 100);
const inCart = async ({ id, combinations }: CatalogueProduct, quantity = 1) => {
  await sql`delete from cart_line`.execute(portal.db);
  const { body } = await buyer.post<'POST /api/shopping_cart_items/multiple'>('/api/shopping_cart_items/multiple', {
    items: [{ productId: id, combinationId: combinations.get('S')?.id, quantity }],
  });
  return body.items?.find((item) => item.productId === id)?.unitPriceExclTax;
};

describe('catalogue prices', () => {
  it('are undone, whether they have begun or are to come, unless someone has changed them again', async () => {
    const product = await aProduct();
    const undo = (changeId: number, id = product.id, as: Pick<TestOperatorClient, 'post'> = operator) =>
      as.post<'POST /api/operator/products/:id/prices/changes/:changeId/undo'>(
        `/api/operator/products/${id}/prices/changes/${changeId}/undo`,
        {},
      );
    const now = (await set(product.id, { price: 31.5 })).body;
    expect(now.productPrices).toMatchObject({ price: 31.5, priceSince: inDays(0) });
    const meridians = await portal.asOperator({ brandIds: [1] });
    expect((await undo(now.priceChangeId, product.id, meridians)).status).toBe(403);
    expect((await undo(now.priceChangeId, (await aProduct()).id)).status).toBe(404);
    expect((await undo(now.priceChangeId)).body.productPrices).toMatchObject({ price: 30, priceSince: null });
    expect(await listed(product.id)).toEqual([30, 30]);
    expect((await undo(now.priceChangeId)).status).toBe(404);

    const coming = (await set(product.id, { price: 33, startsOn: inDays(3) })).body;
    expect(coming.productPrices.scheduled).toHaveLength(1);
    expect((await undo(coming.priceChangeId)).body.productPrices.scheduled).toEqual([]);

    const first = (await set(product.id, { price: 34 })).body;
    await set(product.id, { price: 35 });
    expect((await undo(first.priceChangeId)).status).toBe(409);
    expect((await read(product.id)).price).toBe(35);
  });

  it('apply at once to every client without an own price', async () => {
    const product = await aProduct();
    const { status, body } = await set(product.id, { price: 31.5 });
    expect([status, body.productPrices]).toMatchObject([200, { price: 31.5, currencyCode: 'GBP', scheduled: [], refusal: null }]);
    expect(await listed(product.id)).toEqual([31.5, 31.5]);
    expect(await inCart(product)).toBe(31.5);
  });

  it.each([
    ['of the product and of one combination', false],
    ['of one combination and of the product', true],
  ])('begin and end on days, %s', async (_, isReversed) => {
    const product = await aProduct();
    const combinationId = product.combinations.get('M')?.id;
    const changes = [
      { price: 32, startsOn: inDays(2) },
      { price: 40, combinationId, startsOn: inDays(2), lastOn: inDays(2) },
    ];
    for (const change of isReversed ? changes.toReversed() : changes) await set(product.id, change);
    const { price, scheduled } = await read(product.id);
    expect(price).toBe(30);
    expect(scheduled.toSorted((one, other) => (one.price ?? 0) - (other.price ?? 0))).toMatchObject([
      { combinationId: null, price: 32, lastOn: null },
      { combinationId, price: 40, lastOn: inDays(2), state: 'coming' },
    ]);
    await applyIn(2);
    expect(await offered(product.id)).toEqual({ S: 32, M: 40 });
    await applyIn(3);
    expect(await offered(product.id)).toEqual({ S: 32, M: 32 });
    expect(await listed(product.id)).toEqual([32, 32]);
  });

  it('are refused on the days of another, and for the past', async () => {
    const product = await aProduct();
    const body = { price: 20, startsOn: inDays(5), lastOn: inDays(6) };
    expect((await set(product.id, body)).status).toBe(200);
    const refused = await set(product.id, { ...body, startsOn: inDays(6), lastOn: inDays(9) });
    expect([refused.status, refused.errors]).toEqual([
      409,
      { price: ['Another price applies on these days. Cancel it first, or choose other days.'] },
    ]);
    expect((await set(product.id, { ...body, startsOn: inDays(7), lastOn: inDays(9) })).status).toBe(200);
    expect((await set(product.id, { price: 1, startsOn: inDays(-1) })).status).toBe(422);
    expect((await set(product.id, { price: null })).status).toBe(422);
    expect((await set(product.id, { price: 1, combinationId: 1 })).status).toBe(404);
    const [first] = (await read(product.id)).scheduled;
    const path = `/api/operator/products/${product.id}/prices/scheduled/${first?.id}`;
    expect((await operator.delete(path)).status).toBe(200);
    expect((await operator.delete(path)).status).toBe(404);
    expect((await read(product.id)).scheduled).toHaveLength(1);
  });

  it('are changed only by operators of all brands that buy the product, and read by those of one', async () => {
    const product = await aProduct();
    const { rows } = await sql<{ id: number; brand: number }>`
      select id, brand_id as brand from organisation where id in (${MERIDIAN}, ${HALLAM}) order by id`.execute(portal.db);
    const [meridian, hallam] = rows.map(({ brand }) => brand);
    const one = await portal.asOperator({ brandIds: [hallam as number] });
    const reply = await one.get<'GET /api/operator/products/:id/prices'>(`/api/operator/products/${product.id}/prices`);
    if (meridian === hallam) throw new Error('The two organisations have one brand.');
    expect(reply.body.productPrices.refusal).toMatch(/^Organisations of brands that you do not work for buy this product too\./);
    expect((await set(product.id, { price: 1 }, one)).status).toBe(403);
    expect((await addTier(product.id, { quantity: 5, price: 1 }, one)).status).toBe(403);
    expect((await addTier(product.id, { quantity: 5, price: 1, organisationId: HALLAM }, one)).status).toBe(200);
    expect((await addTier(product.id, { quantity: 5, price: 1, organisationId: MERIDIAN }, one)).status).toBe(404);
    const third = await portal.asOperator({ brandIds: [] });
    expect((await set(product.id, { price: 1 }, third)).status).toBe(404);
  });
});

describe('quantity tiers', () => {
  it('of a client and a role apply from and until a day', async () => {
    const product = await aProduct();
    expect((await addTier(product.id, { quantity: 5, price: 25 })).status).toBe(200);
    const { body } = await addTier(product.id, { quantity: 10, price: 20, organisationId: HALLAM, lastOn: inDays(3) });
    expect(body.productPrices.tiers).toMatchObject([
      { quantity: 5, price: 25, organisationId: null, roleId: null, lastOn: null },
      { quantity: 10, price: 20, organisationId: HALLAM, lastOn: inDays(3) },
    ]);
    expect([await inCart(product, 4), await inCart(product, 5), await inCart(product, 10)]).toEqual([30, 25, 20]);
    expect((await addTier(product.id, { quantity: 5, price: 24 })).status).toBe(409);
    expect((await addTier(product.id, { quantity: 10, price: 19, organisationId: HALLAM, startsOn: inDays(4) })).status).toBe(
      200,
    );
    expect((await addTier(product.id, { quantity: 10, price: 19, startsOn: inDays(-1) })).status).toBe(422);
    const [tier] = body.productPrices.tiers;
    const path = `/api/operator/products/${product.id}/tiers/${tier?.id}`;
    expect((await operator.delete(path)).status).toBe(200);
    expect(await inCart(product, 5)).toBe(30);
    expect((await operator.delete(path)).status).toBe(404);
  });
});

describe('a client with another currency than the catalogue', () => {
  it('sees a product without an own price on request everywhere, and one with an own price at that', async () => {
    const [without, own] = [
      await aProduct(),
      await aCatalogueProduct(portal.db, {
        ...{ organisationIds: [HALLAM], sizes: ['S', 'M'] },
        ...{ product: { price_minor: 3000 }, range: { overridden_price_minor: 4200 } },
      }),
    ];
    await addTier(own.id, { quantity: 2, price: 1 });
    await sql`update organisation set currency_code = 'EUR' where id = ${HALLAM}`.execute(portal.db);
    await refreshProductListing(portal.db, [HALLAM]);
    const euros = await portal.as('buyer@hallam.example');
    const admin = await portal.as('admin@hallam.example');
    const combinationId = (product: CatalogueProduct) => product.combinations.get('S')?.id;
    const detail = async (id: number) =>
      ((await euros.get(`/api/products/${id}`)).body as { products: { price: number | null; callForPrice: boolean }[] })
        .products[0];
    expect(await detail(without.id)).toMatchObject({ price: null, callForPrice: true });
    expect(await detail(own.id)).toMatchObject({ callForPrice: false, tierPrices: [] });
    const keyword = `keyword=${without.sku}`;
    const lists = [`/api/products?${keyword}`, '/api/organisation/getadhocproductlist'];
    for (const path of lists) {
      const reply = await admin.get(path);
      expect([path, reply.status]).toEqual([path, 200]);
      const { products } = reply.body as {
        products: { id: number; price: number | null; callForPrice: boolean }[];
      };
      expect(products.find(({ id }) => id === without.id)).toMatchObject({ price: null, callForPrice: true });
    }
    const quick = async (product: CatalogueProduct) =>
      (
        await euros.post<'POST /api/product/getbuynowtotals'>('/api/product/getbuynowtotals', {
          productId: product.id,
          items: [{ combinationId: combinationId(product), quantity: 2 }],
        })
      ).body.totals;
    expect(await quick(without)).toMatchObject({ items: [{ unitPrice: null, warnings: [expect.stringMatching(/on request/)] }] });
    expect(await quick(own)).toMatchObject({ items: [{ unitPrice: expect.any(Number), warnings: [] }], currencyCode: 'EUR' });
    const add = (product: CatalogueProduct, as = euros) =>
      as.post('/api/shopping_cart_items/multiple', {
        items: [{ productId: product.id, combinationId: combinationId(product), quantity: 2 }],
      });
    expect((await add(without)).status).toBe(400);
    expect((await add(own)).body).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ productId: own.id, unitPriceExclTax: 42 })]),
    });
    const range = (await admin.get<'GET /api/productsorganisation'>(`/api/productsorganisation?keyword=${without.sku}`)).body;
    expect(range.productOrganisations[0]).toMatchObject({ price: null, cataloguePrice: null });
    const prices = await operator.get<'GET /api/operator/organisations/:id/prices'>(
      `/api/operator/organisations/${HALLAM}/prices?keyword=${without.sku}`,
    );
    expect(prices.body).toMatchObject({
      currencyCode: 'EUR',
      catalogueCurrencyCode: 'GBP',
      prices: [{ price: null, cataloguePrice: null }],
    });
    const id = prices.body.prices[0]?.id as number;
    const change = (price: object) =>
      operator.post(`/api/operator/organisations/${HALLAM}/prices`, { ids: [id], price } as Record<string, unknown>);
    expect((await change({ percent: 10 })).status).toBe(422);
    expect((await change({ amount: 35 })).status).toBe(200);
    expect(await detail(without.id)).toMatchObject({ callForPrice: false });
    await sql`update organisation set currency_code = 'GBP' where id = ${HALLAM}`.execute(portal.db);
    await refreshProductListing(portal.db, [HALLAM]);
  });
});
