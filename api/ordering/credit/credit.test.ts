import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  anItem,
  aStockedProduct,
  fillCart,
  NORTH,
  orderItems,
  requestSummary,
  type StockedProduct,
  setProductPrice,
  submitOrder,
} from '#api/testing/builders.ts';
import { runAsOwner } from '#api/testing/database.ts';
import { billAll, ship } from '#api/testing/invoices.ts';
import { cancel, changeLine, lineOf, setApprovalRules, sizeOf } from '#api/testing/order-changes.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let shirt: StockedProduct;
let admin: TestClient;

/** Sets Meridian's limit so that this much is left of it, in minor units; null: no limit. */
const setRemaining = async (minor: number | null) => {
  await sql`update organisation set credit_hold = false, credit_limit_minor = case when ${minor}::bigint is not null then open_amount(1) + ${minor}::bigint end where id = 1`.execute(
    portal.db,
  );
};
const getOpenAmount = async () =>
  (await sql<{ amount: number }>`select open_amount(1) as amount`.execute(portal.db)).rows[0]?.amount as number;
const totalOf = async (orderId: number) =>
  (await sql<{ total: number }>`select total_minor as total from orders where id = ${orderId}`.execute(portal.db)).rows[0]
    ?.total as number;
const creditOf = async (client: TestClient) => (await client.get<'GET /api/credit'>('/api/credit')).body.credit;
const summaryOf = async (client: TestClient) =>
  (await client.post<'POST /api/checkoutsummary'>('/api/checkoutsummary', { checkout: {} })).body;

beforeEach(async () => {
  await setRemaining(null);
  shirt ??= await aStockedProduct(portal.db, { price: 1000, stock: [10_000] });
  // Of the whole organisation: whoever administers the account sees its amounts.
  admin = await signInAs(portal, { role: 'Admin' });
});

describe('an order on account', () => {
  it('is refused when it exceeds the credit limit, and the summary and the cart say so before', async () => {
    await setRemaining(5000);
    await fillCart(admin, anItem(shirt, 10));
    await requestSummary(portal.db, admin);
    const sentence = expect.stringMatching(
      /^This order costs £12\d\.\d\d, but only £50\.00 of your organisation’s credit limit is left\./,
    );
    expect(await creditOf(admin)).toMatchObject({ remaining: 50, refusal: expect.stringContaining('only £50.00') });
    expect(await summaryOf(admin)).toMatchObject({ warnings: [sentence], canPlaceOrder: false, creditRemaining: 50 });
    const { status, errors } = await submitOrder(admin);
    expect([status, errors]).toEqual([400, { credit: [sentence] }]);
  });

  it('is placed when it is within the limit, which then is smaller by its total', async () => {
    await setRemaining(20_000);
    const total = await totalOf(await orderItems(portal.db, admin, anItem(shirt, 2)));
    expect(await creditOf(admin)).toMatchObject({ remaining: (20_000 - total) / 100, refusal: null });
  });

  it('is refused while the organisation is on hold', async () => {
    await fillCart(admin, anItem(shirt));
    await requestSummary(portal.db, admin);
    await sql`update organisation set credit_hold = true where id = 1`.execute(portal.db);
    expect(await creditOf(admin)).toMatchObject({ limit: null, refusal: expect.stringContaining('on hold') });
    expect((await summaryOf(admin)).canPlaceOrder).toBe(false);
    const { status, errors } = await submitOrder(admin);
    expect([status, errors?.credit]).toEqual([400, [expect.stringContaining('on hold')]]);
  });

  it('tells no one but Admins of the whole organisation what is left of the limit, and wearers not even that there is one', async () => {
    const { client: wearer, id } = await aWearer(portal, [shirt], { quantity: 10 });
    await sql`update customer set allocation_type_id = 50 where organisation_id = 1 and id = ${id}`.execute(portal.db);
    const buyer = await signInAs(portal, { role: 'Buyer' });
    const groupAdmin = await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId] });
    const limited =
      'This order can’t be placed at the moment because it exceeds your organisation’s credit limit. Please contact your administrator.';
    for (const [client, refusal] of [
      [buyer, limited],
      [groupAdmin, limited],
      [wearer, 'This order can’t be placed at the moment. Please contact your administrator.'],
    ] as const) {
      await fillCart(client, anItem(shirt));
      await requestSummary(portal.db, client);
      await setRemaining(100_000);
      expect(await creditOf(client)).toMatchObject({ limit: null, remaining: null, refusal: null });
      expect(await summaryOf(client)).toMatchObject({ creditRemaining: null, warnings: [] });
      await setRemaining(100);
      expect(await creditOf(client)).toMatchObject({ limit: null, remaining: null, refusal });
      expect(await summaryOf(client)).toMatchObject({ creditRemaining: null, warnings: [refusal] });
      expect((await submitOrder(client)).errors).toEqual({ credit: [refusal] });
    }
  });

  it('tells people who see no prices no amounts', async () => {
    await sql`update organisation set wearers_see_prices = false where id = 1`.execute(portal.db);
    const { client } = await aWearer(portal, [shirt], { quantity: 10 });
    await fillCart(client, anItem(shirt));
    await requestSummary(portal.db, client);
    await setRemaining(100);
    const refusal = 'This order can’t be placed at the moment. Please contact your administrator.';
    expect(await creditOf(client)).toMatchObject({ limit: null, remaining: null, refusal });
    expect(await summaryOf(client)).toMatchObject({ creditRemaining: null, warnings: [refusal] });
    expect((await submitOrder(client)).errors).toEqual({ credit: [refusal] });
    await sql`update organisation set wearers_see_prices = true where id = 1`.execute(portal.db);
  });

  it('takes as many statements with a limit as without', async () => {
    const counts: number[] = [];
    for (const remaining of [null, null, 1_000_000, null, 1_000_000]) {
      await setRemaining(remaining);
      await fillCart(admin, anItem(shirt));
      await requestSummary(portal.db, admin);
      const before = portal.statementsSent();
      expect((await submitOrder(admin)).status).toBe(200);
      counts.push(portal.statementsSent() - before);
    }
    // A request may also note that the session is still used, which happens from time to time.
    expect(Math.min(counts[2] ?? 0, counts[4] ?? 0)).toBe(Math.min(counts[1] ?? 0, counts[3] ?? 0));
  });
});

