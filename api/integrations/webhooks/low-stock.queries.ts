import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';

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
