import { type RawBuilder, sql } from 'kysely';
import {
  listAccessCondition,
  listedSeason,
  needsUniformStatus,
  statusSeason,
  uniformStatusConditions,
} from '#api/people/list/people-filters.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { DashboardQuery } from './dashboard-scope.queries.ts';

/** The people of the query as the list of people has them, as SQL on `uniform_status s`. */
const listedPeople = (scope: Scope, query: DashboardQuery, seasons?: RawBuilder<unknown>) => sql`
  uniform_status s where ${uniformStatusConditions(scope, query, 's', seasons ? { seasons } : {})} and ${listAccessCondition(scope)}`;

/** Whether the people of the query are all of the organisation, or of the season. */
const isEveryone = (scope: Scope, { seasonId, ...query }: DashboardQuery) => !needsUniformStatus(scope, query);

/** Budgets in money, in minor units. */
export interface DashboardBudgets {
  budgetMinor: number;
  remainingMinor: number;
}

/**
 * What the people of the query were given as budgets in money, and what is left of it: in its season, or in all. The period of the query has no
 * effect: budgets are of seasons. Undefined where no one has one.
 */
export async function readBudgets(db: Db, scope: Scope, query: DashboardQuery): Promise<DashboardBudgets | undefined> {
  const { rows } = await sql<DashboardBudgets & { n: number }>`
    select count(*)::int as n, coalesce(sum(a.granted), 0)::bigint as "budgetMinor", coalesce(sum(a.granted - a.reserved - a.used), 0)::bigint as "remainingMinor"
    from entitlement_account a
    where a.organisation_id = ${scope.organisationId} and a.unit = 'money' and a.status = 'open' and a.is_limited and not a.is_withdrawn
      ${query.seasonId ? sql`and a.season_id = ${query.seasonId}` : sql``}
      ${isEveryone(scope, query) ? sql`` : sql`and a.customer_id in (select s.customer_id from ${listedPeople(scope, query, listedSeason(scope, query))})`}`.execute(
    db,
  );
  return rows[0]?.n ? rows[0] : undefined;
}

/** What people are still owed. */
export interface Owed {
  pieces: number;
  undecidedPieces: number;
  valueMinor: number;
}

/**
 * What the people of the query have not ordered of what they are owed by number, in its season or the current one: the pieces of their uniform status,
 * and the value of those that are in an open account. A piece of a group is worth what its cheapest product costs today, without tax and before
 * quantity tiers. Undefined where no one is owed anything by number.
 */
export async function readOwed(db: Db, scope: Scope, query: DashboardQuery): Promise<Owed | undefined> {
  const { rows } = await sql<Owed & { due: number }>`
    with person as materialized (
      select s.customer_id, s.pieces_due, s.pieces_fulfilled
      from ${listedPeople(scope, query, statusSeason(scope, query))} and s.ordering_status in (10, 20) and s.pieces_due > s.pieces_fulfilled),
    remaining as materialized (
      select a.collection_group_id, a.product_id, sum(coalesce(a.minimum, a.allowance) - a.reserved - a.used) as pieces
      from entitlement_account a
      where a.organisation_id = ${scope.organisationId} and a.season_id = ${statusSeason(scope, query)} and a.unit = 'pieces' and a.status = 'open'
        and not a.is_withdrawn and coalesce(a.minimum, a.allowance) > a.reserved + a.used and a.customer_id in (select customer_id from person)
      group by 1, 2),
    priced as (
      select r.pieces, (
        select min(f.price_minor) from collection_group_product gp
        join offer f on f.organisation_id = gp.organisation_id and f.product_id = gp.product_id
        join product p on p.id = gp.product_id
        where gp.organisation_id = ${scope.organisationId} and gp.collection_group_id = r.collection_group_id
          and (r.product_id is null or gp.product_id = r.product_id) and not p.call_for_price) as price
      from remaining r)
    select coalesce((select sum(pieces_due - pieces_fulfilled) from person), 0)::int as pieces,
      (coalesce((select sum(pieces_due - pieces_fulfilled) from person), 0) - coalesce((select sum(pieces) from priced), 0))::int as "undecidedPieces",
      coalesce((select sum(pieces * price) from priced), 0)::bigint as "valueMinor",
      (select count(*)::int from (select from ${listedPeople(scope, query, statusSeason(scope, query))} and s.pieces_due > 0 limit 1) x) as due`.execute(
    db,
  );
  const { due = 0, ...owed } = rows[0] ?? { pieces: 0, undecidedPieces: 0, valueMinor: 0 };
  return due > 0 ? owed : undefined;
}
