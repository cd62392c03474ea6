import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** A person's special measurements, encrypted; undefined when there are none. */
export async function findEncryptedMeasurements(
  db: Db,
  scope: Scope,
  customerId: number,
): Promise<{ sealed: Buffer; updatedAt: Date } | undefined> {
  const found = await sql<{ sealed: Buffer; updated_at: Date }>`
    select sealed, updated_at from special_measurement
    where organisation_id = ${scope.organisationId} and customer_id = ${customerId}`.execute(db);
  const row = found.rows[0];
  return row && { sealed: row.sealed, updatedAt: row.updated_at };
}

/** Replaces a person's special measurements and returns the time of the change. */
export async function saveEncryptedMeasurements(tx: Tx, scope: Scope, customerId: number, sealed: Buffer): Promise<Date> {
  const saved = await sql<{ updated_at: Date }>`
    insert into special_measurement (organisation_id, customer_id, sealed) values (${scope.organisationId}, ${customerId}, ${sealed})
    on conflict (organisation_id, customer_id) do update set sealed = excluded.sealed, updated_at = now() returning updated_at`.execute(
    tx,
  );
  // Lists of people show whether there are measurements, and when they were last changed.
  await sql`
    update customer set special_measurements_at = now()
    where organisation_id = ${scope.organisationId} and id = ${customerId}`.execute(tx);
  return saved.rows[0]?.updated_at ?? new Date();
}
