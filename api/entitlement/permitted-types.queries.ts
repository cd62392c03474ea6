import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Tenant } from './entitlement.queries.ts';
import type { AllocationLimits } from './permitted-types.rules.ts';

/** The allocation types, and the wardrobes and groups of an organisation that permit only some of them. */
export async function readAllocationLimits(db: Db, { organisationId }: Tenant): Promise<AllocationLimits> {
  const found = await sql<AllocationLimits>`
    select (select json_agg(json_build_object('id', id, 'name', name) order by id) from allocation_type) as types, (
      select coalesce(json_agg(json_build_object('kind', kind, 'id', id, 'name', name, 'typeIds', type_ids) order by kind desc, name, id), '[]')
      from (
        select 'wardrobe' as kind, c.id, c.name, array_agg(a.allocation_type_id) as type_ids
        from collection_allocation_type a
        join collection c on c.organisation_id = a.organisation_id and c.id = a.collection_id
        where a.organisation_id = ${organisationId} group by c.id, c.name
        union all
        select 'group', g.id, g.name, array_agg(a.allocation_type_id)
        from organisation_group_allocation_type a
        join organisation_group g on g.organisation_id = a.organisation_id and g.id = a.organisation_group_id
        where a.organisation_id = ${organisationId} group by g.id, g.name) l) as limits`.execute(db);
  return found.rows[0] as AllocationLimits;
}
