import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  anAddress,
  anItem,
  createCheckoutChoices,
  fillCart,
  NORTH,
  orderItems,
  requestSummary,
  SOUTH,
  submitOrder,
} from '#api/testing/builders.ts';
import { useBuyerAndShirt } from '#api/testing/buyer-and-shirt.ts';
import { findLedgerFaults } from '#api/testing/entitlement.ts';
import {
  auditOf,
  cancel,
  changeLine,
  eventsOf,
  lineOf,
  mailsOf,
  orderOf,
  pick,
  piecesLeft,
  reservedOf,
  setApprovalRules,
  sizeOf,
  withoutNotes,
  withRules,
} from '#api/testing/order-changes.ts';
import { type TestClient, toRefusal } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer, orderFor, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
const given = useBuyerAndShirt(portal, [50, 50]);
beforeAll(() => setApprovalRules(portal));

describe('POST /api/orders/:id/cancel', () => {
  it('cancels a whole order: nothing is charged, and stock is given back', async () => {
    const orderId = await orderItems(portal.db, given.buyer, anItem(given.shirt, 3), anItem(given.shirt, 2, 1));
    const readOthers = () =>
      sql`select sum(total_minor) as total, sum(cancelled_value_minor) as cancelled from orders where id <> ${orderId}`.execute(
        portal.db,
      );
    const others = await readOthers();

    const { status, body } = await cancel(given.buyer, orderId, { reason: 'Wrong address' });

    expect(status).toBe(200);
    expect((await readOthers()).rows).toEqual(others.rows);
    expect(body).toMatchObject({
      success: true,
      msg: 'The order has been cancelled.',
      orders: [
        {
          orderStatus: 'Cancelled',
          paymentStatus: 'Voided',
          cancelAllowed: false,
          totalValue: 50,
          cancelledValue: 50,
          pendingValue: 0,
          orderShippingExclTax: 0,
          orderTotal: 60,
          orderItems: [
            { cancelledQuantity: 3, pendingQuantity: 0, cancellableQuantity: 0 },
            { cancelledQuantity: 2, pendingQuantity: 0 },
          ],
        },
      ],
      outcome: [
        `Cancelled: 3 × ${given.shirt.name}, Size 0.`,
        `Cancelled: 2 × ${given.shirt.name}, Size 1.`,
        'The whole order is cancelled. Nothing is charged.',
      ],
    });
    expect(await reservedOf(portal, given.shirt)).toEqual([0, 0]);
    expect(await eventsOf(portal, orderId)).toEqual(['cancelled']);
    expect(body.orders[0]?.orderNotes.map(({ note }) => note)).toEqual(['Cancelled by Bea Forthetest. Reason: Wrong address']);
    expect((await mailsOf(portal, orderId)).map(({ template }) => template)).toEqual(['order-cancelled']);
    expect(await auditOf(portal, orderId)).toEqual([
      {
        action: 'order.cancelled',
        actor: given.buyer.customerId,
        after: {
          lines: [
            { name: `${given.shirt.name}, Size 0`, quantity: 3 },
            { name: `${given.shirt.name}, Size 1`, quantity: 2 },
          ],
          reason: 'Wrong address',
        },
      },
    ]);
  });

  it('cancels pieces and leaves the rest, and the rest later', async () => {
    const orderId = await orderItems(portal.db, given.buyer, anItem(given.shirt, 3), anItem(given.shirt, 2, 1));
    const [first, second] = (await orderOf(given.buyer, orderId)).orderItems.map(({ id }) => id);

    const { body } = await cancel(given.buyer, orderId, { items: [{ id: first, quantity: 2 }] });

    expect(body.orders[0]).toMatchObject({
      orderStatus: 'Pending',
      paymentStatus: 'Pending',
      cancelAllowed: true,
      cancelledValue: 20,
      pendingValue: 30,
      orderItems: [
        { cancelledQuantity: 2, pendingQuantity: 1, cancellableQuantity: 1 },
        { cancelledQuantity: 0, cancellableQuantity: 2 },
      ],
    });
    expect(body.outcome).toEqual([
      `Cancelled: 2 × ${given.shirt.name}, Size 0.`,
      'Still to be sent: goods worth £30.00 instead of £50.00, excluding tax.',
      'What remains costs £41.94, including tax and delivery.',
    ]);
    expect(await reservedOf(portal, given.shirt)).toEqual([1, 2]);

    const rest = {
      items: [
        { id: first, quantity: 1 },
        { id: second, quantity: 2 },
      ],
    };
    expect((await cancel(given.buyer, orderId, rest)).body.orders[0]?.orderStatus).toBe('Cancelled');
    expect(await reservedOf(portal, given.shirt)).toEqual([0, 0]);
    expect(await eventsOf(portal, orderId)).toEqual(['pieces_cancelled', 'cancelled']);
    expect((await mailsOf(portal, orderId)).map(({ template }) => template)).toEqual(['order-cancelled', 'order-changed']);
  });

  it('says in a preview what would happen, and saves nothing', async () => {
    const orderId = await orderItems(portal.db, given.buyer, anItem(given.shirt, 3));
    const before = await orderOf(given.buyer, orderId);

    const preview = await cancel(given.buyer, orderId, { preview: true });

    expect(preview.body).toMatchObject({ success: true, msg: null, orders: [{ orderStatus: 'Cancelled' }] });
    expect(await orderOf(given.buyer, orderId)).toEqual(before);
    expect([await reservedOf(portal, given.shirt), await eventsOf(portal, orderId), await mailsOf(portal, orderId)]).toEqual([
      [3, 0],
      [],
      [],
    ]);
    expect(withoutNotes((await cancel(given.buyer, orderId)).body)).toEqual({
      ...withoutNotes(preview.body),
      msg: 'The order has been cancelled.',
    });
  });

  it('gives back the entitlement, and says so', async () => {
    const { client, id } = await aWearer(portal, [given.shirt]);
    const orderId = await orderItems(portal.db, client, anItem(given.shirt, 2));
    expect(await piecesLeft(portal, id)).toBe(1);

    const { body } = await cancel(client, orderId, { items: [{ id: await lineOf(client, orderId), quantity: 1 }] });

    // Nothing about amounts: a wearer whose uniform is counted in pieces sees no prices.
    expect(body.outcome).toEqual([`Cancelled: 1 × ${given.shirt.name}, Size 0.`, 'Returned to the entitlement: 1 × Garments.']);
    expect(await piecesLeft(portal, id)).toBe(2);
    await cancel(client, orderId);
    expect(await piecesLeft(portal, id)).toBe(3);
    expect(await findLedgerFaults(portal.db)).toEqual([]);
  });

  it('answers a repeated request like the first', async () => {
    const orderId = await orderItems(portal.db, given.buyer, anItem(given.shirt, 3));
    const items = [{ id: await lineOf(given.buyer, orderId), quantity: 1 }];

    const first = await cancel(given.buyer, orderId, { items }, 'once');
    expect((await cancel(given.buyer, orderId, { items }, 'once')).body).toEqual(first.body);
    expect((await cancel(given.buyer, orderId, {}, 'once')).status).toBe(422);
    expect(await reservedOf(portal, given.shirt)).toEqual([2, 0]);

    await cancel(given.buyer, orderId);
    const again = await cancel(given.buyer, orderId);
    expect(again.body).toMatchObject({ success: true, outcome: [], orders: [{ orderStatus: 'Cancelled' }] });
    expect(await eventsOf(portal, orderId)).toEqual(['pieces_cancelled', 'cancelled']);
  });

  it('withdraws the request for approval, and tells those who were asked', async () => {
    const approver = await signInAs(portal, { approver: true, firstName: 'Ann' });
    await withRules(portal, [{ kind: 'always' }], async () => {
      const orderId = await orderItems(portal.db, given.buyer, anItem(given.shirt, 3));
      expect((await cancel(given.buyer, orderId)).body.orders[0]).toMatchObject({ orderStatus: 'Cancelled' });
      const { rows } = await sql`select status from approval where order_id = ${orderId}`.execute(portal.db);
      expect(rows).toEqual([{ status: 'withdrawn' }]);
      expect(await mailsOf(portal, orderId)).toContainEqual({ template: 'approval-withdrawn', recipient: approver.email });
    });
  });

  it('tells the administrators, too, whom an escalated request has asked', async () => {
    const director = await signInAs(portal, { role: 'Admin' });
    await signInAs(portal, { approver: true });
    await withRules(portal, [{ kind: 'always' }], async () => {
      const orderId = await orderItems(portal.db, given.buyer, anItem(given.shirt));
      await sql`update approval set escalated_at = now() where order_id = ${orderId}`.execute(portal.db);
      expect((await cancel(given.buyer, orderId)).status).toBe(200);
      expect(await mailsOf(portal, orderId)).toContainEqual({ template: 'approval-withdrawn', recipient: director.email });
    });
  });

  it('never asks for approval, even of an order with a product that has been marked since', async () => {
    await signInAs(portal, { approver: true });
    const orderId = await orderItems(portal.db, given.buyer, anItem(given.shirt, 3));
    const id = await lineOf(given.buyer, orderId);
    await withRules(portal, [{ kind: 'product', productId: given.shirt.id }], async () => {
      const { body } = await cancel(given.buyer, orderId, { items: [{ id, quantity: 1 }] });
      expect(body.orders).toMatchObject([{ orderStatus: 'Pending', approval: null }]);
      expect(await eventsOf(portal, orderId)).toEqual(['pieces_cancelled']);
    });
  });

  it('is refused for what does not fit', async () => {
    const orderId = await orderItems(portal.db, given.buyer, anItem(given.shirt, 3));
    const otherId = await orderItems(portal.db, given.buyer, anItem(given.shirt, 1));
    const id = await lineOf(given.buyer, orderId);
    const refusalOf = async (cancellation: object) => toRefusal(await cancel(given.buyer, orderId, cancellation));

    expect(await refusalOf({ items: [{ id, quantity: 4 }] })).toEqual([
      422,
      { 'items[0].quantity': ['Only 3 pieces of this line can still be cancelled or changed.'] },
    ]);
    expect(
      await refusalOf({
        items: [
          { id, quantity: 1 },
          { id, quantity: 1 },
        ],
      }),
    ).toEqual([422, { 'items[1].id': ['This line is named twice.'] }]);
    expect(await refusalOf({ items: [{ id: await lineOf(given.buyer, otherId), quantity: 1 }] })).toEqual([
      404,
      { orderItem: ['Order item not found.'] },
    ]);
    expect(await refusalOf({ items: [] })).toEqual([422, { items: ['Please choose at least one line.'] }]);
    expect(await reservedOf(portal, given.shirt)).toEqual([4, 0]);
  });
});

