import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { isLikeAny, searchWords } from '#api/platform/db/search-words.ts';
import { badRequest } from '#api/platform/http/errors.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { QueryOf } from '#contract/index.ts';
import type { QuoteListRecord } from './quote-record.ts';
import { ownQuotes, visibleQuotes } from './quote-visibility.queries.ts';
import { quoteListColumns, quoteOwner } from './read-quote.queries.ts';

/** A page of quotes with their number over all pages. */
export interface QuotePage {
  rows: QuoteListRecord[];
  count: number;
}

const ORDERS: Readonly<Record<string, RawBuilder<unknown>>> = {
  createdOnUtc: sql`q.created_at`,
  updatedOnUtc: sql`q.updated_at`,
  title: sql`lower(q.title)`,
  quoteNumber: sql`q.id`,
  status: sql`q.quote_state_id`,
  validUntilUtc: sql`q.valid_until_at`,
  total: sql`q.total_minor`,
  id: sql`q.id`,
};

const NEWEST_FIRST = sql`q.created_at desc, q.id desc`;

/** Throws 400 for an order that would say something about amounts to people who see none. */
function toOrder(scope: Scope, order: string | undefined): RawBuilder<unknown> {
  if (!order) return NEWEST_FIRST;
  const [field = '', direction] = order.split(' ');
  const column = ORDERS[field];
  if (!column || (field === 'total' && !scope.pricesVisible)) throw badRequest('order', 'This order is not possible.');
  const way = direction === 'desc' ? sql`desc nulls last` : sql`asc nulls last`;
  return sql`${column} ${way}, q.id ${direction === 'desc' ? sql`desc` : sql`asc`}`;
}

/** Condition that number, title or SKUs of a quote `q` contain each word of a search, or, with `people`, its person. */
export function matchesQuote({ organisationId }: Scope, searched: string | undefined, people = false): RawBuilder<unknown> {
  const words = searchWords(searched).map((spellings) => {
    const inQuote = isLikeAny(sql`q.search_text`, spellings);
    if (!people) return inQuote;
    return sql`(${inQuote} or q.customer_id = any (array(
      select w.id from customer w where w.organisation_id = ${organisationId} and w.deleted_at is null and ${isLikeAny(sql`w.search_text`, spellings)}
      union all
      select w.id from customer w where w.organisation_id = ${organisationId} and lower(w.email) = any (${[...spellings]}::text[]))))`;
  });
  return sql.join([sql`true`, ...words], sql` and `);
}

async function listQuotes(
  db: Db,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { page = 1, limit }: { page?: number | undefined; limit?: number | undefined },
): Promise<QuotePage> {
  // These lists count from 1, and read 0 as 1.
  const place = toOffsetAndLimit({ page: Math.max(page, 1) - 1, ...(limit !== undefined && { limit }) });
  const { rows } = await sql<{ count: number; quotes: QuoteListJson[] }>`
    with found as (select q.* from quote q where ${condition}),
    page as (
      select ${quoteListColumns}, row_number() over (order by ${order}) as place from found q ${quoteOwner}
      order by place limit ${place.limit} offset ${place.offset})
    select (select count(*)::int from found) as count, coalesce((select json_agg(page order by place) from page), '[]') as quotes`.execute(
    db,
  );
  const [found] = rows as [(typeof rows)[number]];
  return { count: found.count, rows: found.quotes.map(withDates) };
}

/** Moments come as texts in JSON. */
interface QuoteListJson extends Omit<QuoteListRecord, 'createdAt' | 'updatedAt' | 'validUntilAt'> {
  createdAt: string;
  updatedAt: string;
  validUntilAt: string | null;
}

const withDates = (quote: QuoteListJson): QuoteListRecord => ({
  ...quote,
  createdAt: new Date(quote.createdAt),
  updatedAt: new Date(quote.updatedAt),
  validUntilAt: quote.validUntilAt === null ? null : new Date(quote.validUntilAt),
});

/** A page of the person's own quotes. Throws 400 for an order that they may not ask for. */
export const listOwnQuotes = (db: Db, scope: Scope, query: QueryOf<'GET /api/quotescustomer'>): Promise<QuotePage> =>
  listQuotes(db, sql`${ownQuotes(scope)} and ${matchesQuote(scope, query.query, false)}`, toOrder(scope, query.order), query);

/** A page of the quotes that the person sees, newest first. */
export const listVisibleQuotes = (db: Db, scope: Scope, query: QueryOf<'GET /api/quotesorganisation'>): Promise<QuotePage> =>
  listQuotes(db, sql`${visibleQuotes(scope)} and ${matchesQuote(scope, query.keyword, true)}`, NEWEST_FIRST, query);
