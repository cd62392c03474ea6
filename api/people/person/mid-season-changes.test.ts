import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  anItem,
  aPerson,
  aStockedProduct,
  aWardrobe,
  fillCart,
  requestSummary,
  type StockedProduct,
  submitOrder,
} from '#api/testing/builders.ts';
import { createBulkEditRunner } from '#api/testing/bulk-edit-client.ts';
import { findLedgerFaults, orderFromEntitlement } from '#api/testing/entitlement.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { createWardrobeClient } from '#api/testing/wardrobe-client.ts';
import { closeLeaverAccounts } from './leavers.queries.ts';

const portal = usePortal();
let admin: TestClient;
let wardrobes: ReturnType<typeof createWardrobeClient>;
let shirt: StockedProduct;
let wearer: { id: number; email: string };
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  wardrobes = createWardrobeClient(admin);
});
beforeEach(async () => {
  shirt = await aStockedProduct(portal.db, { stock: [50] });
  wearer = await aPerson(portal.db, { role: 'Staff' });
});
afterEach(async () => {
  expect(await findLedgerFaults(portal.db)).toEqual([]);
});

type Overrides = Parameters<typeof aWardrobe>[3];
const giveWardrobe = (overrides: Overrides = {}) =>
  aWardrobe(portal.db, wearer.id, [shirt], { allocationTypeId: 20, ...overrides });
const order = (pieces: number) => orderFromEntitlement(portal.db, { wearerId: wearer.id, productId: shirt.id, quantity: pieces });
const change = (customer: object) => admin.put<'PUT /api/customers/:id'>(`/api/customers/${wearer.id}`, { customer });
const changeLines = (orderId: number, column: 'shipped_quantity' | 'cancelled_quantity' | 'returned_quantity', pieces: number) =>
  sql`update order_line set ${sql.ref(column)} = ${pieces} where order_id = ${orderId}`.execute(portal.db);
/** Kind and status of the wearer's accounts with what is granted, reserved and used, the oldest first. */
const accounts = async () =>
  (
    await sql<{ account: string }>`
      select kind || ' ' || status || ': ' || granted || ' − ' || reserved || ' − ' || used as account
      from entitlement_account where customer_id = ${wearer.id} order by id`.execute(portal.db)
  ).rows.map(({ account }) => account);

