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
import { anItem, aWardrobe, fillCart, requestSummary, submitOrder } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
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

describe('a changed answer', () => {
  const chosen = async () => {
    const wearer = await createWearer();
    await chooseOptions(wearer.client, [wearer.trousersOption.optionId]);
    return wearer;
  };
  const named = (wearer: BuilderWearer) => ({ organisationCollectionId: wearer.collectionId, source: 'builder' });
  const cartOf = async (client: TestClient) =>
    (await client.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items')).body.items.map(({ productId }) => productId);

  it('empties its lines from the cart, whether they name the group or only count in it, and leaves the others', async () => {
    const wearer = await chosen();
    const { shirt, trousers } = fixture;
    await fillCart(wearer.client, { ...anItem(shirt), ...named(wearer) });
    await fillCart(wearer.client, { ...anItem(trousers), collectionGroupId: wearer.trousersOption.groupId });
    await fillCart(wearer.client, anItem(trousers, 1));
    expect(await cartOf(wearer.client)).toEqual([shirt.id, trousers.id, trousers.id]);
    // The same answer is no change.
    await chooseOptions(wearer.client, [wearer.trousersOption.optionId]);
    expect(await cartOf(wearer.client)).toHaveLength(3);

    expect((await chooseOptions(wearer.client, [wearer.skirtOption.optionId])).status).toBe(200);
    expect(await cartOf(wearer.client)).toEqual([shirt.id]);
  });

  it('empties them when it comes with the wardrobe, by an Admin, from whosever cart', async () => {
    const wearer = await chosen();
    const { shirt, trousers } = fixture;
    const buyer = await portal.as('buyer@meridian.example');
    await fillCart(wearer.client, { ...anItem(trousers), collectionGroupId: wearer.trousersOption.groupId });
    await fillCart(buyer, { ...anItem(trousers), customerId: wearer.id }, { ...anItem(shirt), customerId: wearer.id });
    // For no one in particular.
    await fillCart(buyer, anItem(trousers));

    const change = {
      customerId: wearer.id,
      organisationCollectionId: wearer.collectionId,
      superGroupOptionIds: [wearer.skirtOption.optionId],
    };
    expect((await chooseWardrobe(admins.meridian, change)).status).toBe(200);
    expect(await cartOf(wearer.client)).toEqual([]);
    expect(await cartOf(buyer)).toEqual([shirt.id, trousers.id]);
  });

  it('empties nothing when it is refused', async () => {
    const wearer = await chosen();
    await order(wearer, fixture.trousers, 1);
    await fillCart(wearer.client, { ...anItem(fixture.trousers), collectionGroupId: wearer.trousersOption.groupId });

    expect((await chooseOptions(wearer.client, [wearer.skirtOption.optionId])).status).toBe(409);
    expect(await cartOf(wearer.client)).toEqual([fixture.trousers.id]);
  });

  it('and an order at the same moment wait for each other', async () => {
    for (let round = 0; round < 5; round++) {
      const wearer = await chosen();
      await fillCart(wearer.client, { ...anItem(fixture.trousers), collectionGroupId: wearer.trousersOption.groupId });
      await requestSummary(portal.db, wearer.client);
      const [placed, changed] = await Promise.all([
        submitOrder(wearer.client),
        chooseOptions(wearer.client, [wearer.skirtOption.optionId]),
      ]);
      // Either there is an order, which keeps the answer, or there is none, and nothing to order.
      expect([[200, 409].join(), [400, 200].join()]).toContain([placed.status, changed.status].join());
    }
  });
});
