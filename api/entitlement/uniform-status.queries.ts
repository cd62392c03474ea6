import { sql } from 'kysely';
import type { Scope } from '#api/platform/http/scope.ts';

/** The id of the current season of the scope's organisation; -1, which no season has, when there is none. */
export const currentSeason = (scope: Scope) =>
  sql`coalesce((select cs.id from season cs where cs.organisation_id = ${scope.organisationId} and cs.is_current), -1)`;

export const uniformStatusColumns = sql`
  standing.ordering_status, standing.measuring_status, standing.pieces_due, standing.pieces_fulfilled, standing.pieces_ordered, standing.open_choices`;

/** A left join to `customer c`: everyone's uniform status in the season, or in the current one. */
export const uniformStatusJoin = (scope: Scope, seasonId: number | undefined) => sql`uniform_status standing
  on standing.organisation_id = ${scope.organisationId} and standing.customer_id = c.id
  and standing.season_id = ${seasonId ? sql`${seasonId}::bigint` : currentSeason(scope)}`;
