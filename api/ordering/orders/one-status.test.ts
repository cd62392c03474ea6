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
  const home = await buyer.get<'GET /api/orders'>('/api/orders?limit=5&fields=orderStatus,shippingStatus');
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
  ['Received', 10, 20],
  ['Waiting for approval', 50, 20],
  ['In progress', 20, 20],
  ['Partly sent', 20, 25],
  ['On its way', 20, 30],
  ['Delivered', 20, 40],
  ['Delivered', 30, 40],
  ['Complete', 30, 10],
  ['Cancelled', 40, 20],
  ['Cancelled', 40, 25],
  ['Rejected', 60, 20],
])('an order is "%s" wherever it is shown, and found as such (%i, %i)', async (expected, order, shipping) => {
  await sql`update orders set order_state_id = ${order}, shipping_state_id = ${shipping} where id = ${id}`.execute(portal.db);

  expect(new Set(Object.values(await readEverywhere()))).toEqual(new Set([expected]));

  const found = await Promise.all(
    OVERALL_STATUSES.map(async (status) => {
      const query = `?searchTerm=${id}%20${buyer.email}&overallStatusId=${status.id}`;
      return (await admin.get<'GET /api/orders'>(`/api/orders${query}`)).body.totalCount === 1 ? status.label : [];
    }),
  );
  expect(found.flat()).toEqual([expected]);
});

it('every order has exactly one status', async () => {
  const pairs = ORDER_STATUSES.flatMap((order) => SHIPPING_STATUSES.map((shipping) => [order.name, shipping.name] as const));
  for (const [orderStatus, shippingStatus] of pairs) {
    const status = findOverallStatus({ orderStatus, shippingStatus });
    const others = OVERALL_STATUSES.filter(
      ({ id: other, orders, shipping }) =>
        other !== status?.id && orders.includes(orderStatus) && (!shipping || shipping.includes(shippingStatus)),
    );
    expect([orderStatus, shippingStatus, status === undefined, others]).toEqual([orderStatus, shippingStatus, false, []]);
  }
  const counts = await Promise.all(
    OVERALL_STATUSES.map(
      async (status) => (await admin.get<'GET /api/orders'>(`/api/orders?overallStatusId=${status.id}&limit=1`)).body.totalCount,
    ),
  );
  const all = (await admin.get<'GET /api/orders'>('/api/orders?limit=1')).body.totalCount;
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all);
  expect((await admin.get('/api/orders?overallStatusId=99')).status).toBe(400);
});
