import { type RawBuilder, sql } from 'kysely';
import { escapeLike } from '#api/platform/db/escape-like.ts';
import type { ParsedDate } from '#api/platform/http/dates.ts';
import { badRequest } from '#api/platform/http/errors.ts';
import { parseRangeDate } from '#api/platform/http/paging.ts';
import { accessibleGroups, hasRole, isAdmin, isOrganisationAdmin, type Scope } from '#api/platform/http/scope.ts';
import type { QueryOf } from '#contract/index.ts';
import { ORDER_STATUSES, OVERALL_STATUSES, SHIPPING_STATUSES } from '#contract/ordering/order-states.ts';
import { waitsForDecisionOf, wasAskedToDecide } from '../approval/approvers.queries.ts';

const DAY_MS = 86_400_000;

/** The filters and the order of a list of orders. */
export type OrderFilters = Omit<QueryOf<'GET /api/orders/exporttoexcel'>, 'fields' | 'limit' | 'page'>;

/** Joins the owner `c` of an order `o`. */
export const orderOwner = sql`join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id`;

/**
 * Condition for the orders `o` that a person may see: everyone their own; Sales all of the organisation; an Admin those of the people of the groups that
 * they administer and those placed in these groups (all when none are named); a Buyer and an approver those of the people of their own groups. Sales in
 * whose place an Admin of groups acts see those of the people of these groups.
 */
export function visibleOrders(scope: Scope): RawBuilder<unknown> {
  const inOrganisation = sql`o.organisation_id = ${scope.organisationId}`;
  const isSales = hasRole(scope, 'OrganisationSales');
  if (isOrganisationAdmin(scope) || (isSales && scope.accessibleGroupIds === undefined)) return inOrganisation;
  const own = sql`o.customer_id = ${scope.customerId}`;
  const wide = isAdmin(scope) || isSales || hasRole(scope, 'OrganisationBuyer') || scope.allowOrderApproval;
  const groups = isAdmin(scope) ? scope.adminableGroupIds : accessibleGroups(scope);
  if (!wide || groups.length === 0) return sql`${inOrganisation} and ${own}`;
  const placedThere = isAdmin(scope) ? sql`or o.organisation_group_id = any (${[...groups]}::bigint[])` : sql``;
  // The subquery does not refer to the order, so that PostgreSQL answers it once and not for every order.
  return sql`${inOrganisation} and (${own} ${placedThere} or o.customer_id in (
    select g.customer_id from customer_group g where g.organisation_id = ${scope.organisationId}
      and g.organisation_group_id = any (${[...groups]}::bigint[])))`;
}

/**
 * Condition for the orders `o` that a person may open by their number: those in their list, and those on which they can decide or have decided. The
 * mails about orders link to all of these.
 */
export const openableOrders = (scope: Scope): RawBuilder<unknown> => sql`(${visibleOrders(scope)} or ${wasAskedToDecide(scope)})`;

/** Conditions that a column, which is in lower case, contains each word of a search term; at most ten words count. */
export const containsWords = (column: string, searchTerm: string | undefined): RawBuilder<unknown>[] =>
  (searchTerm ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 10)
    .map((word) => sql`${sql.ref(column)} like ${`%${escapeLike(word)}%`}`);

// Conditions on lines are subqueries that do not refer to the order, so that PostgreSQL answers them once by an index of the lines.

/** Condition that an order `o` has a line of a wardrobe or of one of its child wardrobes. */
const hasLineOfWardrobe = ({ organisationId }: Scope, collectionId: number) => sql`o.id in (
  select l.order_id from order_line l where l.organisation_id = ${organisationId} and l.collection_id = any (array(
    with recursive family as (
      select ${collectionId}::bigint as id
      union select c.id from collection c join family f on c.organisation_id = ${organisationId} and c.parent_collection_id = f.id)
    select id from family)))`;

const hasLineOfProduct = ({ organisationId }: Scope, productId: number) => sql`o.id in (
  select l.order_id from order_line l where l.organisation_id = ${organisationId} and l.product_id = ${productId})`;

/** Condition that a state is among the ids; none if the ids name no state. */
function hasState(column: 'order_state_id' | 'shipping_state_id', ids: readonly number[] | undefined): RawBuilder<unknown>[] {
  const states = ids?.filter((id) => id > 0) ?? [];
  // As literals, so that partial indexes of a state can be used.
  return states.length > 0 ? [sql`${sql.ref(`o.${column}`)} in (${sql.join(states.map((state) => sql.lit(state)))})`] : [];
}

