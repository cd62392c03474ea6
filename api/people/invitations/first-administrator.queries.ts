import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import { ADMIN_ROLE_ID } from '../person/memberships.rules.ts';

/** Lets an administrator approve orders, and says where they work. */
export async function placeAdministrator(
  tx: Tx,
  organisationId: number,
  customerId: number,
  destinationId: number | null,
): Promise<void> {
  await sql`
    update customer set allow_order_approval = true, resort_id = ${destinationId}::bigint
    where organisation_id = ${organisationId} and id = ${customerId}`.execute(tx);
}

/** An administrator of a whole organisation. */
export interface OrganisationAdministrator {
  customerId: number;
  email: string;
  firstName: string;
  hasPassword: boolean;
}

/** The administrators of a whole organisation who have not been removed, in the order in which they were added. */
export async function listOrganisationAdministrators(tx: Tx, organisationId: number): Promise<OrganisationAdministrator[]> {
  const { rows } = await sql<OrganisationAdministrator>`
    select c.id as "customerId", c.email, c.first_name as "firstName", c.password_hash is not null as "hasPassword"
    from customer c
    join customer_role r on r.organisation_id = c.organisation_id and r.customer_id = c.id and r.role_id = ${ADMIN_ROLE_ID}
    where c.organisation_id = ${organisationId} and c.deleted_at is null and c.active and not exists (
      select from customer_adminable_group a where a.organisation_id = c.organisation_id and a.customer_id = c.id)
    order by c.id`.execute(tx);
  return rows;
}
