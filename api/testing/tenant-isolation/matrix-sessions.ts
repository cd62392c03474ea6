import { sql } from 'kysely';
import { insertSession } from '#api/identity/sessions/access.queries.ts';
import { newToken, sha256Digest } from '#api/identity/sessions/tokens.ts';
import type { Db } from '#api/platform/db/database.ts';

/** Starts a session of a person, of a trip if one is given, and returns its token. */
export async function startSession(
  db: Db,
  session: { customerId: number; organisationId: number; brandId: number; accessSeconds: number; tripId?: string },
): Promise<string> {
  const access = newToken();
  await insertSession(db, {
    ...session,
    accessHash: access.hash,
    refreshHash: newToken().hash,
    lifeSeconds: 3600,
    userAgent: null,
    rehashedPassword: null,
  });
  return access.secret;
}

/** The portal's token, and one of the sizing service for the same session. */
export async function addSizingToken(db: Db, token: string): Promise<{ token: string; sizingToken: string }> {
  const sizing = newToken();
  await sql`
    insert into sizing_token (token_hash, session_id, audience, expires_at)
    select ${sizing.hash}, id, 'sizing.v3', now() + interval '1 hour' from session where access_hash = ${sha256Digest(token)}`.execute(
    db,
  );
  return { token, sizingToken: sizing.secret };
}
