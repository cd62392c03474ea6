import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { anItem, aPerson, aStockedProduct, NORTH, orderItems, SOUTH, type StockedProduct } from '#api/testing/builders.ts';
import { ship } from '#api/testing/invoices.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { reorder } from '#api/testing/reorder.ts';
import { askToReturn, RETURN_ACTIONS, RETURN_REASONS, shipOrder } from '#api/testing/returns.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer, orderFor, type SignedIn, signInAs } from '#api/testing/wearers.ts';

// What Sales find in the morning about the client in whose portal they work, and what they may not do there.

const portal = usePortal();
let shirt: StockedProduct;
let sales: SignedIn;
let buyer: SignedIn;
let wearer: Awaited<ReturnType<typeof aWearer>>;

beforeAll(async () => {
  shirt = await aStockedProduct(portal.db, { stock: [1000] });
  sales = await signInAs(portal, { role: 'Sales' });
  buyer = await signInAs(portal, { role: 'Buyer', groupIds: [SOUTH.groupId], resortId: SOUTH.resortId });
  wearer = await aWearer(portal, [shirt], { quantity: 9 });
});

const anOrderOf = (person: TestClient) => orderItems(portal.db, person, anItem(shirt, 2));
const listed = async (person: TestClient, query = '') =>
  (await person.get<'GET /api/orders'>(`/api/orders?limit=250${query}`)).body.orders.map(({ id }) => id);
const placeFor = async (customerId: number) => {
  const acting = await orderFor(portal, customerId, sales.email);
  const id = await anOrderOf({ ...acting, customerId } as TestClient);
  await acting.get('/api/customers/impersonateCancel');
  return id;
};
const grant = (permission: string) =>
  sql`insert into role_permission (organisation_id, role_id, permission) values (1, 36, ${permission})`.execute(portal.db);
const withdraw = (permission: string) =>
  sql`delete from role_permission where organisation_id = 1 and role_id = 36 and permission = ${permission}`.execute(portal.db);

