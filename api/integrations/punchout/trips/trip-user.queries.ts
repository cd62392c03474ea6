import { sql } from 'kysely';
import { mayBeLoggedIn } from '#api/identity/sessions/access.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';

/** Someone of a connection's organisation, and whether they may be logged in now. */
export interface KnownUser {
  customerId: number;
  mayLogIn: boolean;
}

/** The person of the organisation with an email address, or with an id; undefined when there is none. */
export async function findTripUser(
  db: Db | Tx,
  organisationId: number,
  by: { email: string } | { id: number },
): Promise<KnownUser | undefined> {
  const matches = 'id' in by ? sql`c.id = ${by.id}` : sql`lower(c.email) = lower(${by.email})`;
  const { rows } = await sql<KnownUser>`
    select c.id as "customerId", ${mayBeLoggedIn} as "mayLogIn" from customer c join organisation o on o.id = c.organisation_id
    where c.organisation_id = ${organisationId} and ${matches} and c.deleted_at is null`.execute(db);
  return rows[0];
}

/** Whether someone of another organisation of the brand has the email address, with which no second account can be made. */
export async function isEmailOfOthers(tx: Tx, brandId: number, organisationId: number, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from customer where brand_id = ${brandId} and organisation_id <> ${organisationId} and lower(email) = lower(${email}) and deleted_at is null`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Makes requests of a connection that create people wait for each other. */
export async function lockNewPeople(tx: Tx, organisationId: number, connectionId: number): Promise<void> {
  await sql`
    select from punchout_connection where organisation_id = ${organisationId} and id = ${connectionId} for no key update`.execute(
    tx,
  );
}
