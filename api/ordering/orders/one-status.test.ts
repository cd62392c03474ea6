import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { anItem, aStockedProduct, orderItems } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';
import {
  findOverallStatus,
  getOrderStatusLabel,
  ORDER_STATUSES,
  OVERALL_STATUSES,
  SHIPPING_STATUSES,
} from '#contract/ordering/order-states.ts';

const portal = usePortal();
let buyer: SignedIn;
let admin: TestClient;
let id: number;

beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  buyer = await signInAs(portal, { firstName: 'Una' });
  id = await orderItems(portal.db, buyer, anItem(await aStockedProduct(portal.db), 2));
});

/** Where the portal says the status of an order, and what it says there. */
async function readEverywhere(): Promise<Record<string, string | undefined>> {
  const list = await admin.get<'GET /api/orders'>(`/api/orders?searchTerm=${id}%20${buyer.email}`);
  const home = await buyer.get<'GET /api/orders'>(
    '/api/orders?limit=5&fields=orderStatus,shippingStatus,deliveryKind,readyToCollectOnUtc',
  );
  const page = await admin.get<'GET /api/orders/:id'>(`/api/orders/${id}`);
  const search = await admin.get<'GET /api/search'>(`/api/search?query=${id}`);
  const file = await portal.app.inject({
    url: `/api/orders/exporttoexcel?searchTerm=${id}%20${buyer.email}&fields=orderStatus`,
    headers: admin.headers,
  });
  const operators = await portal.asOperator();
  const atSupplier = await operators.get<'GET /api/operator/orders/:id'>(`/api/operator/orders/${id}`);
  const label = (order: Parameters<typeof getOrderStatusLabel>[0] | undefined) => order && getOrderStatusLabel(order);
  return {
    list: label(list.body.orders[0]),
    home: label(home.body.orders[0]),
    page: label(page.body.orders[0]),
    search: label(search.body.orders?.results[0]),
    file: String((await readXlsx(file.rawPayload)).sheets[0]?.rows[1]?.[0]),
    supplier: label(atSupplier.body.orders[0]),
  };
}

it.each([
  ['Received', 10, 20, 'sent'],
  ['Waiting for approval', 50, 20, 'sent'],
  ['In progress', 20, 20, 'sent'],
  ['Partly sent', 20, 25, 'sent'],
  ['On its way', 20, 30, 'sent'],
  ['Delivered', 20, 40, 'sent'],
  ['Delivered', 30, 40, 'sent'],
  ['Complete', 30, 10, 'sent'],
  ['Cancelled', 40, 20, 'sent'],
  ['Cancelled', 40, 25, 'sent'],
  ['Rejected', 60, 20, 'sent'],
  ['Received', 10, 20, 'collected'],
  ['Waiting for approval', 50, 20, 'collected'],
  ['In progress', 20, 20, 'collected'],
  ['Ready to collect', 10, 20, 'ready'],
  ['Ready to collect', 20, 20, 'ready'],
  ['Ready to collect', 20, 25, 'ready'],
  ['Partly collected', 20, 25, 'collected'],
  ['Collected', 20, 30, 'collected'],
  ['Collected', 20, 40, 'collected'],
  ['Collected', 30, 40, 'collected'],
  ['Cancelled', 40, 20, 'collected'],
  ['Cancelled', 40, 25, 'collected'],
  ['Rejected', 60, 20, 'collected'],
] as const)(
  'an order is "%s" wherever it is shown, and found as such (%i, %i, %s)',
  async (expected, order, shipping, delivery) => {
    await sql`
    update orders set order_state_id = ${order}, shipping_state_id = ${shipping}, delivery_kind = ${delivery === 'sent' ? 'sent' : 'collected'},
      ready_to_collect_at = ${delivery === 'ready' ? sql`now()` : null}
    where id = ${id}`.execute(portal.db);

    expect(new Set(Object.values(await readEverywhere()))).toEqual(new Set([expected]));

    const found = await Promise.all(
      OVERALL_STATUSES.map(async (status) => {
        const query = `?searchTerm=${id}%20${buyer.email}&overallStatusId=${status.id}`;
        return (await admin.get<'GET /api/orders'>(`/api/orders${query}`)).body.totalCount === 1 ? status.label : [];
      }),
    );
    expect(found.flat()).toEqual([expected]);
  },
);

it('every order has exactly one status', async () => {
  const deliveries = [
    { deliveryKind: 'sent', readyToCollectOnUtc: null },
    { deliveryKind: 'collected', readyToCollectOnUtc: null },
    { deliveryKind: 'collected', readyToCollectOnUtc: '2027-01-04T12:00:00Z' },
  ] as const;
  const all = ORDER_STATUSES.flatMap(({ name: orderStatus }) =>
    SHIPPING_STATUSES.flatMap(({ name: shippingStatus }) =>
      deliveries.map((delivery) => ({ orderStatus, shippingStatus, ...delivery })),
    ),
  );
  for (const order of all) {
    const { orderStatus, shippingStatus, deliveryKind, readyToCollectOnUtc } = order;
    const status = findOverallStatus(order);
    const others = OVERALL_STATUSES.filter(
      ({ id: other, orders, shipping, kind = deliveryKind, isReady = readyToCollectOnUtc !== null }) =>
        other !== status?.id &&
        orders.includes(orderStatus) &&
        (!shipping || shipping.includes(shippingStatus)) &&
        kind === deliveryKind &&
        isReady === (readyToCollectOnUtc !== null),
    );
    expect([order, status === undefined, others]).toEqual([order, false, []]);
  }
  const counts = await Promise.all(
    OVERALL_STATUSES.map(
      async (status) => (await admin.get<'GET /api/orders'>(`/api/orders?overallStatusId=${status.id}&limit=1`)).body.totalCount,
    ),
  );
  const { totalCount } = (await admin.get<'GET /api/orders'>('/api/orders?limit=1')).body;
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(totalCount);
  expect((await admin.get('/api/orders?overallStatusId=99')).status).toBe(400);
});
