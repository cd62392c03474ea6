import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { OrderFacts } from './advance-order.rules.ts';
import type { OrderRef } from './order-steps.queries.ts';

/** Locks an order and reads what its lines, parcels and payments say; undefined when there is no such order. */
export async function lockOrderFacts(tx: Tx, { organisationId, orderId }: OrderRef): Promise<OrderFacts | undefined> {
  const { rows } = await sql<OrderFacts>`
    with locked as materialized (
      select o.organisation_id, o.id, o.order_state_id, o.payment_state_id, o.shipping_state_id, o.paid_at from orders o
      where o.organisation_id = ${organisationId} and o.id = ${orderId} for no key update)
    select o.order_state_id as "orderState", o.payment_state_id as "paymentState", o.shipping_state_id as "shippingState",
      coalesce(sum(l.quantity - l.shipped_quantity - l.cancelled_quantity), 0)::int as pending, coalesce(sum(l.shipped_quantity), 0)::int as shipped,
      (select count(*)::int from shipment s
       where s.organisation_id = o.organisation_id and s.order_id = o.id and s.shipped_at is not null and s.delivered_at is null) as undelivered,
      o.paid_at is not null as "isPaid"
    from locked o join order_line l on l.organisation_id = o.organisation_id and l.order_id = o.id
    group by o.organisation_id, o.id, o.order_state_id, o.payment_state_id, o.shipping_state_id, o.paid_at`.execute(tx);
  return rows[0];
}
