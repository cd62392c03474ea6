import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson, aStockedProduct } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { createWardrobeClient } from '#api/testing/wardrobe-client.ts';
import { aWearer } from '#api/testing/wearers.ts';

const portal = usePortal();
let admin: TestClient;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
});

const read = (by: TestClient, customerId: number) =>
  by.get<'GET /api/customers/:id/organisationcollections'>(`/api/customers/${customerId}/organisationcollections`);
const list = async (by: TestClient, customerId: number) => (await read(by, customerId)).body.organisationCollections;

describe('the wardrobes of a person', () => {
  it('have the numbers that the person is still owed until they follow a change', async () => {
    const { id, collectionId, groupId, client } = await aWearer(portal, [await aStockedProduct(portal.db)]);
    await createWardrobeClient(admin).changeGroup(collectionId, groupId, { allocatedQuantity: 5, minQuantity: 1 });
    const numbers = async (by: TestClient) => {
      const [wardrobe] = await list(by, id);
      return wardrobe?.collectionGroups.map(({ allocatedQuantity, minQuantity }) => [allocatedQuantity, minQuantity]);
    };
    expect(await numbers(admin)).toEqual([[5, 1]]);

    await sql`update customer_collection set wardrobe_version = 1 where customer_id = ${id}`.execute(portal.db);

    expect([await numbers(admin), await numbers(client)]).toEqual([[[3, null]], [[3, null]]]);
    // The wardrobe itself has its new numbers.
    const { body } = await admin.get<'GET /api/organisationcollection'>(
      '/api/organisationcollection?includeCollectionGroups=true',
    );
    const wardrobe = body.organisationCollections.find((one) => one.id === collectionId);
    expect(wardrobe?.collectionGroups[0]?.allocatedQuantity).toBe(5);
  });

  it('are those of the person alone, below the ones of which they are variants', async () => {
    const { id, collectionId } = await aWearer(portal, [await aStockedProduct(portal.db)]);
    const { rows } = await sql<{ id: number }>`
      insert into collection (organisation_id, name) values (1, 'Above') returning id`.execute(portal.db);
    const parentId = rows[0]?.id ?? 0;
    await sql`update collection set parent_collection_id = ${parentId} where id = ${collectionId}`.execute(portal.db);
    const listed = await list(admin, id);
    expect(listed.map((one) => [one.id, one.childCollections.map((child) => child.id)])).toEqual([[parentId, [collectionId]]]);
    expect(listed[0]?.childCollections[0]?.collectionGroups).toHaveLength(1);
    expect(await list(admin, (await aPerson(portal.db)).id)).toEqual([]);
  });

  it('are seen by those who see the person', async () => {
    const { id } = await aWearer(portal, [await aStockedProduct(portal.db)]);
    for (const by of [
      'south.admin@meridian.example',
      'admin@hallam.example',
      (await aPerson(portal.db, { role: 'Staff' })).email,
    ])
      expect((await read(await portal.as(by), id)).status).toBe(404);
  });
});
