import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { anItem, aPerson, aStockedProduct, NORTH, orderItems, SOUTH, type StockedProduct } from '#api/testing/builders.ts';
import { aDecoratedProduct, aLogo, EMBROIDERY } from '#api/testing/designs.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer, orderFor, signInAs, type WearerOverrides } from '#api/testing/wearers.ts';

const portal = usePortal();
let shirt: StockedProduct;
let approver: TestClient;
beforeEach(async () => {
  shirt = await aStockedProduct(portal.db, { price: 1000, stock: [20] });
  approver = await signInAs(portal, { role: 'Buyer', groupIds: [NORTH.groupId], approver: true });
});

const open = async (person: TestClient, orderId: number) =>
  (await person.get<'GET /api/orders/:id/approval'>(`/api/orders/${orderId}/approval`)).body.approval;
const statusOf = async (person: TestClient, orderId: number) => (await person.get(`/api/orders/${orderId}/approval`)).status;
const queueOf = async (person: TestClient, query = '') => (await person.get<'GET /api/approvals'>(`/api/approvals${query}`)).body;

/** An order of a wearer in North that waits: two of the three shirts that they are owed, or more with a reason. */
async function aWaitingOrder({ pieces = 2, ...overrides }: WearerOverrides & { pieces?: number } = {}) {
  const wearer = await aWearer(portal, [shirt], { beyond: 'approval', ...overrides });
  const orderId = await orderItems(portal.db, wearer.client, { ...anItem(shirt, pieces), reason: 'Two were torn.' });
  await letWait(orderId);
  return { ...wearer, orderId };
}

async function letWait(orderId: number) {
  const waits = await sql`select from orders where id = ${orderId} and order_state_id = 50`.execute(portal.db);
  if (waits.rows.length === 0) {
    await sql`update orders set order_state_id = 50, released_at = null where id = ${orderId}`.execute(portal.db);
    await sql`insert into approval (organisation_id, order_id, reasons, expires_at)
      values (1, ${orderId}, '[{"kind":"above_amount","amountMinor":1500}]', now() + interval '30 days')`.execute(portal.db);
  }
}

