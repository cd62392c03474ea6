import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aStockedProduct, type StockedProduct } from '#api/testing/builders.ts';
import { aBackOrderProduct, aReleasedOrder, receive, stockOf } from '#api/testing/fulfilment.ts';
import { setApprovalRules } from '#api/testing/order-changes.ts';
import { type TestOperatorClient, toRefusal } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let operator: TestOperatorClient;
let others: TestOperatorClient;
let all: TestOperatorClient;
let buyer: SignedIn;

beforeAll(async () => {
  await setApprovalRules(portal);
  operator = await portal.asOperator({ brandIds: [1] });
  others = await portal.asOperator({ brandIds: [2] });
  all = await portal.asOperator({ brandIds: [1, 2, 3] });
  buyer = await signInAs(portal, {});
});

const idOf = (product: StockedProduct, size = 0) => product.combinations[size]?.id as number;
const skuOf = (product: StockedProduct, size = 0) => product.combinations[size]?.sku as string;
const list = async (client: TestOperatorClient, query: string) =>
  (await client.get<'GET /api/operator/stock'>(`/api/operator/stock?${query}`)).body;
const open = (client: TestOperatorClient, id: number) =>
  client.get<'GET /api/operator/stock/:combinationId'>(`/api/operator/stock/${id}`);
const movementsOf = async (client: TestOperatorClient, id: number, query = 'limit=50') =>
  (await client.get<'GET /api/operator/stock/:combinationId/movements'>(`/api/operator/stock/${id}/movements?${query}`)).body;
const adjust = (client: TestOperatorClient, id: number, body: object, key?: string) =>
  client.post<'POST /api/operator/stock/:combinationId/adjustments'>(
    `/api/operator/stock/${id}/adjustments`,
    body,
    key ? { 'idempotency-key': key } : {},
  );
const change = (client: TestOperatorClient, id: number, body: object) =>
  client.put<'PUT /api/operator/stock/:combinationId'>(`/api/operator/stock/${id}`, body);

describe('the list of stock', () => {
  let shirt: StockedProduct;
  beforeAll(async () => {
    shirt = await aStockedProduct(portal.db, { stock: [0, 3, 40], price: 1250 });
    await aReleasedOrder(portal, buyer, [shirt, 2, 1]);
    await sql`insert into stock_incoming (combination_id, due_on, quantity) values (${idOf(shirt)}, '2101-05-05', 10), (${idOf(shirt)}, '2101-04-04', 5)`.execute(
      portal.db,
    );
    await sql`update stock_level set shelf = 'Q7-' || combination_id where product_id = ${shirt.id}`.execute(portal.db);
    await sql`update combination set gtin = '4006381333931' where id = ${idOf(shirt, 2)}`.execute(portal.db);
  });

  it('has on hand, reserved, available, expected and value, with sums over all pages', async () => {
    const { stock, totals, totalCount } = await list(operator, `searchTerm=${shirt.name.replace(' ', '+')}&limit=2`);
    expect(totalCount).toBe(3);
    expect(totals).toEqual({ onHand: 43, reserved: 2, available: 41, expected: 15, value: 537.5, currencyCode: 'GBP' });
    expect(stock).toMatchObject([
      { id: idOf(shirt), sku: skuOf(shirt), onHand: 0, expected: 15, expectedOn: '2101-04-04', isLow: true, value: 0 },
      { onHand: 3, reserved: 2, available: 1, value: 37.5, price: 12.5, isLow: true, lowStockThreshold: null },
    ]);
  });

  it.each([
    ['state=low', [0, 1]],
    ['state=out', [0]],
    ['state=expected', [0]],
    ['state=oversold', []],
    ['sort=-available', [2, 1, 0]],
    ['sort=value', [0, 1, 2]],
    ['sort=-sku', [2, 1, 0]],
    ['shelf=q7', [0, 1, 2]],
    ['shelf=7', []],
  ])('is filtered and sorted by %s', async (query, sizes) => {
    const { stock } = await list(operator, `searchTerm=${skuOf(shirt).slice(0, -2)}&${query}`);
    expect(stock.map(({ id }) => id)).toEqual(sizes.map((size) => idOf(shirt, size)));
  });

  it('finds garments by barcode, size and beginning of the SKU', async () => {
    expect((await list(operator, 'searchTerm=4006381333931')).stock).toMatchObject([{ id: idOf(shirt, 2) }]);
    expect((await list(operator, `searchTerm=${shirt.name.split(' ')[1]}+size`)).totalCount).toBe(3);
    expect((await list(operator, `searchTerm=${skuOf(shirt, 1)}`)).stock).toMatchObject([{ id: idOf(shirt, 1) }]);
    expect((await list(operator, 'searchTerm=%25')).totalCount).toBe(0);
  });

  it('has what no one has in the range, and nothing that only clients of other brands have', async () => {
    const free = await aStockedProduct(portal.db, { organisationIds: [], stock: [2] });
    const foreign = await aStockedProduct(portal.db, { organisationIds: [2], stock: [2] });
    const search = (product: StockedProduct) => `searchTerm=${skuOf(product)}`;
    expect((await list(operator, search(free))).totalCount).toBe(1);
    expect((await list(operator, search(foreign))).totalCount).toBe(0);
    expect((await list(others, search(foreign))).totalCount).toBe(1);
    expect((await open(operator, idOf(foreign))).status).toBe(404);
  });

  it('is exported with all pages', async () => {
    const { status, headers } = await operator.get(`/api/operator/stock/exporttoexcel?searchTerm=${skuOf(shirt).slice(0, -2)}`);
    expect([status, headers['x-filename']]).toEqual([200, expect.stringMatching(/^stock-\d{8}\.xlsx$/)]);
  });
});

