import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anItem, aStockedProduct, NORTH, orderItems, SOUTH, type StockedProduct } from '#api/testing/builders.ts';
import { payByCard } from '#api/testing/card-paid.ts';
import { aReleasedOrder, deliver, moveDate, shipPieces } from '#api/testing/fulfilment.ts';
import { COLLECT, handOver, makeReady, orderWithDelivery } from '#api/testing/handovers.ts';
import { setApprovalRules } from '#api/testing/order-changes.ts';
import { anOwnPayer, placeMixedOrder } from '#api/testing/own-payment.ts';
import type { TestClient, TestOperatorClient } from '#api/testing/portal.ts';
import { askToExchange, askToReturn, RETURN_ACTIONS, RETURN_REASONS, shipOrder } from '#api/testing/returns.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWaitingOrder } from '#api/testing/waiting-orders.ts';
import { aWearer, orderFor, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let operator: TestOperatorClient;
let shirt: StockedProduct;

beforeAll(async () => {
  await setApprovalRules(portal);
  operator = await portal.asOperator();
});
beforeEach(async () => {
  shirt = await aStockedProduct(portal.db, { stock: [50, 50] });
});

const underWay = async (client: TestClient) => (await client.get<'GET /api/orders/underway'>('/api/orders/underway')).body;
const openMatters = async (client: TestClient) =>
  (await client.get<'GET /api/orders/openmatters'>('/api/orders/openmatters')).body;

/** The statements of a call, once the session is kept in memory. */
async function countStatements(client: TestClient, path: string): Promise<number> {
  const count = async (of: string) => {
    const before = portal.statementsSent();
    expect((await client.get(of)).status).toBe(200);
    return portal.statementsSent() - before;
  };
  await expect.poll(() => count('/api/countries'), { timeout: 10_000, interval: 5 }).toBe(1);
  return count(path);
}

const setDispatch = (shipmentId: number, shippedAt: string) =>
  sql`update shipment set shipped_at = ${shippedAt}::timestamptz where id = ${shipmentId}`.execute(portal.db);

/** Moves the promised day of a line. */
const promise = (lineId: number, day: string) =>
  sql`update order_line set due_on = ${day}::date where id = ${lineId}`.execute(portal.db);

describe('what is on its way to someone', () => {
  it('is nothing before anything was ordered', async () => {
    const { client } = await aWearer(portal, [shirt], { quantity: 9 });
    expect(await underWay(client)).toEqual({ parcels: [], orders: [], proofsToApprove: 0, quotesToAccept: 0 });
  });

  it('is the parcels that have not arrived, and the pieces that have not been sent', async () => {
    const { client } = await aWearer(portal, [shirt], { quantity: 9 });
    const { id, lines } = await aReleasedOrder(portal, client, [shirt, 2], [shirt, 3, 1]);
    const [one, two] = lines as [number, number];
    expect(await underWay(client)).toEqual({
      parcels: [],
      orders: [
        {
          orderId: id,
          orderStatus: 'Pending',
          createdOnUtc: expect.any(String),
          quantity: 5,
          deliveryKind: 'sent',
          readyToCollectQuantity: 0,
          collectFrom: null,
          openingHours: null,
          destination: expect.any(String),
          dueOn: null,
          expectedOn: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
          isLate: false,
          waitsForProof: false,
          canRetryPayment: false,
        },
      ],
      proofsToApprove: 0,
      quotesToAccept: 0,
    });

    const first = await shipPieces(operator, [one, 2]);
    const second = await shipPieces(operator, [two, 1]);
    await deliver(operator, first);
    await moveDate(operator, id, two, '2200-01-04');
    const { parcels, orders } = await underWay(client);
    expect(parcels).toEqual([
      {
        shipmentId: second,
        orderId: id,
        number: 2,
        parcelCount: 2,
        quantity: 1,
        destination: expect.any(String),
        carrier: 'Northline Parcels',
        trackingNumber: 'NL1',
        trackingUrl: 'https://track.northline.example/parcel/NL1',
        shippedOnUtc: expect.any(String),
        dueOn: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
      },
    ]);
    expect(orders).toMatchObject([{ orderId: id, quantity: 2, dueOn: '2200-01-04', isLate: false }]);
  });

  it('says which order waits for the payment of the person, until it is paid', async () => {
    const payer = await anOwnPayer(portal);
    const { orderId } = await placeMixedOrder(portal.db, payer);
    expect((await underWay(payer.client)).orders).toMatchObject([{ orderId, quantity: 5, canRetryPayment: true }]);
    await payByCard(portal.db, orderId);
    expect((await underWay(payer.client)).orders).toMatchObject([{ orderId, quantity: 5, canRetryPayment: false }]);
  });

  it('names the pieces that can be collected, and where and when', async () => {
    const client = await signInAs(portal, {});
    const { id, lines } = await orderWithDelivery(portal, client, COLLECT, [shirt, 3]);
    await makeReady(operator, [[lines[0] as number, 2]]);
    expect((await underWay(client)).orders).toMatchObject([
      {
        orderId: id,
        quantity: 3,
        deliveryKind: 'collected',
        readyToCollectQuantity: 2,
        collectFrom: expect.any(String),
        openingHours: expect.any(String),
      },
    ]);
    await handOver(operator, id);
    expect((await underWay(client)).orders).toMatchObject([{ orderId: id, quantity: 1, readyToCollectQuantity: 0 }]);
  });

  it('is due after the working days that the delivery takes', async () => {
    const { client } = await aWearer(portal, [shirt], { quantity: 9 });
    const { id, lines } = await aReleasedOrder(portal, client, [shirt, 1]);
    const shipment = await shipPieces(operator, [lines[0] as number, 1]);
    const dueAfter = async (day: string, transitDays: number | null) => {
      await sql`update shipping_option so set transit_days = ${transitDays} from orders o
        where o.id = ${id} and so.organisation_id = o.organisation_id and so.name = o.shipping_method`.execute(portal.db);
      await setDispatch(shipment, day);
      return (await underWay(client)).parcels[0]?.dueOn;
    };
    // The last Friday.
    const { rows } = await sql<{ friday: string; next: Record<string, string> }>`
      select f::text as friday, json_build_object('friday', f::text, 'monday', (f + 3)::text, 'wednesday', (f + 5)::text, 'mondayAfter', (f + 10)::text) as next
      from (select current_date - ((extract(isodow from current_date)::int + 2) % 7) - 7 as f) d`.execute(portal.db);
    const { friday, next } = rows[0] as (typeof rows)[number];
    const at = `${friday}T12:00:00Z`;
    expect([await dueAfter(at, 0), await dueAfter(at, 1), await dueAfter(at, 3), await dueAfter(at, 6)]).toEqual([
      next.friday,
      next.monday,
      next.wednesday,
      next.mondayAfter,
    ]);
    expect(await dueAfter(at, null)).toBeNull();
  });

  it('is late where pieces were promised for a day before today', async () => {
    const { client } = await aWearer(portal, [shirt], { quantity: 9 });
    const { lines } = await aReleasedOrder(portal, client, [shirt, 1], [shirt, 1, 1]);
    await promise(lines[0] as number, '2026-01-05');
    await promise(lines[1] as number, '2200-01-05');
    expect((await underWay(client)).orders).toMatchObject([{ dueOn: '2200-01-05', isLate: true }]);
  });

  it('is no longer shown 30 days after it was sent, as not every carrier says that it was delivered', async () => {
    const { client } = await aWearer(portal, [shirt], { quantity: 9 });
    const { lines } = await aReleasedOrder(portal, client, [shirt, 1]);
    const shipment = await shipPieces(operator, [lines[0] as number, 1]);
    await setDispatch(shipment, new Date(Date.now() - 31 * 86_400_000).toISOString());
    expect((await underWay(client)).parcels).toEqual([]);
  });

  it('is the person’s own: nothing of other people, and of an order for several wearers only their lines', async () => {
    const buyer = await signInAs(portal, { role: 'Buyer' });
    const other = await aWearer(portal, [shirt], { quantity: 9 });
    const { lines } = await aReleasedOrder(portal, buyer, [shirt, 2], [shirt, 3, 1]);
    const [own, others] = lines as [number, number];
    await sql`update order_line set wearer_id = ${other.id} where id = ${others}`.execute(portal.db);
    expect((await underWay(buyer)).orders).toMatchObject([{ quantity: 2 }]);
    expect((await underWay(other.client)).orders).toMatchObject([{ quantity: 3 }]);
    await shipPieces(operator, [own, 2], [others, 3]);
    await shipOrder(portal.db, (await aReleasedOrder(portal, other.client, [shirt, 1])).id, { delivered: false });

    expect((await underWay(buyer)).parcels).toMatchObject([{ quantity: 2 }]);
    // The wearer's own: what someone else ordered for them, and what they ordered.
    expect((await underWay(other.client)).parcels).toMatchObject([{ quantity: 3, parcelCount: 1 }, { quantity: 1 }]);
    for (const stranger of [await signInAs(portal, { role: 'Buyer' }), await portal.as('admin@hallam.example')])
      expect((await underWay(stranger)).parcels.filter(({ quantity }) => quantity === 3)).toEqual([]);
    expect((await underWay(await signInAs(portal, { role: 'Admin' }))).parcels).toEqual([]);
  });

  it('is shown to someone who orders for the person', async () => {
    const { client, id } = await aWearer(portal, [shirt], { quantity: 9 });
    await aReleasedOrder(portal, client, [shirt, 4]);
    const seller = await orderFor(portal, id);
    expect((await underWay(seller)).orders).toMatchObject([{ quantity: 4 }]);
  });

  it('leaves the new size of an exchange to the request until it is sent', async () => {
    const { client } = await aWearer(portal, [shirt], { quantity: 9 });
    const { id, lines } = await aReleasedOrder(portal, client, [shirt, 1]);
    await shipOrder(portal.db, id);
    const { status } = await askToExchange(client, id, lines[0] as number, shirt.combinations[1]?.id as number);
    expect(status).toBe(200);
    expect(await underWay(client)).toEqual({ parcels: [], orders: [], proofsToApprove: 0, quotesToAccept: 0 });
  });

  it('takes one statement, however much there is', async () => {
    const { client } = await aWearer(portal, [shirt], { quantity: 9 });
    await aReleasedOrder(portal, client, [shirt, 1]);
    await shipOrder(portal.db, (await aReleasedOrder(portal, client, [shirt, 1])).id, { delivered: false });
    expect(await countStatements(client, '/api/orders/underway')).toBe(1);
  });
});

describe('what is open in the orders that someone looks after', () => {
  it('is late lines, orders that wait for approval and returns, of the people of a Buyer’s groups', async () => {
    const buyer = await signInAs(portal, { role: 'Buyer', groupIds: [NORTH.groupId] });
    const before = await openMatters(buyer);
    const { client } = await aWearer(portal, [shirt], { quantity: 9 });
    const { id, lines } = await aReleasedOrder(portal, client, [shirt, 2]);
    await promise(lines[0] as number, '2001-01-05');
    const sent = await aReleasedOrder(portal, client, [shirt, 1]);
    await shipOrder(portal.db, sent.id);
    const { body } = await askToReturn(client, {
      orderId: sent.id,
      returnRequestReasonId: RETURN_REASONS.faulty,
      returnRequestActionId: RETURN_ACTIONS.credit,
      items: [{ id: sent.lines[0], quantity: 1 }],
    });
    await sql`update return_request set created_at = '2001-01-05' where id = ${body.returnRequests[0]?.id}`.execute(portal.db);

    const { late, returns } = await openMatters(buyer);
    expect(late.totalCount).toBe(before.late.totalCount + 1);
    expect(late.lines[0]).toEqual({
      orderId: id,
      orderItemId: lines[0],
      person: 'Made Forthetest',
      productName: shirt.name,
      attributeDescription: 'Size 0',
      quantity: 2,
      dueOn: '2001-01-05',
    });
    expect(returns.totalCount).toBe(before.returns.totalCount + 1);
    expect(returns.requests[0]).toMatchObject({
      orderId: sent.id,
      quantity: 1,
      returnRequestStatus: 'Pending',
      productName: shirt.name,
    });

    const elsewhere = await openMatters(await signInAs(portal, { role: 'Buyer', groupIds: [SOUTH.groupId] }));
    expect(
      [elsewhere.late.lines, elsewhere.returns.requests].flat().filter(({ orderId }) => orderId === id || orderId === sent.id),
    ).toEqual([]);
    await sql`update order_line set due_on = null where id = ${lines[0]}`.execute(portal.db);
    expect((await openMatters(buyer)).late.totalCount).toBe(before.late.totalCount);
  });

  it('counts as late the orders that the list has as late, whatever state they are in', async () => {
    const buyer = await signInAs(portal, { role: 'Buyer', groupIds: [NORTH.groupId] });
    const lateInList = async () => (await buyer.get<'GET /api/orders'>('/api/orders?lateOnly=1&limit=1')).body.totalCount;
    const before = await lateInList();
    const { client } = await aWearer(portal, [shirt], { quantity: 9 });
    const { id, lines } = await aReleasedOrder(portal, client, [shirt, 2], [shirt, 3, 1]);
    for (const line of lines) await promise(line, '2001-01-05');
    const test = await aReleasedOrder(portal, client, [shirt, 1]);
    await promise(test.lines[0] as number, '2001-01-05');
    await sql`update orders set is_test = true where id = ${test.id}`.execute(portal.db);

    expect(await lateInList()).toBe(before + 1);
    const { late } = await openMatters(buyer);
    expect(late.orderCount).toBe(before + 1);
    expect(late.lines.slice(0, 2)).toMatchObject([{ orderId: id }, { orderId: id }]);
    expect(late.lines.map(({ orderId }) => orderId)).not.toContain(test.id);
    expect((await underWay(client)).orders.find(({ orderId }) => orderId === id)?.isLate).toBe(true);

    // Pending, processing, complete, cancelled, waiting for approval, rejected.
    for (const [state, isLate] of [
      [10, true],
      [20, true],
      [30, false],
      [40, false],
      [50, false],
      [60, false],
    ] as const) {
      await sql`update orders set order_state_id = ${state} where id = ${id}`.execute(portal.db);
      const expected = before + Number(isLate);
      expect([state, await lateInList(), (await openMatters(buyer)).late.orderCount]).toEqual([state, expected, expected]);
      const own = (await underWay(client)).orders.find(({ orderId }) => orderId === id);
      expect([state, own?.isLate ?? false]).toEqual([state, isLate]);
    }
  });

  it('is, for Sales, all of the organisation, whoever placed it', async () => {
    const sales = await portal.as('sales@meridian.example');
    const before = await openMatters(sales);
    const buyer = await signInAs(portal, { role: 'Buyer' });
    const own = await aReleasedOrder(portal, buyer, [shirt, 1]);
    await promise(own.lines[0] as number, '2001-01-03');
    expect((await openMatters(sales)).late.lines[0]?.orderId).toBe(own.id);

    const forThem = await orderFor(portal, buyer.customerId);
    const placed = await orderItems(portal.db, { ...forThem, customerId: buyer.customerId } as TestClient, anItem(shirt, 1));
    await sql`update order_line set due_on = '2001-01-04' where order_id = ${placed}`.execute(portal.db);
    await forThem.get('/api/customers/impersonateCancel');
    const { late } = await openMatters(await portal.as('sales@meridian.example'));
    expect(late.lines.slice(0, 2).map(({ orderId }) => orderId)).toEqual([own.id, placed]);
    expect([late.totalCount, late.orderCount]).toEqual([before.late.totalCount + 2, before.late.orderCount + 2]);
  });

  it('names orders that wait for approval', async () => {
    const { id, person } = await aWaitingOrder(portal);
    const { waiting } = await openMatters(person);
    expect(waiting.totalCount).toBeGreaterThan(0);
    await sql`update orders set created_at = '2001-01-05' where id = ${id}`.execute(portal.db);
    expect((await openMatters(person)).waiting.orders[0]).toEqual({
      orderId: id,
      person: 'Made Forthetest',
      createdOnUtc: '2001-01-05T00:00:00.000Z',
    });
  });

  it('is refused to Staff, and takes one statement', async () => {
    const { client } = await aWearer(portal, [shirt]);
    expect((await client.get('/api/orders/openmatters')).status).toBe(403);
    expect(await countStatements(await signInAs(portal, { role: 'Buyer' }), '/api/orders/openmatters')).toBe(1);
  });
});
