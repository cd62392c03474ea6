import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { anItem, aStockedProduct, NORTH, orderItems, type StockedProduct } from '#api/testing/builders.ts';
import {
  budgetOf,
  cancel,
  changeLine,
  eventsOf,
  lineOf,
  mailsOf,
  orderOf,
  setApprovalRules,
  sizeOf,
  withoutNotes,
  withRules,
} from '#api/testing/order-changes.ts';
import { findOrderFaults } from '#api/testing/order-faults.ts';
import { type TestClient, toRefusal } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer, type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
/** 10.00, 8.00 from 20 pieces on and 6.00 from 50 pieces on. */
let shirt: StockedProduct;
let buyer: SignedIn;

/** Delivery costs 4.95, and nothing from goods worth 200.00 on. */
beforeAll(async () => {
  await setApprovalRules(portal);
  await sql`update shipping_option set rate_minor = 495, free_from_minor = 20000 where organisation_id = 1`.execute(portal.db);
});
beforeEach(async () => {
  shirt = await aTieredShirt({ stock: [100, 100] });
  buyer = await signInAs(portal, { firstName: 'Bea' });
});

async function aTieredShirt(overrides: Parameters<typeof aStockedProduct>[1]): Promise<StockedProduct> {
  const product = await aStockedProduct(portal.db, overrides);
  await sql`insert into tier_price (product_id, quantity, price_minor) values (${product.id}, 20, 800), (${product.id}, 50, 600)`.execute(
    portal.db,
  );
  return product;
}

/** The amounts of an order as its page shows them. */
async function amountsOf(client: TestClient, orderId: number) {
  const order = await orderOf(client, orderId);
  return {
    goods: order.totalValue,
    cancelled: order.cancelledValue,
    pending: order.pendingValue,
    delivery: order.orderShippingExclTax,
    total: order.orderTotal,
    charged: order.remainingTotal,
    prices: order.orderItems.map(({ unitPriceExclTax }) => unitPriceExclTax),
  };
}

/** What the organisation owes beyond what other orders of the test cost, in minor units: what is still to be charged. */
const openAmount = async () =>
  (await sql<{ open: number }>`select open_amount(1)::int as open`.execute(portal.db)).rows[0]?.open as number;

const cancelOf = (lineId: number, quantity: number, more: object = {}) => ({ items: [{ id: lineId, quantity }], ...more });

