import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { matchesWords } from '#api/platform/db/search-words.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { QueryOf } from '#contract/index.ts';
import { withoutOrderWord } from '#contract/platform/search-words.ts';
import { visibleOrders } from '../orders/order-filters.queries.ts';
import { type ReturnRow, selectReturns } from '../returns/returns.queries.ts';

/** A return request with whose pieces they are and where their order was placed. */
export interface ManagedReturnRow extends ReturnRow {
  person: { id: number; firstName: string; lastName: string; email: string; employeeNumber: string | null };
  groupId: number | null;
  groupName: string | null;
}

type Filters = Omit<QueryOf<'GET /api/returns/exporttoexcel'>, 'page' | 'limit'>;

/** Requests `r` with their orders `o`, lines `l`, and the people `c` whose pieces they are. */
const tables = sql`
  return_request r
  join orders o on o.organisation_id = r.organisation_id and o.id = r.order_id
  join order_line l on l.organisation_id = r.organisation_id and l.id = r.order_line_id
  join customer c on c.organisation_id = r.organisation_id and c.id = coalesce(l.wearer_id, r.customer_id)`;

const isOpen = sql`(r.return_state_id in (0, 20) or r.return_state_id = 10 and r.accepted_at is null)`;

/** Condition that a request matches what was searched for: a number as on the label or of the order, or texts about person and product. */
function matches(searchTerm: string): RawBuilder<unknown> {
  const term = withoutOrderWord(searchTerm)
    .trim()
    .replace(/^#(?=\d)/, '');
  if (/^r\d{1,15}$/i.test(term)) return sql`r.custom_number = ${term.toUpperCase()}`;
  if (/^\d{1,15}$/.test(term)) return sql`(r.order_id = ${Number(term)} or r.custom_number = ${`R${term}`})`;
  return matchesWords(
    sql`searchable_text(c.first_name || ' ' || c.last_name || ' ' || c.email || ' ' || l.product_name || ' ' || l.sku)`,
    term,
  );
}

function conditions(scope: Scope, query: Filters, now: Date): RawBuilder<unknown> {
  const { searchTerm, state, returnStatusId = [], minAgeDays, customerId, groupIds = [] } = query;
  const groups = groupIds.filter((id) => id > 0);
  return sql.join(
    [
      sql`r.organisation_id = ${scope.organisationId}`,
      visibleOrders(scope),
      ...(searchTerm?.trim() ? [matches(searchTerm)] : []),
      ...(state ? [state === 'open' ? isOpen : sql`not ${isOpen}`] : []),
      ...(returnStatusId.length > 0 ? [sql`r.return_state_id = any (${[...returnStatusId]}::int[])`] : []),
      ...(minAgeDays ? [sql`r.created_at <= ${now}::timestamptz - make_interval(days => ${minAgeDays})`] : []),
      ...(customerId ? [sql`(r.customer_id = ${customerId} or l.wearer_id = ${customerId})`] : []),
      ...(groups.length > 0 ? [sql`o.organisation_group_id = any (${groups}::bigint[])`] : []),
    ],
    sql` and `,
  );
}

const NAME = ['c.last_name', 'c.first_name'];
const SORTS: Readonly<Record<string, readonly string[]>> = {
  createdOnUtc: [],
  person: NAME,
  status: ['r.return_state_id'],
};

/** The order of a list, with ties by id; what has waited longest first without one. */
function toOrder(sort = 'createdOnUtc'): RawBuilder<unknown> {
  const keyword = sort.startsWith('-') ? sql`desc` : sql`asc`;
  const columns = SORTS[sort.replace('-', '')] ?? [];
  return sql.join([...columns, 'r.id'].map((column) => sql`${sql.ref(column)} ${keyword}`));
}

/** Requests by id with whose they are, in the order of the ids, which must be of the organisation. */
const selectManaged = (organisationId: number, ids: RawBuilder<unknown>) => sql`
  select shown.*, json_build_object('id', c.id, 'firstName', c.first_name, 'lastName', c.last_name, 'email', c.email,
      'employeeNumber', c.employee_number) as person,
    o.organisation_group_id as "groupId", g.name as "groupName"
  from ${ids} as listed (id, position)
  join (${selectReturns} where r.organisation_id = ${organisationId} and r.id in (select id from ${ids} as wanted (id, position))) shown on shown.id = listed.id
  join return_request r on r.organisation_id = ${organisationId} and r.id = shown.id
  join orders o on o.organisation_id = r.organisation_id and o.id = r.order_id
  join order_line l on l.organisation_id = r.organisation_id and l.id = r.order_line_id
  join customer c on c.organisation_id = r.organisation_id and c.id = coalesce(l.wearer_id, r.customer_id)
  left join organisation_group g on g.organisation_id = o.organisation_id and g.id = o.organisation_group_id
  order by listed.position`;

/** A page of the returns of the orders that an administrator sees, and how many there are, in one statement. */
export async function listManagedReturns(
  db: Db,
  scope: Scope,
  query: QueryOf<'GET /api/returns'>,
  now: Date,
): Promise<{ rows: ManagedReturnRow[]; count: number }> {
  const { offset, limit } = toOffsetAndLimit(query);
  const condition = conditions(scope, query, now);
  const { rows } = await sql<{ rows: ManagedReturnRow[]; count: number }>`
    with page as materialized (
      select r.id, row_number() over (order by ${toOrder(query.sort)}) as position
      from ${tables} where ${condition} order by ${toOrder(query.sort)} limit ${limit} offset ${offset})
    select (select coalesce(json_agg(found), '[]') from (
        ${selectManaged(scope.organisationId, sql`(select id, position from page)`)}) found) as rows,
      (select count(*)::int from ${tables} where ${condition}) as count`.execute(db);
  return rows[0] as { rows: ManagedReturnRow[]; count: number };
}

/** The ids of all returns of a list, in its order. */
export async function listManagedReturnIds(db: Db, scope: Scope, query: Filters, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from ${tables} where ${conditions(scope, query, now)} order by ${toOrder(query.sort)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns of the organisation by id, in this order of ids. */
export async function readManagedReturns(db: Db, { organisationId }: Scope, ids: readonly number[]): Promise<ManagedReturnRow[]> {
  const { rows } = await sql<ManagedReturnRow>`${selectManaged(
    organisationId,
    sql`(select id, position from unnest(${[...ids]}::bigint[]) with ordinality as t (id, position))`,
  )}`.execute(db);
  return rows;
}
