import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { TestClient } from './portal.ts';

export type Quote = ReplyOf<'GET /api/quote/:id'>['quote'];

/** Asks for a quote. */
export const askForQuote = (client: TestClient, quote: object, key?: string) =>
  client.post<'POST /api/quote'>('/api/quote', { quote }, key ? { 'idempotency-key': key } : {});

/** Asks for a quote that is expected to be accepted. */
export async function aQuote(client: TestClient, quote: object): Promise<Quote> {
  const { status, body, errors } = await askForQuote(client, { title: 'Jackets for the north', ...quote });
  if (status !== 200) throw new Error(`The quote was refused: ${status} ${JSON.stringify(errors)}`);
  return body.quote;
}

/** The quote as a person sees it. */
export const getQuote = (client: TestClient, id: number, query = '') =>
  client.get<'GET /api/quote/:id'>(`/api/quote/${id}${query}`);

/** What a test says to a line of a quote. Amounts in minor units. */
interface TestAnswer {
  id: number;
  unitPriceMinor?: number;
  setupMinor?: number;
  quantity?: number;
  isOffered?: boolean;
  productId?: number;
  combinationId?: number;
}

/**
 * Sends an answer by SQL as if an operator had: a new version with these lines at 5.00 unless they say otherwise, valid for a month unless `validUntilAt`
 * says otherwise. Lines that are not named are not offered.
 */
export async function answerQuote(
  db: Db,
  quoteId: number,
  answers: readonly TestAnswer[],
  { validUntilAt = new Date(Date.now() + 30 * 86_400_000) }: { validUntilAt?: Date } = {},
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    with sent as (
      insert into quote_version (organisation_id, quote_id, version, valid_until_on, sent_at, actor_kind, actor_id)
      select organisation_id, id, version + 1, (${validUntilAt}::timestamptz - interval '1 second')::date, now(), 'operator', 1 from quote where id = ${quoteId}
      returning organisation_id, quote_id, version),
    said as (
      insert into quote_version_item (organisation_id, quote_id, version, quote_item_id, is_offered, product_id, combination_id, quantity, unit_price_minor, setup_minor)
      select i.organisation_id, i.quote_id, sent.version, i.id, a.id is not null and coalesce(a."isOffered", true), coalesce(a."productId", i.product_id),
        case when a."productId" is null then coalesce(a."combinationId", i.combination_id) else a."combinationId" end, coalesce(a.quantity, i.quantity),
        case when a.id is not null and coalesce(a."isOffered", true) then coalesce(a."unitPriceMinor", 500) end, coalesce(a."setupMinor", 0)
      from sent join quote_item i on i.organisation_id = sent.organisation_id and i.quote_id = sent.quote_id
      left join jsonb_to_recordset(${JSON.stringify(answers)}::jsonb)
        as a (id bigint, "unitPriceMinor" bigint, "setupMinor" bigint, quantity int, "isOffered" boolean, "productId" bigint, "combinationId" bigint)
        on a.id = i.id
      returning quote_item_id, is_offered, quantity, unit_price_minor)
    update quote q set quote_state_id = 30, version = sent.version, valid_until_at = ${validUntilAt}, updated_at = now(), total_minor = (
      select coalesce(sum(said.quantity * said.unit_price_minor), 0) from said join quote_item i on i.organisation_id = q.organisation_id and i.id = said.quote_item_id
      where said.is_offered and i.alternative_to_id is null)
    from sent where q.organisation_id = sent.organisation_id and q.id = sent.quote_id returning q.version`.execute(db);
  return (rows[0] as { version: number }).version;
}
