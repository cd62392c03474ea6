import { sql } from 'kysely';
import { visibleTo } from '#api/catalogue/range/product-visibility.queries.ts';
import { findStockOfCodes } from '#api/catalogue/stock/codes.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { QuotedProduct } from './quote-record.ts';

/** What a request says of a product: the product, perhaps with a choice, or a SKU or barcode. */
export interface AskedProduct {
  productId: number | null;
  sku: string | null;
  /** Chosen values of attributes; null to choose later. */
  valueIds: readonly number[] | null;
}

/** The product that is meant; undefined when the person sees no such product, `'combination'` when it does not come so. */
export type FoundProduct = (QuotedProduct & { productId: number }) | 'combination' | undefined;

/**
 * The products that a request means, in its order, as the person sees them: in two statements whatever their number. A product that comes in one way only
 * has that combination.
 */
export async function findAskedProducts(tx: Tx, scope: Scope, asked: readonly AskedProduct[]): Promise<FoundProduct[]> {
  const codes = asked.flatMap(({ productId, sku }) => (productId === null && sku !== null ? [sku] : []));
  const byCode = codes.length > 0 ? await findStockOfCodes(tx, scope, codes) : new Map<string, never>();
  const sent = asked.map(({ productId, sku, valueIds }, ordinal) => {
    const found = productId === null && sku !== null ? byCode.get(sku.toLowerCase()) : undefined;
    return {
      ordinal,
      product_id: productId ?? found?.productId ?? null,
      combination_id: found?.combinationId ?? null,
      sku: found ? null : sku,
      value_ids: valueIds,
    };
  });
  const { rows } = await sql<QuotedProduct & { productId: number; ordinal: number; isChosen: boolean }>`
    select i.ordinal, l.product_id as "productId", k.id as "combinationId", l.name, coalesce(k.sku, l.sku) as sku,
      nullif(k.description, '') as "attributeDescription", i.combination_id is not null or i.value_ids is not null or i.product_id is not null and i.sku is not null as "isChosen"
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as i (ordinal int, product_id bigint, combination_id bigint, sku text, value_ids bigint[])
    join lateral (
      select l.product_id, l.name, l.sku from product_listing l
      where l.organisation_id = ${scope.organisationId} and ${visibleTo(scope)}
        and (l.product_id = i.product_id or i.product_id is null and lower(l.sku) = lower(i.sku)) limit 1) l on true
    left join lateral (
      select c.id, c.sku, c.description from combination c
      where c.product_id = l.product_id and not c.discontinued and case
        when i.combination_id is not null then c.id = i.combination_id
        when i.value_ids is not null then c.value_ids @> i.value_ids and c.value_ids <@ i.value_ids
        when i.product_id is not null and i.sku is not null then lower(c.sku) = lower(i.sku)
        else not exists (select from combination other where other.product_id = c.product_id and other.id <> c.id and not other.discontinued) end
      limit 1) k on true`.execute(tx);
  const found = new Map(rows.map(({ ordinal, isChosen, ...product }) => [ordinal, { product, isChosen }]));
  return asked.map((_each, ordinal): FoundProduct => {
    const row = found.get(ordinal);
    if (!row) return undefined;
    return row.isChosen && row.product.combinationId === null ? 'combination' : row.product;
  });
}
