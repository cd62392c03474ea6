import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aStockedProduct, type StockedProduct } from '#api/testing/builders.ts';
import { aParcel, aReleasedOrder, cancelLines, operatorOrderOf, ship, stockOf } from '#api/testing/fulfilment.ts';
import { COLLECT, handOver, makeReady, orderWithDelivery } from '#api/testing/handovers.ts';
import { auditOf, cancel, eventsOf, mailsOf, orderOf, setApprovalRules } from '#api/testing/order-changes.ts';
import { findOrderFaults } from '#api/testing/order-faults.ts';
import { type TestOperatorClient, toRefusal } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let operator: TestOperatorClient;
let buyer: SignedIn;
let shirt: StockedProduct;
let order: { id: number; lines: number[] };
let line: number;

beforeAll(async () => {
  await setApprovalRules(portal);
  operator = await portal.asOperator({ brandIds: [1] });
  buyer = await signInAs(portal, { role: 'Buyer' });
});

beforeEach(async () => {
  shirt = await aStockedProduct(portal.db, { stock: [10, 10] });
  order = await orderWithDelivery(portal, buyer, COLLECT, [shirt, 5], [shirt, 2, 1]);
  line = order.lines[0] as number;
});

async function stateOf() {
  const { orderStatus, shippingStatus, readyToCollectOnUtc, orderItems } = await orderOf(buyer, order.id);
  const first = orderItems.find(({ id }) => id === line);
  return [orderStatus, shippingStatus, readyToCollectOnUtc !== null, first?.readyToCollectQuantity, first?.shippedQuantity];
}
const boardOf = async (id: number) => {
  const { body } = await operator.get<'GET /api/operator/orders'>(`/api/operator/orders?searchTerm=${id}`);
  return body.orders.find((each) => each.id === id);
};
const whole = () =>
  [
    [line, 5],
    [order.lines[1] as number, 2],
  ] as [number, number][];

