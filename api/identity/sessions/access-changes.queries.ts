import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';

/** Announces a marker to every listener, after the changes of all transactions that have been committed. */
export async function announceMarker(db: Db, marker: string): Promise<void> {
  await sql`select pg_notify('access_settled', ${marker})`.execute(db);
}
