import fc from 'fast-check';
import { sql } from 'kysely';
import { aStockedProduct, createCheckoutChoices, requestSummary, type StockedProduct, submitOrder } from './builders.ts';
import type { TestClient, TestPortal } from './portal.ts';
import { aWearer, type SignedIn, signInAs } from './wearers.ts';

/**
 * A model of ordering: what orders, stock and entitlement should be after any sequence of placing, deciding and picking. It
 * shares no code with the portal.
 */

const OWED = 4;
/** Meridian asks for approval above this, in pounds. */
const APPROVAL_ABOVE = 1000;
const SIZES = [
  { name: 'shirt in S', product: 0, combination: 0, price: 20, stock: 5 },
  { name: 'shirt in L', product: 0, combination: 1, price: 20, stock: 5 },
  { name: 'coat', product: 1, combination: 0, price: 600, stock: 4 },
] as const;

type Status = 'Pending' | 'AwaitingApproval' | 'Rejected' | 'Cancelled';

interface ModelLine {
  size: number;
  quantity: number;
  cancelled: number;
  covered: number;
}

interface ModelOrder {
  id: number;
  status: Status;
  isPicking: boolean;
  lines: ModelLine[];
}

/** What should be true. */
export interface OrderModel {
  orders: ModelOrder[];
}

/** The portal, with the people and garments of one sequence. */
export interface OrderFixture {
  portal: TestPortal;
  garments: StockedProduct[];
  wearer: TestClient;
  choices: object;
  callers: Record<CallerName, TestClient>;
}

const CALLERS = ['wearer', 'approver', 'admin', 'stranger'] as const;
type CallerName = (typeof CALLERS)[number];

const pendingOf = ({ quantity, cancelled }: ModelLine) => quantity - cancelled;
const countedOf = ({ covered, quantity, cancelled }: ModelLine) => Math.min(covered, quantity - cancelled);
const sumOf = <T>(items: readonly T[], value: (item: T) => number) => items.reduce((sum, item) => sum + value(item), 0);
const linesIn = ({ orders }: OrderModel) => orders.flatMap(({ lines }) => lines);
const freeStock = (model: OrderModel, size: number) =>
  SIZES[size as 0].stock - sumOf(linesIn(model), (line) => (line.size === size ? pendingOf(line) : 0));
const leftOf = (model: OrderModel) => OWED - sumOf(linesIn(model), countedOf);

/** The people who are the same in every sequence. */
export async function createCallers(portal: TestPortal): Promise<Record<Exclude<CallerName, 'wearer'>, SignedIn>> {
  return {
    approver: await signInAs(portal, { role: 'Buyer', approver: true }),
    admin: await signInAs(portal, { role: 'Admin', adminableGroupIds: [1] }),
    stranger: await signInAs(portal, { role: 'Staff' }),
  };
}

/** New garments, with little stock, and a new wearer who is owed four pieces of them and may order more with approval. */
export async function createFixture(portal: TestPortal, callers: Omit<OrderFixture['callers'], 'wearer'>): Promise<OrderFixture> {
  const garments = [
    await aStockedProduct(portal.db, { price: 2000, stock: [SIZES[0].stock, SIZES[1].stock] }),
    await aStockedProduct(portal.db, { price: 60_000, stock: [SIZES[2].stock] }),
  ];
  const { client } = await aWearer(portal, garments, { beyond: 'approval', quantity: OWED });
  return {
    portal,
    garments,
    wearer: client,
    choices: await createCheckoutChoices(portal.db, client),
    callers: { ...callers, wearer: client },
  };
}

const toCombination = ({ garments }: OrderFixture, size: number) => {
  const { product, combination } = SIZES[size as 0];
  const garment = garments[product] as StockedProduct;
  return { productId: garment.id, combinationId: garment.combinations[combination]?.id };
};

type Command = fc.AsyncCommand<OrderModel, OrderFixture>;

