import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  anItem,
  aPerson,
  aWardrobe,
  fillCart,
  orderItems,
  requestSummary,
  SOUTH,
  type StockedProduct,
  submitOrder,
  type TestWardrobe,
} from '#api/testing/builders.ts';
import { findOpenAccount, listGrantEntries, syncWearers } from '#api/testing/entitlement.ts';
import { type TestClient, toRefusal } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aManagedWearer, type SignedIn } from '#api/testing/wearers.ts';

const portal = usePortal();
const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);

let shirt: StockedProduct;
let wearer: SignedIn;
let wardrobe: TestWardrobe;
let admin: SignedIn;
let accountId: number;

beforeEach(async () => {
  ({ shirt, wearer, wardrobe, admin } = await aManagedWearer(portal));
  accountId = (await readAccount()).id;
});

const readAccount = (customerId = wearer.customerId) => findOpenAccount(portal.db, customerId);
const listEntries = () => listGrantEntries(portal.db, wearer.customerId);
const readStatus = async () =>
  (
    await sql`select pieces_due as due, ordering_status as status from uniform_status where customer_id = ${wearer.customerId} and season_id = ${wardrobe.seasonId}`.execute(
      portal.db,
    )
  ).rows[0];

const adjust = (client: TestClient, body: object) =>
  client.post<'POST /api/entitlement/adjustments'>('/api/entitlement/adjustments', {
    accountId,
    reason: 'Torn at work',
    ...body,
  });
const undo = (client: TestClient, id: number) =>
  client.post<'POST /api/entitlement/adjustments/:id/reversal'>(`/api/entitlement/adjustments/${id}/reversal`);
const syncWearer = () => syncWearers(portal, wearer.customerId);
const take = (pieces: number) => orderItems(portal.db, wearer, { ...anItem(shirt, pieces), customerId: wearer.customerId });

