import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';

/** Waits until no other setup is running on this database. Released at the end of the transaction. */
export async function lockSetup(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('livery setup'))`.execute(tx);
}
