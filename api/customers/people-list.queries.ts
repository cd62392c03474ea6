import { type RawBuilder, sql } from 'kysely';
import type { QueryOf } from '#contract/index.ts';
import { actorColumns, actorTables } from '../access/access.queries.ts';
import { profileColumns } from '../access/profile.queries.ts';
import { type Db, inTransaction, type Tx } from '../db/database.ts';
import type { Scope } from '../http/scope.ts';
import { type Customer, type PersonRow, standingColumns, standingOf, toCustomer } from './customers.queries.ts';
import {
  type AtDomains,
  asksStanding,
  atDomains,
  checkFilters,
  listedGroups,
  type PeopleQuery,
  standingConditions,
  withinReach,
} from './people-filters.queries.ts';
import { orderBy, type PeopleOrder, readOrder } from './people-order.queries.ts';
import { everybodyOf, type Found, type Numbers, readPage, readPageAndNumber } from './people-pages.queries.ts';
import { findDomains, searchConditions } from './people-words.queries.ts';

interface Page {
  customers: Customer[];
  totalCount: number;
}

/** People the caller may see, with the number of all that match. */
export async function listCustomers(db: Db, scope: Scope, query: QueryOf<'GET /api/customers'>): Promise<Page> {
  const order = readOrder(query.order);
  checkFilters(scope, query);
  const found =
    searchConditions(query).length > 0
      ? await inTransaction(db, (tx) => searchPeople(tx, scope, query, order))
      : await browsePeople(db, scope, query, order);
  return { customers: await showPeople(db, scope, query, found.ids), totalCount: found.matching };
}

/** These people with their rights and standing, in this order. */
async function showPeople(db: Db, scope: Scope, query: PeopleQuery, ids: readonly number[]): Promise<Customer[]> {
  if (ids.length === 0) return [];
  // Ids of their own, so that PostgreSQL knows how few they are when it plans the rest.
  const found = await sql<PersonRow>`
    select ${profileColumns}, ${actorColumns}, ${standingColumns}
    from unnest(${[...ids]}::int[]) with ordinality as shown (id, place)
    join ${actorTables} on c.organisation_id = ${scope.organisationId} and c.id = shown.id join brand b on b.id = o.brand_id
    left join ${standingOf(scope, query.seasonId)} order by shown.place`.execute(db);
  return found.rows.map((row) => toCustomer(row, scope));
}

/** Without a search, or for words that domains hold: the number comes from the tally. */
async function browsePeople(
  db: Db,
  scope: Scope,
  query: QueryOf<'GET /api/customers'>,
  order: PeopleOrder,
  at?: AtDomains,
): Promise<Found> {
  const numbers = await countPeople(db, scope, query, at);
  const matches = sql`${standingConditions(scope, query, 's', at)} and ${withinReach(scope)}`;
  const asksOne = asksStanding(scope, query);
  const ways =
    at || asksOne
      ? {
          holds: at && !asksOne ? atDomains(at, 'c') : isOne(matches),
          hits: sql`select s.customer_id as id from person_standing s where ${matches}`,
        }
      : undefined;
  return { ids: await readPage(db, scope, query, order, numbers, ways), matching: numbers.matching };
}

const isOne = (matches: RawBuilder<unknown>) =>
  sql`(select true from person_standing s where s.customer_id = c.id and ${matches} limit 1)`;

/**
 * With a search: planned for the very words, since what nearly everybody has in common is found by reading all, and a rare word by
 * the index on trigrams.
 */
async function searchPeople(tx: Tx, scope: Scope, query: QueryOf<'GET /api/customers'>, order: PeopleOrder): Promise<Found> {
  const [, at] = await Promise.all([
    sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(tx),
    findDomains(tx, scope, query),
  ]);
  if (at) return browsePeople(tx, scope, query, order, at);
  const words = sql.join(searchConditions(query), sql` and `);
  const one = asksStanding(scope, query)
    ? sql` and ${isOne(sql`${standingConditions(scope, query, 's')} and ${withinReach(scope)}`)}`
    : sql``;
  return readPageAndNumber(tx, scope, query, order, { holds: sql`${words}${one}`, hits: searched(scope, query) });
}

/** How many people match, and how many the organisation has: sums of the tally, and those whom it does not name. */
async function countPeople(db: Db, scope: Scope, query: PeopleQuery, at: AtDomains | undefined): Promise<Numbers> {
  const groups = listedGroups(scope);
  const inGroups = (alias: 's' | 't') =>
    groups === null ? sql`true` : sql`${sql.ref(`${alias}.group_ids`)} && ${[...groups]}::int[]`;
  // Whoever is in none of the groups, and lists themselves all the same.
  const own =
    groups === null
      ? sql`0`
      : sql`(select count(*) from person_standing s
          where ${standingConditions(scope, query, 's', at)} and s.customer_id = ${scope.customerId} and not ${inGroups('s')})`;
  const besides = at?.besides.length
    ? sql`(select count(*) from person_standing s
        where ${standingConditions(scope, query, 's')} and s.customer_id = any (${[...at.besides]}::int[]) and ${inGroups('s')})`
    : sql`0`;
  const found = await sql<Numbers>`
    select (coalesce((select sum(t.people) from people_tally t where ${standingConditions(scope, query, 't', at)} and ${inGroups('t')}), 0)
      + ${own} + ${besides})::int as matching, ${everybodyOf(scope)}::int as everybody`.execute(db);
  return found.rows[0] ?? { matching: 0, everybody: 0 };
}

/** Ids of everybody whom the words and filters leave. */
function searched(scope: Scope, query: PeopleQuery): RawBuilder<unknown> {
  const words = sql.join(searchConditions(query), sql` and `);
  const hits = sql`select c.id from customer c where c.organisation_id = ${scope.organisationId} and c.deleted_at is null and ${words}`;
  if (!asksStanding(scope, query)) return hits;
  return sql`
    select found.id from (${hits} offset 0) found
    join person_standing s on s.customer_id = found.id and ${standingConditions(scope, query, 's')} and ${withinReach(scope)}`;
}

/** The ids of the whole list in its order, however long it is. Throws 400 as the list does. */
export async function listPeopleIds(db: Db, scope: Scope, query: PeopleQuery & { order?: string }): Promise<number[]> {
  const order = readOrder(query.order);
  checkFilters(scope, query);
  const here = sql`c.organisation_id = ${scope.organisationId} and c.deleted_at is null`;
  const hits =
    searchConditions(query).length > 0
      ? searched(scope, query)
      : sql`select s.customer_id as id from person_standing s where ${standingConditions(scope, query, 's')} and ${withinReach(scope)}`;
  const isEverybody = searchConditions(query).length === 0 && !asksStanding(scope, query);
  const ordered = isEverybody
    ? sql`select c.id from customer c where ${here} order by ${orderBy(order)}`
    : sql`select c.id from hit join customer c on c.id = hit.id where ${here} order by ${orderBy(order)}`;
  const found = await sql<{ ids: number[] }>`
    ${isEverybody ? sql`` : sql`with hit as materialized (${hits})`} select array(${ordered}) as ids`.execute(db);
  return found.rows[0]?.ids ?? [];
}
