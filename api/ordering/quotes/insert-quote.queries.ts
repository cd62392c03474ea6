import { sql } from 'kysely';
import { designRecord, toDesignColumns } from '#api/catalogue/customisation/cart-line-designs.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { AddedDesign } from '../cart/add-lines.queries.ts';
import type { QuotedProduct } from './quote-record.ts';
import type { QuoteRef } from './quote-steps.queries.ts';

/** A request to store. */
export interface NewQuote {
  title: string;
  description: string | null;
  /** `2026-12-30` */
  requiredByOn: string | null;
  items: readonly (QuotedProduct & { quantity: number; comments: string | null; designs: readonly AddedDesign[] })[];
}

/** Stores a request of the person in scope that `actorId` makes, with its lines and their designs, and returns its id. */
export async function insertQuote(tx: Tx, scope: Scope, actorId: number, quote: NewQuote): Promise<number> {
  const lines = quote.items.map(({ designs, ...item }, index) => ({
    display_order: index + 1,
    product_id: item.productId,
    combination_id: item.combinationId,
    name: item.name,
    sku: item.sku,
    attribute_description: item.attributeDescription,
    quantity: item.quantity,
    comments: item.comments,
    designs: toDesignColumns(designs),
  }));
  const { rows } = await sql<{ id: number }>`
    with line as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as i (display_order int, product_id bigint, combination_id bigint, name text, sku text,
        attribute_description text, quantity int, comments text, designs jsonb)),
    numbered as (select 'Q' || nextval('quote_number') as quote_number),
    asked as (
      insert into quote (organisation_id, quote_number, customer_id, actor_kind, actor_id, title, description, required_by_on, currency_code, search_text)
      select ${scope.organisationId}, quote_number, ${scope.customerId}, 'customer', ${actorId}, ${quote.title}, ${quote.description}, ${quote.requiredByOn}::date,
        ${scope.currencyCode}, searchable_text(concat_ws(' ', quote_number, ${quote.title}::text, (select string_agg(distinct sku, ' ') from line)))
      from numbered returning id),
    item as (
      insert into quote_item (organisation_id, quote_id, display_order, is_requested, product_id, combination_id, name, sku, attribute_description, quantity, comments)
      select ${scope.organisationId}, asked.id, display_order, true, product_id, combination_id, name, sku, attribute_description, quantity, comments
      from asked, line order by display_order returning id, display_order),
    decorated as (
      insert into quote_item_customisation (organisation_id, quote_item_id, method_id, position_id, logo_id, text, font_name, thread_colour_id, garment_design_id, comments)
      select ${scope.organisationId}, item.id, d.method_id, d.position_id, d.logo_id, d.text, d.font_name, d.thread_colour_id, d.garment_design_id, d.comments
      from item join line on line.display_order = item.display_order cross join jsonb_to_recordset(line.designs) as d ${designRecord})
    select id from asked`.execute(tx);
  return (rows[0] as { id: number }).id;
}

/** Finds a quote by the SKUs that it has now, those of the newest answer among them: call it after an answer was sent. */
export async function renewQuoteSearch(tx: Tx, { organisationId, quoteId }: QuoteRef): Promise<void> {
  await sql`
    update quote q set search_text = searchable_text(concat_ws(' ', q.quote_number, q.title, (
      select string_agg(distinct each.sku, ' ') from (
        select i.sku from quote_item i where i.organisation_id = q.organisation_id and i.quote_id = q.id and i.is_requested
        union all
        select coalesce(k.sku, p.sku) from quote_version_item a
        left join combination k on k.id = a.combination_id left join product p on p.id = a.product_id
        where a.organisation_id = q.organisation_id and a.quote_id = q.id and a.version = q.version and a.is_offered) each)))
    where q.organisation_id = ${organisationId} and q.id = ${quoteId}`.execute(tx);
}
