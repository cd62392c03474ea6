import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { aPerson, aWardrobe } from '#api/testing/builders.ts';
import { useCatalogue } from '#api/testing/catalogue-fixture.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { aCatalogueProduct } from '#api/testing/products.ts';

const catalogue = useCatalogue();
const { portal } = catalogue;

describe('the grid', () => {
  const GRID = 'GET /api/product/combinations';
  const grid = async (query: string) =>
    (await catalogue.buyer.get<typeof GRID>(`/api/product/combinations?productId=${catalogue.jacket.id}${query}`)).body
      .combinations;

  test('has a cell for every size of every fit in a colour', async () => {
    const { fits, items, colours } = await grid(`&colourId=${catalogue.jacket.values.get('Red')}`);

    expect(
      fits.map(({ name, sizes }) => [name, sizes.map((size) => [size.name, size.sku, size.stockQuantity, size.isAvailable])]),
    ).toEqual([
      [
        'Regular',
        [
          ['S', 'GRID/RED-S-REGULAR', 20, true],
          ['M', 'GRID/RED-M-REGULAR', 20, true],
          ['L', 'GRID/RED-L-REGULAR', 20, true],
        ],
      ],
      [
        'Long',
        [
          ['S', 'GRID/RED-S-LONG', 20, true],
          ['M', 'GRID/RED-M-LONG', 20, true],
          ['L', 'GRID/RED-L-LONG', 20, true],
        ],
      ],
    ]);
    expect(items).toHaveLength(6);
    expect(colours.map(({ name }) => name)).toEqual(['Navy', 'Red']);
  });

  test('can be filtered by colour and fit, and is empty for values of other products', async () => {
    const count = async (query: string) => (await grid(query)).fits.flatMap(({ sizes }) => sizes).length;

    expect(await count('')).toBe(12);
    expect(await count('&colourId=0&fitId=0')).toBe(12);
    expect(await count(`&fitId=${catalogue.jacket.values.get('Long')}`)).toBe(6);
    expect(await count(`&fitId=${catalogue.jacket.values.get('Long')}&colourId=${catalogue.jacket.values.get('Navy')}`)).toBe(3);
    expect(await count(`&colourId=${catalogue.hallamJacket.values.get('Tweed')}`)).toBe(0);
    expect((await grid(`&colourId=${catalogue.hallamJacket.values.get('Tweed')}`)).items).toEqual([]);
  });

  test('without a colour tells the cells of a size apart by the colour', async () => {
    const { fits } = await grid('');

    const { values } = catalogue.jacket;
    expect(fits[0]?.sizes.map(({ name, colourId }) => [name, colourId])).toEqual(
      ['S', 'M', 'L'].flatMap((size) => ['Navy', 'Red'].map((colour) => [size, values.get(colour)])),
    );
    const plain = await aCatalogueProduct(portal.db);
    const { body } = await catalogue.buyer.get<typeof GRID>(`/api/product/combinations?productId=${plain.id}`);
    expect(body.combinations.fits[0]?.sizes).toMatchObject([{ colourId: null }]);
  });

  test('has one unnamed fit when the product has no fits, and one cell when it has no attributes', async () => {
    const sized = await aCatalogueProduct(portal.db, { sizes: ['L', 'XL'] });
    const plain = await aCatalogueProduct(portal.db);
    const fitsOf = async (id: number) =>
      (await catalogue.buyer.get<typeof GRID>(`/api/product/combinations?productId=${id}`)).body.combinations.fits;

    expect(await fitsOf(sized.id)).toMatchObject([{ id: 0, name: '', sizes: [{ name: 'L' }, { name: 'XL' }] }]);
    expect(await fitsOf(plain.id)).toMatchObject([{ id: 0, name: '', sizes: [{ id: 0, name: '', sku: plain.sku }] }]);
  });
});

