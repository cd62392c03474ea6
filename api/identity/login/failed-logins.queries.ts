import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { deleteInBatches } from '#api/platform/db/batches.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { RetentionTask } from '#api/platform/jobs/retention.ts';

/** The key under which failures are counted. Only the functions below create one. It does not reveal the account or device. */
export type FailureKey = RawBuilder<Buffer>;

/** The key of an account's failures from unknown devices. SQL computes the same key when a new password resets them. */
export const getAccountFailureKey = (brandId: number, email: string): FailureKey =>
  sql<Buffer>`login_account_key(${brandId}::bigint, ${email}::text)`;

/** The key of an operator's failures, or of a person's or a known device's, which are counted separately from those of the account. */
export const getFailureKey = (
  kind: 'device' | 'operator' | 'second factor' | 'own password',
  ...ids: (string | number)[]
): FailureKey =>
  sql<Buffer>`${createHash('sha256')
    .update(`${kind}:${ids.join(':')}`)
    .digest()}::bytea`;

/**
 * Counts a failure before the attempt is checked, so that parallel attempts cannot all pass on the same count. Returns 0 when
 * the attempt may be checked, otherwise the whole seconds to wait; an attempt that comes too early is not counted. Shared by
 * all processes.
 */
export async function recordFailure(db: Db, key: FailureKey): Promise<number> {
  const { rows } = await sql<{ counted: boolean; wait: number | null }>`
    with counted as (
      insert into failed_login as g (key, failures, last_failed_at, next_attempt_at) values (${key}, 1, now(), next_login_attempt(1))
      on conflict (key) do update set last_failed_at = now(),
        failures = case when g.last_failed_at < now() - interval '2 days' then 1 else g.failures + 1 end,
        next_attempt_at = next_login_attempt(case when g.last_failed_at < now() - interval '2 days' then 1 else g.failures + 1 end)
      where g.next_attempt_at <= now()
      returning key)
    select exists (select from counted) as counted,
      (select ceil(extract(epoch from next_attempt_at - now()))::int from failed_login where key = ${key}) as wait`.execute(db);
  const result = rows[0];
  return result?.counted ? 0 : Math.max(result?.wait ?? 1, 1);
}

/** Resets the failures of a key after a successful attempt. */
export async function resetFailures(db: Db, key: FailureKey): Promise<void> {
  await sql`delete from failed_login where key = ${key}`.execute(db);
}

/** Whether this browser has logged in to the account in the last half year. */
export async function isKnownDevice(db: Db, brandId: number, email: string, deviceHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select from known_device d join customer c on c.organisation_id = d.organisation_id and c.id = d.customer_id
    where c.brand_id = ${brandId} and lower(c.email) = ${email.trim().toLowerCase()} and c.deleted_at is null
      and d.brand_id = c.brand_id and d.hash = ${deviceHash} and d.last_used_at > now() - interval '180 days'`.execute(db);
  return rows.length > 0;
}

/** Saves the browser of a successful login as a known device. */
export async function saveKnownDevice(
  db: Db,
  device: { organisationId: number; customerId: number; brandId: number; hash: Buffer },
): Promise<void> {
  await sql`
    insert into known_device (organisation_id, customer_id, hash, brand_id)
    values (${device.organisationId}, ${device.customerId}, ${device.hash}, ${device.brandId})
    on conflict (organisation_id, customer_id, hash) do update set last_used_at = now()`.execute(db);
}

/** Deletes counts of failed attempts that no longer delay anyone. */
export const deleteExpiredFailedLogins = (db: Db): Promise<number> =>
  deleteInBatches(db, 'failed_login', sql`last_failed_at < now() - interval '2 days'`);

/** Deletes known devices that have not been used for half a year. */
export const deleteExpiredDevices = (db: Db): Promise<number> =>
  deleteInBatches(db, 'known_device', sql`last_used_at < now() - interval '180 days'`);

/** Deletes captcha responses a day after they were used; by then the provider itself refuses them. */
const deleteExpiredCaptchaAnswers = (db: Db): Promise<number> =>
  deleteInBatches(db, 'used_captcha', sql`used_at < now() - interval '1 day'`);

export const retention: RetentionTask[] = [
  { name: 'failed-logins', run: ({ db }) => deleteExpiredFailedLogins(db) },
  { name: 'known-devices', run: ({ db }) => deleteExpiredDevices(db) },
  { name: 'captcha-answers', run: ({ db }) => deleteExpiredCaptchaAnswers(db) },
];
