import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson, aWardrobe } from '#api/testing/builders.ts';
import { syncWearers } from '#api/testing/entitlement.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { aCatalogueProduct, refreshProductListing } from '#api/testing/products.ts';
import { answers, type Found, useVisibility } from '#api/testing/visibility-fixture.ts';

/** A business area of Meridian that the products are limited to. */
const AREA = 3;

const { portal, aFindable, aWearer, surfaces } = useVisibility();

describe('a product that an open group of one’s own wardrobe lists', () => {
  /** A wearer whose wardrobe lists a product that is limited to an area which is not theirs. */
  async function anOwedProduct(options: { underOption?: boolean } = {}) {
    const product = await aFindable({ businessAreaIds: [AREA] });
    const wearer = await aWearer({ area: 1 });
    const wardrobe = await aWardrobe(portal.db, wearer.customerId, [product], options);
    await portal.settled();
    return { product, wearer, ...wardrobe };
  }
  const CACHED = ['list', 'search', 'the category tree', 'the facets', 'detail', 'the size grid'];
  const seenInCaches = async (person: TestClient, product: Found) => {
    const answers = await Promise.all(CACHED.map((name) => surfaces[name]?.(person, product)));
    return CACHED.filter((_, place) => answers[place]);
  };
  const impersonate = (by: TestClient, id: number) =>
    by.get(`/api/customers/impersonate/${id}`, {
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
    });

  it('is not shown to others of the same audience from the cache', async () => {
    const { product, wearer } = await anOwedProduct();
    const other = await aWearer({ area: 1 });

    for (let round = 0; round < 2; round += 1) {
      expect(await seenInCaches(wearer, product)).toEqual(CACHED);
      expect(await seenInCaches(other, product)).toEqual([]);
    }
  });

  it('does not divide the caches when everyone of the audience sees it anyway', async () => {
    const product = await aFindable({ businessAreaIds: [AREA] });
    const [wearer, other] = [await aWearer({ area: AREA }), await aWearer({ area: AREA })];
    await aWardrobe(portal.db, wearer.customerId, [product]);
    await portal.settled();
    const paths = ['/api/products?limit=7', '/api/categoriesFormated'];
    const statementsOf = async (person: TestClient) => {
      const before = portal.statementsSent();
      for (const path of paths) await person.get(path);
      return portal.statementsSent() - before;
    };

    // The first call reads the session, too.
    await Promise.all([wearer, other].map((person) => person.get('/api/customerprofile')));
    await statementsOf(wearer);
    // One statement for each response: the version of the range.
    expect(await statementsOf(other)).toBe(2);
    expect(await statementsOf(wearer)).toBe(2);
  });

  it('is visible while the wearer is impersonated, even by someone who does not see it', async () => {
    const product = await aFindable({ businessAreaIds: [AREA], roleIds: [34] });
    const wearer = await aWearer({ area: 1 });
    await aWardrobe(portal.db, wearer.customerId, [product]);
    await portal.settled();
    const actor = await portal.as('admin@meridian.example');
    const sees = (path = '') => answers(actor, `/api/products/${product.id}${path}`);
    expect(await sees()).toBe(false);
    expect(await sees(`?impersonatedId=${wearer.customerId}`)).toBe(true);

    expect((await impersonate(actor, wearer.customerId)).status).toBe(200);

    expect(await seenInCaches(actor, product)).toEqual(CACHED);
    expect(await surfaces['putting it into the cart']?.(actor, product)).toBe(true);
  });

  it('is visible from the next request after an option was chosen, and no longer after another answer', async () => {
    const { product, wearer, optionId } = await anOwedProduct({ underOption: true });
    const choose = (...superGroupOptionIds: number[]) =>
      wearer.post('/api/customers/saveSuperGroupOptionIds', { superGroupOptionIds });
    expect(await seenInCaches(wearer, product)).toEqual([]);

    expect((await choose(optionId ?? 0)).status).toBe(200);
    expect(await seenInCaches(wearer, product)).toEqual(CACHED);
    expect((await choose()).status).toBe(200);
    expect(await seenInCaches(wearer, product)).toEqual([]);
  });

  it.each<[string, boolean, (made: Awaited<ReturnType<typeof anOwedProduct>>) => string]>([
    [
      'the group was given an option',
      false,
      ({ groupId, collectionId }) => `
      with s as (insert into super_group (organisation_id, collection_id, name) values (1, ${collectionId}, 'New') returning id),
        o as (insert into super_group_option (organisation_id, collection_id, super_group_id, name) select 1, ${collectionId}, id, 'New' from s returning id)
      update collection_group set super_group_option_id = o.id from o where organisation_id = 1 and collection_group.id = ${groupId}`,
    ],
    [
      'another group of the wardrobe lists it',
      true,
      ({ groupId, collectionId, product }) => `
      with g as (insert into collection_group (organisation_id, collection_id, name) values (1, ${collectionId}, 'Another') returning id),
        gone as (delete from collection_group_product where organisation_id = 1 and collection_group_id = ${groupId})
      insert into collection_group_product (organisation_id, collection_group_id, product_id) select 1, id, ${product.id} from g`,
    ],
    [
      'the group lists it no longer',
      false,
      ({ groupId }) => `delete from collection_group_product where organisation_id = 1 and collection_group_id = ${groupId}`,
    ],
    [
      'the wardrobe was withdrawn',
      false,
      ({ wearer }) => `delete from customer_collection where organisation_id = 1 and customer_id = ${wearer.customerId}`,
    ],
  ])('is decided anew after %s', async (_, isVisible, change) => {
    const made = await anOwedProduct();
    expect(await seenInCaches(made.wearer, made.product)).toEqual(CACHED);

    await sql.raw(change(made)).execute(portal.db);
    await syncWearers(portal, made.wearer.customerId);
    await portal.settled();

    expect(await seenInCaches(made.wearer, made.product)).toEqual(isVisible ? CACHED : []);
  });

  it('stays invisible to another organisation that limits it, too', async () => {
    const product = await aFindable({ organisationIds: [1, 2], businessAreaIds: [] });
    await sql`insert into product_organisation_area
      select 2, po.id, a.id from product_organisation po, (select id from business_area where organisation_id = 2 order by id limit 1) a
      where po.organisation_id = 2 and po.product_id = ${product.id}`.execute(portal.db);
    await sql`insert into product_organisation_area select 1, id, ${AREA} from product_organisation where organisation_id = 1 and product_id = ${product.id}`.execute(
      portal.db,
    );
    await refreshProductListing(portal.db, [1, 2], [product.id]);
    const wearer = await aWearer({ area: 1 });
    await aWardrobe(portal.db, wearer.customerId, [product]);
    const foreigner = await portal.as(
      (await aPerson(portal.db, { role: 'Staff', organisationId: 2, groupIds: [], resortId: null })).email,
    );
    await portal.settled();

    expect(await answers(wearer, `/api/products/${product.id}`)).toBe(true);
    expect(await answers(foreigner, `/api/products/${product.id}`)).toBe(false);
  });
});

