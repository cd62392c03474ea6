import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { anItem, aPerson, aWardrobe, orderItems, SOUTH, type StockedProduct, type TestWardrobe } from '#api/testing/builders.ts';
import { syncWearers } from '#api/testing/entitlement.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aManagedWearer, type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);

let shirt: StockedProduct;
let wearer: SignedIn;
let wardrobe: TestWardrobe;
let admin: SignedIn;
beforeEach(async () => {
  ({ shirt, wearer, wardrobe, admin } = await aManagedWearer(portal, { stock: [50, 50] }));
});

const asRole = async (role: 'Admin' | 'Buyer' | 'Sales' | 'Staff', adminableGroupIds: number[] = []) =>
  signInAs(portal, { role, adminableGroupIds, ...(role === 'Sales' ? { groupIds: [] } : {}) });
const getStatement = (client: TestClient, query = '') =>
  client.get<'GET /api/entitlement/statement'>(`/api/entitlement/statement${query}`);
const ofWearer = () => `?customerId=${wearer.customerId}`;
const readAccount = async (client: TestClient = wearer, query = '') =>
  (await getStatement(client, query)).body.statement.periods[0]?.accounts[0];
const getAccountId = async () => (await readAccount())?.id as number;
const adjust = (client: TestClient, body: object) =>
  client.post<'POST /api/entitlement/adjustments'>('/api/entitlement/adjustments', { reason: 'Second reception post', ...body });
const syncWearer = () => syncWearers(portal, wearer.customerId);
const takePiece = (pieces = 1) => orderItems(portal.db, wearer, { ...anItem(shirt, pieces), customerId: wearer.customerId });