function expectEqual(what: string, actual: unknown, expected: unknown): void {
  const [seen, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (seen !== wanted) throw new Error(`${what}: ${seen} instead of ${wanted}`);
}

/** Compares an order with its model, as an administrator reads it: wearers are sent no amounts. */
async function checkOrder({ callers: { admin }, garments }: OrderFixture, order: ModelOrder): Promise<void> {
  const { body, status } = await admin.get<'GET /api/orders/:id'>(`/api/orders/${order.id}`);
  const [detail] = body.orders ?? [];
  if (!detail) throw new Error(`Order ${order.id} cannot be read: ${status}`);
  const skuOf = (size: number) => garments[SIZES[size as 0].product]?.combinations[SIZES[size as 0].combination]?.sku;
  const pending = SIZES.map((_, size) =>
    sumOf(detail.orderItems, (item) => (item.sku === skuOf(size) ? item.pendingQuantity : 0)),
  );
  const expected = SIZES.map((_, size) => sumOf(order.lines, (line) => (line.size === size ? pendingOf(line) : 0)));
  expectEqual(`pending pieces of order ${order.id}`, pending, expected);
  expectEqual(`status of order ${order.id}`, detail.orderStatus, order.status);
  const pendingValue = sumOf(order.lines, (line) => pendingOf(line) * SIZES[line.size as 0].price);
  expectEqual(`pending value of order ${order.id}`, detail.pendingValue, pendingValue);
  const parts = Number(detail.shippedValue) + Number(detail.cancelledValue) + Number(detail.pendingValue);
  expectEqual(`sum of the values of order ${order.id}`, parts.toFixed(2), detail.totalValue?.toFixed(2));
}

/** A command about one of the orders, chosen by a number. */
const aboutOrder = (pick: number, text: string, act: (fixture: OrderFixture, order: ModelOrder) => Promise<void>): Command => ({
  check: ({ orders }) => orders.length > 0,
  toString: () => `${text} of order ${pick}`,
  run: async ({ orders }, fixture) => {
    const order = orders[pick % orders.length] as ModelOrder;
    await act(fixture, order);
    await checkOrder(fixture, order);
  },
});

const place = (wanted: readonly { size: number; quantity: number }[]): Command => ({
  check: () => true,
  toString: () => `place ${wanted.map(({ size, quantity }) => `${quantity} × ${SIZES[size as 0].name}`).join(', ')}`,
  run: async (model, fixture) => {
    const { wearer, portal, choices } = fixture;
    await sql`delete from cart_line where cart_id in (select id from cart where customer_id = ${wearer.customerId})`.execute(
      portal.db,
    );
    const items = wanted.map(({ size, quantity }) => ({ ...toCombination(fixture, size), quantity, reason: 'For the gala.' }));
    const filled = await wearer.post('/api/shopping_cart_items/multiple', { items });
    const isInStock = wanted.every(({ size, quantity }) => freeStock(model, size) >= quantity);
    expectEqual('adding to the cart', filled.status === 200, isInStock);
    if (!isInStock) return;
    await requestSummary(portal.db, wearer, choices);
    const { status, body, errors } = await submitOrder(wearer);
    expectEqual(`placing (${JSON.stringify(errors)})`, status, 200);
    let left = leftOf(model);
    const lines = wanted.map(({ size, quantity }) => {
      const covered = Math.min(left, quantity);
      left -= covered;
      return { size, quantity, cancelled: 0, covered };
    });
    const goods = sumOf(lines, ({ size, quantity }) => quantity * SIZES[size as 0].price);
    const waits = goods > APPROVAL_ABOVE || lines.some(({ covered, quantity }) => covered < quantity);
    const order: ModelOrder = {
      id: body.orderId ?? 0,
      status: waits ? 'AwaitingApproval' : 'Pending',
      isPicking: false,
      lines,
    };
    model.orders.push(order);
    await checkOrder(fixture, order);
  },
});

const cancelAll = (order: ModelOrder) => {
  for (const line of order.lines) line.cancelled = line.quantity;
};

const listItems = async ({ wearer }: OrderFixture, { id }: ModelOrder) =>
  (await wearer.get<'GET /api/orders/:id'>(`/api/orders/${id}`)).body.orders[0]?.orderItems ?? [];

const DECISIONS = { approve: 'Pending', reject: 'Rejected', amend: 'Cancelled' } as const;

/** `isReduced` approves one piece less of the first line that has more than one. */
const decide = (pick: number, caller: CallerName, action: keyof typeof DECISIONS, isReduced: boolean): Command =>
  aboutOrder(pick, `${caller}: ${action}${isReduced ? ' less' : ''}`, async (fixture, order) => {
    const reduced = isReduced && action === 'approve' ? order.lines.findIndex((line) => pendingOf(line) > 1) : -1;
    const line = order.lines[reduced];
    const item = (await listItems(fixture, order))[reduced];
    const { status } = await fixture.callers[caller].post('/api/orders/approvereject', {
      id: order.id,
      action,
      ...(action === 'approve' ? {} : { rejectReason: 'Not this month.' }),
      ...(line && item ? { items: [{ id: item.id, quantity: pendingOf(line) - 1 }] } : {}),
    });
    if (caller !== 'approver') return expectEqual('a decision of someone who may not decide', status === 200, false);
    // Repeating one's own decision gets the first answer again.
    if (order.status !== 'AwaitingApproval') return;
    expectEqual('the decision', status, 200);
    order.status = DECISIONS[action];
    if (action !== 'approve') cancelAll(order);
    else if (line) line.cancelled += 1;
  });

const startPicking = (pick: number): Command =>
  aboutOrder(pick, 'picking starts', async ({ portal }, order) => {
    const { rows } = await sql`
      update orders set picking_started_at = now()
      where id = ${order.id} and order_state_id = 10 and released_at is not null and picking_started_at is null returning id`.execute(
      portal.db,
    );
    expectEqual('picking', rows.length > 0, order.status === 'Pending' && !order.isPicking);
    if (rows.length > 0) order.isPicking = true;
  });

const pick = fc.nat({ max: 7 });
const caller = fc.constantFrom(...CALLERS);
const size = fc.nat({ max: SIZES.length - 1 });
const wanted = fc.uniqueArray(fc.record({ size, quantity: fc.integer({ min: 1, max: 3 }) }), {
  minLength: 1,
  maxLength: 2,
  selector: (line) => line.size,
});

/** Everything that can happen to orders. Those who may are asked more often than others. */
export const orderCommands: fc.Arbitrary<Command>[] = [
  wanted.map(place),
  wanted.map(place),
  fc
    .tuple(
      pick,
      fc.oneof({ weight: 3, arbitrary: fc.constant<CallerName>('approver') }, caller),
      fc.constantFrom(...(['approve', 'approve', 'reject', 'amend'] as const)),
      fc.boolean(),
    )
    .map((parts) => decide(...parts)),
  pick.map(startPicking),
];

/** Compares what is in stock and what the wearer is owed with the model. */
export async function checkTotals(model: OrderModel, { garments, portal, wearer }: OrderFixture): Promise<void> {
  const ids = SIZES.map(({ product, combination }) => garments[product]?.combinations[combination]?.id);
  const { rows } = await sql<{ id: number; free: number }>`
    select combination_id as id, on_hand - reserved as free from stock_level where combination_id = any (${ids}::bigint[])`.execute(
    portal.db,
  );
  expectEqual(
    'free stock',
    ids.map((id) => rows.find((row) => row.id === id)?.free),
    SIZES.map((_, index) => freeStock(model, index)),
  );
  const accounts = await sql<{ left: number }>`
    select (granted - reserved - used)::int as left from entitlement_account where customer_id = ${wearer.customerId} and kind = 'group'`.execute(
    portal.db,
  );
  expectEqual('pieces left', accounts.rows[0]?.left, leftOf(model));
}
