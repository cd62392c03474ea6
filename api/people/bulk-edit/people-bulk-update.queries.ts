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
 * Writes the planned changes of locked people, with a number of statements that does not depend on the number of people. Versions
 * increase as when one person is changed.
 */
export async function bulkUpdatePeople(tx: Tx, scope: Scope, people: readonly PersonUpdate[]): Promise<void> {
  const changes = people.flatMap(({ customerId, planned: { columns } }) =>
    Object.keys(columns).length > 0 ? [{ id: customerId, columns }] : [],
  );
  const names = [...new Set(changes.flatMap(({ columns }) => Object.keys(columns)))];
  if (names.length > 0)
    await sql`
      update customer c set ${sql.join(names.map((name) => sql`${sql.ref(name)} = n.${sql.ref(name)}`))}
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as s (id bigint, columns jsonb)
      join customer old on old.organisation_id = ${scope.organisationId} and old.id = s.id
      cross join lateral jsonb_populate_record(old, s.columns) n
      where c.organisation_id = old.organisation_id and c.id = old.id`.execute(tx);
  await saveMemberships(tx, scope, people, { isNew: false });
}

/**
 * Replaces the planned memberships and departments of people, each table in one statement. Versions count the change, unless the people
 * are new.
 */
export async function saveMemberships(
  tx: Tx,
  scope: Scope,
  people: readonly { customerId: number; planned: Omit<PlannedChange, 'columns'> }[],
  options: { isNew: boolean },
): Promise<void> {
  const tables = [
    { table: 'customer_department', column: 'department_id', counted: 'departments', getIds: getDepartmentIds },
    ...MEMBERSHIP_NAMES.map((name) => ({
      ...MEMBERSHIPS[name],
      getIds: ({ memberships }: Omit<PlannedChange, 'columns'>) => memberships[name],
    })),
  ];
  for (const { getIds, ...table } of tables)
    await replaceRows(
      tx,
      scope,
      table,
      people.map(({ customerId, planned }) => ({ id: customerId, ids: getIds(planned) })),
      options,
    );
}

const getDepartmentIds = ({ departmentIds }: Omit<PlannedChange, 'columns'>) => departmentIds;

/** Replaces the rows of people in one table. People without `ids` are not changed. */
async function replaceRows(
  tx: Tx,
  scope: Scope,
  { table, column, counted }: { table: string; column: string; counted: string },
  people: readonly { id: number; ids: readonly number[] | undefined }[],
  { isNew }: { isNew: boolean },
): Promise<void> {
  const changed = people.filter(({ ids }) => ids !== undefined);
  if (changed.length === 0) return;
  const desiredRows = sql`(select s.id, array(select jsonb_array_elements_text(s.ids)::bigint) as ids
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as s (id bigint, ids jsonb))`;
  if (!isNew)
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
  if (isNew) return;
  await sql`
    update customer c set version = version + 1, field_versions = field_versions || jsonb_build_object(${counted}::text, version + 1)
    from ${desiredRows} w where c.organisation_id = ${scope.organisationId} and c.id = w.id`.execute(tx);
}

const REFERENCES = [
  ['organisationResortId', 'resort'],
  ['organisationBusinessAreaId', 'business_area'],
  ['jobRoleId', 'job_role'],
  ['costCentreId', 'cost_centre'],
  ['departments', 'department'],
  ['organisationGroupIds', 'organisation_group'],
  ['organisationCollections', 'collection'],
  ['organisationSeasons', 'season'],
] as const;

/** The ids of everything that an undo can restore, by field. */
export async function readExistingReferences(tx: Tx, scope: Scope): Promise<ExistingReferences> {
  const ids = REFERENCES.map(
    ([field, table]) =>
      sql`array(select id from ${sql.table(table)} where organisation_id = ${scope.organisationId}
        ${table === 'cost_centre' ? sql`and active` : sql``}) as ${sql.ref(field)}`,
  );
  const { rows } = await sql<Record<string, number[]>>`select ${sql.join(ids)}`.execute(tx);
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([field, known]) => [field, new Set(known)]));
}
