import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson, aStockedProduct, aWardrobe, SOUTH, type StockedProduct, type TestWardrobe } from '#api/testing/builders.ts';
import { giveWardrobe, orderFromEntitlement, syncWearers } from '#api/testing/entitlement.ts';
import { type TestClient, toRefusal } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let admin: TestClient;
let shirt: StockedProduct;
let wardrobe: TestWardrobe;
/** Wears the wardrobe, like everyone in these tests: three shirts, or 120 points, or one shirt under fixed allocation. */
let wearerId: number;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  shirt = await aStockedProduct(portal.db);
  ({ id: wearerId } = await aPerson(portal.db, { role: 'Staff', firstName: 'Ann' }));
  wardrobe = await aWardrobe(portal.db, wearerId, [shirt], {
    budgetPoints: 120,
    budgetMinor: 12_550,
    points: 10,
    productQuantity: 1,
    allocationTypeId: 20,
  });
});

const aWearer = async (pieces = 0) => {
  const { id } = await aPerson(portal.db, { role: 'Staff' });
  await giveWardrobe(portal, wardrobe.collectionId, id);
  if (pieces > 0) await orderFromEntitlement(portal.db, { wearerId: id, productId: shirt.id, quantity: pieces });
  return id;
};
const preview = (person: TestClient, id: number, change: object) =>
  person.post<'POST /api/customers/:id/entitlementpreview'>(`/api/customers/${id}/entitlementpreview`, change);
const previewEdit = (person: TestClient, body: object, filters = '') =>
  person.post<'POST /api/customers/bulkedits/entitlementpreview'>(`/api/customers/bulkedits/entitlementpreview${filters}`, body);
const findHallamWardrobe = async () =>
  (await sql<{ id: number }>`select min(id) as id from collection where organisation_id = 2`.execute(portal.db)).rows[0]?.id;
const ledger = async () =>
  (
    await sql<{
      state: string;
    }>`select (select count(*) from entitlement_entry) || ' entries, ' || (select count(*) from entitlement_account) || ' accounts, '
      || (select sum(version) from customer) || ' versions' as state`.execute(portal.db)
  ).rows[0]?.state;

