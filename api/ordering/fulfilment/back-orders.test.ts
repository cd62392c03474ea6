import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aStockedProduct, type StockedProduct } from '#api/testing/builders.ts';
import {
  aBackOrderProduct,
  aParcel,
  aReleasedOrder,
  cancelLines,
  moveDate,
  operatorOrderOf,
  receive,
  ship,
  shipPieces,
  stockOf,
} from '#api/testing/fulfilment.ts';
import { cancel, eventsOf, mailsOf, orderOf, setApprovalRules } from '#api/testing/order-changes.ts';
import { type TestOperatorClient, toRefusal } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let operator: TestOperatorClient;
let buyer: SignedIn;

beforeAll(async () => {
  await setApprovalRules(portal);
  operator = await portal.asOperator({ brandIds: [1] });
  buyer = await signInAs(portal, {});
});

/** Pieces of the first line of each order that can be picked now, and the day until which the others are promised. */
const readyOf = async (...orders: { id: number; lines: number[] }[]) => {
  const found = await Promise.all(orders.map(({ id }) => operatorOrderOf(operator, id)));
  return found.map((order) => order?.lines[0]?.readyQuantity);
};

describe('pieces on hand', () => {
  it('go to the order that was released first', async () => {
    const jacket = await aBackOrderProduct(portal, 1);
    const [older, younger] = [await aReleasedOrder(portal, buyer, [jacket, 1]), await aReleasedOrder(portal, buyer, [jacket, 1])];
    expect(await readyOf(older, younger)).toEqual([1, 0]);
    expect(toRefusal(await ship(operator, [aParcel([younger.lines[0] as number, 1])]))).toEqual([
      409,
      { stock: [`The pieces on hand are needed for orders that were promised earlier: ${jacket.name}.`] },
    ]);
    await shipPieces(operator, [older.lines[0] as number, 1]);
    expect(await readyOf(younger)).toEqual([0]);
  });

  it('go to lines that were promised earlier before those promised later', async () => {
    const jacket = await aBackOrderProduct(portal, 0);
    const orders = [];
    for (let index = 0; index < 3; index += 1) orders.push(await aReleasedOrder(portal, buyer, [jacket, 2]));
    const [first, second, third] = orders as [(typeof orders)[number], (typeof orders)[number], (typeof orders)[number]];
    await sql`update order_line set due_on = case id when ${first.lines[0]} then date '2101-03-03' when ${second.lines[0]} then date '2101-01-01' else date '2101-02-02' end
      where id = any (${orders.flatMap(({ lines }) => lines)}::bigint[])`.execute(portal.db);
    expect(await readyOf(first, second, third)).toEqual([0, 0, 0]);
    await receive(operator, `for ${jacket.name}`, [jacket.combinations[0]?.sku as string, 3]);
    expect(await readyOf(first, second, third)).toEqual([0, 2, 1]);
  });

  it('go to an order although the supplier has moved its date, and sooner when it was moved to an earlier day', async () => {
    const jacket = await aBackOrderProduct(portal, 0);
    const orders = [];
    for (let index = 0; index < 3; index += 1) orders.push(await aReleasedOrder(portal, buyer, [jacket, 2]));
    const [first, second, third] = orders as [(typeof orders)[number], (typeof orders)[number], (typeof orders)[number]];
    await sql`update order_line set due_on = case id when ${first.lines[0]} then null when ${second.lines[0]} then date '2101-02-02' else date '2101-03-03' end
      where id = any (${orders.flatMap(({ lines }) => lines)}::bigint[])`.execute(portal.db);
    await receive(operator, `moved ${jacket.name}`, [jacket.combinations[0]?.sku as string, 4]);
    for (const { id, lines } of [first, second]) await moveDate(operator, id, lines[0] as number, '2101-09-09');
    await moveDate(operator, second.id, second.lines[0] as number, '2101-10-10');
    expect(await readyOf(first, second, third)).toEqual([2, 2, 0]);
    await shipPieces(operator, [second.lines[0] as number, 1]);
    await moveDate(operator, third.id, third.lines[0] as number, '2101-01-01');
    expect(await readyOf(first, second, third)).toEqual([2, 0, 1]);
  });

  it('do not go to orders that wait for approval, and come back from those that are cancelled', async () => {
    const jacket = await aBackOrderProduct(portal, 1);
    const [older, younger] = [await aReleasedOrder(portal, buyer, [jacket, 1]), await aReleasedOrder(portal, buyer, [jacket, 1])];
    await sql`update orders set released_at = null, order_state_id = 50 where id = ${older.id}`.execute(portal.db);
    expect(await readyOf(younger)).toEqual([1]);
    await sql`update orders set released_at = now() - interval '1 hour', order_state_id = 10 where id = ${older.id}`.execute(
      portal.db,
    );
    expect(await readyOf(younger)).toEqual([0]);
    await cancel(buyer, older.id);
    expect(await readyOf(younger)).toEqual([1]);
  });
});