describe('the dialog’s combinations', () => {
  const DIALOG = 'GET /api/product/getbuynowcombinations';

  test('include the product and its attributes in every context', async () => {
    for (const context of ['', '&context=product', '&context=adhoc', '&context=nonsense', '&Context=CART']) {
      const { body } = await catalogue.buyer.get<typeof DIALOG>(
        `/api/product/getbuynowcombinations?id=${catalogue.jacket.id}${context}`,
      );
      expect(body.product).toMatchObject({ id: catalogue.jacket.id, price: 40, stockMessage: 'In stock' });
      expect([body.attributes.length, body.combinations.length]).toEqual([3, 12]);
      expect(body.tierPrices).toEqual([{ quantity: 10, price: 35 }]);
    }
  });

  test('have no prices of larger quantities for people who see no prices', async () => {
    const { id, email } = await aPerson(portal.db, { role: 'Staff' });
    const tiered = await aCatalogueProduct(portal.db, { tiers: [{ quantity: 10, price_minor: 999 }] });
    await aWardrobe(portal.db, id, [tiered]);
    const path = `/api/product/getbuynowcombinations?id=${tiered.id}`;
    const { body } = await (await portal.as(email)).get<typeof DIALOG>(path);
    expect([body.product.price, body.tierPrices]).toEqual([null, []]);
    expect((await catalogue.buyer.get<typeof DIALOG>(path)).body.tierPrices).toHaveLength(1);
  });

  test('are limited to the open groups of the person’s wardrobes in the builder', async () => {
    const [inWardrobe, underOption] = [await aCatalogueProduct(portal.db), await aCatalogueProduct(portal.db)];
    const { id, email } = await aPerson(portal.db, { role: 'Staff' });
    const { collectionId } = await aWardrobe(portal.db, id, [inWardrobe]);
    await aWardrobe(portal.db, id, [underOption], { underOption: true });
    const limitedToWardrobe = await aCatalogueProduct(portal.db, { collectionIds: [collectionId] });
    const staff = await portal.as(email);
    const status = async (id: number, client: TestClient) =>
      (await client.get(`/api/product/getbuynowcombinations?id=${id}&context=Builder`)).status;

    expect(await status(inWardrobe.id, staff)).toBe(200);
    expect(await status(underOption.id, staff)).toBe(404);
    expect(await status(limitedToWardrobe.id, staff)).toBe(404);
    expect(await status(catalogue.jacket.id, staff)).toBe(404);
    expect(await status(inWardrobe.id, catalogue.buyer)).toBe(404);
    expect((await catalogue.buyer.get(`/api/product/getbuynowcombinations?id=${inWardrobe.id}`)).status).toBe(200);
  });
});

describe('colours', () => {
  const COLOURS = 'GET /api/products/colours/:id';
  const colours = async (path: string, client = catalogue.buyer) =>
    (await client.get<typeof COLOURS>(`/api/products/colours/${path}`)).body.colours;

  test('have a swatch, an image and their availability', async () => {
    const product = await aCatalogueProduct(portal.db, { colours: ['Navy#1d2a4d', 'Red#c01722'], sizes: ['S'] });
    await sql`update stock_level set reserved = on_hand where combination_id = ${product.combinations.get('Red, S')?.id}`.execute(
      portal.db,
    );

    expect(await colours(String(product.id))).toEqual([
      {
        id: product.values.get('Navy'),
        name: 'Navy',
        colorSquaresRgb: '#1d2a4d',
        imageSrc: '/garments/polo/1d2a4d-front.svg',
        productId: product.id,
        productImageId: null,
        isAvailable: true,
      },
      {
        id: product.values.get('Red'),
        name: 'Red',
        colorSquaresRgb: '#c01722',
        imageSrc: '/garments/polo/c01722-front.svg',
        productId: product.id,
        productImageId: null,
        isAvailable: false,
      },
    ]);
  });

  test('can be limited to the colours of another product', async () => {
    const trousers = await aCatalogueProduct(portal.db, { colours: ['navy#000080', 'Green#008000'] });

    expect((await colours(`${catalogue.jacket.id}?limitToProductId=${trousers.id}`)).map(({ name }) => name)).toEqual(['Navy']);
    expect(await colours(`${catalogue.jacket.id}?limitToProductId=0`)).toHaveLength(2);
  });

  test('ignore the limits of roles only when an Admin asks for it', async () => {
    const limited = await aCatalogueProduct(portal.db, { colours: ['Navy#1d2a4d'], roleIds: [36] });
    const admin = await portal.as('admin@meridian.example');

    expect((await admin.get(`/api/products/colours/${limited.id}`)).status).toBe(404);
    expect(await colours(`${limited.id}?ignoreLimitations`, admin)).toHaveLength(1);
    expect((await catalogue.buyer.get(`/api/products/colours/${limited.id}?ignoreLimitations=true`)).status).toBe(404);
    expect((await admin.get(`/api/products/colours/${catalogue.hallamJacket.id}?ignoreLimitations=true`)).status).toBe(404);
  });
});
