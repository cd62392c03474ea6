import { sql } from 'kysely';
import type { Scope } from '#api/platform/http/scope.ts';

/** The id of the current season of the scope's organisation; -1, which no season has, when there is none. */
export const currentSeason = (scope: Scope) =>
  sql`coalesce((select cs.id from season cs where cs.organisation_id = ${scope.organisationId} and cs.is_current), -1)`;

export const uniformStatusColumns = sql`
  status.ordering_status, status.measuring_status, status.pieces_due, status.pieces_fulfilled, status.pieces_ordered, status.open_choices`;

/** A left join to `customer c`: everyone's uniform status in the season, or in the current one. */
export const uniformStatusJoin = (scope: Scope, seasonId: number | undefined) => sql`uniform_status status
  on status.organisation_id = ${scope.organisationId} and status.customer_id = c.id
  and status.season_id = ${seasonId ? sql`${seasonId}::bigint` : currentSeason(scope)}`;
