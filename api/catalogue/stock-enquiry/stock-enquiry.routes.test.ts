import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '#api/testing/portal.ts';
import { aCatalogueProduct, type CatalogueProduct, refreshProductListing } from '#api/testing/products.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const MERIDIAN = 1;
const HALLAM = 2;

const portal = usePortal();
let buyer: TestClient;
let shirt: CatalogueProduct;
let theirs: CatalogueProduct;
const idOf = (description: string) => shirt.combinations.get(description)?.id as number;

beforeAll(async () => {
  buyer = await portal.as('buyer@meridian.example');
  shirt = await aCatalogueProduct(portal.db, {
    product: { name: 'Stock shirt', sku: 'STK/9', price_minor: 1000, garment_type: 'shirt', gtin: '5099999999990' },
    colours: ['White#ffffff', 'Sky#9cc4e4'],
    sizes: ['S', 'M'],
    fits: ['Slim'],
    stock: 12,
    tiers: [{ quantity: 10, price_minor: 900 }],
  });
  theirs = await aCatalogueProduct(portal.db, { organisationIds: [HALLAM], product: { name: 'Hallam shirt', sku: 'HALLAM/1' } });
  await sql`update stock_level set reserved = 12 where combination_id = ${idOf('White, M, Slim')}`.execute(portal.db);
  await sql`insert into stock_incoming (combination_id, due_on, quantity) values
    (${idOf('White, M, Slim')}, current_date - 3, 7), (${idOf('White, M, Slim')}, current_date + 30, 90), (${idOf('White, M, Slim')}, current_date + 12, 40)`.execute(
    portal.db,
  );
  await sql`update combination set discontinued = true where id = ${idOf('Sky, M, Slim')}`.execute(portal.db);
  await refreshProductListing(portal.db, [MERIDIAN], [shirt.id]);
});

