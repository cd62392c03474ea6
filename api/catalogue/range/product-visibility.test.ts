import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson, createCheckoutChoices, submitOrder } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import {
  aCatalogueProduct,
  aCategory,
  aSpecificationOption,
  type CatalogueProduct,
  type CatalogueProductOverrides,
} from '#api/testing/products.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { Call } from '#contract/index.ts';

/** What a product can be limited to, each with who is in it and who is just outside. The rest of these people is the same. */
const AREA = 3;
const JOB = 6;
const WARDROBE = 31;
const ROLE = 900;

interface Wearer {
  area?: number;
  job?: number;
  wardrobes?: number[];
  roles?: number[];
}
interface Limit {
  plan: CatalogueProductOverrides;
  inside?: Wearer;
  outside?: Wearer;
  /** Whether someone who orders for others sees it. */
  buyer: boolean;
}
const LIMITS: Record<string, Limit> = {
  'nothing at all': { plan: {}, inside: {}, buyer: true },
  'no one, because it is not published': { plan: { range: { published: false } }, outside: {}, buyer: false },
  'no one, because the supplier has withdrawn it': { plan: { product: { published: false } }, outside: {}, buyer: false },
  'another organisation': { plan: { organisationIds: [2] }, outside: {}, buyer: false },
  'a role': { plan: { roleIds: [ROLE] }, inside: { roles: [ROLE] }, outside: { area: AREA }, buyer: false },
  'a business area': { plan: { businessAreaIds: [AREA, 4] }, inside: { area: AREA }, outside: { area: 1 }, buyer: true },
  'a business area, for whom has none': { plan: { businessAreaIds: [AREA] }, outside: {}, buyer: true },
  'a job role': {
    plan: { jobRoleIds: [7, JOB] },
    inside: { job: JOB, area: AREA },
    outside: { job: 5, area: AREA },
    buyer: true,
  },
  'a wardrobe': {
    plan: { collectionIds: [WARDROBE] },
    inside: { wardrobes: [1, WARDROBE] },
    outside: { wardrobes: [1] },
    buyer: true,
  },
  'an area and a wardrobe': {
    plan: { businessAreaIds: [AREA], collectionIds: [WARDROBE] },
    inside: { area: AREA, wardrobes: [WARDROBE] },
    outside: { area: AREA, wardrobes: [1] },
    buyer: true,
  },
};

/** A product with everything by which it can be found. */
interface Found extends CatalogueProduct {
  word: string;
  categoryId: number;
  optionId: number;
  sizeGuideId: number;
  /** A related product that is visible to everyone. */
  companionId: number;
}