describe('an order of which pieces are cancelled', () => {
  it('costs the price and the delivery of what remains, as the preview says', async () => {
    const openBefore = await openAmount();
    const orderId = await orderItems(portal.db, buyer, anItem(shirt, 50));
    expect(await amountsOf(buyer, orderId)).toMatchObject({ goods: 300, delivery: 0, total: 360 });
    const lineId = await lineOf(buyer, orderId);

    const preview = await cancel(buyer, orderId, cancelOf(lineId, 49, { preview: true }));
    expect(await amountsOf(buyer, orderId)).toMatchObject({ goods: 300, delivery: 0 });
    const { body } = await cancel(buyer, orderId, cancelOf(lineId, 49));

    expect(withoutNotes(body)).toEqual({ ...withoutNotes(preview.body), msg: 'The order has been changed.' });
    expect(body.outcome).toEqual([
      `Cancelled: 49 × ${shirt.name}, Size 0.`,
      'Still to be sent: goods worth £10.00 instead of £300.00, excluding tax.',
      `${shirt.name}, Size 0: £10.00 a piece instead of £6.00, excluding tax, because fewer than 50 remain.`,
      'Delivery costs £4.95 instead of nothing, excluding tax.',
      'What remains costs £17.94, including tax and delivery.',
    ]);
    // 49 cancelled pieces keep their 6.00.
    expect(await amountsOf(buyer, orderId)).toEqual({
      goods: 304,
      cancelled: 294,
      pending: 10,
      delivery: 4.95,
      total: 370.74,
      charged: 17.94,
      prices: [10],
    });
    expect((await openAmount()) - openBefore).toBe(1794);
    expect(await findOrderFaults(portal.db, orderId)).toEqual([]);
  });

  it('falls from tier to tier, and keeps its price within one although prices have changed since', async () => {
    const orderId = await orderItems(portal.db, buyer, anItem(shirt, 60));
    const lineId = await lineOf(buyer, orderId);
    await sql`update tier_price set price_minor = price_minor + 50 where product_id = ${shirt.id}`.execute(portal.db);
    await sql`select refresh_listing(array[1]::bigint[], ${[shirt.id]}::bigint[])`.execute(portal.db);
    await cancel(buyer, orderId, cancelOf(lineId, 10));
    expect((await amountsOf(buyer, orderId)).prices).toEqual([6]);
    await cancel(buyer, orderId, cancelOf(lineId, 1));
    expect((await amountsOf(buyer, orderId)).prices).toEqual([8.5]);
    await cancel(buyer, orderId, cancelOf(lineId, 29));
    expect(await amountsOf(buyer, orderId)).toMatchObject({ prices: [8.5], pending: 170, cancelled: 66 + 29 * 8.5 });
    await cancel(buyer, orderId, cancelOf(lineId, 20));
    expect(await amountsOf(buyer, orderId)).toMatchObject({ pending: 0, delivery: 0 });
    expect(await findOrderFaults(portal.db, orderId)).toEqual([]);
  });

  it('repeats its first answer under one key, and charges once', async () => {
    const orderId = await orderItems(portal.db, buyer, anItem(shirt, 50));
    const lineId = await lineOf(buyer, orderId);
    const first = await cancel(buyer, orderId, cancelOf(lineId, 45), 'shrink-1');
    const again = await cancel(buyer, orderId, cancelOf(lineId, 45), 'shrink-1');
    expect(again.body).toEqual(first.body);
    expect(await amountsOf(buyer, orderId)).toMatchObject({ pending: 50, cancelled: 270 });
  });

  it('keeps the price that the person ordered at, whatever the supplier cancels before and after', async () => {
    const orderId = await orderItems(portal.db, buyer, anItem(shirt, 52));
    const lineId = await lineOf(buyer, orderId);
    const operator = await portal.asOperator({ brandIds: [1] });
    const cancelForSupplier = (quantity: number) =>
      operator.post(`/api/operator/orders/${orderId}/lines/cancel`, {
        items: [{ id: lineId, quantity }],
        reason: 'Not to be had.',
      });
    expect((await cancelForSupplier(40)).status).toBe(200);
    expect(await amountsOf(buyer, orderId)).toMatchObject({ prices: [6], delivery: 0, pending: 72 });
    await cancel(buyer, orderId, cancelOf(lineId, 2));
    expect(await amountsOf(buyer, orderId)).toMatchObject({ prices: [6], delivery: 0, pending: 60 });
    await cancel(buyer, orderId, cancelOf(lineId, 1));
    expect(await amountsOf(buyer, orderId)).toMatchObject({ prices: [8], delivery: 0, pending: 72 });
    expect((await cancelForSupplier(8)).status).toBe(200);
    expect(await amountsOf(buyer, orderId)).toMatchObject({ prices: [8], delivery: 0, pending: 8 });
  });

  it('shows no amounts to people who see none', async () => {
    const { client } = await aWearer(portal, [shirt], { quantity: 60 });
    const orderId = await orderItems(portal.db, client, anItem(shirt, 50));
    await sql`update organisation set wearers_see_prices = false where id = 1`.execute(portal.db);
    const { body } = await cancel(client, orderId, cancelOf(await lineOf(client, orderId), 49));
    await sql`update organisation set wearers_see_prices = true where id = 1`.execute(portal.db);
    expect([body.outcome.join(' '), body.orders[0]?.remainingTotal]).toEqual([expect.not.stringContaining('£'), null]);
  });
});

