import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  type BuilderWearer,
  chooseOptions,
  chooseWardrobe,
  listBuilderGroups,
  openBuilder,
  useBuilderWearers,
} from '#api/testing/builder-wearers.ts';
import { aWardrobe } from '#api/testing/builders.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
const { fixture, admins, runSql, createWearer, order } = useBuilderWearers(portal);

describe('the allocation type', () => {
  const typeOf = async (wearer: BuilderWearer) => (await openBuilder(wearer.client)).allocationTypeId;

  it('is changed by an Admin in scope, whatever has been used', async () => {
    const wearer = await createWearer();
    await order(wearer, fixture.shirt, 2);
    const choice = { customerId: wearer.id, organisationCollectionId: wearer.collectionId, allocationTypeId: 50 };

    expect((await chooseWardrobe(admins.north, choice)).body).toMatchObject({ success: true, allocationTypeId: 50 });
    expect((await listBuilderGroups(wearer.client))[0]).toMatchObject({ allocatedQuantity: null, usedQuantity: 2 });
    const history = await admins.meridian.get<'GET /api/customers/:id/history'>(`/api/customers/${wearer.id}/history`);
    expect(history.body.history.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['Changed the person', 'Chose the wardrobe for the uniform builder']),
    );
  });

  it('is a choice of someone who is signed in', async () => {
    const call = '/api/organisation/uniformbuilder/updatecustomercollection';
    const body = { organisationCollectionId: 1, allocationTypeId: 50 };
    const anonymous = portal.anonymous();
    expect((await anonymous.put<'PUT /api/organisation/uniformbuilder/updatecustomercollection'>(call, body)).status).toBe(401);
  });

  it('must be one that the wardrobe permits', async () => {
    const wearer = await createWearer();
    await runSql(
      sql`insert into collection_allocation_type values (1, ${wearer.collectionId}, 10), (1, ${wearer.collectionId}, 20)`,
    );
    const set = (allocationTypeId: number) =>
      chooseWardrobe(admins.meridian, { customerId: wearer.id, organisationCollectionId: wearer.collectionId, allocationTypeId });

    expect((await set(50)).errors).toEqual({
      allocationTypeId: [expect.stringMatching(/^The wardrobe “.+” does not permit Unlimited\. .* Fixed and Quantity\.$/)],
    });
    expect((await set(99)).errors).toEqual({ allocationTypeId: ['There is no such allocation type.'] });
    expect(await typeOf(wearer)).toBe(20);
    expect((await set(10)).status).toBe(200);
    expect(await typeOf(wearer)).toBe(10);
  });

  it('is ignored from anyone else and for oneself', async () => {
    const wearer = await createWearer();
    await chooseWardrobe(wearer.client, { organisationCollectionId: wearer.collectionId, allocationTypeId: 50 });
    expect(await typeOf(wearer)).toBe(20);

    const own = await aWardrobe(portal.db, admins.meridian.customerId, [fixture.shirt]);
    const { body } = await chooseWardrobe(admins.meridian, { organisationCollectionId: own.collectionId, allocationTypeId: 40 });
    expect(body.allocationTypeId).not.toBe(40);
  });

  it('and the wardrobe are out of reach for everyone but Admins of the person', async () => {
    const wearer = await createWearer();
    const choice = { customerId: wearer.id, organisationCollectionId: wearer.collectionId, allocationTypeId: 50 };
    for (const email of [
      'south.admin@meridian.example',
      'buyer@meridian.example',
      'sales@meridian.example',
      'admin@hallam.example',
      'staff@meridian.example',
    ])
      expect((await chooseWardrobe(await portal.as(email), choice)).status).toBe(404);
    expect(await typeOf(wearer)).toBe(20);
  });
});

describe('an answered either/or', () => {
  it('stays as it is while pieces of it are ordered', async () => {
    const wearer = await createWearer();
    const [trousersId, skirtId] = [wearer.trousersOption.optionId, wearer.skirtOption.optionId];
    await chooseOptions(wearer.client, [trousersId]);
    const orderId = await order(wearer, fixture.trousers, 2);
    const refusal = {
      superGroupOptionIds: [
        expect.stringMatching(/^“Trousers” cannot be changed: 2 pieces of it have been ordered for Season of .*\.$/),
      ],
    };

    const refused = await chooseOptions(wearer.client, [skirtId]);
    expect([refused.status, refused.errors]).toEqual([409, refusal]);
    const switched = await chooseWardrobe(wearer.client, {
      organisationCollectionId: wearer.collectionId,
      superGroupOptionIds: [],
    });
    expect([switched.status, switched.errors]).toEqual([409, refusal]);
    expect((await openBuilder(wearer.client)).superGroupOptionIds).toEqual([trousersId]);
    // Keeping it is no change.
    expect((await chooseOptions(wearer.client, [trousersId])).status).toBe(200);

    await runSql(sql`update order_line set cancelled_quantity = quantity where organisation_id = 1 and order_id = ${orderId}`);
    expect((await chooseOptions(wearer.client, [skirtId])).body).toEqual({ superGroupOptionIds: [skirtId] });
  });

  it('can be changed once the season has ended', async () => {
    const wearer = await createWearer();
    await chooseOptions(wearer.client, [wearer.trousersOption.optionId]);
    await order(wearer, fixture.trousers, 1);
    await runSql(
      sql`update entitlement_account set ends_on = current_date - 2 where organisation_id = 1 and customer_id = ${wearer.id}`,
    );
    await runSql(sql`update season set ends_on = current_date - 2 where organisation_id = 1 and id = ${wearer.seasonId}`);

    expect((await chooseOptions(wearer.client, [])).status).toBe(200);
  });
});
