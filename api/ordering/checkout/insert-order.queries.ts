import { sql } from 'kysely';
import { countDecorationDays, type PricedDesign } from '#api/catalogue/customisation/design.rules.ts';
import type { LineAmounts } from '#api/catalogue/pricing/pricing.rules.ts';
import type { Coverage, LineEntitlement } from '#api/entitlement/coverage.rules.ts';
import type { Address } from '#api/identity/addresses/addresses.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ApprovalReason } from '../approval/approval-reasons.rules.ts';
import { describeAnswers, type OrderedAnswer } from '../checkout-questions/asked-questions.rules.ts';
import { ORDER, PAYMENT, SHIPPING } from '../order-states/order-states.rules.ts';
import type { OrderTotals } from './checkout.rules.ts';
import { listProofRequests, toSnapshot } from './design-snapshot.rules.ts';
import { seasonOfOrder } from './order-season.queries.ts';

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
  /** Logos, texts and badges of its pieces; their prices are part of the unit price. Left out: none. */
  designs?: readonly PricedDesign[];
  /** Parts of the unit price: the designs, and what of them does not count in a budget in money. */
  decorationMinor?: number;
  decorationOutsideBudgetMinor?: number;
  /** The line of a quote; it is named by the order where its price leads. */
  quote?: { itemId: number; leads: boolean } | null;
  /** The request that the line orders, made to measure. */
  madeToMeasure?: { requestId: number; leadTimeDays: number | null } | null;
  /** Pieces that a card pays. Left out: none. */
  cardQuantity?: number;
}