describe('minimum and allowed quantities', () => {
  it('hold for what remains: the fewest, or none', async () => {
    const pack = await aStockedProduct(portal.db, { minimum: 5 });
    const orderId = await orderItems(portal.db, buyer, anItem(pack, 8));
    const lineId = await lineOf(buyer, orderId);
    const refusal = await cancel(buyer, orderId, cancelOf(lineId, 7));
    expect(toRefusal(refusal)).toEqual([
      422,
      {
        'items[0].quantity': [`Of ${pack.name}, at least 5 or none can remain: the product is not sold in other quantities.`],
      },
    ]);
    expect((await orderOf(buyer, orderId)).orderItems[0]).toMatchObject({ leastRemaining: 5, allowedRemaining: [] });
    expect((await cancel(buyer, orderId, cancelOf(lineId, 3))).status).toBe(200);
    expect((await cancel(buyer, orderId, cancelOf(lineId, 1))).status).toBe(422);
    expect((await cancel(buyer, orderId, cancelOf(lineId, 5))).status).toBe(200);
  });

  it('hold for what remains: the quantities that are sold', async () => {
    const socks = await aStockedProduct(portal.db, { allowed: [6, 12, 24] });
    const orderId = await orderItems(portal.db, buyer, anItem(socks, 24));
    const lineId = await lineOf(buyer, orderId);
    expect(toRefusal(await cancel(buyer, orderId, cancelOf(lineId, 1)))).toEqual([
      422,
      {
        'items[0].quantity': [`Of ${socks.name}, 6, 12, 24 or none can remain: the product is not sold in other quantities.`],
      },
    ]);
    expect((await cancel(buyer, orderId, cancelOf(lineId, 12))).status).toBe(200);
  });

  it('count what the supplier cancelled as ordered', async () => {
    const pack = await aStockedProduct(portal.db, { minimum: 5 });
    const orderId = await orderItems(portal.db, buyer, anItem(pack, 6));
    const lineId = await lineOf(buyer, orderId);
    const operator = await portal.asOperator({ brandIds: [1] });
    await operator.post(`/api/operator/orders/${orderId}/lines/cancel`, {
      items: [{ id: lineId, quantity: 3 }],
      reason: 'Not to be had.',
    });
    expect((await orderOf(buyer, orderId)).orderItems[0]).toMatchObject({ pendingQuantity: 3, leastRemaining: 2 });
    expect((await cancel(buyer, orderId, cancelOf(lineId, 1))).status).toBe(200);
    expect((await cancel(buyer, orderId, cancelOf(lineId, 1))).status).toBe(422);
  });

  it('hold for the rest of a line of which pieces get another size', async () => {
    const pack = await aStockedProduct(portal.db, { minimum: 5, stock: [50, 50] });
    const orderId = await orderItems(portal.db, buyer, anItem(pack, 8));
    const lineId = await lineOf(buyer, orderId);
    const change = { combinationId: sizeOf(pack, 1) };
    expect((await changeLine(buyer, orderId, lineId, { ...change, quantity: 5 })).status).toBe(422);
    expect((await changeLine(buyer, orderId, lineId, { ...change, quantity: 3 })).status).toBe(400);
    expect((await orderOf(buyer, orderId)).orderItems[0]?.changeAllowed).toBe(true);
    expect((await changeLine(buyer, orderId, lineId, change)).status).toBe(200);
  });
});

describe('a line of which pieces get another size', () => {
  it('charges both lines as what they are', async () => {
    const orderId = await orderItems(portal.db, buyer, anItem(shirt, 50));
    const lineId = await lineOf(buyer, orderId);
    const { body } = await changeLine(buyer, orderId, lineId, { combinationId: sizeOf(shirt, 1), quantity: 25 });
    expect(await amountsOf(buyer, orderId)).toEqual({
      goods: 400,
      cancelled: 0,
      pending: 400,
      delivery: 0,
      total: 480,
      charged: 480,
      prices: [8, 8],
    });
    expect(body.outcome).toContain(
      `${shirt.name}, Size 0: £8.00 a piece instead of £6.00, excluding tax, because fewer than 50 remain.`,
    );
    await cancel(buyer, orderId, cancelOf(lineId, 20));
    expect(await amountsOf(buyer, orderId)).toMatchObject({ pending: 250, prices: [10, 8] });
    expect(await findOrderFaults(portal.db, orderId)).toEqual([]);
  });
});

