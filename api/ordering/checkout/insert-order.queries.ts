import { sql } from 'kysely';
import type { LineAmounts } from '#api/catalogue/pricing/pricing.rules.ts';
import type { Coverage, LineEntitlement } from '#api/entitlement/coverage.rules.ts';
import { lastOrderingDay } from '#api/entitlement/ordering-eligibility.queries.ts';
import type { Address } from '#api/identity/addresses/addresses.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ApprovalReason } from '../approval/approval-reasons.rules.ts';
import { ORDER, PAYMENT, SHIPPING } from '../order-states/order-states.rules.ts';
import type { OrderTotals } from './checkout.rules.ts';

/** A line to order, with its amounts and where it counts in the wardrobe of its wearer. Amounts in minor units, excluding tax. */
export interface NewOrderLine extends LineAmounts {
  productId: number;
  combinationId: number;
  productName: string;
  sku: string;
  gtin: string | null;
  description: string;
  attributes: { id: number; value: string }[];
  imageSrc: string | null;
  quantity: number;
  /** A fraction: 0.2 is 20%. */
  taxRate: number;
  /** From how many pieces on the price holds; null where it is the price of no tier. */
  tierQuantity: number | null;
  /** The wardrobe that the line was chosen from, when it counts in none. */
  collectionId: number | null;
  /** Whose entitlement the line uses; null for goods for no one in particular. */
  entitledId: number | null;
  entitlement: LineEntitlement | null;
  coverage: Coverage;
  /** Why pieces beyond the entitlement are needed. */
  reason: string | null;
  /** The request that the line orders, made to measure. */
  madeToMeasure?: { requestId: number; leadTimeDays: number | null } | null;
}

/** An order to insert, checked and priced. */
export interface NewOrder {
  checkoutId: string;
  /** The cart that the lines come from, which is emptied; null when they come from no cart. */
  cartId: number | null;
  origin: 'portal' | 'reorder';
  /** The orders that were sent back and that this one replaces. */
  replacesOrderIds: readonly number[];
  placedById: number;
  /** Why the order needs approval; empty when it is released at once. */
  approvalReasons: readonly ApprovalReason[];
  totals: Omit<OrderTotals, 'taxes'>;
  taxRate: number;
  poNumber: string | null;
  comments: string | null;
  requestedDelivery: string | null;
  /** The day in the organisation's time zone, such as `2026-03-29`. */
  today: string;
  shippingMethod: string | null;
  paymentMethod: string;
  billingAddress: Address;
  shippingAddress: Address;
  lines: readonly NewOrderLine[];
}

/** Of the first line that counts in a wardrobe. */
const firstOf = ({ lines }: NewOrder, name: 'collectionId' | 'seasonId') =>
  lines.find(({ entitlement }) => entitlement)?.entitlement?.[name] ??
  (name === 'collectionId' ? (lines.find(({ collectionId }) => collectionId)?.collectionId ?? null) : null);

/**
 * Inserts the order with its lines and the entries of what was reserved for it, empties the cart that it comes from and gives it a new checkout
 * id, in one statement. That cart must be locked, and the stock and the entitlement reserved. The checkout id is unique among
 * orders, so a cart can never be ordered twice; a second attempt fails on the constraint `orders_checkout_once`.
 */
