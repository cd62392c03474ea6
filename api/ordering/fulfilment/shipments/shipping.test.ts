import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aStockedProduct, type StockedProduct } from '#api/testing/builders.ts';
import {
  aParcel,
  aReleasedOrder,
  cancelLines,
  deliver,
  operatorOrderOf,
  ship,
  shipPieces,
  stockOf,
} from '#api/testing/fulfilment.ts';
import { auditOf, cancel, eventsOf, mailsOf, orderOf, setApprovalRules } from '#api/testing/order-changes.ts';
import { type TestOperatorClient, toRefusal } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let operator: TestOperatorClient;
let buyer: SignedIn;
let shirt: StockedProduct;
let order: Awaited<ReturnType<typeof aReleasedOrder>>;
let line: number;

beforeAll(async () => {
  await setApprovalRules(portal);
  operator = await portal.asOperator({ brandIds: [1] });
  buyer = await signInAs(portal, {});
});

beforeEach(async () => {
  shirt = await aStockedProduct(portal.db, { stock: [50, 50] });
  order = await aReleasedOrder(portal, buyer, [shirt, 5], [shirt, 2, 1]);
  line = order.lines[0] as number;
});

/** States of the order, and the pieces of its first line. */
async function stateOf() {
  const { orderStatus, shippingStatus, paymentStatus, orderItems } = await orderOf(buyer, order.id);
  const first = orderItems.find(({ id }) => id === line);
  return [orderStatus, shippingStatus, paymentStatus, first?.shippedQuantity, first?.cancelledQuantity, first?.pendingQuantity];
}

const pay = () => sql`update orders set paid_at = now() where id = ${order.id}`.execute(portal.db);

describe('an order that is shipped in parts', () => {
  it('moves with its parcels until everything has been delivered', async () => {
    const first = await shipPieces(operator, [line, 3]);
    expect(await stateOf()).toEqual(['Processing', 'PartiallyShipped', 'Pending', 3, 0, 2]);
    const second = await shipPieces(operator, [line, 2], [order.lines[1] as number, 2]);
    expect(await stateOf()).toEqual(['Processing', 'Shipped', 'Pending', 5, 0, 0]);
    await deliver(operator, first);
    expect(await stateOf()).toEqual(['Processing', 'Shipped', 'Pending', 5, 0, 0]);
    await pay();
    await deliver(operator, second);
    expect(await stateOf()).toEqual(['Complete', 'Delivered', 'Paid', 5, 0, 0]);
    expect(await eventsOf(portal, order.id)).toEqual([
      'picking_started',
      'shipped',
      'shipped',
      'delivered',
      'delivered',
      'completed',
    ]);
  });

  it('ends when the rest is cancelled', async () => {
    const first = await shipPieces(operator, [line, 3]);
    expect((await cancelLines(operator, order.id, [line, 2], [order.lines[1] as number, 2])).status).toBe(200);
    expect(await stateOf()).toEqual(['Processing', 'Shipped', 'Pending', 3, 2, 0]);
    await pay();
    await deliver(operator, first);
    expect(await stateOf()).toEqual(['Complete', 'Delivered', 'Paid', 3, 2, 0]);
  });

  it('takes its pieces from what is on hand and reserved, with an entry that names the parcel', async () => {
    const shipment = await shipPieces(operator, [line, 3]);
    expect(await stockOf(portal, shirt)).toEqual([47, 2]);
    const { rows } = await sql`
      select e.kind, e.on_hand_delta, e.reserved_delta, e.actor_kind, l.shipment_id from stock_entry e
      join shipment_line l on l.id = e.shipment_line_id where e.order_line_id = ${line}`.execute(portal.db);
    expect(rows).toEqual([
      { kind: 'ship', on_hand_delta: -3, reserved_delta: -3, actor_kind: 'operator', shipment_id: shipment },
    ]);
  });

  it('shows its person the parcels with their tracking, and tells them by mail what follows', async () => {
    await shipPieces(operator, [line, 3]);
    const { shipments, trackingUrls, shippedOnUtc, orderNotes } = await orderOf(buyer, order.id);
    expect(shipments).toMatchObject([{ carrier: 'Northline Parcels', trackingNumber: 'NL1', items: [{ quantity: 3 }] }]);
    expect([trackingUrls, shippedOnUtc]).toEqual([['https://track.northline.example/parcel/NL1'], expect.any(String)]);
    expect(orderNotes.at(-1)?.note).toBe(`Shipped: 3 × ${shirt.name}, Size 0. With Northline Parcels, NL1.`);
    expect(await mailsOf(portal, order.id)).toEqual([{ template: 'order-shipped', recipient: buyer.email }]);
    const { rows } = await sql<{ rest: unknown }>`
      select data -> 'rest' as rest from mail_outbox where template = 'order-shipped' and (data ->> 'orderId')::bigint = ${order.id}`.execute(
      portal.db,
    );
    expect(rows[0]?.rest).toEqual([
      { name: `${shirt.name}, Size 0`, quantity: 2, due: null },
      { name: `${shirt.name}, Size 1`, quantity: 2, due: null },
    ]);
    expect((await auditOf(portal, order.id)).map(({ action }) => action)).toEqual(['order.shipped']);
  });

  it('can no longer be changed by its person', async () => {
    await shipPieces(operator, [line, 1]);
    expect((await cancel(buyer, order.id)).status).toBe(409);
  });
});

