import { sql } from 'kysely';
import { uniformStatusJoin } from '#api/entitlement/uniform-status.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';

import type { ExportedPerson } from './people-export.rules.ts';

/** People of the scope's organisation as the export lists them, in the order of the ids. People deleted in the meantime are left out. */
export async function readPeopleForExport(
  db: Db,
  scope: Scope,
  ids: readonly number[],
  seasonId: number | undefined,
): Promise<ExportedPerson[]> {
  const found = await sql<ExportedPerson>`
    select c.id, c.email, c.first_name, c.last_name, c.employee_number, c.po_number,
      array(select coalesce(r.system_name, r.name) from customer_role cr join role r on r.id = cr.role_id
        where cr.organisation_id = c.organisation_id and cr.customer_id = c.id and r.id >= 33 order by r.id) as roles,
      (select coalesce(string_agg(g.name, ', ' order by g.display_order, g.name), '') from customer_group cg
        join organisation_group g on g.organisation_id = cg.organisation_id and g.id = cg.organisation_group_id
        where cg.organisation_id = c.organisation_id and cg.customer_id = c.id) as groups,
      resort.name as resort,
      (select coalesce(string_agg(d.name, ', ' order by d.display_order, d.name), '') from customer_department cd
        join department d on d.organisation_id = cd.organisation_id and d.id = cd.department_id
        where cd.organisation_id = c.organisation_id and cd.customer_id = c.id) as departments,
      area.name as business_area, job.name as job_role, centre.code as cost_centre,
      (select coalesce(string_agg(l.name, ', ' order by l.display_order, l.name), '') from customer_collection cc
        join collection l on l.organisation_id = cc.organisation_id and l.id = cc.collection_id
        where cc.organisation_id = c.organisation_id and cc.customer_id = c.id) as wardrobes,
      allocation.name as allocation, c.starts_on, c.ends_on, c.weekly_hours, c.active, c.last_login_at, c.created_at,
      status.ordering_status, status.measuring_status, status.pieces_due, status.pieces_fulfilled
    from unnest(${[...ids]}::bigint[]) with ordinality as requested (id, list_position)
    join customer c on c.organisation_id = ${scope.organisationId} and c.id = requested.id and c.deleted_at is null
    left join resort on resort.organisation_id = c.organisation_id and resort.id = c.resort_id
    left join business_area area on area.organisation_id = c.organisation_id and area.id = c.business_area_id
    left join job_role job on job.organisation_id = c.organisation_id and job.id = c.job_role_id
    left join cost_centre centre on centre.organisation_id = c.organisation_id and centre.id = c.cost_centre_id
    left join allocation_type allocation on allocation.id = c.allocation_type_id
    left join ${uniformStatusJoin(scope, seasonId)}
    order by requested.list_position`.execute(db);
  return found.rows;
}
