import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import { namedDesigns } from '../order-lines/named-designs.queries.ts';
import { awaitsPayment } from '../order-states/awaits-payment.queries.ts';
import { awaitsProof } from '../order-states/awaits-proof.queries.ts';
import { lineName } from '../order-states/line-names.queries.ts';
import type { OrderRef } from '../order-states/order-steps.queries.ts';
import type { OrderForMail } from './mailed-order.rules.ts';

/**
 * What mails say of an order `o` of its person `c`, as JSON. `expectedOn` is the day by which it is expected; without one, no day is named: an order that
 * waits for approval has none.
 */
export const orderForMail = (
  expectedOn: RawBuilder<string | null> = sql`null::date`,
): RawBuilder<OrderForMail> => sql`json_build_object(
  'currencyCode', o.currency_code, 'isTaxIncluded', o.tax_display_type = 0, 'customerId', o.customer_id, 'personName', c.first_name || ' ' || c.last_name,
  'placedBy', (
    select b.first_name || ' ' || b.last_name from customer b
    where b.organisation_id = o.organisation_id and b.id = o.placed_by_id and b.id <> o.customer_id),
  'poNumber', o.po_number, 'answers', o.answers, 'shippingMethod', o.shipping_method, 'shippingAddress', o.shipping_address,
  'collectFrom', case when o.delivery_kind = 'collected' then (
    select json_build_array(coalesce(so.collect_from, so.name), coalesce(so.opening_hours, '')) from shipping_option so
    where so.organisation_id = o.organisation_id and so.name = o.shipping_method) end, 'expectedOn', ${expectedOn}, 'awaitsProof', ${awaitsProof},
  'awaitsPayment', o.order_state_id in (10, 20) and ${awaitsPayment},
  'requestedOn', o.requested_delivery_on, 'payment', (
    select po.name from payment_option po where po.organisation_id = o.organisation_id and po.system_name = o.payment_method),
  'shippingMinor', o.shipping_minor, 'shippingTaxMinor', o.shipping_tax_minor, 'feeMinor', o.fee_minor, 'taxRate', o.tax_rate,
  'charges', (
    select coalesce(json_agg(json_build_object('name', h.name, 'chargeMinor', h.charge_minor, 'taxMinor', h.tax_minor, 'taxRate', h.tax_rate) order by h.id), '[]')
    from order_charge h where h.organisation_id = o.organisation_id and h.order_id = o.id and h.cancelled_at is null),
  'lines', (
    select coalesce(json_agg(json_build_object('quantity', l.quantity - l.cancelled_quantity, 'name', ${lineName('l')}, 'sku', l.sku,
      'designs', case when l.is_personalised then ${namedDesigns('l')} else '[]' end, 'unitMinor', l.unit_price_minor, 'taxRate', l.tax_rate, 'wearerId', l.wearer_id, 'wearerName', (
        select w.first_name || ' ' || w.last_name from customer w
        where w.organisation_id = l.organisation_id and w.id = l.wearer_id and w.id <> o.customer_id),
      'coveredQuantity', case when l.group_account_id is not null then least(l.covered_quantity, l.quantity - l.cancelled_quantity) end,
      'unitPoints', (
        select l.unit_points from entitlement_account b
        where b.organisation_id = l.organisation_id and b.id = l.budget_account_id and b.unit = 'points')) order by l.id), '[]')
    from order_line l where l.organisation_id = o.organisation_id and l.order_id = o.id))`;

/** What mails say of an order as it is now. */
export async function readOrderForMail(
  tx: Tx,
  { organisationId, orderId }: OrderRef,
  expectedOn?: RawBuilder<string | null>,
): Promise<OrderForMail> {
  const { rows } = await sql<{ order: OrderForMail }>`
    select ${orderForMail(expectedOn)} as "order"
    from orders o join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id
    where o.organisation_id = ${organisationId} and o.id = ${orderId}`.execute(tx);
  return (rows[0] as { order: OrderForMail }).order;
}
