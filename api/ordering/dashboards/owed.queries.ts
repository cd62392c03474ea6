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

/** Condition that someone with the uniform status `s` is among the people of the query, as the list of people has them. */
const isListed = (scope: Scope, query: DashboardQuery, seasons: RawBuilder<unknown>) =>
  sql`${uniformStatusConditions(scope, query, 's', { seasons })} and ${listAccessCondition(scope)}`;

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
  const people = isEveryone(scope, query)
    ? sql``
    : sql`join uniform_status s on s.customer_id = a.customer_id and ${isListed(scope, query, listedSeason(scope, query))}`;
  const { rows } = await sql<DashboardBudgets & { n: number }>`
    select count(*)::int as n, coalesce(sum(a.granted), 0)::bigint as "budgetMinor", coalesce(sum(a.granted - a.reserved - a.used), 0)::bigint as "remainingMinor"
    from entitlement_account a ${people}
    where a.organisation_id = ${scope.organisationId} and a.unit = 'money' and a.status = 'open' and a.is_limited and not a.is_withdrawn
      ${query.seasonId ? sql`and a.season_id = ${query.seasonId}` : sql``}`.execute(db);
  return rows[0]?.n ? rows[0] : undefined;
}

/** What people are still owed. */
export interface OwedPieces {
  pieces: number;
  undecidedPieces: number;
  valueMinor: number;
}

/**
 * What the people of the query have not ordered of what they are owed by number, in its season or the current one: the pieces of their uniform status,
 * and the value of those that are in an open account. A piece of a group is worth what its cheapest product costs today, without tax and before
 * quantity tiers. Undefined where no one is owed anything by number.
 */
export async function readOwed(db: Db, scope: Scope, query: DashboardQuery): Promise<OwedPieces | undefined> {
  const season = statusSeason(scope, query);
  const listed = isListed(scope, query, season);
  // The accounts are read at once, from an index of those with something left: looked up person by person they take three times as long.
  const { rows } = await sql<OwedPieces & { isOwed: boolean }>`
    with person as (
      select coalesce(sum(s.pieces_due - s.pieces_fulfilled), 0) as pieces from uniform_status s
      where ${listed} and s.ordering_status in (10, 20) and s.pieces_due > s.pieces_fulfilled),
    account as materialized (
      select a.customer_id, a.collection_group_id, a.product_id, coalesce(a.minimum, a.allowance) - a.reserved - a.used as pieces
      from entitlement_account a
      where a.organisation_id = ${scope.organisationId} and a.season_id = ${season} and a.unit = 'pieces' and a.status = 'open' and not a.is_withdrawn
        and coalesce(a.minimum, a.allowance) > a.reserved + a.used),
    remaining as materialized (
      select a.collection_group_id, a.product_id, sum(a.pieces) as pieces
      from uniform_status s join account a on a.customer_id = s.customer_id
      where ${listed} and s.ordering_status in (10, 20) and s.pieces_due > s.pieces_fulfilled
      group by 1, 2),
    priced as (
      select r.pieces, (
        select min(f.price_minor) from collection_group_product gp
        join offer f on f.organisation_id = gp.organisation_id and f.product_id = gp.product_id
        join product p on p.id = gp.product_id
        where gp.organisation_id = ${scope.organisationId} and gp.collection_group_id = r.collection_group_id
          and (r.product_id is null or gp.product_id = r.product_id) and not p.call_for_price) as price
      from remaining r)
    select person.pieces::int as pieces, (person.pieces - coalesce((select sum(pieces) from priced), 0))::int as "undecidedPieces",
      coalesce((select sum(pieces * price) from priced), 0)::bigint as "valueMinor",
      person.pieces > 0 or exists (select from uniform_status s where ${listed} and s.pieces_due > 0) as "isOwed"
    from person`.execute(db);
  const { isOwed, ...owed } = rows[0] ?? { isOwed: false, pieces: 0, undecidedPieces: 0, valueMinor: 0 };
  return isOwed ? owed : undefined;
}
