import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDaysTo, getLocalDay } from '#api/platform/local-day.ts';
import { untilSomeoneWaits } from '#api/testing/lock-waits.ts';
import type { TestClient, TestOperatorClient } from '#api/testing/portal.ts';
import { aCatalogueProduct, type CatalogueProduct, type CatalogueProductOverrides } from '#api/testing/products.ts';
import { createRangeClient } from '#api/testing/range-client.ts';
import { type StatementFault, withFaults } from '#api/testing/statement-faults.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { BodyOf } from '#contract/index.ts';
import { applyDuePrices } from './scheduled-prices.actions.ts';

const HALLAM = 2;
const DAY = 86_400_000;
const EXPORT = 'GET /api/operator/organisations/:id/prices/exporttoexcel';
const PATH = `/api/operator/organisations/${HALLAM}/prices`;

const portal = usePortal();
let operator: TestOperatorClient;
let admin: TestClient;
let buyer: TestClient;
beforeAll(async () => {
  operator = await portal.asOperator();
  admin = await portal.as('admin@hallam.example');
  buyer = await portal.as('buyer@hallam.example');
});

const { theOne } = createRangeClient(() => ({ admin, buyer }));
type Change = BodyOf<'POST /api/operator/organisations/:id/prices'>;

const today = () => getLocalDay(portal.clock.now(), 'Europe/London');
const inDays = (days: number) => addDaysTo(today(), days);
/** What the job does when it runs some days from now. Sessions would not last as long, so only its clock is moved. */
const clockIn = (days: number) => ({ now: () => portal.clock.now() + days * DAY });
const applyIn = (days: number) => applyDuePrices(portal.db, { clock: clockIn(days) });
/** A product that costs 30.00 in the catalogue, in Hallam's range. */
const aProduct = async (plan: CatalogueProductOverrides = {}) => {
  const product = await aCatalogueProduct(portal.db, {
    organisationIds: [HALLAM],
    ...plan,
    product: { price_minor: 3000, ...plan.product },
  });
  return { ...product, rangeId: (await theOne(product.sku)).id };
};
const set = (change: Change, as: Pick<TestOperatorClient, 'post'> = operator) =>
  as.post<'POST /api/operator/organisations/:id/prices'>(PATH, change as unknown as Record<string, unknown>);
const list = async (keyword: string) =>
  (await operator.get<'GET /api/operator/organisations/:id/prices'>(`${PATH}?keyword=${encodeURIComponent(keyword)}`)).body;
const one = async (sku: string) => {
  const found = (await list(sku)).prices.find((each) => each.sku === sku);
  if (!found) throw new Error(`${sku} is not in the list.`);
  return found;
};
/** What the buyer pays in the cart, excluding tax. */
const paysInCart = async ({ id: productId, combinations }: CatalogueProduct) => {
  const combinationId = [...combinations.values()][0]?.id;
  const { body } = await buyer.post<'POST /api/shopping_cart_items/multiple'>('/api/shopping_cart_items/multiple', {
    items: [{ productId, combinationId, quantity: 1 }],
  });
  return body.items.find((item) => item.productId === productId)?.unitPriceExclTax;
};

