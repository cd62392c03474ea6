import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  anItem,
  aPerson,
  aStockedProduct,
  aWardrobe,
  fillCart,
  NORTH,
  orderItems,
  requestSummary,
  SOUTH,
  type StockedProduct,
  submitOrder,
  type TestWardrobe,
} from '#api/testing/builders.ts';
import { bulkEditCalls } from '#api/testing/bulk-edit-client.ts';
import { findOpenAccount, giveWardrobe, listGrantEntries, syncWearers } from '#api/testing/entitlement.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
const run = (...statement: Parameters<typeof sql>) => sql(...statement).execute(portal.db);

type TestPerson = Awaited<ReturnType<typeof aPerson>>;
let admin: TestClient;
let wendy: TestPerson;
let will: TestPerson;
let shirt: StockedProduct;
let wardrobe: TestWardrobe;

/** Wendy and Will in North have the same wardrobe, which grants each of them three pieces; the Admin is that of North. */
beforeEach(async () => {
  shirt = await aStockedProduct(portal.db);
  wendy = await aPerson(portal.db, { role: 'Staff', firstName: 'Wendy' });
  will = await aPerson(portal.db, { role: 'Staff', firstName: 'Will' });
  wardrobe = await aWardrobe(portal.db, wendy.id, [shirt]);
  await giveWardrobe(portal, wardrobe.collectionId, will.id);
  admin = await portal.as((await aPerson(portal.db, { role: 'Admin', adminableGroupIds: [NORTH.groupId] })).email);
});

const toBody = (people: readonly { id: number }[], change: object = {}) => ({
  action: 'adjust',
  customerIds: people.map(({ id }) => id),
  adjustment: {
    organisationCollectionId: wardrobe.collectionId,
    organisationCollectionGroupId: wardrobe.groupId,
    unit: 'pieces',
    amount: 1,
    reason: 'New shift pattern',
    ...change,
  },
});
const start = (client: TestClient, people: readonly { id: number }[], change?: object) =>
  client.post<'POST /api/customers/bulkedits'>('/api/customers/bulkedits', toBody(people, change));
const preview = async (people: readonly { id: number }[], change?: object, client = admin) =>
  (await client.post<'POST /api/customers/bulkedits/preview'>('/api/customers/bulkedits/preview', toBody(people, change))).body;
const readBalance = ({ id }: TestPerson) => findOpenAccount(portal.db, id);

