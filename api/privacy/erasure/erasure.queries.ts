import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** An erasure request that has been neither executed nor withdrawn. */
export interface OpenErasureRequest {
  id: number;
  createdOnUtc: string;
}

const open = (scope: Scope) =>
  sql`organisation_id = ${scope.organisationId} and customer_id = ${scope.customerId} and withdrawn_at is null and completed_at is null`;

/** The person's open request; undefined when there is none. */
export async function findOpenErasureRequest(db: Db, person: Scope): Promise<OpenErasureRequest | undefined> {
  const found = await sql<{ id: number; created_at: Date }>`
    select id, created_at from erasure_request where ${open(person)}`.execute(db);
  const row = found.rows[0];
  return row && { id: row.id, createdOnUtc: row.created_at.toISOString() };
}

/** Creates the person's request; undefined when one is open already. */
export async function insertErasureRequest(tx: Tx, person: Scope): Promise<OpenErasureRequest | undefined> {
  const made = await sql<{ id: number; created_at: Date }>`
    insert into erasure_request (organisation_id, customer_id) values (${person.organisationId}, ${person.customerId})
    on conflict (organisation_id, customer_id) where withdrawn_at is null and completed_at is null do nothing returning id, created_at`.execute(
    tx,
  );
  const row = made.rows[0];
  return row && { id: row.id, createdOnUtc: row.created_at.toISOString() };
}

/** Withdraws the person's open request and returns its id; undefined when there is none. */
export async function withdrawErasureRequest(tx: Tx, person: Scope): Promise<number | undefined> {
  const gone = await sql<{ id: number }>`
    update erasure_request set withdrawn_at = now() where ${open(person)} returning id`.execute(tx);
  return gone.rows[0]?.id;
}

/** The name of the person's organisation. */
export async function getOrganisationName(db: Db, person: Scope): Promise<string> {
  const row = await db
    .selectFrom('organisation')
    .select('name')
    .where('id', '=', person.organisationId)
    .executeTakeFirstOrThrow();
  return row.name;
}