describe('a garment', () => {
  it('names the orders that have reserved it, and of other brands only how many', async () => {
    const jacket = await aStockedProduct(portal.db, { organisationIds: [1, 2], stock: [20] });
    const order = await aReleasedOrder(portal, buyer, [jacket, 4]);
    await sql`
      with placed as (
        insert into orders (organisation_id, customer_id, placed_by_id, checkout_id, order_state_id, payment_state_id, shipping_state_id, currency_code, tax_rate,
          tax_display_type, goods_minor, shipping_minor, goods_tax_minor, shipping_tax_minor, total_minor, pending_value_minor, payment_method, billing_address)
        select organisation_id, id, id, gen_random_uuid(), 10, 10, 20, 'GBP', 0.2, 0, 0, 0, 0, 0, 0, 0, 'Account', '{}' from customer where organisation_id = 2 limit 1
        returning organisation_id, id),
      line as (
        insert into order_line (organisation_id, order_id, product_id, combination_id, product_name, sku, quantity, unit_price_minor, unit_tax_minor, price_minor, tax_minor, tax_rate)
        select organisation_id, id, ${jacket.id}, ${idOf(jacket)}, 'Jacket', 'J', 3, 0, 0, 0, 0, 0 from placed returning organisation_id, order_id, id)
      insert into stock_entry (combination_id, kind, reserved_delta, organisation_id, order_id, order_line_id) select ${idOf(jacket)}, 'reserve', 3, organisation_id, order_id, id from line`.execute(
      portal.db,
    );
    await sql`update stock_level set reserved = reserved + 3 where combination_id = ${idOf(jacket)}`.execute(portal.db);
    const { stock } = (await open(operator, idOf(jacket))).body;
    expect(stock).toMatchObject({ onHand: 20, reserved: 7, available: 13, otherReserved: 3, otherOrganisations: 1 });
    expect(stock.reservations).toEqual([
      {
        orderId: order.id,
        orderItemId: order.lines[0],
        organisationName: 'Meridian Resorts',
        quantity: 4,
        readyQuantity: 4,
        isFirst: false,
        dueOn: null,
        isReleased: true,
      },
    ]);
    expect(stock.refusal).toMatch(/brands that you do not work for/);
    const seen = await movementsOf(operator, idOf(jacket));
    expect(seen.movements[0]).toMatchObject({ kind: 'reserve', orderId: null, organisationName: null, isOfOtherBrand: true });
    expect(seen.movements[1]).toMatchObject({
      orderId: order.id,
      organisationName: 'Meridian Resorts',
      isOfOtherBrand: false,
      isReleased: true,
    });
    expect(JSON.stringify((await open(others, idOf(jacket))).body)).not.toContain('Meridian');
    expect((await open(all, idOf(jacket))).body.stock).toMatchObject({ otherReserved: 0, refusal: null });
    expect(toRefusal(await adjust(operator, idOf(jacket), { quantity: 1, reason: 'found' }))[0]).toBe(403);
    expect(toRefusal(await change(operator, idOf(jacket), { shelf: 'A' }))[0]).toBe(403);
  });

  it('has its movements with the stock after each, page by page', async () => {
    const cap = await aStockedProduct(portal.db, { stock: [10] });
    await aReleasedOrder(portal, buyer, [cap, 4]);
    await receive(operator, `DN-${skuOf(cap)}`, [skuOf(cap), 5]);
    await adjust(operator, idOf(cap), { quantity: -2, reason: 'damaged', note: 'Oil on the sleeve' });
    const { movements, totalCount } = await movementsOf(operator, idOf(cap));
    expect(totalCount).toBe(4);
    expect(movements.map(({ kind, onHand, reserved, reason }) => [kind, onHand, reserved, reason])).toEqual([
      ['adjust', 13, 4, 'Damaged: Oil on the sleeve'],
      ['receipt', 15, 4, `Delivery note DN-${skuOf(cap)}`],
      ['reserve', 10, 4, null],
      ['receipt', 10, 0, null],
    ]);
    expect((await movementsOf(operator, idOf(cap), 'page=1&limit=3')).movements).toMatchObject([{ onHand: 10, reserved: 0 }]);
    expect(movements[0]?.actorName).toEqual(expect.any(String));
  });
});

