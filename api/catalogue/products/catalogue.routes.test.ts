import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { aPerson, aWardrobe } from '#api/testing/builders.ts';
import { useCatalogue } from '#api/testing/catalogue-fixture.ts';
import { syncWearers } from '#api/testing/entitlement.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { aCatalogueProduct, aCategory, type CatalogueProduct } from '#api/testing/products.ts';

const MERIDIAN = 1;
const HALLAM = 2;

const catalogue = useCatalogue();
const { portal } = catalogue;

describe('related products', () => {
  test('are listed if the person can buy them', async () => {
    const one = await aCatalogueProduct(portal.db, { product: { name: 'Goes first' } });
    const two = await aCatalogueProduct(portal.db, { product: { name: 'Goes second' } });
    const limited = await aCatalogueProduct(portal.db, { roleIds: [36] });
    for (const [order, id] of [two.id, one.id, limited.id, catalogue.hallamJacket.id].entries()) {
      await portal.db
        .insertInto('related_product')
        .values({ product_id: catalogue.jacket.id, related_product_id: id, kind: 'related', display_order: order })
        .execute();
    }
    const { body } = await catalogue.buyer.get<'GET /api/relatedProducts'>(
      `/api/relatedProducts?productId=${catalogue.jacket.id}`,
    );

    expect(body.products.map(({ id }) => id)).toEqual([two.id, one.id]);
    expect(
      (await catalogue.buyer.get<'GET /api/relatedProducts'>(`/api/relatedProducts?productId=${one.id}`)).body.products,
    ).toEqual([]);
  });

  test('cross-sells are up to four products that are not in the cart', async () => {
    const person = await portal.as('sales@meridian.example');
    const CROSS = 'GET /api/crossSellProducts';
    await sql`delete from cart where customer_id = ${person.customerId}`.execute(portal.db);
    expect((await person.get<typeof CROSS>('/api/crossSellProducts')).body.products).toEqual([]);

    const bought = await aCatalogueProduct(portal.db);
    const others = await Promise.all(Array.from({ length: 6 }, () => aCatalogueProduct(portal.db)));
    const cart = await portal.db
      .insertInto('cart')
      .values({ organisation_id: MERIDIAN, customer_id: person.customerId })
      .returning('id')
      .executeTakeFirstOrThrow();
    const put = (product: CatalogueProduct) =>
      portal.db
        .insertInto('cart_line')
        .values({
          organisation_id: MERIDIAN,
          cart_id: cart.id,
          product_id: product.id,
          combination_id: product.combinations.get('')?.id as number,
          quantity: 1,
        })
        .execute();
    await put(bought);
    await put(others[0] as CatalogueProduct);
    for (const [order, { id }] of [...others, catalogue.hallamJacket].entries()) {
      await portal.db
        .insertInto('related_product')
        .values({ product_id: bought.id, related_product_id: id, kind: 'cross_sell', display_order: order })
        .execute();
    }
    const { body } = await person.get<typeof CROSS>('/api/crossSellProducts');

    expect(body.products.map(({ id }) => id)).toEqual(others.slice(1, 5).map(({ id }) => id));
  });

  describe('of garments for men and for women', () => {
    const aGuide = async (gender: 0 | 1 | 2) => {
      const guide = await portal.db
        .insertInto('size_guide')
        .values({ name: `Cut ${gender} ${crypto.randomUUID()}`, columns: ['Size'], rows: JSON.stringify([['M']]) })
        .returning('id')
        .executeTakeFirstOrThrow();
      await portal.db
        .insertInto('size_chart')
        .values({ size_guide_id: guide.id, gender, size_columns: ['Size'], points: '{}' })
        .execute();
      return guide.id;
    };
    const aGarment = async (gender: 0 | 1 | 2) =>
      aCatalogueProduct(portal.db, { product: { size_guide_id: await aGuide(gender) } });

    /** Suggestions of the cart and of the product page for someone with a garment in the cart. */
    const suggest = async (inCart: CatalogueProduct, wardrobe: CatalogueProduct[]) => {
      const [men, women, unisex, without] = [
        await aGarment(0),
        await aGarment(1),
        await aGarment(2),
        await aCatalogueProduct(portal.db),
      ];
      const names = new Map(
        [men, women, unisex, without].map(({ id }, index) => [id, ['men', 'women', 'unisex', 'none'][index]]),
      );
      for (const kind of ['related', 'cross_sell'])
        for (const [order, related] of [...names.keys()].entries())
          await portal.db
            .insertInto('related_product')
            .values({ product_id: inCart.id, related_product_id: related, kind, display_order: order })
            .execute();
      const { id, email } = await aPerson(portal.db, { role: 'Staff' });
      if (wardrobe.length > 0) await aWardrobe(portal.db, id, wardrobe);
      await syncWearers(portal, id);
      const cart = await portal.db
        .insertInto('cart')
        .values({ organisation_id: MERIDIAN, customer_id: id })
        .returning('id')
        .executeTakeFirstOrThrow();
      await portal.db
        .insertInto('cart_line')
        .values({
          organisation_id: MERIDIAN,
          cart_id: cart.id,
          product_id: inCart.id,
          combination_id: inCart.combinations.get('')?.id as number,
          quantity: 1,
        })
        .execute();
      const person = await portal.as(email);
      const listed = [
        await person.get<'GET /api/crossSellProducts'>('/api/crossSellProducts'),
        await person.get<'GET /api/relatedProducts'>(`/api/relatedProducts?productId=${inCart.id}`),
      ].map(({ body }) => body.products.map((product) => names.get(product.id)));
      expect(listed[0]).toEqual(listed[1]);
      return listed[0];
    };

    test('are of the cut of the wearer’s wardrobe, whatever is in the cart', async () => {
      expect(await suggest(await aGarment(2), [await aGarment(1), await aGarment(2)])).toEqual(['women', 'unisex', 'none']);
      expect(await suggest(await aGarment(1), [await aGarment(0)])).toEqual(['men', 'unisex', 'none']);
    });

    test('are of the cut of the cart where the wardrobe has no cut, or both', async () => {
      expect(await suggest(await aGarment(1), [])).toEqual(['women', 'unisex', 'none']);
      expect(await suggest(await aGarment(0), [await aGarment(0), await aGarment(1)])).toEqual(['men', 'unisex', 'none']);
      expect(await suggest(await aGarment(2), [])).toEqual(['men', 'women', 'unisex', 'none']);
    });
  });

  test('featured products are those of the organisation', async () => {
    const featured = await aCatalogueProduct(portal.db, { range: { featured: true, display_order: -9 } });
    const ids = async (client: TestClient) =>
      (await client.get<'GET /api/featuredproducts'>('/api/featuredproducts')).body.products.map(({ id }) => id);

    expect((await ids(catalogue.buyer))[0]).toBe(featured.id);
    expect(await ids(catalogue.hallamBuyer)).not.toContain(featured.id);
    expect(await ids(await portal.as('staff@meridian.example'))).toContain(featured.id);
  });
});

