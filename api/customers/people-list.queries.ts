import { type RawBuilder, sql } from 'kysely';
import type { QueryOf } from '#contract/index.ts';
import { actorColumns, actorTables } from '../access/access.queries.ts';
import { profileColumns } from '../access/profile.queries.ts';
import { type Db, inTransaction, type Tx } from '../db/database.ts';
import { pageOf } from '../http/paging.ts';
import type { Scope } from '../http/scope.ts';
import { type Customer, type PersonRow, standingColumns, standingOf, toCustomer } from './customers.queries.ts';
import {
  asksStanding,
  checkFilters,
  listedGroups,
  type PeopleQuery,
  searchConditions,
  standingConditions,
  withinReach,
} from './people-filters.queries.ts';
import { orderBy, type PeopleOrder, readOrder } from './people-order.queries.ts';

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

/** Who is on a page, in its order, and how many there are on all of them. */
interface Found {
  ids: readonly number[];
  matching: number;
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

/** The part of a list that a page shows; the second half is read from its end. */
function stretchOf(query: QueryOf<'GET /api/customers'>, matching: number, everybody: number): Stretch | undefined {
  const { offset, limit } = pageOf(query);
  if (offset >= matching) return undefined;
  const reversed = offset > matching / 2;
  const wanted = Math.min(limit, matching - offset);
  return { reversed, fewer: matching, of: everybody, skipped: reversed ? matching - offset - wanted : offset, wanted };
}

async function readStretch(
  db: Db,
  scope: Scope,
  query: PeopleQuery,
  order: PeopleOrder,
  stretch: Stretch | undefined,
): Promise<number[]> {
  if (!stretch) return [];
  const { rows } = await idsInOrder(scope, query, order, stretch).execute(db);
  const ids = rows.map(({ id }) => id);
  return stretch.reversed ? ids.toReversed() : ids;
}

/** Without a search: the number comes from the tally, and says which way to the page is the shorter one. */
async function browsePeople(db: Db, scope: Scope, query: QueryOf<'GET /api/customers'>, order: PeopleOrder): Promise<Found> {
  const { matching, everybody } = await countPeople(db, scope, query);
  return { ids: await readStretch(db, scope, query, order, stretchOf(query, matching, everybody)), matching };
}

/**
 * With a search: whom the words find has to be counted, and the number says which way to the page is the shorter one. Planned
 * for the very words: what nearly everybody has in common is found by reading all, and a rare word by the index on trigrams.
 */
async function searchPeople(tx: Tx, scope: Scope, query: QueryOf<'GET /api/customers'>, order: PeopleOrder): Promise<Found> {
  const [, counted] = await Promise.all([
    sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(tx),
    sql<{ n: number; everybody: number }>`
      select (select count(*) from (${searched(scope, query)}) hit)::int as n,
        coalesce((select sum(t.people) from people_tally t where t.organisation_id = ${scope.organisationId} and t.season_id = 0), 0)::int as everybody`.execute(
      tx,
    ),
  ]);
  const { n = 0, everybody = 0 } = counted.rows[0] ?? {};
  return { ids: await readStretch(tx, scope, query, order, stretchOf(query, n, everybody)), matching: n };
}

interface Stretch {
  reversed: boolean;
  /** How many people match, of how many. */
  fewer: number;
  of: number;
  skipped: number;
  wanted: number;
}

/** The ids of a stretch of the list. */
function idsInOrder(
  scope: Scope,
  query: PeopleQuery,
  order: PeopleOrder,
  { reversed, fewer, of, skipped, wanted }: Stretch,
): RawBuilder<{ id: number }> {
  const by = orderBy(order, reversed);
  const words = searchConditions(query);
  const here = sql.join([sql`c.organisation_id = ${scope.organisationId} and c.deleted_at is null`, ...words], sql` and `);
  const stretch = sql`order by ${by} limit ${wanted} offset ${skipped}`;
  const asksOne = asksStanding(scope, query);
  if (!asksOne && words.length === 0) return sql<{ id: number }>`select c.id from customer c where ${here} ${stretch}`;
  const matches = sql`${standingConditions(scope, query, 's', 'starts_on')} and ${withinReach(scope)}`;
  // Either everybody in order until enough match, or all that match, sorted. Who match may stand together in the order, so the
  // first way must promise to be much shorter.
  const looked = ((skipped + wanted) * of) / Math.max(fewer, 1);
  if (looked * 5 < fewer * 2) {
    const one = asksOne ? sql`and (select true from person_standing s where s.customer_id = c.id and ${matches} limit 1)` : sql``;
    return sql<{ id: number }>`select c.id from customer c where ${here} ${one} ${stretch}`;
  }
  const hits =
    words.length > 0 ? searched(scope, query) : sql`select s.customer_id as id from person_standing s where ${matches}`;
  return sql<{ id: number }>`
    with hit as materialized (${hits})
    select c.id from hit join customer c on c.organisation_id = ${scope.organisationId} and c.id = hit.id and c.deleted_at is null ${stretch}`;
}

/** How many people match, and how many the organisation has: sums of the tally. */
async function countPeople(db: Db, scope: Scope, query: PeopleQuery): Promise<{ matching: number; everybody: number }> {
  const groups = listedGroups(scope);
  const cells = standingConditions(scope, query, 't', 'starts_from');
  const others = groups === null ? sql`true` : sql`t.group_ids && ${[...groups]}::int[]`;
  // Whoever is in none of the groups, and lists themselves all the same.
  const own =
    groups === null
      ? sql`0`
      : sql`(select count(*) from person_standing s
          where ${standingConditions(scope, query, 's', 'starts_on')} and s.customer_id = ${scope.customerId}
            and not s.group_ids && ${[...groups]}::int[])`;
  const found = await sql<{ matching: number; everybody: number }>`
    select (coalesce((select sum(t.people) from people_tally t where ${cells} and ${others}), 0) + ${own})::int as matching,
      coalesce((select sum(t.people) from people_tally t where t.organisation_id = ${scope.organisationId} and t.season_id = 0), 0)::int as everybody`.execute(
    db,
  );
  return found.rows[0] ?? { matching: 0, everybody: 0 };
}

/** Ids of everybody whom the words and filters leave. */
function searched(scope: Scope, query: PeopleQuery): RawBuilder<unknown> {
  const words = sql.join(searchConditions(query), sql` and `);
  const hits = sql`select c.id from customer c where c.organisation_id = ${scope.organisationId} and c.deleted_at is null and ${words}`;
  if (!asksStanding(scope, query)) return hits;
  return sql`
    select found.id from (${hits} offset 0) found
    join person_standing s on s.customer_id = found.id and ${standingConditions(scope, query, 's', 'starts_on')} and ${withinReach(scope)}`;
}

/** The ids of the whole list in its order, however long it is. Throws 400 as the list does. */
export async function listPeopleIds(db: Db, scope: Scope, query: PeopleQuery & { order?: string }): Promise<number[]> {
  const order = readOrder(query.order);
  checkFilters(scope, query);
  const here = sql`c.organisation_id = ${scope.organisationId} and c.deleted_at is null`;
  const hits =
    searchConditions(query).length > 0
      ? searched(scope, query)
      : sql`select s.customer_id as id from person_standing s where ${standingConditions(scope, query, 's', 'starts_on')} and ${withinReach(scope)}`;
  const isEverybody = searchConditions(query).length === 0 && !asksStanding(scope, query);
  const ordered = isEverybody
    ? sql`select c.id from customer c where ${here} order by ${orderBy(order)}`
    : sql`select c.id from hit join customer c on c.id = hit.id where ${here} order by ${orderBy(order)}`;
  const found = await sql<{ ids: number[] }>`
    ${isEverybody ? sql`` : sql`with hit as materialized (${hits})`} select array(${ordered}) as ids`.execute(db);
  return found.rows[0]?.ids ?? [];
}
