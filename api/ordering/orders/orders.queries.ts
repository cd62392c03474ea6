import { sql } from 'kysely';
import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import { inOrder } from '#api/platform/db/pipelining.ts';
import { planForValues } from '#api/platform/db/plan-for-values.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import { isAdmin, type Scope } from '#api/platform/http/scope.ts';
import type { QueryOf, ReplyOf } from '#contract/index.ts';
import { waitsForDecisionOf } from '../approval/approvers.queries.ts';
import { isPayable } from '../order-states/awaits-payment.queries.ts';
import { canAwaitProof, isUnprovedLine } from '../order-states/awaits-proof.queries.ts';
import {
  CHANGEABLE,
  ORDER_STATES,
  type OrderState,
  PAYMENT_STATES,
  type PaymentState,
  SHIPPING_STATES,
  type ShippingState,
  toUtcString,
} from '../order-states/order-states.rules.ts';
import { countMatchingOrders, matchingOrders, orderOwner } from './order-filters.queries.ts';
import { parseOrderSort } from './order-sort.queries.ts';
import { againColumn, isOrderableAgain, type OrderableAgainRow } from './orderable-again.queries.ts';
import { amountOf, ifWhole, isSeenLine, isSeenWhole, ofWhole, parcelColumns, seenOrders } from './seen-orders.queries.ts';

type OrderList = ReplyOf<'GET /api/orders'>;
export type OrderListItem = OrderList['orders'][number];

/** A row of `orders` with the names behind its ids, and what the caller may do with it. */
export interface OrderRow extends OrderableAgainRow {
  customer_id: number;
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  employee_number: string | null;
  /** A text where the row came as JSON, like `shipped_at`. */
  created_at: Date | string;
  total_minor: number;
  po_number: string | null;
  order_state_id: OrderState;
  payment_state_id: PaymentState;
  shipping_state_id: ShippingState;
  goods_minor: number;
  shipped_value_minor: number;
  cancelled_value_minor: number;
  pending_value_minor: number;
  tracking_urls: string[];
  shipped_at: Date | string | null;
  business_area_id: number | null;
  resort_id: number | null;
  organisation_group_id: number | null;
  collection_id: number | null;
  season_id: number | null;
  currency_code: string;
  placed_by_id: number;
  picking_started_at: Date | string | null;
  delivery_kind: OrderListItem['deliveryKind'];
  ready_to_collect_at: Date | string | null;
  origin: string;
  cost_centre_id: number | null;
  cost_centre: string | null;
  replaces_order_id: number | null;
  replaced_by_order_id: number | null;
  /** Whether the person sees all of it, and not only the lines for them. */
  is_whole: boolean;
  /** What can be returned of it: 0 nothing, 1 pieces of others, 2 pieces that the person may return. */
  returnable: 0 | 1 | 2;
  /** Whether nothing is sent before a proof is approved, of a design that the person sees. */
  waits_for_proof: boolean;
  /** What those who can decide on it send back; null for anyone else, and unless it waits. */
  fingerprint: string | null;
  /** Whether it waits for its payment by card, and can be paid now. */
  is_payable: boolean;
}

/** The columns of an `OrderRow` for a person, selected from `orderTables`. What files do not say, and is costly for many orders, can be left out. */
export const orderColumns = (scope: Scope, { saysAgain = true } = {}) => sql`
  o.id, o.customer_id, c.first_name, c.last_name, c.email, ${ifWhole(scope, sql`c.employee_number`)} as employee_number, o.created_at,
  ${amountOf(scope, 'total_minor')} as total_minor, ${ifWhole(scope, sql`o.po_number`)} as po_number, o.order_state_id, o.payment_state_id,
  ${amountOf(scope, 'goods_minor')} as goods_minor, ${amountOf(scope, 'shipped_value_minor')} as shipped_value_minor,
  ${amountOf(scope, 'cancelled_value_minor')} as cancelled_value_minor, ${amountOf(scope, 'pending_value_minor')} as pending_value_minor,
  ${parcelColumns(scope)}, o.business_area_id, o.resort_id, o.organisation_group_id,
  ${ofWhole(scope, sql`o.collection_id`, firstOwnWardrobe(scope))} as collection_id,
  o.season_id, o.currency_code, o.placed_by_id, o.picking_started_at, o.delivery_kind, o.ready_to_collect_at, o.origin, o.replaces_order_id,
  ${ifWhole(scope, sql`o.cost_centre_id`)} as cost_centre_id, ${ifWhole(scope, costCentreName)} as cost_centre,
  o.replaced_by_order_id, case when ${waitsForDecisionOf(scope)} then order_fingerprint(o.organisation_id, o.id) end as fingerprint,
  ${waitsForProofColumn(scope)} as waits_for_proof, ${isSeenWhole(scope)} as is_whole, ${returnableColumn(scope)} as returnable,
  ${isPayable} as is_payable,
  ${saysAgain ? sql`${ifWhole(scope, againColumn(scope))} as again` : sql`null::json as again`}`;