describe('prices of a client that the operator sets', () => {
  it('are seen by its buyers at once, and by their administrators', async () => {
    const product = await aProduct();
    const { status, body } = await set({ ids: [product.rangeId], price: { amount: 27.75 } });
    expect([status, body.priceChange]).toEqual([200, { id: expect.any(Number), changed: 1, unchanged: 0, refusals: [] }]);
    expect(await theOne(product.sku)).toMatchObject({ overriddenPrice: 27.75, price: 27.75 });
    expect(await one(product.sku)).toMatchObject({ cataloguePrice: 30, overriddenPrice: 27.75, price: 27.75, scheduled: [] });
    expect(await paysInCart(product)).toBe(27.75);
    const again = await set({ ids: [product.rangeId], price: { amount: 27.75 } });
    expect(again.body.priceChange).toEqual({ id: null, changed: 0, unchanged: 1, refusals: [] });
  });

  it('begin on a coming day and end on another, when the price before returns', async () => {
    const product = await aProduct();
    const startsOn = inDays(3);
    const lastOn = inDays(4);
    await set({ ids: [product.rangeId], price: { percent: -10 }, startsOn, lastOn });
    expect(await one(product.sku)).toMatchObject({
      price: 30,
      scheduled: [{ state: 'coming', price: null, percent: -10, startsOn, lastOn }],
    });
    // Administrators of the client see what is to come.
    expect(await theOne(product.sku)).toMatchObject({
      scheduledPrices: [{ state: 'coming', price: null, percent: -10, startsOn, lastOn }],
    });
    await applyIn(2);
    expect(await theOne(product.sku)).toMatchObject({ price: 30 });
    await applyIn(3);
    expect(await theOne(product.sku)).toMatchObject({ price: 27, pricePercent: -10 });
    expect(await paysInCart(product)).toBe(27);
    expect(await one(product.sku)).toMatchObject({ scheduled: [{ state: 'active' }] });
    await applyIn(5);
    expect(await paysInCart(product)).toBe(30);
    expect(await theOne(product.sku)).toMatchObject({ price: 30, pricePercent: null });
    expect(await one(product.sku)).toMatchObject({ scheduled: [] });
  });

  it('are applied in order after a standstill, those that ended before others began too', async () => {
    const product = await aProduct();
    const ids = [product.rangeId];
    await set({ ids, price: { amount: 28 }, startsOn: inDays(1), lastOn: inDays(2) });
    await set({ ids, price: { amount: 27 }, startsOn: inDays(3) });
    await set({ ids, price: { amount: 26 }, startsOn: inDays(5), lastOn: inDays(9) });
    await applyIn(8);
    expect(await theOne(product.sku)).toMatchObject({ overriddenPrice: 26 });
    await applyIn(10);
    expect(await theOne(product.sku)).toMatchObject({ overriddenPrice: 27 });
  });

  it('leave a newer price that someone set meanwhile', async () => {
    const product = await aProduct();
    const ids = [product.rangeId];
    await set({ ids, price: { amount: 25 }, startsOn: today(), lastOn: inDays(1) });
    expect(await theOne(product.sku)).toMatchObject({ overriddenPrice: 25 });
    await set({ ids, price: { amount: 29 } });
    const other = await aProduct();
    await set({ ids: [other.rangeId], price: { amount: 25 }, lastOn: inDays(1) });
    await sql`update product_organisation set overridden_price_minor = 2400 where organisation_id = ${HALLAM} and product_id = ${other.id}`.execute(
      portal.db,
    );
    await applyIn(2);
    expect(await theOne(product.sku)).toMatchObject({ overriddenPrice: 29 });
    expect(await theOne(other.sku)).toMatchObject({ overriddenPrice: 24 });
  });

  it('may touch on a day, but not overlap, nor begin in the past', async () => {
    const product = await aProduct();
    const ids = [product.rangeId];
    const period = (first: number, last?: number) => ({
      ...{ ids, price: { amount: 20 + first }, startsOn: inDays(first) },
      ...(last !== undefined && { lastOn: inDays(last) }),
    });
    const changes = async (change: Change) => (await set(change)).body.priceChange;
    expect(await changes(period(10, 20))).toMatchObject({ changed: 1 });
    expect(await changes(period(21, 30))).toMatchObject({ changed: 1 });
    expect(await changes(period(5, 9))).toMatchObject({ changed: 1 });
    const refusals = [{ reason: 'Another price applies on these days. Cancel it first, or choose other days.', count: 1 }];
    for (const overlapping of [period(20, 25), period(0, 5), period(12, 13), period(1, 60), period(15)])
      expect(await changes(overlapping)).toEqual({ id: null, changed: 0, unchanged: 0, refusals });
    // Prices without an end follow each other.
    expect(await changes(period(31))).toMatchObject({ changed: 1 });
    expect(await changes(period(40))).toMatchObject({ changed: 1 });
    expect(await changes(period(0))).toMatchObject({ changed: 1 });
    const { status, errors } = await set({ ids, price: { amount: 1 }, startsOn: inDays(-1) });
    expect([status, errors]).toEqual([422, { startsOn: ['Choose today or a later day. A price can’t begin in the past.'] }]);
    expect((await set({ ids, price: { amount: 1 }, startsOn: inDays(90), lastOn: inDays(89) })).status).toBe(422);
    // The table refuses what two processes would add at the same moment.
    await expect(
      sql`insert into scheduled_price (price_change_id, organisation_id, product_id, price_minor, starts_on, ends_on)
        select price_change_id, organisation_id, product_id, 1, starts_on + 1, ends_on from scheduled_price where product_id = ${product.id} and ends_on is not null`.execute(
        portal.db,
      ),
    ).rejects.toThrow('scheduled_price_periods');
  });

  it('begin at midnight in the time zone of the client', async () => {
    const product = await aProduct();
    await sql`update organisation set time_zone = 'Pacific/Auckland' where id = ${HALLAM}`.execute(portal.db);
    const local = () => getLocalDay(portal.clock.now(), 'Pacific/Auckland');
    const startsOn = addDaysTo(local(), 1);
    await set({ ids: [product.rangeId], price: { amount: 11 }, startsOn });
    const hour = 3_600_000;
    let begins = portal.clock.now();
    while (getLocalDay(begins, 'Pacific/Auckland') < startsOn) begins += 60_000;
    await applyDuePrices(portal.db, { clock: { now: () => begins - 120_000 } });
    expect(await theOne(product.sku)).toMatchObject({ price: 30 });
    await applyDuePrices(portal.db, { clock: { now: () => begins } });
    expect(await theOne(product.sku)).toMatchObject({ price: 11 });
    // It is not midnight in London.
    expect(getLocalDay(begins, 'Europe/London')).toBe(getLocalDay(begins - 3 * hour, 'Europe/London'));
    await sql`update organisation set time_zone = 'Europe/London' where id = ${HALLAM}`.execute(portal.db);
  });

  it('of a product that was removed from the range meanwhile apply when it is added again', async () => {
    const product = await aProduct();
    await set({ ids: [product.rangeId], price: { amount: 33 }, startsOn: inDays(1) });
    await admin.delete(`/api/productorganisation/${product.rangeId}`);
    await applyIn(1);
    await admin.post('/api/productorganisation', { productOrganisation: { productId: product.id } });
    expect(await theOne(product.sku)).toMatchObject({ overriddenPrice: 33 });
  });
});

