import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { QueryOf } from '#contract/index.ts';
import { type PeopleSort, peopleOrderBy } from './people-sort.queries.ts';

type ListQuery = QueryOf<'GET /api/customers'>;

/** The ids of a page in its order, and the number of people on all pages. */
export interface PeoplePage {
  ids: readonly number[];
  matching: number;
}

/** How many people match, and how many the organisation has. */
export interface PeopleCounts {
  matching: number;
  total: number;
}

/** The part of a list that is read: how many people are skipped, and how many are read at most. */
export interface ListWindow {
  offset: number;
  limit: number;
}

const inOrganisation = (scope: Scope) => sql`c.organisation_id = ${scope.organisationId} and c.deleted_at is null`;

/** The number of people in the organisation, as SQL. */
export const headcount = (scope: Scope) =>
  sql`coalesce((select sum(t.people) from people_counts t where t.organisation_id = ${scope.organisationId} and t.season_id = 0), 0)`;

/**
 * What the three plans for a page need. An index scan in the order of the list that checks each person suits filters that nearly
 * everyone matches. Reading all matches and sorting them suits few matches. Between the two, an index scan compares the ids with a
 * hash table of all matches: it reads no rows of people, and at most all entries of the index.
 */
export interface PagePlans {
  /** The filter as a condition on `customer c`. */
  predicate: RawBuilder<unknown>;
  /** A query of the ids of all matches. */
  matchingIds: RawBuilder<unknown>;
}

const indexScan = (scope: Scope, predicate: RawBuilder<unknown>, pageClause: RawBuilder<unknown>) =>
  sql`select c.id from customer c where ${inOrganisation(scope)} and ${predicate} ${pageClause}`;

// `is true` keeps PostgreSQL from planning a join, whose result it would have to sort.
const hashFilteredScan = (scope: Scope, matchingIds: RawBuilder<unknown>, pageClause: RawBuilder<unknown>) =>
  sql`select c.id from customer c where ${inOrganisation(scope)} and (c.id in (${matchingIds})) is true ${pageClause}`;

// PostgreSQL expects few elements in an array, so it looks the ids up one by one instead of reading everyone.
const sortedMatches = (scope: Scope, matchingIds: RawBuilder<unknown>, pageClause: RawBuilder<unknown>) =>
  sql`select c.id from customer c where ${inOrganisation(scope)} and c.id = any (array(${matchingIds})) ${pageClause}`;

/**
 * A scan in the order of the list reads about `end * total / matching` index entries until it has found `end` matches. Checking the
 * predicate for one entry costs about as much as reading the ids of five matches; reading and sorting the row of one match, as much as
 * scanning 30 entries.
 */
const PREDICATE_COST = 5;
const ROW_COST = 30;

/** A page of people when the number of matches is known. A page in the second half of the list is read from its end. */
export async function readPeoplePage(
  db: Db,
  scope: Scope,
  { offset, limit }: ListWindow,
  order: PeopleSort,
  { matching, total }: PeopleCounts,
  plans: PagePlans | undefined,
): Promise<number[]> {
  if (offset >= matching || limit <= 0) return [];
  const reversed = offset > matching / 2;
  const pageSize = Math.min(limit, matching - offset);
  const skipped = reversed ? matching - offset - pageSize : offset;
  const pageClause = sql`order by ${peopleOrderBy(order, reversed)} limit ${pageSize} offset ${skipped}`;
  // Both sides of each comparison are multiplied by the number of matches.
  const scanned = (skipped + pageSize) * total;
  const matchingSquared = matching * matching;
  const statement =
    plans === undefined
      ? indexScan(scope, sql`true`, pageClause)
      : scanned * PREDICATE_COST < matchingSquared
        ? indexScan(scope, plans.predicate, pageClause)
        : matchingSquared * ROW_COST < scanned
          ? sortedMatches(scope, plans.matchingIds, pageClause)
          : hashFilteredScan(scope, plans.matchingIds, pageClause);
  const { rows } = await sql<{ id: number }>`${statement}`.execute(db);
  const ids = rows.map(({ id }) => id);
  return reversed ? ids.toReversed() : ids;
}

/** A page of people and the number of matches, in one statement, so that the matches are found only once. */
export async function readPeoplePageWithCount(
  db: Db,
  scope: Scope,
  query: ListQuery,
  order: PeopleSort,
  { predicate, matchingIds }: PagePlans,
): Promise<PeoplePage> {
  const { offset, limit } = toOffsetAndLimit(query);
  const pageClause = sql`order by ${peopleOrderBy(order)} limit ${limit} offset ${offset}`;
  const scanned = sql`least(${offset + limit}::float8, n) * total`;
  const found = await sql<{ n: number; ids: number[] }>`
    with matched as materialized (${matchingIds}), counted as (select (select count(*)::int from matched) as n, ${headcount(scope)}::float8 as total)
    select n, case
      when n <= ${offset}::int then '{}'
      when ${scanned} * ${PREDICATE_COST}::float8 < n::float8 * n then array(${indexScan(scope, predicate, pageClause)})
      when n::float8 * n * ${ROW_COST}::float8 < ${scanned} then array(${sortedMatches(scope, sql`select matched.id from matched`, pageClause)})
      else array(${hashFilteredScan(scope, sql`select matched.id from matched`, pageClause)}) end as ids
    from counted`.execute(db);
  const { n = 0, ids = [] } = found.rows[0] ?? {};
  return { ids, matching: n };
}
