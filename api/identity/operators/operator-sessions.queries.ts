import { sql } from 'kysely';
import { deleteInBatches } from '#api/platform/db/batches.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { RetentionTask } from '#api/platform/jobs/retention.ts';
import { OPERATOR_SESSION_IDLE_TTL_SECONDS } from '../sessions/operator-access.queries.ts';

/** A session of an operator ends after this long, however much it is used. */
export const OPERATOR_SESSION_TTL_SECONDS = 12 * 3600;

const isLive = sql`revoked_at is null and ends_at > now() and last_seen_at > now() - make_interval(secs => ${OPERATOR_SESSION_IDLE_TTL_SECONDS})`;

/**
 * Starts a session of an operator whose password and second factor have been verified. False when the operator was disabled, or the
 * password or the second factor was replaced or reset, in the meantime.
 */
export async function insertOperatorSession(
  tx: Tx,
  session: { operatorId: number; passwordHash: string; accessHash: Buffer; userAgent: string | undefined },
): Promise<boolean> {
  const { rows } = await sql`
    with verified as (
      select o.id from operator o join operator_second_factor f on f.operator_id = o.id
      where o.id = ${session.operatorId} and o.disabled_at is null and o.password_hash = ${session.passwordHash}
      for share of o, f)
    insert into operator_session (operator_id, access_hash, user_agent, ends_at)
    select id, ${session.accessHash}, ${session.userAgent?.slice(0, 300) ?? null}, now() + make_interval(secs => ${OPERATOR_SESSION_TTL_SECONDS})
    from verified returning id`.execute(tx);
  return rows.length > 0;
}

/** A session of an operator that has not ended. */
export interface OperatorSession {
  id: number;
  userAgent: string | null;
  startedAt: Date;
  lastSeenAt: Date;
}

/** The operator's sessions that have not ended, the latest first. */
export async function listOperatorSessions(db: Db, operatorId: number): Promise<OperatorSession[]> {
  const { rows } = await sql<OperatorSession>`
    select id, user_agent as "userAgent", created_at as "startedAt", last_seen_at as "lastSeenAt" from operator_session
    where operator_id = ${operatorId} and ${isLive} order by last_seen_at desc, id desc`.execute(db);
  return rows;
}

/** Why a session of an operator has ended, as it is stored. */
export type OperatorSessionEnd =
  | 'logged_out'
  | 'ended_by_operator'
  | 'operator_disabled'
  | 'password_changed'
  | 'password_set'
  | 'passkey_removed'
  | 'second_factor_reset'
  | 'second_factor_replaced';

/** Ends one session of the operator; false when it is not the operator's or has ended. */
export async function revokeOperatorSession(
  tx: Tx,
  operatorId: number,
  sessionId: number,
  reason: OperatorSessionEnd,
): Promise<boolean> {
  const { rows } = await sql`
    update operator_session set revoked_at = now(), revoked_reason = ${reason}
    where id = ${sessionId} and operator_id = ${operatorId} and revoked_at is null returning id`.execute(tx);
  return rows.length > 0;
}

/** Ends the operator's sessions, except one if given. */
export async function revokeOperatorSessions(
  tx: Tx,
  operatorId: number,
  reason: OperatorSessionEnd,
  exceptSessionId: number | null = null,
): Promise<void> {
  await sql`
    update operator_session set revoked_at = now(), revoked_reason = ${reason}
    where operator_id = ${operatorId} and revoked_at is null and id is distinct from ${exceptSessionId}`.execute(tx);
}

/** Deletes sessions a month after their end; the audit log still says who logged in and when. */
const deleteEndedSessions = (db: Db): Promise<number> =>
  deleteInBatches(db, 'operator_session', sql`ends_at < now() - interval '30 days'`);

/** Deletes links and secrets of API keys a month after they expired. */
const deleteExpiredLinks = (db: Db): Promise<number> =>
  deleteInBatches(db, 'operator_password_link', sql`expires_at < now() - interval '30 days'`);
const deleteExpiredKeySecrets = (db: Db): Promise<number> =>
  deleteInBatches(db, 'api_key_secret', sql`expires_at < now() - interval '30 days'`);

export const retention: RetentionTask[] = [
  { name: 'operator-sessions', run: ({ db }) => deleteEndedSessions(db) },
  { name: 'operator-links', run: ({ db }) => deleteExpiredLinks(db) },
  { name: 'api-key-secrets', run: ({ db }) => deleteExpiredKeySecrets(db) },
];
