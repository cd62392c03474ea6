import { sql } from 'kysely';
import { formatDevice } from '#api/identity/sessions/devices.rules.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';

export type OwnSession = ReplyOf<'GET /api/sessions'>['sessions'][number];

/** The person's active sessions, the current one first, then the most recently used. */
export async function listOwnSessions(db: Db, person: Scope, currentId: string): Promise<OwnSession[]> {
  const found = await sql<{
    id: string;
    user_agent: string | null;
    created_at: Date;
    last_seen_at: Date;
    acting_id: number | null;
    acting_name: string;
  }>`
    select s.id, s.user_agent, s.created_at, s.last_seen_at, other.id as acting_id, trim(other.first_name || ' ' || other.last_name) as acting_name
    from session s left join customer other on other.organisation_id = s.organisation_id and other.id = s.impersonated_customer_id and s.impersonation_ends_at > now()
    where s.organisation_id = ${person.organisationId} and s.customer_id = ${person.customerId} and s.revoked_at is null
      and s.ends_at > now() and s.last_seen_at > now() - interval '60 minutes'
    order by s.id = ${currentId}::uuid desc, s.last_seen_at desc, s.id`.execute(db);
  return found.rows.map((row) => ({
    id: row.id,
    device: formatDevice(row.user_agent),
    createdOnUtc: row.created_at.toISOString(),
    lastSeenOnUtc: row.last_seen_at.toISOString(),
    isCurrent: row.id === currentId,
    actingFor: row.acting_id === null ? null : { id: row.acting_id, name: row.acting_name },
  }));
}

const end = (tx: Tx, person: Scope, which: ReturnType<typeof sql>) =>
  sql<{ id: string }>`
    update session set revoked_at = now(), revoked_reason = 'ended_by_owner', impersonated_customer_id = null, impersonation_ends_at = null
    where organisation_id = ${person.organisationId} and customer_id = ${person.customerId} and revoked_at is null and ${which}
    returning id`.execute(tx);

/** Ends one of the person's sessions; returns whether there was one. */
export async function revokeOwnSession(tx: Tx, person: Scope, sessionId: string): Promise<boolean> {
  return (await end(tx, person, sql`id = ${sessionId}::uuid`)).rows.length > 0;
}

/** Ends all of the person's sessions except one; returns their ids. */
export async function revokeOwnOtherSessions(tx: Tx, person: Scope, currentId: string): Promise<string[]> {
  return (await end(tx, person, sql`id <> ${currentId}::uuid`)).rows.map(({ id }) => id);
}
