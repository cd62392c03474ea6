import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { forbidden } from '#api/platform/http/errors.ts';
import { isOrganisationAdmin, type Scope } from '#api/platform/http/scope.ts';
import type { QueryOf } from '#contract/index.ts';
import { matchingOrders } from '../orders/order-filters.queries.ts';

/** The filters of every dashboard; those of the list of orders have the same names. */
export type DashboardQuery = QueryOf<'GET /api/organisations/financialOverview'>;

/** Throws 403 unless the caller administers all groups of the query. */
export async function checkDashboardGroups(db: Db, scope: Scope, { groupIds = [] }: DashboardQuery): Promise<void> {
  const groups = [...new Set(groupIds.filter((id) => id > 0))];
  if (groups.length === 0) return;
  const isAdministered = isOrganisationAdmin(scope)
    ? (await countGroups(db, scope, groups)) === groups.length
    : groups.every((id) => scope.adminableGroupIds.includes(id));
  if (!isAdministered) throw forbidden('You do not administer all of these groups.');
}

async function countGroups(db: Db, { organisationId }: Scope, groups: readonly number[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from organisation_group where organisation_id = ${organisationId} and id = any (${[...groups]}::bigint[])`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/**
 * The ids of the orders, in the season of the query, that an Admin of groups sees although they may have been placed in others: those of people of the
 * groups, and their own.
 */
export const elsewhereIds = (
  { organisationId, customerId, adminableGroupIds }: Scope,
  { seasonId }: DashboardQuery,
): RawBuilder<unknown> => sql`
  select e.order_id from order_elsewhere e where e.organisation_id = ${organisationId} and e.organisation_group_id = any (${[...adminableGroupIds]}::bigint[])
    ${seasonId ? sql`and e.season_id = ${seasonId}` : sql``}
  union all select own.id from orders own where own.organisation_id = ${organisationId} and own.customer_id = ${customerId}`;

/** Condition for the orders `o` of the caller's list that match, without reading who is in the groups of an Admin of groups. Throws 400 as the list does. */
export const dashboardOrders = (scope: Scope, query: DashboardQuery): RawBuilder<unknown> =>
  isOrganisationAdmin(scope)
    ? matchingOrders(scope, query)
    : matchingOrders(
        scope,
        query,
        sql`o.organisation_id = ${scope.organisationId}
          and (o.organisation_group_id = any (${[...scope.adminableGroupIds]}::bigint[]) or o.id in (${elsewhereIds(scope, query)}))`,
      );
