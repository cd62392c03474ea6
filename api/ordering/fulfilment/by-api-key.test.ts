import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  aBackOrderProduct,
  aParcel,
  aReleasedOrder,
  cancelLines,
  deliver,
  moveDate,
  operatorOrderOf,
  receive,
  ship,
} from '#api/testing/fulfilment.ts';
import { orderOf, setApprovalRules } from '#api/testing/order-changes.ts';
import { toRefusal } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';
import { contract } from '#contract/index.ts';

const portal = usePortal();

it('another system of the supplier picks, ships in two parts, cancels and delivers by API key', async () => {
  await setApprovalRules(portal);
  const buyer = await signInAs(portal, {});
  const jacket = await aBackOrderProduct(portal, 2);
  const order = await aReleasedOrder(portal, buyer, [jacket, 5]);
  const line = order.lines[0] as number;
  const key = await portal.asApiKey(['orders:write', 'shipments:write', 'stock:write'], [1]);

  const { body } = await key.get<'GET /api/operator/orders'>(`/api/operator/orders?searchTerm=${order.id}`);
  expect(body.orders).toMatchObject([{ id: order.id, state: 'toPick', pendingQuantity: 5, readyQuantity: 2 }]);
  expect((await key.post(`/api/operator/orders/${order.id}/picking`)).status).toBe(200);
  const first = await ship(key, [aParcel([line, 2])]);
  expect(first.status).toBe(200);
  expect((await moveDate(key, order.id, line, '2101-09-09')).status).toBe(200);
  expect((await receive(key, 'ASN-77', [jacket.combinations[0]?.sku as string, 2])).status).toBe(200);
  expect((await operatorOrderOf(key, order.id))?.lines[0]).toMatchObject({
    readyQuantity: 2,
    pendingQuantity: 3,
    dueOn: '2101-09-09',
  });
  const second = await ship(key, [aParcel([line, 2])]);
  expect((await cancelLines(key, order.id, [line, 1])).status).toBe(200);
  await sql`update orders set paid_at = now() where id = ${order.id}`.execute(portal.db);
  for (const { body: sent } of [first, second]) expect((await deliver(key, sent.shipments[0]?.id as number)).status).toBe(200);

  expect(await orderOf(buyer, order.id)).toMatchObject({ orderStatus: 'Complete', shippingStatus: 'Delivered' });
  const listed = await key.get<'GET /api/operator/shipments'>(`/api/operator/shipments?orderId=${order.id}&state=delivered`);
  expect(listed.body.shipments.map(({ items }) => items[0]?.quantity)).toEqual([2, 2]);
  const { rows } =
    await sql`select distinct actor_kind, actor_id from order_event where order_id = ${order.id} and kind <> 'placed'`.execute(
      portal.db,
    );
  expect(rows).toEqual([{ actor_kind: 'api_key', actor_id: key.id }]);
});

/** The scope that an API key needs for each call of the warehouse. */
const SCOPES = {
  'GET /api/operator/orders': 'orders:read',
  'GET /api/operator/orders/:id': 'orders:read',
  'POST /api/operator/orders/:id/picking': 'orders:write',
  'POST /api/operator/orders/:id/lines/cancel': 'orders:write',
  'PUT /api/operator/orders/:id/lines/due': 'orders:write',
  'GET /api/operator/shipments': 'shipments:read',
  'POST /api/operator/shipments': 'shipments:write',
  'POST /api/operator/shipments/:id/delivered': 'shipments:write',
  'POST /api/operator/stock/receipts': 'stock:write',
} as const;

it.each(Object.entries(SCOPES) as [keyof typeof SCOPES, string][])('%s needs the scope %s', (call, scope) => {
  expect(contract[call].access).toEqual({ kind: 'operator', scope });
});

it('an API key without the scope of a call is refused', async () => {
  const key = await portal.asApiKey(['orders:read', 'shipments:read'], [1]);
  expect((await key.get('/api/operator/shipments')).status).toBe(200);
  expect(toRefusal(await ship(key, [aParcel([1, 1])]))).toEqual([
    403,
    { authorization: ['This API key lacks the scope shipments:write.'] },
  ]);
});