describe('an order that is collected', () => {
  it('is packed, waits at its place, and is delivered with the hand-over', async () => {
    expect(await boardOf(order.id)).toMatchObject({
      deliveryMethod: COLLECT,
      deliveryKind: 'collected',
      destinationName: COLLECT,
      state: 'toPick',
      readyQuantity: 7,
      packedQuantity: 0,
    });
    expect((await makeReady(operator, whole())).body.orders).toMatchObject([
      { id: order.id, collectFrom: expect.stringContaining('Preston'), lines: [{ packedQuantity: 5 }, { packedQuantity: 2 }] },
    ]);
    expect(await stateOf()).toEqual(['Processing', 'NotYetShipped', true, 5, 0]);
    // Still on hand, reserved and pending, and no one's to pick.
    expect(await stockOf(portal, shirt)).toEqual([10, 5]);
    expect(await boardOf(order.id)).toMatchObject({
      state: 'readyToCollect',
      readyQuantity: 0,
      packedQuantity: 7,
      pendingQuantity: 7,
    });

    const { body } = await handOver(operator, order.id);
    expect(body.shipments).toMatchObject([
      { orderId: order.id, carrier: null, collectedBy: 'Ann Ash', items: [{ quantity: 5 }, { quantity: 2 }] },
    ]);
    expect(body.shipments[0]?.deliveredOnUtc).toBe(body.shipments[0]?.shippedOnUtc);
    expect(await stateOf()).toEqual(['Processing', 'Delivered', false, 0, 5]);
    expect(await stockOf(portal, shirt)).toEqual([5, 0]);
    expect(await boardOf(order.id)).toBeUndefined();
    expect(await eventsOf(portal, order.id)).toEqual([
      'picking_started',
      'ready_to_collect',
      'handed_over',
      'shipped',
      'delivered',
    ]);
    expect((await auditOf(portal, order.id)).map(({ action }) => action)).toEqual([
      'order.ready-to-collect',
      'order.handed-over',
    ]);
    expect(await findOrderFaults(portal.db, order.id)).toEqual([]);
  });

  it('tells its person where, when and which pieces, and shows who has collected them', async () => {
    await makeReady(operator, [[line, 3]]);
    expect(await mailsOf(portal, order.id)).toEqual([{ template: 'order-ready-to-collect', recipient: buyer.email }]);
    const { rows } = await sql<{ data: object }>`
      select data from mail_outbox where template = 'order-ready-to-collect' and (data ->> 'orderId')::bigint = ${order.id}`.execute(
      portal.db,
    );
    expect(rows[0]?.data).toMatchObject({
      collectFrom: expect.stringContaining('Preston'),
      openingHours: expect.stringContaining('Monday'),
      lines: [{ name: `${shirt.name}, Size 0`, quantity: 3 }],
    });
    await handOver(operator, order.id);
    const detail = await orderOf(buyer, order.id);
    expect(detail).toMatchObject({ deliveryKind: 'collected', shippingMethod: COLLECT, trackingUrls: [] });
    expect(detail.collectFrom).toContain('Preston');
    expect(detail.shipments).toMatchObject([{ collectedBy: 'Ann Ash', carrier: null, items: [{ quantity: 3 }] }]);
    expect(detail.orderNotes.slice(-2).map(({ note }) => note)).toEqual([
      expect.stringMatching(/^Ready to collect: 3 × .*Preston/),
      `Handed over to Ann Ash: 3 × ${shirt.name}, Size 0.`,
    ]);
  });

  it('is confirmed with the place where it is collected', async () => {
    const { rows } = await sql<{ facts: object }>`
      select data->'facts' as facts from mail_outbox where template = 'order-placed' and (data->>'orderId')::int = ${order.id}`.execute(
      portal.db,
    );
    expect(rows).toMatchObject([
      { facts: { collectFrom: [expect.stringContaining('Preston'), expect.any(String)], deliverTo: [] } },
    ]);
  });

  it('can be collected in parts, and made ready in parts', async () => {
    await makeReady(operator, [[line, 3]]);
    await handOver(operator, order.id, [[line, 2]]);
    expect(await stateOf()).toEqual(['Processing', 'PartiallyShipped', true, 1, 2]);
    await makeReady(operator, [
      [line, 2],
      [order.lines[1] as number, 2],
    ]);
    await handOver(operator, order.id);
    expect(await stateOf()).toEqual(['Processing', 'Delivered', false, 0, 5]);
    expect(await findOrderFaults(portal.db, order.id)).toEqual([]);
  });

  it('can be cancelled by the supplier until it is handed over, and its pieces can be picked for others', async () => {
    await makeReady(operator, whole());
    const late = await aReleasedOrder(portal, buyer, [shirt, 5]);
    expect((await cancelLines(operator, order.id, [line, 4])).status).toBe(200);
    expect(await stateOf()).toEqual(['Processing', 'NotYetShipped', true, 1, 0]);
    expect(await stockOf(portal, shirt)).toEqual([10, 6]);
    expect((await cancelLines(operator, order.id, [line, 1], [order.lines[1] as number, 2])).status).toBe(200);
    expect(await stateOf()).toEqual(['Cancelled', 'NotYetShipped', false, 0, 0]);
    expect((await operatorOrderOf(operator, late.id))?.lines[0]?.readyQuantity).toBe(5);
    expect(toRefusal(await handOver(operator, order.id))).toEqual([409, { order: [`Order ${order.id} was cancelled.`] }]);
    // Its person is bound once it is packed.
    const other = await orderWithDelivery(portal, buyer, COLLECT, [shirt, 1]);
    await makeReady(operator, [[other.lines[0] as number, 1]]);
    expect((await cancel(buyer, other.id)).status).toBe(409);
  });

  it('keeps its pieces when others were promised theirs earlier', async () => {
    const scarce = await aStockedProduct(portal.db, { stock: [3], backorderMode: 1 });
    const mine = await orderWithDelivery(portal, buyer, COLLECT, [scarce, 2]);
    await makeReady(operator, [[mine.lines[0] as number, 2]]);
    const others = await aReleasedOrder(portal, buyer, [scarce, 3]);
    await sql`update order_line set queued_on = '2020-01-01' where id = ${others.lines[0]}`.execute(portal.db);
    expect((await operatorOrderOf(operator, others.id))?.lines[0]?.readyQuantity).toBe(1);
    expect(toRefusal(await ship(operator, [aParcel([others.lines[0] as number, 2])]))[0]).toBe(409);
    expect((await handOver(operator, mine.id)).status).toBe(200);
    expect((await ship(operator, [aParcel([others.lines[0] as number, 1])])).status).toBe(200);
  });
});

