import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { aCatalogueProduct, type CatalogueProductOverrides, refreshProductListing } from '#api/testing/products.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { ReplyOf } from '#contract/index.ts';

type ListReply = ReplyOf<'GET /api/products'>;
const MERIDIAN = 1;

const portal = usePortal();
let buyer: TestClient;

beforeAll(async () => {
  buyer = await portal.as('buyer@meridian.example');
});

const list = async (query: string, client = buyer): Promise<ListReply> =>
  (await client.get<'GET /api/products'>(`/api/products?${query}`)).body;
const find = async (id: number) => (await list('limit=250')).products.find((product) => product.id === id)!;

describe('the order of a list', () => {
  const names = async (query: string, client = buyer) => (await list(`keyword=quokka&${query}`, client)).products.map(nameOf);
  const nameOf = ({ name }: { name: string }) => name.replace(' quokka', '');

  beforeAll(async () => {
    const add = (name: string, { product, ...more }: CatalogueProductOverrides = {}) =>
      aCatalogueProduct(portal.db, { product: { name: `${name} quokka`, ...product }, ...more });
    await add('Émile', { product: { price_minor: 1100, created_at: '2026-01-03' } });
    await add('zebra', { product: { price_minor: 900, created_at: '2026-01-05' } });
    await add('apron', { product: { price_minor: 1000, created_at: '2026-01-01' } });
    // £11 for those who see prices without tax, £11 with it: the tax decides which is dearer.
    await add('Untaxed', { product: { price_minor: 1150, is_tax_exempt: true, created_at: '2026-01-04' } });
    await add('Quoted', { product: { price_minor: 1, call_for_price: true, created_at: '2026-01-02' } });
    await add('Fleece', { product: { price_minor: 1100, created_at: '2026-01-03' } });
  });

  test.each([
    [5, ['apron', 'Émile', 'Fleece', 'Quoted', 'Untaxed', 'zebra']],
    [6, ['zebra', 'Untaxed', 'Quoted', 'Fleece', 'Émile', 'apron']],
    [15, ['zebra', 'Untaxed', 'Fleece', 'Émile', 'Quoted', 'apron']],
  ])('%i is by name, ignoring case and accents, or newest first', async (code, expected) => {
    expect(await names(`orderBy=${code}`)).toEqual(expected);
  });

  test('by price compares prices as they are shown, with those on request last', async () => {
    expect(await names('orderBy=10&taxId=10')).toEqual(['zebra', 'apron', 'Émile', 'Fleece', 'Untaxed', 'Quoted']);
    expect(await names('orderBy=11&taxId=10')).toEqual(['Untaxed', 'Émile', 'Fleece', 'apron', 'zebra', 'Quoted']);
    expect(await names('orderBy=10&taxId=0')).toEqual(['zebra', 'Untaxed', 'apron', 'Émile', 'Fleece', 'Quoted']);
    expect(await names('orderBy=11&taxId=0')).toEqual(['Émile', 'Fleece', 'apron', 'Untaxed', 'zebra', 'Quoted']);
  });

  test('is relevance by default, and instead of the price for people who see no prices', async () => {
    const person = await aPerson(portal.db, { role: 'Staff' });
    await sql`insert into role_permission (organisation_id, role_id, permission) values (1, 34, 'AllowProducts')`.execute(
      portal.db,
    );
    await sql`update organisation set wearers_see_prices = false where id = ${MERIDIAN}`.execute(portal.db);
    await portal.settled();
    const wearer = await portal.as(person.email);
    const usual = await names('');

    expect(await names('orderBy=0')).toEqual(usual);
    expect(await names('orderBy=10')).not.toEqual(usual);
    expect([await names('orderBy=10', wearer), await names('orderBy=11', wearer)]).toEqual([usual, usual]);
    expect((await list('keyword=quokka&orderBy=10', wearer)).products.map(({ price }) => price)).toEqual(usual.map(() => null));
  });

  test('puts every product on exactly one page, and filters and counts as in any other order', async () => {
    const whole = await list('limit=250');
    for (const code of [5, 6, 10, 11, 15]) {
      const pages = await Promise.all(
        Array.from({ length: Math.ceil(whole.totalCount / 24) }, (_, page) => list(`limit=24&page=${page}&orderBy=${code}`)),
      );
      const ids = pages.flatMap(({ products }) => products.map(({ id }) => id));
      expect(ids.toSorted((a, b) => a - b)).toEqual(whole.products.map(({ id }) => id).sort((a, b) => a - b));
      expect(pages[0]?.specifications).toEqual(whole.specifications);
    }
  });

  test.each(['1', '7', '-5', 'name', '10;drop'])('refuses %s', async (code) => {
    const answer = await buyer.get(`/api/products?orderBy=${encodeURIComponent(code)}`);

    expect(answer.status).toBe(400);
    expect(answer.errors).toEqual({ orderBy: ['Order by must be 0, 5, 6, 10, 11 or 15.'] });
  });
});

