import { sql } from 'kysely';
import type { Db } from './database.ts';

/** A time to return with a list, read before the list itself: any change after it may be missing from the list. */
export async function snapshotTime(db: Db): Promise<string> {
  const found = await sql<{ moment: Date }>`select snapshot_time() as moment`.execute(db);
  return (found.rows[0]?.moment ?? new Date(0)).toISOString();
}
