import { type RawBuilder, sql } from 'kysely';
import { isOrganisationAdmin, type Scope } from '#api/platform/http/scope.ts';
import { ORDER, SHIPPING } from '../order-states/order-states.rules.ts';
import { matchingOrders, periodOf } from '../orders/order-filters.queries.ts';
import { type DashboardQuery, dashboardOrders, elsewhereIds } from './dashboard-scope.queries.ts';

/** Figures of the orders in a caller's list, from the counters of `order_figures` and, where these do not tell, from the orders themselves. */

/** The groups of the query; those of the caller who administers groups only; null for all orders of the organisation. */
function countedGroups(scope: Scope, { groupIds = [] }: DashboardQuery): readonly number[] | null {
  const asked = groupIds.filter((id) => id > 0);
  if (asked.length > 0) return asked;
  return isOrganisationAdmin(scope) ? null : scope.adminableGroupIds;
}

/** Conditions on counters `f`, except for the period. */
function counterConditions(scope: Scope, query: DashboardQuery): RawBuilder<unknown> {
  const groups = countedGroups(scope, query);
  return sql.join(
    [
      sql`f.organisation_id = ${scope.organisationId}`,
      ...(query.seasonId ? [sql`f.season_id = ${query.seasonId}`] : []),
      ...(groups ? [sql`f.organisation_group_id = any (${[...groups]}::bigint[])`] : []),
      ...(query.resortId ? [sql`f.resort_id = ${query.resortId}`] : []),
      ...(query.businessAreaId ? [sql`f.business_area_id = ${query.businessAreaId}`] : []),
    ],
    sql` and `,
  );
}

/** The start of the first month that is wholly after a moment, and the start of the month of a moment, as days in the organisation's time zone. */
const monthAfter = (moment: RawBuilder<unknown>, { timeZone }: Scope) =>
  sql`date_trunc('month', (${moment} at time zone ${timeZone}) + interval '1 month' - interval '1 microsecond')`;
const monthOf = (moment: RawBuilder<unknown>, { timeZone }: Scope) =>
  sql`date_trunc('month', ${moment} at time zone ${timeZone})`;

/**
 * Conditions for the orders `o` of the caller's list that the counters leave out. Counters have whole months: the orders at both ends of a period that
 * does not begin or end with a month. And they have orders in the groups in which these were placed: an Admin of single groups also sees those that
 * their people have placed in other groups, which `order_elsewhere` has.
 */
function uncountedOrders(scope: Scope, query: DashboardQuery): RawBuilder<unknown>[] {
  const { from, until } = periodOf(scope, query);
  const matching = dashboardOrders(scope, query);
  const groups = countedGroups(scope, query);
  const inGroups = groups ? sql`o.organisation_group_id = any (${[...groups]}::bigint[])` : sql`true`;
  const first = from && sql`(${monthAfter(from, scope)} at time zone ${scope.timeZone})`;
  const last = until && sql`(${monthOf(until, scope)} at time zone ${scope.timeZone})`;
  // As an array, so that PostgreSQL reads these orders by their ids rather than all in the list.
  const elsewhere = matchingOrders(
    scope,
    query,
    sql`o.organisation_id = ${scope.organisationId} and o.id = any (array(${elsewhereIds(scope, query)})) and (${inGroups}) is not true`,
  );
  return [
    ...(first ? [sql`${matching} and ${inGroups} and o.created_at < ${first}`] : []),
    // Within one month, whose start is before the period, the first condition has all.
    ...(last ? [sql`${matching} and ${inGroups} and o.created_at >= ${first ? sql`greatest(${first}, ${last})` : last}`] : []),
    ...(groups && !query.groupIds?.some((id) => id > 0) ? [elsewhere] : []),
  ];
}