describe('adjusting what someone is owed', () => {
  it('adds pieces that can be ordered, with reason, author and audit event, and the uniform status follows', async () => {
    await take(3);
    const { status, body } = await adjust(admin, { amount: 2, reason: '  Second reception post ' });

    expect([status, body.adjustment]).toEqual([200, { id: expect.any(Number), accountId, amount: 2, left: 2 }]);
    expect(await readAccount()).toMatchObject({ base: 3, adjusted: 2, granted: 5, reserved: 3 });
    expect((await listEntries()).at(-1)).toEqual({
      kind: 'adjust',
      granted: 2,
      reason: 'Second reception post',
      actor: admin.customerId,
      reverses: null,
    });
    const { body: history } = await admin.get<'GET /api/customers/:id/history'>(`/api/customers/${wearer.customerId}/history`);
    expect(history.history[0]).toMatchObject({
      what: 'Adjusted the uniform',
      by: 'Ada Forthetest',
      changes: [
        { field: 'Adjustment', after: '+2' },
        { field: 'Entitlement', after: expect.stringContaining('Garments, Wardrobe') },
        { field: 'Reason', after: 'Second reception post' },
      ],
    });
    await take(2);
    expect(await readAccount()).toMatchObject({ reserved: 5 });
  });

  it('changes the uniform status in the same moment', async () => {
    await run(sql`insert into customer_season values (1, ${wearer.customerId}, ${wardrobe.seasonId})`);
    await take(3);
    expect(await readStatus()).toEqual({ due: 3, status: 30 });

    const { body } = await adjust(admin, { amount: 1 });
    expect(await readStatus()).toEqual({ due: 4, status: 20 });
    await undo(admin, body.adjustment.id);
    expect(await readStatus()).toEqual({ due: 3, status: 30 });
  });

  it('removes no more than is left', async () => {
    await take(2);

    expect(toRefusal(await adjust(admin, { amount: -2 }))).toEqual([
      422,
      { amount: ['At most 1 piece can be removed from Garments: the rest has been ordered or sent.'] },
    ]);
    expect((await adjust(admin, { amount: -1 })).body.adjustment).toMatchObject({ amount: -1, left: 0 });
    expect(toRefusal(await adjust(admin, { amount: -1 }))).toEqual([422, { amount: ['Nothing left in Garments to remove.'] }]);
    expect(await readAccount()).toMatchObject({ base: 3, adjusted: -1, granted: 2, reserved: 2 });
  });

  it('survives a change of the wardrobe', async () => {
    await adjust(admin, { amount: 2 });
    await run(sql`update collection_group set quantity = 10 where id = ${wardrobe.groupId}`);
    await syncWearer();

    expect(await readAccount()).toMatchObject({ base: 10, adjusted: 2, granted: 12 });
  });

  it('says how much has to be added where more has been taken than is granted', async () => {
    await take(3);
    await run(sql`update collection_group set quantity = 1 where id = ${wardrobe.groupId}`);
    await syncWearer();

    expect(toRefusal(await adjust(admin, { amount: 2 }))).toEqual([
      422,
      { amount: ['More has been taken from Garments than is granted now. Add at least 3 pieces.'] },
    ]);
    expect((await adjust(admin, { amount: 3 })).body.adjustment).toMatchObject({ amount: 3, left: 1 });
    expect(await readAccount()).toMatchObject({ base: 1, adjusted: 3, granted: 4, reserved: 3 });
    expect((await listEntries()).map(({ kind, granted }) => [kind, granted])).toEqual([
      ['grant', 3],
      ['reserve', 0],
      ['adjust', 3],
      ['expire', -2],
    ]);
  });

  it('adjusts a budget in its unit', async () => {
    await run(sql`update collection set budget_minor = 5000 where id = ${wardrobe.collectionId}`);
    await run(sql`update customer set allocation_type_id = 40 where id = ${wearer.customerId}`);
    await syncWearer();
    const { id } = await findOpenAccount(portal.db, wearer.customerId, 'budget');
    const adjustBudget = (amount: number) => adjust(admin, { accountId: id, amount });

    expect((await adjustBudget(12.34)).body.adjustment).toMatchObject({ amount: 12.34, left: 62.34 });
    expect((await adjustBudget(0.005)).errors).toEqual({ amount: ['Please enter an amount with at most two decimals.'] });
    expect((await adjustBudget(-62.35)).errors).toEqual({
      amount: [expect.stringMatching(/^At most £62\.34 can be removed/)],
    });
  });

  it.each([
    [{ amount: 0 }, 'Please enter an amount other than 0.'],
    [{ amount: 1.5 }, 'Please enter a whole number of pieces.'],
    [{ amount: 2_000_000 }, 'Please enter an amount up to 1,000,000.'],
  ])('refuses %j', async (body, message) => {
    expect(toRefusal(await adjust(admin, body))).toEqual([422, { amount: [message] }]);
  });

  it('needs a reason', async () => {
    expect((await adjust(admin, { amount: 1, reason: ' ' })).status).toBe(422);
    expect(await readAccount()).toMatchObject({ granted: 3 });
  });

  it('refuses what has no limit, is closed, withdrawn or over', async () => {
    const outcomeAfter = async (change: ReturnType<typeof sql>) => {
      await run(change);
      await syncWearer();
      return toRefusal(await adjust(admin, { amount: 1 }));
    };
    const where = sql`where id = ${wearer.customerId}`;

    expect(await outcomeAfter(sql`update customer set allocation_type_id = 50 ${where}`)).toEqual([
      409,
      { account: ['There is no limit to adjust.'] },
    ]);
    expect(await outcomeAfter(sql`update customer set allocation_type_id = 20, wardrobe_opt_out_at = now() ${where}`)).toEqual([
      409,
      { account: ['This person has opted out of a uniform.'] },
    ]);
    await run(sql`update customer set wardrobe_opt_out_at = null ${where}`);
    expect(await outcomeAfter(sql`delete from customer_collection where customer_id = ${wearer.customerId}`)).toEqual([
      409,
      { account: ['The wardrobe no longer grants this.'] },
    ]);
    await run(sql`update entitlement_account set status = 'open', ends_on = '2021-01-31' where id = ${accountId}`);
    expect(toRefusal(await adjust(admin, { amount: 1 }))).toEqual([409, { account: ['This period has ended.'] }]);
  });

  it('is for Admins, for people whom they may change, and never for themselves', async () => {
    const statusFor = async (person: { email: string }) => (await adjust(await portal.as(person.email), { amount: 1 })).status;

    expect((await adjust(wearer, { amount: 1 })).status).toBe(403);
    expect(await statusFor(await aPerson(portal.db, { role: 'Sales' }))).toBe(403);
    expect(await statusFor(await aPerson(portal.db, { role: 'Buyer' }))).toBe(403);
    expect(await statusFor(await aPerson(portal.db, { role: 'Admin', adminableGroupIds: [SOUTH.groupId] }))).toBe(404);
    expect(await statusFor(await aPerson(portal.db, { role: 'Admin', organisationId: 2, groupIds: [], resortId: null }))).toBe(
      404,
    );
    await aWardrobe(portal.db, admin.customerId, [shirt]);
    const { id } = await readAccount(admin.customerId);
    expect(toRefusal(await adjust(admin, { accountId: id, amount: 1 }))).toEqual([
      403,
      { authorization: ['You can’t adjust your own uniform. Ask another administrator.'] },
    ]);
    const wider = await aPerson(portal.db, { role: 'Admin' });
    await aWardrobe(portal.db, wider.id, [shirt]);
    expect((await adjust(admin, { accountId: (await readAccount(wider.id)).id, amount: 1 })).status).toBe(403);
  });

  it('and an order at the same time never take the same piece', async () => {
    await fillCart(wearer, { ...anItem(shirt, 3), customerId: wearer.customerId });
    await requestSummary(portal.db, wearer);

    const [adjusted, ordered] = await Promise.all([adjust(admin, { amount: -1 }), submitOrder(wearer, {})]);

    const { granted, reserved } = await readAccount();
    expect([adjusted.status, ordered.status].filter((status) => status === 200)).toHaveLength(1);
    expect([granted, reserved]).toEqual(adjusted.status === 200 ? [2, 0] : [3, 3]);
  });
});