describe('what remains may be dearer', () => {
  const dearer = () => aTieredShirt({ stock: [100], price: 1400 });

  it('within a budget in money', async () => {
    const coat = await dearer();
    const { client, id } = await aWearer(portal, [coat], {
      allocationTypeId: 40,
      budgetMinor: 31_000,
      quantity: 60,
      beyond: 'block',
    });
    const orderId = await orderItems(portal.db, client, anItem(coat, 50));
    const lineId = await lineOf(client, orderId);
    const left = await budgetOf(portal, id);
    const refusal = await cancel(client, orderId, cancelOf(lineId, 1));
    expect(refusal.status).toBe(400);
    expect(JSON.stringify(refusal.errors)).toMatch(/What remains costs more.*is left in/);
    expect(await budgetOf(portal, id)).toBe(left);
    expect((await cancel(client, orderId, cancelOf(lineId, 30))).status).toBe(200);
    expect(await budgetOf(portal, id)).toBe(31_000 - 20 * 800);
  });

  describe('in two orders at the same moment', () => {
    /** Two orders of which one may become dearer by 92.00 within the budget. */
    async function cancelInTwo(server: Pick<typeof portal, 'as'>) {
      // Of two sizes, so that the lock of the stock does not keep them apart.
      const coat = await aTieredShirt({ stock: [100, 100], price: 1400 });
      const { client } = await aWearer(portal, [coat], {
        allocationTypeId: 40,
        budgetMinor: 70_000,
        quantity: 120,
        beyond: 'block',
      });
      const orders = [
        await orderItems(portal.db, client, anItem(coat, 50)),
        await orderItems(portal.db, client, anItem(coat, 50, 1)),
      ];
      const lines = await Promise.all(orders.map((id) => lineOf(client, id)));
      const director = await server.as('admin@meridian.example');
      const replies = await Promise.all(orders.map((id, index) => cancel(director, id, cancelOf(lines[index] as number, 1))));
      return replies.map(({ status }) => status).toSorted();
    }

    it('as far as the budget covers both', async () => {
      for (let round = 0; round < 3; round += 1) expect(await cancelInTwo(portal)).toEqual([200, 400]);
    });

    it('would go wrong without the lock', async () => {
      let readers = 0;
      const withoutLock = await portal.openSecondServer({
        logTo: { write: () => undefined },
        faults: [
          {
            statement: /then granted - reserved - used end as left/,
            rewrite: (text) => text.replace('for update', ''),
            afterwards: async () => {
              readers += 1;
              await vi.waitUntil(() => readers === 2, { interval: 5, timeout: 5000 });
            },
          },
        ],
      });
      expect(await cancelInTwo(withoutLock)).toEqual([200, 500]);
    });
  });

  it('within the credit limit', async () => {
    const orderId = await orderItems(portal.db, buyer, anItem(shirt, 50));
    await sql`update organisation set credit_limit_minor = open_amount(1) + 100 where id = 1`.execute(portal.db);
    try {
      const refusal = await cancel(buyer, orderId, cancelOf(await lineOf(buyer, orderId), 1));
      expect(toRefusal(refusal)).toEqual([
        400,
        {
          cancellation: [
            'What remains costs more than is left of your organisation’s credit limit. Please contact your administrator.',
          ],
        },
      ]);
    } finally {
      await sql`update organisation set credit_limit_minor = null where id = 1`.execute(portal.db);
    }
  });

  it('and is approved anew where a rule says so', async () => {
    await signInAs(portal, { role: 'Buyer', approver: true });
    const orderId = await orderItems(portal.db, buyer, anItem(shirt, 50));
    await withRules(portal, [{ kind: 'above_amount', amountMinor: 35_000 }], async () => {
      const { body } = await cancel(buyer, orderId, cancelOf(await lineOf(buyer, orderId), 1));
      expect(body.orders[0]?.orderStatus).toBe('AwaitingApproval');
      expect(await eventsOf(portal, orderId)).toEqual(['pieces_cancelled', 'approval_requested']);
      expect((await mailsOf(portal, orderId)).map(({ template }) => template)).toContain('approval-requested-again');
    });
  });
});

