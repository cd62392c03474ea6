import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aStockedProduct, type StockedProduct } from '#api/testing/builders.ts';
import { aBackOrderProduct, aReleasedOrder, operatorOrderOf, receive, stockOf } from '#api/testing/fulfilment.ts';
import { mailsOf, setApprovalRules } from '#api/testing/order-changes.ts';
import { type TestOperatorClient, type TestServer, toRefusal } from '#api/testing/portal.ts';
import { unlockedLevels } from '#api/testing/statement-faults.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';
import { promiseArrivals } from './promises.actions.ts';

const portal = usePortal();
const mailJobs = useMailJobs(portal);
let buyer: SignedIn;
let operator: TestOperatorClient;
let others: TestOperatorClient;
let all: TestOperatorClient;

beforeAll(async () => {
  operator = await portal.asOperator({ brandIds: [1] });
  others = await portal.asOperator({ brandIds: [2] });
  all = await portal.asOperator({ brandIds: [1, 2, 3] });
  await setApprovalRules(portal);
  buyer = await signInAs(portal, {});
});

/** Does the jobs that deliveries have queued, each twice, as after a standstill. */
async function keepPromises(): Promise<void> {
  const { rows } = await sql<{ data: Parameters<typeof promiseArrivals>[2] }>`
    delete from pgboss.job where name = 'ordering.keep-promises' returning data`.execute(portal.db);
  for (const { data } of [...rows, ...rows]) await promiseArrivals(portal.db, mailJobs, data, Date.now());
}

const idOf = (product: StockedProduct) => product.combinations[0]?.id as number;
const skuOf = (product: StockedProduct) => product.combinations[0]?.sku as string;
const add = (client: TestOperatorClient, items: object[], key?: string) =>
  client.post<'POST /api/operator/stock/deliveries'>(
    '/api/operator/stock/deliveries',
    { items },
    key ? { 'idempotency-key': key } : {},
  );
const change = (client: TestOperatorClient, id: number, body: object) =>
  client.put<'PUT /api/operator/stock/deliveries/:id'>(`/api/operator/stock/deliveries/${id}`, body);
const cancel = (client: TestOperatorClient, id: number) =>
  client.delete<'DELETE /api/operator/stock/deliveries/:id'>(`/api/operator/stock/deliveries/${id}`);
const expectedOf = async (product: StockedProduct) =>
  (await all.get<'GET /api/operator/stock/:combinationId'>(`/api/operator/stock/${idOf(product)}`)).body.stock.deliveries.map(
    ({ dueOn, quantity, reference }) => [dueOn, quantity, reference],
  );

describe('expected deliveries', () => {
  it('are entered once, moved, reduced by what arrives, and cancelled', async () => {
    const shirt = await aStockedProduct(portal.db, { stock: [1] });
    const items = [
      { code: skuOf(shirt), quantity: 40, dueOn: '2101-05-05', reference: ' PO 7 ' },
      { code: skuOf(shirt).toLowerCase(), quantity: 10, dueOn: '2101-06-06' },
    ];
    const entered = await add(operator, items, 'twice');
    expect((await add(operator, items, 'twice')).body).toEqual(entered.body);
    const [first, second] = entered.body.deliveries;
    expect(await expectedOf(shirt)).toEqual([
      ['2101-05-05', 40, 'PO 7'],
      ['2101-06-06', 10, null],
    ]);
    expect((await change(operator, second?.id as number, { dueOn: '2101-04-04', version: second?.version })).status).toBe(200);
    await receive(operator, `DN ${skuOf(shirt)}`, [skuOf(shirt), 15]);
    expect(await expectedOf(shirt)).toEqual([['2101-05-05', 35, 'PO 7']]);
    expect(toRefusal(await cancel(others, first?.id as number))[0]).toBe(404);
    expect((await cancel(operator, first?.id as number)).status).toBe(200);
    expect(await expectedOf(shirt)).toEqual([]);
  });

  it('that have been changed or have arrived in part since are not overwritten', async () => {
    const shirt = await aStockedProduct(portal.db, { stock: [1] });
    const [delivery] = (await add(operator, [{ code: skuOf(shirt), quantity: 40, dueOn: '2101-05-05' }])).body.deliveries;
    const [id, version] = [delivery?.id as number, delivery?.version];
    expect((await change(operator, id, { quantity: 30, version })).body.delivery.quantity).toBe(30);
    expect(toRefusal(await change(operator, id, { dueOn: '2101-05-06', version }))[0]).toBe(409);
    await receive(operator, `DN ${skuOf(shirt)}`, [skuOf(shirt), 5]);
    expect(toRefusal(await change(operator, id, { quantity: 30, version: 2 }))[0]).toBe(409);
    expect(await expectedOf(shirt)).toEqual([['2101-05-05', 25, null]]);
  });

  it('are refused together when one code cannot be used', async () => {
    const own = await aStockedProduct(portal.db, { stock: [1] });
    const shared = await aStockedProduct(portal.db, { organisationIds: [1, 2], stock: [1] });
    const foreign = await aStockedProduct(portal.db, { organisationIds: [2], stock: [1] });
    const items = [own, shared, foreign].map((product) => ({ code: skuOf(product), quantity: 1, dueOn: '2101-05-05' }));
    expect(toRefusal(await add(operator, items))).toEqual([
      422,
      {
        'items[1].code': [expect.stringMatching(/brands that you do not work for/)],
        'items[2].code': [`No garment has the code ${skuOf(foreign)}.`],
      },
    ]);
    expect(await expectedOf(own)).toEqual([]);
    expect((await add(all, items)).status).toBe(200);
    expect(toRefusal(await add(operator, [{ code: skuOf(own), quantity: 1, dueOn: '2101-02-30' }]))[0]).toBe(422);
  });
});

