import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  addItems,
  anItem,
  aWardrobe,
  createCheckoutChoices,
  orderItems,
  requestSummary,
  type StockedProduct,
  submitOrder,
  unpublishProduct,
} from '#api/testing/builders.ts';
import { createDecisions, PO } from '#api/testing/decisions.ts';
import { toRefusal } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { orderFor, type SignedIn } from '#api/testing/wearers.ts';

const portal = usePortal();
let approver: SignedIn;
const { aColleague, aShirt, anOrder, decide, query, linesOf, stateOf, stockOf, mailsOf, detailOf } = createDecisions(portal);

beforeAll(async () => {
  approver = await aColleague({ approver: true, firstName: 'Ada' });
});

describe('approving an order', () => {
  it('releases it with the PO number, mails its person, and is the same when repeated', async () => {
    const [buyer, shirt] = [await aColleague(), await aShirt()];
    const id = await anOrder(buyer, anItem(shirt, 2));

    const first = await decide(approver, { id, action: 'approve', ...PO });
    const second = await decide(approver, { id, action: 'Approve', ...PO });

    expect([first.status, second.status, second.body.msg]).toEqual([200, 200, first.body.msg]);
    expect(first.body).toMatchObject({ success: true, msg: `Order ${id} approved.` });
    expect(first.body.orders).toMatchObject([{ id, orderStatus: 'Pending', approvalAllowed: false, poNumber: 'PO-2211' }]);
    expect(await stateOf(id)).toEqual({
      state: 10,
      payment: 10,
      released: true,
      poNumber: 'PO-2211',
      cancelled: 0,
      pending: 2000,
    });
    expect(await stockOf(shirt)).toEqual({ reserved: 2, ledger: 2 });
    expect(await mailsOf(buyer.email)).toEqual(['order-placed', 'order-approved']);
    const detail = await detailOf(buyer, id);
    expect(detail?.approval).toMatchObject({ action: 'approve', byCustomerId: approver.customerId });
    expect(detail?.orderNotes.map(({ note }) => note)).toEqual(['Approved by Ada Forthetest, PO number PO-2211.']);
    const found = await approver.get<'GET /api/orders'>('/api/orders?searchTerm=po-2211&limit=250');
    expect(found.body.orders.map((order) => order.id)).toContain(id);
  });

  it('takes a form', async () => {
    const id = await anOrder(await aColleague(), anItem(await aShirt()));

    const { statusCode } = await portal.app.inject({
      method: 'POST',
      url: '/api/orders/approvereject',
      headers: { ...approver.headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ id: String(id), action: 'REJECT', rejectReason: 'Not now' }).toString(),
    });

    expect([statusCode, (await stateOf(id))?.state]).toEqual([200, 60]);
  });

  it('needs a PO number from the approver where the order has none, and one that matches the pattern', async () => {
    const id = await anOrder(await aColleague(), anItem(await aShirt()));
    await sql`update organisation set po_number_pattern = '^PO-[0-9]+$' where id = 2`.execute(portal.db);

    const refusals = [
      await decide(approver, { id, action: 'approve' }),
      await decide(approver, { id, action: 'approve', poNumber: 'x' }),
    ];
    await sql`update organisation set po_number_pattern = '^(P+)+$' where id = 2`.execute(portal.db);
    refusals.push(await decide(approver, { id, action: 'approve', poNumber: `${'P'.repeat(60)}!` }));
    await sql`update organisation set po_number_pattern = null where id = 2`.execute(portal.db);

    expect(refusals.map(toRefusal)).toEqual([
      [422, { poNumber: ['PO number is required.'] }],
      [422, { poNumber: ['This is not a PO number of your organisation. Please check it.'] }],
      [422, { poNumber: ['This is not a PO number of your organisation. Please check it.'] }],
    ]);
    expect((await stateOf(id))?.state).toBe(50);
    expect((await decide(approver, { id, action: 'approve', ...PO })).status).toBe(200);
  });

  it('asks for no PO number when the order has one, and keeps that', async () => {
    const id = await orderItems(portal.db, await aColleague(), anItem(await aShirt()));

    const { status } = await decide(approver, { id, action: 'approve', poNumber: 'PO-9' });

    expect([status, (await stateOf(id))?.poNumber]).toEqual([200, 'PO-4711']);
  });
});