describe('once it is too late', () => {
  it.each<[string, (orderId: number) => Promise<unknown>, RegExp]>([
    [
      'picking has started',
      (orderId) => pick(portal, orderId),
      /^The warehouse started to pick this order on \d+ \w+ \d+, so it can no longer be changed\.$/,
    ],
    [
      'someone else has cancelled it',
      async (orderId) => cancel(await portal.as('admin@meridian.example'), orderId),
      /^This order was cancelled by .+ on \d+ \w+ \d+\.$/,
    ],
    [
      'it was rejected',
      (orderId) => sql`update orders set order_state_id = 60 where id = ${orderId}`.execute(portal.db),
      /^This order was rejected\.$/,
    ],
    [
      'it is complete',
      (orderId) => sql`update orders set order_state_id = 30 where id = ${orderId}`.execute(portal.db),
      /^This order has been sent and can no longer be changed\.$/,
    ],
  ])('because %s, both are refused with what happened', async (_, act, message) => {
    const orderId = await orderItems(portal.db, given.buyer, anItem(given.shirt, 2));
    const itemId = await lineOf(given.buyer, orderId);
    await act(orderId);
    const before = await orderOf(given.buyer, orderId);

    for (const refused of [
      await cancel(given.buyer, orderId),
      await changeLine(given.buyer, orderId, itemId, { combinationId: sizeOf(given.shirt, 1) }),
    ]) {
      expect(refused.status).toBe(409);
      expect(refused.errors.order?.[0]).toMatch(message);
    }
    expect(before).toMatchObject({ cancelAllowed: false, orderItems: [{ cancellableQuantity: 0 }] });
    expect(await orderOf(given.buyer, orderId)).toEqual(before);
  });
});

