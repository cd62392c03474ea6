import { sql } from 'kysely';
import { readAllocationLimits } from '#api/entitlement/permitted-types.queries.ts';
import { type ActorRow, actorColumns, actorTables, hasLeftForGood, toActor } from '#api/identity/sessions/access.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { DepartmentInput } from './departments.rules.ts';
import { lockWithCaller } from './lock-with-caller.queries.ts';
import { MEMBERSHIP_NAMES, MEMBERSHIPS, type Memberships } from './memberships.rules.ts';
import type { PersonColumns } from './person-fields.rules.ts';
import type { ChangeReferences, LockedPerson } from './planned-change.rules.ts';

/**
 * Locks people of the organisation for update together with the caller, in the order of their ids. Ids of no existing person are left out. Throws 403
 * when the caller's rights are not those of the scope any more.
 */
export async function lockPeople(tx: Tx, scope: Scope, customerIds: readonly number[]): Promise<LockedPerson[]> {
  if (customerIds.length > 0) await lockWithCaller(tx, scope, customerIds);
  return readPeople(tx, scope, customerIds);
}

/** The columns that are read in addition to those that a change can write. */
interface LockedColumns {
  id: number;
  version: number;
  field_versions: Record<string, number>;
  password_hash: string | null;
}

/** Reads people of the organisation like `lockPeople`, without a lock: to preview what a change would do. */
export async function readPeople(tx: Db, scope: Scope, customerIds: readonly number[]): Promise<LockedPerson[]> {
  const ids = sql`${[...customerIds]}::bigint[]`;
  const locked = await sql<PersonColumns & LockedColumns>`
    select c.id, c.version, c.field_versions, c.password_hash, c.email, c.active, c.allow_order_approval, c.allocation_type_id, c.first_name, c.last_name,
      c.gender, c.employee_number, c.po_number, c.marketing_by_email, c.marketing_by_fax, c.marketing_by_phone, c.marketing_by_post, c.terms_agreed_version,
      c.privacy_agreed_version, c.adhoc_business_area_id, c.adhoc_collection_id, c.bodime_customer_id, c.bodime_used_body_blocks, c.resort_id,
      c.business_area_id, c.job_role_id, c.cost_centre_id, c.starts_on, c.ends_on, c.weekly_hours, c.wardrobe_opt_out_at
    from customer c
    where c.organisation_id = ${scope.organisationId} and c.id = any (${ids}) and c.deleted_at is null order by c.id`.execute(tx);
  if (locked.rows.length === 0) return [];
  const memberships = MEMBERSHIP_NAMES.map((name) => {
    const { table, column } = MEMBERSHIPS[name];
    return sql`array(select m.${sql.ref(column)} from ${sql.table(table)} m
      where m.organisation_id = c.organisation_id and m.customer_id = c.id order by 1) as ${sql.ref(name)}`;
  });
  const details = await sql<
    ActorRow & Memberships & { has_left: boolean; terms_required: boolean; terms_version: number; department_ids: number[] }
  >`
    select ${actorColumns}, ${hasLeftForGood} as has_left, o.terms_required, b.terms_version, ${sql.join(memberships)},
      array(select d.department_id from customer_department d where d.organisation_id = c.organisation_id and d.customer_id = c.id order by 1) as department_ids
    from ${actorTables} join brand b on b.id = o.brand_id
    where c.organisation_id = ${scope.organisationId} and c.id = any (${ids})`.execute(tx);
  const detailsById = new Map(details.rows.map((row) => [row.customer_id, row]));
  return locked.rows.flatMap((columns) => {
    const row = detailsById.get(columns.id);
    if (!row) return [];
    return [
      {
        actor: toActor(row),
        columns,
        departmentIds: row.department_ids,
        hasPassword: columns.password_hash !== null,
        hasLeft: row.has_left,
        memberships: Object.fromEntries(MEMBERSHIP_NAMES.map((name) => [name, row[name]])) as unknown as Memberships,
        version: columns.version,
        fieldVersions: columns.field_versions,
        terms: { required: row.terms_required, version: row.terms_version },
      },
    ];
  });
}