describe('the orders of the client', () => {
  it('are all in the list of Sales, in its count, its export and on their pages', async () => {
    const id = await anOrderOf(buyer);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from orders where organisation_id = 1 and not is_test`.execute(portal.db);
    const { body } = await sales.get<'GET /api/orders'>('/api/orders?limit=1');
    expect([body.orders[0]?.id, body.totalCount, body.totals?.orderCount]).toEqual([id, rows[0]?.n, rows[0]?.n]);
    expect((await sales.get('/api/orders/exporttoexcel?limit=1')).status).toBe(200);
    expect((await sales.get<'GET /api/orders/:id'>(`/api/orders/${id}`)).body.orders[0]).toMatchObject({
      id,
      cancelAllowed: false,
      reOrderAllowed: false,
      returnRequestAllowed: false,
      approvalAllowed: false,
    });
    expect((await sales.get<'GET /api/search'>(`/api/search?query=%23${id}`)).body.orders?.results[0]?.id).toBe(id);
  });

  it('are read only, unless Sales placed them', async () => {
    const id = await anOrderOf(buyer);
    expect((await sales.post(`/api/orders/${id}/cancel`, { cancellation: {} })).status).toBe(403);
    expect((await reorder(sales, id)).status).toBe(403);
    expect((await sales.get(`/api/returnrequest/${id}`)).status).toBe(404);
    const placed = await placeFor(wearer.id);
    expect((await sales.post(`/api/orders/${placed}/cancel`, { cancellation: {} })).status).toBe(200);
  });

  it('that they placed are found among them', async () => {
    const [own, other] = [await placeFor(wearer.id), await anOrderOf(buyer)];
    const mine = await listed(sales, '&placedByMe=true');
    expect([mine.includes(own), mine.includes(other)]).toEqual([true, false]);
    // It narrows what others see, and never widens it.
    expect(await listed(wearer.client, '&placedByMe=true')).not.toContain(own);
  });

  it('are not those of other clients, and end with the role', async () => {
    const { rows } = await sql<{ id: number }>`select max(id) as id from orders where organisation_id = 2`.execute(portal.db);
    const [elsewhere] = rows;
    expect((await sales.get(`/api/orders/${elsewhere?.id}`)).status).toBe(404);
    expect(await listed(sales, `&searchTerm=${elsewhere?.id}`)).not.toContain(elsewhere?.id);
    const former = await signInAs(portal, { role: 'Sales' });
    await sql`update customer_role set role_id = 34 where customer_id = ${former.customerId} and role_id = 36`.execute(portal.db);
    await portal.settled();
    expect(await listed(former)).toEqual([]);
  });

  it('are those of the groups of an Admin who acts for Sales', async () => {
    const person = await aPerson(portal.db, { role: 'Sales', groupIds: [NORTH.groupId] });
    const admin = await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId] });
    const [north, south] = [await anOrderOf(await signInAs(portal, { role: 'Buyer' })), await anOrderOf(buyer)];
    const seen = await listed(await orderFor(portal, person.id, admin.email));
    expect([seen.includes(north), seen.includes(south)]).toEqual([true, false]);
  });
});

it('late lines, orders that wait and returns of the client are on their home page, and lead to pages that open', async () => {
  const late = await anOrderOf(buyer);
  await sql`update orders set order_state_id = 10 where id = ${late}`.execute(portal.db);
  await sql`update order_line set due_on = '2001-01-05' where order_id = ${late}`.execute(portal.db);
  const waiting = await anOrderOf(buyer);
  await sql`update orders set order_state_id = 50, created_at = '2001-01-05' where id = ${waiting}`.execute(portal.db);
  const sent = await anOrderOf(buyer);
  await shipOrder(portal.db, sent);
  const { rows } = await sql<{ id: number }>`select id from order_line where order_id = ${sent}`.execute(portal.db);
  const { body } = await askToReturn(buyer, {
    orderId: sent,
    returnRequestReasonId: RETURN_REASONS.faulty,
    returnRequestActionId: RETURN_ACTIONS.credit,
    items: [{ id: rows[0]?.id as number, quantity: 1 }],
  });
  const request = body.returnRequests[0]?.id;
  await sql`update return_request set created_at = '2001-01-05' where id = ${request}`.execute(portal.db);

  const matters = (await sales.get<'GET /api/orders/openmatters'>('/api/orders/openmatters')).body;
  expect([matters.late.lines[0]?.orderId, matters.waiting.orders[0]?.orderId, matters.returns.requests[0]?.orderId]).toEqual([
    ...[late, waiting, sent],
  ]);
  expect(await listed(sales, '&lateOnly=true')).toContain(late);
  const { orders } = (await sales.get<'GET /api/orders/:id'>(`/api/orders/${sent}`)).body;
  expect(orders[0]?.returnRequests.map(({ id }) => id)).toEqual([request]);
});

it('people who have started without a uniform are found by them, one after the other', async () => {
  const path = '/api/customers?orderingStatusId=10&orderingAfterStartDateStatusId=10&order=startDateUtc%20asc';
  const { customers, totalCount } = (await sales.get<'GET /api/customers'>(path)).body;
  const { counts } = (await sales.get<'GET /api/customers/counts'>('/api/customers/counts')).body;
  expect([totalCount, customers.length > 1]).toEqual([counts.startedWithoutUniform, true]);
  expect((await sales.get(`/api/customers/${customers[0]?.id}`)).status).toBe(200);
});

describe('invoices', () => {
  const PATHS = ['/api/invoices', '/api/invoices/1', '/api/invoices/1/pdf', '/api/invoices/exporttoexcel'];

  it('are refused to Sales, who see no figures of their client by default', async () => {
    for (const path of PATHS) expect([path, (await sales.get(path)).status]).toEqual([path, 403]);
  });

  it('are those of the organisation for Sales with the permission, and not its statement of account', async () => {
    await ship(portal, await anOrderOf(buyer), {});
    await grant('AllowDashboard');
    try {
      await portal.settled();
      const { body, status } = await sales.get<'GET /api/invoices'>('/api/invoices');
      const all = (await (await portal.as('admin@meridian.example')).get<'GET /api/invoices'>('/api/invoices')).body;
      expect([status, body.totalCount]).toEqual([200, all.totalCount]);
      expect((await sales.get('/api/invoices/statement?month=2026-01')).status).toBe(403);
    } finally {
      await withdraw('AllowDashboard');
      await portal.settled();
    }
    expect((await sales.get('/api/invoices')).status).toBe(403);
  });
});
