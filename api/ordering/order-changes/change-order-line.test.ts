import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  anItem,
  aStockedProduct,
  createCheckoutChoices,
  fillCart,
  NORTH,
  orderItems,
  requestSummary,
  setProductPrice,
  submitOrder,
  unpublishProduct,
} from '#api/testing/builders.ts';
import { useBuyerAndShirt } from '#api/testing/buyer-and-shirt.ts';
import { findLedgerFaults } from '#api/testing/entitlement.ts';
import {
  auditOf,
  budgetOf,
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
import { setFreeStock } from '#api/testing/reorder.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer, orderFor, signInAs, type WearerOverrides } from '#api/testing/wearers.ts';

const portal = usePortal();
const given = useBuyerAndShirt(portal, [50, 50]);
beforeAll(() => setApprovalRules(portal));

describe('another size, by PUT /api/orders/:id/items/:itemId', () => {
  it('changes a whole line in place, at today’s price', async () => {
    const orderId = await orderItems(portal.db, given.buyer, anItem(given.shirt, 3));
    const itemId = await lineOf(given.buyer, orderId);
    await setProductPrice(portal.db, given.shirt.id, 1250);
    const change = { combinationId: sizeOf(given.shirt, 1) };

    const preview = await changeLine(given.buyer, orderId, itemId, { ...change, preview: true });
    expect(await reservedOf(portal, given.shirt)).toEqual([3, 0]);
    const { status, body } = await changeLine(given.buyer, orderId, itemId, change);

    expect(status).toBe(200);
    expect(withoutNotes(body)).toEqual({ ...withoutNotes(preview.body), msg: 'The order has been changed.' });
    expect(body).toMatchObject({
      orders: [
        {
          orderStatus: 'Pending',
          totalValue: 37.5,
          pendingValue: 37.5,
          orderItems: [
            {
              id: itemId,
              quantity: 3,
              sku: given.shirt.combinations[1]?.sku,
              attributeDescription: 'Size 1',
              unitPriceExclTax: 12.5,
              priceExclTax: 37.5,
            },
          ],
        },
      ],
      outcome: [
        `3 × ${given.shirt.name}: Size 1 instead of Size 0.`,
        'Unit price: £12.50 instead of £10.00, excluding tax.',
        'Still to be sent: goods worth £37.50 instead of £30.00, excluding tax.',
        'What remains costs £50.94, including tax and delivery.',
      ],
    });
    expect(await reservedOf(portal, given.shirt)).toEqual([0, 3]);
    expect(await eventsOf(portal, orderId)).toEqual(['line_changed']);
    const repeated = await changeLine(given.buyer, orderId, itemId, change);
    expect([repeated.status, Object.keys(repeated.errors)]).toEqual([422, ['combinationId']]);
    const some = await changeLine(given.buyer, orderId, itemId, { ...change, quantity: 1 });
    expect([some.status, Object.keys(some.errors)]).toEqual([422, ['combinationId']]);
    expect(await reservedOf(portal, given.shirt)).toEqual([0, 3]);
    const found = await given.buyer.get<'GET /api/orders'>(`/api/orders?searchTerm=${given.shirt.combinations[1]?.sku}`);
    expect(found.body.orders.map(({ id }) => id)).toEqual([orderId]);
  });

  it('makes some pieces of a line a line of their own, and keeps what is covered', async () => {
    const { client, id } = await aWearer(portal, [given.shirt]);
    const orderId = await orderItems(portal.db, client, anItem(given.shirt, 3));
    const itemId = await lineOf(client, orderId);

    const { body } = await changeLine(client, orderId, itemId, { combinationId: sizeOf(given.shirt, 1), quantity: 1 });

    expect(body.orders[0]?.orderItems).toMatchObject([
      { id: itemId, quantity: 2, attributeDescription: 'Size 0' },
      { quantity: 1, attributeDescription: 'Size 1', customerId: id },
    ]);
    const { rows: prices } = await sql`select price_minor from order_line where order_id = ${orderId} order by id`.execute(
      portal.db,
    );
    expect(prices).toEqual([{ price_minor: 2000 }, { price_minor: 1000 }]);
    expect(body.outcome).toEqual([`1 × ${given.shirt.name}: Size 1 instead of Size 0.`]);
    expect([await reservedOf(portal, given.shirt), await piecesLeft(portal, id)]).toEqual([[2, 1], 0]);
    expect(await findLedgerFaults(portal.db)).toEqual([]);

    await cancel(client, orderId);
    expect([await reservedOf(portal, given.shirt), await piecesLeft(portal, id)]).toEqual([[0, 0], 3]);
    expect(await findLedgerFaults(portal.db)).toEqual([]);
  });

  const MONEY: WearerOverrides = { allocationTypeId: 40, budgetMinor: 5000, quantity: null };
  it.each([
    ['the whole line', undefined],
    ['a part', 1],
  ])('takes the difference in price from a budget: %s', async (_, quantity) => {
    const { client, id } = await aWearer(portal, [given.shirt], MONEY);
    const orderId = await orderItems(portal.db, client, anItem(given.shirt, 2));
    expect(await budgetOf(portal, id)).toBe(3000);
    await setProductPrice(portal.db, given.shirt.id, 1500);

    const { status } = await changeLine(client, orderId, await lineOf(client, orderId), {
      combinationId: sizeOf(given.shirt, 1),
      quantity,
    });

    expect(status).toBe(200);
    expect(await budgetOf(portal, id)).toBe(quantity === 1 ? 2500 : 2000);
    expect(await findLedgerFaults(portal.db)).toEqual([]);
    await cancel(client, orderId);
    expect(await budgetOf(portal, id)).toBe(5000);
    expect(await findLedgerFaults(portal.db)).toEqual([]);
  });

  it('is refused when the budget is too small, and changes nothing', async () => {
    const { client, id } = await aWearer(portal, [given.shirt], MONEY);
    const orderId = await orderItems(portal.db, client, anItem(given.shirt, 4));
    await setProductPrice(portal.db, given.shirt.id, 1300);

    const refused = await changeLine(client, orderId, await lineOf(client, orderId), { combinationId: sizeOf(given.shirt, 1) });

    expect([refused.status, Object.keys(refused.errors)]).toEqual([400, ['orderItem']]);
    expect([await budgetOf(portal, id), await reservedOf(portal, given.shirt)]).toEqual([1000, [4, 0]]);
  });

  it('is refused without stock, for another product, and for too many pieces', async () => {
    const other = await aStockedProduct(portal.db);
    const orderId = await orderItems(portal.db, given.buyer, anItem(given.shirt, 3));
    const itemId = await lineOf(given.buyer, orderId);
    const refusalOf = async (change: object) => toRefusal(await changeLine(given.buyer, orderId, itemId, change));
    await sql`update stock_level set on_hand = reserved + 2 where combination_id = ${sizeOf(given.shirt, 1)}`.execute(portal.db);

    expect(await refusalOf({ combinationId: sizeOf(given.shirt, 1) })).toEqual([
      400,
      { orderItem: [`There is not enough stock of ${given.shirt.name}, Size 1.`] },
    ]);
    expect(await refusalOf({ combinationId: sizeOf(other, 0) })).toEqual([
      422,
      { combinationId: ['Please choose a size or colour of the same product.'] },
    ]);
    expect((await refusalOf({ combinationId: sizeOf(given.shirt, 1), quantity: 4 }))[0]).toBe(422);
    expect(await reservedOf(portal, given.shirt)).toEqual([3, 0]);
    await setFreeStock(portal, given.shirt, 0);
    expect((await refusalOf({ combinationId: sizeOf(given.shirt, 1), quantity: 1 }))[0]).toBe(400);
  });

  it('is refused when the product is no longer in the range', async () => {
    const orderId = await orderItems(portal.db, given.buyer, anItem(given.shirt, 3));
    const itemId = await lineOf(given.buyer, orderId);
    await unpublishProduct(portal.db, given.shirt.id);

    const refused = await changeLine(given.buyer, orderId, itemId, { combinationId: sizeOf(given.shirt, 1) });

    expect(toRefusal(refused)).toEqual([400, { orderItem: ['This product is no longer available.'] }]);
    expect(await reservedOf(portal, given.shirt)).toEqual([3, 0]);
  });

  it('looks at what the person of the order may order, even if someone else changes it', async () => {
    const forBuyers = await aStockedProduct(portal.db, { stock: [5, 5], roleIds: [35] });
    const orderId = await orderItems(portal.db, given.buyer, anItem(forBuyers));
    const sales = await orderFor(portal, given.buyer.customerId);
    const admin = await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId] });
    const itemId = await lineOf(given.buyer, orderId);

    expect((await changeLine(admin, orderId, itemId, { combinationId: sizeOf(forBuyers, 1) })).status).toBe(200);
    expect((await changeLine(sales, orderId, itemId, { combinationId: sizeOf(forBuyers, 0) })).status).toBe(200);
    expect(await auditOf(portal, orderId)).toMatchObject([{ actor: admin.customerId }, { actor: sales.customerId }]);
  });

  it('is refused with 404 for the order of someone else, and for a line of another order', async () => {
    const [orderId, otherId] = [
      await orderItems(portal.db, given.buyer, anItem(given.shirt)),
      await orderItems(portal.db, given.buyer, anItem(given.shirt)),
    ];
    const lineId = (await orderOf(given.buyer, orderId)).orderItems[0]?.id;
    const stranger = await signInAs(portal, { role: 'Staff' });
    const change = async (client: TestClient, path: string) => {
      const body = { orderItem: { combinationId: given.shirt.combinations[1]?.id } };
      return (await client.put<'PUT /api/orders/:id/items/:itemId'>(path, body)).status;
    };

    expect(await change(stranger, `/api/orders/${orderId}/items/${lineId}`)).toBe(404);
    expect(await change(given.buyer, `/api/orders/${otherId}/items/${lineId}`)).toBe(404);
    expect(await change(given.buyer, `/api/orders/${orderId}/items/${lineId}`)).toBe(200);
  });

  it('asks for approval again when the amount rises above what needs none', async () => {
    const approver = await signInAs(portal, { approver: true });
    const orderId = await orderItems(portal.db, given.buyer, anItem(given.shirt, 3));
    const itemId = await lineOf(given.buyer, orderId);
    await setProductPrice(portal.db, given.shirt.id, 1250);
    await withRules(portal, [{ kind: 'above_amount', amountMinor: 3500 }], async () => {
      const { body } = await changeLine(given.buyer, orderId, itemId, { combinationId: sizeOf(given.shirt, 1) });

      expect(body.orders[0]).toMatchObject({
        orderStatus: 'AwaitingApproval',
        releasedOnUtc: null,
        cancelAllowed: true,
        approval: { required: true, action: null, reasons: ['Goods worth more than £35.00'] },
      });
      expect(body.outcome.at(-1)).toBe('The order needs approval before anything is sent: Goods worth more than £35.00.');
      expect(await pick(portal, orderId)).toBe('unknown');
      expect(await mailsOf(portal, orderId)).toContainEqual({ template: 'approval-requested-again', recipient: approver.email });
      expect(await eventsOf(portal, orderId)).toEqual(['line_changed', 'approval_requested']);
    });
  });

  it('counts what the delivery of the order costs beyond the default', async () => {
    await signInAs(portal, { approver: true });
    await fillCart(given.buyer, anItem(given.shirt, 3));
    const choices = await createCheckoutChoices(portal.db, given.buyer);
    // £9.50, by £4.55 more than the default.
    await requestSummary(portal.db, given.buyer, { ...choices, shippingOption: { name: 'Next working day' } });
    const orderId = (await submitOrder(given.buyer)).body.orderId as number;
    const itemId = await lineOf(given.buyer, orderId);
    await setProductPrice(portal.db, given.shirt.id, 1250);
    await withRules(portal, [{ kind: 'above_amount', amountMinor: 4204 }], async () => {
      const { body } = await changeLine(given.buyer, orderId, itemId, { combinationId: sizeOf(given.shirt, 1) });
      expect(body.orders[0]).toMatchObject({
        orderStatus: 'AwaitingApproval',
        approval: { reasons: ['Goods and extra delivery worth more than £42.04'] },
      });
    });
  });

  it('asks for approval again for a product that has been marked since, but not when nothing is new', async () => {
    await signInAs(portal, { approver: true });
    const orderId = await orderItems(portal.db, given.buyer, anItem(given.shirt, 3));
    const itemId = await lineOf(given.buyer, orderId);
    await withRules(portal, [{ kind: 'always' }], async () => {
      const same = await changeLine(given.buyer, orderId, itemId, { combinationId: sizeOf(given.shirt, 1) });
      expect(same.body.orders[0]?.orderStatus).toBe('Pending');
    });
    await withRules(portal, [{ kind: 'product', productId: given.shirt.id }], async () => {
      const marked = await changeLine(given.buyer, orderId, itemId, { combinationId: sizeOf(given.shirt, 0) });
      expect(marked.body.orders[0]).toMatchObject({
        orderStatus: 'AwaitingApproval',
        approval: { reasons: [`${given.shirt.name} needs approval`] },
      });
    });
  });
});

