import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { OrderFacts } from './advance-order.rules.ts';
import { lockedOrders } from './lock-orders.queries.ts';
import type { OrderRef } from './order-steps.queries.ts';

/** Whether an invoice of the order `o` is not settled. */
const hasOpenInvoice = sql`exists (
  select from invoice_line x join invoice i on i.organisation_id = x.organisation_id and i.id = x.invoice_id
  where x.organisation_id = o.organisation_id and x.order_id = o.id and i.kind = 'invoice' and i.settled_minor < i.total_minor)`;

/** Whether everything of the lines `l` of the order `o` has been sent and invoiced, and what is on account is paid. */
const isAccountSettled = sql`(bool_and(l.shipped_quantity + l.cancelled_quantity = l.quantity) and sum(l.shipped_quantity) > 0 and not exists (
  select from shipment s where s.organisation_id = o.organisation_id and s.order_id = o.id and s.shipped_at is not null and s.billed_at is null)
  and not ${hasOpenInvoice})`;

/** Locks an order and reads what its lines, parcels and payments say; undefined when there is no such order. */
export async function lockOrderFacts(tx: Tx, { organisationId, orderId }: OrderRef): Promise<OrderFacts | undefined> {
  const { rows } = await sql<OrderFacts>`
    with locked as materialized (${lockedOrders(organisationId, [orderId])})
    select o.order_state_id as "orderState", o.payment_state_id as "paymentState", o.shipping_state_id as "shippingState",
      coalesce(sum(l.quantity - l.shipped_quantity - l.cancelled_quantity), 0)::int as pending, coalesce(sum(l.shipped_quantity), 0)::int as shipped,
      coalesce(bool_or(l.packed_quantity > 0), false) as "hasPacked", o.ready_to_collect_at is not null as "isReady",
      (select count(*)::int from shipment s
       where s.organisation_id = o.organisation_id and s.order_id = o.id and s.shipped_at is not null and s.delivered_at is null) as undelivered,
      o.paid_at is not null or ${isAccountSettled} as "isPaid", ${isAccountSettled} as "isAccountSettled",
      case when o.card_payer is null or o.card_minor = 0 and o.payment_state_id = 10 then 'nothing' when o.is_all_by_card then 'all' else 'part' end as "byCard",
      ${hasOpenInvoice} as "hasOpenInvoice",
      coalesce((
        select sum(x.net_minor + x.tax_minor) from invoice_line x
        where x.organisation_id = o.organisation_id and x.order_id = o.id and x.credited_line_id is not null), 0)::bigint as "creditedMinor",
      o.invoiced_minor as "invoicedMinor"
    from locked o join order_line l on l.organisation_id = o.organisation_id and l.order_id = o.id
    group by o.organisation_id, o.id, o.order_state_id, o.payment_state_id, o.shipping_state_id, o.paid_at, o.invoiced_minor,
      o.ready_to_collect_at, o.card_payer, o.card_minor, o.is_all_by_card`.execute(tx);
  return rows[0];
}