describe('rejecting an order', () => {
  it('gives everything back and says why', async () => {
    const [buyer, shirt] = [await aColleague(), await aShirt()];
    const id = await anOrder(buyer, anItem(shirt, 2));

    const { status } = await decide(approver, { id, action: 'reject', rejectReason: ' Over budget. ' });

    expect(status).toBe(200);
    expect(await stateOf(id)).toEqual({ state: 60, payment: 50, released: false, poNumber: null, cancelled: 2000, pending: 0 });
    expect(await stockOf(shirt)).toEqual({ reserved: 0, ledger: 0 });
    expect(await mailsOf(buyer.email)).toEqual(['order-placed', 'order-rejected']);
    const detail = await detailOf(buyer, id);
    expect(detail?.approval).toMatchObject({ action: 'reject', rejectReason: 'Over budget.', byName: 'Ada Forthetest' });
    expect(detail?.orderNotes.map(({ note }) => note)).toEqual(['Rejected by Ada Forthetest. Reason: Over budget.']);
    const audit = await query(
      sql`select actor_id, after from audit_event where action = 'order.rejected' and subject_id = ${String(id)}`,
    );
    expect(audit).toEqual([{ actor_id: approver.customerId, after: { reason: 'Over budget.' } }]);
  });

  it.each(['reject', 'amend'])('needs a reason of at most 500 characters to %s', async (action) => {
    const id = await anOrder(await aColleague(), anItem(await aShirt()));

    expect(toRefusal(await decide(approver, { id, action, rejectReason: ' ' }))).toEqual([
      422,
      { rejectReason: ['Please enter a reason.'] },
    ]);
    expect(toRefusal(await decide(approver, { id, action, rejectReason: 'x'.repeat(501) }))).toEqual([
      422,
      { rejectReason: ['Please enter a reason of at most 500 characters.'] },
    ]);
    expect((await stateOf(id))?.state).toBe(50);
  });
});

