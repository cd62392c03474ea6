import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** An administrator, as the recipient of a mail. */
export interface Administrator {
  id: number;
  email: string;
  firstName: string;
  /** Empty for the whole organisation. */
  adminableGroupIds: number[];
}

const MAX_ADMINISTRATORS = 50;

/**
 * The active administrators of a person: those of the person's groups and those of the whole organisation, among them the person if they
 * are one. At most 50.
 */
export async function listPersonAdministrators(db: Db, person: Scope): Promise<Administrator[]> {
  const found = await sql<Administrator>`
    select c.id, c.email, c.first_name as "firstName", administered.ids as "adminableGroupIds"
    from customer c
    cross join lateral (
      select array(select a.organisation_group_id from customer_adminable_group a
        where a.organisation_id = c.organisation_id and a.customer_id = c.id order by 1) as ids) administered
    where c.organisation_id = ${person.organisationId} and c.active and c.deleted_at is null
      and exists (select from customer_role r where r.organisation_id = c.organisation_id and r.customer_id = c.id and r.role_id = 33)
      and (administered.ids = '{}' or administered.ids && ${[...person.groupIds]}::bigint[])
    order by c.id limit ${MAX_ADMINISTRATORS}`.execute(db);
  return found.rows;
}
