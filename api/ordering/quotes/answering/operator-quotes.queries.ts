import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { isLikeAny, searchWords } from '#api/platform/db/search-words.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { QueryOf } from '#contract/index.ts';
import { QUOTE_STATUSES } from '#contract/ordering/quotes/quote-states.ts';
import type { QuoteListRecord } from '../quote-record.ts';
import { QUOTE, type QuoteState } from '../quotes.rules.ts';
import { quoteListColumns, quoteOwner } from '../read-quote.queries.ts';
import { ofBrands } from './quote-answers.queries.ts';

/** A quote in the list of operators. */
export interface OperatorQuoteRow extends QuoteListRecord {
  organisation: { id: number; name: string };
  takenBy: string | null;
  /** Lines of the request. */
  itemCount: number;
}

/** The states in which a quote waits for the supplier. */
const TO_ANSWER: readonly QuoteState[] = [QUOTE.submitted, QUOTE.inReview];

/** The states that a filter names. */
const statesOf = (state: string): readonly QuoteState[] =>
  state === 'toAnswer' ? TO_ANSWER : QUOTE_STATUSES.filter(({ name }) => name === state).map(({ id }) => id);

/** Condition that a quote `q` of person `c` matches what was searched for: part of its number, title or a SKU, or of the name of a person or organisation. */
const matches = (searchTerm: string): RawBuilder<unknown> =>
  sql.join(
    searchWords(searchTerm.trim().toLowerCase()).map(
      (spellings) => sql`(${isLikeAny(sql`q.search_text`, spellings)} or ${isLikeAny(sql`searchable_text(g.name)`, spellings)}
        or ${isLikeAny(sql`c.search_text`, spellings)})`,
    ),
    sql` and `,
  );

/** A page of the quotes of the operator's brands, with their number and how many wait for an answer: those oldest first, others newest first. */
export async function listOperatorQuotes(
  db: Db,
  operator: OperatorScope,
  { state, organisationId, searchTerm, ...paging }: QueryOf<'GET /api/operator/quotes'>,
): Promise<{ rows: OperatorQuoteRow[]; totalCount: number; counts: { toAnswer: number } }> {
  const { offset, limit } = toOffsetAndLimit(paging);
  const states = state ? statesOf(state) : undefined;
  const direction = states?.every((each) => TO_ANSWER.includes(each)) ? sql`asc` : sql`desc`;
  const tables = sql`quote q join organisation g on g.id = q.organisation_id ${quoteOwner}`;
  const condition = sql.join(
    [
      ofBrands(operator),
      ...(organisationId ? [sql`q.organisation_id = ${organisationId}`] : []),
      ...(searchTerm?.trim() ? [matches(searchTerm)] : []),
    ],
    sql` and `,
  );
  const isListed = states ? sql`q.quote_state_id in (${sql.join(states)})` : sql`true`;
  const [page, count] = await Promise.all([
    sql<OperatorQuoteRow>`
      select ${quoteListColumns}, json_build_object('id', g.id, 'name', g.name) as organisation,
        (select p.name from operator p where p.id = q.taken_by_id) as "takenBy",
        (select count(*)::int from quote_item i where i.organisation_id = q.organisation_id and i.quote_id = q.id and i.is_requested) as "itemCount"
      from ${tables} where ${condition} and ${isListed} order by q.created_at ${direction}, q.id ${direction} limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ totalCount: number; toAnswer: number }>`
      select count(*) filter (where ${isListed})::int as "totalCount",
        count(*) filter (where q.quote_state_id in (${sql.join(TO_ANSWER)}))::int as "toAnswer"
      from ${tables} where ${condition}`.execute(db),
  ]);
  const { totalCount = 0, toAnswer = 0 } = count.rows[0] ?? {};
  return { rows: page.rows, totalCount, counts: { toAnswer } };
}