describe('a line that waits', () => {
  it('keeps the day of the next delivery that it was promised for when it was ordered', async () => {
    const jacket = await aBackOrderProduct(portal, 1);
    await sql`insert into stock_incoming (combination_id, due_on, quantity) values (${jacket.combinations[0]?.id}, '2101-05-05', 10)`.execute(
      portal.db,
    );
    const inStock = await aReleasedOrder(portal, buyer, [jacket, 1]);
    const late = await aReleasedOrder(portal, buyer, [jacket, 1]);
    await sql`update stock_incoming set due_on = '2101-06-06' where combination_id = ${jacket.combinations[0]?.id}`.execute(
      portal.db,
    );
    expect((await operatorOrderOf(operator, late.id))?.lines[0]?.dueOn).toBe('2101-05-05');
    expect((await orderOf(buyer, late.id)).orderItems[0]?.dueDateUtc).toBe('2101-05-05T00:00:00Z');
    expect((await operatorOrderOf(operator, inStock.id))?.lines[0]?.dueOn).toBeNull();
    const { body } = await operator.get<'GET /api/operator/orders'>(`/api/operator/orders?searchTerm=${late.id}&state=backOrder`);
    expect(body.orders).toMatchObject([{ id: late.id, dueOn: '2101-05-05', readyQuantity: 0, pendingQuantity: 1 }]);
  });

  it('can be promised for another day, of which its person is told once', async () => {
    const jacket = await aBackOrderProduct(portal, 0);
    const order = await aReleasedOrder(portal, buyer, [jacket, 2]);
    const line = order.lines[0] as number;
    const { body } = await moveDate(operator, order.id, line, '2101-07-07');
    expect(body.orders[0]?.lines[0]?.dueOn).toBe('2101-07-07');
    await moveDate(operator, order.id, line, '2101-07-07');
    expect(await eventsOf(portal, order.id)).toEqual(['date_moved']);
    expect(await mailsOf(portal, order.id)).toEqual([{ template: 'order-date-moved', recipient: buyer.email }]);
    expect((await orderOf(buyer, order.id)).orderNotes.at(-1)?.note).toBe(
      `New date of dispatch: 2 × ${jacket.name} on 7 July 2101. Reason: The mill is late.`,
    );
    expect((await moveDate(operator, order.id, line, '2001-01-01')).status).toBe(422);
    await cancelLines(operator, order.id, [line, 2]);
    expect(toRefusal(await moveDate(operator, order.id, line, '2101-08-08'))).toEqual([
      409,
      { order: [`Order ${order.id} was cancelled.`] },
    ]);
  });
});

