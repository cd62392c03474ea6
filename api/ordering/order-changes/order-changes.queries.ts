import { sql } from 'kysely';
import { visibleTo } from '#api/catalogue/range/product-visibility.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ApprovalReason, ApprovalRule, CostCentreUse } from '../approval/approval-reasons.rules.ts';
import { cardPart } from '../card-payments/changes/card-change.queries.ts';
import type { CardShare } from '../card-payments/changes/card-change.rules.ts';
import { offeredDelivery } from '../delivery-options/offered-delivery.queries.ts';
import type { OrderRef } from '../order-states/order-steps.queries.ts';
import type { CardPayer } from '../payment-parts/payment-parts.rules.ts';
import type { AccountUse, ChangeableState } from './order-changes.rules.ts';

/** A line of an order that is changed. Money in minor units, excluding tax. */
export interface ChangedLine {
  id: number;
  wearerId: number | null;
  productId: number;
  combinationId: number;
  isMadeToMeasure: boolean;
  /** The line of a quote at whose price it was ordered; null for none. */
  quoteItemId: number | null;
  productName: string;
  description: string;
  quantity: number;
  shippedQuantity: number;
  cancelledQuantity: number;
  supplierCancelledQuantity: number;
  returnedQuantity: number;
  coveredQuantity: number;
  /** Pieces that a card pays, and those of them that were cancelled. */
  cardQuantity: number;
  cardCancelledQuantity: number;
  pending: number;
  unitMinor: number;
  taxRate: number;
  /** Parts of the unit price: logos, texts and badges, and what of them does not count in a budget in money. */
  decorationMinor: number;
  decorationOutsideBudgetMinor: number;
  collectionGroupId: number | null;
  budgetAccountId: number | null;
}

/** An order that is changed. */
export interface ChangedOrder extends ChangeableState {
  brandId: number;
  customerId: number;
  personName: string;
  placedById: number;
  currencyCode: string;
  goodsMinor: number;
  cancelledMinor: number;
  pendingMinor: number;
  totalMinor: number;
  /** Whose card pays for it, wholly or in part; null for none. */
  cardPayer: CardPayer | null;
  isAllByCard: boolean;
  /** What delivery costs without tax, and what it would cost as it applies by itself today; null where nothing is offered any more. */
  shippingMinor: number;
  defaultDelivery: { rateMinor: number; freeFromMinor: number | null } | null;
  /** What those who decide on the order send back; see `order_fingerprint`. */
  fingerprint: string;
  isFirst: boolean;
  /** The cost centre that it is charged to with what its orders of the season cost, this one as it is stored; null for none with a limit. */
  costCentre: CostCentreUse | null;
  /** Whether the order counts for the open amount of its organisation. */
  isOnAccount: boolean;
  card: CardShare;
  /** The reasons of the newest request for approval; null when the order has never needed any. */
  reasons: ApprovalReason[] | null;
  rules: ApprovalRule[];
  lines: ChangedLine[];
}