const portal = usePortal();
let admin: TestClient;
let buyer: TestClient;
beforeAll(async () => {
  const { db } = portal;
  await sql`insert into role (id, organisation_id, name) values (${ROLE}, 1, 'Fitter')`.execute(db);
  await sql`insert into role_permission select 1, r, p from unnest(array[34, ${ROLE}]) r, unnest(array['AllowProducts', 'AllowStockEnquiry']) p
    on conflict do nothing`.execute(db);
  admin = await portal.as('admin@meridian.example');
  buyer = await portal.as((await aPerson(db)).email);
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

const get = <C extends Call>(person: TestClient, path: string) => person.get<C>(path);
const has = (products: { id: number }[], { id }: Found) => products.some((one) => one.id === id);
const skuOf = (product: Found) => [...product.combinations.values()][0]?.sku ?? '';
const answers = async (person: TestClient, path: string) => (await person.get(path)).status === 200;

/** Everywhere that a product can be seen or bought: whether this person can. */
const SURFACES: Record<string, (person: TestClient, product: Found) => Promise<boolean>> = {
  list: async (person, product) =>
    has((await get<'GET /api/products'>(person, '/api/products?fields=id&limit=250')).body.products, product),
  search: async (person, product) =>
    has(
      (await get<'GET /api/products'>(person, `/api/products?fields=id&limit=250&keyword=${product.word}`)).body.products,
      product,
    ),
  'search with a typing error': async (person, product) =>
    has(
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
    has(
      (await get<'GET /api/relatedProducts'>(person, `/api/relatedProducts?productId=${product.companionId}`)).body.products,
      product,
    ),
  'what goes with it': (person, { id }) => answers(person, `/api/relatedProducts?productId=${id}`),
  'what goes with the cart': async (person, product) => {
    await putInCart(person, product.companionId);
    return has((await get<'GET /api/crossSellProducts'>(person, '/api/crossSellProducts')).body.products, product);
  },
  'what is put first': async (person, product) =>
    has((await get<'GET /api/featuredproducts'>(person, '/api/featuredproducts')).body.products, product),
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

const usesCart = (name: string) => name.includes('cart') || name === 'the summary' || name === 'ordering';

/** On which surfaces the person can see or buy the product. Those that look at the person's cart take turns. */
async function seenOn(person: TestClient, product: Found): Promise<string[]> {
  const seen = new Set<string>();
  const look = async (name: string) => {
    if (await SURFACES[name]?.(person, product)) seen.add(name);
  };
  await Promise.all(EVERYWHERE.filter((name) => !usesCart(name)).map(look));
  for (const name of EVERYWHERE.filter(usesCart)) await look(name);
  return EVERYWHERE.filter((name) => seen.has(name));
}
const EVERYWHERE = Object.keys(SURFACES);

describe.each(Object.entries(LIMITS))('a product limited to %s', (_, { plan, inside, outside, buyer: forBuyers }) => {
  let product: Found;
  beforeAll(async () => {
    product = await aFindable(plan);
  });

  it('is visible everywhere to people within the limit', async () => {
    if (inside) expect(await seenOn(await aWearer(inside), product)).toEqual(EVERYWHERE);
  });

  // After a permitted person has sent the same request: their cached response must not be returned.
  it('is visible nowhere to other people', async () => {
    if (outside) expect(await seenOn(await aWearer(outside), product)).toEqual([]);
  });

  it('is visible to people who order for others unless their role is not listed', async () => {
    expect(await seenOn(buyer, product)).toEqual(forBuyers ? EVERYWHERE : []);
  });
});

describe('limits', () => {
  it('are those of the wearer during impersonation', async () => {
    const product = await aFindable({ businessAreaIds: [AREA] });
    const { id, email } = await aPerson(portal.db, { role: 'Staff' });
    await portal.as(email);
    const actor = await portal.as('admin@meridian.example');
    expect(await answers(actor, `/api/products/${product.id}`)).toBe(true);
    await actor.get(`/api/customers/impersonate/${id}`, {
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
    });

    expect(await answers(actor, `/api/products/${product.id}`)).toBe(false);
    expect(await answers(admin, `/api/products/${product.id}?impersonatedId=${id}`)).toBe(false);
  });

  it('apply from the next request when they are added, changed or removed', async () => {
    const product = await aFindable({});
    const [kitchen, front] = [await aWearer({ area: AREA }), await aWearer({ area: 1 })];
    const { body } = await admin.get<'GET /api/productsorganisation'>(`/api/productsorganisation?keyword=${product.sku}`);
    const limitTo = (businessAreaIds: number[]) =>
      admin.put('/api/productorganisation', {
        productOrganisation: { id: body.productOrganisations[0]?.id, businessAreaIds },
      });
    const both = async () => {
      const names = ['list', 'the category tree', 'detail', 'the facets', 'a cart that it lies in'];
      const of = (person: TestClient) => Promise.all(names.map((name) => SURFACES[name]?.(person, product)));
      const [inKitchen, inFront] = [await of(kitchen), await of(front)];
      return [new Set(inKitchen), new Set(inFront)].map((answer) => [...answer].join());
    };

    expect(await both()).toEqual(['true', 'true']);
    await limitTo([AREA]);
    expect(await both()).toEqual(['true', 'false']);
    await limitTo([1]);
    expect(await both()).toEqual(['false', 'true']);
    await limitTo([]);
    expect(await both()).toEqual(['true', 'true']);
  });

  it('change when a person gets another area, wardrobe or role', async () => {
    const product = await aFindable({ businessAreaIds: [AREA], collectionIds: [WARDROBE] });
    const person = await aWearer({ area: 1 });
    const sees = () => answers(person, `/api/products/${product.id}`);
    expect(await sees()).toBe(false);
    const change = (customer: object) => admin.put(`/api/customers/${person.customerId}`, { customer });
    expect((await change({ organisationBusinessAreaId: AREA })).status).toBe(200);
    expect((await change({ organisationCollections: [WARDROBE] })).status).toBe(200);
    await expect.poll(sees).toBe(true);
  });

  it('apply to the list’s filters for everyone, including people who order for others', async () => {
    const product = await aFindable({ businessAreaIds: [AREA] });
    const found = async (area: number) =>
      has(
        (await get<'GET /api/products'>(buyer, `/api/products?fields=id&limit=250&businessAreaId=${area}`)).body.products,
        product,
      );

    expect([await found(AREA), await found(1)]).toEqual([true, false]);
  });
});
