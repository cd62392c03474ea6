import { sql } from 'kysely';
import { deleteInBatches } from '#api/platform/db/batches.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { RetentionTask } from '#api/platform/jobs/retention.ts';

export type TokenAudience = 'sizing.v1' | 'sizing.v3';

/** Inserts a hashed token of the service for a session, which it never outlives. Returns its lifetime in seconds, 0 when the session has ended. */
export async function insertSizingToken(
  db: Db,
  token: { hash: Buffer; sessionId: string; audience: TokenAudience; seconds: number },
): Promise<number> {
  const made = await sql<{ seconds: number }>`
    insert into sizing_token (token_hash, session_id, audience, expires_at)
    select ${token.hash}, s.id, ${token.audience}, least(now() + make_interval(secs => ${token.seconds}), s.ends_at) from session s
    where s.id = ${token.sessionId} and s.revoked_at is null
    returning floor(extract(epoch from expires_at - now()))::int as seconds`.execute(db);
  return made.rows[0]?.seconds ?? 0;
}

/** The session that a token belongs to; undefined when the token does not exist or has expired. */
export async function findSizingToken(db: Db, hash: Buffer): Promise<{ sessionId: string; audience: TokenAudience } | undefined> {
  const found = await sql<{ session_id: string; audience: TokenAudience }>`
    select session_id, audience from sizing_token where token_hash = ${hash} and expires_at > now()`.execute(db);
  const row = found.rows[0];
  return row && { sessionId: row.session_id, audience: row.audience };
}

/** Deletes expired tokens. */
export const deleteExpiredSizingTokens = (db: Db): Promise<number> =>
  deleteInBatches(db, 'sizing_token', sql`expires_at < now()`);

export const retention: RetentionTask[] = [{ name: 'sizing-tokens', run: ({ db }) => deleteExpiredSizingTokens(db) }];
