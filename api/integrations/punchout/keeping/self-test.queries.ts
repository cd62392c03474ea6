import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';

/** Whether someone with this email address has access to the organisation. */
export async function hasPerson(db: Db, organisationId: number, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from customer where organisation_id = ${organisationId} and lower(email) = lower(${email}) and active and deleted_at is null`.execute(
    db,
  );
  return rows.length > 0;
}

/** The trip of a self-test, which sent this word as the cookie of the buyer, or as a part of the return address. */
export async function findTestTrip(
  db: Db,
  organisationId: number,
  connectionId: number,
  cookie: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from punchout_trip where organisation_id = ${organisationId} and connection_id = ${connectionId} 
      and (buyer_cookie = ${cookie} or return_fields @> ${JSON.stringify([['selftest', cookie]])}::jsonb)`.execute(db);
  return rows[0]?.id;
}

/** Deletes a trip of a self-test that has ended, with its sessions. */
export async function deleteTestTrip(tx: Tx, organisationId: number, tripId: string): Promise<void> {
  await sql`delete from login_key where organisation_id = ${organisationId} and trip_id = ${tripId}`.execute(tx);
  await sql`delete from session where organisation_id = ${organisationId} and trip_id = ${tripId}`.execute(tx);
  await sql`delete from punchout_trip where organisation_id = ${organisationId} and id = ${tripId} and ended_at is not null`.execute(
    tx,
  );
}

/** Forgets a return origin that was learnt from a self-test. */
export async function forgetLearntOrigin(tx: Tx, organisationId: number, connectionId: number, origin: string): Promise<void> {
  await sql`
    update punchout_connection set learnt_return_origin = null
    where organisation_id = ${organisationId} and id = ${connectionId} and learnt_return_origin = ${origin}`.execute(tx);
}
