import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { anItem, aStockedProduct, fillCart } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { aCatalogueProduct, type CatalogueProduct, refreshProductListing } from '#api/testing/products.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer } from '#api/testing/wearers.ts';

const MERIDIAN = 1;

const portal = usePortal();
let buyer: TestClient;
let shirt: CatalogueProduct;
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
  await sql`update stock_level set reserved = 12 where combination_id = ${idOf('White, M, Slim')}`.execute(portal.db);
  await sql`update combination set discontinued = true where id = ${idOf('Sky, M, Slim')}`.execute(portal.db);
  await refreshProductListing(portal.db, [MERIDIAN], [shirt.id]);
});

describe('buy-now totals', () => {
  const TOTALS = 'POST /api/product/getbuynowtotals';
  const totals = async (items: object[], client = buyer) =>
    client.post<typeof TOTALS>('/api/product/getbuynowtotals/', { productId: shirt.id, items });

  test('price each item by its quantity, with tax by item', async () => {
    const { body } = await totals([
      { combinationId: idOf('White, S, Slim'), quantity: 10 },
      { sku: 'stk/9/sky-s-slim', quantity: 3 },
      {
        attributes: [
          { id: 1, value: String(shirt.values.get('White')) },
          { id: 2, value: String(shirt.values.get('M')) },
          { id: 3, value: String(shirt.values.get('Slim')) },
        ],
        quantity: 1,
      },
    ]);

    expect(body.totals).toEqual({
      items: [
        {
          combinationId: idOf('White, S, Slim'),
          sku: 'STK/9/WHITE-S-SLIM',
          quantity: 10,
          unitPrice: 9,
          subTotal: 90,
          ownQuantity: 0,
          ownTotal: null,
          warnings: [],
        },
        {
          combinationId: idOf('Sky, S, Slim'),
          sku: 'STK/9/SKY-S-SLIM',
          quantity: 3,
          unitPrice: 10,
          subTotal: 30,
          ownQuantity: 0,
          ownTotal: null,
          warnings: [],
        },
        {
          combinationId: idOf('White, M, Slim'),
          sku: 'STK/9/WHITE-M-SLIM',
          quantity: 1,
          unitPrice: 10,
          subTotal: 10,
          ownQuantity: 0,
          ownTotal: null,
          warnings: ['Out of stock.'],
        },
      ],
      quantity: 14,
      subTotal: 130,
      customisationTotal: 0,
      tax: 26,
      total: 156,
      currencyCode: 'GBP',
      taxDisplayType: 10,
    });
  });

  test('check the stock against the total of items with the same combination, and write nothing', async () => {
    const before = await sql`select * from stock_level where product_id = ${shirt.id} order by 1`.execute(portal.db);
    const { body } = await totals([
      { combinationId: idOf('White, S, Slim'), quantity: 7 },
      { combinationId: idOf('White, S, Slim'), quantity: 6 },
    ]);

    expect(body.totals.items.map(({ warnings }) => warnings)).toEqual([
      ['Your quantity exceeds stock on hand. The maximum quantity that can be added is 6.'],
      ['Your quantity exceeds stock on hand. The maximum quantity that can be added is 5.'],
    ]);
    expect((await sql`select * from stock_level where product_id = ${shirt.id} order by 1`.execute(portal.db)).rows).toEqual(
      before.rows,
    );
  });

  test('are null when an item has no price', async () => {
    const secret = await aCatalogueProduct(portal.db, { product: { call_for_price: true, price_minor: 5555 } });
    const { body } = await buyer.post<typeof TOTALS>('/api/product/getbuynowtotals', {
      productId: secret.id,
      items: [{ quantity: 2 }],
    });

    expect(body.totals).toMatchObject({ items: [{ unitPrice: null, subTotal: null }], subTotal: 0, tax: 0, total: 0 });
    expect(body.totals.items[0]?.warnings).toEqual(['The price of this product is on request. Please ask for a quote.']);
  });

  test.each<[string, object, Record<string, string[]>]>([
    ['an item without attributes', { quantity: 1 }, { 'items[0].attributes': ['Please choose colour, size and fit.'] }],
    [
      'a strange combination',
      { combinationId: 2_000_000_000, quantity: 1 },
      { 'items[0].combinationId': ['This combination is not available.'] },
    ],
    ['a strange SKU', { sku: 'HALLAM/1', quantity: 1 }, { 'items[0].sku': ['This SKU does not belong to the product.'] }],
    [
      'half a choice',
      { attributes: [{ id: 1, value: '5' }], quantity: 1 },
      { 'items[0].attributes': ['This choice is not available.'] },
    ],
    ['no quantity', { sku: 'x' }, { 'items[0].quantity': ['Quantity must be a whole number from 1 to 100000.'] }],
    ['zero', { sku: 'x', quantity: 0 }, { 'items[0].quantity': ['Quantity must be a whole number from 1 to 100000.'] }],
    ['less', { sku: 'x', quantity: -1 }, { 'items[0].quantity': ['Quantity must be a whole number from 1 to 100000.'] }],
    ['far too many', { sku: 'x', quantity: 1e9 }, { 'items[0].quantity': ['Quantity must be a whole number from 1 to 100000.'] }],
    ['halves', { sku: 'x', quantity: 1.5 }, { 'items[0].quantity': ['Quantity must be a whole number from 1 to 100000.'] }],
    ['text', { sku: 'x', quantity: '2' }, { 'items[0].quantity': ['Quantity must be a whole number from 1 to 100000.'] }],
    [
      'personalisation',
      { sku: 'STK/9/SKY-S-SLIM', quantity: 1, customisations: [{ methodId: 10, positionId: 1, text: 'Ann' }] },
      { 'items[0].customisations[0].productId': ['This product cannot be personalised.'] },
    ],
  ])('refuse %s', async (_, item, errors) => {
    expect(await totals([item])).toMatchObject({ status: 422, errors });
  });

  test('accept an empty list of personalisations', async () => {
    expect((await totals([{ sku: 'STK/9/SKY-S-SLIM', quantity: 1, customisations: [] }])).status).toBe(200);
  });

  test('are not found for another organisation’s product or a discontinued combination', async () => {
    const hallamBuyer = await portal.as('buyer@hallam.example');

    expect(await totals([{ quantity: 1 }], hallamBuyer)).toMatchObject({
      status: 404,
      errors: { product: ['Product not found.'] },
    });
    expect(await totals([{ combinationId: idOf('Sky, M, Slim'), quantity: 1 }])).toMatchObject({ status: 422 });
  });
});

