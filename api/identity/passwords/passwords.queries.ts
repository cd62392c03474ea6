import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { mayBeLoggedIn } from '../sessions/access.queries.ts';

/** A person who may receive a password link by email. */
export interface RecoveryRecipient {
  organisationId: number;
  customerId: number;
  email: string;
  firstName: string;
}

/**
 * The person who may set a new password by email, locked so that concurrent requests are counted one after the other; undefined
 * for everyone else, and for people who have received the maximum number of links in the last hour.
 */
export async function lockForRecovery(
  tx: Tx,
  brandId: number,
  email: string,
  maxPerHour: number,
): Promise<RecoveryRecipient | undefined> {
  const found = await sql<{ organisation_id: number; id: number; email: string; first_name: string }>`
    select c.organisation_id, c.id, c.email, c.first_name from customer c join organisation o on o.id = c.organisation_id
    where c.brand_id = ${brandId} and lower(c.email) = lower(${email}) and ${mayBeLoggedIn}
    for update of c`.execute(tx);
  const row = found.rows[0];
  if (!row) return undefined;
  // A separate statement, because it must see links that were committed while the first one waited for the lock.
  const sent = await sql<{ links: number }>`
    select count(*)::int as links from password_token
    where organisation_id = ${row.organisation_id} and customer_id = ${row.id} and purpose = 'recovery'
      and created_at > now() - interval '1 hour'`.execute(tx);
  if ((sent.rows[0]?.links ?? 0) >= maxPerHour) return undefined;
  return { organisationId: row.organisation_id, customerId: row.id, email: row.email, firstName: row.first_name };
}

/**
 * Replaces the caller's own password and ends the sessions that started with the old one, except the given one. False when the
 * password is no longer the one that was checked.
 */
export async function replacePassword(
  tx: Tx,
  scope: Scope,
  change: { checkedHash: string; newHash: string; sessionId: string },
): Promise<boolean> {
  const changed = await sql`
    update customer set password_hash = ${change.newHash}
    from (select set_config('livery.keep_session', ${change.sessionId}, true)) as keep_session
    where organisation_id = ${scope.organisationId} and id = ${scope.customerId} and password_hash = ${change.checkedHash}`.execute(
    tx,
  );
  return changed.numAffectedRows === 1n;
}
