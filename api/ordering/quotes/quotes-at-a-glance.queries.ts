import { type RawBuilder, sql } from 'kysely';
import { mayBeLoggedIn } from '#api/identity/sessions/access.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { matchesQuote } from './list-quotes.queries.ts';
import { manageableQuotes, ownQuotes, visibleQuotes } from './quote-visibility.queries.ts';
import { QUOTE, QUOTE_STATES, type QuoteState } from './quotes.rules.ts';
import { quoteOwner } from './read-quote.queries.ts';

/** Subquery: how many quotes the person in scope can accept or decline, answered and within their last day. */
export const quotesToAccept = (scope: Scope): RawBuilder<number> => sql<number>`(
  select count(*)::int from quote q where ${ownQuotes(scope)} and q.quote_state_id = ${sql.lit(QUOTE.quoted)} and q.valid_until_at > now())`;

/**
 * Subquery: how many open quotes of people who have left wait for an Admin in scope to name another owner. Of accepted ones, those whose prices still lead.
 */
export const quotesWithoutOwner = (scope: Scope): RawBuilder<number> => sql<number>`(
  select count(*)::int from quote q ${quoteOwner}
  where ${manageableQuotes(scope)} and not ${mayBeLoggedIn}
    and (q.quote_state_id in (${sql.lit(QUOTE.submitted)}, ${sql.lit(QUOTE.inReview)})
      or q.quote_state_id in (${sql.lit(QUOTE.quoted)}, ${sql.lit(QUOTE.accepted)}) and q.valid_until_at > now()))`;

type Found = NonNullable<ReplyOf<'GET /api/search'>['quotes']>;

/** The newest quotes that the person sees and whose number, title or SKUs match, preceded by the one with exactly this number; and whether there are more. */
export async function findQuotes(tx: Tx, scope: Scope, query: string, limit: number): Promise<Found> {
  const { rows } = await sql<{ id: number; quoteNumber: string; title: string; customer: string; stateId: QuoteState }>`
    select q.id, q.quote_number as "quoteNumber", q.title, c.first_name || ' ' || c.last_name as customer, q.quote_state_id as "stateId"
    from quote q ${quoteOwner} where ${visibleQuotes(scope)} and ${matchesQuote(scope, query)}
    order by lower(q.quote_number) = ${query.toLowerCase()} desc, q.created_at desc, q.id desc limit ${limit + 1}`.execute(tx);
  return {
    results: rows.slice(0, limit).map(({ stateId, ...quote }) => ({ ...quote, status: QUOTE_STATES[stateId] })),
    hasMore: rows.length > limit,
  };
}