describe('a change of many prices', () => {
  it('is previewed as it will be, and undone', async () => {
    const prefix = 'Dated many';
    const [plain, own] = [
      await aProduct({ product: { name: `${prefix} plain` } }),
      await aProduct({ product: { name: `${prefix} own` }, range: { overridden_price_minor: 1001 } }),
    ];
    const change = { matching: { keyword: prefix }, expectedCount: 2, price: { raise: 7.5 } };
    const preview = await operator.post<'POST /api/operator/organisations/:id/prices/preview'>(`${PATH}/preview`, change);
    expect(preview.body.pricePreview).toMatchObject({ total: 2, changed: 2, lowest: 10.76, highest: 32.25, rounded: 1 });
    expect(await theOne(own.sku)).toMatchObject({ price: 10.01 });
    const { body } = await set(change);
    expect(body.priceChange).toMatchObject({ changed: 2 });
    expect([(await theOne(plain.sku)).price, (await theOne(own.sku)).price]).toEqual([32.25, 10.76]);
    await set({ ids: [own.rangeId], price: { amount: 12 } });
    const undo = () =>
      operator.post<'POST /api/operator/organisations/:id/prices/changes/:changeId/undo'>(
        `${PATH}/changes/${body.priceChange.id}/undo`,
        {},
      );
    expect((await undo()).body.priceChange).toMatchObject({ changed: 1, unchanged: 1 });
    expect([(await theOne(plain.sku)).price, (await theOne(own.sku)).price]).toEqual([30, 12]);
    expect((await undo()).status).toBe(404);
    expect((await set({ ...change, expectedCount: 3 })).status).toBe(409);
    expect((await set({ price: { raise: 1 } })).status).toBe(422);
    expect((await set({ ids: [plain.rangeId], price: { raise: 1, amount: 2 } })).status).toBe(422);
    expect((await set({ ids: [plain.rangeId, 999_999], price: { raise: 1 } })).status).toBe(404);
  });

  it('cancels what is to come, and ends at once what has begun', async () => {
    const product = await aProduct();
    const ids = [product.rangeId];
    await set({ ids, price: { amount: 21 }, lastOn: inDays(5) });
    await set({ ids, price: { amount: 22 }, startsOn: inDays(7) });
    const [active, coming] = (await one(product.sku)).scheduled;
    expect(
      (
        await operator.delete<'DELETE /api/operator/organisations/:id/prices/scheduled/:scheduledId'>(
          `${PATH}/scheduled/${coming?.id}`,
        )
      ).status,
    ).toBe(200);
    expect((await one(product.sku)).scheduled).toEqual([active]);
    expect((await operator.delete(`${PATH}/scheduled/${active?.id}`)).status).toBe(200);
    expect(await theOne(product.sku)).toMatchObject({ price: 30, overriddenPrice: null });
    expect((await operator.delete(`${PATH}/scheduled/${active?.id}`)).status).toBe(404);
    await applyIn(10);
    expect(await theOne(product.sku)).toMatchObject({ price: 30 });
  });
});

