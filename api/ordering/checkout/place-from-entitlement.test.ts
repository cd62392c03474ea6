import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  addItems,
  anItem,
  aPerson,
  aStockedProduct,
  createCheckoutChoices,
  fillCart,
  orderItems,
  requestSummary,
  type StockedProduct,
  submitOrder,
} from '#api/testing/builders.ts';
import { findLedgerFaults } from '#api/testing/entitlement.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { unlockedEntitlement } from '#api/testing/statement-faults.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer, orderFor, type WearerOverrides } from '#api/testing/wearers.ts';

const portal = usePortal();
let shirt: StockedProduct;
beforeEach(async () => {
  shirt = await aStockedProduct(portal.db, { price: 1000, stock: [500] });
});

const linesOf = async (orderId: number) =>
  (
    await sql<Record<string, unknown>>`
      select wearer_id, collection_id, collection_group_id, super_group_id, super_group_option_id, season_id, quantity, covered_quantity, reason,
        group_account_id is not null as has_account, budget_account_id is not null as has_budget, unit_points
      from order_line where order_id = ${orderId} order by id`.execute(portal.db)
  ).rows;
/** The accounts of a person: unit, then granted, reserved and used. */
const accountsOf = async (customerId: number) =>
  (
    await sql<{ unit: string; granted: number; reserved: number; used: number }>`
      select unit, granted, reserved, used from entitlement_account where customer_id = ${customerId} order by unit, id`.execute(
      portal.db,
    )
  ).rows.map(({ unit, granted, reserved, used }) => [unit, granted, reserved, used]);
const entriesOf = async (customerId: number) =>
  (
    await sql<Record<string, unknown>>`
      select a.unit, e.kind, e.granted_delta + e.reserved_delta + e.used_delta as amount, e.actor_id, e.order_line_id is not null as has_line
      from entitlement_entry e join entitlement_account a on a.id = e.account_id where a.customer_id = ${customerId} order by a.unit, e.id`.execute(
      portal.db,
    )
  ).rows;
const ordersOf = async (customerId: number) =>
  (await sql<{ n: number }>`select count(*)::int as n from orders where customer_id = ${customerId}`.execute(portal.db)).rows[0]
    ?.n;