describe('the entitlement', () => {
  const warningsFor = async (client: TestClient, productId: number, ...items: object[]) => {
    const { body } = await client.post<'POST /api/product/getbuynowtotals'>('/api/product/getbuynowtotals', { productId, items });
    return body.totals.items.map(({ warnings }) => warnings);
  };

  test('warns beyond what is left, with what the cart and the items before take of it', async () => {
    const product = await aStockedProduct(portal.db, { stock: [20, 20] });
    const { client } = await aWearer(portal, [product], { quantity: 3 });
    const piece = (quantity: number) => ({ combinationId: product.combinations[0]?.id, quantity });
    const refusal = (left: string) => [[expect.stringMatching(new RegExp(`^You have ${left} left in `))]];

    expect(await warningsFor(client, product.id, piece(3))).toEqual([[]]);
    expect(await warningsFor(client, product.id, piece(4))).toEqual(refusal('only 3'));
    expect(await warningsFor(client, product.id, piece(2), piece(2))).toEqual([[], ...refusal('only 3')]);
    await fillCart(client, anItem(product, 3));
    expect(await warningsFor(client, product.id, piece(1))).toEqual(refusal('only 3'));
    // As adding it to the cart does.
    const added = await client.post('/api/shopping_cart_items/multiple', { items: [anItem(product, 1)] });
    expect(added.errors).toEqual({ 'items[0]': [expect.stringMatching(/^You have only 3 left in /)] });
  });

  test('says so when nothing can be ordered, and not to people who order for no one in particular', async () => {
    const product = await aStockedProduct(portal.db);
    const { client, id } = await aWearer(portal, [product], { quantity: 1 });
    await sql`update customer set ends_on = current_date - 5 where organisation_id = 1 and id = ${id}`.execute(portal.db);
    await portal.settled();

    expect(await warningsFor(client, product.id, { quantity: 1, combinationId: product.combinations[0]?.id })).toEqual([
      [expect.stringContaining('last day of work')],
    ]);
    expect(await warningsFor(buyer, product.id, { quantity: 2, combinationId: product.combinations[0]?.id })).toEqual([[]]);
  });
});