it(`${EXPORT} is a workbook of the price list, with a row for each price with days`, async () => {
  const product = await aProduct({ range: { price_percent: 10 } });
  const startsOn = inDays(3);
  await set({ ids: [product.rangeId], price: { amount: 27.75 }, startsOn });
  const response = await portal.app.inject({
    url: `${PATH}/exporttoexcel?keyword=${product.sku}`,
    headers: operator.headers,
  });
  const [sheet] = (await readXlsx(response.rawPayload)).sheets;
  const [headings = [], ...rows] = sheet?.rows ?? [];
  const found = rows.map((cells) => Object.fromEntries(headings.map((heading, at) => [String(heading), cells[at]])));
  expect(found).toMatchObject([
    { SKU: product.sku, 'Catalogue from': 30, 'On the catalogue': 0.1 },
    { SKU: product.sku, 'Own price': 27.75, 'First day': startsOn },
  ]);
});

describe('two processes at the same moment', () => {
  /** Prices begin whatever state they are in, and are not locked before that. */
  const unconditionalBeginning: StatementFault = {
    statement: /set state = case when s\.ends_on is null then 'applied'/,
    rewrite: (text) => text.replace(`and s.state = 'coming' order by s.id for update of s`, 'order by s.id'),
  };

  async function beginTwice(faults: StatementFault[]): Promise<{ price: number | null; events: number }> {
    const product = await aProduct({ range: { overridden_price_minor: 2222 } });
    await set({ ids: [product.rangeId], price: { amount: 21 }, startsOn: inDays(1), lastOn: inDays(1) });
    const db = withFaults(portal.db, faults);
    const countEvents = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from audit_event where action = 'prices.begun'`.execute(portal.db))
        .rows[0]?.n ?? 0;
    const before = await countEvents();
    // The second finds the price due before the first has committed.
    const both = await portal.db.transaction().execute(async (tx) => {
      await sql`select from organisation where id = ${HALLAM} for no key update`.execute(tx);
      const started = [1, 2].map(() => applyDuePrices(db, { clock: clockIn(1) }));
      await untilSomeoneWaits(portal.db, { count: 2 });
      return started;
    });
    await Promise.all(both);
    const events = (await countEvents()) - before;
    await applyIn(2);
    return { price: (await theOne(product.sku)).overriddenPrice, events };
  }

  it('begin a price once', async () => {
    expect(await beginTwice([])).toEqual({ price: 22.22, events: 1 });
  });

  it('would lose the price before it without the condition', async () => {
    expect(await beginTwice([unconditionalBeginning])).not.toEqual({ price: 22.22, events: 1 });
  });
});

describe('who may set prices of a client', () => {
  it('operators and keys of its brand with the scope, unless it keeps its own prices', async () => {
    const product = await aProduct();
    const change = { ids: [product.rangeId], price: { amount: 5 } };
    const brand = (await sql<{ id: number }>`select brand_id as id from organisation where id = ${HALLAM}`.execute(portal.db))
      .rows[0]?.id as number;
    const others = (await sql<{ id: number }>`select id from brand where id <> ${brand}`.execute(portal.db)).rows.map(
      ({ id }) => id,
    );
    const foreign = await portal.asOperator({ brandIds: others });
    expect((await set(change, foreign)).status).toBe(404);
    expect((await foreign.get(PATH)).status).toBe(404);
    expect((await set(change, await portal.asApiKey(['catalogue:read']))).status).toBe(403);
    expect((await set(change, await portal.asApiKey(['catalogue:write'], [brand]))).body.priceChange.changed).toBe(1);
    await sql`update organisation set keeps_own_prices = true where id = ${HALLAM}`.execute(portal.db);
    const refused = await set({ ...change, price: { amount: 6 } });
    const { refusal } = await list(product.sku);
    await sql`update organisation set keeps_own_prices = false where id = ${HALLAM}`.execute(portal.db);
    expect(refusal).toMatch(/ sets its own prices\. Its administrators change them in their range\.$/);
    expect([refused.status, refused.errors]).toEqual([409, { prices: [refusal] }]);
    expect(await theOne(product.sku)).toMatchObject({ overriddenPrice: 5 });
  });

  it('a coming price is not applied once the client keeps its own', async () => {
    const product = await aProduct();
    await set({ ids: [product.rangeId], price: { amount: 5 }, startsOn: inDays(1) });
    await sql`update organisation set keeps_own_prices = true where id = ${HALLAM}`.execute(portal.db);
    await applyIn(1);
    await sql`update organisation set keeps_own_prices = false where id = ${HALLAM}`.execute(portal.db);
    expect(await theOne(product.sku)).toMatchObject({ price: 30 });
  });
});
