import { sql } from 'kysely';
import { beforeAll } from 'vitest';
import type { Call } from '#contract/index.ts';
import { aPerson, createCheckoutChoices, submitOrder } from './builders.ts';
import type { TestClient, TestPortal } from './portal.ts';
import {
  aCatalogueProduct,
  aCategory,
  aSpecificationOption,
  type CatalogueProduct,
  type CatalogueProductOverrides,
} from './products.ts';
import { usePortal } from './use-portal.ts';

/** A role of Meridian without permissions of its own, apart from those to see products. */
export const FITTER_ROLE = 900;

/** What a product can be limited to and a wearer can have. */
export interface Wearer {
  area?: number;
  job?: number;
  wardrobes?: number[];
  roles?: number[];
}

/** A product with everything by which it can be found. */
export interface Found extends CatalogueProduct {
  word: string;
  categoryId: number;
  optionId: number;
  sizeGuideId: number;
  /** A related product that is visible to everyone. */
  companionId: number;
}

/** A portal with everything to find out where a person sees a product. */
export interface VisibilityFixture {
  portal: TestPortal;
  aFindable(plan: CatalogueProductOverrides): Promise<Found>;
  /** A wearer of Meridian who may see products on every screen, signed in. */
  aWearer(wearer: Wearer): Promise<TestClient>;
  /** Everywhere that a product can be seen or bought: whether this person can. */
  surfaces: Record<string, (person: TestClient, product: Found) => Promise<boolean>>;
  /** The names of all surfaces. */
  everywhere: string[];
  /** On which surfaces the person can see or buy the product. Those that look at the person's cart take turns. */
  seenOn(person: TestClient, product: Found): Promise<string[]>;
}

const get = <C extends Call>(person: TestClient, path: string) => person.get<C>(path);
const skuOf = (product: Found) => [...product.combinations.values()][0]?.sku ?? '';

/** Whether a list of products contains this one. */
export const contains = (products: { id: number }[], { id }: { id: number }) => products.some((one) => one.id === id);
/** Whether a call succeeds. */
export const answers = async (person: TestClient, path: string) => (await person.get(path)).status === 200;