describe('undoing an adjustment', () => {
  it('writes a counter-entry, once', async () => {
    const { id } = (await adjust(admin, { amount: 2 })).body.adjustment;

    const outcomes = await Promise.all([undo(admin, id), undo(admin, id)]);

    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(outcomes.find(({ status }) => status === 409)?.errors).toEqual({
      adjustment: ['This adjustment has already been undone.'],
    });
    expect(await readAccount()).toMatchObject({ adjusted: 0, granted: 3 });
    expect((await listEntries()).at(-1)).toEqual({
      kind: 'adjust',
      granted: -2,
      reason: null,
      actor: admin.customerId,
      reverses: id,
    });
  });

  it('is refused when what was added has been taken', async () => {
    const { id } = (await adjust(admin, { amount: 2 })).body.adjustment;
    await take(4);

    expect(toRefusal(await undo(admin, id))).toEqual([
      409,
      { amount: ['At most 1 piece can be removed from Garments: the rest has been ordered or sent.'] },
    ]);
  });

  it('is refused for an undo, for other movements and out of reach', async () => {
    const { id } = (await adjust(admin, { amount: 2 })).body.adjustment;
    const south = await aPerson(portal.db, { role: 'Admin', adminableGroupIds: [SOUTH.groupId] });
    expect((await undo(await portal.as(south.email), id)).status).toBe(404);
    const reversal = (await undo(admin, id)).body.adjustment;

    expect(toRefusal(await undo(admin, reversal.id))).toEqual([
      409,
      { adjustment: ['An undo can’t be undone. Adjust the amount again.'] },
    ]);
    const grant = await sql<{
      id: number;
    }>`select id from entitlement_entry where account_id = ${accountId} and kind = 'grant'`.execute(portal.db);
    expect((await undo(admin, grant.rows[0]?.id as number)).status).toBe(404);
  });
});