describe('an order from the entitlement', () => {
  it('keeps wearer, wardrobe, group, season and covered pieces on its line, and reserves them', async () => {
    const { client, id, collectionId, groupId, seasonId } = await aWearer(portal, [shirt]);

    const orderId = await orderItems(portal.db, client, anItem(shirt, 2));

    expect(await linesOf(orderId)).toEqual([
      {
        wearer_id: id,
        collection_id: collectionId,
        collection_group_id: groupId,
        super_group_id: null,
        super_group_option_id: null,
        season_id: seasonId,
        quantity: 2,
        covered_quantity: 2,
        reason: null,
        has_account: true,
        has_budget: false,
        unit_points: null,
      },
    ]);
    expect(await accountsOf(id)).toEqual([['pieces', 3, 2, 0]]);
    expect(await entriesOf(id)).toEqual([
      { unit: 'pieces', kind: 'grant', amount: 3, actor_id: null, has_line: false },
      { unit: 'pieces', kind: 'reserve', amount: 2, actor_id: id, has_line: true },
    ]);
    expect(await findLedgerFaults(portal.db)).toEqual([]);
  });

  it('keeps either/or and option', async () => {
    const { client, superGroupId, optionId } = await aWearer(portal, [shirt], { underOption: true, isChosen: true });
    const orderId = await orderItems(portal.db, client, anItem(shirt));
    expect(await linesOf(orderId)).toMatchObject([{ super_group_id: superGroupId, super_group_option_id: optionId }]);
  });

  it('needs no payment: everything is covered, delivery too', async () => {
    const { client } = await aWearer(portal, [shirt]);
    await fillCart(client, anItem(shirt, 2));
    const { paymentMethodSystemName, ...choices } = await createCheckoutChoices(portal.db, client);
    const summary = await requestSummary(portal.db, client, choices);
    const methods = await client.get<'GET /api/paymentoptions'>('/api/paymentoptions');
    const { body } = await submitOrder(client);

    // Wearers whose entitlement is in pieces see no sums.
    expect(summary).toMatchObject({ orderTotal: null, entitlementValue: null, payableValue: null, canPlaceOrder: true });
    expect(summary.paymentOption).toMatchObject({
      paymentMethodSystemName: 'Payments.Entitlement',
      name: 'Paid from your entitlement',
    });
    expect(methods.body.paymentOptions.map((method) => method.paymentMethodSystemName)).toEqual(['Payments.Entitlement']);
    const { rows } = await sql`select payment_method from orders where id = ${body.orderId}`.execute(portal.db);
    expect(rows).toEqual([{ payment_method: 'Payments.Entitlement' }]);
    const { body: detail } = await client.get<'GET /api/orders/:id'>(`/api/orders/${body.orderId}`);
    expect(detail.orders[0]).toMatchObject({
      paymentMethod: 'Paid from your entitlement',
      paymentMethodSystemName: 'Payments.Entitlement',
    });
  });

  it('by a Buyer for a wearer uses the entitlement of the wearer, and none without a wearer', async () => {
    const wearer = await aWearer(portal, [shirt]);
    const buyer = await aWearer(portal, [shirt], { role: 'Buyer' });

    const orderId = await orderItems(portal.db, buyer.client, { ...anItem(shirt, 2), customerId: wearer.id }, anItem(shirt, 5));

    expect(await linesOf(orderId)).toMatchObject([
      { wearer_id: wearer.id, covered_quantity: 2, has_account: true },
      { wearer_id: null, covered_quantity: 0, has_account: false },
    ]);
    expect([await accountsOf(wearer.id), await accountsOf(buyer.id)]).toEqual([[['pieces', 3, 2, 0]], [['pieces', 3, 0, 0]]]);
    expect((await entriesOf(wearer.id)).at(-1)).toMatchObject({ kind: 'reserve', actor_id: buyer.id });
  });

  it('by a Buyer in the uniform builder uses their own', async () => {
    const buyer = await aWearer(portal, [shirt], { role: 'Buyer' });
    await orderItems(portal.db, buyer.client, { ...anItem(shirt), source: 'builder' });
    expect(await accountsOf(buyer.id)).toEqual([['pieces', 3, 1, 0]]);
  });

  it.each(['admin@meridian.example', 'sales@meridian.example'])('by %s for someone uses that person’s', async (by) => {
    const wearer = await aWearer(portal, [shirt]);
    const colleague = await orderFor(portal, wearer.id, by);

    const orderId = await orderItems(portal.db, { ...colleague, customerId: wearer.id }, anItem(shirt));

    expect(await linesOf(orderId)).toMatchObject([{ wearer_id: wearer.id, covered_quantity: 1 }]);
    expect((await entriesOf(wearer.id)).at(-1)).toMatchObject({ kind: 'reserve', actor_id: colleague.customerId });
    expect(await ordersOf(wearer.id)).toBe(1);
  });

  it.each<[name: string, wardrobe: WearerOverrides, quantity: number, accounts: unknown[][]]>([
    ['fixed', { allocationTypeId: 10, productQuantity: 2 }, 2, [['pieces', 2, 2, 0]]],
    ['quantity', { allocationTypeId: 20 }, 3, [['pieces', 3, 3, 0]]],
    ['quantity without a number', { allocationTypeId: 20, quantity: null }, 9, [['pieces', 0, 9, 0]]],
    [
      'points',
      { allocationTypeId: 30, points: 40, budgetPoints: 100 },
      2,
      [
        ['pieces', 3, 2, 0],
        ['points', 100, 80, 0],
      ],
    ],
    [
      'money',
      { allocationTypeId: 40, budgetMinor: 2500 },
      2,
      [
        ['money', 2500, 2000, 0],
        ['pieces', 3, 2, 0],
      ],
    ],
    ['unlimited', { allocationTypeId: 50 }, 12, [['pieces', 0, 12, 0]]],
  ])(
    'reserves from every account of allocation by %s, and cancelling gives all of it back',
    async (_name, wardrobe, quantity, accounts) => {
      const { client, id } = await aWearer(portal, [shirt], wardrobe);
      const before = await accountsOf(id);
      const orderId = await orderItems(portal.db, client, anItem(shirt, quantity));
      expect(await accountsOf(id)).toEqual(accounts);
      await sql`update order_line set shipped_quantity = quantity where order_id = ${orderId}`.execute(portal.db);
      expect(await accountsOf(id)).toEqual(accounts.map(([unit, granted, reserved]) => [unit, granted, 0, reserved]));
      await sql`update order_line set returned_quantity = quantity where order_id = ${orderId}`.execute(portal.db);
      expect(await accountsOf(id)).toEqual(before);
      expect(await findLedgerFaults(portal.db)).toEqual([]);
    },
  );

  it.each<[name: string, wardrobe: WearerOverrides, quantity: number, message: string]>([
    ['a group', {}, 4, 'You have only 3 left in Garments.'],
    ['points', { allocationTypeId: 30, points: 40, budgetPoints: 100 }, 3, 'You have only 100 points left in '],
    ['money', { allocationTypeId: 40, budgetMinor: 2500 }, 3, 'You have only £25.00 left in '],
    [
      'missing points',
      { allocationTypeId: 30, budgetPoints: 100 },
      1,
      'This garment has no points, so it cannot be ordered with points.',
    ],
    ['fixed products', { allocationTypeId: 10, productQuantity: 1 }, 2, 'You have only 1 left in Garment '],
    [
      'own payment',
      { beyond: 'own_payment' },
      4,
      'You have only 3 left in Garments. Paying for more yourself is not possible at the moment.',
    ],
  ])('beyond %s is refused where the wardrobe blocks', async (_name, wardrobe, quantity, message) => {
    const { client } = await aWearer(portal, [shirt], wardrobe);
    const { status, errors } = await addItems(client, anItem(shirt, quantity));
    expect([status, Object.keys(errors)]).toEqual([400, ['items[0]']]);
    expect(errors['items[0]']?.[0]?.startsWith(message)).toBe(true);
  });

  it('beyond what earlier orders left of points is refused', async () => {
    const { client } = await aWearer(portal, [shirt], { allocationTypeId: 30, points: 40, budgetPoints: 100 });
    await orderItems(portal.db, client, anItem(shirt, 2));
    const { status, errors } = await addItems(client, anItem(shirt));
    expect([status, errors['items[0]']?.[0]]).toEqual([400, expect.stringMatching(/^You have only 20 points left in /)]);
  });

  it('beyond it needs a reason and waits for approval where the wardrobe says so', async () => {
    const { client, id } = await aWearer(portal, [shirt], { beyond: 'approval' });
    const { items } = await fillCart(client, anItem(shirt, 5));
    const choices = await createCheckoutChoices(portal.db, client);
    const summary = await requestSummary(portal.db, client, choices);
    const refused = await submitOrder(client);
    const line = items[0]?.id;
    expect([refused.status, Object.keys(refused.errors)]).toEqual([422, [`items[${line}].reason`]]);
    expect(await accountsOf(id)).toEqual([['pieces', 3, 0, 0]]);

    // Of 5 shirts, 3 are covered. Wearers whose entitlement is in pieces see no sums.
    expect(summary).toMatchObject({
      requiresApproval: true,
      approvalReasons: ['2 pieces beyond the entitlement'],
      expectedOn: null,
      orderTotal: null,
    });
    await client.put(`/api/shopping_cart_items/${line}`, { reason: 'Two are at the laundry.' });
    const placed = await submitOrder(client);

    expect(placed.body).toMatchObject({ orderStatus: 'AwaitingApproval', requiresApproval: true });
    expect(await linesOf(placed.body.orderId ?? 0)).toMatchObject([
      { quantity: 5, covered_quantity: 3, reason: 'Two are at the laundry.' },
    ]);
    expect(await accountsOf(id)).toEqual([['pieces', 3, 3, 0]]);
    // Pieces beyond the entitlement are the first to go.
    await sql`update order_line set cancelled_quantity = 2 where order_id = ${placed.body.orderId}`.execute(portal.db);
    expect(await accountsOf(id)).toEqual([['pieces', 3, 3, 0]]);
  });

  it('is refused when the window closes between summary and order, and reserves nothing', async () => {
    const { client, id, seasonId } = await aWearer(portal, [shirt]);
    await fillCart(client, anItem(shirt));
    await requestSummary(portal.db, client);
    await sql`update season set ordering_closes_on = '2025-01-31' where id = ${seasonId}`.execute(portal.db);

    const { status, errors } = await submitOrder(client);

    expect([status, errors.cart?.length]).toEqual([400, 1]);
    expect(errors.cart?.[0]).toMatch(/^Garment .*: Ordering closed on 31 January 2025\.$/);
    expect([await accountsOf(id), await ordersOf(id)]).toEqual([[['pieces', 3, 0, 0]], 0]);
  });

  it('is reviewed again when what it covers has changed since the summary', async () => {
    const wearer = await aWearer(portal, [shirt], { beyond: 'approval' });
    const buyer = await portal.as((await aPerson(portal.db)).email);
    await fillCart(wearer.client, anItem(shirt, 2));
    await requestSummary(portal.db, wearer.client);
    await orderItems(portal.db, buyer, { ...anItem(shirt, 2), customerId: wearer.id });
    await wearer.client.put(
      `/api/shopping_cart_items/${(await wearer.client.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items')).body.items[0]?.id}`,
      {
        reason: 'Lost.',
      },
    );

    const { status, errors } = await submitOrder(wearer.client);

    expect([status, errors.cart?.[0]]).toEqual([400, 'The delivery cost, the tax or what your entitlement covers has changed.']);
    expect(await accountsOf(wearer.id)).toEqual([['pieces', 3, 2, 0]]);
  });
});

