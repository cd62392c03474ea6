import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** The wearer's gender code in the portal, and whether they have been measured. */
export async function getWearerSummary(db: Db, wearer: Scope): Promise<{ gender: number; isMeasured: boolean }> {
  const found = await sql<{ gender: number; isMeasured: boolean }>`
    select gender, measured_at is not null as "isMeasured" from customer
    where organisation_id = ${wearer.organisationId} and id = ${wearer.customerId}`.execute(db);
  return found.rows[0] ?? { gender: 0, isMeasured: false };
}