it('the open amount follows orders, cancelled pieces, invoices and payments', async () => {
  const before = await getOpenAmount();
  const openSince = async () => (await getOpenAmount()) - before;
  const id = await orderItems(portal.db, admin, anItem(shirt, 3));
  const total = await totalOf(id);
  expect(await openSince()).toBe(total);
  await cancel(admin, id, { items: [{ id: await lineOf(admin, id), quantity: 1 }] });
  expect(await openSince()).toBe(total - 1200);
  await ship(portal, id, { pieces: { [await lineOf(admin, id)]: 1 } });
  await billAll(portal);
  expect(await openSince()).toBe(total - 1200);
  await sql`update invoice i set settled_minor = total_minor where exists (select from invoice_line l where l.invoice_id = i.id and l.order_id = ${id})`.execute(
    portal.db,
  );
  // One shirt is not shipped yet.
  expect(await openSince()).toBe(1200);
  await sql`update orders set is_test = true where id = ${id}`.execute(portal.db);
  expect(await openSince()).toBe(0);
});

it('the open amount includes orders that wait for approval', async () => {
  const before = await getOpenAmount();
  await setApprovalRules(portal, { kind: 'always' });
  const total = await totalOf(await orderItems(portal.db, admin, anItem(shirt)));
  await setApprovalRules(portal);
  expect((await getOpenAmount()) - before).toBe(total);
});

describe('a change that makes an order dearer', () => {
  async function changeTo(price: number, remaining: number) {
    await setRemaining(null);
    const product = await aStockedProduct(portal.db, { price: 1000, stock: [50, 50] });
    const id = await orderItems(portal.db, admin, anItem(product, 2));
    await setProductPrice(portal.db, product.id, price);
    await setRemaining(remaining);
    const reply = await changeLine(admin, id, await lineOf(admin, id), { combinationId: sizeOf(product, 1) });
    return { ...reply, total: await totalOf(id) };
  }

  it('is refused beyond the credit limit, like a new order, and changes nothing', async () => {
    const refused = await changeTo(1500, 1199);
    expect([refused.status, refused.errors]).toEqual([
      400,
      {
        orderItem: [
          'This size costs £12.00 more including tax, but only £11.99 of your organisation’s credit limit is left. Please contact your administrator.',
        ],
      },
    ]);
    expect((await changeTo(1500, 1200)).status).toBe(200);
  });

  it('is not needed where the price stays or falls, also beyond the limit and on hold', async () => {
    expect([(await changeTo(1000, -5000)).status, (await changeTo(900, -5000)).status]).toEqual([200, 200]);
  });

  it('is refused while the organisation is on hold', async () => {
    const product = await aStockedProduct(portal.db, { price: 1000, stock: [50, 50] });
    const id = await orderItems(portal.db, admin, anItem(product, 2));
    await setProductPrice(portal.db, product.id, 1100);
    await sql`update organisation set credit_hold = true where id = 1`.execute(portal.db);
    const refused = await changeLine(admin, id, await lineOf(admin, id), { combinationId: sizeOf(product, 1) });
    expect(refused.errors).toEqual({ orderItem: [expect.stringContaining('on hold')] });
  });
});

describe('two orders that exceed the limit together', () => {
  const placeTwo = async () => {
    const people = [await signInAs(portal, { role: 'Buyer' }), await signInAs(portal, { role: 'Buyer' })];
    for (const person of people) {
      await fillCart(person, anItem(shirt, 10));
      await requestSummary(portal.db, person);
    }
    await setRemaining(15_000);
    const results = await Promise.all(people.map((person) => submitOrder(person)));
    return results.map(({ status }) => status).toSorted();
  };

  it('are not both placed', async () => {
    for (let round = 0; round < 3; round += 1) expect(await placeTwo()).toEqual([200, 400]);
  });

  it('would both be placed without the lock', async () => {
    await runAsOwner(
      portal,
      `create or replace function lock_open_amount(organisation bigint) returns bigint language plpgsql volatile as $$
       declare amount bigint := open_amount(organisation); begin perform pg_sleep(0.3); return amount; end $$`,
    );
    expect(await placeTwo()).toEqual([200, 200]);
  });
});