/** An order to insert, checked and priced. */
export interface NewOrder {
  checkoutId: string;
  /** The cart that the lines come from, which is emptied; null when they come from no cart. */
  cartId: number | null;
  origin: 'portal' | 'reorder' | 'punchout';
  /** Whether it is a test, which is not shipped, invoiced or counted. Left out: no. */
  isTest?: boolean;
  /** The orders that were sent back and that this one replaces. */
  replacesOrderIds: readonly number[];
  placedById: number;
  /** Why the order needs approval; empty when it is released at once. */
  approvalReasons: readonly ApprovalReason[];
  totals: Omit<OrderTotals, 'taxes' | 'card' | 'accountMinor' | 'organisationGoodsMinor' | 'isAllOwn'> &
    Partial<Pick<OrderTotals, 'card'>>;
  taxRate: number;
  poNumber: string | null;
  comments: string | null;
  /** Answers to the questions at checkout, and the cost centre that one of them names. Left out: none. */
  answers?: readonly OrderedAnswer[];
  costCentreId?: number | null;
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
 *
 * Designs are kept as they are now. Those that no one has approved get a request for a proof, unless there is one, and the order is not released as long as
 * one of these waits. Requests are locked in the order of their keys: the proof is not approved, without this order, at the same moment.
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
      card_quantity: line.cardQuantity ?? 0,
      group_account_id: line.entitlement?.group.id ?? null,
      budget_account_id: line.entitlement?.budget?.id ?? null,
      unit_points: line.entitlement?.unitPoints ?? null,
      reason: line.coverage.beyond > 0 ? line.reason : null,
      wearer_id: line.entitledId,
      request_id: line.madeToMeasure?.requestId ?? null,
      quote_item_id: line.quote?.leads ? line.quote.itemId : null,
      lead_time_days: line.madeToMeasure?.leadTimeDays ?? null,
      decoration_minor: line.decorationMinor ?? 0,
      decoration_outside_budget_minor: line.decorationOutsideBudgetMinor ?? 0,
      is_personalised: (line.designs ?? []).length > 0,
      decoration_days: countDecorationDays(line.designs ?? []),
      designs: (line.designs ?? []).map(toSnapshot),
    })),
  );
  const { card } = totals;
  const isAllByCard = card?.isAll ?? false;
  const isPersonalised = order.lines.some(({ designs = [] }) => designs.length > 0);
  const charges = totals.charges.map(({ kind, name, designKey, chargeMinor, taxMinor, taxRate }) => ({
    ...{ kind, name, design_key: designKey, charge_minor: chargeMinor, tax_minor: taxMinor, tax_rate: taxRate },
    by_card: isAllByCard,
  }));
  const proofs = listProofRequests(order.lines);
  const isToProve = proofs.length > 0;
  const asked = sql`proof as (
      insert into proof_request (organisation_id, proof_key, design, logo_id, garment_design_id, requested_by_id)
      select ${scope.organisationId}, p.proof_key, p.design, p.logo_id, p.garment_design_id, ${scope.customerId}
      from jsonb_to_recordset(${JSON.stringify(proofs)}::jsonb) as p (proof_key text, design jsonb, logo_id bigint, garment_design_id bigint)
      order by p.proof_key
      -- Nothing is changed: the request is locked, and its id returned.
      on conflict on constraint proof_request_once do update set proof_key = excluded.proof_key
      returning id, proof_key, approved_at),`;
  const kept = sql`designed as (
      insert into order_line_customisation (organisation_id, order_line_id, customisation_id, method_id, method, position_id, position, side, x_cm, y_cm,
        width_cm, height_cm, measured_from, logo_id, logo_name, logo_file_id, text, font_name, letter_mm, thread_colour, thread_number, thread_rgb,
        garment_design_id, is_mandatory, comments, price_minor, setup_minor, design_key, proof_request_id)
      select ${scope.organisationId}::bigint, line.id, d.customisation_id, d.method_id, d.method, d.position_id, d.position, d.side, d.x_cm, d.y_cm, d.width_cm,
        d.height_cm, d.measured_from, d.logo_id, d.logo_name, d.logo_file_id, d.text, d.font_name, d.letter_mm, d.thread_colour, d.thread_number,
        d.thread_rgb, d.garment_design_id, d.is_mandatory, d.comments, d.price_minor, d.setup_minor, d.design_key, ${isToProve ? sql`proof.id` : sql`null::bigint`}
      from line cross join lateral jsonb_to_recordset(line.designs) as d (customisation_id bigint, method_id smallint, method text, position_id bigint,
        position text, side text, x_cm numeric, y_cm numeric, width_cm numeric, height_cm numeric, measured_from text, logo_id bigint, logo_name text,
        logo_file_id bigint, text text, font_name text, letter_mm numeric, thread_colour text, thread_number text, thread_rgb text, garment_design_id bigint,
        is_mandatory boolean, comments text, price_minor bigint, setup_minor bigint, design_key text, proof_key text)
      ${isToProve ? sql`left join proof on proof.proof_key = d.proof_key` : sql``}),`;
  const charged = sql`charged as (
      insert into order_charge (organisation_id, order_id, kind, name, design_key, charge_minor, tax_minor, tax_rate, by_card)
      select ${scope.organisationId}::bigint, placed.id, c.kind, c.name, c.design_key, c.charge_minor, c.tax_minor, c.tax_rate, c.by_card
      from placed, jsonb_to_recordset(${JSON.stringify(charges)}::jsonb)
        as c (kind text, name text, design_key text, charge_minor bigint, tax_minor bigint, tax_rate numeric, by_card boolean)),`;
  // Without an order to replace, the triggers of the update would run all the same.
  const replaced = sql`replaced as (
      update orders o set replaced_by_order_id = placed.id from placed
      where o.organisation_id = ${scope.organisationId} and o.id = any (${[...order.replacesOrderIds]}::bigint[])),`;
  const { rows } = await sql<{ id: number }>`
    with next as (select nextval(pg_get_serial_sequence('orders', 'id')) as id),
    ${isToProve ? asked : sql``}
    placed as (
      insert into orders (id, organisation_id, customer_id, placed_by_id, checkout_id, order_state_id, payment_state_id, shipping_state_id, currency_code,
        tax_rate, tax_display_type, goods_minor, shipping_minor, fee_minor, goods_tax_minor, shipping_tax_minor, charges_minor, charges_tax_minor,
        total_minor, pending_value_minor, po_number, comments, shipping_method, delivery_kind, payment_method, billing_address, shipping_address, organisation_group_id, resort_id, business_area_id,
        collection_id, season_id, requested_delivery_on, released_at, origin, is_test, search_text, replaces_order_id,
        card_payer, is_all_by_card, card_minor, payment_due_at, answers, checkout_attribute_description, cost_centre_id)
      select next.id, ${scope.organisationId}, ${scope.customerId}, ${order.placedById}, ${order.checkoutId},
        ${waits ? ORDER.awaitingApproval : ORDER.pending}, ${PAYMENT.pending}, ${SHIPPING.notYetShipped}, ${scope.currencyCode},
        ${order.taxRate}, ${scope.taxDisplayType}, ${totals.goodsMinor}, ${totals.shippingMinor}, ${totals.feeMinor}, ${totals.goodsTaxMinor},
        ${totals.shippingTaxMinor}, ${totals.chargesMinor}, ${totals.chargesTaxMinor}, ${totals.totalMinor}, ${totals.goodsMinor}, ${order.poNumber}, ${order.comments}, ${order.shippingMethod},
        coalesce((select d.kind from shipping_option d where d.organisation_id = ${scope.organisationId} and d.name = ${order.shippingMethod}), 'sent'),
        ${order.paymentMethod}, ${JSON.stringify(order.billingAddress)}::jsonb, ${JSON.stringify(order.shippingAddress)}::jsonb,
        (select g.id from organisation_group g where g.organisation_id = ${scope.organisationId} and g.id = any (${[...scope.groupIds]}::bigint[])
          order by g.display_order, g.id limit 1), ${scope.resortId}::bigint, ${scope.businessAreaId}::bigint, ${firstOf(order, 'collectionId')}::bigint,
        ${seasonOfOrder(scope, { seasonId: firstOf(order, 'seasonId'), today: order.today })}, ${order.requestedDelivery}::date,
        case when not ${waits}::boolean and ${card === undefined}::boolean ${isToProve ? sql`and not exists (select from proof where approved_at is null)` : sql``} then now() end,
        ${order.origin}, ${order.isTest ?? false}::boolean, lower(concat_ws(' ', next.id, ${order.poNumber}::text, ${people}::text, ${skus}::text)),
        (select max(r.id) from unnest(${[...order.replacesOrderIds]}::bigint[]) as r (id)), ${card?.payer ?? null}::text, ${isAllByCard}::boolean,
        ${card?.amountMinor ?? 0}::bigint, case when ${card !== undefined && !waits}::boolean then now() + make_interval(mins => (
          select g.payment_minutes from organisation g where g.id = ${scope.organisationId})) end,
        ${JSON.stringify(order.answers ?? [])}::jsonb, ${describeAnswers(order.answers ?? [])}::text, ${order.costCentreId ?? null}::bigint
      from next returning id, season_id),
    line as (
      select l.*, nextval(pg_get_serial_sequence('order_line', 'id')) as id from jsonb_to_recordset(${lines}::jsonb) as l (product_id bigint, combination_id bigint, product_name text, sku text, gtin text, description text,
        attributes jsonb, image_src text, quantity int, unit_price_minor bigint, unit_tax_minor bigint, price_minor bigint, tax_minor bigint,
        tax_rate numeric, tier_quantity int, collection_id bigint, collection_group_id bigint, super_group_id bigint, super_group_option_id bigint, season_id bigint,
        covered_quantity int, group_account_id bigint, budget_account_id bigint, unit_points int, reason text, wearer_id bigint,
        request_id bigint, quote_item_id bigint, card_quantity int, lead_time_days int, decoration_minor bigint, decoration_outside_budget_minor bigint, is_personalised boolean, decoration_days int, designs jsonb)),
    ordered as (
      insert into order_line (id, organisation_id, order_id, product_id, combination_id, product_name, sku, gtin, description, attributes, image_src, quantity,
        unit_price_minor, unit_tax_minor, price_minor, tax_minor, tax_rate, tier_quantity, collection_id, collection_group_id, super_group_id, super_group_option_id, season_id,
        covered_quantity, group_account_id, budget_account_id, unit_points, reason, wearer_id, made_to_measure_request_id, quote_item_id, card_quantity, decoration_minor,
        decoration_outside_budget_minor, is_personalised, decoration_days, due_on)
      select line.id, ${scope.organisationId}, placed.id, product_id, combination_id, product_name, sku, gtin, description, attributes, image_src, quantity,
        unit_price_minor, unit_tax_minor, price_minor, tax_minor, tax_rate, tier_quantity, collection_id, collection_group_id, super_group_id, super_group_option_id,
        coalesce(line.season_id, placed.season_id), covered_quantity, group_account_id, budget_account_id, unit_points, reason, wearer_id, request_id, quote_item_id, card_quantity,
        decoration_minor, decoration_outside_budget_minor, is_personalised, decoration_days, add_working_days(coalesce(${order.today}::date + lead_time_days, (
          select min(i.due_on) from stock_level s join stock_incoming i on i.combination_id = s.combination_id and i.due_on >= ${order.today}::date
          where s.combination_id = line.combination_id and s.on_hand < s.reserved)), decoration_days)
      from line, placed
      returning id, order_id, combination_id, quantity, covered_quantity, group_account_id, budget_account_id, unit_points,
        unit_price_minor - decoration_outside_budget_minor as unit_budget_minor),
    reserved as (
      insert into stock_entry (combination_id, kind, reserved_delta, organisation_id, order_id, order_line_id, actor_kind, actor_id)
      select combination_id, 'reserve', quantity, ${scope.organisationId}::bigint, order_id, id, 'customer', ${order.placedById}::bigint from ordered where not ${order.isTest ?? false}::boolean),
    entitled as (
      insert into entitlement_entry (organisation_id, account_id, kind, reserved_delta, order_line_id, actor_kind, actor_id)
      select ${scope.organisationId}::bigint, account.id, 'reserve', covered_quantity * account.unit_cost, ordered.id, 'customer', ${order.placedById}::bigint
      from ordered cross join lateral (
        select group_account_id as id, 1::bigint as unit_cost
        union all
        select b.id, case b.unit when 'points' then unit_points else unit_budget_minor end
        from entitlement_account b where b.organisation_id = ${scope.organisationId} and b.id = budget_account_id) account
      where account.id is not null and covered_quantity * account.unit_cost > 0),
    ${isPersonalised ? kept : sql``}
    ${charges.length > 0 ? charged : sql``}
    requested as (
      insert into approval (organisation_id, order_id, reasons, expires_at)
      select o.id, placed.id, ${JSON.stringify(order.approvalReasons)}::jsonb, now() + make_interval(days => o.approval_expiry_days)
      from organisation o, placed where o.id = ${scope.organisationId} and ${waits}::boolean),
    emptied as (delete from cart_line where organisation_id = ${scope.organisationId} and cart_id = ${order.cartId}::bigint),
    ${order.replacesOrderIds.length > 0 ? replaced : sql``}
    renewed as (
      update cart set checkout_id = gen_random_uuid(), po_number = null, comments = null, requested_delivery_on = null, answers = '[]',
        summary_fingerprint = null, summary_lines = null, updated_at = now()
      where organisation_id = ${scope.organisationId} and id = ${order.cartId}::bigint)
    select id from placed`.execute(tx);
  return rows[0] as { id: number };
}
