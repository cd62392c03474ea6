import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { isLikeAny, searchWords } from '#api/platform/db/search-words.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { QueryOf } from '#contract/index.ts';
import { withoutOrderWord } from '#contract/platform/search-words.ts';
import { expiresAt } from '../cart/made-to-measure-lines.queries.ts';
import { type MadeToMeasureRow, selectRequests } from './made-to-measure.queries.ts';

const ofBrands = ({ brandIds }: OperatorScope) => sql`g.brand_id = any (${[...brandIds]}::bigint[])`;

/** A request of the operator's brands; undefined when there is none. */
export async function findOperatorMadeToMeasure(
  db: Db,
  operator: OperatorScope,
  id: number,
): Promise<MadeToMeasureRow | undefined> {
  return (await sql<MadeToMeasureRow>`${selectRequests(sql`r.id = ${id} and ${ofBrands(operator)}`)}`.execute(db)).rows[0];
}

/** The request `r` waits for price and date. */
export const isToAnswer: RawBuilder<boolean> = sql<boolean>`(r.status = 'requested')`;
/** The request `r` with line `l` of order `o` is ordered and released, and has not been made. */
export const isToMake: RawBuilder<boolean> = sql<boolean>`(r.status = 'ordered' and o.released_at is not null and l.cancelled_quantity < l.quantity)`;

const isClosed = sql`(r.status in ('declined', 'withdrawn', 'expired', 'made') or r.status = 'answered' and ${expiresAt} <= now()
  or r.status = 'ordered' and l.cancelled_quantity >= l.quantity)`;

const STATES: Readonly<Record<string, RawBuilder<unknown>>> = {
  toAnswer: isToAnswer,
  toMake: isToMake,
  waiting: sql`(r.status = 'asked' or r.status = 'answered' and ${expiresAt} > now()
    or r.status = 'ordered' and o.released_at is null and l.cancelled_quantity < l.quantity)`,
  closed: isClosed,
};

/** Condition that a request matches what was searched for: its number, that of its order, or part of a name. */
function matches(searchTerm: string): RawBuilder<unknown> {
  const term = withoutOrderWord(searchTerm)
    .trim()
    .replace(/^#(?=\d)/, '')
    .toLowerCase();
  if (/^m\d{1,15}$/.test(term)) return sql`r.id = ${Number(term.slice(1))}`;
  if (/^\d{1,15}$/.test(term)) return sql`${Number(term)} in (r.id, l.order_id)`;
  const isFound = (spellings: readonly string[]) => sql`(${isLikeAny(sql`searchable_text(g.name)`, spellings)}
    or exists (select from customer c where c.organisation_id = r.organisation_id and c.id = r.customer_id
      and ${isLikeAny(sql`searchable_text(c.first_name || ' ' || c.last_name)`, spellings)})
    or exists (select from combination k join product p on p.id = k.product_id
      where k.id = r.combination_id and ${isLikeAny(sql`searchable_text(concat_ws(' ', p.name, k.sku))`, spellings)}))`;
  return sql`(${sql.join([sql`true`, ...searchWords(term).map(isFound)], sql` and `)})`;
}

/** Requests `r` with their organisation, line and order. */
const requestsWithOrders = sql`made_to_measure_request r join organisation g on g.id = r.organisation_id
  left join order_line l on l.organisation_id = r.organisation_id and l.id = r.order_line_id
  left join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id`;

/** A page of requests, how many there are, and how many wait for the supplier. */
interface Queue {
  rows: MadeToMeasureRow[];
  totalCount: number;
  counts: { toAnswer: number; toMake: number };
}

/** A page of the requests of the operator's brands: oldest first, closed ones newest first. */
export async function listOperatorMadeToMeasure(
  db: Db,
  operator: OperatorScope,
  { state, organisationId, searchTerm, ...paging }: QueryOf<'GET /api/operator/madetomeasure'>,
): Promise<Queue> {
  const { offset, limit } = toOffsetAndLimit(paging);
  const direction = state === 'closed' ? sql`desc` : sql`asc`;
  const condition = sql.join(
    [
      ofBrands(operator),
      ...(state ? [STATES[state] as RawBuilder<unknown>] : []),
      ...(organisationId ? [sql`r.organisation_id = ${organisationId}`] : []),
      ...(searchTerm?.trim() ? [matches(searchTerm)] : []),
    ],
    sql` and `,
  );
  const { rows } = await sql<Queue>`
    select (select coalesce(json_agg(page order by page.id ${direction}), '[]') from (
        ${selectRequests(sql`(r.organisation_id, r.id) in (
          select r.organisation_id, r.id from ${requestsWithOrders}
          where ${condition} order by r.id ${direction} limit ${limit} offset ${offset})`)}) page) as rows,
      (select count(*)::int from ${requestsWithOrders} where ${condition}) as "totalCount",
      (select json_build_object('toAnswer', count(*) filter (where ${isToAnswer}), 'toMake', count(*) filter (where ${isToMake}))
        from ${requestsWithOrders} where ${ofBrands(operator)} and r.status in ('requested', 'ordered')) as counts`.execute(db);
  return rows[0] as Queue;
}