describe('a correction', () => {
  it('never leaves less than is reserved, and says the numbers', async () => {
    const cap = await aStockedProduct(portal.db, { stock: [10] });
    await aReleasedOrder(portal, buyer, [cap, 4]);
    expect(toRefusal(await adjust(operator, idOf(cap), { quantity: -7, reason: 'lost' }))).toEqual([
      409,
      {
        quantity: [
          'Of 10 pieces on hand 4 are reserved for orders, so at most 6 can be removed. Cancel pieces of orders first. Nothing was changed.',
        ],
      },
    ]);
    expect(await stockOf(portal, cap)).toEqual([10, 4]);
    expect((await adjust(operator, idOf(cap), { quantity: -6, reason: 'lost' })).body.stock).toMatchObject({
      onHand: 4,
      available: 0,
    });
  });

  it('can go below what is reserved where more can be ordered than is on hand', async () => {
    const cap = await aBackOrderProduct(portal, 3);
    await aReleasedOrder(portal, buyer, [cap, 3]);
    expect((await adjust(operator, idOf(cap), { quantity: -2, reason: 'lost' })).body.stock).toMatchObject({
      onHand: 1,
      available: -2,
    });
  });

  it('counts once under its key, and needs a reason', async () => {
    const cap = await aStockedProduct(portal.db, { stock: [10] });
    for (const _ of [1, 2])
      expect((await adjust(operator, idOf(cap), { quantity: 3, reason: 'found' }, 'once')).body.stock.onHand).toBe(13);
    expect(toRefusal(await adjust(operator, idOf(cap), { quantity: 3, reason: 'other' }))).toEqual([
      422,
      { note: ['Please say why.'] },
    ]);
    expect(toRefusal(await adjust(operator, idOf(cap), { quantity: 0, reason: 'found' }))[0]).toBe(422);
    expect(toRefusal(await adjust(operator, idOf(cap), { quantity: 1, reason: 'bored' }))[0]).toBe(422);
    expect(toRefusal(await adjust(others, idOf(cap), { quantity: 1, reason: 'found' }))[0]).toBe(404);
  });

  it('is refused to keys that may only read', async () => {
    const cap = await aStockedProduct(portal.db, { stock: [10] });
    const reader = await portal.asApiKey(['stock:read'], [1]);
    expect((await open(reader, idOf(cap))).status).toBe(200);
    expect((await adjust(reader, idOf(cap), { quantity: 1, reason: 'found' })).status).toBe(403);
    const writer = await portal.asApiKey(['stock:write'], [1]);
    expect((await adjust(writer, idOf(cap), { quantity: 1, reason: 'found' })).status).toBe(200);
  });
});

describe('shelf and threshold', () => {
  it('are changed field by field, and a value that someone else has changed is not overwritten', async () => {
    const cap = await aStockedProduct(portal.db, { stock: [10] });
    const { version } = (await open(operator, idOf(cap))).body.stock;
    expect((await change(operator, idOf(cap), { shelf: ' A-01-2 ', version })).body.stock).toMatchObject({ shelf: 'A-01-2' });
    expect((await change(operator, idOf(cap), { lowStockThreshold: 11, version })).body.stock).toMatchObject({
      shelf: 'A-01-2',
      lowStockThreshold: 11,
      isLow: true,
    });
    expect(toRefusal(await change(operator, idOf(cap), { shelf: 'B', version }))[0]).toBe(409);
    const after = (await open(operator, idOf(cap))).body.stock;
    expect((await change(operator, idOf(cap), { shelf: '', version: after.version })).body.stock.shelf).toBeNull();
  });
});
