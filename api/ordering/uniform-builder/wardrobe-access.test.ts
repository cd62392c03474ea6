import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  chooseWardrobe,
  impersonate,
  listBuilderGroups,
  listBuilderProducts,
  openBuilder,
  requestBuilder,
  requestBuilderProducts,
  useBuilderWearers,
} from '#api/testing/builder-wearers.ts';
import { aPerson, aWardrobe, SOUTH } from '#api/testing/builders.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
const { fixture, admins, runSql, sync, createWearer, order } = useBuilderWearers(portal);

describe('several wardrobes', () => {
  it('open as chosen last, otherwise the first; others are not found', async () => {
    const wearer = await createWearer();
    const second = await aWardrobe(portal.db, wearer.id, [fixture.trousers]);
    await runSql(sql`update collection set display_order = 9 where organisation_id = 1 and id = ${second.collectionId}`);
    const opened = async (id = 0) => (await openBuilder(wearer.client, id)).collection.id;
    expect([await opened(), await opened(second.collectionId)]).toEqual([wearer.collectionId, second.collectionId]);
    expect((await openBuilder(wearer.client)).organisationCollections.map(({ id }) => id)).toEqual([
      wearer.collectionId,
      second.collectionId,
    ]);

    const { body } = await chooseWardrobe(wearer.client, { organisationCollectionId: second.collectionId });
    expect(body).toMatchObject({
      success: true,
      organisationCollections: [{ id: wearer.collectionId }, { id: second.collectionId }],
      allocationTypeId: 20,
    });
    expect(await opened()).toBe(second.collectionId);
    expect((await listBuilderProducts(wearer.client)).map(({ id }) => id)).toEqual([fixture.trousers.id]);

    // A wardrobe that has been taken away is not opened any more.
    await runSql(
      sql`delete from customer_collection where organisation_id = 1 and customer_id = ${wearer.id} and collection_id = ${second.collectionId}`,
    );
    await sync(wearer.id);
    expect(await opened()).toBe(wearer.collectionId);
    expect((await requestBuilder(wearer.client, second.collectionId)).errors).toEqual({ collection: ['Collection not found.'] });
  });

  it('are not found if they are someone else’s, of another organisation, or missing', async () => {
    const [wearer, other] = [await createWearer(), await createWearer()];
    for (const id of [other.collectionId, 101, 999_999]) {
      expect((await requestBuilder(wearer.client, id)).status).toBe(404);
      expect((await requestBuilderProducts(wearer.client, id)).status).toBe(404);
      expect((await chooseWardrobe(wearer.client, { organisationCollectionId: id })).errors).toEqual({
        collection: ['Collection not found.'],
      });
    }
    const bare = await portal.as((await aPerson(portal.db, { role: 'Staff' })).email);
    expect((await requestBuilder(bare)).status).toBe(404);
  });

  it('include only those variants that are one’s own', async () => {
    const wearer = await createWearer();
    const [own, foreign] = [
      await aWardrobe(portal.db, wearer.id, [fixture.shirt]),
      await aWardrobe(portal.db, (await createWearer()).id, [fixture.shirt]),
    ];
    await runSql(sql`
      update collection set parent_collection_id = ${wearer.collectionId}
      where organisation_id = 1 and id = any (${[own.collectionId, foreign.collectionId]}::bigint[])`);

    expect((await openBuilder(wearer.client, wearer.collectionId)).collection.childCollections.map(({ id }) => id)).toEqual([
      own.collectionId,
    ]);
    expect((await openBuilder(admins.meridian, wearer.collectionId)).collection.childCollections).toHaveLength(2);
  });
});