describe('who may change an order', () => {
  it.each<[string, () => Promise<TestClient>, number]>([
    ['an Admin of its group', () => signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId] }), 200],
    ['an Admin of the organisation', () => portal.as('admin@meridian.example'), 200],
    ['an Admin of another group', () => signInAs(portal, { role: 'Admin', adminableGroupIds: [SOUTH.groupId] }), 404],
    ['a Buyer of the group', () => signInAs(portal, {}), 403],
    ['an approver of the group', () => signInAs(portal, { role: 'Staff', approver: true }), 403],
    ['a colleague', () => signInAs(portal, { role: 'Staff' }), 404],
    ['an Admin of another organisation', () => portal.as('admin@hallam.example'), 404],
    ['someone who orders for its person', () => orderFor(portal, given.buyer.customerId), 200],
  ])('%s', async (_, signIn, status) => {
    const orderId = await orderItems(portal.db, given.buyer, anItem(given.shirt, 2));
    const itemId = await lineOf(given.buyer, orderId);
    const client = await signIn();
    const change = { combinationId: sizeOf(given.shirt, 1), quantity: 1 };

    expect([(await changeLine(client, orderId, itemId, change)).status, (await cancel(client, orderId)).status]).toEqual([
      status,
      status,
    ]);
    expect(await reservedOf(portal, given.shirt)).toEqual(status === 200 ? [0, 0] : [2, 0]);
  });

  it('who placed it for someone else, who is told', async () => {
    const wearer = await signInAs(portal, { role: 'Buyer', firstName: 'Wendy' });
    const placer = await orderFor(portal, wearer.customerId, 'admin@meridian.example');
    const shippingAddressId = await anAddress(portal.db, wearer);
    await fillCart(placer, anItem(given.shirt, 2));
    await requestSummary(portal.db, placer, { ...(await createCheckoutChoices(portal.db, wearer)), shippingAddressId });
    const orderId = (await submitOrder(placer)).body.orderId as number;

    expect((await cancel(placer, orderId)).status).toBe(200);
    expect((await mailsOf(portal, orderId)).map(({ recipient }) => recipient).sort()).toEqual(
      ['admin@meridian.example', wearer.email].sort(),
    );
  });
});