export async function insertOrder(tx: Tx, scope: Scope, order: NewOrder): Promise<{ id: number }> {
  const { totals } = order;
  const waits = order.approvalReasons.length > 0;
  const skus = [...new Set(order.lines.map(({ sku }) => sku))].join(' ');
  const people = `${scope.firstName} ${scope.lastName} ${scope.email}`;
  const lines = JSON.stringify(
    order.lines.map((line) => ({
      product_id: line.productId,
      combination_id: line.combinationId,
      product_name: line.productName,
      sku: line.sku,
      gtin: line.gtin,
      description: line.description,
      attributes: line.attributes,
      image_src: line.imageSrc,
      quantity: line.quantity,
      unit_price_minor: line.unitMinor,
      unit_tax_minor: line.unitTaxMinor,
      price_minor: line.exclTaxMinor,
      tax_minor: line.taxMinor,
      tax_rate: line.taxRate,
      tier_quantity: line.tierQuantity,
      collection_id: line.entitlement?.collectionId ?? line.collectionId,
      collection_group_id: line.entitlement?.groupId ?? null,
      super_group_id: line.entitlement?.superGroupId ?? null,
      super_group_option_id: line.entitlement?.superGroupOptionId ?? null,
      season_id: line.entitlement ? line.entitlement.seasonId : null,
      covered_quantity: line.coverage.covered ?? 0,
      group_account_id: line.entitlement?.group.id ?? null,
      budget_account_id: line.entitlement?.budget?.id ?? null,
      unit_points: line.entitlement?.unitPoints ?? null,
      reason: line.coverage.beyond > 0 ? line.reason : null,
      wearer_id: line.entitledId,
      request_id: line.madeToMeasure?.requestId ?? null,
      lead_time_days: line.madeToMeasure?.leadTimeDays ?? null,
    })),
  );
  // Without an order to replace, the triggers of the update would run all the same.
  const replaced = sql`replaced as (
      update orders o set replaced_by_order_id = placed.id from placed
      where o.organisation_id = ${scope.organisationId} and o.id = any (${[...order.replacesOrderIds]}::bigint[])),`;
  const { rows } = await sql<{ id: number }>`
    with next as (select nextval(pg_get_serial_sequence('orders', 'id')) as id),
    placed as (
      insert into orders (id, organisation_id, customer_id, placed_by_id, checkout_id, order_state_id, payment_state_id, shipping_state_id, currency_code,
        tax_rate, tax_display_type, goods_minor, shipping_minor, fee_minor, goods_tax_minor, shipping_tax_minor, total_minor, pending_value_minor,
        po_number, comments, shipping_method, delivery_kind, payment_method, billing_address, shipping_address, organisation_group_id, resort_id, business_area_id,
        collection_id, season_id, requested_delivery_on, released_at, origin, search_text, replaces_order_id)
      select next.id, ${scope.organisationId}, ${scope.customerId}, ${order.placedById}, ${order.checkoutId},
        ${waits ? ORDER.awaitingApproval : ORDER.pending}, ${PAYMENT.pending}, ${SHIPPING.notYetShipped}, ${scope.currencyCode},
        ${order.taxRate}, ${scope.taxDisplayType}, ${totals.goodsMinor}, ${totals.shippingMinor}, ${totals.feeMinor}, ${totals.goodsTaxMinor},
        ${totals.shippingTaxMinor}, ${totals.totalMinor}, ${totals.goodsMinor}, ${order.poNumber}, ${order.comments}, ${order.shippingMethod},
        coalesce((select d.kind from shipping_option d where d.organisation_id = ${scope.organisationId} and d.name = ${order.shippingMethod}), 'sent'),
        ${order.paymentMethod}, ${JSON.stringify(order.billingAddress)}::jsonb, ${JSON.stringify(order.shippingAddress)}::jsonb,
        (select g.id from organisation_group g where g.organisation_id = ${scope.organisationId} and g.id = any (${[...scope.groupIds]}::bigint[])
          order by g.display_order, g.id limit 1), ${scope.resortId}::bigint, ${scope.businessAreaId}::bigint, ${firstOf(order, 'collectionId')}::bigint,
        coalesce(${firstOf(order, 'seasonId')}::bigint, (
          select s.id from season s
          left join customer_season own on own.organisation_id = s.organisation_id and own.season_id = s.id and own.customer_id = ${scope.customerId}
          where s.organisation_id = ${scope.organisationId} and (s.is_current or own.customer_id is not null
            and coalesce(s.ordering_opens_on, '-infinity') <= ${order.today}::date and ${order.today}::date <= coalesce(${lastOrderingDay(sql`${scope.customerId}`)}, 'infinity'))
          order by own.customer_id is not null desc, s.is_current desc, s.starts_on desc limit 1)), ${order.requestedDelivery}::date,
        case when not ${waits}::boolean then now() end,
        ${order.origin}, lower(concat_ws(' ', next.id, ${order.poNumber}::text, ${people}::text, ${skus}::text)),
        (select max(r.id) from unnest(${[...order.replacesOrderIds]}::bigint[]) as r (id))
      from next returning id, season_id),
    line as (
      select * from jsonb_to_recordset(${lines}::jsonb) as l (product_id bigint, combination_id bigint, product_name text, sku text, gtin text, description text,
        attributes jsonb, image_src text, quantity int, unit_price_minor bigint, unit_tax_minor bigint, price_minor bigint, tax_minor bigint,
        tax_rate numeric, tier_quantity int, collection_id bigint, collection_group_id bigint, super_group_id bigint, super_group_option_id bigint, season_id bigint,
        covered_quantity int, group_account_id bigint, budget_account_id bigint, unit_points int, reason text, wearer_id bigint,
        request_id bigint, lead_time_days int)),
    ordered as (
      insert into order_line (organisation_id, order_id, product_id, combination_id, product_name, sku, gtin, description, attributes, image_src, quantity,
        unit_price_minor, unit_tax_minor, price_minor, tax_minor, tax_rate, tier_quantity, collection_id, collection_group_id, super_group_id, super_group_option_id, season_id,
        covered_quantity, group_account_id, budget_account_id, unit_points, reason, wearer_id, made_to_measure_request_id, due_on)
      select ${scope.organisationId}, placed.id, product_id, combination_id, product_name, sku, gtin, description, attributes, image_src, quantity,
        unit_price_minor, unit_tax_minor, price_minor, tax_minor, tax_rate, tier_quantity, collection_id, collection_group_id, super_group_id, super_group_option_id,
        coalesce(line.season_id, placed.season_id), covered_quantity, group_account_id, budget_account_id, unit_points, reason, wearer_id, request_id, coalesce(${order.today}::date + lead_time_days, (
          select min(i.due_on) from stock_level s join stock_incoming i on i.combination_id = s.combination_id and i.due_on >= ${order.today}::date
          where s.combination_id = line.combination_id and s.on_hand < s.reserved))
      from line, placed
      returning id, order_id, combination_id, quantity, covered_quantity, group_account_id, budget_account_id, unit_points, unit_price_minor),
    reserved as (
      insert into stock_entry (combination_id, kind, reserved_delta, organisation_id, order_id, order_line_id, actor_kind, actor_id)
      select combination_id, 'reserve', quantity, ${scope.organisationId}::bigint, order_id, id, 'customer', ${order.placedById}::bigint from ordered),
    entitled as (
      insert into entitlement_entry (organisation_id, account_id, kind, reserved_delta, order_line_id, actor_kind, actor_id)
      select ${scope.organisationId}::bigint, account.id, 'reserve', covered_quantity * account.unit_cost, ordered.id, 'customer', ${order.placedById}::bigint
      from ordered cross join lateral (
        select group_account_id as id, 1::bigint as unit_cost
        union all
        select b.id, case b.unit when 'points' then unit_points else unit_price_minor end
        from entitlement_account b where b.organisation_id = ${scope.organisationId} and b.id = budget_account_id) account
      where account.id is not null and covered_quantity * account.unit_cost > 0),
    requested as (
      insert into approval (organisation_id, order_id, reasons, expires_at)
      select o.id, placed.id, ${JSON.stringify(order.approvalReasons)}::jsonb, now() + make_interval(days => o.approval_expiry_days)
      from organisation o, placed where o.id = ${scope.organisationId} and ${waits}::boolean),
    emptied as (delete from cart_line where organisation_id = ${scope.organisationId} and cart_id = ${order.cartId}::bigint),
    ${order.replacesOrderIds.length > 0 ? replaced : sql``}
    renewed as (
      update cart set checkout_id = gen_random_uuid(), po_number = null, comments = null, requested_delivery_on = null,
        summary_fingerprint = null, summary_lines = null, updated_at = now()
      where organisation_id = ${scope.organisationId} and id = ${order.cartId}::bigint)
    select id from placed`.execute(tx);
  return rows[0] as { id: number };
}
