import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useCatalogue } from '#api/testing/catalogue-fixture.ts';
import { aCatalogueProduct, refreshProductListing } from '#api/testing/products.ts';
import type { ReplyOf } from '#contract/index.ts';

const MERIDIAN = 1;

const catalogue = useCatalogue();
const { portal } = catalogue;

const DETAIL = 'GET /api/products/:id';
const detail = async (id: number, client = catalogue.buyer, query = '') =>
  (await client.get<typeof DETAIL>(`/api/products/${id}${query}`)).body.products[0]!;
const cellOf = (product: ReplyOf<typeof DETAIL>['products'][number], description: string) =>
  product.productAttributeCombinations.find((one) => one.attributeDescription === description)!;

describe('a product', () => {
  test('is returned with all its data', async () => {
    const product = await detail(catalogue.jacket.id);

    expect(product).toMatchObject({
      id: catalogue.jacket.id,
      name: 'Grid jacket',
      sku: 'GRID',
      price: 40,
      priceFrom: null,
      stockMessage: 'In stock',
      stockQuantity: 240,
      gtin: '5012345678900',
      weight: 0.75,
      leadTimeDays: 14,
      manageInventoryMethodId: 2,
      productType: 'SimpleProduct',
      tierPrices: [{ quantity: 10, price: 35 }],
    });
    expect(
      product.attributes.map(({ role, attributeControlTypeName, attributeValues }) => [
        role,
        attributeControlTypeName,
        attributeValues.map(({ name }) => name),
      ]),
    ).toEqual([
      ['colour', 'ColorSquares', ['Navy', 'Red']],
      ['size', 'DropdownList', ['S', 'M', 'L']],
      ['fit', 'DropdownList', ['Regular', 'Long']],
    ]);
    expect(product.productAttributeCombinations).toHaveLength(12);
    expect(cellOf(product, 'Red, M, Long')).toEqual({
      id: catalogue.jacket.combinations.get('Red, M, Long')?.id,
      productId: catalogue.jacket.id,
      attributes: [
        {
          id: product.attributes[0]?.id,
          productAttributeName: 'Test colour',
          valueId: catalogue.jacket.values.get('Red'),
          value: 'Red',
        },
        {
          id: product.attributes[1]?.id,
          productAttributeName: 'Test size',
          valueId: catalogue.jacket.values.get('M'),
          value: 'M',
        },
        {
          id: product.attributes[2]?.id,
          productAttributeName: 'Test fit',
          valueId: catalogue.jacket.values.get('Long'),
          value: 'Long',
        },
      ],
      attributeDescription: 'Red, M, Long',
      sku: 'GRID/RED-M-LONG',
      manufacturerPartNumber: null,
      gtin: '5012345678900',
      stockQuantity: 20,
      allowOutOfStockOrders: false,
      minStockQuantity: 5,
      overriddenPrice: null,
      price: 40,
      stockMessage: '20 in stock',
      stockStatus: 'InStock',
      dueDateUtc: null,
      dueQuantity: null,
      imageSrc: '/garments/softshell/c01722-front.svg',
    });
  });

  test('has prices including tax, and price tiers of a role only for that role', async () => {
    const sales = await portal.as('sales@meridian.example');

    expect(await detail(catalogue.jacket.id, catalogue.buyer, '?taxId=0')).toMatchObject({
      price: 48,
      tierPrices: [{ quantity: 10, price: 42 }],
    });
    expect((await detail(catalogue.jacket.id, sales)).tierPrices).toEqual([
      { quantity: 10, price: 35 },
      { quantity: 50, price: 30 },
    ]);
    expect((await detail(catalogue.jacket.id)).tierPrices).toEqual([{ quantity: 10, price: 35 }]);
  });

  test('has no prices when its price is on request', async () => {
    const secret = await aCatalogueProduct(portal.db, {
      product: { name: 'Secret', price_minor: 1234, old_price_minor: 2345, call_for_price: true },
      colours: ['Navy#1d2a4d'],
      sizes: ['S', 'M'],
      tiers: [{ quantity: 10, price_minor: 999 }],
    });
    await sql`update product_attribute_value set price_adjustment_minor = 77 where id = ${secret.values.get('M')}`.execute(
      portal.db,
    );
    await sql`update combination set price_adjustment_minor = 77, overridden_price_minor = 1311 where id = ${secret.combinations.get('Navy, M')?.id}`.execute(
      portal.db,
    );
    await refreshProductListing(portal.db, [MERIDIAN], [secret.id]);
    const product = await detail(secret.id);

    expect(product).toMatchObject({ price: null, priceFrom: null, oldPrice: null, tierPrices: [], callForPrice: true });
    expect(
      product.productAttributeCombinations.every(({ price, overriddenPrice }) => price === null && overriddenPrice === null),
    ).toBe(true);
    // As a number of its own: a time such as 12:00:59.993 is none.
    expect(JSON.stringify(product)).not.toMatch(/(?<!\d)(?:12\.34|13\.11|0\.77|23\.45|9\.99)(?!\d)/);
  });

  test('does not reveal the supplier’s price when the organisation has its own', async () => {
    const own = await aCatalogueProduct(portal.db, {
      product: { price_minor: 1234 },
      colours: ['Navy#1d2a4d'],
      sizes: ['S', 'M'],
      range: { overridden_price_minor: 900 },
    });
    await sql`update combination set overridden_price_minor = 1311 where id = ${own.combinations.get('Navy, M')?.id}`.execute(
      portal.db,
    );
    await refreshProductListing(portal.db, [MERIDIAN], [own.id]);
    const product = await detail(own.id);

    expect(product.productAttributeCombinations.map(({ price, overriddenPrice }) => [price, overriddenPrice])).toEqual([
      [9, null],
      [9, null],
    ]);
    expect(JSON.stringify(product)).not.toMatch(/(?<!\d)(?:12\.34|13\.11)(?!\d)/);
  });

  test('hides stock quantities when they are not shown, and supports unmanaged stock', async () => {
    const shy = await aCatalogueProduct(portal.db, { product: { displays_stock_quantity: false }, stock: 3 });
    const endless = await aCatalogueProduct(portal.db, { product: { manages_stock: false }, stock: 0 });

    expect(await detail(shy.id)).toMatchObject({ stockQuantity: null, stockMessage: 'In stock', manageInventoryMethodId: 1 });
    expect((await detail(shy.id)).productAttributeCombinations[0]).toMatchObject({
      stockQuantity: null,
      stockStatus: 'LowStock',
      stockMessage: 'In stock',
    });
    expect(await detail(endless.id)).toMatchObject({ stockQuantity: null, stockMessage: '', manageInventoryMethodId: 0 });
    expect((await detail(endless.id)).productAttributeCombinations[0]).toMatchObject({
      stockQuantity: null,
      stockStatus: 'NotManaged',
    });
  });

  test('is not found when it is not in the person’s range', async () => {
    const limited = await aCatalogueProduct(portal.db, { roleIds: [36] });
    const withdrawn = await aCatalogueProduct(portal.db, { range: { published: false } });
    for (const id of [catalogue.hallamJacket.id, limited.id, withdrawn.id, 2_000_000_000]) {
      for (const path of [
        `/api/products/${id}`,
        `/api/relatedProducts?productId=${id}`,
        `/api/product/getbuynowcombinations?id=${id}`,
        `/api/product/combinations?productId=${id}`,
        `/api/products/colours/${id}`,
        `/api/products/colours/${catalogue.jacket.id}?limitToProductId=${id}`,
        `/api/product/stockavailability/${id}`,
      ]) {
        const answer = await catalogue.buyer.get(path);
        expect([path, answer.status, answer.errors]).toEqual([path, 404, { product: ['Product not found.'] }]);
      }
    }
    expect((await catalogue.hallamBuyer.get(`/api/products/${catalogue.hallamJacket.id}`)).status).toBe(200);
    expect((await catalogue.hallamBuyer.get(`/api/products/${catalogue.jacket.id}`)).status).toBe(404);
  });

  test.each([
    ['/api/products/0', 400],
    ['/api/products/-1', 400],
    ['/api/products/1e9', 400],
    ['/api/products/abc', 404],
    ['/api/products/99999999999', 400],
    ['/api/relatedProducts', 400],
    ['/api/product/getbuynowcombinations?id=x', 400],
    ['/api/product/combinations', 400],
    ['/api/products/sizeguide/0', 400],
  ])('refuses %s with %i', async (path, status) => {
    expect((await catalogue.buyer.get(path)).status).toBe(status);
  });
});
