import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { addItems, anItem, aStockedProduct, aWardrobe, fillCart, type StockedProduct } from '#api/testing/builders.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer } from '#api/testing/wearers.ts';

const portal = usePortal();
let shirt: StockedProduct;
beforeEach(async () => {
  shirt = await aStockedProduct(portal.db);
});

describe('what an item names of a wardrobe', () => {
  it('is refused with 404 unless it is the wearer’s and belongs together', async () => {
    const own = await aWearer(portal, [shirt], { underOption: true, isChosen: true });
    const second = await aWardrobe(portal.db, own.id, [shirt], { underOption: true, isChosen: true });
    const foreign = await aWearer(portal, [shirt], { underOption: true, isChosen: true });
    const elsewhere = await sql<{ id: number }>`select min(id) as id from collection where organisation_id = 2`.execute(
      portal.db,
    );
    const other = await aStockedProduct(portal.db);
    const bare = await aWardrobe(portal.db, own.id, [other]);
    const cases: [field: string, item: object][] = [
      ['organisationCollectionId', { organisationCollectionId: foreign.collectionId }],
      ['organisationCollectionId', { organisationCollectionId: elsewhere.rows[0]?.id }],
      ['organisationCollectionId', { organisationCollectionId: 2_000_000_000 }],
      ['collectionGroupId', { collectionGroupId: foreign.groupId }],
      ['collectionGroupId', { organisationCollectionId: own.collectionId, collectionGroupId: second.groupId }],
      ['collectionGroupId', { collectionGroupId: bare.groupId }],
      ['superGroupId', { superGroupId: foreign.superGroupId }],
      ['superGroupId', { collectionGroupId: own.groupId, superGroupId: second.superGroupId }],
      ['superGroupOptionId', { superGroupOptionId: foreign.optionId }],
      ['superGroupOptionId', { collectionGroupId: own.groupId, superGroupOptionId: second.optionId }],
      ['customerId', { customerId: foreign.id }],
      ['customerId', { customerId: 2_000_000_000 }],
    ];
    for (const [field, names] of cases) {
      const { status, errors } = await addItems(own.client, anItem(shirt), { ...anItem(shirt), ...names });
      expect([names, status, Object.keys(errors)]).toEqual([names, 404, [`items[1].${field}`]]);
    }
    expect((await own.client.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items')).body.items).toEqual([]);
    const { collectionId, groupId, superGroupId, optionId } = second;
    const named = {
      organisationCollectionId: collectionId,
      collectionGroupId: groupId,
      superGroupId,
      superGroupOptionId: optionId,
    };
    const added = await addItems(own.client, { ...anItem(shirt), ...named });
    expect(added.body.items).toMatchObject([named]);
  });

  it('is the group of the wearer, not of the one who orders', async () => {
    const wearer = await aWearer(portal, [shirt]);
    const buyer = await aWearer(portal, [shirt], { role: 'Buyer' });
    const named = (groupId: number) => ({ ...anItem(shirt), customerId: wearer.id, collectionGroupId: groupId });
    expect((await addItems(buyer.client, named(buyer.groupId))).status).toBe(404);
    expect((await addItems(buyer.client, named(wearer.groupId))).status).toBe(200);
  });
});

describe('emptying an either/or', () => {
  it('removes its lines from the cart, and no others', async () => {
    const { client, id, superGroupId } = await aWearer(portal, [shirt], { underOption: true, isChosen: true });
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