describe('the preview of a change of a person', () => {
  it('shows what would be owed, and what is ordered and stays, without writing anything', async () => {
    await orderFromEntitlement(portal.db, { wearerId, productId: shirt.id, quantity: 2 });
    const before = await ledger();
    const { status, body } = await preview(admin, wearerId, { allocationTypeId: 40 });
    expect([status, body.preview]).toEqual([
      200,
      {
        people: 1,
        previewed: 1,
        affected: 1,
        changes: [
          {
            organisationCollectionId: wardrobe.collectionId,
            collectionName: wardrobe.name,
            seasonName: wardrobe.seasonName,
            people: 1,
            rows: [
              {
                kind: 'budget',
                unit: 'money',
                label: wardrobe.name,
                before: null,
                after: { amount: 125.5 },
                reserved: 0,
                used: 0,
              },
              {
                kind: 'group',
                unit: 'pieces',
                label: 'Garments',
                before: { amount: 3 },
                after: { amount: 3 },
                reserved: 2,
                used: 0,
              },
            ],
          },
        ],
        moreChanges: 0,
        corrections: [],
        excesses: [],
        moreExcesses: 0,
        refusals: [],
      },
    ]);
    expect(await ledger()).toBe(before);
  });

  it('names who has ordered more than will be owed, and is what the change then writes', async () => {
    const id = await aWearer(2);
    const { body } = await preview(admin, id, { allocationTypeId: 10 });
    expect(body.preview.excesses).toEqual([
      {
        customerId: id,
        customerName: 'Made Forthetest',
        collectionName: wardrobe.name,
        label: shirt.name,
        unit: 'pieces',
        taken: 2,
        owed: 1,
      },
    ]);
    await admin.put(`/api/customers/${id}`, { customer: { allocationTypeId: 10 } });
    const accounts = await sql`
      select kind, allowance::int, reserved::int from entitlement_account where customer_id = ${id} and status = 'open'`.execute(
      portal.db,
    );
    expect(accounts.rows).toEqual([{ kind: 'product', allowance: 1, reserved: 2 }]);
  });

  it('is empty for a change of which nothing follows, and shows wardrobes that are taken away', async () => {
    const id = await aWearer(1);
    expect((await preview(admin, id, { allocationTypeId: 20 })).body.preview).toMatchObject({ affected: 0, changes: [] });
    const { body } = await preview(admin, id, { organisationCollections: [] });
    expect(body.preview.changes[0]?.rows).toEqual([
      { kind: 'group', unit: 'pieces', label: 'Garments', before: { amount: 3 }, after: null, reserved: 1, used: 0 },
    ]);
  });

  it('has money in major units', async () => {
    const { id } = await aPerson(portal.db, { role: 'Staff' });
    const own = await aWardrobe(portal.db, id, [shirt], { budgetMinor: 12_550, allocationTypeId: 40 });
    await orderFromEntitlement(portal.db, { wearerId: id, productId: shirt.id, quantity: 3, unitMinor: 1000 });
    const unlimited = (await preview(admin, id, { allocationTypeId: 50 })).body.preview;
    expect(unlimited.changes[0]?.rows.find(({ kind }) => kind === 'budget')).toMatchObject({
      before: { amount: 125.5 },
      after: null,
      reserved: 30,
    });
    await sql`update collection set budget_minor = 1250 where id = ${own.collectionId}`.execute(portal.db);
    const lowered = (await preview(admin, id, { organisationCollections: [own.collectionId, wardrobe.collectionId] })).body
      .preview;
    expect(lowered.excesses).toMatchObject([{ label: own.name, unit: 'money', taken: 30, owed: 12.5 }]);
  });

  it('shows the other season of a wardrobe that has none of its own', async () => {
    const { id } = await aPerson(portal.db, { role: 'Staff' });
    const { collectionId, seasonId, seasonName } = await aWardrobe(portal.db, id, [shirt]);
    await sql`update collection set season_id = null where id = ${collectionId}`.execute(portal.db);
    await sql`insert into customer_season (organisation_id, customer_id, season_id) values (1, ${id}, ${seasonId})`.execute(
      portal.db,
    );
    await syncWearers(portal, id);
    const { changes } = (await preview(admin, id, { organisationSeasons: [wardrobe.seasonId] })).body.preview;
    expect(changes.map((change) => [change.seasonName, change.rows[0]?.before, change.rows[0]?.after])).toEqual([
      [wardrobe.seasonName, null, { amount: 3 }],
      [seasonName, { amount: 3 }, null],
    ]);
  });

  it('lists fifty changes and a hundred cases of too much, and counts the others', async () => {
    const { id } = await aPerson(portal.db, { role: 'Staff' });
    const { rows } = await sql<{ ids: number[] }>`
      with added as (
        insert into collection (organisation_id, season_id, name)
        select 1, ${wardrobe.seasonId}::bigint, ${`${wardrobe.name} `} || number from generate_series(1, 103) number returning id),
      added_group as (
        insert into collection_group (organisation_id, collection_id, name, quantity) select 1, id, 'Garments', 3 from added),
      given as (
        insert into customer_collection (organisation_id, customer_id, collection_id) select 1, ${id}::bigint, id from added)
      select array_agg(id) as ids from added`.execute(portal.db);
    const collectionIds = rows[0]?.ids ?? [];
    await syncWearers(portal, id);
    // Everything is ordered, and then the wardrobes are given a lower number.
    await sql`update entitlement_account set reserved = granted where customer_id = ${id}`.execute(portal.db);
    await sql`update collection_group set quantity = 1 where collection_id = any (${collectionIds}::bigint[])`.execute(portal.db);

    const { changes, excesses, ...counts } = (await preview(admin, id, { allocationTypeId: 30 })).body.preview;

    expect([changes.length, excesses.length]).toEqual([50, 100]);
    expect(counts).toEqual({
      people: 1,
      previewed: 1,
      affected: 1,
      moreChanges: 53,
      corrections: [],
      moreExcesses: 3,
      refusals: [],
    });
  });

  it('is refused as the change', async () => {
    await sql`insert into collection_allocation_type values (1, ${wardrobe.collectionId}, 10), (1, ${wardrobe.collectionId}, 20), (1, ${wardrobe.collectionId}, 30), (1, ${wardrobe.collectionId}, 40)`.execute(
      portal.db,
    );
    expect(await preview(admin, wearerId, { allocationTypeId: 50 })).toMatchObject({
      status: 422,
      errors: { allocationTypeId: [expect.stringContaining('does not permit Unlimited')] },
    });
    for (const email of ['south.admin@meridian.example', 'admin@hallam.example'])
      expect((await preview(await portal.as(email), wearerId, { allocationTypeId: 30 })).status).toBe(404);
    for (const email of ['buyer@meridian.example', 'staff@meridian.example'])
      expect((await preview(await portal.as(email), wearerId, { allocationTypeId: 30 })).status).toBe(403);
    const wider = await aPerson(portal.db, { role: 'Admin' });
    const north = await portal.as('north.admin@meridian.example');
    expect(toRefusal(await preview(north, wider.id, { allocationTypeId: 30 }))).toEqual([
      403,
      { authorization: ['You may not change this person’s account.'] },
    ]);
    const hallams = { organisationCollections: [await findHallamWardrobe()] };
    expect((await preview(admin, wearerId, hallams)).status).toBe(404);
  });
});

