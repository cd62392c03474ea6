import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { escapeLike } from '#api/platform/db/escape-like.ts';
import { matchesWords } from '#api/platform/db/search-words.ts';

/** Stock of a combination, and when it counts as low. */
export interface LowStock {
  combinationId: number;
  productName: string;
  sku: string;
  attributeDescription: string;
  available: number;
  lowStockThreshold: number | null;
}

const MAX_ROWS = 50;

/**
 * The combinations with a threshold, or with a search term those whose SKU or barcode begins with it or whose product's name contains its words, of products that an organisation of the brands
 * buys.
 */
export async function listLowStock(db: Db, brandIds: readonly number[], searchTerm: string): Promise<LowStock[]> {
  const beginning = `${escapeLike(searchTerm.toLowerCase())}%`;
  const wanted =
    searchTerm === ''
      ? sql`s.low_stock_threshold is not null`
      : sql`(lower(c.sku) like ${beginning} or c.gtin like ${beginning} or ${matchesWords(sql`searchable_text(p.name)`, searchTerm)})`;
  const { rows } = await sql<LowStock>`
    select c.id as "combinationId", p.name as "productName", c.sku, c.description as "attributeDescription",
      greatest(s.on_hand - s.reserved, 0) as available, s.low_stock_threshold as "lowStockThreshold"
    from stock_level s join combination c on c.id = s.combination_id join product p on p.id = c.product_id
    where ${wanted} and exists (
      select from product_organisation b join organisation o on o.id = b.organisation_id
      where b.product_id = c.product_id and o.brand_id = any (${[...brandIds]}::bigint[]))
    order by p.name, c.display_order, c.id limit ${MAX_ROWS}`.execute(db);
  return rows;
}

/**
 * Sets below how many available pieces a combination counts as low in stock. Returns the previous value; undefined when no organisation of the brands
 * buys the product.
 */
export async function setLowStockThreshold(
  tx: Tx,
  brandIds: readonly number[],
  combinationId: number,
  threshold: number | null,
): Promise<{ before: number | null } | undefined> {
  const { rows } = await sql<{ before: number | null }>`
    with stored as materialized (
      select s.combination_id, s.low_stock_threshold from stock_level s
      where s.combination_id = ${combinationId} and exists (
        select from product_organisation p join organisation o on o.id = p.organisation_id
        where p.product_id = s.product_id and o.brand_id = any (${[...brandIds]}::bigint[]))
      for update)
    update stock_level s set low_stock_threshold = ${threshold}::int from stored
    where s.combination_id = stored.combination_id returning stored.low_stock_threshold as before`.execute(tx);
  return rows[0];
}
