import { sql } from 'kysely';
import type { Db } from './database.ts';

/** To be told with a list, and asked before it is read: whatever of it is changed from then on was not seen. */
export async function snapshotTime(db: Db): Promise<string> {
  const found = await sql<{ moment: Date }>`select snapshot_time() as moment`.execute(db);
  return (found.rows[0]?.moment ?? new Date(0)).toISOString();
}