/** The order with its lines and the rules for approval that apply to its person. It must be locked. */
export async function readChangedOrder(tx: Tx, { organisationId, orderId }: OrderRef): Promise<ChangedOrder> {
  const { rows } = await sql<ChangedOrder>`
    select o.order_state_id as "stateId", o.origin = 'exchange' as "isExchange", to_json(o.picking_started_at) #>> '{}' as "pickingStartedAt", o.customer_id as "customerId",
      (select c.first_name || ' ' || c.last_name from customer c where c.organisation_id = o.organisation_id and c.id = o.customer_id) as "personName",
      o.placed_by_id as "placedById", (select g.brand_id from organisation g where g.id = o.organisation_id) as "brandId", o.currency_code as "currencyCode", o.goods_minor as "goodsMinor", o.cancelled_value_minor as "cancelledMinor",
      o.pending_value_minor as "pendingMinor", o.total_minor as "totalMinor", o.card_payer as "cardPayer", o.is_all_by_card as "isAllByCard", order_fingerprint(o.organisation_id, o.id) as fingerprint,
      o.shipping_minor as "shippingMinor", (
        select json_build_object('rateMinor', s.rate_minor, 'freeFromMinor', s.free_from_minor) from (
          ${offeredDelivery({
            organisationId: sql`o.organisation_id`,
            roleIds: sql`array(select r.role_id from customer_role r where r.organisation_id = o.organisation_id and r.customer_id = o.customer_id)`,
            countryId: sql`(o.shipping_address ->> 'countryId')::bigint`,
          })} limit 1) s) as "defaultDelivery",
      not o.is_test and o.origin <> 'exchange' as "isOnAccount", ${cardPart} as card,
      not exists (select from orders e where e.organisation_id = o.organisation_id and e.customer_id = o.customer_id and e.id < o.id) as "isFirst",
      (select json_build_object('name', k.code || ' ' || k.name, 'limitMinor', k.season_limit_minor, 'valueMinor', cost_centre_value(k.organisation_id, k.id, o.season_id))
        from cost_centre k where k.organisation_id = o.organisation_id and k.id = o.cost_centre_id and k.season_limit_minor is not null) as "costCentre",
      (select a.reasons from approval a where a.organisation_id = o.organisation_id and a.order_id = o.id order by a.id desc limit 1) as reasons,
      coalesce((select json_build_object('kind', e.kind, 'at', e.created_at, 'actorId', case when e.actor_kind = 'customer' then e.actor_id end,
          'by', (select p.first_name || ' ' || p.last_name from customer p
            where e.actor_kind = 'customer' and p.organisation_id = e.organisation_id and p.id = e.actor_id))
        from order_event e where e.organisation_id = o.organisation_id and e.order_id = o.id and e.kind in ('cancelled', 'rejected', 'sent_back', 'expired')
        order by e.id desc limit 1),
        (select json_build_object('kind', 'expired', 'by', null, 'actorId', null, 'at', a.closed_at) from approval a
          where a.organisation_id = o.organisation_id and a.order_id = o.id and a.status = 'expired' limit 1)) as ended,
      (select coalesce(json_agg(json_build_object('kind', r.kind, 'amountMinor', r.amount_minor, 'productId', r.product_id)), '[]')
        from approval_rule r where r.organisation_id = o.organisation_id and (r.organisation_group_id is null or exists (
          select from customer_group g where g.organisation_id = o.organisation_id and g.customer_id = o.customer_id
            and g.organisation_group_id = r.organisation_group_id))) as rules,
      (select json_agg(json_build_object('id', l.id, 'wearerId', l.wearer_id, 'productId', l.product_id, 'combinationId', l.combination_id,
          'isMadeToMeasure', l.made_to_measure_request_id is not null, 'quoteItemId', l.quote_item_id, 'productName', l.product_name,
          'description', l.description, 'quantity', l.quantity, 'shippedQuantity', l.shipped_quantity, 'cancelledQuantity', l.cancelled_quantity,
          'supplierCancelledQuantity', l.supplier_cancelled_quantity,
          'returnedQuantity', l.returned_quantity, 'coveredQuantity', l.covered_quantity, 'cardQuantity', l.card_quantity, 'cardCancelledQuantity', l.card_cancelled_quantity,
          'pending', l.quantity - l.shipped_quantity - l.cancelled_quantity, 'unitMinor', l.unit_price_minor, 'taxRate', l.tax_rate,
          'decorationMinor', l.decoration_minor, 'decorationOutsideBudgetMinor', l.decoration_outside_budget_minor,
          'collectionGroupId', l.collection_group_id, 'budgetAccountId', l.budget_account_id) order by l.id)
        from order_line l where l.organisation_id = o.organisation_id and l.order_id = o.id) as lines
    from orders o where o.organisation_id = ${organisationId} and o.id = ${orderId}`.execute(tx);
  return rows[0] as ChangedOrder;
}

/** What the accounts of an order's lines count as taken, all orders together. */
export async function readAccountUse(tx: Tx, { organisationId, orderId }: OrderRef): Promise<AccountUse[]> {
  const { rows } = await sql<AccountUse>`
    select a.id, a.customer_id as "customerId", a.label, a.unit, a.reserved + a.used as taken from entitlement_account a
    where a.organisation_id = ${organisationId} and a.id in (
      select unnest(array[l.group_account_id, l.budget_account_id]) from order_line l
      where l.organisation_id = ${organisationId} and l.order_id = ${orderId})
    order by a.id`.execute(tx);
  return rows;
}

/** Which product a combination belongs to, and whether the person may order it; undefined when there is no such combination. */
export async function findOffer(
  tx: Tx,
  scope: Scope,
  combinationId: number,
): Promise<{ productId: number; onOffer: boolean; now: number } | undefined> {
  const { rows } = await sql<{ productId: number; onOffer: boolean; now: number }>`
    select c.product_id as "productId", pl.product_id is not null and ${visibleTo(scope, 'pl')} as "onOffer",
      extract(epoch from now())::float8 * 1000 as now
    from combination c left join product_listing pl on pl.organisation_id = ${scope.organisationId} and pl.product_id = c.product_id
    where c.id = ${combinationId}`.execute(tx);
  return rows[0];
}

/** Asks for approval of an order, in addition to earlier requests. */
export async function insertApproval(
  tx: Tx,
  { organisationId, orderId }: OrderRef,
  reasons: readonly ApprovalReason[],
): Promise<void> {
  await sql`
    insert into approval (organisation_id, order_id, reasons, expires_at)
    select id, ${orderId}, ${JSON.stringify(reasons)}::jsonb, now() + make_interval(days => approval_expiry_days)
    from organisation where id = ${organisationId}`.execute(tx);
}

/** Brings the reasons of the open request for approval up to date. */
export async function renewReasons(
  tx: Tx,
  { organisationId, orderId }: OrderRef,
  reasons: readonly ApprovalReason[],
): Promise<void> {
  await sql`
    update approval set reasons = ${JSON.stringify(reasons)}::jsonb
    where organisation_id = ${organisationId} and order_id = ${orderId} and status = 'requested'`.execute(tx);
}
