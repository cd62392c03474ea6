import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { MEMBERSHIP_NAMES, MEMBERSHIPS, type Membership } from '../person/memberships.rules.ts';
import type { PersonPlan } from './plan.rules.ts';

/** Columns that an import writes. */
const IMPORTED_COLUMNS = [
  'email',
  'first_name',
  'last_name',
  'employee_number',
  'po_number',
  'gender',
  'active',
  'resort_id',
  'business_area_id',
  'job_role_id',
  'allocation_type_id',
  'starts_on',
  'ends_on',
  'weekly_hours',
] as const;

const toColumnValues = (plan: PersonPlan) => Object.fromEntries(IMPORTED_COLUMNS.map((column) => [column, plan.columns[column]]));
const columnList = sql.join(IMPORTED_COLUMNS.map((column) => sql.ref(column)));

/** Inserts people without memberships and returns their ids in the order of the plans. */
export async function insertImportedPeople(tx: Tx, scope: Scope, plans: readonly PersonPlan[]): Promise<number[]> {
  if (plans.length === 0) return [];
  const people = JSON.stringify(plans.map(toColumnValues));
  const added = await sql<{ id: number; email: string }>`
    insert into customer (organisation_id, brand_id, ${columnList})
    select ${scope.organisationId}::bigint, ${scope.brandId}::bigint, ${sql.join(IMPORTED_COLUMNS.map((column) => sql.ref(`n.${column}`)))}
    from jsonb_populate_recordset(null::customer, ${people}::jsonb) n returning id, email`.execute(tx);
  const ids = new Map(added.rows.map(({ id, email }) => [email, id]));
  return plans.map(({ columns }) => ids.get(columns.email) ?? 0);
}

/** Updates the columns of locked people; a trigger counts the versions. */
export async function updateImportedPeople(tx: Tx, scope: Scope, plans: readonly PersonPlan[]): Promise<void> {
  const changed = plans.filter(({ changes }) => Object.keys(changes).length > 0);
  if (changed.length === 0) return;
  const people = JSON.stringify(changed.map((plan) => ({ id: plan.personId, ...toColumnValues(plan) })));
  await sql`
    update customer c set ${sql.join(IMPORTED_COLUMNS.map((column) => sql`${sql.ref(column)} = n.${sql.ref(column)}`))}
    from jsonb_populate_recordset(null::customer, ${people}::jsonb) n
    where c.organisation_id = ${scope.organisationId} and c.id = n.id`.execute(tx);
}

interface PersonMemberships {
  id: number;
  ids: readonly number[];
}

/** Replaces all rows of these people in one table. */
async function replaceMemberships(
  tx: Tx,
  scope: Scope,
  table: string,
  column: string,
  people: readonly PersonMemberships[],
  isNew: boolean,
) {
  if (people.length === 0) return;
  const values = sql`jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as n (id bigint, ids bigint[])`;
  if (!isNew)
    await sql`
      delete from ${sql.table(table)} t using ${values}
      where t.organisation_id = ${scope.organisationId} and t.customer_id = n.id and t.${sql.ref(column)} <> all (n.ids)`.execute(
      tx,
    );
  await sql`
    insert into ${sql.table(table)} (organisation_id, customer_id, ${sql.ref(column)})
    select ${scope.organisationId}::bigint, n.id, i from ${values} cross join unnest(n.ids) i on conflict do nothing`.execute(tx);
}

/**
 * Writes the memberships and departments of all plans, each table in one statement. `ids` are the people in the order of the plans. Unless
 * they are new, their versions count the change like one of a column.
 */
export async function saveMembershipsAndDepartments(
  tx: Tx,
  scope: Scope,
  plans: readonly PersonPlan[],
  ids: readonly number[],
  { isNew }: { isNew: boolean },
): Promise<void> {
  const people = plans.map((plan, index) => ({ plan, id: ids[index] ?? 0 }));
  const listMemberships = (name: Membership): PersonMemberships[] =>
    people.flatMap(({ plan, id }) => (plan.memberships[name] ? [{ id, ids: plan.memberships[name] }] : []));
  for (const name of MEMBERSHIP_NAMES) {
    const { table, column } = MEMBERSHIPS[name];
    await replaceMemberships(tx, scope, table, column, listMemberships(name), isNew);
  }
  const departments = people.flatMap(({ plan, id }) => (plan.departmentIds ? [{ id, ids: plan.departmentIds }] : []));
  await replaceMemberships(tx, scope, 'customer_department', 'department_id', departments, isNew);
  if (isNew) return;
  const counted = people.flatMap(({ plan, id }) => {
    const names = [
      ...(Object.keys(plan.memberships) as Membership[]).map((name) => MEMBERSHIPS[name].counted as string),
      ...(plan.departmentIds ? ['departments'] : []),
    ];
    return names.length > 0 ? [{ id, names }] : [];
  });
  if (counted.length === 0) return;
  await sql`
    update customer c set version = c.version + 1,
      field_versions = c.field_versions || (select jsonb_object_agg(name, c.version + 1) from unnest(n.names) name)
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as n (id bigint, names text[])
    where c.organisation_id = ${scope.organisationId} and c.id = n.id`.execute(tx);
}

/** Deletes people, so that no list shows them, and ends their sessions. */
export async function removeImportedPeople(tx: Tx, scope: Scope, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update customer set deleted_at = now()
    where organisation_id = ${scope.organisationId} and id = any (${[...ids]}::bigint[]) and deleted_at is null`.execute(tx);
  await sql`
    update session set revoked_at = now(), revoked_reason = 'the account was removed', impersonated_customer_id = null, impersonation_ends_at = null
    where organisation_id = ${scope.organisationId} and customer_id = any (${[...ids]}::bigint[]) and revoked_at is null`.execute(
    tx,
  );
}
