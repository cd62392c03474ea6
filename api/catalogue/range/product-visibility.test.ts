import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson, aWardrobe } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import type { CatalogueProductOverrides } from '#api/testing/products.ts';
import { answers, contains, FITTER_ROLE, type Found, useVisibility, type Wearer } from '#api/testing/visibility-fixture.ts';

/** What a product can be limited to, each with who is in it and who is just outside. The rest of these people is the same. */
const AREA = 3;
const JOB = 6;
const WARDROBE = 31;

interface Limit {
  plan: CatalogueProductOverrides;
  inside?: Wearer;
  outside?: Wearer;
  /** Whether someone who orders for others sees it. */
  buyer: boolean;
  /** Whether people outside see it when an open group of their own wardrobes lists it. */
  owed?: boolean;
}
const LIMITS: Record<string, Limit> = {
  'nothing at all': { plan: {}, inside: {}, buyer: true },
  'no one, because it is not published': {
    plan: { range: { published: false } },
    outside: {},
    buyer: false,
    owed: false,
  },
  'no one, because the supplier has withdrawn it': {
    plan: { product: { published: false } },
    outside: {},
    buyer: false,
    owed: false,
  },
  'another organisation': { plan: { organisationIds: [2] }, outside: {}, buyer: false },
  'a role': {
    plan: { roleIds: [FITTER_ROLE] },
    inside: { roles: [FITTER_ROLE] },
    outside: { area: AREA },
    buyer: false,
    owed: false,
  },
  'a business area': {
    plan: { businessAreaIds: [AREA, 4] },
    inside: { area: AREA },
    outside: { area: 1 },
    buyer: true,
    owed: true,
  },
  'a business area, for people without one': { plan: { businessAreaIds: [AREA] }, outside: {}, buyer: true, owed: true },
  'a job role': {
    plan: { jobRoleIds: [7, JOB] },
    inside: { job: JOB, area: AREA },
    outside: { job: 5, area: AREA },
    buyer: true,
    owed: true,
  },
  'a wardrobe': {
    plan: { collectionIds: [WARDROBE] },
    inside: { wardrobes: [1, WARDROBE] },
    outside: { wardrobes: [1] },
    buyer: true,
    owed: true,
  },
  'an area and a wardrobe': {
    plan: { businessAreaIds: [AREA], collectionIds: [WARDROBE] },
    inside: { area: AREA, wardrobes: [WARDROBE] },
    outside: { area: AREA, wardrobes: [1] },
    buyer: true,
    owed: true,
  },
  'a role and a business area': {
    plan: { roleIds: [FITTER_ROLE], businessAreaIds: [AREA] },
    inside: { area: AREA, roles: [FITTER_ROLE] },
    outside: { area: 1, roles: [FITTER_ROLE] },
    buyer: false,
    owed: true,
  },
};

const { portal, aFindable, aWearer, seenOn, everywhere, surfaces } = useVisibility();
let admin: TestClient;
let buyer: TestClient;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  buyer = await portal.as((await aPerson(portal.db)).email);
});

describe.each(Object.entries(LIMITS))('a product limited to %s', (_, { plan, inside, outside, buyer: forBuyers, owed }) => {
  let product: Found;
  beforeAll(async () => {
    product = await aFindable(plan);
  });

  it('is visible everywhere to people within the limit', async () => {
    if (inside) expect(await seenOn(await aWearer(inside), product)).toEqual(everywhere);
  });

  // After a permitted person has sent the same request: their cached response must not be returned.
  it('is visible nowhere to other people', async () => {
    if (outside) expect(await seenOn(await aWearer(outside), product)).toEqual([]);
  });

  it('is visible to wearers whose wardrobe lists it unless it is limited to roles or not sold', async () => {
    if (!outside || owed === undefined) return;
    const wearer = await aWearer(outside);
    await aWardrobe(portal.db, wearer.customerId, [product]);
    await portal.settled();
    expect(await seenOn(wearer, product)).toEqual(owed ? everywhere : []);

    // After the same request of a person who is owed it: again the cached response must not be returned.
    const undecided = await aWearer(outside);
    await aWardrobe(portal.db, undecided.customerId, [product], { underOption: true });
    await portal.settled();
    expect(await seenOn(undecided, product)).toEqual([]);
  });

  it('is visible to people who order for others unless their role is not listed', async () => {
    expect(await seenOn(buyer, product)).toEqual(forBuyers ? everywhere : []);
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
      const of = (person: TestClient) => Promise.all(names.map((name) => surfaces[name]?.(person, product)));
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
      contains(
        (await buyer.get<'GET /api/products'>(`/api/products?fields=id&limit=250&businessAreaId=${area}`)).body.products,
        product,
      );

    expect([await found(AREA), await found(1)]).toEqual([true, false]);
  });
});
