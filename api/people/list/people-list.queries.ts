import { type RawBuilder, sql } from 'kysely';
import { uniformStatusJoin } from '#api/entitlement/uniform-status.queries.ts';
import { actorTables } from '#api/identity/sessions/access.queries.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { QueryOf } from '#contract/index.ts';
import { type Customer, type PersonListRow, personListColumns, toCustomer } from '../person/people.queries.ts';
import { countPeople } from './count-people.queries.ts';
import {
  checkPeopleFilters,
  type EmailDomainMatch,
  emailDomainCondition,
  listAccessCondition,
  needsUniformStatus,
  onlyStartedWithoutUniform,
  type PeopleQuery,
  uniformStatusConditions,
} from './people-filters.queries.ts';
import { type PagePlans, type PeoplePage, readPeoplePage, readPeoplePageWithCount } from './people-list-plan.queries.ts';
import { personConditions, prepareSearch } from './people-search.queries.ts';
import { BY_START, type PeopleSort, parsePeopleSort, peopleOrderBy } from './people-sort.queries.ts';

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
      ? await runInTransaction(db, (tx) => searchPeople(tx, scope, query, withoutStartedFirst(order)))
      : await browsePeople(db, scope, query, order);
  return { customers: await readPeople(db, scope, query, found.ids), totalCount: found.matching };
}

/** The order of a search or a wardrobe, which would have to be searched twice to list some of its people first. */
const withoutStartedFirst = ({ columns, direction }: PeopleSort): PeopleSort => ({ columns, direction });

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
  const startedQuery = order.startedFirst && onlyStartedWithoutUniform(query);
  const { matching, total, started } = await countPeople(db, scope, query, { domainMatch, startedQuery });
  const page = toOffsetAndLimit(query);
  const plans = toPagePlans(scope, query, domainMatch);
  if (!startedQuery || started === 0)
    return { ids: await readPeoplePage(db, scope, page, order, { matching, total }, plans), matching };
  const first = await readPeoplePage(
    db,
    scope,
    page,
    BY_START,
    { matching: started, total },
    toPagePlans(scope, startedQuery, undefined),
  );
  const rest = await readPeoplePage(
    db,
    scope,
    { offset: Math.max(0, page.offset - started), limit: page.limit - first.length },
    order,
    { matching: matching - started, total },
    toPlansWithout(scope, query, startedQuery, plans),
  );
  return { ids: [...first, ...rest], matching };
}

const listedIds = (scope: Scope, query: PeopleQuery, domainMatch?: EmailDomainMatch) =>
  sql`select s.customer_id as id from uniform_status s where ${uniformStatusConditions(scope, query, 's', { domainMatch })} and ${listAccessCondition(scope)}`;

/** The plans for a page of the counted people; undefined when the list contains everyone. */
function toPagePlans(scope: Scope, query: PeopleQuery, domainMatch: EmailDomainMatch | undefined): PagePlans | undefined {
  const needsStatus = needsUniformStatus(scope, query);
  if (!domainMatch && !needsStatus) return undefined;
  return {
    predicate:
      domainMatch && !needsStatus ? emailDomainCondition(domainMatch, 'c') : hasMatchingStatus(scope, query, domainMatch),
    matchingIds: listedIds(scope, query, domainMatch),
  };
}

/** The same people except those of another query, whose ids PostgreSQL reads once for a hash table. */
function toPlansWithout(
  scope: Scope,
  query: PeopleQuery,
  without: PeopleQuery,
  plans: PagePlans = { predicate: sql`true`, matchingIds: listedIds(scope, query) },
): PagePlans {
  const isOther = (customerId: string) => sql`(${sql.ref(customerId)} in (${startedIds(scope, without)})) is not true`;
  return {
    predicate: sql`${isOther('c.id')} and ${plans.predicate}`,
    matchingIds: sql`select found.id from (${plans.matchingIds}) found where ${isOther('found.id')}`,
  };
}

/** The ids of the people whom `onlyStartedWithoutUniform` describes, whether the caller may list them or not. */
const startedIds = (scope: Scope, startedQuery: PeopleQuery) =>
  sql`select s.customer_id from uniform_status s where ${uniformStatusConditions(scope, startedQuery, 's')}`;

const hasMatchingStatus = (scope: Scope, query: PeopleQuery, domainMatch?: EmailDomainMatch) =>
  sql`(select true from uniform_status s
    where s.customer_id = c.id and ${uniformStatusConditions(scope, query, 's', { domainMatch })} and ${listAccessCondition(scope)} limit 1)`;

/** A page for any other search, or for a wardrobe. */
export async function searchPeople(
  tx: Tx,
  scope: Scope,
  query: QueryOf<'GET /api/customers'>,
  order: PeopleSort,
): Promise<PeoplePage> {
  const domainMatch = await prepareSearch(tx, scope, query);
  if (domainMatch) return browsePeople(tx, scope, query, order, domainMatch);
  const conditions = sql.join(personConditions(query), sql` and `);
  const statusCondition = needsUniformStatus(scope, query) ? sql` and ${hasMatchingStatus(scope, query)}` : sql``;
  return readPeoplePageWithCount(tx, scope, query, order, {
    predicate: sql`${conditions}${statusCondition}`,
    matchingIds: searchMatchingIds(scope, query),
  });
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

/** The order of a whole list, as SQL on `customer c`. */
function wholeListOrder(scope: Scope, query: PeopleQuery, order: PeopleSort): RawBuilder<unknown> {
  const startedQuery = order.startedFirst && personConditions(query).length === 0 && onlyStartedWithoutUniform(query);
  if (!startedQuery) return peopleOrderBy(order);
  const isStarted = sql`(c.id in (${startedIds(scope, startedQuery)}))`;
  return sql`${isStarted} desc, case when ${isStarted} then c.starts_on end, case when ${isStarted} then c.id end, ${peopleOrderBy(order)}`;
}

/** The ids of the whole list in its order, without paging. Throws 400 for the same filters and orders as the list. */
export async function listPeopleIds(db: Db, scope: Scope, query: PeopleQuery & { order?: string }): Promise<number[]> {
  const order = parsePeopleSort(query.order, scope);
  checkPeopleFilters(scope, query);
  const inOrganisation = sql`c.organisation_id = ${scope.organisationId} and c.deleted_at is null`;
  const matchingIds = personConditions(query).length > 0 ? searchMatchingIds(scope, query) : listedIds(scope, query);
  const includesEveryone = personConditions(query).length === 0 && !needsUniformStatus(scope, query);
  const orderBy = wholeListOrder(scope, query, order);
  const ordered = includesEveryone
    ? sql`select c.id from customer c where ${inOrganisation} order by ${orderBy}`
    : sql`select c.id from matched join customer c on c.id = matched.id where ${inOrganisation} order by ${orderBy}`;
  const found = await sql<{ ids: number[] }>`
    ${includesEveryone ? sql`` : sql`with matched as materialized (${matchingIds})`} select array(${ordered}) as ids`.execute(db);
  return found.rows[0]?.ids ?? [];
}
