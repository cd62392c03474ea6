import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anItem, aStockedProduct, orderItems, type StockedProduct, setProductPrice } from '#api/testing/builders.ts';
import { findLedgerFaults } from '#api/testing/entitlement.ts';
import {
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
  sizeOf,
  withoutNotes,
  withRule,
} from '#api/testing/order-changes.ts';
import { type TestClient, toRefusal } from '#api/testing/portal.ts';
import { setFreeStock } from '#api/testing/reorder.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer, signInAs, type WearerOverrides } from '#api/testing/wearers.ts';

const portal = usePortal();
let shirt: StockedProduct;
let buyer: TestClient;
beforeAll(() => sql`delete from approval_rule where organisation_id = 1`.execute(portal.db));
beforeEach(async () => {
  shirt = await aStockedProduct(portal.db, { stock: [50, 50] });
  buyer = await signInAs(portal, { firstName: 'Bea' });
});

describe('another size, by PUT /api/orders/:id/items/:itemId', () => {
  it('changes a whole line in place, at today’s price', async () => {
    const orderId = await orderItems(portal.db, buyer, anItem(shirt, 3));
    const itemId = await lineOf(buyer, orderId);
    await setProductPrice(portal.db, shirt.id, 1250);
    const change = { combinationId: sizeOf(shirt, 1) };

    const preview = await changeLine(buyer, orderId, itemId, { ...change, preview: true });
    expect(await reservedOf(portal, shirt)).toEqual([3, 0]);
    const { status, body } = await changeLine(buyer, orderId, itemId, change);

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
              sku: shirt.combinations[1]?.sku,
              attributeDescription: 'Size 1',
              unitPriceExclTax: 12.5,
              priceExclTax: 37.5,
            },
          ],
        },
      ],
      outcome: [
        `3 × ${shirt.name}: Size 1 instead of Size 0.`,
        'Price of a piece: £12.50 instead of £10.00, excluding tax.',
        'Still to be sent: goods worth £37.50 instead of £30.00, excluding tax.',
      ],
    });
    expect(await reservedOf(portal, shirt)).toEqual([0, 3]);
    expect(await eventsOf(portal, orderId)).toEqual(['line_changed']);
    expect((await changeLine(buyer, orderId, itemId, change)).body.outcome).toEqual([]);
    expect(await reservedOf(portal, shirt)).toEqual([0, 3]);
    const found = await buyer.get<'GET /api/orders'>(`/api/orders?searchTerm=${shirt.combinations[1]?.sku}`);
    expect(found.body.orders.map(({ id }) => id)).toEqual([orderId]);
  });

  it('makes some pieces of a line a line of their own, and keeps what is covered', async () => {
    const { client, id } = await aWearer(portal, [shirt]);
    const orderId = await orderItems(portal.db, client, anItem(shirt, 3));
    const itemId = await lineOf(client, orderId);

    const { body } = await changeLine(client, orderId, itemId, { combinationId: sizeOf(shirt, 1), quantity: 1 });

    expect(body.orders[0]?.orderItems).toMatchObject([
      { id: itemId, quantity: 2, attributeDescription: 'Size 0' },
      { quantity: 1, attributeDescription: 'Size 1', customerId: id },
    ]);
    const { rows: prices } = await sql`select price_minor from order_line where order_id = ${orderId} order by id`.execute(portal.db);
    expect(prices).toEqual([{ price_minor: 2000 }, { price_minor: 1000 }]);
    expect(body.outcome).toEqual([`1 × ${shirt.name}: Size 1 instead of Size 0.`]);
    expect([await reservedOf(portal, shirt), await piecesLeft(portal, id)]).toEqual([[2, 1], 0]);
    expect(await findLedgerFaults(portal.db)).toEqual([]);

    await cancel(client, orderId);
    expect([await reservedOf(portal, shirt), await piecesLeft(portal, id)]).toEqual([[0, 0], 3]);
    expect(await findLedgerFaults(portal.db)).toEqual([]);
  });

  const MONEY: WearerOverrides = { allocationTypeId: 40, budgetMinor: 5000, quantity: null };
  it.each([
    ['the whole line', undefined],
    ['a part', 1],
  ])('takes the difference in price from a budget: %s', async (_, quantity) => {
    const { client, id } = await aWearer(portal, [shirt], MONEY);
    const orderId = await orderItems(portal.db, client, anItem(shirt, 2));
    expect(await budgetOf(portal, id)).toBe(3000);
    await setProductPrice(portal.db, shirt.id, 1500);

    const { status } = await changeLine(client, orderId, await lineOf(client, orderId), {
      combinationId: sizeOf(shirt, 1),
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
    const { client, id } = await aWearer(portal, [shirt], MONEY);
    const orderId = await orderItems(portal.db, client, anItem(shirt, 4));
    await setProductPrice(portal.db, shirt.id, 1300);

    const refused = await changeLine(client, orderId, await lineOf(client, orderId), { combinationId: sizeOf(shirt, 1) });

    expect([refused.status, Object.keys(refused.errors)]).toEqual([400, ['orderItem']]);
    expect([await budgetOf(portal, id), await reservedOf(portal, shirt)]).toEqual([1000, [4, 0]]);
  });

  it('is refused without stock, for another product, and for too many pieces', async () => {
    const other = await aStockedProduct(portal.db);
    const orderId = await orderItems(portal.db, buyer, anItem(shirt, 3));
    const itemId = await lineOf(buyer, orderId);
    const refusalOf = async (change: object) => toRefusal(await changeLine(buyer, orderId, itemId, change));
    await sql`update stock_level set on_hand = reserved + 2 where combination_id = ${sizeOf(shirt, 1)}`.execute(portal.db);

    expect(await refusalOf({ combinationId: sizeOf(shirt, 1) })).toEqual([
      400,
      { orderItem: [`There is not enough stock of ${shirt.name}, Size 1.`] },
    ]);
    expect(await refusalOf({ combinationId: sizeOf(other, 0) })).toEqual([
      422,
      { combinationId: ['Please choose a size or colour of the same product.'] },
    ]);
    expect((await refusalOf({ combinationId: sizeOf(shirt, 1), quantity: 4 }))[0]).toBe(422);
    expect(await reservedOf(portal, shirt)).toEqual([3, 0]);
    await setFreeStock(portal, shirt, 0);
    expect((await refusalOf({ combinationId: sizeOf(shirt, 1), quantity: 1 }))[0]).toBe(400);
  });

  it('is refused with 404 for the order of someone else, and for a line of another order', async () => {
    const [orderId, otherId] = [
      await orderItems(portal.db, buyer, anItem(shirt)),
      await orderItems(portal.db, buyer, anItem(shirt)),
    ];
    const lineId = (await orderOf(buyer, orderId)).orderItems[0]?.id;
    const stranger = await signInAs(portal, { role: 'Staff' });
    const change = async (client: TestClient, path: string) => {
      const body = { orderItem: { combinationId: shirt.combinations[1]?.id } };
      return (await client.put<'PUT /api/orders/:id/items/:itemId'>(path, body)).status;
    };

    expect(await change(stranger, `/api/orders/${orderId}/items/${lineId}`)).toBe(404);
    expect(await change(buyer, `/api/orders/${otherId}/items/${lineId}`)).toBe(404);
    expect(await change(buyer, `/api/orders/${orderId}/items/${lineId}`)).toBe(200);
  });

  it('asks for approval again when the amount rises above what needs none', async () => {
    const approver = await signInAs(portal, { approver: true });
    const orderId = await orderItems(portal.db, buyer, anItem(shirt, 3));
    const itemId = await lineOf(buyer, orderId);
    await setProductPrice(portal.db, shirt.id, 1250);
    await withRule(portal, 'above_amount', { amountMinor: 3500 }, async () => {
      const { body } = await changeLine(buyer, orderId, itemId, { combinationId: sizeOf(shirt, 1) });

      expect(body.orders[0]).toMatchObject({
        orderStatus: 'AwaitingApproval',
        releasedOnUtc: null,
        cancelAllowed: true,
        approval: { required: true, action: null, reasons: ['Goods worth more than £35.00'] },
      });
      expect(body.outcome.at(-1)).toBe('The order needs approval before anything is sent: Goods worth more than £35.00.');
      expect(await pick(portal, orderId)).toBe('refused');
      expect(await mailsOf(portal, orderId)).toContainEqual({ template: 'approval-requested-again', recipient: approver.email });
      expect(await eventsOf(portal, orderId)).toEqual(['line_changed', 'approval_requested']);
    });
  });

  it('asks for approval again for a product that has been marked since, but not when nothing is new', async () => {
    await signInAs(portal, { approver: true });
    const orderId = await orderItems(portal.db, buyer, anItem(shirt, 3));
    const itemId = await lineOf(buyer, orderId);
    await withRule(portal, 'always', {}, async () => {
      const same = await changeLine(buyer, orderId, itemId, { combinationId: sizeOf(shirt, 1) });
      expect(same.body.orders[0]?.orderStatus).toBe('Pending');
    });
    await withRule(portal, 'product', { productId: shirt.id }, async () => {
      const marked = await changeLine(buyer, orderId, itemId, { combinationId: sizeOf(shirt, 0) });
      expect(marked.body.orders[0]).toMatchObject({
        orderStatus: 'AwaitingApproval',
        approval: { reasons: [`${shirt.name} needs approval`] },
      });
    });
  });
});

describe('the start of picking', () => {
  it('is recorded once, for an order that was released', async () => {
    const orderId = await orderItems(portal.db, buyer, anItem(shirt, 1));

    expect([await pick(portal, orderId), await pick(portal, orderId), await pick(portal, 2_000_000_000)]).toEqual([
      'started',
      'refused',
      'unknown',
    ]);
    expect(await orderOf(buyer, orderId)).toMatchObject({
      orderStatus: 'Processing',
      cancelAllowed: false,
      pickingStartedOnUtc: expect.any(String),
    });
    expect(await eventsOf(portal, orderId)).toEqual(['picking_started']);
  });
});