it('an order that the entitlement covers once the pieces beyond it are cancelled has no fee', async () => {
  await sql`update payment_option set fee_minor = 250 where organisation_id = 1`.execute(portal.db);
  const { client } = await aWearer(portal, [shirt], { quantity: 3, beyond: 'approval' });
  const orderId = await orderItems(portal.db, client, { ...anItem(shirt, 5), reason: 'For the gala.' });
  await sql`update payment_option set fee_minor = 0 where organisation_id = 1`.execute(portal.db);
  const lineId = await lineOf(client, orderId);
  // Wearers see no amounts.
  const whatRemains = async () => orderOf(await portal.as('admin@meridian.example'), orderId);
  await cancel(client, orderId, cancelOf(lineId, 1));
  expect(await whatRemains()).toMatchObject({ paymentMethodAdditionalFeeExclTax: 2.5, remainingTotal: 48 + 5.94 + 2.5 });
  await cancel(client, orderId, cancelOf(lineId, 1));
  expect(await whatRemains()).toMatchObject({ paymentMethod: 'Paid from the entitlement', remainingTotal: 36 + 5.94 });
});

describe('an order of which a part is approved', () => {
  const decide = (client: TestClient, decision: object) =>
    client.post<'POST /api/orders/approvereject'>('/api/orders/approvereject', decision);
  let approver: SignedIn;
  beforeAll(async () => {
    approver = await signInAs(portal, { role: 'Buyer', approver: true, ...NORTH });
  });
  const inRules = (act: () => Promise<void>) => withRules(portal, [{ kind: 'always' }], act);

  it('costs what remains, and the approver sees it before', () =>
    inRules(async () => {
      const orderId = await orderItems(portal.db, buyer, anItem(shirt, 50));
      const lineId = await lineOf(buyer, orderId);
      const items = [{ id: lineId, quantity: 10 }];
      const preview = await decide(approver, { id: orderId, action: 'approve', items, preview: true });
      expect(preview.body).toMatchObject({
        msg: null,
        orders: [{ orderStatus: 'AwaitingApproval' }],
        outcome: [
          `${shirt.name}, Size 0: £10.00 a piece instead of £6.00, excluding tax, because fewer than 50 remain.`,
          'Delivery costs £4.95 instead of nothing, excluding tax.',
          'What remains costs £125.94, including tax and delivery.',
        ],
      });
      const decided = await decide(approver, { id: orderId, action: 'approve', items });
      expect([decided.status, decided.body.outcome]).toEqual([200, []]);
      expect(await amountsOf(buyer, orderId)).toMatchObject({
        pending: 100,
        cancelled: 240,
        goods: 340,
        delivery: 4.95,
        prices: [10],
      });
      expect((await decide(approver, { id: orderId, action: 'approve', items })).status).toBe(200);
      expect((await orderOf(buyer, orderId)).orderStatus).toBe('Pending');
      expect(await findOrderFaults(portal.db, orderId)).toEqual([]);
    }));

  it('previews dropping a line without a reason, and what is not sold in such quantities is refused', () =>
    inRules(async () => {
      const pack = await aStockedProduct(portal.db, { minimum: 5 });
      const orderId = await orderItems(portal.db, buyer, anItem(shirt, 25), anItem(pack, 8));
      const [shirts, packs] = (await orderOf(buyer, orderId)).orderItems.map(({ id }) => id) as [number, number];
      const dropped = [{ id: shirts, action: 'reject' }];
      const preview = await decide(approver, { id: orderId, action: 'approve', items: dropped, preview: true });
      expect(preview.body.outcome).toEqual([
        'Delivery costs £4.95 instead of nothing, excluding tax.',
        'What remains costs £101.94, including tax and delivery.',
      ]);
      const tooFew = [{ id: packs, quantity: 4 }];
      for (const more of [{ preview: true }, {}])
        expect(toRefusal(await decide(approver, { id: orderId, action: 'approve', items: tooFew, ...more }))).toEqual([
          422,
          { 'items[0].quantity': [expect.stringContaining('at least 5 or none can remain')] },
        ]);
      const card = (await approver.get<'GET /api/orders/:id/approval'>(`/api/orders/${orderId}/approval`)).body.approval;
      expect(card.items.map(({ leastRemaining }) => leastRemaining)).toEqual([1, 5]);
    }));
});
