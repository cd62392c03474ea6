import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { anItem, aPerson, aStockedProduct, aWardrobe, fillCart, type StockedProduct } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let shirt: StockedProduct;
beforeEach(async () => {
  shirt = await aStockedProduct(portal.db);
});

/** A wearer, Staff unless said otherwise, with a wardrobe that lists the shirt. */
async function aWearer(overrides: Parameters<typeof aWardrobe>[3] = {}, role: 'Staff' | 'Buyer' = 'Staff') {
  const person = await aPerson(portal.db, { role });
  const wardrobe = await aWardrobe(portal.db, person.id, [shirt], overrides);
  return { ...wardrobe, id: person.id, client: await portal.as(person.email) };
}
const add = (person: TestClient, ...items: object[]) =>
  person.post<'POST /api/shopping_cart_items/multiple'>('/api/shopping_cart_items/multiple', { items });

describe('what an item names of a wardrobe', () => {
  it('is refused with 404 unless it is the wearer’s and belongs together', async () => {
    const own = await aWearer({ underOption: true, isChosen: true });
    const second = await aWardrobe(portal.db, own.id, [shirt], { underOption: true, isChosen: true });
    const foreign = await aWearer({ underOption: true, isChosen: true });
    const elsewhere = await sql<{ id: number }>`select min(id) as id from collection where organisation_id = 2`.execute(
      portal.db,
    );
    const other = await aStockedProduct(portal.db);
    const bare = await aWardrobe(portal.db, own.id, [other]);
    const cases: [key: string, item: object][] = [
      ['collection', { organisationCollectionId: foreign.collectionId }],
      ['collection', { organisationCollectionId: elsewhere.rows[0]?.id }],
      ['collection', { organisationCollectionId: 2_000_000_000 }],
      ['collectionGroup', { collectionGroupId: foreign.groupId }],
      ['collectionGroup', { organisationCollectionId: own.collectionId, collectionGroupId: second.groupId }],
      ['collectionGroup', { collectionGroupId: bare.groupId }],
      ['superGroup', { superGroupId: foreign.superGroupId }],
      ['superGroup', { collectionGroupId: own.groupId, superGroupId: second.superGroupId }],
      ['superGroupOption', { superGroupOptionId: foreign.optionId }],
      ['superGroupOption', { collectionGroupId: own.groupId, superGroupOptionId: second.optionId }],
      ['customer', { customerId: foreign.id }],
      ['customer', { customerId: 2_000_000_000 }],
    ];
    for (const [key, names] of cases) {
      const { status, errors } = await add(own.client, anItem(shirt), { ...anItem(shirt), ...names });
      expect([names, status, Object.keys(errors)]).toEqual([names, 404, [key]]);
    }
    expect((await own.client.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items')).body.items).toEqual([]);
    const { collectionId, groupId, superGroupId, optionId } = second;
    const named = {
      organisationCollectionId: collectionId,
      collectionGroupId: groupId,
      superGroupId,
      superGroupOptionId: optionId,
    };
    const added = await add(own.client, { ...anItem(shirt), ...named });
    expect(added.body.items).toMatchObject([named]);
  });

  it('is the group of the wearer, not of the one who orders', async () => {
    const wearer = await aWearer();
    const buyer = await aWearer({}, 'Buyer');
    const named = (groupId: number) => ({ ...anItem(shirt), customerId: wearer.id, collectionGroupId: groupId });
    expect((await add(buyer.client, named(buyer.groupId))).status).toBe(404);
    expect((await add(buyer.client, named(wearer.groupId))).status).toBe(200);
  });
});

describe('emptying an either/or', () => {
  it('removes its lines from the cart, and no others', async () => {
    const { client, id, superGroupId } = await aWearer({ underOption: true, isChosen: true });
    const other = await aStockedProduct(portal.db);
    await aWardrobe(portal.db, id, [other]);
    await fillCart(client, anItem(shirt, 2), anItem(other));
    const path = (superGroup: number | null) => `/api/shopping_cart_items/OrganisationCollectionSuperGroup/${superGroup}`;

    const { status, body } = await client.delete<'DELETE /api/shopping_cart_items/OrganisationCollectionSuperGroup/:id'>(
      path(superGroupId),
    );

    expect([status, body.items.map(({ productId }) => productId)]).toEqual([200, [other.id]]);
    expect((await client.delete(path(superGroupId))).status).toBe(200);
    const unknown = await client.delete(path(2_000_000_000));
    expect([unknown.status, Object.keys(unknown.errors)]).toEqual([404, ['superGroup']]);
  });
});