describe('adjusting what several people are owed', () => {
  it('adds to the same balance of each, with reason and audit event, and is undone by counter-entries once', async () => {
    expect(await preview([wendy, will])).toEqual({ queued: 2, skipped: [] });

    const { body } = await start(admin, [wendy, will], { amount: 2, reason: ' Second post ' });

    expect(body.bulkEdit).toMatchObject({
      description: 'Adjusted the uniform of 2 people',
      changed: 2,
      refused: 0,
      canUndo: true,
    });
    expect([await readBalance(wendy), await readBalance(will)]).toMatchObject([{ granted: 5 }, { granted: 5 }]);
    const { body: history } = await admin.get<'GET /api/customers/:id/history'>(`/api/customers/${will.id}/history`);
    expect(history.history[0]).toMatchObject({
      what: 'Adjusted the uniform',
      changes: [{ after: '+2' }, {}, { after: 'Second post' }],
    });
    const answers = await Promise.all([bulkEditCalls.undo(admin, body.bulkEdit.id), bulkEditCalls.undo(admin, body.bulkEdit.id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 200)?.body.bulkEdit).toMatchObject({ changed: 2, refused: 0 });
    expect([await readBalance(wendy), await readBalance(will)]).toMatchObject([
      { granted: 3, adjusted: 0 },
      { granted: 3, adjusted: 0 },
    ]);
    expect(
      (await listGrantEntries(portal.db, will.id)).map(({ kind, granted, reverses }) => [kind, granted, reverses !== null]),
    ).toEqual([
      ['grant', 3, false],
      ['adjust', 2, false],
      ['adjust', -2, true],
    ]);
  });

  it('keeps what has been taken of it when it is undone', async () => {
    const { body } = await start(admin, [wendy, will]);
    const wearer = await portal.as(will.email);
    await orderItems(portal.db, wearer, { ...anItem(shirt, 4), customerId: will.id });

    const undone = await bulkEditCalls.undo(admin, body.bulkEdit.id);

    expect(undone.body.bulkEdit).toMatchObject({
      changed: 1,
      refusals: [{ reason: 'Nothing left in Garments to remove.', subjects: [{ id: will.id }] }],
    });
  });

  it('says before and after the change who is left alone and why', async () => {
    const made = (change: object = {}) => aPerson(portal.db, { role: 'Staff', ...change });
    const [closed, unlimited, optedOut, ended, nothing, fixed, taken] = await Promise.all(
      Array.from({ length: 7 }, () => made()),
    );
    const south = await made({ groupIds: [SOUTH.groupId] });
    const wider = await aPerson(portal.db, { role: 'Admin' });
    const withWardrobe = [closed, unlimited, optedOut, ended, fixed, taken, south, wider] as TestPerson[];
    await giveWardrobe(portal, wardrobe.collectionId, admin.customerId, ...withWardrobe.map(({ id }) => id));
    await run`update collection_group_product set quantity = 2 where collection_group_id = ${wardrobe.groupId}`;
    await run`update customer set allocation_type_id = 50 where id = ${unlimited?.id}`;
    await run`update customer set wardrobe_opt_out_at = now() where id = ${optedOut?.id}`;
    await run`delete from customer_collection where customer_id = ${closed?.id}`;
    await run`update customer set allocation_type_id = 10 where id = ${fixed?.id}`;
    await syncWearers(portal, ...withWardrobe.map(({ id }) => id));
    await run`update entitlement_account set ends_on = '2020-12-31' where customer_id = ${ended?.id}`;
    await orderItems(portal.db, await portal.as(taken?.email ?? ''), { ...anItem(shirt, 2), customerId: taken?.id });
    const everyone = [wendy, ...withWardrobe, nothing as TestPerson, { id: admin.customerId }];
    const expected = {
      'The wardrobe no longer grants this.': closed?.id,
      'There is no limit to adjust.': unlimited?.id,
      'This person has opted out of a uniform.': optedOut?.id,
      'This period has ended.': ended?.id,
      'Their wardrobes do not grant this.': nothing?.id,
      'They have a number for each product of the group. Adjust these in their statement.': fixed?.id,
      'At most 1 piece can be removed from Garments: the rest has been ordered or sent.': taken?.id,
      'You can’t adjust your own uniform. Ask another administrator.': admin.customerId,
      'You can’t adjust this person’s uniform.': wider.id,
      'You no longer manage this person.': undefined,
    };

    const seen = await preview(everyone, { amount: -2 });

    expect(seen.queued).toBe(1);
    expect(Object.fromEntries(seen.skipped.map(({ msg, people }) => [msg, people[0]?.id]))).toEqual(expected);
    expect(seen.skipped.every(({ count, reason }) => count === 1 && reason === 'Refused')).toBe(true);
    expect(await readBalance(wendy)).toMatchObject({ granted: 3 });
    const { body } = await start(admin, everyone, { amount: -2 });
    expect(body.bulkEdit).toMatchObject({ changed: 1, refused: 10 });
    expect(body.bulkEdit.refusals.map(({ reason }) => reason).toSorted()).toEqual(Object.keys(expected).toSorted());
    expect(await readBalance(wendy)).toMatchObject({ granted: 1 });
  });

  it('adjusts budgets of the chosen unit', async () => {
    await run`update collection set budget_minor = 5000, budget_points = 20 where id = ${wardrobe.collectionId}`;
    await run`update customer set allocation_type_id = 40 where id = ${wendy.id}`;
    await run`update customer set allocation_type_id = 30 where id = ${will.id}`;
    await syncWearers(portal, wendy.id, will.id);
    const budget = { organisationCollectionGroupId: 0, amount: 12.34, unit: 'money' };

    expect(await preview([wendy, will], budget)).toMatchObject({
      queued: 1,
      skipped: [{ msg: 'Their budget is in points, not in money.', people: [{ id: will.id, name: 'Will Forthetest' }] }],
    });
    expect((await start(admin, [wendy, will], budget)).body.bulkEdit).toMatchObject({ changed: 1, refused: 1 });
    expect(await findOpenAccount(portal.db, wendy.id, 'budget')).toMatchObject({ granted: 6234 });
  });

  it('takes the season in which people would order where the wardrobe has none of its own', async () => {
    await run`update collection set season_id = null where id = ${wardrobe.collectionId}`;
    const { rows: seasons } = await sql<{ id: number; is_current: boolean }>`
      select id, is_current from season where organisation_id = 1 and ends_on >= current_date and name not like 'Season of%' order by is_current, id`.execute(
      portal.db,
    );
    await run`insert into customer_season select 1, ${wendy.id}, id from season where id = any (${seasons.map(({ id }) => id)}::bigint[]) on conflict do nothing`;
    await syncWearers(portal, wendy.id);
    await run`update season set ordering_opens_on = null, ordering_closes_on = null where organisation_id = 1`;

    await start(admin, [wendy]);

    const { rows } = await sql<{ season_id: number }>`
      select season_id from entitlement_account where customer_id = ${wendy.id} and adjusted <> 0`.execute(portal.db);
    expect(rows).toEqual([{ season_id: seasons.find(({ is_current }) => is_current)?.id }]);
    expect(seasons.length).toBeGreaterThan(1);
  });

  it.each([
    [{ amount: 0 }, { amount: ['Please enter an amount other than 0.'] }],
    [{ amount: 1.5 }, { amount: ['Please enter a whole number of pieces.'] }],
    [{ unit: 'points' }, { unit: ['Groups are adjusted in pieces, budgets in points or money.'] }],
    [{ organisationCollectionGroupId: 0 }, { unit: ['Groups are adjusted in pieces, budgets in points or money.'] }],
  ])('refuses %j', async (change, errors) => {
    const response = await start(admin, [wendy], change);
    expect([response.status, response.errors]).toEqual([422, errors]);
  });

  it('is for Admins, and for wardrobes, groups and people of the organisation', async () => {
    const statusOf = async (client: TestClient, change?: object) => (await start(client, [wendy], change)).status;
    expect(await statusOf(await portal.as(will.email))).toBe(403);
    expect(await statusOf(await portal.as((await aPerson(portal.db, { role: 'Sales' })).email))).toBe(403);
    expect(await statusOf(await portal.as('admin@hallam.example'))).toBe(404);
    expect(await statusOf(admin, { organisationCollectionGroupId: 999_999 })).toBe(404);
    expect(await statusOf(admin, { organisationCollectionId: 999_999 })).toBe(404);
    const missing = await admin.post('/api/customers/bulkedits', { action: 'adjust', customerIds: [wendy.id] });
    expect(missing.errors).toEqual({ adjustment: ['Please choose what to adjust.'] });
  });

  it('and an order at the same time never take the same piece', async () => {
    const wearer = await portal.as(wendy.email);
    await fillCart(wearer, { ...anItem(shirt, 3), customerId: wendy.id });
    await requestSummary(portal.db, wearer);

    const [adjusted, ordered] = await Promise.all([start(admin, [wendy], { amount: -1 }), submitOrder(wearer, {})]);

    const balance = await readBalance(wendy);
    expect([balance.granted, balance.reserved]).toEqual(ordered.status === 200 ? [3, 3] : [2, 0]);
    expect(adjusted.body.bulkEdit.changed).toBe(ordered.status === 200 ? 0 : 1);
  });
});