/** Condition that the one status of an order `o` is among the ids; none if the ids name none. */
function hasOverallStatus(ids: readonly number[] | undefined): RawBuilder<unknown>[] {
  const asked = OVERALL_STATUSES.filter(({ id }) => ids?.includes(id));
  if (asked.length === 0) return [];
  const each = asked.map(({ orders, shipping }) =>
    sql.join(
      [
        ...hasState('order_state_id', toIds(ORDER_STATUSES, orders)),
        ...hasState('shipping_state_id', shipping && toIds(SHIPPING_STATUSES, shipping)),
      ],
      sql` and `,
    ),
  );
  return [sql`(${sql.join(each, sql` or `)})`];
}

const toIds = (statuses: readonly { id: number; name: string }[], names: readonly string[]) =>
  statuses.filter(({ name }) => names.includes(name)).map(({ id }) => id);

/** Today in the organisation's time zone. */
const today = ({ timeZone }: Scope) => sql`(now() at time zone ${timeZone})::date`;

// Pieces are late while their order is pending or processing, they are not shipped and were promised for a day before today. Those that were in stock
// when they were ordered were promised for no day.
const canBeLate = sql`o.order_state_id in (10, 20)`;
const hasLatePieces = (scope: Scope) =>
  sql`l.quantity > l.shipped_quantity + l.cancelled_quantity and l.due_on < ${today(scope)}`;

/** Condition that pieces of a line `l` of an order `o` are late. */
export const isLateLine = (scope: Scope): RawBuilder<unknown> => sql`${canBeLate} and ${hasLatePieces(scope)}`;

/** Condition that pieces of an order `o` are late. */
const isLate = (scope: Scope) => sql`${canBeLate} and o.id in (
  select l.order_id from order_line l where l.organisation_id = ${scope.organisationId} and ${hasLatePieces(scope)})`;

type Period = Pick<OrderFilters, 'createdAtMax' | 'createdAtMin'>;

/**
 * The first moment of the period of a query, and the first after it; undefined without a bound. Its days are those of the organisation's time zone; a
 * moment at its end counts with its whole millisecond, because the wire shows no more of the database's precision. Throws 400 for dates that are not valid.
 */
export function periodOf({ timeZone }: Scope, query: Period): { from?: RawBuilder<unknown>; until?: RawBuilder<unknown> } {
  const from = parseRangeDate('createdAtMin', query.createdAtMin);
  const until = parseRangeDate('createdAtMax', query.createdAtMax);
  const midnight = (days: number, { moment }: ParsedDate) => {
    const day = new Date(moment.getTime() + days * DAY_MS).toISOString().slice(0, 10);
    return sql`(${day}::date::timestamp at time zone ${timeZone})`;
  };
  const toMoment = (date: Date) => sql`${date}::timestamptz`;
  return {
    ...(from && { from: from.isDay ? midnight(0, from) : toMoment(from.moment) }),
    ...(until && { until: until.isDay ? midnight(1, until) : toMoment(new Date(until.moment.getTime() + 1)) }),
  };
}

function placedWithin(scope: Scope, query: Period): RawBuilder<unknown>[] {
  const { from, until } = periodOf(scope, query);
  return [...(from ? [sql`o.created_at >= ${from}`] : []), ...(until ? [sql`o.created_at < ${until}`] : [])];
}

/** Condition that an order `o` was placed in one of the groups; none if the ids name no group. */
function placedInGroups(ids: readonly number[] | undefined): RawBuilder<unknown>[] {
  const groups = ids?.filter((id) => id > 0) ?? [];
  return groups.length > 0 ? [sql`o.organisation_group_id = any (${groups}::bigint[])`] : [];
}