/** Locks one person of the organisation for update; undefined when there is none. */
export const lockPerson = async (tx: Tx, scope: Scope, customerId: number): Promise<LockedPerson | undefined> =>
  (await lockPeople(tx, scope, [customerId]))[0];

/** Writes columns of a locked person. Triggers increment the version and record the history of consents. */
export async function updatePerson(tx: Tx, scope: Scope, customerId: number, columns: Partial<PersonColumns>): Promise<void> {
  await tx
    .updateTable('customer')
    .set({
      ...columns,
      ...('terms_agreed_version' in columns
        ? { terms_agreed_at: columns.terms_agreed_version === null ? null : sql`now()` }
        : {}),
      ...('privacy_agreed_version' in columns
        ? { privacy_agreed_at: columns.privacy_agreed_version === null ? null : sql`now()` }
        : {}),
    })
    .where('organisation_id', '=', scope.organisationId)
    .where('id', '=', customerId)
    .execute();
}

/** Replaces a person's departments, and increments the person's version as a change of a column does. */
export async function setDepartments(tx: Tx, scope: Scope, customerId: number, departmentIds: readonly number[]): Promise<void> {
  await sql`
    with removed as (
      delete from customer_department
      where organisation_id = ${scope.organisationId} and customer_id = ${customerId} and department_id <> all (${[...departmentIds]}::bigint[])),
    added as (
      insert into customer_department (organisation_id, customer_id, department_id)
      select ${scope.organisationId}, ${customerId}::bigint, d from unnest(${[...departmentIds]}::bigint[]) d on conflict do nothing)
    update customer set version = version + 1, field_versions = field_versions || jsonb_build_object('departments', version + 1)
    where organisation_id = ${scope.organisationId} and id = ${customerId}`.execute(tx);
}

/** The departments of the organisation with their resorts, and who permits only some allocation types. */
export async function readChangeReferences(tx: Tx, scope: Scope): Promise<ChangeReferences> {
  const [departments, allocation] = await Promise.all([
    tx
      .selectFrom('department')
      .select(['id', 'name', 'resort_id as resortId'])
      .where('organisation_id', '=', scope.organisationId)
      .execute(),
    readAllocationLimits(tx, scope),
  ]);
  return { departments, allocation };
}

const REFERENCES = [
  ['resort', ['organisationResortId'], 'organisationResort'],
  ['business_area', ['organisationBusinessAreaId', 'adhocSelectedBusinessAreaId'], 'organisationBusinessArea'],
  ['job_role', ['jobRoleId'], 'organisationJobRole'],
  ['cost_centre', ['costCentreId'], 'costCentre'],
  ['collection', ['adhocSelectedCollectionId'], 'organisationCollection'],
] as const;

type IdField = (typeof REFERENCES)[number][1][number];

/**
 * Checks that all ids belong to the organisation, including those in fields that the caller may not write: an id of another
 * organisation must never be ignored silently. Throws 404.
 */
export async function checkOrganisationIds(tx: Tx, scope: Scope, input: Partial<Record<IdField, number | null>>): Promise<void> {
  for (const [table, fields, entity] of REFERENCES) {
    const ids = [...new Set(fields.flatMap((field) => input[field] || []))];
    if (ids.length === 0) continue;
    const found = await tx
      .selectFrom(table)
      .select('id')
      .where('organisation_id', '=', scope.organisationId)
      .where('id', 'in', ids)
      .execute();
    if (found.length < ids.length) throw notFound(entity);
  }
}

/** Checks that all departments given by id belong to the organisation, at any resort. Throws 404. */
export async function checkOrganisationDepartments(tx: Tx, scope: Scope, input: readonly DepartmentInput[]): Promise<void> {
  const ids = [
    ...new Set(
      input.flatMap((department) =>
        typeof department === 'object' ? department.id : typeof department === 'number' ? department : [],
      ),
    ),
  ];
  if (ids.length === 0) return;
  const found = await tx
    .selectFrom('department')
    .select('id')
    .where('organisation_id', '=', scope.organisationId)
    .where('id', 'in', ids)
    .execute();
  if (found.length < ids.length) throw notFound('department');
}