describe('an order that waits', () => {
  it('waits for the reasons that it has after the change', async () => {
    await signInAs(portal, { approver: true });
    await withRules(portal, [{ kind: 'above_amount', amountMinor: 2500 }], async () => {
      const orderId = await orderItems(portal.db, given.buyer, anItem(given.shirt, 3));
      const reasonsOf = async () => (await orderOf(given.buyer, orderId)).approval?.reasons;
      expect(await reasonsOf()).toEqual(['Goods worth more than £25.00']);
      await setProductPrice(portal.db, given.shirt.id, 1250);
      await setApprovalRules(portal, { kind: 'above_amount', amountMinor: 3500 });

      await changeLine(given.buyer, orderId, await lineOf(given.buyer, orderId), { combinationId: sizeOf(given.shirt, 1) });

      expect(await reasonsOf()).toEqual(['Goods worth more than £35.00']);
      await cancel(given.buyer, orderId, { items: [{ id: await lineOf(given.buyer, orderId), quantity: 2 }] });
      // No reason is left, but someone has been asked.
      expect(await orderOf(given.buyer, orderId)).toMatchObject({
        orderStatus: 'AwaitingApproval',
        approval: { reasons: ['Goods worth more than £35.00'] },
      });
    });
  });
});

describe('the start of picking', () => {
  it('is recorded once, for an order that was released', async () => {
    const orderId = await orderItems(portal.db, given.buyer, anItem(given.shirt, 1));

    expect([await pick(portal, orderId), await pick(portal, orderId), await pick(portal, 2_000_000_000)]).toEqual([
      'started',
      'started',
      'unknown',
    ]);
    expect(await orderOf(given.buyer, orderId)).toMatchObject({
      orderStatus: 'Processing',
      cancelAllowed: false,
      pickingStartedOnUtc: expect.any(String),
    });
    expect(await eventsOf(portal, orderId)).toEqual(['picking_started']);
  });
});

describe('an organisation in which no one could approve', () => {
  it('refuses a change that needs approval', async () => {
    const orderId = await orderItems(portal.db, given.buyer, anItem(given.shirt, 3));
    const itemId = await lineOf(given.buyer, orderId);
    await sql`update customer set allow_order_approval = false where organisation_id = 1`.execute(portal.db);
    await sql`update customer c set active = false from customer_role r
      where c.organisation_id = 1 and r.organisation_id = 1 and r.customer_id = c.id and r.role_id = 33`.execute(portal.db);
    await setProductPrice(portal.db, given.shirt.id, 1250);
    await withRules(portal, [{ kind: 'always' }], async () => {
      const refused = await changeLine(given.buyer, orderId, itemId, { combinationId: sizeOf(given.shirt, 1) });
      expect(toRefusal(refused)).toEqual([
        409,
        { order: ['This change needs approval, and no one else in your organisation can approve it.'] },
      ]);
    });
    expect([await eventsOf(portal, orderId), await reservedOf(portal, given.shirt)]).toEqual([[], [3, 0]]);
  });
});
