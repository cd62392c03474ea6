import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { anItem, aStockedProduct, orderItems } from '#api/testing/builders.ts';
import { runAsOwner } from '#api/testing/database.ts';
import { lineOf } from '#api/testing/order-changes.ts';
import { findOrderFaults } from '#api/testing/order-faults.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();

it('orders from before the migration know their tier and what the supplier cancelled, as far as they can still be changed', async () => {
  const shirt = await aStockedProduct(portal.db, { stock: [100] });
  await sql`insert into tier_price (product_id, quantity, price_minor) values (${shirt.id}, 50, 600)`.execute(portal.db);
  const buyer = await signInAs(portal, { firstName: 'Bea' });
  const orderId = await orderItems(portal.db, buyer, anItem(shirt, 50));
  const lineId = await lineOf(buyer, orderId);
  const operator = await portal.asOperator({ brandIds: [1] });
  await operator.post(`/api/operator/orders/${orderId}/lines/cancel`, {
    items: [{ id: lineId, quantity: 3 }],
    reason: 'Not to be had.',
  });
  const migration = await readFile(
    new URL('../../platform/db/migrations/0008-what-remains-of-orders.sql', import.meta.url),
    'utf8',
  );
  await sql`update order_line set tier_quantity = null, supplier_cancelled_quantity = 0 where order_id = ${orderId}`.execute(
    portal.db,
  );
  await runAsOwner(portal, migration.slice(migration.indexOf('with released as')));
  const { rows } = await sql`
    select tier_quantity as tier, supplier_cancelled_quantity as "bySupplier" from order_line where order_id = ${orderId}`.execute(
    portal.db,
  );
  expect(rows).toEqual([{ tier: 50, bySupplier: 3 }]);
  expect(await findOrderFaults(portal.db, orderId)).toEqual([]);
});
