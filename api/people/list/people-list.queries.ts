import { type RawBuilder, sql } from 'kysely';
import { uniformStatusJoin } from '#api/entitlement/uniform-status.queries.ts';
import { actorTables } from '#api/identity/sessions/access.queries.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { planForValues } from '#api/platform/db/plan-for-values.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { QueryOf } from '#contract/index.ts';
import { type Customer, type PersonListRow, personListColumns, toCustomer } from '../person/people.queries.ts';
import {
  checkPeopleFilters,
  type EmailDomainMatch,
  emailDomainCondition,
  listAccessCondition,
  listedGroups,
  needsUniformStatus,
  type PeopleQuery,
  uniformStatusConditions,
  wardrobeConditions,
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

/** A page of the people whom the caller may see, and the number of all that match. */
export async function listCustomers(db: Db, scope: Scope, query: QueryOf<'GET /api/customers'>): Promise<Page> {
  const order = parsePeopleSort(query.order, scope);
  checkPeopleFilters(scope, query);
  const found =
    personConditions(query).length > 0
      ? await runInTransaction(db, (tx) => searchPeople(tx, scope, query, order))
      : await browsePeople(db, scope, query, order);
  return { customers: await readPeople(db, scope, query, found.ids), totalCount: found.matching };
}

/** The search and the wardrobe as conditions on `customer c`: the filters by which the counter table does not count. */
const personConditions = (query: PeopleQuery) => [...searchConditions(query), ...wardrobeConditions(query)];

/** People with their rights and uniform status, in the order of the ids. */
async function readPeople(db: Db, scope: Scope, query: PeopleQuery, ids: readonly number[]): Promise<Customer[]> {
  if (ids.length === 0) return [];
  // The ids are passed as values, so that PostgreSQL knows how few there are when it plans the joins.
  const found = await sql<PersonListRow>`
    select ${personListColumns}
    from unnest(${[...ids]}::bigint[]) with ordinality as shown (id, list_position)
    join ${actorTables} on c.organisation_id = ${scope.organisationId} and c.id = shown.id join brand b on b.id = o.brand_id
    left join ${uniformStatusJoin(scope, query.seasonId)} order by shown.list_position`.execute(db);
  return found.rows.map((row) => toCustomer(row, scope));
}

/** A page without a search, or for a search that matches email domains. The number of matches comes from the counter table. */
async function browsePeople(
  db: Db,
  scope: Scope,
  query: QueryOf<'GET /api/customers'>,
  order: PeopleSort,
  domainMatch?: EmailDomainMatch,
): Promise<PeoplePage> {
  const counts = await countPeople(db, scope, query, domainMatch);
  const matches = sql`${uniformStatusConditions(scope, query, 's', domainMatch)} and ${listAccessCondition(scope)}`;
  const needsStatus = needsUniformStatus(scope, query);
  const plans =
    domainMatch || needsStatus
      ? {
          predicate: domainMatch && !needsStatus ? emailDomainCondition(domainMatch, 'c') : hasMatchingStatus(matches),
          matchingIds: sql`select s.customer_id as id from uniform_status s where ${matches}`,
        }
      : undefined;
  return { ids: await readPeoplePage(db, scope, query, order, counts, plans), matching: counts.matching };
}

const hasMatchingStatus = (matches: RawBuilder<unknown>) =>
  sql`(select true from uniform_status s where s.customer_id = c.id and ${matches} limit 1)`;

/**
 * A page for any other search, or for a wardrobe. PostgreSQL plans it for the actual words and wardrobe: a word that nearly everyone
 * matches is found fastest by reading all people, a rare word by the trigram index.
 */
export async function searchPeople(
  tx: Tx,
  scope: Scope,
  query: QueryOf<'GET /api/customers'>,
  order: PeopleSort,
): Promise<PeoplePage> {
  const [, domainMatch] = await Promise.all([
    planForValues(tx),
    query.collectionId ? undefined : findEmailDomainMatch(tx, scope, query),
  ]);
  if (domainMatch) return browsePeople(tx, scope, query, order, domainMatch);
  const conditions = sql.join(personConditions(query), sql` and `);
  const statusCondition = needsUniformStatus(scope, query)
    ? sql` and ${hasMatchingStatus(sql`${uniformStatusConditions(scope, query, 's')} and ${listAccessCondition(scope)}`)}`
    : sql``;
  return readPeoplePageWithCount(tx, scope, query, order, {
    predicate: sql`${conditions}${statusCondition}`,
    matchingIds: searchMatchingIds(scope, query),
  });
}

/** How many people match, and how many the organisation has: sums of the counter table, and the people it does not include. */
async function countPeople(
  db: Db,
  scope: Scope,
  query: PeopleQuery,
  domainMatch: EmailDomainMatch | undefined,
): Promise<PeopleCounts> {
  const groups = listedGroups(scope);
  const inGroups = (alias: 's' | 't') =>
    groups === null ? sql`true` : sql`${sql.ref(`${alias}.group_ids`)} && ${[...groups]}::bigint[]`;
  // The caller can list themselves without being in any of the groups.
  const ownCount =
    groups === null
      ? sql`0`
      : sql`(select count(*) from uniform_status s
          where ${uniformStatusConditions(scope, query, 's', domainMatch)} and s.customer_id = ${scope.customerId} and not ${inGroups('s')})`;
  const otherCount = domainMatch?.otherIds.length
    ? sql`(select count(*) from uniform_status s
        where ${uniformStatusConditions(scope, query, 's')} and s.customer_id = any (${[...domainMatch.otherIds]}::bigint[]) and ${inGroups('s')})`
    : sql`0`;
  const found = await sql<PeopleCounts>`
    select (coalesce((select sum(t.people) from people_counts t where ${uniformStatusConditions(scope, query, 't', domainMatch)} and ${inGroups('t')}), 0)
      + ${ownCount} + ${otherCount})::int as matching, ${headcount(scope)}::int as total`.execute(db);
  return found.rows[0] ?? { matching: 0, total: 0 };
}

/** The ids of everyone who matches the search, the wardrobe and the filters, as SQL. */
function searchMatchingIds(scope: Scope, query: PeopleQuery): RawBuilder<unknown> {
  const conditions = sql.join(personConditions(query), sql` and `);
  const matches = sql`select c.id from customer c where c.organisation_id = ${scope.organisationId} and c.deleted_at is null and ${conditions}`;
  if (!needsUniformStatus(scope, query)) return matches;
  return sql`
    select found.id from (${matches} offset 0) found
    join uniform_status s on s.customer_id = found.id and ${uniformStatusConditions(scope, query, 's')} and ${listAccessCondition(scope)}`;
}

/** The ids of the whole list in its order, without paging. Throws 400 for the same filters and orders as the list. */
export async function listPeopleIds(db: Db, scope: Scope, query: PeopleQuery & { order?: string }): Promise<number[]> {
  const order = parsePeopleSort(query.order, scope);
  checkPeopleFilters(scope, query);
  const inOrganisation = sql`c.organisation_id = ${scope.organisationId} and c.deleted_at is null`;
  const matchingIds =
    personConditions(query).length > 0
      ? searchMatchingIds(scope, query)
      : sql`select s.customer_id as id from uniform_status s where ${uniformStatusConditions(scope, query, 's')} and ${listAccessCondition(scope)}`;
  const includesEveryone = personConditions(query).length === 0 && !needsUniformStatus(scope, query);
  const ordered = includesEveryone
    ? sql`select c.id from customer c where ${inOrganisation} order by ${peopleOrderBy(order)}`
    : sql`select c.id from matched join customer c on c.id = matched.id where ${inOrganisation} order by ${peopleOrderBy(order)}`;
  const found = await sql<{ ids: number[] }>`
    ${includesEveryone ? sql`` : sql`with matched as materialized (${matchingIds})`} select array(${ordered}) as ids`.execute(db);
  return found.rows[0]?.ids ?? [];
}