describe('a delivery to the warehouse', () => {
  let shirt: StockedProduct;
  const sku = () => shirt.combinations[0]?.sku as string;

  it('adds to the stock and takes its pieces off the deliveries that are expected', async () => {
    shirt = await aStockedProduct(portal.db, { stock: [5] });
    await sql`insert into stock_incoming (combination_id, due_on, quantity) values
      (${shirt.combinations[0]?.id}, '2101-01-01', 3), (${shirt.combinations[0]?.id}, '2101-02-01', 10)`.execute(portal.db);
    const { body } = await receive(operator, 'DN-1', [sku().toUpperCase(), 4], [sku(), 1]);
    expect(body.items).toMatchObject([{ sku: sku(), received: 5, onHand: 10 }]);
    const { rows } =
      await sql`select due_on::text, quantity from stock_incoming where combination_id = ${shirt.combinations[0]?.id}`.execute(
        portal.db,
      );
    expect(rows).toEqual([{ due_on: '2101-02-01', quantity: 8 }]);
  });

  it('counts once, however often it is reported', async () => {
    shirt = await aStockedProduct(portal.db, { stock: [5] });
    const replies = await Promise.all([receive(operator, 'DN-2', [sku(), 4]), receive(operator, 'DN-2', [sku(), 4])]);
    expect(replies.map(({ body }) => body.items[0]?.onHand)).toEqual([9, 9]);
    expect(await stockOf(portal, shirt)).toEqual([9, 0]);
    expect(toRefusal(await receive(operator, 'DN-2', [sku(), 5]))).toEqual([
      409,
      { reference: ['The delivery DN-2 has been recorded already, with other pieces.'] },
    ]);
  });

  it('is refused for codes of no garment, and of garments that other brands sell alone', async () => {
    expect(toRefusal(await receive(operator, 'DN-3', ['no such code', 1]))).toEqual([
      422,
      { 'items[0].code': ['No garment has the code no such code.'] },
    ]);
    shirt = await aStockedProduct(portal.db, { stock: [5], organisationIds: [2] });
    expect((await receive(operator, 'DN-4', [sku(), 1])).status).toBe(422);
  });
});

describe('cancelling for the supplier', () => {
  it('cancels an order of which nothing was shipped, and tells its person the reason', async () => {
    const shirt = await aStockedProduct(portal.db, { stock: [5] });
    const order = await aReleasedOrder(portal, buyer, [shirt, 2]);
    const line = order.lines[0] as number;
    await operator.post(`/api/operator/orders/${order.id}/picking`);
    expect(toRefusal(await cancelLines(operator, order.id, [line, 3]))[0]).toBe(422);
    expect((await cancelLines(operator, order.id, [line, 1])).status).toBe(200);
    expect(await stockOf(portal, shirt)).toEqual([5, 1]);
    await cancelLines(operator, order.id, [line, 1]);
    expect(await stockOf(portal, shirt)).toEqual([5, 0]);
    const { orderStatus, paymentStatus, orderNotes } = await orderOf(buyer, order.id);
    expect([orderStatus, paymentStatus]).toEqual(['Cancelled', 'Voided']);
    expect(orderNotes.slice(-2).map(({ note }) => note)).toEqual([
      `Cancelled by the supplier: 1 × ${shirt.name}. Reason: The mill has closed.`,
      'Cancelled. Reason: The mill has closed.',
    ]);
    expect((await mailsOf(portal, order.id)).map(({ template }) => template)).toEqual(['order-cancelled', 'order-changed']);
    expect((await cancelLines(operator, order.id, [line, 1])).status).toBe(409);
  });

  it('starts to pick an order once', async () => {
    const shirt = await aStockedProduct(portal.db, { stock: [5] });
    const order = await aReleasedOrder(portal, buyer, [shirt, 2]);
    const start = () => operator.post<'POST /api/operator/orders/:id/picking'>(`/api/operator/orders/${order.id}/picking`);
    const [one, two] = await Promise.all([start(), start()]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(await eventsOf(portal, order.id)).toEqual(['picking_started']);
    const { body } = await operator.get<'GET /api/operator/orders'>(`/api/operator/orders?searchTerm=${order.id}`);
    expect(body.orders.map(({ state }) => state)).toEqual(['picking']);
  });
});
