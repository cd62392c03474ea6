import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { MEMBERSHIP_NAMES, MEMBERSHIPS } from '../person/memberships.rules.ts';
import type { PlannedChange } from '../person/planned-change.rules.ts';
import type { ExistingReferences } from './people-bulk-edit.rules.ts';

export interface PersonUpdate {
  customerId: number;
  planned: PlannedChange;
}

/**
 * Writes the planned changes of locked people, with a number of statements that does not depend on the number of people. Writes
 * only the columns that a bulk edit can change. Versions increase as when one person is changed.
 */
export async function bulkUpdatePeople(tx: Tx, scope: Scope, people: readonly PersonUpdate[]): Promise<void> {
  const columns = people.flatMap(({ customerId, planned }) =>
    Object.keys(planned.columns).length > 0 ? [{ id: customerId, columns: planned.columns }] : [],
  );
  if (columns.length > 0)
    await sql`
      update customer c set
        active = case when s.columns ? 'active' then (s.columns ->> 'active')::boolean else c.active end,
        resort_id = case when s.columns ? 'resort_id' then (s.columns ->> 'resort_id')::bigint else c.resort_id end,
        business_area_id = case when s.columns ? 'business_area_id' then (s.columns ->> 'business_area_id')::bigint else c.business_area_id end
      from jsonb_to_recordset(${JSON.stringify(columns)}::jsonb) as s (id bigint, columns jsonb)
      where c.organisation_id = ${scope.organisationId} and c.id = s.id`.execute(tx);
  await replaceRows(
    tx,
    scope,
    { table: 'customer_department', column: 'department_id', counted: 'departments' },
    people.map(({ customerId, planned }) => ({ id: customerId, ids: planned.departmentIds })),
  );
  for (const name of MEMBERSHIP_NAMES)
    await replaceRows(
      tx,
      scope,
      MEMBERSHIPS[name],
      people.map(({ customerId, planned }) => ({ id: customerId, ids: planned.memberships[name] })),
    );
}

/** Replaces the rows of people in one table. People without `ids` are not changed. */
async function replaceRows(
  tx: Tx,
  scope: Scope,
  { table, column, counted }: { table: string; column: string; counted: string },
  people: readonly { id: number; ids: readonly number[] | undefined }[],
): Promise<void> {
  const changed = people.filter(({ ids }) => ids !== undefined);
  if (changed.length === 0) return;
  const desiredRows = sql`(select s.id, array(select jsonb_array_elements_text(s.ids)::bigint) as ids
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as s (id bigint, ids jsonb))`;
  await sql`
    delete from ${sql.table(table)} t using ${desiredRows} w
    where t.organisation_id = ${scope.organisationId} and t.customer_id = w.id and t.${sql.ref(column)} <> all (w.ids)`.execute(
    tx,
  );
  await sql`
    insert into ${sql.table(table)} (organisation_id, customer_id, ${sql.ref(column)})
    select ${scope.organisationId}::bigint, w.id, i from ${desiredRows} w cross join unnest(w.ids) i on conflict do nothing`.execute(
    tx,
  );
  await sql`
    update customer c set version = version + 1, field_versions = field_versions || jsonb_build_object(${counted}::text, version + 1)
    from ${desiredRows} w where c.organisation_id = ${scope.organisationId} and c.id = w.id`.execute(tx);
}

/** The ids of everything that an undo can restore, by field. */
export async function readExistingReferences(tx: Tx, scope: Scope): Promise<ExistingReferences> {
  const found = await sql<{ field: string; ids: number[] }>`
    select field, coalesce(array_agg(id), '{}') as ids from (
      select 'organisationResortId' as field, id from resort where organisation_id = ${scope.organisationId}
      union all select 'organisationBusinessAreaId', id from business_area where organisation_id = ${scope.organisationId}
      union all select 'departments', id from department where organisation_id = ${scope.organisationId}
      union all select 'organisationGroupIds', id from organisation_group where organisation_id = ${scope.organisationId}
      union all select 'organisationCollections', id from collection where organisation_id = ${scope.organisationId}) known
    group by field`.execute(tx);
  const known = Object.fromEntries(found.rows.map(({ field, ids }) => [field, new Set(ids)]));
  const none: ReadonlySet<number> = new Set();
  return {
    organisationResortId: none,
    organisationBusinessAreaId: none,
    departments: none,
    organisationGroupIds: none,
    organisationCollections: none,
    ...known,
  };
}
