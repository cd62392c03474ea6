import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { EntitlementUnit } from '#contract/entitlement/accounts.ts';
import type { OrderRef } from '../order-states/order-steps.queries.ts';
import type { ShrinkingOrder } from './remainder.rules.ts';

/** What decides what an order costs once pieces leave it: its lines, with the rules of their products, and today's cost of its way of delivery. It must be locked. */
export async function readShrinkingOrder(tx: Tx, { organisationId, orderId }: OrderRef): Promise<ShrinkingOrder> {
  const { rows } = await sql<ShrinkingOrder>`
    select o.customer_id as "customerId", o.currency_code as "currencyCode", o.tax_rate as "taxRate", o.shipping_minor as "shippingMinor",
      o.shipping_tax_minor as "shippingTaxMinor", o.fee_minor as "feeMinor", o.payment_method as "paymentMethod",
      not o.is_test and o.origin <> 'exchange' as "isOnAccount", o.is_all_by_card as "isAllByCard", (
        select coalesce(sum(c.charge_minor + c.tax_minor), 0)::bigint from order_charge c
        where c.organisation_id = o.organisation_id and c.order_id = o.id and c.kind = 'question' and c.cancelled_at is null) as "answersMinor", extract(epoch from now())::float8 * 1000 as now, (
        select json_build_object('rateMinor', s.rate_minor, 'freeFromMinor', s.free_from_minor) from shipping_option s
        where s.organisation_id = o.organisation_id and s.name = o.shipping_method) as delivery,
      (select json_agg(json_build_object('id', l.id, 'combinationId', l.combination_id, 'productName', l.product_name, 'description', l.description,
          'quantity', l.quantity, 'shippedQuantity', l.shipped_quantity, 'cancelledQuantity', l.cancelled_quantity,
          'supplierCancelledQuantity', l.supplier_cancelled_quantity, 'coveredQuantity', l.covered_quantity, 'cardQuantity', l.card_quantity, 'cardCancelledQuantity', l.card_cancelled_quantity, 'unitMinor', l.unit_price_minor,
          'decorationMinor', l.decoration_minor, 'decorationOutsideBudgetMinor', l.decoration_outside_budget_minor,
          'unitTaxMinor', l.unit_tax_minor, 'priceMinor', l.price_minor, 'taxRate', l.tax_rate, 'tierQuantity', l.tier_quantity,
          'budgetAccountId', l.budget_account_id, 'orderMinimumQuantity', p.order_minimum_quantity, 'allowedQuantities', p.allowed_quantities) order by l.id)
        from order_line l join product p on p.id = l.product_id where l.organisation_id = o.organisation_id and l.order_id = o.id) as lines,
      (select coalesce(json_agg(json_build_object('name', c.name, 'chargeMinor', c.charge_minor, 'taxMinor', c.tax_minor, 'lineIds', with_it.line_ids,
          'isStarted', with_it.is_started) order by c.id), '[]')
        from order_charge c cross join lateral (
          select coalesce(json_agg(l.id), '[]') as line_ids, coalesce(bool_or(l.decoration_started_at is not null), false) as is_started
          from order_line l
          where l.organisation_id = c.organisation_id and l.order_id = c.order_id and l.is_personalised and exists (
            select from order_line_customisation k
            where k.organisation_id = l.organisation_id and k.order_line_id = l.id and k.design_key = c.design_key)) with_it
        where c.organisation_id = o.organisation_id and c.order_id = o.id and c.kind = 'setup' and c.cancelled_at is null) as "setUps"
    from orders o where o.organisation_id = ${organisationId} and o.id = ${orderId}`.execute(tx);
  return rows[0] as ShrinkingOrder;
}

/** Writes what delivery and paying cost once pieces have left an order; its lines must have been written. Money in minor units. */
export async function writeCharges(
  tx: Tx,
  { organisationId, orderId }: OrderRef,
  charges: { shippingMinor: number; shippingTaxMinor: number; feeMinor: number; paymentMethod: string },
): Promise<void> {
  await sql`
    update orders set shipping_minor = ${charges.shippingMinor}, shipping_tax_minor = ${charges.shippingTaxMinor}, fee_minor = ${charges.feeMinor},
      payment_method = ${charges.paymentMethod},
      total_minor = goods_minor + goods_tax_minor + ${charges.shippingMinor}::bigint + ${charges.shippingTaxMinor}::bigint + ${charges.feeMinor}::bigint
        + charges_minor + charges_tax_minor,
      card_minor = case when is_all_by_card then payable_by_card((card_value_of_lines(organisation_id, id) + charges_minor + charges_tax_minor
        + ${charges.shippingMinor}::bigint + ${charges.shippingTaxMinor}::bigint + ${charges.feeMinor}::bigint)::bigint, currency_code) else card_minor end
    where organisation_id = ${organisationId} and id = ${orderId}`.execute(tx);
}

/** A budget account, locked until the transaction ends. `left` in its unit; null without a limit. */
export async function lockBudget(
  tx: Tx,
  { organisationId }: Pick<OrderRef, 'organisationId'>,
  accountId: number,
): Promise<{ label: string; unit: EntitlementUnit; left: number | null }> {
  const { rows } = await sql<{ label: string; unit: EntitlementUnit; left: number | null }>`
    select label, unit, case when is_limited then granted - reserved - used end as left from entitlement_account
    where organisation_id = ${organisationId} and id = ${accountId} for update`.execute(tx);
  return rows[0] as { label: string; unit: EntitlementUnit; left: number | null };
}