describe('the preview of a bulk edit', () => {
  it('joins people for whom the change is the same, and counts who is refused', async () => {
    const ids = [await aWearer(), await aWearer(1), await aWearer(3)];
    const before = await ledger();
    const { body } = await previewEdit(admin, { action: 'allocation', customerIds: ids, allocationTypeId: 30 });
    expect(body.preview).toMatchObject({ people: 3, previewed: 3, affected: 3, excesses: [], refusals: [] });
    expect(body.preview.changes).toMatchObject([
      {
        people: 3,
        rows: [
          { kind: 'budget', before: null, after: { amount: 120 } },
          { label: 'Garments', before: { amount: 3 }, after: { amount: 3 }, reserved: 4, used: 0 },
        ],
      },
    ]);
    const fixed = await previewEdit(admin, { action: 'allocation', customerIds: ids, allocationTypeId: 10 });
    expect(fixed.body.preview.excesses.map(({ customerId, taken, owed }) => [customerId, taken, owed])).toEqual([[ids[2], 3, 1]]);
    const refused = await previewEdit(admin, { action: 'allocation', customerIds: ids, allocationTypeId: 50 });
    expect(refused.body.preview).toMatchObject({
      affected: 0,
      refusals: [{ reason: expect.stringContaining('does not permit Unlimited'), count: 3 }],
    });
    expect(await ledger()).toBe(before);
  });

  it('says what people get back when opt-outs are undone, and that reopened accounts are owed the same', async () => {
    const ids = [await aWearer(), await aWearer(1)];
    await admin.post('/api/customers/bulkedits', { action: 'optOut', customerIds: ids });
    const before = await ledger();
    const back = await previewEdit(admin, { action: 'undoOptOut', customerIds: [...ids, wearerId] });
    expect(back.body.preview).toMatchObject({
      ...{ people: 3, affected: 2, refusals: [] },
      changes: [{ people: 2, rows: [{ before: { amount: 0 }, after: { amount: 3 }, reserved: 1 }] }],
    });
    const open = await previewEdit(admin, { action: 'open', customerIds: ids });
    expect(open.body.preview).toMatchObject({ people: 2, affected: 0, refusals: [] });
    expect(await ledger()).toBe(before);
  });

  it('takes wardrobes and type together, and the filters of the list', async () => {
    const family = `Preview ${crypto.randomUUID().slice(0, 6)}`;
    await Promise.all([1, 2].map(() => aPerson(portal.db, { role: 'Staff', firstName: family })));
    const { body } = await previewEdit(
      admin,
      {
        action: 'wardrobes',
        allMatching: true,
        way: 'add',
        organisationCollectionIds: [wardrobe.collectionId],
        allocationTypeId: 30,
      },
      `?query=${encodeURIComponent(family)}`,
    );
    expect(body.preview.changes).toMatchObject([
      {
        people: 2,
        rows: [
          { before: null, after: { amount: 120 } },
          { before: null, after: { amount: 3 } },
        ],
      },
    ]);
  });

  it('is for people whom the caller manages', async () => {
    const edit = { action: 'allocation', customerIds: [wearerId], allocationTypeId: 30 };
    for (const email of ['south.admin@meridian.example', 'admin@hallam.example'])
      expect((await previewEdit(await portal.as(email), edit)).status).toBe(404);
    expect((await previewEdit(await portal.as('buyer@meridian.example'), edit)).status).toBe(403);
    const south = await aPerson(portal.db, { role: 'Staff', groupIds: [SOUTH.groupId] });
    const north = await portal.as('north.admin@meridian.example');
    const { body } = await previewEdit(north, { ...edit, customerIds: [wearerId, south.id] });
    expect(body.preview).toMatchObject({
      people: 2,
      affected: 1,
      refusals: [{ reason: 'You no longer manage this person.', count: 1 }],
    });
    const hallams = { ...edit, action: 'wardrobes', way: 'add', organisationCollectionIds: [await findHallamWardrobe()] };
    expect((await previewEdit(admin, hallams)).status).toBe(404);
  });

  it('takes the first 5,000 people into account', async () => {
    const family = `Many ${crypto.randomUUID().slice(0, 6)}`;
    await sql`insert into customer (organisation_id, brand_id, email, first_name, last_name, allocation_type_id)
      select 1, 1, gen_random_uuid() || '@made.example', ${family}, 'Forthetest', 30 from generate_series(1, 5001)`.execute(
      portal.db,
    );
    const { body } = await previewEdit(
      admin,
      { action: 'allocation', allMatching: true, allocationTypeId: 30 },
      `?query=${encodeURIComponent(family)}`,
    );
    expect(body.preview).toMatchObject({ people: 5001, previewed: 5000, affected: 0 });
  });
});