/** The fixture that the tests of one file share. */
export function useVisibility(): VisibilityFixture {
  const portal = usePortal();
  beforeAll(async () => {
    const { db } = portal;
    await sql`insert into role (id, organisation_id, name) values (${FITTER_ROLE}, 1, 'Fitter')`.execute(db);
    await sql`insert into role_permission select 1, r, p from unnest(array[34, ${FITTER_ROLE}]) r, unnest(array['AllowProducts', 'AllowAdhocOrder', 'AllowStockEnquiry']) p
      on conflict do nothing`.execute(db);
  });

  let made = 0;
  async function aFindable(plan: CatalogueProductOverrides): Promise<Found> {
    const { db } = portal;
    made += 1;
    // Letters alone: only these are taken for typing errors.
    const word = `quokka${String.fromCharCode(97 + (made % 26)).repeat(3)}tunic`;
    const categoryId = await aCategory(db, word);
    const optionId = await aSpecificationOption(db, 'Found by', word);
    const guide = await sql<{ id: number }>`insert into size_guide (name) values (${word}) returning id`.execute(db);
    const sizeGuideId = guide.rows[0]?.id ?? 0;
    const companion = await aCatalogueProduct(db);
    const product = await aCatalogueProduct(db, {
      ...plan,
      product: { name: word, size_guide_id: sizeGuideId, ...plan.product },
      range: { featured: true, display_order: 0, ...plan.range },
      colours: ['Navy#1d2a4d'],
      categoryIds: [categoryId],
      optionIds: [optionId],
    });
    for (const kind of ['related', 'cross_sell'] as const)
      await db.insertInto('related_product').values({ product_id: companion.id, related_product_id: product.id, kind }).execute();
    return { ...product, word, categoryId, optionId, sizeGuideId, companionId: companion.id };
  }

  async function aWearer({ area, job, wardrobes = [], roles = [] }: Wearer): Promise<TestClient> {
    const { db } = portal;
    const { id, email } = await aPerson(db, { role: 'Staff' });
    await sql`update customer set business_area_id = ${area ?? null}, job_role_id = ${job ?? null} where id = ${id}`.execute(db);
    await sql`insert into customer_collection select 1, ${id}::bigint, c from unnest(${wardrobes}::bigint[]) c`.execute(db);
    await sql`insert into customer_role select 1, ${id}::bigint, r from unnest(${roles}::bigint[]) r`.execute(db);
    return portal.as(email);
  }

  /** Adds a product to someone's cart as if it had been visible to them at that time. */
  async function putInCart(person: TestClient, productId: number): Promise<void> {
    await sql`delete from cart where organisation_id = ${person.organisationId} and customer_id = ${person.customerId}`.execute(
      portal.db,
    );
    await sql`
      with own as (insert into cart (organisation_id, customer_id) values (${person.organisationId}, ${person.customerId}) returning id)
      insert into cart_line (organisation_id, cart_id, product_id, combination_id, quantity)
      select ${person.organisationId}, own.id, ${productId}, c.id, 1 from own, combination c where c.product_id = ${productId}`.execute(
      portal.db,
    );
  }

  const surfaces: VisibilityFixture['surfaces'] = {
    list: async (person, product) =>
      contains((await get<'GET /api/products'>(person, '/api/products?fields=id&limit=250')).body.products, product),
    'the ad hoc list': async (person, product) => {
      const { body } = await get<'GET /api/organisation/getadhocproductlist'>(person, '/api/organisation/getadhocproductlist');
      return contains(body.products, product);
    },
    search: async (person, product) =>
      contains(
        (await get<'GET /api/products'>(person, `/api/products?fields=id&limit=250&keyword=${product.word}`)).body.products,
        product,
      ),
    'search with a typing error': async (person, product) =>
      contains(
        (await get<'GET /api/products'>(person, `/api/products?fields=id&limit=250&keyword=${product.word}q`)).body.products,
        product,
      ),
    'a category': async (person, product) =>
      (await get<'GET /api/products'>(person, `/api/products?category=${product.categoryId}`)).body.totalCount === 1,
    'the facets': async (person, product) =>
      (await get<'GET /api/products'>(person, '/api/products')).body.specifications.some(({ values }) =>
        values.some(({ id }) => id === product.optionId),
      ),
    'a facet chosen': async (person, product) => {
      const { body } = await get<'GET /api/products'>(person, `/api/products?filteredSpecOptionIds=${product.optionId}`);
      return body.totalCount === 1 && body.specifications.some(({ values }) => values.some(({ id }) => id === product.optionId));
    },
    'the category tree': async (person, product) =>
      (await get<'GET /api/categoriesFormated'>(person, '/api/categoriesFormated')).body.categories.some(
        ({ id }) => id === product.categoryId,
      ),
    detail: (person, { id }) => answers(person, `/api/products/${id}`),
    'what goes with another': async (person, product) =>
      contains(
        (await get<'GET /api/relatedProducts'>(person, `/api/relatedProducts?productId=${product.companionId}`)).body.products,
        product,
      ),
    'what goes with it': (person, { id }) => answers(person, `/api/relatedProducts?productId=${id}`),
    'what goes with the cart': async (person, product) => {
      await putInCart(person, product.companionId);
      return contains((await get<'GET /api/crossSellProducts'>(person, '/api/crossSellProducts')).body.products, product);
    },
    'what is put first': async (person, product) =>
      contains((await get<'GET /api/featuredproducts'>(person, '/api/featuredproducts')).body.products, product),
    combinations: (person, { id }) => answers(person, `/api/product/getbuynowcombinations?id=${id}`),
    'the size grid': (person, { id }) => answers(person, `/api/product/combinations?productId=${id}`),
    colours: (person, { id }) => answers(person, `/api/products/colours/${id}`),
    'colours that another has': (person, { id, companionId }) =>
      answers(person, `/api/products/colours/${companionId}?limitToProductId=${id}`),
    'the size guide': (person, { sizeGuideId }) => answers(person, `/api/products/sizeguide/${sizeGuideId}`),
    'stock of a SKU': (person, product) => answers(person, `/api/product/stock/${encodeURIComponent(skuOf(product))}`),
    'stock of several SKUs': async (person, product) =>
      (await person.post<'POST /api/product/stockmultiple'>('/api/product/stockmultiple', { items: [{ sku: skuOf(product) }] }))
        .body.stock[0]?.found === true,
    'stock of its combinations': (person, { id }) => answers(person, `/api/product/stockavailability/${id}`),
    'the stock enquiry': async (person, product) =>
      (await get<'GET /api/stock'>(person, `/api/stock?keyword=${product.word}`)).body.totalCount === 1,
    'the stock of everything': async (person, product) =>
      (await get<'GET /api/stock'>(person, '/api/stock?limit=250')).body.stock.some(({ productId }) => productId === product.id),
    'what it would cost': async (person, { id }) =>
      (await person.post('/api/product/getbuynowtotals', { productId: id, items: [{ quantity: 1 }] })).status === 200,
    'putting it into the cart': async (person, product) => {
      const item = { productId: product.id, sku: skuOf(product), quantity: 1 };
      return (await person.post('/api/shopping_cart_items/multiple', { items: [item] })).status === 200;
    },
    'a cart that it lies in': async (person, { id }) => {
      await putInCart(person, id);
      const { body } = await get<'GET /api/shopping_cart_items'>(person, '/api/shopping_cart_items');
      return body.items[0]?.warnings.length === 0 && body.canCheckout;
    },
    'more of it in the cart': async (person, { id }) => {
      await putInCart(person, id);
      const { body } = await get<'GET /api/shopping_cart_items'>(person, '/api/shopping_cart_items');
      return (
        (await person.put(`/api/shopping_cart_items/${body.items[0]?.id}`, { shoppingCartItem: { quantity: 2 } })).status === 200
      );
    },
    'the summary': async (person, { id }) => {
      await putInCart(person, id);
      const { body } = await person.post<'POST /api/checkoutsummary'>('/api/checkoutsummary', { checkout: {} });
      return body.items.every(({ warnings }) => warnings.length === 0);
    },
    ordering: async (person, { id }) => {
      await putInCart(person, id);
      await person.post('/api/checkoutsummary', { checkout: await createCheckoutChoices(portal.db, person) });
      return (await submitOrder(person)).status === 200;
    },
  };

  const everywhere = Object.keys(surfaces);
  const usesCart = (name: string) => name.includes('cart') || name === 'the summary' || name === 'ordering';

  async function seenOn(person: TestClient, product: Found): Promise<string[]> {
    const seen = new Set<string>();
    const look = async (name: string) => {
      if (await surfaces[name]?.(person, product)) seen.add(name);
    };
    await Promise.all(everywhere.filter((name) => !usesCart(name)).map(look));
    for (const name of everywhere.filter(usesCart)) await look(name);
    return everywhere.filter((name) => seen.has(name));
  }

  return { portal, aFindable, aWearer, surfaces, everywhere, seenOn };
}
