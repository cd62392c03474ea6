import { sql } from 'kysely';
import { vi } from 'vitest';
import type { Db } from '#api/platform/db/database.ts';

/** How many transactions of the test's database wait for a lock, or for one kind of it. */
export async function countLockWaits(db: Db, kind?: 'advisory' | 'transactionid'): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and (${kind ?? null}::text is null or wait_event = ${kind ?? null})`.execute(
    db,
  );
  return rows[0]?.waiting ?? 0;
}

/** Waits until as many transactions wait for a lock; throws after 20 seconds. */
export const untilSomeoneWaits = (
  db: Db,
  { count = 1, kind }: { count?: number; kind?: 'advisory' | 'transactionid' } = {},
): Promise<unknown> => vi.waitUntil(async () => (await countLockWaits(db, kind)) >= count, { interval: 5, timeout: 20_000 });
