import { sql } from 'kysely';

/** A subquery with id and number of the quote at whose price a line `l` of an order was ordered; null for others. */
export const quoteOfLine = sql<{ id: number; number: string } | null>`case when l.quote_item_id is not null then (
  select json_build_object('id', q.id, 'number', q.quote_number)
  from quote_item i join quote q on q.organisation_id = i.organisation_id and q.id = i.quote_id
  where i.organisation_id = l.organisation_id and i.id = l.quote_item_id) end`;
