import { sql } from 'kysely';
import type { QuoteRef } from '#api/ordering/quotes/quote-steps.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import { getEndOfLocalDay } from '#api/platform/local-day.ts';

interface MailedQuote {
  customerId: number;
  stateId?: number;
  /** The last day, in this time zone. */
  validUntilOn?: string;
  timeZone?: string;
  sentAt?: string;
  declinedBy?: string | null;
  reason?: string | null;
  /** Pieces of each line. */
  quantities?: readonly number[];
}

/** Adds a quote of Meridian for mails about it, in version 1, with lines at £12.50 and £30.00 of set-up. */
export async function aQuoteForMails(db: Db, quote: MailedQuote): Promise<QuoteRef> {
  const { customerId, stateId = 30, validUntilOn = '2027-03-28', timeZone = 'Europe/London', quantities = [10] } = quote;
  const { sentAt = '2027-01-04T10:00:00Z', declinedBy = null, reason = null } = quote;
  const { rows } = await sql<{ quoteId: number }>`
    with asked as (
      insert into quote (organisation_id, customer_id, actor_kind, actor_id, title, description, required_by_on, currency_code, quote_state_id, version,
        valid_until_at, total_minor, declined_by, decline_reason)
      values (1, ${customerId}, 'customer', ${customerId}, '=1+1 <b>Jackets</b>', 'For the bar', '2027-05-01', 'GBP', ${stateId}, 1,
        ${getEndOfLocalDay(validUntilOn, timeZone)}, ${quantities.reduce((sum, quantity) => sum + quantity * 1250, 0)}, ${declinedBy}, ${reason})
      returning id),
    lines as (
      insert into quote_item (organisation_id, quote_id, display_order, is_requested, name, quantity)
      select 1, asked.id, n.place, true, 'Jacket ' || n.place, n.quantity
      from asked, unnest(${[...quantities]}::int[]) with ordinality as n (quantity, place) returning id, quote_id, quantity),
    answered as (
      insert into quote_version (organisation_id, quote_id, version, valid_until_on, notes, sent_at, actor_kind, actor_id)
      select 1, id, 1, ${validUntilOn}::date, 'With embroidery.', ${sentAt}::timestamptz, 'operator', 1 from asked returning quote_id),
    priced as (
      insert into quote_version_item (organisation_id, quote_id, version, quote_item_id, is_offered, quantity, unit_price_minor, setup_minor, lead_time_days, answer)
      select 1, answered.quote_id, 1, lines.id, true, lines.quantity, 1250, 3000, 14, 'In stock' from answered, lines)
    select id as "quoteId" from asked`.execute(db);
  return { organisationId: 1, quoteId: rows[0]?.quoteId as number };
}