describe('the statements of an order', () => {
  it('are at most 15 with transaction control, and as many for 200 lines as for one', async () => {
    const counts: number[] = [];
    const sku = (index: number) => `ENT-${shirt.id}-${index}`;
    await sql`insert into combination (product_id, value_ids, description, sku)
      select ${shirt.id}, array[9000000 + n]::bigint[], 'Size ' || n, ${`ENT-${shirt.id}-`} || n from generate_series(1, 200) n`.execute(
      portal.db,
    );
    await sql`insert into stock_level (combination_id, product_id, on_hand)
      select id, product_id, 9 from combination where product_id = ${shirt.id} and sku like 'ENT-%'`.execute(portal.db);
    for (const lines of [1, 1, 200]) {
      const { client } = await aWearer(portal, [shirt], { quantity: 500 });
      await fillCart(
        client,
        ...Array.from({ length: lines }, (_, index) => ({ productId: shirt.id, sku: sku(index + 1), quantity: 1 })),
      );
      await requestSummary(portal.db, client);
      const before = portal.statementsSent();
      const { status } = await submitOrder(client, {}, `key-${client.customerId}`);
      counts.push(portal.statementsSent() - before);
      expect(status).toBe(200);
    }
    const wearer = await aWearer(portal, [shirt]);
    const colleague = { ...(await orderFor(portal, wearer.id, 'sales@meridian.example')), customerId: wearer.id };
    await fillCart(colleague, anItem(shirt));
    await requestSummary(portal.db, colleague);
    const before = portal.statementsSent();
    expect((await submitOrder(colleague, {}, 'for-someone')).status).toBe(200);
    counts.push(portal.statementsSent() - before);
    expect(Math.max(...counts), String(counts)).toBeLessThanOrEqual(15);
    // 200 lines cost enough to need approval, for which one more statement makes sure that someone can decide, and another finds them for the mails.
    expect(counts[2]).toBe((counts[1] as number) + 2);
  });
});

