import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson, aStockedProduct, aWardrobe, type StockedProduct, type TestWardrobe } from '#api/testing/builders.ts';
import { giveWardrobe, orderFromEntitlement } from '#api/testing/entitlement.ts';
import type { TestClient } from '#api/testing/portal.ts';
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
    expect(body.preview.excesses).toMatchObject([{ customerId: id, label: shirt.name, unit: 'pieces', taken: 2, owed: 1 }]);
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
  });
});
