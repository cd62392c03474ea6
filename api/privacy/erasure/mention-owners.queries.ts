import { type RawBuilder, sql } from 'kysely';

/**
 * The condition that a row of a table belongs to one of some people; null or false where it does not. What these are called is left in it if they have the name of the erased person too.
 */
export const OWNERS: Readonly<Record<string, (ids: readonly number[]) => RawBuilder<unknown>>> = {
  ...Object.fromEntries(
    [
      'address',
      'registration',
      'entitlement_request',
      'entitlement_account',
      'stored_file',
      'idempotency_key',
      'cart',
      'orders',
      'return_request',
      'customisation',
      'quote',
    ].map((table) => [table, (ids: readonly number[]) => sql`customer_id = any (${ids}::bigint[])`]),
  ),
  customer: (ids) => sql`id = any (${ids}::bigint[])`,
  order_sheet: (ids) => sql`customer_id = any (${ids}::bigint[])`,
  order_sheet_row: (ids) => sql`wearer_id = any (${ids}::bigint[])`,
  bulk_edit_item: (ids) => sql`subject_id = any (${ids}::bigint[])`,
  cart_line: (ids) => sql`cart_id in (select c.id from cart c where c.customer_id = any (${ids}::bigint[]))`,
  cart_line_customisation: (ids) => sql`cart_line_id in (
    select l.id from cart_line l join cart c on c.organisation_id = l.organisation_id and c.id = l.cart_id where c.customer_id = any (${ids}::bigint[]))`,
  order_line_customisation: (ids) => sql`order_line_id in (
    select l.id from order_line l join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id where o.customer_id = any (${ids}::bigint[]))`,
  ...Object.fromEntries(
    ['quote_item', 'quote_version', 'quote_version_item', 'quote_message'].map((table) => [
      table,
      (ids: readonly number[]) => sql`quote_id in (select q.id from quote q where q.customer_id = any (${ids}::bigint[]))`,
    ]),
  ),
  quote_item_customisation: (ids) => sql`quote_item_id in (
    select i.id from quote_item i join quote q on q.organisation_id = i.organisation_id and q.id = i.quote_id where q.customer_id = any (${ids}::bigint[]))`,
  proof_request: (ids) => sql`requested_by_id = any (${ids}::bigint[])`,
  ...Object.fromEntries(
    ['order_line', 'order_event', 'shipment'].map((table) => [
      table,
      (ids: readonly number[]) => sql`order_id in (select o.id from orders o where o.customer_id = any (${ids}::bigint[]))`,
    ]),
  ),
  invoice: (ids) => sql`exists (
    select from invoice_line l join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
    where l.organisation_id = invoice.organisation_id and l.invoice_id = invoice.id and o.customer_id = any (${ids}::bigint[]))`,
};