describe('the stock of listed products', () => {
  const setStock = (combinationId: number | undefined, onHand: number, reserved = 0) =>
    sql`update stock_level set on_hand = ${onHand}, reserved = ${reserved} where combination_id = ${combinationId}`.execute(
      portal.db,
    );

  test('is what the page of each product says, for the whole range', async () => {
    const sizes = ['S', 'M'];
    for (const product of [{ backorder_mode: 1 }, { backorder_mode: 2 }, { manages_stock: false }, { low_stock_quantity: 0 }]) {
      for (const stock of [0, 1]) {
        await aCatalogueProduct(portal.db, { product, sizes, stock });
        await aCatalogueProduct(portal.db, { product, stock });
      }
    }
    const { products } = await list('limit=250');
    const shown = ({ id, stockMessage, stockStatus, dueDateUtc }: ListReply['products'][number]) => ({
      id,
      stockMessage,
      stockStatus,
      dueDateUtc,
    });
    const details: typeof products = [];
    for (const { id } of products)
      details.push(...(await buyer.get<'GET /api/products/:id'>(`/api/products/${id}`)).body.products);

    expect(products.map(shown)).toEqual(details.map(shown));
    expect(new Set(products.map(({ stockStatus }) => stockStatus)).size).toBe(5);
  });

  test('counts reservations, and says when the next delivery is due once nothing is left', async () => {
    const product = await aCatalogueProduct(portal.db, { colours: ['Navy#1d2a4d'], sizes: ['S', 'M'], stock: 30 });
    const [small, medium] = [...product.combinations.values()].map(({ id }) => id);
    const stock = async () => {
      const { stockStatus, stockMessage, dueDateUtc } = await find(product.id);
      return [stockStatus, stockMessage, dueDateUtc?.slice(0, 10) ?? null];
    };
    const due = async (combinationId: number | undefined, inDays: number) => {
      const added = await sql<{ due_on: string }>`
        insert into stock_incoming (combination_id, due_on, quantity)
        values (${combinationId}, (now() at time zone 'utc')::date + ${inDays}::int, 5) returning due_on`.execute(portal.db);
      return added.rows[0]?.due_on;
    };

    expect(await stock()).toEqual(['InStock', 'In stock', null]);
    await setStock(small, 30, 30);
    expect(await stock()).toEqual(['InStock', 'In stock', null]);
    await setStock(medium, 30, 26);
    expect(await stock()).toEqual(['LowStock', 'In stock', null]);
    await setStock(medium, 30, 30);
    expect(await stock()).toEqual(['OutOfStock', 'Out of stock', null]);
    await due(medium, 40);
    const next = await due(small, 9);
    await due(small, -3);
    expect(await stock()).toEqual(['OutOfStock', 'Out of stock', next]);
    await setStock(medium, 31, 30);
    expect(await stock()).toEqual(['LowStock', 'In stock', null]);
    await sql`update combination set discontinued = true where id = ${medium}`.execute(portal.db);
    await refreshProductListing(portal.db, [MERIDIAN], [product.id]);
    expect(await stock()).toEqual(['OutOfStock', 'Out of stock', next]);
    expect(await find(product.id)).toMatchObject({ combinationId: small });
  });

  test('is shown from the next request, while other stock leaves a list cached', async () => {
    const [on, off] = [
      await aCatalogueProduct(portal.db, { product: { name: 'Bilby on the page' }, stock: 30 }),
      await aCatalogueProduct(portal.db, { product: { name: 'Elsewhere' }, stock: 30 }),
    ];
    const statements = async () => {
      const before = portal.statementsSent();
      const { products } = await list('keyword=bilby');
      return [portal.statementsSent() - before, products[0]?.stockMessage];
    };

    expect(await statements()).toEqual([2, '30 in stock']);
    expect(await statements()).toEqual([1, '30 in stock']);
    const [first] = off.combinations.values();
    await setStock(first?.id, 0);
    expect(await statements()).toEqual([1, '30 in stock']);
    const [shown] = on.combinations.values();
    await setStock(shown?.id, 3);
    expect(await statements()).toEqual([2, '3 in stock']);
    expect(await statements()).toEqual([1, '3 in stock']);
  });

  test('is in the calls for related and featured products as well', async () => {
    const featured = await aCatalogueProduct(portal.db, { stock: 0, range: { featured: true } });
    const product = await aCatalogueProduct(portal.db);
    await sql`insert into related_product (product_id, related_product_id, kind) values (${product.id}, ${featured.id}, 'related')`.execute(
      portal.db,
    );
    const related = await buyer.get<'GET /api/relatedProducts'>(`/api/relatedProducts?productId=${product.id}`);
    const featuredProducts = await buyer.get<'GET /api/featuredproducts'>('/api/featuredproducts');

    expect(related.body.products).toEqual([await find(featured.id)]);
    expect(featuredProducts.body.products.find(({ id }) => id === featured.id)?.stockStatus).toBe('OutOfStock');
  });
});

describe('the colours of listed products', () => {
  test('are the first five that are sold, with the number of all', async () => {
    const colours = ['Navy', 'White', 'Red', 'Green', 'Grey', 'Black', 'Sand'].map((name, index) => `${name}#00000${index}`);
    const product = await aCatalogueProduct(portal.db, { colours, sizes: ['S', 'M'] });
    await sql`update combination set discontinued = true where product_id = ${product.id} and description like 'Red,%'`.execute(
      portal.db,
    );
    await sql`update combination set image_src = '/files/navy.webp' where product_id = ${product.id} and description = 'Navy, M'`.execute(
      portal.db,
    );
    await refreshProductListing(portal.db, [MERIDIAN], [product.id]);
    const item = await find(product.id);

    expect(item.colours.map(({ name }) => name)).toEqual(['Navy', 'White', 'Green', 'Grey', 'Black']);
    expect(item.colourCount).toBe(6);
    expect(item.colours.slice(0, 2).map(({ imageSrc }) => imageSrc)).toEqual([
      '/files/navy.webp',
      '/garments/polo/000001-front.svg',
    ]);
  });
});
