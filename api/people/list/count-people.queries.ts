import { type RawBuilder, sql } from 'kysely';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { QueryOf, ReplyOf } from '#contract/index.ts';
import {
  checkPeopleFilters,
  type EmailDomainMatch,
  listAccessCondition,
  listedGroups,
  listedSeason,
  managesPeople,
  type PeopleQuery,
  statusSeason,
  uniformStatusConditions,
} from './people-filters.queries.ts';
import { headcount, type PeopleCounts } from './people-list-plan.queries.ts';
import { personConditions, prepareSearch } from './people-search.queries.ts';

interface CountOptions {
  domainMatch?: EmailDomainMatch | undefined;
  seasons?: RawBuilder<unknown>;
}

/**
 * Rows with the uniform status of the people who match and their number `n`, as SQL: the cells of the counter table, and the people
 * whom its cells do not contain.
 */
function countedPeople(scope: Scope, query: PeopleQuery, options: CountOptions): RawBuilder<unknown> {
  const groups = listedGroups(scope);
  const inGroups = (alias: 's' | 't') =>
    groups === null ? sql`true` : sql`${sql.ref(`${alias}.group_ids`)} && ${[...groups]}::bigint[]`;
  const { domainMatch, ...withoutDomain } = options;
  const cells = sql`
    select t.season_id, t.ordering_status, t.ordering_status_since_start, t.starts_on, t.people as n
    from people_counts t where ${uniformStatusConditions(scope, query, 't', options)} and ${inGroups('t')}`;
  const one = sql`select s.season_id, s.ordering_status, s.ordering_status_since_start, s.starts_on, 1 as n from uniform_status s`;
  // The caller can list themselves without being in any of the groups.
  const self =
    groups === null
      ? sql``
      : sql` union all ${one} where ${uniformStatusConditions(scope, query, 's', options)} and s.customer_id = ${scope.customerId} and not ${inGroups('s')}`;
  const others = domainMatch?.otherIds.length
    ? sql` union all ${one} where ${uniformStatusConditions(scope, query, 's', withoutDomain)}
        and s.customer_id = any (${[...domainMatch.otherIds]}::bigint[]) and ${inGroups('s')}`
    : sql``;
  return sql`${cells}${self}${others}`;
}

/** How many people match, of them those of `startedQuery`, and how many the organisation has. Searches other than for domains are not counted. */
export async function countPeople(
  db: Db,
  scope: Scope,
  query: PeopleQuery,
  { domainMatch, startedQuery }: { domainMatch: EmailDomainMatch | undefined; startedQuery: PeopleQuery | undefined },
): Promise<PeopleCounts & { started: number }> {
  const sumOf = (counted: PeopleQuery) =>
    sql`coalesce((select sum(found.n) from (${countedPeople(scope, counted, { domainMatch })}) found), 0)::int`;
  const found = await sql<PeopleCounts & { started: number }>`
    select ${sumOf(query)} as matching, ${startedQuery ? sumOf(startedQuery) : sql`0`} as started, ${headcount(scope)}::int as total`.execute(
    db,
  );
  return found.rows[0] ?? { matching: 0, started: 0, total: 0 };
}

type CountsByStatus = ReplyOf<'GET /api/customers/counts'>['counts'];

/**
 * How many people of a list have each uniform status: without a search one statement over the counter table. Throws 400 for filters
 * by what the caller may not know.
 */
export async function countPeopleByStatus(
  db: Db,
  scope: Scope,
  query: QueryOf<'GET /api/customers/counts'>,
): Promise<CountsByStatus> {
  checkPeopleFilters(scope, query);
  // Those without a status are in the list's season only, which is 0 without filters.
  const seasons = sql`${listedSeason(scope, query)}, ${statusSeason(scope, query)}`;
  if (personConditions(query).length === 0) return sumByStatus(db, scope, query, countedPeople(scope, query, { seasons }));
  return runInTransaction(db, async (tx) => {
    const domainMatch = await prepareSearch(tx, scope, query);
    const counted = domainMatch ? countedPeople(scope, query, { domainMatch, seasons }) : foundPeople(scope, query, seasons);
    return sumByStatus(tx, scope, query, counted);
  });
}

/** The same rows for a search or a wardrobe, one for each person and season. */
const foundPeople = (scope: Scope, query: PeopleQuery, seasons: RawBuilder<unknown>) => sql`
  select s.season_id, s.ordering_status, s.ordering_status_since_start, s.starts_on, 1 as n
  from (select c.id from customer c where c.organisation_id = ${scope.organisationId} and c.deleted_at is null
    and ${sql.join(personConditions(query), sql` and `)} offset 0) found
  join uniform_status s on s.customer_id = found.id and ${uniformStatusConditions(scope, query, 's', { seasons })} and ${listAccessCondition(scope)}`;

async function sumByStatus(db: Db, scope: Scope, query: PeopleQuery, counted: RawBuilder<unknown>): Promise<CountsByStatus> {
  const sum = (condition: RawBuilder<unknown>) => sql`coalesce(sum(n) filter (where ${condition}), 0)::int`;
  const hasStatus = (status: number) => sql`season_id = ${statusSeason(scope, query)} and ordering_status = ${status}`;
  const found = await sql<Omit<CountsByStatus, 'withoutEntitlement'>>`
    select ${sum(sql`season_id = ${listedSeason(scope, query)}`)} as total, ${sum(hasStatus(10))} as "notStarted",
      ${sum(hasStatus(20))} as "partlyOrdered", ${sum(hasStatus(30))} as complete, ${sum(hasStatus(40))} as "optedOut",
      ${sum(sql`${hasStatus(10)} and ordering_status_since_start = 10 and starts_on <= (now() at time zone 'UTC')::date`)} as "startedWithoutUniform"
    from (${counted}) counted`.execute(db);
  const counts = found.rows[0] ?? {
    total: 0,
    notStarted: 0,
    partlyOrdered: 0,
    complete: 0,
    optedOut: 0,
    startedWithoutUniform: 0,
  };
  const { total, notStarted, partlyOrdered, complete, optedOut, startedWithoutUniform } = counts;
  return {
    ...counts,
    withoutEntitlement: total - notStarted - partlyOrdered - complete - optedOut,
    startedWithoutUniform: managesPeople(scope) ? startedWithoutUniform : null,
  };
}