describe('a preview by an Admin', () => {
  it('contains the numbers of the wardrobe and no one’s usage', async () => {
    const wearer = await createWearer();
    await order(wearer, fixture.shirt, 2);
    const builder = await openBuilder(admins.meridian, wearer.collectionId);

    expect(builder).toMatchObject({
      allocationTypeId: 20,
      superGroupOptionIds: [],
      specialMeasurements: null,
      canOrder: false,
      notices: ['This is a preview, so nothing can be ordered.'],
    });
    expect(
      builder.collection.collectionGroups.map(({ status, allocatedQuantity, usedQuantity, remainingQuantity }) => [
        status,
        allocatedQuantity,
        usedQuantity,
        remainingQuantity,
      ]),
    ).toEqual([
      ['open', 3, null, null],
      ['open', 2, null, null],
      ['open', 2, null, null],
    ]);
    expect(builder.collection.collectionGroups[0]?.reasoning).toMatchObject([
      { accountId: null, lines: [{ kind: 'allowance', amount: 3 }] },
    ]);
    // Wearers see no prices where their entitlement is in pieces.
    expect((await listBuilderProducts(admins.meridian, wearer.collectionId))[0]).toMatchObject({
      allocatedQuantity: 3,
      remainingQuantity: null,
      price: null,
    });
  });

  it('can be of any allocation type that the wardrobe permits', async () => {
    const { collectionId } = await createWearer();
    const open = async (type: number) => (await requestBuilder(admins.meridian, collectionId, `?allocationTypeId=${type}`)).body;
    expect((await open(50)).uniformBuilder).toMatchObject({
      allocationTypeId: 50,
      collection: { collectionGroups: [{ allocatedQuantity: null }, { allocatedQuantity: null }, { allocatedQuantity: null }] },
    });
    // Prices are shown as such a wearer sees them.
    for (const [type, price] of [
      [40, 10],
      [20, null],
    ] as const) {
      const { body } = await requestBuilderProducts(admins.meridian, collectionId, `?allocationTypeId=${type}`);
      expect([type, body.products[0]?.price]).toEqual([type, price]);
    }
    await runSql(sql`update organisation set wearers_see_prices = false where id = 1`);
    const hidden = await requestBuilderProducts(admins.meridian, collectionId, '?allocationTypeId=40');
    expect(hidden.body.products[0]?.price).toBeNull();
    await runSql(sql`update organisation set wearers_see_prices = true where id = 1`);

    await runSql(sql`insert into collection_allocation_type values (1, ${collectionId}, 10), (1, ${collectionId}, 30)`);
    expect((await openBuilder(admins.meridian, collectionId)).allocationTypeId).toBe(10);
    expect((await open(30)).uniformBuilder.allocationTypeId).toBe(30);
    const refusal = { allocationTypeId: ['The wardrobe does not permit this allocation type.'] };
    expect((await requestBuilder(admins.meridian, collectionId, '?allocationTypeId=50')).errors).toEqual(refusal);
    expect((await requestBuilderProducts(admins.meridian, collectionId, '?allocationTypeId=50')).errors).toEqual(refusal);
  });

  it('of the Admin’s own wardrobe is on request; wearers and people who order for others get none', async () => {
    const manager = await portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [] })).email);
    const { collectionId } = await aWardrobe(portal.db, manager.customerId, [fixture.shirt]);
    const used = async (query: string) =>
      (await requestBuilder(manager, collectionId, query)).body.uniformBuilder.collection.collectionGroups[0]?.usedQuantity;
    expect([await used(''), await used('?preview=true')]).toEqual([0, null]);
    expect((await requestBuilder(manager, 0, '?preview=true')).status).toBe(404);

    const wearer = await createWearer();
    expect((await requestBuilder(wearer.client, wearer.collectionId, '?preview=true')).status).toBe(404);
    expect((await requestBuilderProducts(wearer.client, wearer.collectionId, '?preview=true')).status).toBe(404);
    expect((await requestBuilder(wearer.client, 0, '?allocationTypeId=50')).body.uniformBuilder.allocationTypeId).toBe(20);
    await impersonate(manager, wearer.id);
    expect((await requestBuilder(manager, wearer.collectionId, '?preview=true')).status).toBe(404);
  });

  it('is limited to wardrobes that the Admin manages', async () => {
    const { collectionId } = await createWearer();
    expect((await requestBuilder(admins.north, collectionId)).status).toBe(200);
    await runSql(
      sql`update collection set organisation_group_id = ${SOUTH.groupId} where organisation_id = 1 and id = ${collectionId}`,
    );

    expect((await requestBuilder(admins.north, collectionId)).status).toBe(404);
    expect((await requestBuilderProducts(admins.north, collectionId)).status).toBe(404);
    expect((await requestBuilder(admins.meridian, collectionId)).status).toBe(200);
    const hallam = await portal.as('admin@hallam.example');
    expect((await requestBuilder(hallam, collectionId)).status).toBe(404);
  });
});

describe('someone who orders for a wearer', () => {
  it.each(['admin@meridian.example', 'sales@meridian.example'])(
    '%s opens the wearer’s wardrobes and no others',
    async (email) => {
      const [wearer, other] = [await createWearer(), await createWearer()];
      await order(wearer, fixture.shirt, 1);
      const actor = await portal.as(email);
      await impersonate(actor, wearer.id);

      expect((await openBuilder(actor)).collection.id).toBe(wearer.collectionId);
      expect((await listBuilderGroups(actor))[0]).toMatchObject({ usedQuantity: 1, remainingQuantity: 2 });
      expect((await listBuilderProducts(actor, 0, '?includeUnchosen=true')).map(({ id }) => id)).toEqual([
        fixture.shirt.id,
        fixture.trousers.id,
        fixture.skirt.id,
      ]);
      expect((await requestBuilder(actor, other.collectionId)).status).toBe(404);
      expect((await requestBuilderProducts(actor, other.collectionId)).status).toBe(404);
      // Neither the wardrobe nor the options need the wearer; the allocation type is not changed on the way.
      const second = await aWardrobe(portal.db, wearer.id, [fixture.trousers]);
      const choice = {
        organisationCollectionId: second.collectionId,
        superGroupOptionIds: [wearer.trousersOption.optionId],
        allocationTypeId: 50,
      };
      expect((await chooseWardrobe(actor, choice)).body).toMatchObject({ success: true, allocationTypeId: 20 });
      expect((await openBuilder(wearer.client)).collection.id).toBe(second.collectionId);
      expect((await openBuilder(wearer.client, wearer.collectionId)).superGroupOptionIds).toEqual([
        wearer.trousersOption.optionId,
      ]);
    },
  );
});
