import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
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

/** The eight groups of an IPv6 address in full; undefined for other text. */
function toIpv6Groups(address: string): number[] | undefined {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return undefined;
  // The URL parser knows every notation, and returns hexadecimal groups without leading zeros.
  const [start = '', end] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  if (end === undefined) return groups(start);
  const [first, last] = [groups(start), groups(end)];
  return [...first, ...new Array<number>(8 - first.length - last.length).fill(0), ...last];
}

/**
 * The network of an address: IPv4 by /24, also where IPv6 notation contains it, IPv6 by /64. That is what one household or office
 * usually shares, and what one person can change their address within.
 */
export function toNetworkPrefix(address: string): string {
  const groups = toIpv6Groups(address);
  if (!groups) return address.split('.').slice(0, 3).join('.');
  const [high = 0, low = 0] = groups.slice(6);
  const containsIpv4 = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (containsIpv4) return [high >> 8, high & 0xff, low >> 8].join('.');
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');
}

/** The /48 that a network from `toNetworkPrefix` is in, as providers assign it to a site; undefined for IPv4. */
export function toSitePrefix(network: string): string | undefined {
  return network.includes(':') ? network.split(':').slice(0, 3).join(':') : undefined;
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

/** Which subjects have no attempt left in the present window. Counts nothing. */
export async function findExhausted(db: Db, limit: RateLimit, subjects: readonly string[]): Promise<Set<string>> {
  if (subjects.length === 0) return new Set();
  const subjectsByKey = new Map(subjects.map((subject) => [keyOf(limit, subject), subject]));
  const { rows } = await sql<{ key: string }>`
    select key from rate_limit
    where key = any (${[...subjectsByKey.keys()]}::text[]) and hits >= ${limit.max}::int
      and window_started_at = to_timestamp(floor(extract(epoch from now()) / ${limit.windowSeconds}::int) * ${limit.windowSeconds}::int)`.execute(
    db,
  );
  return new Set(rows.flatMap(({ key }) => subjectsByKey.get(key) ?? []));
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
