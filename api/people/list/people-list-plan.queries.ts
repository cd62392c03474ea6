import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { QueryOf } from '#contract/index.ts';
import { type PeopleSort, peopleOrderBy } from './people-sort.queries.ts';

type ListQuery = QueryOf<'GET /api/customers'>;

/** Who is on a page, in its order, and how many there are on all of them. */
export interface PeoplePage {
  ids: readonly number[];
  matching: number;
}

/** How many people match, and how many the organisation has. */
export interface PeopleCounts {
  matching: number;
  everybody: number;
}

const inHere = (scope: Scope) => sql`c.organisation_id = ${scope.organisationId} and c.deleted_at is null`;

/** How many people the organisation has, as SQL. */
export const headcount = (scope: Scope) =>
  sql`coalesce((select sum(t.people) from people_counts t where t.organisation_id = ${scope.organisationId} and t.season_id = 0), 0)`;

/**
 * Three ways to a page, each an index of the order or less. Along the order asking of each whether they match, where nearly everybody
 * does; all that match, sorted, where they are few; and between these along the order with all that match in a table of hashes, which reads
 * no row of anybody, and everybody's entry of the index at the most.
 */
interface PagePlans {
  /** What those who match hold, as conditions on `customer c`. */
  predicate: RawBuilder<unknown>;
  /** Their ids, as a query. */
  matchingIds: RawBuilder<unknown>;
}

const indexScan = (scope: Scope, holds: RawBuilder<unknown>, stretch: RawBuilder<unknown>) =>
  sql`select c.id from customer c where ${inHere(scope)} and ${holds} ${stretch}`;

// `is true` keeps PostgreSQL from making a join of it, which would have to be sorted.
const hashFilteredScan = (scope: Scope, hits: RawBuilder<unknown>, stretch: RawBuilder<unknown>) =>
  sql`select c.id from customer c where ${inHere(scope)} and (c.id in (${hits})) is true ${stretch}`;

// As an array, of which PostgreSQL expects few: it then reads them one by one, and not everybody to find them.
const sorted = (scope: Scope, hits: RawBuilder<unknown>, stretch: RawBuilder<unknown>) =>
  sql`select c.id from customer c where ${inHere(scope)} and c.id = any (array(${hits})) ${stretch}`;

/** Along the order it takes `reached * everybody / matching` entries to find as many that match; somebody's row costs 30 of them. */
const NEARLY_EVERYBODY = 5;
const ROW = 30;

/** A page of people whose number is known; the second half of the list is read from its end. */
export async function readPeoplePage(
  db: Db,
  scope: Scope,
  query: ListQuery,
  order: PeopleSort,
  { matching, everybody }: PeopleCounts,
  ways: PagePlans | undefined,
): Promise<number[]> {
  const { offset, limit } = toOffsetAndLimit(query);
  if (offset >= matching) return [];
  const reversed = offset > matching / 2;
  const wanted = Math.min(limit, matching - offset);
  const skipped = reversed ? matching - offset - wanted : offset;
  const stretch = sql`order by ${peopleOrderBy(order, reversed)} limit ${wanted} offset ${skipped}`;
  const [reach, square] = [(skipped + wanted) * everybody, matching * matching];
  const way =
    ways === undefined
      ? indexScan(scope, sql`true`, stretch)
      : reach * NEARLY_EVERYBODY < square
        ? indexScan(scope, ways.predicate, stretch)
        : square * ROW < reach
          ? sorted(scope, ways.matchingIds, stretch)
          : hashFilteredScan(scope, ways.matchingIds, stretch);
  const { rows } = await sql<{ id: number }>`${way}`.execute(db);
  const ids = rows.map(({ id }) => id);
  return reversed ? ids.toReversed() : ids;
}

/** A page of people and their number, which is not known before they are found: in one statement, so that they are found once. */
export async function readPeoplePageWithCount(
  db: Db,
  scope: Scope,
  query: ListQuery,
  order: PeopleSort,
  { predicate, matchingIds }: PagePlans,
): Promise<PeoplePage> {
  const { offset, limit } = toOffsetAndLimit(query);
  const stretch = sql`order by ${peopleOrderBy(order)} limit ${limit} offset ${offset}`;
  const reach = sql`least(${offset + limit}::float8, n) * everybody`;
  const found = await sql<{ n: number; ids: number[] }>`
    with hit as materialized (${matchingIds}), counted as (select (select count(*)::int from hit) as n, ${headcount(scope)}::float8 as everybody)
    select n, case
      when n <= ${offset}::int then '{}'
      when ${reach} * ${NEARLY_EVERYBODY}::float8 < n::float8 * n then array(${indexScan(scope, predicate, stretch)})
      when n::float8 * n * ${ROW}::float8 < ${reach} then array(${sorted(scope, sql`select hit.id from hit`, stretch)})
      else array(${hashFilteredScan(scope, sql`select hit.id from hit`, stretch)}) end as ids
    from counted`.execute(db);
  const { n = 0, ids = [] } = found.rows[0] ?? {};
  return { ids, matching: n };
}