/** Code and name of the cost centre of an order `o`. */
const costCentreName = sql`(
  select k.code || ' ' || k.name from cost_centre k where k.organisation_id = o.organisation_id and k.id = o.cost_centre_id)`;

/** The wardrobe of the first line `l` of an order `o` that is for the person and has one. */
const firstOwnWardrobe = ({ customerId }: Scope) => sql`(
  select l.collection_id from order_line l
  where l.organisation_id = o.organisation_id and l.order_id = o.id and l.wearer_id = ${customerId} and l.collection_id is not null
  order by l.id limit 1)`;

/** Whether an order `o` waits for a proof; of orders that cannot, no lines are read. */
const waitsForProofColumn = (scope: Scope) => sql`
  case when ${canAwaitProof} then exists (
    select from order_line l where l.organisation_id = o.organisation_id and l.order_id = o.id and ${isSeenLine(scope)}
      and ${isUnprovedLine(scope.organisationId)}) else false end`;

/** What can be returned of an order `o`; of orders of which nothing was sent, no lines are read. */
const returnableColumn = ({ customerId }: Scope) => sql`
  case when o.shipped_at is null then 0 else (
    select coalesce(max(case when o.customer_id = ${customerId} or l.wearer_id = ${customerId} then 2 else 1 end), 0)
    from returnable_lines(o.organisation_id, o.id) r
    join order_line l on l.organisation_id = o.organisation_id and l.id = r.order_line_id
    where r.returnable_quantity > 0) end`;

/** Orders `o` with their owners `c`, for `orderColumns`. */
export const orderTables = (scope: Scope) => sql`orders o ${orderOwner} ${seenOrders(scope)}`;

/**
 * Whether the person can cancel or change an order that they may see: their own, one that they placed, or any as an Admin, until picking starts. An
 * exchange ends with its return request.
 */
const isCancellableBy = (row: OrderRow, scope: Scope) =>
  row.origin !== 'exchange' &&
  row.picking_started_at === null &&
  CHANGEABLE.includes(row.order_state_id as OrderState) &&
  (row.customer_id === scope.customerId || row.placed_by_id === scope.customerId || (isAdmin(scope) && row.is_whole));

/** An amount of an order on the wire; null for people who see no prices. */
export const toVisibleAmount = (minor: number, { pricesVisible }: Pick<Scope, 'pricesVisible'>) =>
  pricesVisible ? toMajorUnits(minor) : null;

/** An order as lists show it. */
export function toOrderListItem(row: OrderRow, scope: Scope): OrderListItem {
  const toAmount = (minor: number) => toVisibleAmount(minor, scope);
  return {
    id: row.id,
    customer: {
      id: row.customer_id,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      employeeNumber: row.employee_number,
    },
    createdOnUtc: toUtcString(row.created_at),
    orderTotal: toAmount(row.total_minor),
    poNumber: row.po_number,
    orderStatus: ORDER_STATES[row.order_state_id],
    canRetryPayment: row.is_payable && row.customer_id === scope.customerId,
    paymentStatus: PAYMENT_STATES[row.payment_state_id],
    shippingStatus: SHIPPING_STATES[row.shipping_state_id],
    totalValue: toAmount(row.goods_minor),
    shippedValue: toAmount(row.shipped_value_minor),
    cancelledValue: toAmount(row.cancelled_value_minor),
    pendingValue: toAmount(row.pending_value_minor),
    returnRequestAllowed: row.returnable > 0,
    trackingUrls: row.tracking_urls,
    shippedOnUtc: row.shipped_at && toUtcString(row.shipped_at),
    deliveryKind: row.delivery_kind,
    readyToCollectOnUtc: row.ready_to_collect_at && toUtcString(row.ready_to_collect_at),
    businessAreaId: row.business_area_id,
    customOrderNumber: String(row.id),
    currencyCode: row.currency_code,
    orderStatusId: row.order_state_id,
    paymentStatusId: row.payment_state_id,
    shippingStatusId: row.shipping_state_id,
    approvalAllowed: row.fingerprint !== null,
    reOrderAllowed: isOrderableAgain(row, scope),
    cancelAllowed: isCancellableBy(row, scope),
    returnAllowed: row.returnable === 2,
    ownLinesOnly: !row.is_whole,
    resortId: row.resort_id,
    organisationGroupId: row.organisation_group_id,
    collectionId: row.collection_id,
    seasonId: row.season_id,
    waitsForProof: row.waits_for_proof,
    isPunchout: row.origin === 'punchout',
    isExchange: row.origin === 'exchange',
    costCentreId: row.cost_centre_id,
    costCentre: row.cost_centre,
    replacesOrderId: row.replaces_order_id,
    replacedByOrderId: row.replaced_by_order_id,
    fingerprint: row.fingerprint,
  };
}