/** Conditions for the orders `o` that match the filters. Throws 400 for dates that are not valid. */
function listFilters(scope: Scope, query: OrderFilters): RawBuilder<unknown>[] {
  return [
    ...containsWords('o.search_text', query.searchTerm),
    ...placedWithin(scope, query),
    ...(query.outstandingOnly ? [sql`o.pending_value_minor > 0 and o.order_state_id not in (40, 60)`] : []),
    ...(query.lateOnly ? [isLate(scope)] : []),
    ...(query.requiresApprovalOnly ? [waitsForDecisionOf(scope)] : []),
    ...(query.organisationGroupId ? [sql`o.organisation_group_id = ${query.organisationGroupId}`] : []),
    ...placedInGroups(query.groupIds),
    ...(query.resortId ? [sql`o.resort_id = ${query.resortId}`] : []),
    ...(query.businessAreaId ? [sql`o.business_area_id = ${query.businessAreaId}`] : []),
    ...(query.collectionId ? [hasLineOfWardrobe(scope, query.collectionId)] : []),
    ...(query.seasonId ? [sql`o.season_id = ${query.seasonId}`] : []),
    ...hasState('order_state_id', query.orderStatusId),
    ...hasState('shipping_state_id', query.shippingStatusId),
    ...hasOverallStatus(query.overallStatusId),
    ...(query.productId ? [hasLineOfProduct(scope, query.productId)] : []),
    ...(query.customerId ? [sql`o.customer_id = ${query.customerId}`] : []),
    ...(query.placedByMe ? [sql`o.placed_by_id = ${scope.customerId}`] : []),
  ];
}

/**
 * Condition for the orders `o` that the person may see and that match the filters; test orders are in no list. Throws 400 for dates that are not valid.
 *
 * @param visible another condition for the orders that the person may see, which finds the same ones
 */
export function matchingOrders(scope: Scope, query: OrderFilters, visible = visibleOrders(scope)): RawBuilder<unknown> {
  // A delegate decides on orders of people whose orders they do not see otherwise.
  const reachable = query.requiresApprovalOnly ? sql`o.organisation_id = ${scope.organisationId}` : visible;
  return sql.join([reachable, sql`not o.is_test`, ...listFilters(scope, query)], sql` and `);
}

/** The number of orders that `matchingOrders` finds, as a query; read from the counters of the people unless a filter is set. */
export function countMatchingOrders(scope: Scope, query: OrderFilters): RawBuilder<unknown> {
  // An Admin of groups also sees orders by the group that they were placed in, which the counters do not know.
  const isCounted = listFilters(scope, query).length === 0 && !(isAdmin(scope) && scope.adminableGroupIds.length > 0);
  return isCounted
    ? sql`select coalesce(sum(o.orders), 0)::int from order_counts o where ${visibleOrders(scope)}`
    : sql`select count(*)::int from orders o where ${matchingOrders(scope, query)}`;
}

const SORTS = {
  createdOnUtc: ['o.created_at'],
  id: [],
  customer: ['c.last_name', 'c.first_name'],
  orderTotal: ['o.total_minor'],
  // Within a status in the order of the delivery, so that what is shown alike stands together.
  orderStatus: ['o.order_state_id', 'o.shipping_state_id'],
} satisfies Record<string, readonly string[]>;
type SortField = keyof typeof SORTS;

const SORT_FIELDS = new Map(Object.keys(SORTS).map((field) => [field.toLowerCase(), field as SortField]));

/**
 * The tables of a list of orders `o`, with their owners `c` if the order needs them, and its `order by` with ties by id. Parses `"<field> asc"`
 * or `"<field> desc"`; newest first when empty. Throws 400 for fields by which orders cannot be sorted, and for amounts when the person sees no prices.
 */
export function parseOrderSort(
  order: string | undefined,
  scope: Scope,
): { tables: RawBuilder<unknown>; by: RawBuilder<unknown> } {
  const words = (order ?? '').trim().toLowerCase().split(/\s+/).filter(Boolean);
  const [field = 'createdonutc', direction = words.length === 0 ? 'desc' : 'asc', ...more] = words;
  const sortField = SORT_FIELDS.get(field);
  if (!sortField || (direction !== 'asc' && direction !== 'desc') || more.length > 0)
    throw badRequest('order', 'Orders cannot be sorted by this.');
  if (sortField === 'orderTotal' && !scope.pricesVisible)
    throw badRequest('order', 'Only people who see prices can sort orders by their total.');
  const keyword = direction === 'desc' ? sql`desc` : sql`asc`;
  return {
    tables: sortField === 'customer' ? sql`orders o ${orderOwner}` : sql`orders o`,
    by: sql.join([...SORTS[sortField], 'o.id'].map((column) => sql`${sql.ref(column)} ${keyword}`)),
  };
}
