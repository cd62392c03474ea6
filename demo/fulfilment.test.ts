import { expect, it } from 'vitest';
import { usePortal } from '#api/testing/use-portal.ts';
import { useDatabaseOfToday } from './database-of-today.ts';

const today = useDatabaseOfToday();
const portal = usePortal({ createDatabase: async () => today.database });

it('shows the operator destinations with several orders, of one organisation with a parcel for each wearer', async () => {
  const operator = await portal.asOperator();
  const { orders, destinations } = (await operator.get<'GET /api/operator/orders'>('/api/operator/orders?limit=100')).body;
  expect(destinations.length).toBeGreaterThanOrEqual(6);
  expect(orders.length).toBeGreaterThanOrEqual(20);
  const byWearer = orders.find(({ organisationId }) => organisationId === 3);
  const { body } = await operator.get<'GET /api/operator/orders/:id'>(`/api/operator/orders/${byWearer?.id}`);
  expect(body.orders[0]?.parcelMode).toBe('wearer');
  expect(destinations.find(({ organisationId, orders: count }) => organisationId === 3 && count >= 3)).toBeDefined();
});

it('has back orders with promised days, some of them moved', async () => {
  const operator = await portal.asOperator();
  const { backOrders } = (await operator.get<'GET /api/operator/stock/backorders'>('/api/operator/stock/backorders?limit=100'))
    .body;
  const lines = backOrders.flatMap(({ lines: own }) => own);
  expect(backOrders.length).toBeGreaterThanOrEqual(2);
  expect(lines.filter(({ dueOn }) => dueOn === null)).toEqual([]);
  expect(lines.some(({ firstDueOn }) => firstDueOn !== null)).toBe(true);
});

it('has an order of the buyer in two parcels with tracking links, one delivered, and pieces that are pending', async () => {
  const buyer = await portal.as('buyer@meridian.example');
  const { orders } = (await buyer.get<'GET /api/orders'>('/api/orders?limit=100&shippingStatusIds=25')).body;
  const order = orders.find(({ trackingUrls }) => trackingUrls.some((url) => url.endsWith('NL47110815GB')));
  expect(order?.trackingUrls).toHaveLength(2);
  const operator = await portal.asOperator({ brandIds: [1] });
  const { shipments } = (await operator.get<'GET /api/operator/shipments'>(`/api/operator/shipments?orderId=${order?.id}`)).body;
  expect(shipments.map(({ deliveredOnUtc }) => deliveredOnUtc !== null)).toEqual([false, true]);
});

it('has the work of a day on the board: few orders are late, and none for long', async () => {
  const operator = await portal.asOperator();
  const { orders } = (await operator.get<'GET /api/operator/orders'>('/api/operator/orders?limit=100')).body;
  const day = new Date().toISOString().slice(0, 10);
  const late = orders.filter(({ isDueToday, sendOn }) => isDueToday && sendOn < day);
  expect(late.length).toBeLessThanOrEqual(10);
  const oldest = Date.now() - 8 * 86_400_000;
  expect(late.filter(({ releasedOnUtc }) => Date.parse(releasedOnUtc) < oldest)).toEqual([]);
  expect(orders.some(({ state }) => state === 'backOrder')).toBe(true);
});
