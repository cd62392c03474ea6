import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';

/** Updates the listing of these products for the organisation. */
export async function refreshImportedListing(tx: Tx, organisationId: number, products: readonly number[]): Promise<void> {
  await sql`select refresh_listing(array[${organisationId}::bigint], ${products}::bigint[])`.execute(tx);
}