describe('sending an order back', () => {
  it('puts its lines into the person’s cart, with their reasons, and the next order names it', async () => {
    const [wearer, shirt, coat] = [await aColleague({ role: 'Staff' }), await aShirt(), await aShirt()];
    const wardrobe = await aWardrobe(portal.db, wearer.customerId, [shirt, coat], {
      organisationId: 2,
      quantity: 1,
      beyond: 'approval',
    });
    const part = { collectionGroupId: wardrobe.groupId, source: 'builder' };
    const first = await anOrder(
      wearer,
      { ...anItem(shirt, 2), ...part, reason: 'I work double shifts.' },
      { ...anItem(coat), ...part, reason: 'Outdoors in winter.' },
    );

    expect((await decide(approver, { id: first, action: 'amend', rejectReason: 'One shirt is enough.' })).status).toBe(200);

    expect(await stateOf(first)).toMatchObject({ state: 40, payment: 50, pending: 0 });
    expect([await stockOf(shirt), await stockOf(coat)]).toEqual([
      { reserved: 0, ledger: 0 },
      { reserved: 0, ledger: 0 },
    ]);
    const balance = await query(
      sql`select reserved from entitlement_account where customer_id = ${wearer.customerId} and kind = 'group'`,
    );
    expect(balance).toEqual([{ reserved: 0 }]);
    expect(await mailsOf(wearer.email)).toEqual(['order-placed', 'order-sent-back']);
    const cart = (await wearer.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items')).body;
    expect(
      cart.items.map((item) => [
        item.productId,
        item.quantity,
        item.reason,
        item.collectionGroupId,
        item.replacesOrderId,
        item.sentBackReason,
      ]),
    ).toEqual([
      [shirt.id, 2, 'I work double shifts.', wardrobe.groupId, first, 'One shirt is enough.'],
      [coat.id, 1, 'Outdoors in winter.', wardrobe.groupId, first, 'One shirt is enough.'],
    ]);
    expect(cart.canCheckout).toBe(true);

    await requestSummary(portal.db, wearer);
    const { body } = await submitOrder(wearer);

    const second = body.orderId as number;
    const links = await query(
      sql`select id, replaces_order_id, replaced_by_order_id from orders where customer_id = ${wearer.customerId} order by id`,
    );
    expect(links).toEqual([
      { id: first, replaces_order_id: null, replaced_by_order_id: second },
      { id: second, replaces_order_id: first, replaced_by_order_id: null },
    ]);
    expect((await decide(approver, { id: second, action: 'approve', ...PO })).status).toBe(200);
  });

  it('is the same when repeated, but not when single lines are decided afterwards', async () => {
    const id = await anOrder(await aColleague(), anItem(await aShirt()), anItem(await aShirt()));
    const [first] = await linesOf(id);
    const sendBack = { id, action: 'amend', rejectReason: 'Not now.' };
    expect((await decide(approver, sendBack)).status).toBe(200);

    expect((await decide(approver, sendBack)).body.msg).toMatch(/^Order \d+ sent back\.$/);
    const other = await decide(approver, { ...sendBack, action: 'approve', items: [{ id: first?.id, action: 'amend' }] });
    expect([other.status, other.errors.order?.[0]]).toEqual([409, expect.stringContaining('sent this order back')]);
    expect((await decide(approver, { ...sendBack, action: 'reject' })).status).toBe(409);
  });

  it('keeps who wears what', async () => {
    const [buyer, wearer, shirt] = [await aColleague(), await aColleague({ role: 'Staff' }), await aShirt()];
    const id = await anOrder(buyer, { ...anItem(shirt, 2), customerId: wearer.customerId }, anItem(shirt, 1));

    await decide(approver, { id, action: 'amend', rejectReason: 'Please say why.' });

    const cart = (await buyer.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items')).body;
    expect(cart.items.map(({ customerId, quantity }) => [customerId, quantity])).toEqual([
      [wearer.customerId, 2],
      [null, 1],
    ]);
  });

  it('merges with what is in the cart, and names the newest of several orders', async () => {
    const [buyer, shirt] = [await aColleague(), await aShirt()];
    const ids = [await anOrder(buyer, anItem(shirt)), await anOrder(buyer, anItem(shirt, 2))];
    await addItems(buyer, anItem(shirt, 3));

    for (const id of ids) await decide(approver, { id, action: 'amend', rejectReason: 'Together, please.' });
    await requestSummary(portal.db, buyer);
    const { body } = await submitOrder(buyer);

    const rows = await query(sql`
      select o.id, l.quantity, o.replaces_order_id from orders o join order_line l on l.order_id = o.id where o.id = ${body.orderId}`);
    expect(rows).toEqual([{ id: body.orderId, quantity: 6, replaces_order_id: ids[1] }]);
    const replaced = await query(sql`select replaced_by_order_id as id from orders where id = any (${ids}::bigint[])`);
    expect(replaced).toEqual([{ id: body.orderId }, { id: body.orderId }]);
  });

  it('says in the cart what can no longer be ordered', async () => {
    const [buyer, shirt] = [await aColleague(), await aShirt()];
    const id = await anOrder(buyer, anItem(shirt));
    await unpublishProduct(portal.db, shirt.id, 2);

    await decide(approver, { id, action: 'amend', rejectReason: 'Please choose another.' });

    const cart = (await buyer.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items')).body;
    expect(cart.items.map(({ productId, warnings }) => [productId, warnings.length > 0])).toEqual([[shirt.id, true]]);
    expect(cart.canCheckout).toBe(false);
  });
});

describe('deciding line by line', () => {
  it('approves fewer pieces, drops a line and sends one back', async () => {
    const [buyer, ...shirts] = [await aColleague(), await aShirt(), await aShirt(), await aShirt(), await aShirt()];
    const [a, b, c, d] = shirts as [StockedProduct, StockedProduct, StockedProduct, StockedProduct];
    const id = await anOrder(buyer, anItem(a, 3), anItem(b, 2), anItem(c, 1), anItem(d, 1));
    const [reduced, dropped, sentBack] = (await linesOf(id)).map((line) => line.id);
    const decision = {
      id,
      action: 'approve',
      ...PO,
      rejectReason: 'Only what is needed.',
      items: [
        { id: reduced, quantity: 1 },
        { id: dropped, action: 'reject' },
        { id: sentBack, action: 'amend' },
      ],
    };

    const [first, second] = [await decide(approver, decision), await decide(approver, decision)];
    const other = await decide(approver, { id, action: 'approve', ...PO });

    expect(first.body.msg).toBe(`Order ${id} approved in part.`);
    expect([first.status, second.status, other.status]).toEqual([200, 200, 409]);
    expect((await linesOf(id)).map(({ quantity, cancelled }) => quantity - cancelled)).toEqual([1, 0, 0, 1]);
    expect(await stateOf(id)).toEqual({
      state: 10,
      payment: 10,
      released: true,
      poNumber: 'PO-2211',
      cancelled: 5000,
      pending: 2000,
    });
    const stocks = [];
    for (const shirt of shirts) stocks.push(await stockOf(shirt as StockedProduct));
    expect(stocks).toEqual([1, 0, 0, 1].map((reserved) => ({ reserved, ledger: reserved })));
    const cart = (await buyer.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items')).body;
    expect(cart.items.map((item) => [item.productId, item.quantity, item.replacesOrderId, item.sentBackReason])).toEqual([
      [c.id, 1, id, 'Only what is needed.'],
    ]);
    expect(await mailsOf(buyer.email)).toEqual(['order-placed', 'order-partly-approved']);
    const [mail] = await query(
      sql<{
        data: Record<string, { quantity: number }[]>;
      }>`select data from mail_outbox where recipient = ${buyer.email} and template = 'order-partly-approved'`,
    );
    expect(['approved', 'dropped', 'sentBack'].map((part) => mail?.data[part]?.map(({ quantity }) => quantity))).toEqual([
      [1, 1],
      [2, 2],
      [1],
    ]);
    const [note] = (await detailOf(buyer, id))?.orderNotes ?? [];
    expect(note?.note).toBe(
      `Approved in part by Ada Forthetest; not approved: 2 × ${a.name}; 2 × ${b.name}. sent back to the cart: 1 × ${c.name}. Reason: Only what is needed.`,
    );
  });

  it.each([
    ['rejects the order when every line is dropped', ['reject', 'reject'], 60],
    ['sends the order back when one is sent back and nothing is approved', ['reject', 'amend'], 40],
  ])('%s', async (_name, actions, state) => {
    const id = await anOrder(await aColleague(), anItem(await aShirt()), anItem(await aShirt()));
    const lines = await linesOf(id);

    const items = actions.map((action, index) => ({ id: lines[index]?.id, action }));
    const { status } = await decide(approver, { id, action: 'approve', rejectReason: 'No.', items });

    expect([status, (await stateOf(id))?.state]).toEqual([200, state]);
  });

  it('refuses lines of other orders, too many pieces, and lines without a reason', async () => {
    const id = await anOrder(await aColleague(), anItem(await aShirt(), 2));
    const [line] = await linesOf(id);
    const [foreign] = await linesOf(await anOrder(await aColleague(), anItem(await aShirt())));
    const attempts = [
      [{ id: foreign?.id, action: 'reject' }],
      [{ id: line?.id }, { id: line?.id }],
      [{ id: line?.id, quantity: 3 }],
      [{ id: line?.id, action: 'reject', quantity: 1 }],
      [{ id: line?.id, action: 'reject' }],
    ];

    const refusals = [];
    for (const items of attempts) refusals.push(toRefusal(await decide(approver, { id, action: 'approve', ...PO, items })));
    refusals.push(toRefusal(await decide(approver, { id, action: 'reject', rejectReason: 'No.', items: [{ id: line?.id }] })));

    expect(refusals).toEqual([
      [422, { 'items[0].id': ['This line is not part of the order.'] }],
      [422, { 'items[1].id': ['This line is named twice.'] }],
      [422, { 'items[0].quantity': ['Only 2 pieces of this line can be approved.'] }],
      [422, { 'items[0].quantity': ['A number of pieces can only be given for a line that is approved.'] }],
      [422, { rejectReason: ['Please enter a reason.'] }],
      [422, { items: ['Single lines can only be decided when the order is approved.'] }],
    ]);
    expect((await stateOf(id))?.state).toBe(50);
  });
});

describe('the statements', () => {
  it.each(['by its person', 'by someone who orders for them'])(
    'of placing an order that needs approval, %s, are at most 15',
    async (by) => {
      const buyer = await portal.as('buyer@hallam.example');
      const client = by === 'by its person' ? buyer : await orderFor(portal, buyer.customerId, 'sales@hallam.example');
      await addItems(client, anItem(await aShirt()));
      await sql`update customer set allow_order_approval = true where organisation_id = 2 and id = ${approver.customerId}`.execute(
        portal.db,
      );
      await requestSummary(portal.db, client, await createCheckoutChoices(portal.db, buyer));

      const before = portal.statementsSent();
      const { status, body } = await submitOrder(client);

      const sent = portal.statementsSent() - before;
      expect([status, (await stateOf(body.orderId as number))?.state]).toEqual([200, 50]);
      expect(sent).toBeLessThanOrEqual(15);
    },
  );
});
