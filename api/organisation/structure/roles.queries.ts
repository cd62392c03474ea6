import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { isOrganisationRole } from './structure.rules.ts';

export type CustomerRole = ReplyOf<'GET /api/customerroles'>['customerRoles'][number];

/** The roles that people of the organisation can have: the portal's four, then the organisation's own by name. */
export async function listRoles(db: Db, scope: Scope): Promise<CustomerRole[]> {
  const found = await sql<{
    id: number;
    name: string;
    system_name: string | null;
    active: boolean;
    version: number;
    permissions: string[];
  }>`
    select r.id, r.name, r.system_name, r.active, r.version,
      array(select rp.permission from role_permission rp join permission p on p.name = rp.permission and p.listed_in_profile
            where rp.organisation_id = ${scope.organisationId} and rp.role_id = r.id order by 1) as permissions
    from role r where r.organisation_id = ${scope.organisationId} or (r.organisation_id is null and r.id between 33 and 36)
    order by (r.organisation_id is not null), case when r.organisation_id is null then lpad(r.id::text, 9, '0') else lower(r.name) end`.execute(
    db,
  );
  return found.rows.map(({ id, name, system_name, active, version, permissions }) => ({
    id,
    name,
    systemName: system_name,
    active,
    isSystemRole: !isOrganisationRole(id),
    permissions,
    version,
  }));
}

/** Grants and withdraws permissions of a role in the organisation. */
export async function setPermissions(
  tx: Tx,
  scope: Scope,
  roleId: number,
  change: { granted: readonly string[]; withdrawn: readonly string[] },
): Promise<void> {
  await sql`
    delete from role_permission
    where organisation_id = ${scope.organisationId} and role_id = ${roleId} and permission = any (${[...change.withdrawn]}::text[])`.execute(
    tx,
  );
  await sql`
    insert into role_permission (organisation_id, role_id, permission)
    select ${scope.organisationId}::bigint, ${roleId}::bigint, p from unnest(${[...change.granted]}::text[]) p on conflict do nothing`.execute(
    tx,
  );
}