describe('the card of an order', () => {
  it('says who ordered what, why it needs approval and what is left afterwards', async () => {
    const { orderId, id } = await aWaitingOrder({ pieces: 5 });

    const card = await open(approver, orderId);

    expect(card).toMatchObject({
      orderId,
      customer: { id, firstName: 'Made', lastName: 'Forthetest', site: expect.any(String) },
      placedBy: null,
      status: 'requested',
      canDecide: true,
      decidedBy: null,
      reasons: [{ kind: 'beyond', text: '2 pieces beyond the entitlement' }],
      goodsValue: 50,
      budgets: [],
    });
    expect(card.items).toMatchObject([
      {
        productName: shirt.name,
        quantity: 5,
        beyondQuantity: 2,
        reason: 'Two were torn.',
        priceExclTax: 50,
        wearerName: null,
        balance: { owed: 3, usedBefore: 0, inOrder: 3, left: 0, unit: 'pieces' },
        received: null,
        stock: { available: 20, nextDeliveryOn: null },
      },
    ]);
    expect(card.items[0]?.balance?.reasoning.lines).toEqual([
      { kind: 'allowance', amount: 3 },
      { kind: 'reserved', amount: -3 },
    ]);
  });

  it('shows the designs on each piece, their set-up beside the goods, and what they take from a budget', async () => {
    const polo = await aDecoratedProduct(portal.db, { price: 1000, stock: [20] });
    const wearer = await aWearer(portal, [polo], { budgetMinor: 10_000, allocationTypeId: 40, quantity: 5 });
    await sql`update collection set decoration_outside_budget = true where id = ${wearer.collectionId}`.execute(portal.db);
    const logo = { positionId: polo.positions['left-chest'], methodId: EMBROIDERY, logoId: await aLogo(portal.db) };
    const orderId = await orderItems(portal.db, wearer.client, { ...anItem(polo, 2), customisations: [logo] });
    await letWait(orderId);

    const card = await open(approver, orderId);

    const [item] = card.items;
    expect(item?.customisations).toMatchObject([{ position: 'Left chest', ...logo, proofStatus: 'awaitingProof' }]);
    const each = item?.customisations[0]?.price as number;
    expect(each).toBeGreaterThan(0);
    expect(card).toMatchObject({ goodsValue: 20 + 2 * each, setupValue: item?.customisations[0]?.setupPrice });
    expect(card.budgets).toMatchObject([{ inOrder: 20, usedBefore: 0, left: 80 }]);
  });

  it('shows what was decided after everything has been sent, and not what is pending', async () => {
    const [whole, fewer, rejected] = [await aWaitingOrder(), await aWaitingOrder({ pieces: 5 }), await aWaitingOrder()];
    const lineOf = async ({ orderId }: { orderId: number }) => (await open(approver, orderId)).items[0]?.id;
    const decide = async ({ orderId: id }: { orderId: number }, input: object) =>
      expect((await approver.post('/api/orders/approvereject', { id, ...input })).status).toBe(200);
    await decide(whole, { action: 'approve' });
    await decide(fewer, { action: 'approve', items: [{ id: await lineOf(fewer), quantity: 3 }] });
    await decide(rejected, { action: 'reject', rejectReason: 'Not needed.' });
    const shipped = [whole.orderId, fewer.orderId];
    await sql`update order_line set shipped_quantity = quantity - cancelled_quantity where order_id = any (${shipped})`.execute(
      portal.db,
    );

    const cards = await Promise.all([whole, fewer, rejected].map(({ orderId }) => open(approver, orderId)));

    expect(
      cards.map(({ goodsValue, items }) => [goodsValue, items[0]?.quantity, items[0]?.decision, items[0]?.priceExclTax]),
    ).toEqual([
      [20, 2, { action: 'approve', approved: 2 }, 20],
      [30, 5, { action: 'approve', approved: 3 }, 30],
      [20, 2, { action: 'reject', approved: 0 }, 20],
    ]);
    // Decided before what was approved as a whole was kept.
    await sql`delete from approval_line where order_line_id = ${await lineOf(whole)}`.execute(portal.db);
    expect((await open(approver, whole.orderId)).items[0]?.decision).toEqual({ action: 'approve', approved: 2 });
    expect((await approver.post('/api/orders/approvereject', { id: whole.orderId, action: 'approve' })).status).toBe(200);
  });

  it('names the order that was sent back and that this one replaces', async () => {
    const { orderId } = await aWaitingOrder();
    const { orderId: sentBack } = await aWaitingOrder();
    expect((await open(approver, orderId)).replacesOrderId).toBeNull();

    await sql`update orders set replaces_order_id = ${sentBack} where id = ${orderId}`.execute(portal.db);

    expect((await open(approver, orderId)).replacesOrderId).toBe(sentBack);
  });

  it('counts apart what other orders have taken, and names what was last received', async () => {
    const { client, orderId: first } = await aWaitingOrder({ pieces: 1 });
    await sql`update orders set order_state_id = 10, released_at = now() where id = ${first}`.execute(portal.db);
    await sql`update approval set status = 'withdrawn', closed_at = now() where order_id = ${first}`.execute(portal.db);
    await sql`update order_line set shipped_quantity = 1 where order_id = ${first}`.execute(portal.db);
    await sql`update orders set shipped_at = '2026-03-12T10:00:00Z' where id = ${first}`.execute(portal.db);
    const orderId = await orderItems(portal.db, client, anItem(shirt, 2));
    await sql`update orders set order_state_id = 50, released_at = null where id = ${orderId}`.execute(portal.db);
    await sql`insert into approval (organisation_id, order_id, expires_at) values (1, ${orderId}, now() + interval '30 days')`.execute(
      portal.db,
    );

    const { items } = await open(approver, orderId);

    expect(items).toMatchObject([
      {
        balance: { owed: 3, usedBefore: 1, inOrder: 2, left: 0 },
        received: { productName: shirt.name, quantity: 1, onUtc: '2026-03-12T10:00:00.000Z' },
      },
    ]);
  });

  it('names another product of the same group, less what was returned', async () => {
    const coat = await aStockedProduct(portal.db);
    const { client } = await aWearer(portal, [shirt, coat], { beyond: 'approval' });
    const first = await orderItems(portal.db, client, anItem(coat, 2));
    await sql`update order_line set shipped_quantity = 2 where order_id = ${first}`.execute(portal.db);
    await sql`update order_line set returned_quantity = 1 where order_id = ${first}`.execute(portal.db);
    await sql`update orders set shipped_at = '2026-03-12T10:00:00Z' where id = ${first}`.execute(portal.db);
    const orderId = await orderItems(portal.db, client, { ...anItem(shirt, 3), reason: 'It was torn.' });

    expect((await open(approver, orderId)).items).toMatchObject([
      { productName: shirt.name, received: { productName: coat.name, quantity: 1 } },
    ]);
  });

  it('explains budgets in points and money', async () => {
    const points = await aWaitingOrder({ allocationTypeId: 30, budgetPoints: 100, points: 20 });
    const money = await aWaitingOrder({ allocationTypeId: 40, budgetMinor: 9000 });

    expect((await open(approver, points.orderId)).budgets).toMatchObject([
      { unit: 'points', owed: 100, usedBefore: 0, inOrder: 40, left: 60 },
    ]);
    expect((await open(approver, money.orderId)).budgets).toMatchObject([
      { unit: 'money', owed: 90, usedBefore: 0, inOrder: 20, left: 70 },
    ]);
  });

  it('says when more arrives where stock is short', async () => {
    const { orderId } = await aWaitingOrder();
    const combination = shirt.combinations[0]?.id;
    await sql`update stock_level set can_oversell = true, on_hand = 1 where combination_id = ${combination}`.execute(portal.db);
    await sql`insert into stock_incoming (combination_id, due_on, quantity) values (${combination}, '2039-12-09', 5), (${combination}, '2039-12-20', 5)`.execute(
      portal.db,
    );

    expect((await open(approver, orderId)).items[0]?.stock).toEqual({ available: 1, nextDeliveryOn: '2039-12-09' });
  });

  it('hides amounts from approvers who see no prices', async () => {
    const { orderId } = await aWaitingOrder({ allocationTypeId: 40, budgetMinor: 9000 });
    const wearer = await signInAs(portal, { role: 'Staff', approver: true });
    await sql`update organisation set wearers_see_prices = false where id = 1`.execute(portal.db);
    try {
      await portal.settled();
      const card = await open(wearer, orderId);
      expect([card.goodsValue, card.items[0]?.priceExclTax, card.budgets]).toEqual([null, null, []]);
      expect(card.reasons).toEqual([{ kind: 'above_amount', text: 'Goods worth more than the organisation’s limit' }]);
      const waiting = (await queueOf(wearer, '?limit=250')).approvals.find((order) => order.orderId === orderId);
      expect(waiting).toMatchObject({ goodsValue: null, pieces: 2 });
    } finally {
      await sql`update organisation set wearers_see_prices = true where id = 1`.execute(portal.db);
    }
  });

  it('asks for a PO number where the approver gives it and the order has none', async () => {
    const { orderId } = await aWaitingOrder();
    await sql`update orders set po_number = null where id = ${orderId}`.execute(portal.db);
    const isRequired = async () => [
      (await open(approver, orderId)).poNumberRequired,
      (await queueOf(approver, '?limit=250')).approvals.find((order) => order.orderId === orderId)?.poNumberRequired,
    ];
    expect(await isRequired()).toEqual([false, false]);
    await sql`update organisation set po_number_from_approver = true where id = 1`.execute(portal.db);
    try {
      expect(await isRequired()).toEqual([true, true]);
      await sql`update orders set po_number = 'PO-1' where id = ${orderId}`.execute(portal.db);
      expect(await isRequired()).toEqual([false, false]);
    } finally {
      await sql`update organisation set po_number_from_approver = false where id = 1`.execute(portal.db);
    }
  });

  it('is found only by those who can decide', async () => {
    const { client, orderId } = await aWaitingOrder();
    const south = await signInAs(portal, { role: 'Buyer', groupIds: [SOUTH.groupId], approver: true });
    const buyer = await portal.as((await aPerson(portal.db, { role: 'Buyer', groupIds: [NORTH.groupId] })).email);

    expect(await statusOf(approver, orderId)).toBe(200);
    for (const person of [client, south, buyer, await portal.as('admin@hallam.example')])
      expect(await statusOf(person, orderId)).toBe(404);
    expect((await queueOf(client)).approvals).toEqual([]);
  });

  it('cannot be read during impersonation', async () => {
    const { id, orderId } = await aWaitingOrder();
    const acting = await orderFor(portal, id);
    expect([await statusOf(acting, orderId), (await acting.get('/api/approvals')).status]).toEqual([403, 403]);
  });

  it('still opens for the person who decided, and says how', async () => {
    const { orderId } = await aWaitingOrder();
    await sql`update orders set order_state_id = 60 where id = ${orderId}`.execute(portal.db);
    await sql`update approval set status = 'rejected', closed_at = now(), decided_by_id = ${approver.customerId}, reason = 'Too many.'
      where order_id = ${orderId}`.execute(portal.db);

    expect(await open(approver, orderId)).toMatchObject({
      status: 'rejected',
      canDecide: false,
      decidedBy: 'Made Forthetest',
      decisionReason: 'Too many.',
    });
  });

  it('shows the latest of several requests', async () => {
    const { orderId } = await aWaitingOrder({ pieces: 5 });
    await sql`update approval set status = 'approved', closed_at = now(), decided_by_id = ${approver.customerId} where order_id = ${orderId}`.execute(
      portal.db,
    );
    await sql`insert into approval (organisation_id, order_id, reasons, expires_at)
      values (1, ${orderId}, '[{"kind":"always"}]', now() + interval '30 days')`.execute(portal.db);

    expect(await open(approver, orderId)).toMatchObject({
      status: 'requested',
      canDecide: true,
      decidedBy: null,
      reasons: [{ kind: 'always', text: 'Every order needs approval' }],
    });
  });

  it('takes at most five statements, however many lines it has', async () => {
    const { orderId } = await aWaitingOrder();
    await open(approver, orderId);
    const before = portal.statementsSent();
    await open(approver, orderId);
    expect(portal.statementsSent() - before).toBeLessThanOrEqual(5);
  });
});

