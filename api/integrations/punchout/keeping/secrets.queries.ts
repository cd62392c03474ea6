import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { TEST_SECRET_PREFIX } from '../connections/secrets.ts';

/** A secret of a password, as opposed to one of a self-test, as SQL. */
const isPassword = sql`hash not like ${`${TEST_SECRET_PREFIX}%`}`;

/**
 * Adds a secret to a connection that is locked. The newest one before it is accepted for some hours more, or ends at once; those before that end.
 */
export async function addSecret(
  tx: Tx,
  {
    organisationId,
    connectionId,
    hash,
    previousHours,
  }: { organisationId: number; connectionId: number; hash: string; previousHours: number },
): Promise<void> {
  await sql`
    delete from punchout_secret where organisation_id = ${organisationId} and connection_id = ${connectionId} and ${isPassword}
      and (${previousHours} = 0 or expires_at <= now() or id < (
        select max(id) from punchout_secret where organisation_id = ${organisationId} and connection_id = ${connectionId} and ${isPassword}))`.execute(
    tx,
  );
  await sql`
    with previous as (
      update punchout_secret set expires_at = least(coalesce(expires_at, 'infinity'), now() + make_interval(hours => ${previousHours}))
      where organisation_id = ${organisationId} and connection_id = ${connectionId} and ${isPassword})
    insert into punchout_secret (organisation_id, connection_id, hash) values (${organisationId}, ${connectionId}, ${hash})`.execute(
    tx,
  );
}

/** Ends every secret of a connection but the newest; false when there was no other. */
export async function endPreviousSecrets(tx: Tx, organisationId: number, connectionId: number): Promise<boolean> {
  const ended = await sql<{ valid: boolean }>`
    delete from punchout_secret where organisation_id = ${organisationId} and connection_id = ${connectionId} and ${isPassword} and id < (
      select max(id) from punchout_secret where organisation_id = ${organisationId} and connection_id = ${connectionId} and ${isPassword})
    returning expires_at is null or expires_at > now() as valid`.execute(tx);
  return ended.rows.some(({ valid }) => valid);
}

/** Adds the secret of a self-test, which is accepted for a minute, and returns its id. Secrets of tests that were interrupted are deleted. */
export async function addTestSecret(
  db: Db,
  { organisationId, connectionId, hash }: { organisationId: number; connectionId: number; hash: string },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with stale as (
      delete from punchout_secret where organisation_id = ${organisationId} and connection_id = ${connectionId} and not (${isPassword}) and expires_at <= now())
    insert into punchout_secret (organisation_id, connection_id, hash, expires_at)
    values (${organisationId}, ${connectionId}, ${hash}, now() + interval '1 minute') returning id`.execute(db);
  return rows[0]?.id as number;
}

/** Deletes the secret of a self-test. */
export async function deleteTestSecret(db: Db, organisationId: number, id: number): Promise<void> {
  await sql`delete from punchout_secret where organisation_id = ${organisationId} and id = ${id} and not (${isPassword})`.execute(
    db,
  );
}
