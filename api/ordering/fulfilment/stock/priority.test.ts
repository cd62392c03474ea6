import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { StockedProduct } from '#api/testing/builders.ts';
import { aBackOrderProduct, aParcel, aReleasedOrder, operatorOrderOf, ship } from '#api/testing/fulfilment.ts';
import { mailsOf, setApprovalRules } from '#api/testing/order-changes.ts';
import { type TestOperatorClient, toRefusal } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let operator: TestOperatorClient;
let others: TestOperatorClient;
let buyer: SignedIn;

type Order = Awaited<ReturnType<typeof aReleasedOrder>>;

beforeAll(async () => {
  await setApprovalRules(portal);
  operator = await portal.asOperator({ brandIds: [1] });
  others = await portal.asOperator({ brandIds: [2] });
  buyer = await signInAs(portal, {});
});

const pathOf = (jacket: StockedProduct, order: Order) =>
  `/api/operator/stock/${jacket.combinations[0]?.id}/priority/${order.lines[0]}`;
const preview = (jacket: StockedProduct, order: Order, client = operator) =>
  client.get<'GET /api/operator/stock/:combinationId/priority/:orderItemId'>(pathOf(jacket, order));
const giveFirst = (jacket: StockedProduct, order: Order, body: object = {}, client = operator) =>
  client.post<'POST /api/operator/stock/:combinationId/priority/:orderItemId'>(pathOf(jacket, order), {
    reason: 'The new site opens on Monday',
    ...body,
  });
const giveInTurn = (jacket: StockedProduct, order: Order, client = operator) =>
  client.delete<'DELETE /api/operator/stock/:combinationId/priority/:orderItemId'>(pathOf(jacket, order));
const readyOf = async (...orders: Order[]) =>
  (await Promise.all(orders.map(({ id }) => operatorOrderOf(operator, id)))).map((order) => order?.lines[0]?.readyQuantity);

/** Three orders of 2, 3 and 4 pieces, of which so many are on hand. */
async function threeOrders(onHand: number): Promise<[StockedProduct, Order, Order, Order]> {
  const jacket = await aBackOrderProduct(portal, onHand);
  const orders: Order[] = [];
  for (const pieces of [2, 3, 4]) orders.push(await aReleasedOrder(portal, buyer, [jacket, pieces]));
  return [jacket, ...(orders as [Order, Order, Order])];
}

describe('pieces on hand', () => {
  it('are given to another order as was seen, until they go in turn again', async () => {
    const [jacket, first, second, third] = await threeOrders(5);
    expect(await readyOf(first, second, third)).toEqual([2, 3, 0]);
    const { body: seen } = await preview(jacket, third);
    expect(seen.changes.map(({ orderId, before, after }) => [orderId, before, after])).toEqual([
      [third.id, 0, 4],
      [first.id, 2, 1],
      [second.id, 3, 0],
    ]);
    expect((await giveFirst(jacket, third, { fingerprint: seen.fingerprint })).body.msg).toBe(
      `Order ${third.id} gets pieces first: 4 of 4 can be picked now.`,
    );
    expect(await readyOf(first, second, third)).toEqual([1, 0, 4]);
    expect(toRefusal(await giveFirst(jacket, third))).toEqual([409, { orderItem: ['All its pieces can be picked already.'] }]);
    expect(await mailsOf(portal, second.id)).toEqual([]);
    expect((await giveFirst(jacket, second)).status).toBe(200);
    expect(await readyOf(first, second, third)).toEqual([0, 3, 2]);
    expect((await giveFirst(jacket, third)).status).toBe(200);
    expect(await readyOf(first, second, third)).toEqual([0, 1, 4]);
    for (const order of [third, second]) expect((await giveInTurn(jacket, order)).status).toBe(200);
    expect(await readyOf(first, second, third)).toEqual([2, 3, 0]);
    const { rows } = await sql<{ action: string; reason: string | null }>`
      select action, after ->> 'reason' as reason from audit_event where subject_id = ${String(third.id)} and action <> 'order.placed' order by id`.execute(
      portal.db,
    );
    expect(rows).toEqual([
      { action: 'order.served-first', reason: 'The new site opens on Monday' },
      { action: 'order.pieces-given-away', reason: 'The new site opens on Monday' },
      { action: 'order.served-first', reason: 'The new site opens on Monday' },
      { action: 'order.served-in-turn', reason: null },
    ]);
  });

  it('that are given away can be shipped by the order that has them, and by no other', async () => {
    const [jacket, first, second, third] = await threeOrders(2);
    await giveFirst(jacket, third);
    expect(toRefusal(await ship(operator, [aParcel([first.lines[0] as number, 2])]))[0]).toBe(409);
    expect((await ship(operator, [aParcel([third.lines[0] as number, 2])])).status).toBe(200);
    expect(await readyOf(first, second)).toEqual([0, 0]);
  });

  it('are not given away when others would lose them than was seen', async () => {
    const [jacket, first, , third] = await threeOrders(5);
    const { fingerprint } = (await preview(jacket, third)).body;
    await sql`update stock_level set on_hand = 3 where combination_id = ${jacket.combinations[0]?.id}`.execute(portal.db);
    expect(toRefusal(await giveFirst(jacket, third, { fingerprint }))[0]).toBe(409);
    expect(await readyOf(first, third)).toEqual([2, 0]);
  });

  it('are promised for another day to the orders that lose them, whose people are told', async () => {
    const [jacket, first, second, third] = await threeOrders(5);
    expect(toRefusal(await giveFirst(jacket, third, { dueOn: '2020-01-01' }))[0]).toBe(422);
    expect((await giveFirst(jacket, third, { dueOn: '2101-02-03' })).status).toBe(200);
    const days = await Promise.all([first, second, third].map(({ id }) => operatorOrderOf(operator, id)));
    expect(days.map((order) => order?.lines[0]?.dueOn)).toEqual(['2101-02-03', '2101-02-03', null]);
    const mail = [{ template: 'order-date-moved', recipient: buyer.email }];
    expect(await Promise.all([first, second, third].map(({ id }) => mailsOf(portal, id)))).toEqual([mail, mail, []]);
  });

  it('are given away by those alone who may change the stock of the garment, with a reason', async () => {
    const [jacket, , , third] = await threeOrders(5);
    expect((await preview(jacket, third, others)).status).toBe(404);
    expect((await giveFirst(jacket, third, {}, others)).status).toBe(404);
    expect((await giveInTurn(jacket, third, others)).status).toBe(404);
    expect(toRefusal(await giveFirst(jacket, third, { reason: ' ' }))[0]).toBe(422);
  });

  it('stay where no order has any', async () => {
    const [jacket, , , third] = await threeOrders(0);
    expect(toRefusal(await preview(jacket, third))).toEqual([
      409,
      { orderItem: ['No other order has pieces that it could be given.'] },
    ]);
  });
});