describe('it is refused', () => {
  it('to make ready what is not pending, not on hand, needed earlier, sent or unknown', async () => {
    await makeReady(operator, [[line, 3]]);
    expect(toRefusal(await makeReady(operator, [[line, 3]]))).toEqual([
      422,
      { 'items[0].quantity': [`Only 2 pieces of ${shirt.name}, Size 0 are to be packed.`] },
    ]);
    const scarce = await aStockedProduct(portal.db, { stock: [1], backorderMode: 1 });
    const first = await aReleasedOrder(portal, buyer, [scarce, 1]);
    const second = await orderWithDelivery(portal, buyer, COLLECT, [scarce, 1]);
    expect(toRefusal(await makeReady(operator, [[second.lines[0] as number, 1]]))).toEqual([
      409,
      { stock: [expect.stringContaining('needed for orders that were promised earlier')] },
    ]);
    expect(toRefusal(await makeReady(operator, [[first.lines[0] as number, 1]]))).toEqual([
      422,
      { order: [`Order ${first.id} is sent and not collected. Please ship it.`] },
    ]);
    expect((await makeReady(await portal.asOperator({ brandIds: [2, 3] }), [[line, 1]])).status).toBe(404);
    expect((await makeReady(await portal.asApiKey(['shipments:read']), [[line, 1]])).status).toBe(403);
  });

  it('to send it, and to hand over what is not ready', async () => {
    expect(toRefusal(await ship(operator, [aParcel([line, 1])]))).toEqual([
      422,
      { order: [`Order ${order.id} is collected. Make its pieces ready to collect.`] },
    ]);
    expect(toRefusal(await handOver(operator, order.id))).toEqual([
      409,
      { order: [`Nothing of order ${order.id} is ready to collect.`] },
    ]);
    await makeReady(operator, [[line, 1]]);
    expect(toRefusal(await handOver(operator, order.id, [[line, 2]]))).toEqual([
      422,
      { 'items[0].quantity': [`Only 1 piece of ${shirt.name}, Size 0 is ready to collect.`] },
    ]);
    expect((await handOver(await portal.asOperator({ brandIds: [2, 3] }), order.id)).status).toBe(404);
  });
});

it('happens once with a key, and once when two operators hand over at the same moment', async () => {
  const ready = await Promise.all([makeReady(operator, whole(), 'ready-1'), makeReady(operator, whole(), 'ready-1')]);
  expect(ready.map(({ status }) => status)).toEqual([200, 200]);
  expect((await eventsOf(portal, order.id)).filter((kind) => kind === 'ready_to_collect')).toHaveLength(1);
  const handed = await Promise.all([handOver(operator, order.id), handOver(operator, order.id)]);
  expect(handed.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await stockOf(portal, shirt)).toEqual([5, 0]);
});

it('an API key of the warehouse does all of it', async () => {
  const key = await portal.asApiKey(['orders:read', 'shipments:write']);
  const items = whole().map(([orderItemId, quantity]) => ({ orderItemId, quantity }));
  const ready = await key.post<'POST /api/operator/readytocollect'>('/api/operator/readytocollect', { items });
  expect(ready.body).toMatchObject({ success: true, orders: [{ id: order.id }] });
  const handed = await key.post<'POST /api/operator/orders/:id/handover'>(`/api/operator/orders/${order.id}/handover`, {
    collectedBy: '  Ann Ash ',
  });
  expect(handed.body.shipments.map(({ collectedBy }) => collectedBy)).toEqual(['Ann Ash']);
  expect((await key.post(`/api/operator/orders/${order.id}/handover`, { collectedBy: ' ' })).status).toBe(422);
});

it('the days for returns count from the hand-over', async () => {
  await makeReady(operator, whole());
  await handOver(operator, order.id);
  const { orderItems } = await orderOf(buyer, order.id);
  expect(orderItems.map(({ returnableQuantity }) => returnableQuantity).toSorted()).toEqual([2, 5]);
});
