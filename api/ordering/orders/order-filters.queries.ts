import { type RawBuilder, sql } from 'kysely';
import { containsWords } from '#api/platform/db/search-words.ts';
import type { ParsedDate } from '#api/platform/http/dates.ts';
import { parseRangeDate } from '#api/platform/http/paging.ts';
import { accessibleGroups, hasRole, isAdmin, isOrganisationAdmin, type Scope } from '#api/platform/http/scope.ts';
import type { QueryOf } from '#contract/index.ts';
import { ORDER_STATUSES, OVERALL_STATUSES, SHIPPING_STATUSES } from '#contract/ordering/order-states.ts';
import { withoutOrderWord } from '#contract/platform/search-words.ts';
import { waitsForDecisionOf, wasAskedToDecide } from '../approval/approvers.queries.ts';
import { canAwaitProof, isUnprovedLine } from '../order-states/awaits-proof.queries.ts';
import { ownShippingState } from './own-parcels.queries.ts';

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
 * Condition for the orders `o` with a line for the person, whoever ordered it. As an array, so that PostgreSQL finds them by their ids and does not read
 * all orders.
 */
export const wornOrders = (scope: Scope, line: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> => sql`o.id = any (array(
  select l.order_id from order_line l where l.organisation_id = ${scope.organisationId} and l.wearer_id = ${scope.customerId} and ${line}))`;

/** Condition for the orders `o` in a person's list: those that they may see, and those with a line for them, of which they see no more than these lines. */
export const listedOrders = (scope: Scope): RawBuilder<unknown> =>
  isOrganisationAdmin(scope)
    ? visibleOrders(scope)
    : sql`o.organisation_id = ${scope.organisationId} and (${visibleOrders(scope)} or ${wornOrders(scope)})`;

/**
 * Condition for the orders `o` of which a person sees everything: those that they may see, and those on which they can decide or have decided.
 */
export const wholeOrders = (scope: Scope): RawBuilder<unknown> => sql`(${visibleOrders(scope)} or ${wasAskedToDecide(scope)})`;

/**
 * Condition for the orders `o` that a person may open by their number, wholly or the lines for them alone. The mails about orders link to all of these.
 */
export const openableOrders = (scope: Scope): RawBuilder<unknown> =>
  sql`o.organisation_id = ${scope.organisationId} and (${wholeOrders(scope)} or ${wornOrders(scope)})`;

/**
 * The text of an order `o` in which a person searches who sees only the lines for them: its number, whose order it is and the SKUs of these lines.
 */
const ownSearchText = ({ customerId }: Scope) => sql`(
  select searchable_text(concat_ws(' ', o.id, p.first_name, p.last_name, p.email, string_agg(l.sku, ' ')))
  from customer p
  join order_line l on l.organisation_id = o.organisation_id and l.order_id = o.id and l.wearer_id = ${customerId}
  where p.organisation_id = o.organisation_id and p.id = o.customer_id
  group by p.id, p.first_name, p.last_name, p.email)`;

/**
 * Conditions on the text of an order `o` in which its words are found; of someone else's order, a wearer finds only what they see of it.
 */
export function searchedOrders(
  scope: Scope,
  toConditions: (text: RawBuilder<unknown>) => readonly RawBuilder<unknown>[],
): RawBuilder<unknown>[] {
  const conditions = toConditions(sql.ref('o.search_text'));
  if (conditions.length === 0 || isOrganisationAdmin(scope)) return [...conditions];
  return [...conditions, sql`(${wholeOrders(scope)} or ${sql.join(toConditions(ownSearchText(scope)), sql` and `)})`];
}

/**
 * Condition that an order `o` has a line `l` that meets a condition, and that the person sees. A subquery that does not refer to the order, so that
 * PostgreSQL answers it once by an index of the lines.
 */
const hasLine = (scope: Scope, line: RawBuilder<unknown>) => sql`o.id in (
  select l.order_id from order_line l where l.organisation_id = ${scope.organisationId} and ${line}) and ${ifOwn(scope, line)}`;

/** Condition that a person sees all of an order `o`, or a line for them meets a condition. */
const ifOwn = (scope: Scope, line: RawBuilder<unknown>) =>
  isOrganisationAdmin(scope) ? sql`true` : sql`(${wholeOrders(scope)} or ${wornOrders(scope, line)})`;

/** Condition that a line `l` is of a wardrobe or of one of its child wardrobes. */
const isOfWardrobe = ({ organisationId }: Scope, collectionId: number) => sql`l.collection_id = any (array(
    with recursive family as (
      select ${collectionId}::bigint as id
      union select c.id from collection c join family f on c.organisation_id = ${organisationId} and c.parent_collection_id = f.id)
    select id from family))`;

/** A condition on the state of the delivery of an order `o`: of the pieces for them alone where a person sees no more of it. */
function byDelivery(scope: Scope, meets: (state: string) => RawBuilder<unknown>): RawBuilder<unknown> {
  const whole = meets('o.shipping_state_id');
  if (isOrganisationAdmin(scope)) return whole;
  return sql`((${whole} and ${wholeOrders(scope)}) or (${wornOrders(scope)} and not ${wholeOrders(scope)} and exists (
    select from (
      select ${ownShippingState(scope)} as id from (
        select coalesce(sum(l.quantity - l.cancelled_quantity), 0) as pieces, coalesce(sum(l.shipped_quantity), 0) as shipped_pieces
        from order_line l where l.organisation_id = o.organisation_id and l.order_id = o.id and l.wearer_id = ${scope.customerId}) own
      offset 0) delivery
    where ${meets('delivery.id')})))`;
}

/** Condition that a state is among the ids; none if the ids name no state. */
function hasState(column: string, ids: readonly number[] | undefined): RawBuilder<unknown>[] {
  const states = ids?.filter((id) => id > 0) ?? [];
  // As literals, so that partial indexes of a state can be used.
  return states.length > 0 ? [sql`${sql.ref(column)} in (${sql.join(states.map((state) => sql.lit(state)))})`] : [];
}

/** Condition that the state of the delivery of an order `o`, as the person sees it, is among the ids; none if the ids name no state. */
function hasShippingState(scope: Scope, ids: readonly number[] | undefined): RawBuilder<unknown>[] {
  if (!ids?.some((id) => id > 0)) return [];
  return [byDelivery(scope, (state) => sql.join(hasState(state, ids)))];
}

/** Condition that the one status of an order `o` is among the ids; none if the ids name none. */
function hasOverallStatus(scope: Scope, ids: readonly number[] | undefined): RawBuilder<unknown>[] {
  const asked = OVERALL_STATUSES.filter(({ id }) => ids?.includes(id));
  if (asked.length === 0) return [];
  const each = (state: string) =>
    asked.map(({ orders, shipping, kind, isReady }) =>
      sql.join(
        [
          ...hasState('o.order_state_id', toIds(ORDER_STATUSES, orders)),
          ...hasState(state, shipping && toIds(SHIPPING_STATUSES, shipping)),
          ...(kind ? [sql`o.delivery_kind = ${sql.lit(kind)}`] : []),
          ...(isReady === undefined
            ? []
            : [isReady ? sql`o.ready_to_collect_at is not null` : sql`o.ready_to_collect_at is null`]),
        ],
        sql` and `,
      ),
    );
  return [byDelivery(scope, (state) => sql`(${sql.join(each(state), sql` or `)})`)];
}

const toIds = (statuses: readonly { id: number; name: string }[], names: readonly string[]) =>
  statuses.filter(({ name }) => names.includes(name)).map(({ id }) => id);

/** Today in the organisation's time zone. */
const today = ({ timeZone }: Scope) => sql`(now() at time zone ${timeZone})::date`;

// Pieces are late while their order is pending or processing, they are not shipped and were promised for a day before today. Those that were in stock
// when they were ordered were promised for no day.
const hasPendingPieces = sql`l.quantity > l.shipped_quantity + l.cancelled_quantity`;
const canBeLate = sql`o.order_state_id in (10, 20)`;
const hasLatePieces = (scope: Scope) => sql`${hasPendingPieces} and l.due_on < ${today(scope)}`;

/** Condition that pieces of a line `l` of an order `o` are late. */
export const isLateLine = (scope: Scope): RawBuilder<unknown> => sql`${canBeLate} and ${hasLatePieces(scope)}`;

/** Condition that pieces of an order `o` are late. */
const isLate = (scope: Scope) => sql`${canBeLate} and ${hasLine(scope, hasLatePieces(scope))}`;

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
    ...searchedOrders(scope, (text) => containsWords(text, withoutOrderWord(query.searchTerm ?? ''))),
    ...placedWithin(scope, query),
    ...(query.outstandingOnly
      ? [sql`o.pending_value_minor > 0 and o.order_state_id not in (40, 60) and ${ifOwn(scope, hasPendingPieces)}`]
      : []),
    ...(query.lateOnly ? [isLate(scope)] : []),
    ...(query.waitsForProofOnly ? [sql`${canAwaitProof} and ${hasLine(scope, isUnprovedLine(scope.organisationId))}`] : []),
    ...(query.requiresApprovalOnly ? [waitsForDecisionOf(scope)] : []),
    ...(query.organisationGroupId ? [sql`o.organisation_group_id = ${query.organisationGroupId}`] : []),
    ...placedInGroups(query.groupIds),
    ...(query.resortId ? [sql`o.resort_id = ${query.resortId}`] : []),
    ...(query.businessAreaId ? [sql`o.business_area_id = ${query.businessAreaId}`] : []),
    ...(query.collectionId ? [hasLine(scope, isOfWardrobe(scope, query.collectionId))] : []),
    ...(query.seasonId ? [sql`o.season_id = ${query.seasonId}`] : []),
    ...hasState('o.order_state_id', query.orderStatusId),
    ...hasShippingState(scope, query.shippingStatusId),
    ...hasOverallStatus(scope, query.overallStatusId),
    ...(query.productId ? [hasLine(scope, sql`l.product_id = ${query.productId}`)] : []),
    ...(query.costCentreId ? [sql`o.cost_centre_id = ${query.costCentreId} and ${wholeOrders(scope)}`] : []),
    ...(query.customerId ? [sql`o.customer_id = ${query.customerId}`] : []),
    ...(query.placedByMe ? [sql`o.placed_by_id = ${scope.customerId}`] : []),
  ];
}

