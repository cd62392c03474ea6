import { type RawBuilder, sql } from 'kysely';
import type { QuotedLine } from './cart.rules.ts';

/**
 * Pieces of a line `i` of a quote that are in carts, or in orders. Cancelled ones count, since cancelling an order does not revive the price; those that were
 * sent back are in the cart again.
 */
export const acceptedPieces: RawBuilder<number> = sql<number>`(
  (select coalesce(sum(c.quantity), 0) from cart_line c where c.organisation_id = i.organisation_id and c.quote_item_id = i.id)
  + (select coalesce(sum(x.quantity - x.sent_back_quantity), 0) from order_line x where x.organisation_id = i.organisation_id and x.quote_item_id = i.id))::int`;

/**
 * A subquery with what a line `l` of the cart of `t` takes from a quote; null for others. The price leads for who asked for it, until the last day, and only in
 * the currency that the organisation still has.
 */
export const quotedLine: RawBuilder<QuotedLine | null> = sql`case when l.quote_item_id is not null then (
  select json_build_object('itemId', i.id, 'quoteId', q.id, 'quoteNumber', q.quote_number, 'unitMinor', v.unit_price_minor, 'setupMinor', v.setup_minor,
    'validUntil', to_char(q.valid_until_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'leads', q.quote_state_id = 40 and q.customer_id = t.customer_id and now() < q.valid_until_at and q.currency_code = o.currency_code and v.unit_price_minor is not null,
    'quoted', v.quantity, 'taken', ${acceptedPieces})
  from quote_item i
  join quote q on q.organisation_id = i.organisation_id and q.id = i.quote_id
  join organisation o on o.id = q.organisation_id
  join quote_version_item v on v.organisation_id = q.organisation_id and v.quote_id = q.id and v.version = q.version and v.quote_item_id = i.id
  where i.organisation_id = l.organisation_id and i.id = l.quote_item_id) end`;
