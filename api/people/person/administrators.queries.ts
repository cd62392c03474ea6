import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { isAdmin, type Scope } from '#api/platform/http/scope.ts';

/** An administrator, as the recipient of a mail. */
export interface Administrator {
  id: number;
  email: string;
  firstName: string;
}

const MAX_ADMINISTRATORS = 50;

const administratorsOf = (person: Scope): RawBuilder<unknown> => sql`
  from customer c
  cross join lateral (
    select array(select a.organisation_group_id from customer_adminable_group a
      where a.organisation_id = c.organisation_id and a.customer_id = c.id) as ids) administered
  where c.organisation_id = ${person.organisationId} and c.active and c.deleted_at is null
    and exists (select from customer_role r where r.organisation_id = c.organisation_id and r.customer_id = c.id and r.role_id = 33)
    and (administered.ids = '{}' or administered.ids && ${[...person.groupIds]}::bigint[])`;

/** Whether an administrator administers at least as many groups as the person, as `hasWiderAdminReach` decides. */
function hasSameReach(person: Scope): RawBuilder<unknown> {
  if (!isAdmin(person)) return sql`true`;
  if (person.adminableGroupIds.length === 0) return sql`administered.ids = '{}'`;
  return sql`(administered.ids = '{}' or administered.ids @> ${[...person.adminableGroupIds]}::bigint[])`;
}

const administratorsWhoMayChange = (person: Scope): RawBuilder<unknown> =>
  sql`${administratorsOf(person)} and c.id <> ${person.customerId} and ${hasSameReach(person)}`;

const listAdministrators = async (db: Db, administrators: RawBuilder<unknown>): Promise<Administrator[]> => {
  const found = await sql<Administrator>`
    select c.id, c.email, c.first_name as "firstName" ${administrators} order by c.id limit ${MAX_ADMINISTRATORS}`.execute(db);
  return found.rows;
};

/**
 * The active administrators of a person: those of the person's groups and those of the whole organisation, among them the person if they
 * are one. At most 50.
 */
export const listPersonAdministrators = (db: Db, person: Scope): Promise<Administrator[]> =>
  listAdministrators(db, administratorsOf(person));

/** The active administrators who may change a person, who is not among them. At most 50. */
export const listAdministratorsWhoMayChange = (db: Db, person: Scope): Promise<Administrator[]> =>
  listAdministrators(db, administratorsWhoMayChange(person));

/** Whether `listAdministratorsWhoMayChange` would return anyone, as a condition of SQL. */
export const hasAdministratorWhoMayChange = (person: Scope): RawBuilder<boolean> =>
  sql`exists (select ${administratorsWhoMayChange(person)})`;