describe('shipping is refused', () => {
  it('for more pieces than are pending', async () => {
    await shipPieces(operator, [line, 3]);
    expect(toRefusal(await ship(operator, [aParcel([line, 3])]))).toEqual([
      422,
      { 'parcels[0].items[0].quantity': [`Only 2 pieces of ${shirt.name}, Size 0 are pending.`] },
    ]);
    expect(toRefusal(await ship(operator, [aParcel([line, 1]), aParcel([line, 2])]))[0]).toBe(422);
    expect(await stockOf(portal, shirt)).toEqual([47, 2]);
  });

  it('for pieces that are not on hand', async () => {
    const jacket = await aStockedProduct(portal.db, { stock: [1], backorderMode: 1 });
    const late = await aReleasedOrder(portal, buyer, [jacket, 2]);
    expect(toRefusal(await ship(operator, [aParcel([late.lines[0] as number, 2])]))).toEqual([
      409,
      { stock: [`Not enough pieces are on hand: ${jacket.name}. Please record what has arrived first.`] },
    ]);
  });

  it('for an order that was cancelled, and for one that was not released', async () => {
    await cancel(buyer, order.id);
    expect(toRefusal(await ship(operator, [aParcel([line, 1])]))).toEqual([409, { order: [`Order ${order.id} was cancelled.`] }]);
    await sql`update orders set released_at = null where id = ${order.id}`.execute(portal.db);
    expect((await ship(operator, [aParcel([line, 1])])).status).toBe(404);
  });

  it('for organisations of other brands', async () => {
    const other = await portal.asOperator({ brandIds: [2, 3] });
    expect((await ship(other, [aParcel([line, 1])])).status).toBe(404);
    expect(await operatorOrderOf(other, order.id)).toBeUndefined();
  });

  it.each(['http://track.example/1', 'javascript:alert(1)', 'https://track.example/"onclick'])(
    'for the tracking link %s',
    async (trackingUrl) => {
      expect((await ship(operator, [{ ...aParcel([line, 1]), trackingUrl }])).status).toBe(422);
    },
  );
});

describe('a parcel', () => {
  it('may hold several orders of one destination, and is delivered as one', async () => {
    const other = await aReleasedOrder(portal, buyer, [shirt, 1]);
    const { body } = await ship(operator, [aParcel([line, 5], [order.lines[1] as number, 2], [other.lines[0] as number, 1])]);
    expect(body.shipments.map(({ orderId }) => orderId).sort()).toEqual([order.id, other.id].sort());
    expect(new Set(body.shipments.map(({ parcelId }) => parcelId)).size).toBe(1);
    await deliver(operator, body.shipments[0]?.id as number);
    expect((await orderOf(buyer, order.id)).shippingStatus).toBe('Delivered');
    expect((await orderOf(buyer, other.id)).shippingStatus).toBe('Delivered');
  });

  it('holds the pieces of one wearer where the organisation wants it so', async () => {
    await sql`update order_line set wearer_id = ${buyer.customerId} where id = ${order.lines[1]}`.execute(portal.db);
    await sql`update organisation set parcel_mode = 'wearer' where id = 1`.execute(portal.db);
    const pieces: [number, number][] = [
      [line, 1],
      [order.lines[1] as number, 1],
    ];
    expect(toRefusal(await ship(operator, [aParcel(...pieces)]))).toEqual([
      422,
      {
        'parcels[0].items': ['Each wearer gets a separate parcel. This one has pieces for no named wearer and Made Forthetest.'],
      },
    ]);
    const { body } = await ship(
      operator,
      pieces.map((each) => aParcel(each)),
    );
    await sql`update organisation set parcel_mode = 'destination' where id = 1`.execute(portal.db);
    expect(body.shipments.map(({ wearerName }) => wearerName).sort()).toEqual(['Made Forthetest', null]);
  });
});

describe('a repeated request', () => {
  it('with the same key ships once', async () => {
    const [one, two] = await Promise.all([
      ship(operator, [aParcel([line, 3])], 'key-1'),
      ship(operator, [aParcel([line, 3])], 'key-1'),
    ]);
    expect(one.body.shipments).toEqual(two.body.shipments);
    expect(await stockOf(portal, shirt)).toEqual([47, 2]);
    expect((await ship(operator, [aParcel([line, 2])], 'key-1')).status).toBe(422);
  });

  it('of a delivery changes nothing', async () => {
    const id = await shipPieces(operator, [line, 5], [order.lines[1] as number, 2]);
    const first = await deliver(operator, id);
    expect((await deliver(operator, id)).body).toEqual(first.body);
    expect((await eventsOf(portal, order.id)).filter((kind) => kind === 'delivered')).toHaveLength(1);
  });
});

it('a parcel is not delivered before it was sent, nor in the future', async () => {
  const id = await shipPieces(operator, [line, 5]);
  for (const deliveredOnUtc of ['2001-01-01T00:00:00Z', '2101-01-01T00:00:00Z', 'yesterday'])
    expect((await deliver(operator, id, { deliveredOnUtc })).status).toBe(422);
});