/** Columns of figures `f`, one row for some orders that have the states and the place in common. */
export function figuresOf(scope: Scope, query: DashboardQuery, { withPieces = false } = {}): RawBuilder<unknown> {
  const { from, until } = periodOf(scope, query);
  const pieces = withPieces
    ? sql`coalesce((select sum(l.quantity) from order_line l where l.organisation_id = o.organisation_id and l.order_id = o.id), 0)`
    : sql`0`;
  const uncounted = uncountedOrders(scope, query).map(
    (condition) => sql`
      union all
      select coalesce(o.season_id, 0), date_trunc('month', o.created_at at time zone ${scope.timeZone})::date, coalesce(o.organisation_group_id, 0), o.order_state_id,
        o.shipping_state_id, o.origin = 'exchange', 1, ${pieces}, o.goods_minor, o.shipped_value_minor, o.cancelled_value_minor, o.pending_value_minor
      from orders o where ${condition}`,
  );
  return sql`(
    select f.season_id, f.month_on as month, f.organisation_group_id, f.order_state_id, f.shipping_state_id, f.is_exchange, f.orders, f.pieces, f.goods_minor,
      f.shipped_value_minor, f.cancelled_value_minor, f.pending_value_minor
    from order_figures f where ${counterConditions(scope, query)}
      ${from ? sql`and f.month_on >= ${monthAfter(from, scope)}` : sql``} ${until ? sql`and f.month_on < ${monthOf(until, scope)}` : sql``}
    ${sql.join(uncounted, sql` `)}) f`;
}

/** Pieces and values of products `f` of the orders that count. Counters have no months: those of a period are read from the lines. */
export function productFiguresOf(scope: Scope, query: DashboardQuery): RawBuilder<unknown> {
  const lines = (condition: RawBuilder<unknown>) => sql`
    select l.product_id, l.quantity as pieces, l.price_minor
    from orders o join order_line l on l.organisation_id = o.organisation_id and l.order_id = o.id
    where ${condition} and ${isState('o.order_state_id', COUNTED_STATES)}`;
  const { from, until } = periodOf(scope, query);
  if (from || until) return sql`(${lines(dashboardOrders(scope, query))}) f`;
  return sql`(
    select f.product_id, f.pieces, f.price_minor from product_figures f where ${counterConditions(scope, query)}
    ${sql.join(
      uncountedOrders(scope, query).map((condition) => sql`union all ${lines(condition)}`),
      sql` `,
    )}) f`;
}

const isState = (column: string, states: readonly number[]): RawBuilder<unknown> =>
  sql`${sql.ref(column)} in (${sql.join(states.map((state) => sql.lit(state)))})`;

const COUNTED_STATES = [ORDER.pending, ORDER.processing, ORDER.complete];

/** Condition that orders count as such; the list of orders has these with `orderStatusId=10,20,30`. */
export const isCounted = isState('f.order_state_id', COUNTED_STATES);
export const isAwaitingApproval = isState('f.order_state_id', [ORDER.awaitingApproval]);
export const isCancelled = isState('f.order_state_id', [ORDER.cancelled, ORDER.rejected]);
export const hasShipped = sql`${isCounted} and ${isState('f.shipping_state_id', [SHIPPING.notRequired, SHIPPING.shipped, SHIPPING.delivered])}`;
export const hasShippedPartly = sql`${isCounted} and ${isState('f.shipping_state_id', [SHIPPING.partiallyShipped])}`;
export const hasNotShipped = sql`${isCounted} and ${isState('f.shipping_state_id', [SHIPPING.notYetShipped])}`;

/** The sum of a column of the figures to which a condition applies: a number, or an amount in minor units. */
export const sumIf = (
  column: 'goods_minor' | 'orders' | 'pending_value_minor' | 'pieces' | 'shipped_value_minor',
  condition: RawBuilder<unknown>,
) => sql`coalesce(sum(${sql.ref(`f.${column}`)}) filter (where ${condition}), 0)::bigint`;

/** Amounts in minor units and the number of orders that `orderFigures` selects. */
export interface OrderFigures {
  orderCount: number;
  totalMinor: number;
  shippedMinor: number;
  pendingMinor: number;
  cancelledMinor: number;
}

/** What was cancelled is summed of all orders, so that cancelled and rejected ones count there alone. */
export const orderFigures = sql`
  ${sumIf('orders', isCounted)} as "orderCount", ${sumIf('goods_minor', isCounted)} as "totalMinor", ${sumIf('shipped_value_minor', isCounted)} as "shippedMinor",
  ${sumIf('pending_value_minor', isCounted)} as "pendingMinor", coalesce(sum(f.cancelled_value_minor), 0)::bigint as "cancelledMinor"`;
