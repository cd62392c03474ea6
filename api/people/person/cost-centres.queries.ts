import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { invalid } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** Whether the cost centre `k` of the organisation `o` can be chosen today. */
export const isCostCentreOpen = sql`(k.active and coalesce(k.starts_on, '-infinity') <= (now() at time zone o.time_zone)::date
  and (now() at time zone o.time_zone)::date <= coalesce(k.ends_on, 'infinity'))`;

/** Whether the organisation has cost centres, so that people can have one. */
export async function hasCostCentres(db: Db | Tx, { organisationId }: Scope): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from cost_centre where organisation_id = ${organisationId}) as found`.execute(db);
  return rows[0]?.found === true;
}

/** Refuses a cost centre of the organisation that cannot be chosen today. Throws 422. */
export async function checkCostCentreOpen(tx: Tx, { organisationId }: Scope, costCentreId: number): Promise<void> {
  const { rows } = await sql<{ code: string; isOpen: boolean }>`
    select k.code, ${isCostCentreOpen} as "isOpen" from cost_centre k join organisation o on o.id = k.organisation_id
    where k.organisation_id = ${organisationId} and k.id = ${costCentreId}`.execute(tx);
  const [centre] = rows;
  if (centre && !centre.isOpen)
    throw invalid('costCentreId', `The cost centre ${centre.code} can’t be chosen at present. Please select another one.`);
}