describe('size guides', () => {
  test('are visible to people who can see a product with that guide', async () => {
    const GUIDE = 'GET /api/products/sizeguide/:id';
    const { id } = await portal.db
      .insertInto('size_guide')
      .values({
        name: 'Hallam sizes',
        body: '<p>Measure twice.</p>',
        columns: ['Size', 'Chest'],
        rows: JSON.stringify([['M', '96–101 cm']]),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await aCatalogueProduct(portal.db, { organisationIds: [HALLAM], product: { size_guide_id: id } });

    expect((await catalogue.hallamBuyer.get<typeof GUIDE>(`/api/products/sizeguide/${id}`)).body.sizeGuide).toEqual({
      id,
      name: 'Hallam sizes',
      body: '<p>Measure twice.</p>',
      imageSrc: null,
      columns: ['Size', 'Chest'],
      rows: [['M', '96–101 cm']],
    });
    expect(await catalogue.buyer.get(`/api/products/sizeguide/${id}`)).toMatchObject({
      status: 404,
      errors: { sizeGuide: ['Size guide not found.'] },
    });
  });
});

describe('categories', () => {
  test('are a sorted tree with paths and the number of products that the person can see', async () => {
    const top = await aCategory(portal.db, 'ZZ top');
    const inner = await aCategory(portal.db, 'Inner', top);
    const innermost = await aCategory(portal.db, 'Innermost', inner);
    await aCategory(portal.db, 'Empty', top);
    await aCatalogueProduct(portal.db, { categoryIds: [innermost] });
    await aCatalogueProduct(portal.db, { categoryIds: [inner, innermost] });
    await aCatalogueProduct(portal.db, { categoryIds: [top], organisationIds: [HALLAM] });
    const limited = await aCatalogueProduct(portal.db, { categoryIds: [inner], roleIds: [36] });
    const TREE = 'GET /api/categoriesFormated';
    const tree = async (client: TestClient) => (await client.get<typeof TREE>('/api/categoriesFormated')).body.categories;
    const ours = async (client: TestClient) => (await tree(client)).filter(({ id }) => [top, inner, innermost].includes(id));

    expect(await ours(catalogue.buyer)).toEqual([
      { id: top, name: 'ZZ top', formattedName: 'ZZ top', parentCategoryId: 0, level: 0, displayOrder: 0, productCount: 2 },
      {
        id: inner,
        name: 'Inner',
        formattedName: 'ZZ top >> Inner',
        parentCategoryId: top,
        level: 1,
        displayOrder: 0,
        productCount: 2,
      },
      {
        id: innermost,
        name: 'Innermost',
        formattedName: 'ZZ top >> Inner >> Innermost',
        parentCategoryId: inner,
        level: 2,
        displayOrder: 0,
        productCount: 2,
      },
    ]);
    expect((await ours(await portal.as('sales@meridian.example'))).map(({ productCount }) => productCount)).toEqual([3, 3, 2]);
    expect((await ours(catalogue.hallamBuyer)).map(({ id, productCount }) => [id, productCount])).toEqual([[top, 1]]);
    expect((await tree(catalogue.buyer)).some(({ name }) => name === 'Empty')).toBe(false);
    expect(limited.id).toBeGreaterThan(0);
  });
});
