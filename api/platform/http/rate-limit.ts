import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { deleteInBatches } from '../db/batches.ts';
import type { Db } from '../db/database.ts';
import type { RetentionTask } from '../jobs/retention.ts';

/** How many attempts are allowed in a window of whole seconds. */
export interface RateLimit {
  name: string;
  max: number;
  windowSeconds: number;
}

/** The key does not reveal its subject: IP and email addresses are hashed. */
const keyOf = (limit: RateLimit, subject: string) =>
  `${limit.name}:${createHash('sha256').update(subject).digest('base64url').slice(0, 22)}`;

/** IPv4 by /24, IPv6 by /64: what one household or office usually shares. */
export function toNetworkPrefix(address: string): string {
  const plain = address.replace(/^::ffff:/, '');
  return plain.includes(':') ? plain.split(':').slice(0, 4).join(':') : plain.split('.').slice(0, 3).join('.');
}

/**
 * Counts one attempt for every subject in one statement, shared by all processes. The count comes before the attempt, so that
 * parallel attempts cannot all pass on the same count. Returns the seconds to wait, or 0 when no subject is above its limit.
 */
export async function countAttempt(db: Db, attempts: readonly { limit: RateLimit; subject: string }[]): Promise<number> {
  const rows = attempts.map(({ limit, subject }) => sql`(${keyOf(limit, subject)}::text, ${limit.windowSeconds}::int)`);
  const counted = await sql<{ key: string; hits: number; wait: number }>`
    insert into rate_limit (key, window_started_at, hits)
    select key, to_timestamp(floor(extract(epoch from now()) / seconds) * seconds), 1
    from (values ${sql.join(rows)}) as attempt (key, seconds) order by key
    on conflict (key, window_started_at) do update set hits = rate_limit.hits + 1
    returning key, hits, extract(epoch from window_started_at)::float8 as wait`.execute(db);
  let wait = 0;
  for (const { limit, subject } of attempts) {
    const row = counted.rows.find(({ key }) => key === keyOf(limit, subject));
    if (row && row.hits > limit.max) wait = Math.max(wait, Math.ceil(row.wait + limit.windowSeconds - Date.now() / 1000), 1);
  }
  return wait;
}

/** Subtracts an attempt that turned out to be legitimate. */
export async function refundAttempt(db: Db, limit: RateLimit, subject: string): Promise<void> {
  await sql`
    update rate_limit set hits = greatest(hits - 1, 0)
    where key = ${keyOf(limit, subject)}
      and window_started_at = to_timestamp(floor(extract(epoch from now()) / ${limit.windowSeconds}::int) * ${limit.windowSeconds}::int)`.execute(
    db,
  );
}

/** Deletes the counts of windows that ended at least a day ago; returns how many. */
export const deleteExpiredAttempts = (db: Db): Promise<number> =>
  deleteInBatches(db, 'rate_limit', sql`window_started_at < now() - interval '1 day'`);

export const retention: RetentionTask[] = [{ name: 'rate-limits', run: ({ db }) => deleteExpiredAttempts(db) }];
