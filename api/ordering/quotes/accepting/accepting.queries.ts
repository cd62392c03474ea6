import { sql } from 'kysely';
import { visibleTo } from '#api/catalogue/range/product-visibility.queries.ts';
import type { AddedDesign } from '#api/ordering/cart/add-lines.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { acceptedPieces } from '../../cart/quoted-lines.queries.ts';
import type { SizedItem } from '../acceptance.rules.ts';

/** A line of an answer, and what goes into the cart for it. */
export interface ItemToAccept extends SizedItem {
  /** Null for what is not offered. */
  productId: number | null;
  designs: AddedDesign[];
}

/** The lines of the answer that a customer sees, in their order. The quote and the carts of the person must be locked. */
export async function listItemsToAccept(tx: Tx, scope: Scope, quoteId: number): Promise<ItemToAccept[]> {
  const { rows } = await sql<ItemToAccept>`
    select i.id, i.name, i.alternative_to_id as "alternativeToId", v.is_offered as "isOffered", v.quantity, v.product_id as "productId",
      ${acceptedPieces} as "acceptedQuantity", coalesce(v.combination_id, single.id) as "combinationId",
      listed.product_id is not null and (v.combination_id is null or exists (
        select from combination c where c.id = v.combination_id and not c.discontinued)) as "isOnSale",
      coalesce((
        select json_agg(json_build_object('customisationId', null, 'methodId', d.method_id, 'positionId', d.position_id, 'logoId', d.logo_id, 'text', d.text,
          'fontName', d.font_name, 'threadColourId', d.thread_colour_id, 'garmentDesignId', d.garment_design_id, 'comments', d.comments) order by d.id)
        from quote_item_customisation d where d.organisation_id = i.organisation_id and d.quote_item_id = i.id), '[]') as designs
    from quote q
    join quote_version_item v on v.organisation_id = q.organisation_id and v.quote_id = q.id and v.version = q.version
    join quote_item i on i.organisation_id = v.organisation_id and i.id = v.quote_item_id
    left join lateral (
      select pl.product_id from product_listing pl
      where pl.organisation_id = q.organisation_id and pl.product_id = v.product_id and ${visibleTo(scope, 'pl')} limit 1) listed on true
    left join lateral (
      select min(c.id) as id from combination c where c.product_id = v.product_id and not c.discontinued having count(*) = 1) single on v.combination_id is null
    where q.organisation_id = ${scope.organisationId} and q.id = ${quoteId}
    order by i.display_order, i.id`.execute(tx);
  return rows;
}

/** Whether the last day of the prices of a quote is over, and the currency of the organisation today. */
export async function readTerms(tx: Tx, scope: Scope, quoteId: number): Promise<{ hasEnded: boolean; ownCurrencyCode: string }> {
  const { rows } = await sql<{ hasEnded: boolean; ownCurrencyCode: string }>`
    select coalesce(now() >= q.valid_until_at, false) as "hasEnded", o.currency_code as "ownCurrencyCode"
    from quote q join organisation o on o.id = q.organisation_id
    where q.organisation_id = ${scope.organisationId} and q.id = ${quoteId}`.execute(tx);
  return rows[0] ?? { hasEnded: true, ownCurrencyCode: scope.currencyCode };
}
