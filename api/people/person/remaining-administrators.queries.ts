import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { ADMIN_ROLE_ID } from './memberships.rules.ts';

/**
 * The number of people who administer the whole organisation and have no last day of work, so that none of them loses access by the passing of time.
 * With `lock`, no other transaction counts them until this one ends. Locked after the rows of people.
 */
export async function countLastingAdministrators(
  tx: Tx,
  { organisationId }: Scope,
  { lock }: { lock: boolean },
): Promise<number> {
  if (lock) await sql`select pg_advisory_xact_lock(hashint8extended(${organisationId}, 7404035))`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from customer c
    where c.organisation_id = ${organisationId} and c.active and c.deleted_at is null and c.ends_on is null
      and exists (select from customer_role r where r.organisation_id = c.organisation_id and r.customer_id = c.id and r.role_id = ${ADMIN_ROLE_ID})
      and not exists (select from customer_adminable_group g where g.organisation_id = c.organisation_id and g.customer_id = c.id)`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}