describe('the queue', () => {
  it('lists what the caller can decide on, the longest waiting first, in pages', async () => {
    const [younger, older] = [await aWaitingOrder({ pieces: 5 }), await aWaitingOrder()];
    await sql`update approval set requested_at = '2020-01-01' where order_id = ${older.orderId}`.execute(portal.db);
    const south = await signInAs(portal, { role: 'Buyer', groupIds: [SOUTH.groupId], approver: true });

    const all = await queueOf(approver, '?limit=250');
    const ids = all.approvals.map(({ orderId }) => orderId);

    expect(ids[0]).toBe(older.orderId);
    expect(ids).toContain(younger.orderId);
    expect(all.totalCount).toBe(ids.length);
    expect(all.approvals.find(({ orderId }) => orderId === younger.orderId)).toMatchObject({
      pieces: 5,
      goodsValue: 50,
      poNumberRequired: false,
      reasons: [{ kind: 'beyond', text: '2 pieces beyond the entitlement' }],
    });
    expect(await queueOf(approver, '?limit=1&page=1')).toMatchObject({
      approvals: [{ orderId: ids[1] }],
      totalCount: ids.length,
    });
    expect(await queueOf(approver, '?page=900')).toMatchObject({ approvals: [], totalCount: ids.length });
    expect((await queueOf(south, '?limit=250')).approvals.map(({ orderId }) => orderId)).not.toContain(older.orderId);
  });
});
