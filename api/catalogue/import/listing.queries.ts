import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';

/** Updates the listing of these products for all organisations that have them in their range. */
export async function refreshImportedListing(tx: Tx, products: readonly number[]): Promise<void> {
  await sql`
    select refresh_listing(array_agg(distinct organisation_id), ${products}::bigint[]) from product_organisation
    where product_id = any (${products}::bigint[]) having count(*) > 0`.execute(tx);
}