describe('two corrections of a garment at the same moment', () => {
  const removeAtOnce = async (server: TestServer) => {
    const shirt = await aStockedProduct(portal.db, { stock: [10] });
    const clients = await Promise.all([1, 2].map(() => server.asOperator({ brandIds: [1] })));
    const replies = await Promise.all(
      clients.map((client) => client.post(`/api/operator/stock/${idOf(shirt)}/adjustments`, { quantity: -6, reason: 'lost' })),
    );
    return { statuses: replies.map(({ status }) => status).sort(), stock: await stockOf(portal, shirt) };
  };

  it('remove no more than is there: one is refused with the numbers', async () => {
    expect(await removeAtOnce(portal)).toEqual({ statuses: [200, 409], stock: [4, 0] });
  });

  it('would both find the pieces without the lock, so that only the database refuses the second', async () => {
    let readers = 0;
    const arrive = Promise.withResolvers<void>();
    const afterwards = () => {
      readers += 1;
      if (readers === 2) arrive.resolve();
      return arrive.promise;
    };
    const server = await portal.openSecondServer({
      logTo: { write: () => undefined },
      faults: [unlockedLevels, { statement: /as "canOversell", s\.shelf/, afterwards }],
    });
    expect((await removeAtOnce(server)).statuses).toEqual([200, 500]);
  });
});

describe('a delivery that is moved', () => {
  const promisesOf = async (id: number, query: string) =>
    (await all.get<'GET /api/operator/stock/deliveries/:id/promises'>(`/api/operator/stock/deliveries/${id}/promises?${query}`))
      .body;
  const promised = async (jacket: StockedProduct, ...days: [dueOn: string, pieces: number][]) => {
    const orders = [];
    for (const [dueOn, pieces] of days) {
      const order = await aReleasedOrder(portal, buyer, [jacket, pieces]);
      await sql`update order_line set due_on = ${dueOn}::date where id = ${order.lines[0]}`.execute(portal.db);
      orders.push(order);
    }
    return orders;
  };
  const dayOf = async ({ id }: { id: number }) => (await operatorOrderOf(operator, id))?.lines[0]?.dueOn;

  it('is told to those whose pieces come on another day, once, and to no one else', async () => {
    const jacket = await aBackOrderProduct(portal, 0);
    const code = jacket.combinations[0]?.sku as string;
    const [delivery] = (await add(all, [{ code, quantity: 3, dueOn: '2101-05-05' }])).body.deliveries;
    await add(all, [{ code, quantity: 9, dueOn: '2101-07-07' }]);
    const [first, second, third] = await promised(jacket, ['2101-05-05', 2], ['2101-05-05', 1], ['2101-07-07', 4]);
    const id = delivery?.id as number;
    expect(await promisesOf(id, 'dueOn=2101-06-06')).toMatchObject({
      promises: [
        { orderId: first?.id, before: '2101-05-05', dueOn: '2101-06-06', quantity: 2 },
        { orderId: second?.id, before: '2101-05-05', dueOn: '2101-06-06', quantity: 1 },
      ],
      otherOrders: 0,
      uncovered: 0,
    });
    expect((await change(all, id, { dueOn: '2101-06-06' })).body.promisedOrders).toBe(2);
    await keepPromises();
    for (const [order, day] of [
      [first, '2101-06-06'],
      [second, '2101-06-06'],
      [third, '2101-07-07'],
    ] as const)
      expect(await dayOf(order as { id: number })).toBe(day);
    expect(await mailsOf(portal, first?.id as number)).toEqual([{ template: 'order-date-moved', recipient: buyer.email }]);
    expect(await mailsOf(portal, third?.id as number)).toEqual([]);
  });

  it('keeps the promises where the caller says so, and where its pieces come from nowhere', async () => {
    const jacket = await aBackOrderProduct(portal, 0);
    const code = jacket.combinations[0]?.sku as string;
    const [delivery] = (await add(all, [{ code, quantity: 3, dueOn: '2101-05-05' }])).body.deliveries;
    const [order] = await promised(jacket, ['2101-05-05', 2]);
    const id = delivery?.id as number;
    expect((await change(all, id, { dueOn: '2101-06-06', tellsWaiting: false })).body.promisedOrders).toBe(0);
    expect(await promisesOf(id, '')).toMatchObject({ promises: [], uncovered: 2 });
    expect((await cancel(all, id)).body.promisedOrders).toBe(0);
    await keepPromises();
    expect(await dayOf(order as { id: number })).toBe('2101-05-05');
    expect(await mailsOf(portal, order?.id as number)).toEqual([]);
  });
});