const inDays = (days: number) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`;
const path = (sku: string) => `/api/product/stock/${encodeURIComponent(sku)}`;
const ONE = 'GET /api/product/stock/:sku';

describe('the stock of one SKU', () => {
  test('is found when the SKU has a slash, regardless of case', async () => {
    for (const sku of ['STK/9/WHITE-S-SLIM', 'stk/9/white-s-slim', ' STK/9/White-S-Slim ']) {
      const answer = await buyer.get<typeof ONE>(path(sku));
      expect(answer.body.stock).toEqual({
        productId: shirt.id,
        combinationId: idOf('White, S, Slim'),
        found: true,
        sku: 'STK/9/WHITE-S-SLIM',
        gtin: '5099999999990',
        name: 'Stock shirt',
        attributeDescription: 'White, S, Slim',
        colour: 'White',
        size: 'S',
        fit: 'Slim',
        imageSrc: '/garments/shirt/ffffff-front.svg',
        price: 10,
        stockQuantity: 12,
        stockStatus: 'InStock',
        stockMessage: '12 in stock',
        dueDateUtc: null,
        dueQuantity: null,
        canOrder: true,
        warnings: [],
      });
    }
  });

  test('includes the next delivery that is not overdue', async () => {
    const { stock } = (await buyer.get<typeof ONE>(path('STK/9/WHITE-M-SLIM'))).body;

    expect(stock).toMatchObject({
      stockQuantity: 0,
      stockStatus: 'OutOfStock',
      stockMessage: 'Out of stock',
      canOrder: false,
      dueDateUtc: inDays(12),
      dueQuantity: 40,
    });
  });

  test('is marked as discontinued', async () => {
    const { stock } = (await buyer.get<typeof ONE>(path('STK/9/SKY-M-SLIM'))).body;

    expect(stock).toMatchObject({ stockStatus: 'Discontinued', canOrder: false, price: null, stockQuantity: null });
  });

  test.each(['NOPE', 'HALLAM/1', 'STK', '%', 'a\0b', "' or 1=1", 'x'.repeat(100)])('is not found for %j', async (sku) => {
    expect(await buyer.get(path(sku))).toMatchObject({ status: 404, errors: { sku: ['Sku not found.'] } });
  });

  test('is refused when the SKU is not valid', async () => {
    expect((await buyer.get(path('x'.repeat(101)))).status).toBe(400);
  });

  test('is only found for the organisation’s own products', async () => {
    const hallamBuyer = await portal.as('buyer@hallam.example');

    expect((await hallamBuyer.get(path('HALLAM/1'))).status).toBe(200);
    expect((await hallamBuyer.get(path('STK/9/WHITE-S-SLIM'))).status).toBe(404);
  });
});

describe('the stock of many SKUs', () => {
  const MANY = 'POST /api/product/stockmultiple';

  test('keeps the requested order and marks unknown SKUs, in one statement', async () => {
    const items = [
      { sku: 'nope' },
      { sku: 'STK/9/SKY-S-SLIM', quantity: 12 },
      { sku: 'stk/9/sky-s-slim', quantity: 13 },
      { sku: theirs.sku },
      { sku: 'a\0b' },
    ];
    const before = portal.statementsSent();
    const { body } = await buyer.post<typeof MANY>('/api/product/stockmultiple/', { items });

    expect(portal.statementsSent() - before).toBe(1);
    expect(body.stock.map(({ sku, found, canOrder, productId }) => [sku, found, canOrder, productId])).toEqual([
      ['nope', false, false, null],
      ['STK/9/SKY-S-SLIM', true, true, shirt.id],
      ['STK/9/SKY-S-SLIM', true, false, shirt.id],
      [theirs.sku, false, false, null],
      ['ab', false, false, null],
    ]);
    expect(JSON.stringify(body)).not.toContain('Hallam');
  });

  test.each<[unknown, Record<string, string[]>]>([
    [undefined, { items: ['Send between 1 and 100 items.'] }],
    [{ items: [] }, { items: ['Send between 1 and 100 items.'] }],
    [{ items: Array.from({ length: 101 }, () => ({ sku: 'a' })) }, { items: ['Send between 1 and 100 items.'] }],
    [{ items: [{ sku: '' }] }, { 'items[0].sku': ['SKU is required.'] }],
    [{ items: [{ sku: 'a', quantity: 1.5 }] }, { 'items[0].quantity': ['Quantity must be a whole number from 1 to 100000.'] }],
    [
      { items: [{ sku: 'a' }, { sku: 'b', quantity: '2' }] },
      { 'items[1].quantity': ['Quantity must be a whole number from 1 to 100000.'] },
    ],
  ])('refuses %o', async (body, errors) => {
    expect(await buyer.post('/api/product/stockmultiple', body as object)).toMatchObject({ status: 422, errors });
  });
});

test('lists the stock of a product’s current combinations', async () => {
  const { body } = await buyer.get<'GET /api/product/stockavailability/:id'>(`/api/product/stockavailability/${shirt.id}`);
  const single = await aCatalogueProduct(portal.db);
  const one = await buyer.get<'GET /api/product/stockavailability/:id'>(`/api/product/stockavailability/${single.id}`);
  const enquiry = await buyer.get<typeof ONE>(path('STK/9/WHITE-M-SLIM'));

  expect(body.stockAvailability.map(({ attributeDescription, stockQuantity }) => [attributeDescription, stockQuantity])).toEqual([
    ['White, S, Slim', 12],
    ['White, M, Slim', 0],
    ['Sky, S, Slim', 12],
  ]);
  expect(body.stockAvailability[1]).toEqual(enquiry.body.stock);
  expect(one.body.stockAvailability).toMatchObject([{ sku: single.sku, colour: null, size: null, fit: null }]);
});

test('requires permission to see the catalogue', async () => {
  expect((await portal.anonymous().get(path('STK/9/WHITE-S-SLIM'))).status).toBe(401);
});

describe('GET /api/product/lookup', () => {
  const lookUp = async (keyword: string, person = buyer) =>
    (await person.get<'GET /api/product/lookup'>(`/api/product/lookup?keyword=${encodeURIComponent(keyword)}`)).body;
  const namesOf = async (keyword: string) => (await lookUp(keyword)).items.map(({ sku, isExact }) => [sku, isExact]);

  test.each(['stk/9/white-m-slim', ' STK/9/White-M-Slim '])('finds one combination by its SKU “%s”', async (keyword) => {
    const { items, hasMore } = await lookUp(keyword);
    expect([items, hasMore]).toEqual([
      [
        {
          ...(await buyer.get<typeof ONE>(path('STK/9/WHITE-M-SLIM'))).body.stock,
          canBeAwaited: true,
          isExact: true,
        },
      ],
      false,
    ]);
  });

  test('finds combinations by GTIN, their own before that of the product', async () => {
    await sql`update combination set gtin = '5099999999976' where id = ${idOf('White, S, Slim')}`.execute(portal.db);
    expect(await namesOf('5099999999976')).toEqual([['STK/9/WHITE-S-SLIM', true]]);
    expect(await namesOf('5099999999990')).toEqual([
      ['STK/9/WHITE-M-SLIM', true],
      ['STK/9/SKY-S-SLIM', true],
    ]);
    await sql`update combination set gtin = null where id = ${idOf('White, S, Slim')}`.execute(portal.db);
  });

  test('finds combinations by the beginning of a SKU, and by words of name, colour and size', async () => {
    expect(await namesOf('stk/9/wh')).toEqual([
      ['STK/9/WHITE-S-SLIM', false],
      ['STK/9/WHITE-M-SLIM', false],
      ['STK/9/SKY-S-SLIM', false],
    ]);
    expect((await namesOf('stock shirt white m'))[0]).toEqual(['STK/9/WHITE-M-SLIM', false]);
    expect((await namesOf('stock shirt sky'))[0]).toEqual(['STK/9/SKY-S-SLIM', false]);
  });

  test('finds nothing that the person cannot order, and no discontinued combination', async () => {
    expect(await namesOf('STK/9/SKY-M-SLIM')).not.toContainEqual(['STK/9/SKY-M-SLIM', true]);
    expect(await namesOf('HALLAM/1')).toEqual([]);
    for (const keyword of ['', ' ', "';--", '%', '\\', '_', 'x'.repeat(200)]) expect((await lookUp(keyword)).items).toEqual([]);
  });

  test('shows some combinations of each product, at most 20', async () => {
    const many = await aCatalogueProduct(portal.db, {
      product: { name: 'Stock shirt with many sizes', sku: 'MANY' },
      sizes: Array.from({ length: 40 }, (_, size) => `N${size}`),
    });
    await refreshProductListing(portal.db, [MERIDIAN], [many.id]);
    const { items, hasMore } = await lookUp('stock shirt');
    expect(new Set(items.map(({ productId }) => productId))).toContain(shirt.id);
    const found = await lookUp('many');
    expect([found.items.length, found.hasMore, items.length <= 20, hasMore]).toEqual([20, true, true, false]);
    expect((await lookUp('many sizes n33')).items[0]?.size).toBe('N33');
  });

  test('takes one statement', async () => {
    await lookUp('stock shirt');
    const before = portal.statementsSent();
    await lookUp('stock shirt white');
    expect(portal.statementsSent() - before).toBe(1);
  });
});

test('several codes are found by GTIN, and by the organisation’s SKU of a product without choices', async () => {
  const belt = await aCatalogueProduct(portal.db, { product: { name: 'Stock belt', sku: 'BELT-9', gtin: '5099999999983' } });
  await sql`update product_organisation set organisation_sku = 'OWN-9' where product_id = ${belt.id}`.execute(portal.db);
  await refreshProductListing(portal.db, [MERIDIAN], [belt.id]);
  const namesake = await aCatalogueProduct(portal.db, { product: { name: 'Stock buckle', sku: 'BUCKLE-9' } });
  const { body } = await buyer.post<'POST /api/product/stockmultiple'>('/api/product/stockmultiple', {
    items: ['own-9', 'buckle-9', '5099999999983', 'Stk/9/Sky-S-Slim', 'STK/9', 'HALLAM/1'].map((sku) => ({ sku })),
  });
  expect(body.stock.map(({ found, productId }) => [found, productId])).toEqual([
    [true, belt.id],
    [true, namesake.id],
    [true, belt.id],
    [true, shirt.id],
    [false, null],
    [false, null],
  ]);

  // Found by the own SKU, and first of the two by its id.
  await sql`update product_organisation set organisation_sku = 'BUCKLE-9' where product_id = ${belt.id}`.execute(portal.db);
  await refreshProductListing(portal.db, [MERIDIAN], [belt.id]);
  const again = await buyer.post<'POST /api/product/stockmultiple'>('/api/product/stockmultiple', {
    items: [{ sku: 'BUCKLE-9' }],
  });
  expect(again.body.stock.map(({ productId }) => productId)).toEqual([namesake.id]);
});
