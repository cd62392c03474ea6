import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { forbidden } from '#api/platform/http/errors.ts';
import { isOrganisationAdmin, type Scope } from '#api/platform/http/scope.ts';
import type { QueryOf } from '#contract/index.ts';

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
