import { sql } from 'kysely';
import { mayBeLoggedIn } from '#api/identity/sessions/access.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { PublicationAudience } from './publications.rules.ts';

const toBigints = (ids: readonly number[]) => sql`${[...ids]}::bigint[]`;

/**
 * How many people, and of how many organisations, would read what is published for an audience, as `isReadBy` decides for each of them. Of the operator's
 * brands alone; people who may not be logged in are not counted.
 */
export async function countAudience(
  db: Db,
  operator: OperatorScope,
  { brandIds, organisationIds, roleIds, groupIds }: PublicationAudience,
): Promise<{ organisations: number; people: number }> {
  const hasRole = sql`exists (
    select from customer_role cr join role r on r.id = cr.role_id and r.active
    where cr.organisation_id = c.organisation_id and cr.customer_id = c.id and cr.role_id = any (${toBigints(roleIds)}))`;
  const isAdmin = sql`exists (
    select from customer_role cr join role r on r.id = cr.role_id and r.active
    where cr.organisation_id = c.organisation_id and cr.customer_id = c.id and r.system_name = 'OrganisationAdmin')`;
  const isIn = (table: string) => sql`exists (
    select from ${sql.table(table)} g where g.organisation_id = c.organisation_id and g.customer_id = c.id
      and g.organisation_group_id = any (${toBigints(groupIds)}))`;
  const administersAll = sql`not exists (
    select from customer_adminable_group g where g.organisation_id = c.organisation_id and g.customer_id = c.id)`;
  const { rows } = await sql<{ organisations: number; people: number }>`
    with reached as (
      select o.*, exists (select from organisation_group g where g.organisation_id = o.id and g.id = any (${toBigints(groupIds)})) as has_groups
      from organisation o
      where o.brand_id = any (${toBigints(operator.brandIds)})
        and (o.id = any (${toBigints(organisationIds)}) or o.brand_id = any (${toBigints(brandIds)})))
    select count(distinct c.organisation_id)::int as organisations, count(*)::int as people
    from reached o join customer c on c.organisation_id = o.id
    where ${mayBeLoggedIn} ${roleIds.length > 0 ? sql`and ${hasRole}` : sql``}
      and (not o.has_groups or ${isIn('customer_group')} or (${isAdmin} and (${administersAll} or ${isIn('customer_adminable_group')})))`.execute(
    db,
  );
  return rows[0] ?? { organisations: 0, people: 0 };
}