describe('someone whose only permission is that for the uniform builder', () => {
  it('finds what is visible to them or owed to them by its id, and nothing else', async () => {
    await sql`delete from role_permission where organisation_id = 3 and role_id = 34 and permission <> 'AllowUniformBuilder'`.execute(
      portal.db,
    );
    const area = await sql<{ id: number }>`select id from business_area where organisation_id = 3 order by id limit 1`.execute(
      portal.db,
    );
    const limits = { organisationIds: [3], businessAreaIds: [area.rows[0]?.id ?? 0], colours: ['Navy#1d2a4d'] };
    const [open, owed, hidden] = [
      await aCatalogueProduct(portal.db, { organisationIds: [3], colours: ['Navy#1d2a4d'] }),
      await aCatalogueProduct(portal.db, limits),
      await aCatalogueProduct(portal.db, limits),
    ];
    const { id, email } = await aPerson(portal.db, { role: 'Staff', organisationId: 3, groupIds: [], resortId: null });
    await aWardrobe(portal.db, id, [owed], { organisationId: 3 });
    const person = await portal.as(email);
    const statuses = async (productId: number) => {
      const paths = [
        `/api/products/${productId}`,
        `/api/product/getbuynowcombinations?id=${productId}`,
        `/api/product/getbuynowcombinations?id=${productId}&context=builder`,
        `/api/product/combinations?productId=${productId}`,
        `/api/products/colours/${productId}`,
        `/api/relatedProducts?productId=${productId}`,
      ];
      return Promise.all(paths.map(async (path) => (await person.get(path)).status));
    };

    expect(await statuses(owed.id)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await statuses(hidden.id)).toEqual([404, 404, 404, 404, 404, 404]);
    // In the uniform builder only what an open group lists.
    expect(await statuses(open.id)).toEqual([200, 200, 404, 200, 200, 200]);
    expect((await person.get('/api/products')).status).toBe(403);
  });
});
