import { type RawBuilder, sql } from 'kysely';
import { uniformStatusColumns, uniformStatusJoin } from '#api/entitlement/uniform-status.queries.ts';
import { actorColumns, actorTables } from '#api/identity/sessions/access.queries.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { QueryOf } from '#contract/index.ts';
import { type Customer, type PersonListRow, toCustomer } from '../person/people.queries.ts';
import { profileColumns } from '../person/profile.queries.ts';
import {
  checkPeopleFilters,
  type EmailDomainMatch,
  emailDomainCondition,
  listAccessCondition,
  listedGroups,
  needsUniformStatus,
  type PeopleQuery,
  uniformStatusConditions,
} from './people-filters.queries.ts';
import {
  headcount,
  type PeopleCounts,
  type PeoplePage,
  readPeoplePage,
  readPeoplePageWithCount,
} from './people-list-plan.queries.ts';
import { findEmailDomainMatch, searchConditions } from './people-search.queries.ts';
import { type PeopleSort, parsePeopleSort, peopleOrderBy } from './people-sort.queries.ts';

interface Page {
  customers: Customer[];
  totalCount: number;
}

/** People the caller may see, with the number of all that match. */
export async function listCustomers(db: Db, scope: Scope, query: QueryOf<'GET /api/customers'>): Promise<Page> {
  const order = parsePeopleSort(query.order);
  checkPeopleFilters(scope, query);
  const found =
    searchConditions(query).length > 0
      ? await runInTransaction(db, (tx) => searchPeople(tx, scope, query, order))
      : await browsePeople(db, scope, query, order);
  return { customers: await showPeople(db, scope, query, found.ids), totalCount: found.matching };
}

/** These people with their rights and standing, in this order. */
async function showPeople(db: Db, scope: Scope, query: PeopleQuery, ids: readonly number[]): Promise<Customer[]> {
  if (ids.length === 0) return [];
  // Ids of their own, so that PostgreSQL knows how few they are when it plans the rest.
  const found = await sql<PersonListRow>`
    select ${profileColumns}, ${actorColumns}, ${uniformStatusColumns}
    from unnest(${[...ids]}::bigint[]) with ordinality as shown (id, place)
    join ${actorTables} on c.organisation_id = ${scope.organisationId} and c.id = shown.id join brand b on b.id = o.brand_id
    left join ${uniformStatusJoin(scope, query.seasonId)} order by shown.place`.execute(db);
  return found.rows.map((row) => toCustomer(row, scope));
}

/** Without a search, or for words that domains hold: the number comes from the tally. */
async function browsePeople(
  db: Db,
  scope: Scope,
  query: QueryOf<'GET /api/customers'>,
  order: PeopleSort,
  at?: EmailDomainMatch,
): Promise<PeoplePage> {
  const numbers = await countPeople(db, scope, query, at);
  const matches = sql`${uniformStatusConditions(scope, query, 's', at)} and ${listAccessCondition(scope)}`;
  const asksOne = needsUniformStatus(scope, query);
  const ways =
    at || asksOne
      ? {
          predicate: at && !asksOne ? emailDomainCondition(at, 'c') : isOne(matches),
          matchingIds: sql`select s.customer_id as id from uniform_status s where ${matches}`,
        }
      : undefined;
  return { ids: await readPeoplePage(db, scope, query, order, numbers, ways), matching: numbers.matching };
}

const isOne = (matches: RawBuilder<unknown>) =>
  sql`(select true from uniform_status s where s.customer_id = c.id and ${matches} limit 1)`;

/**
 * With a search: planned for the very words, since what nearly everybody has in common is found by reading all, and a rare word by
 * the index on trigrams.
 */
async function searchPeople(tx: Tx, scope: Scope, query: QueryOf<'GET /api/customers'>, order: PeopleSort): Promise<PeoplePage> {
  const [, at] = await Promise.all([
    sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(tx),
    findEmailDomainMatch(tx, scope, query),
  ]);
  if (at) return browsePeople(tx, scope, query, order, at);
  const words = sql.join(searchConditions(query), sql` and `);
  const one = needsUniformStatus(scope, query)
    ? sql` and ${isOne(sql`${uniformStatusConditions(scope, query, 's')} and ${listAccessCondition(scope)}`)}`
    : sql``;
  return readPeoplePageWithCount(tx, scope, query, order, {
    predicate: sql`${words}${one}`,
    matchingIds: searched(scope, query),
  });
}

/** How many people match, and how many the organisation has: sums of the tally, and those whom it does not name. */
async function countPeople(db: Db, scope: Scope, query: PeopleQuery, at: EmailDomainMatch | undefined): Promise<PeopleCounts> {
  const groups = listedGroups(scope);
  const inGroups = (alias: 's' | 't') =>
    groups === null ? sql`true` : sql`${sql.ref(`${alias}.group_ids`)} && ${[...groups]}::bigint[]`;
  // Whoever is in none of the groups, and lists themselves all the same.
  const own =
    groups === null
      ? sql`0`
      : sql`(select count(*) from uniform_status s
          where ${uniformStatusConditions(scope, query, 's', at)} and s.customer_id = ${scope.customerId} and not ${inGroups('s')})`;
  const besides = at?.otherIds.length
    ? sql`(select count(*) from uniform_status s
        where ${uniformStatusConditions(scope, query, 's')} and s.customer_id = any (${[...at.otherIds]}::bigint[]) and ${inGroups('s')})`
    : sql`0`;
  const found = await sql<PeopleCounts>`
    select (coalesce((select sum(t.people) from people_counts t where ${uniformStatusConditions(scope, query, 't', at)} and ${inGroups('t')}), 0)
      + ${own} + ${besides})::int as matching, ${headcount(scope)}::int as everybody`.execute(db);
  return found.rows[0] ?? { matching: 0, everybody: 0 };
}

/** Ids of everybody whom the words and filters leave. */
function searched(scope: Scope, query: PeopleQuery): RawBuilder<unknown> {
  const words = sql.join(searchConditions(query), sql` and `);
  const hits = sql`select c.id from customer c where c.organisation_id = ${scope.organisationId} and c.deleted_at is null and ${words}`;
  if (!needsUniformStatus(scope, query)) return hits;
  return sql`
    select found.id from (${hits} offset 0) found
    join uniform_status s on s.customer_id = found.id and ${uniformStatusConditions(scope, query, 's')} and ${listAccessCondition(scope)}`;
}

/** The ids of the whole list in its order, however long it is. Throws 400 as the list does. */
export async function listPeopleIds(db: Db, scope: Scope, query: PeopleQuery & { order?: string }): Promise<number[]> {
  const order = parsePeopleSort(query.order);
  checkPeopleFilters(scope, query);
  const here = sql`c.organisation_id = ${scope.organisationId} and c.deleted_at is null`;
  const hits =
    searchConditions(query).length > 0
      ? searched(scope, query)
      : sql`select s.customer_id as id from uniform_status s where ${uniformStatusConditions(scope, query, 's')} and ${listAccessCondition(scope)}`;
  const isEverybody = searchConditions(query).length === 0 && !needsUniformStatus(scope, query);
  const ordered = isEverybody
    ? sql`select c.id from customer c where ${here} order by ${peopleOrderBy(order)}`
    : sql`select c.id from hit join customer c on c.id = hit.id where ${here} order by ${peopleOrderBy(order)}`;
  const found = await sql<{ ids: number[] }>`
    ${isEverybody ? sql`` : sql`with hit as materialized (${hits})`} select array(${ordered}) as ids`.execute(db);
  return found.rows[0]?.ids ?? [];
}