/**
 * Condition for the orders `o` that the person may see and that match the filters; test orders are in no list. Throws 400 for dates that are not valid.
 *
 * @param visible another condition for the orders that the person may see, which finds the same ones
 */
export function matchingOrders(scope: Scope, query: OrderFilters, visible = listedOrders(scope)): RawBuilder<unknown> {
  // A delegate decides on orders of people whose orders they do not see otherwise.
  const reachable = query.requiresApprovalOnly ? sql`o.organisation_id = ${scope.organisationId}` : visible;
  return sql.join([reachable, sql`not o.is_test`, ...listFilters(scope, query)], sql` and `);
}

/** The number of orders with a line for the person that they do not see otherwise. */
const countOthersOrders = (scope: Scope) =>
  isOrganisationAdmin(scope)
    ? sql`0`
    : sql`select count(*)::int from orders o
        where o.organisation_id = ${scope.organisationId} and ${wornOrders(scope)} and not (${visibleOrders(scope)}) and not o.is_test`;

/** The number of orders that `matchingOrders` finds, as a query; read from the counters of the people unless a filter is set. */
export function countMatchingOrders(scope: Scope, query: OrderFilters): RawBuilder<unknown> {
  // An Admin of groups also sees orders by the group that they were placed in, which the counters do not know.
  const isCounted = listFilters(scope, query).length === 0 && !(isAdmin(scope) && scope.adminableGroupIds.length > 0);
  return isCounted
    ? sql`select coalesce(sum(o.orders), 0)::int + (${countOthersOrders(scope)}) from order_counts o where ${visibleOrders(scope)}`
    : sql`select count(*)::int from orders o where ${matchingOrders(scope, query)}`;
}