interface TotalsRow {
  total_minor: number;
  goods_minor: number;
  shipped_value_minor: number;
  cancelled_value_minor: number;
  pending_value_minor: number;
}

const SUMMED = ['total_minor', 'goods_minor', 'shipped_value_minor', 'cancelled_value_minor', 'pending_value_minor'] as const;

const sumMatchingOrders = (scope: Scope, query: QueryOf<'GET /api/orders'>) => sql`
  select json_build_object(${sql.join(SUMMED.map((amount) => sql`${sql.lit(amount)}, coalesce(sum(${amountOf(scope, amount)}), 0)`))})
  from orders o ${seenOrders(scope)} where ${matchingOrders(scope, query)}`;

/**
 * Orders that the person may see and that match, with their number and, unless the query declines them, the sums over all pages, in one statement.
 * The rows are returned as one JSON value, because decoding 29 columns of ten rows separately takes three times as long.
 */
export const listOrders = (db: Db, scope: Scope, query: QueryOf<'GET /api/orders'>): Promise<OrderList> =>
  query.searchTerm
    ? runInTransaction(db, async (tx) => {
        // PostgreSQL plans it for the actual words: a word of nearly every order is found fastest by reading all, a rare word by the trigram index.
        const [, list] = await inOrder(tx, [() => planForValues(tx), () => readOrderList(tx, scope, query)]);
        return list;
      })
    : readOrderList(db, scope, query);

async function readOrderList(db: Db, scope: Scope, query: QueryOf<'GET /api/orders'>): Promise<OrderList> {
  const { offset, limit } = toOffsetAndLimit(query);
  const sort = parseOrderSort(query.order, scope);
  const hasTotals = query.totals !== false;
  const sums = hasTotals && scope.pricesVisible ? sumMatchingOrders(scope, query) : sql`null::json`;
  const { rows } = await sql<{ orders: OrderRow[]; count: number; sums: TotalsRow | null }>`
    select coalesce(json_agg(page), '[]') as orders, (${countMatchingOrders(scope, query)}) as count, (${sums}) as sums
    from (
      select ${orderColumns(scope)}
      from (select o.id from ${sort.tables} where ${matchingOrders(scope, query)} order by ${sort.by} limit ${limit} offset ${offset}) listed
      join orders o on o.organisation_id = ${scope.organisationId} and o.id = listed.id ${orderOwner} ${seenOrders(scope)}
      order by ${sort.by}) page`.execute(db);
  const { orders, count, sums: found } = rows[0] as (typeof rows)[number];
  return {
    orders: orders.map((row) => toOrderListItem(row, scope)),
    totalCount: count,
    totals: hasTotals ? toTotals(count, found, scope) : null,
  };
}

const toTotals = (orderCount: number, sums: TotalsRow | null, { currencyCode }: Scope): OrderList['totals'] => ({
  orderCount,
  orderTotal: sums && toMajorUnits(sums.total_minor),
  totalValue: sums && toMajorUnits(sums.goods_minor),
  shippedValue: sums && toMajorUnits(sums.shipped_value_minor),
  cancelledValue: sums && toMajorUnits(sums.cancelled_value_minor),
  pendingValue: sums && toMajorUnits(sums.pending_value_minor),
  currencyCode,
});

/** One order as lists show it, for someone who may see it or has decided on it; undefined when it does not exist in the organisation. */
export async function findOrderListItem(db: Db, scope: Scope, orderId: number): Promise<OrderListItem | undefined> {
  const { rows } = await sql<OrderRow>`
    select ${orderColumns(scope)} from ${orderTables(scope)} where o.organisation_id = ${scope.organisationId} and o.id = ${orderId}`.execute(
    db,
  );
  return rows[0] && toOrderListItem(rows[0], scope);
}