describe('in mid-season', () => {
  it('a lowered number keeps what was taken, and what is cancelled then expires; a raised one grants the difference', async () => {
    const { collectionId, groupId } = await giveWardrobe();
    const orderId = await order(3);
    await wardrobes.changeGroup(collectionId, groupId, { allocatedQuantity: 1 });
    expect(await accounts()).toEqual(['group open: 3 − 3 − 0']);
    await changeLines(orderId, 'cancelled_quantity', 1);
    expect(await accounts()).toEqual(['group open: 2 − 2 − 0']);
    await wardrobes.changeGroup(collectionId, groupId, { allocatedQuantity: 5 });
    expect(await accounts()).toEqual(['group open: 5 − 2 − 0']);
  });

  it('a deleted group keeps what is ordered, which can still be sent or cancelled', async () => {
    const { collectionId, groupId } = await giveWardrobe();
    const orderId = await order(2);
    await wardrobes.removeGroup(collectionId, groupId);
    expect(await accounts()).toEqual(['group closed: 2 − 2 − 0']);
    await changeLines(orderId, 'shipped_quantity', 1);
    await changeLines(orderId, 'cancelled_quantity', 1);
    expect(await accounts()).toEqual(['group closed: 1 − 0 − 1']);
    await changeLines(orderId, 'returned_quantity', 1);
    expect(await accounts()).toEqual(['group closed: 0 − 0 − 0']);
  });

  it('a product that leaves the range closes what was owed of it alone, and opens it again when it returns', async () => {
    await giveWardrobe({ productQuantity: 2, allocationTypeId: 10 });
    await order(1);
    const found = await sql<{ id: number }>`
      select id from product_organisation where organisation_id = 1 and product_id = ${shirt.id}`.execute(portal.db);
    const { body } = await admin.post<'POST /api/productsorganisation/bulk'>('/api/productsorganisation/bulk', {
      ids: [found.rows[0]?.id],
      change: { remove: true },
    });
    // The group has no products with a number left, so its own number applies, and the ordered piece counts there.
    expect(await accounts()).toEqual(['product closed: 0 − 0 − 0', 'group open: 3 − 1 − 0']);
    await admin.post(`/api/bulkedits/${body.bulkEdit.id}/undo`, {});
    expect(await accounts()).toEqual(['product open: 2 − 1 − 0', 'group closed: 0 − 0 − 0']);
  });

  it('a product that leaves the range does not change the number of its group', async () => {
    await giveWardrobe();
    await order(1);
    const found = await sql<{ id: number }>`
      select id from product_organisation where organisation_id = 1 and product_id = ${shirt.id}`.execute(portal.db);
    await admin.delete(`/api/productorganisation/${found.rows[0]?.id}`);
    expect(await accounts()).toEqual(['group open: 3 − 1 − 0']);
  });

  it('an administrator cannot change an answer of which pieces are ordered', async () => {
    const { collectionId, superGroupId, optionId } = await giveWardrobe({ underOption: true, isChosen: true });
    await wardrobes.addOption(collectionId, superGroupId ?? 0, { name: 'Other' });
    await order(1);
    const choose = () =>
      admin.put<'PUT /api/organisation/uniformbuilder/updatecustomercollection'>(
        '/api/organisation/uniformbuilder/updatecustomercollection',
        { customerId: wearer.id, organisationCollectionId: collectionId, superGroupOptionIds: [] },
      );
    expect((await choose()).status).toBe(409);
    await sql`update order_line set cancelled_quantity = quantity where super_group_option_id = ${optionId}`.execute(portal.db);
    expect((await choose()).status).toBe(200);
    expect(await accounts()).toEqual(['group unchosen: 3 − 0 − 0']);
  });

  it('another season of the wardrobe opens a new period, and pieces stay in the old one', async () => {
    const { collectionId } = await giveWardrobe();
    await order(2);
    const season = await sql<{ id: number }>`
      insert into season (organisation_id, name, starts_on, ends_on) values (1, ${`Next ${wearer.id}`}, '2026-01-01', '2041-01-01') returning id`.execute(
      portal.db,
    );
    await wardrobes.publish(collectionId, (contents) => ({ ...contents, seasonId: season.rows[0]?.id ?? 0 }));
    expect(await accounts()).toEqual(['group closed: 2 − 2 − 0', 'group open: 3 − 0 − 0']);
  });

  it('a season that has ended stays as it is, whatever changes afterwards', async () => {
    const { seasonId, collectionId, groupId } = await giveWardrobe();
    await order(2);
    const { status, body } = await admin.put<'PUT /api/organisationseasons/:id'>(`/api/organisationseasons/${seasonId}`, {
      organisationSeason: { endDateUtc: '2021-01-01' },
    });
    expect(status).toBe(200);
    if (body.bulkEdit) await createBulkEditRunner(portal)(body.bulkEdit.id);
    await wardrobes.changeGroup(collectionId, groupId, { allocatedQuantity: 9 });
    await change({ allocationTypeId: 30, organisationCollections: [] });
    expect(await accounts()).toEqual(['group open: 3 − 2 − 0']);
  });

  it('an opt-out takes what is left, and resetting it gives back what is not ordered', async () => {
    await giveWardrobe();
    const orderId = await order(2);
    await change({ wardrobeOptOut: true });
    expect(await accounts()).toEqual(['group open: 2 − 2 − 0']);
    await changeLines(orderId, 'cancelled_quantity', 1);
    expect(await accounts()).toEqual(['group open: 1 − 1 − 0']);
    await change({ wardrobeOptOut: false });
    expect(await accounts()).toEqual(['group open: 3 − 1 − 0']);
  });

  it('a leaver keeps their balances and cannot order; rehired, they continue, and another wardrobe replaces the old one', async () => {
    const { collectionId } = await giveWardrobe();
    await order(2);
    await change({ endDateUtc: '2021-01-01' });
    await closeLeaverAccounts(portal.db);
    expect(await accounts()).toEqual(['group open: 3 − 2 − 0']);
    expect((await change({ active: true, endDateUtc: null })).status).toBe(200);
    expect(await accounts()).toEqual(['group open: 3 − 2 − 0']);
    const other = await wardrobes.addOrThrow();
    await wardrobes.addGroupOrThrow(other.id, { name: 'Aprons', allocatedQuantity: 4 });
    await change({ organisationCollections: [other.id] });
    expect(await accounts()).toEqual(['group closed: 2 − 2 − 0', 'group open: 4 − 0 − 0']);
    await change({ organisationCollections: [collectionId] });
    expect(await accounts()).toEqual(['group open: 3 − 2 − 0', 'group closed: 0 − 0 − 0']);
  });

  it('a wardrobe that is taken away and given back continues with what was ordered', async () => {
    const { collectionId } = await giveWardrobe();
    await changeLines(await order(2), 'shipped_quantity', 2);
    await change({ organisationCollections: [] });
    expect(await accounts()).toEqual(['group closed: 2 − 0 − 2']);
    await change({ organisationCollections: [collectionId] });
    expect(await accounts()).toEqual(['group open: 3 − 0 − 2']);
  });

  it('a change of type closes the old budget and keeps what was charged to it', async () => {
    await giveWardrobe({ allocationTypeId: 30, budgetPoints: 50, budgetMinor: 20_000, points: 10 });
    const orderId = await order(2);
    await change({ allocationTypeId: 40 });
    const kept = ['group open: 3 − 2 − 0', 'budget open: 20000 − 0 − 0'];
    expect((await accounts()).toSorted()).toEqual(['budget closed: 20 − 20 − 0', ...kept].toSorted());
    await changeLines(orderId, 'cancelled_quantity', 1);
    expect((await accounts()).toSorted()).toEqual(
      ['budget closed: 10 − 10 − 0', 'group open: 3 − 1 − 0', 'budget open: 20000 − 0 − 0'].toSorted(),
    );
  });

  it('a change of type and an order at the same moment leave the order in the accounts of one type', async () => {
    await giveWardrobe({ productQuantity: 3 });
    const client = await portal.as(wearer.email);
    for (const allocationTypeId of [10, 20, 10]) {
      await fillCart(client, anItem(shirt));
      await requestSummary(portal.db, client);
      const [placed, changed] = await Promise.all([submitOrder(client), change({ allocationTypeId })]);
      expect([200, 400, 409]).toContain(placed.status);
      expect(changed.status).toBe(200);
      await sql`delete from cart_line`.execute(portal.db);
    }
    const strays = await sql`
      select l.id from order_line l join entitlement_account a on a.organisation_id = l.organisation_id and a.id = l.group_account_id
      where l.wearer_id = ${wearer.id} and a.status <> 'open'`.execute(portal.db);
    expect(strays.rows).toEqual([]);
  });
});