describe('the statement', () => {
  it('lists every movement with its balance, newest first', async () => {
    const orderId = await takePiece(2);
    const line = sql`update order_line set`;
    await run(sql`${line} shipped_quantity = 1 where order_id = ${orderId}`);
    await run(sql`${line} cancelled_quantity = 1 where order_id = ${orderId}`);
    await run(sql`${line} returned_quantity = 1 where order_id = ${orderId}`);
    await adjust(admin, { accountId: await getAccountId(), amount: 4 });

    const { statement } = (await getStatement(wearer)).body;
    const [period] = statement.periods;
    const [account] = period?.accounts ?? [];

    expect(statement.customer).toEqual({ id: wearer.customerId, firstName: 'Wendy', lastName: 'Forthetest' });
    expect(period).toMatchObject({ collectionId: wardrobe.collectionId, seasonId: wardrobe.seasonId, startsOn: '2020-01-01' });
    expect(account).toMatchObject({
      kind: 'group',
      label: 'Garments',
      granted: 7,
      reserved: 0,
      used: 0,
      left: 7,
      totalMovements: 6,
    });
    const season = period?.seasonName;
    const garment = `${shirt.name}, Size 0`;
    expect(
      account?.movements.map(({ kind, text, amount, balance, orderId: order }) => [kind, text, amount, balance, order]),
    ).toEqual([
      ['adjust', 'Added by Ada Forthetest: “Second reception post”', 4, 7, null],
      ['return', `Returned: ${garment}`, 1, 3, orderId],
      ['release', `No longer reserved: ${garment}`, 1, 2, orderId],
      ['use', `Sent: ${garment}`, 0, 1, orderId],
      ['reserve', `Reserved: 2 × ${garment}`, -2, 1, orderId],
      ['grant', `Granted for ${season}`, 3, 3, null],
    ]);
    expect(account?.reasoning.lines).toEqual([
      { kind: 'allowance', amount: 3 },
      { kind: 'adjustment', amount: 4 },
    ]);
  });

  it('names an order only to those who may open it', async () => {
    const buyer = await asRole('Buyer');
    const orderId = await orderItems(portal.db, buyer, { ...anItem(shirt), customerId: wearer.customerId });

    const newest = async (client: TestClient) => (await readAccount(client, ofWearer()))?.movements[0];

    expect(await newest(wearer)).toMatchObject({ kind: 'reserve', quantity: 1, orderId: null });
    expect(await newest(admin)).toMatchObject({ orderId });
  });

  it('counts points and money with the pieces that they paid for', async () => {
    await run(sql`update collection_group_product set points = 5 where collection_group_id = ${wardrobe.groupId}`);
    await run(sql`update collection set budget_points = 40, budget_minor = 12345 where id = ${wardrobe.collectionId}`);
    const payWith = async (type: number) => {
      await run(sql`update customer set allocation_type_id = ${type} where id = ${wearer.customerId}`);
      await syncWearer();
      await takePiece();
      return readAccount();
    };

    expect(await payWith(30)).toMatchObject({
      unit: 'points',
      granted: 40,
      left: 35,
      movements: [{ amount: -5, balance: 35, quantity: 1 }, { amount: 40 }],
    });
    expect(await payWith(40)).toMatchObject({
      unit: 'money',
      granted: 123.45,
      left: 113.45,
      movements: [{ amount: -10, balance: 113.45, quantity: 1 }, { amount: 123.45 }],
    });
  });

  it('says where pieces have moved when the allocation changes, and is never overdrawn', async () => {
    await run(sql`update collection_group_product set quantity = 1 where collection_group_id = ${wardrobe.groupId}`);
    const orderId = await takePiece(3);
    await run(sql`update order_line set shipped_quantity = 2 where order_id = ${orderId}`);
    const setType = (allocationTypeId: number) =>
      admin.put(`/api/customers/${wearer.customerId}`, { customer: { allocationTypeId } });
    await setType(10);
    await setType(20);

    const accounts = (await getStatement(wearer)).body.statement.periods.flatMap((period) => period.accounts);
    const garment = `3 × ${shirt.name}, Size 0`;
    const listMovements = (kind: string) =>
      accounts
        .find((account) => account.kind === kind)
        ?.movements.map(({ text, amount, balance, reason }) => [text, amount, balance, reason]);
    const season = (await getStatement(wearer)).body.statement.periods[0]?.seasonName;
    expect(listMovements('product')).toEqual([
      ['No longer granted', -3, 0, null],
      [`Moved to Garments because the allocation changed: ${garment}`, 3, 3, null],
      [`Moved from Garments because the allocation changed: ${garment}`, -3, 0, null],
      [`Granted for ${season}`, 3, 3, null],
    ]);
    expect(listMovements('group')).toEqual([
      [`Moved from ${shirt.name} because the allocation changed: ${garment}`, -3, 0, null],
      [`Granted for ${season}`, 3, 3, null],
      ['No longer granted', -3, 0, null],
      [`Moved to ${shirt.name} because the allocation changed: ${garment}`, 3, 3, null],
      [`Sent: 2 × ${shirt.name}, Size 0`, 0, 0, null],
      [`Reserved: ${garment}`, -3, 0, null],
      [`Granted for ${season}`, 3, 3, null],
    ]);
  });

  it('says whether the wearer can ask for more now', async () => {
    const canAsk = async (client: TestClient = wearer, query = '') => (await readAccount(client, query))?.canAskForMore;
    expect(await canAsk()).toBe(true);
    expect(await canAsk(admin, ofWearer())).toBe(false);
    await run(sql`update season set ordering_closes_on = '2021-01-31' where id = ${wardrobe.seasonId}`);
    expect(await canAsk()).toBe(false);
    await run(sql`update season set ordering_closes_on = null where id = ${wardrobe.seasonId}`);
    await run(sql`update customer set ends_on = current_date - 3 where id = ${wearer.customerId}`);
    expect(await canAsk()).toBe(false);
  });

  it('has no balance without a limit', async () => {
    await run(sql`update customer set allocation_type_id = 50 where id = ${wearer.customerId}`);
    await syncWearer();
    await takePiece(2);

    const account = await readAccount();

    expect(account).toMatchObject({ granted: null, reserved: 2, left: null });
    expect(account?.movements[0]).toMatchObject({ kind: 'reserve', amount: -2, balance: null });
  });

  it('leaves out options that were not chosen, unless something moved', async () => {
    const { id, email } = await aPerson(portal.db, { role: 'Staff' });
    const { optionId } = await aWardrobe(portal.db, id, [shirt], { underOption: true });
    const client = await portal.as(email);
    const labels = async () => (await getStatement(client)).body.statement.periods.flatMap(({ accounts }) => accounts);
    const choose = (superGroupOptionIds: (number | null)[]) =>
      client.post('/api/customers/saveSuperGroupOptionIds', { superGroupOptionIds });

    expect(await labels()).toEqual([]);
    await choose([optionId]);
    expect(await labels()).toMatchObject([{ status: 'open', optionName: 'Either' }]);
    const [account] = await labels();
    await adjust(admin, { accountId: account?.id, amount: 1 });
    await choose([]);
    expect(await labels()).toMatchObject([{ status: 'unchosen', left: 4 }]);
  });

  it('shows the periods that have not ended, others by their season', async () => {
    const { id, email } = await aPerson(portal.db, { role: 'Staff' });
    const earlier = await aWardrobe(portal.db, id, [shirt]);
    const later = await aWardrobe(portal.db, id, [shirt]);
    const client = await portal.as(email);
    const listSeasons = async (query = '') =>
      (await getStatement(client, query)).body.statement.periods.map(({ seasonId }) => seasonId);
    const end = (seasonId: number, day: string) =>
      run(sql`update entitlement_account set ends_on = ${day} where season_id = ${seasonId}`);

    await end(earlier.seasonId, '2021-03-31');
    expect(await listSeasons()).toEqual([later.seasonId]);
    expect(await listSeasons(`?seasonId=${earlier.seasonId}`)).toEqual([earlier.seasonId]);
    await end(later.seasonId, '2022-03-31');
    expect(await listSeasons()).toEqual([later.seasonId]);
    expect((await getStatement(client)).body.statement.seasons.map(({ id: season }) => season).toSorted()).toEqual(
      [earlier.seasonId, later.seasonId].toSorted(),
    );
  });

  it('is for the person, their Admin and Sales', async () => {
    const statusFor = async (client: TestClient) => (await getStatement(client, ofWearer())).status;

    expect(await statusFor(wearer)).toBe(200);
    expect(await statusFor(admin)).toBe(200);
    expect(await statusFor(await asRole('Sales'))).toBe(200);
    expect(await statusFor(await asRole('Admin', [SOUTH.groupId]))).toBe(404);
    expect(await statusFor(await asRole('Buyer'))).toBe(404);
    expect(await statusFor(await asRole('Staff'))).toBe(404);
    const elsewhere = await aPerson(portal.db, { organisationId: 2, role: 'Admin', groupIds: [], resortId: null });
    expect(await statusFor(await portal.as(elsewhere.email))).toBe(404);
  });

  it('is the impersonated person’s while impersonating, to read only', async () => {
    const mayAdjust = async () => (await getStatement(admin, ofWearer())).body.statement.canAdjust;
    const accountId = await getAccountId();
    expect(await mayAdjust()).toBe(true);
    await admin.get(`/api/customers/impersonate/${wearer.customerId}`);

    expect((await getStatement(admin)).body.statement.customer.id).toBe(wearer.customerId);
    expect(await mayAdjust()).toBe(false);
    expect((await adjust(admin, { accountId, amount: 1 })).status).toBe(403);
  });

  it('takes two statements for oneself and three for another person, however much has happened', async () => {
    await takePiece();
    await getStatement(wearer);
    await getStatement(admin, ofWearer());
    const count = async (client: TestClient, query = '') => {
      const before = portal.statementsSent();
      await getStatement(client, query);
      return portal.statementsSent() - before;
    };

    expect(await count(wearer)).toBe(2);
    expect(await count(admin, ofWearer())).toBe(3);
  });
});