/** Five people order the last piece that a wearer is owed, each in twenty tabs, at the same time. */
async function orderLastPiece(server: { withSession(client: TestClient): TestClient }) {
  // Each orders another size, so that they do not wait for each other’s stock.
  shirt = await aStockedProduct(portal.db, { stock: [9, 9, 9, 9, 9] });
  const wearer = await aWearer(portal, [shirt], { quantity: 1 });
  const buyers = await Promise.all(Array.from({ length: 5 }, async () => portal.as((await aPerson(portal.db)).email)));
  for (const [size, buyer] of buyers.entries()) {
    await fillCart(buyer, { ...anItem(shirt, 1, size), customerId: wearer.id });
    await requestSummary(portal.db, buyer);
  }
  const tabs = buyers.map((buyer) => server.withSession(buyer));
  const answers = await Promise.all(Array.from({ length: 100 }, (_, tab) => submitOrder(tabs[tab % 5] as TestClient)));
  const placed = await sql<{
    n: number;
  }>`select sum(covered_quantity)::int as n from order_line where wearer_id = ${wearer.id}`.execute(portal.db);
  return { answers, covered: placed.rows[0]?.n, accounts: await accountsOf(wearer.id) };
}

describe('the last piece that someone is owed', { timeout: 120_000 }, () => {
  it('is ordered once by five people in twenty tabs each', async () => {
    const { answers, covered, accounts } = await orderLastPiece(portal);

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(99);
    expect([covered, accounts]).toEqual([1, [['pieces', 1, 1, 0]]]);
    expect(await findLedgerFaults(portal.db)).toEqual([]);
  });

  it('is ordered more than once when it is reserved by reading and writing', async () => {
    const broken = await portal.openSecondServer({ faults: [unlockedEntitlement] });
    const { covered } = await orderLastPiece(broken);

    expect(covered).toBeGreaterThan(1);
    expect(await findLedgerFaults(portal.db)).not.toEqual([]);
  });
});
