import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { saveMemberships } from '../bulk-edit/people-bulk-update.queries.ts';
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

/** Inserts people with their memberships and returns their ids in the order of the plans. */
export async function insertImportedPeople(tx: Tx, scope: Scope, plans: readonly PersonPlan[]): Promise<number[]> {
  if (plans.length === 0) return [];
  const people = JSON.stringify(
    plans.map(({ columns }) => Object.fromEntries(IMPORTED_COLUMNS.map((name) => [name, columns[name]]))),
  );
  const added = await sql<{ id: number; email: string }>`
    insert into customer (organisation_id, brand_id, ${sql.join(IMPORTED_COLUMNS.map((name) => sql.ref(name)))})
    select ${scope.organisationId}::bigint, ${scope.brandId}::bigint, ${sql.join(IMPORTED_COLUMNS.map((name) => sql.ref(`n.${name}`)))}
    from jsonb_populate_recordset(null::customer, ${people}::jsonb) n returning id, email`.execute(tx);
  const idsByEmail = new Map(added.rows.map(({ id, email }) => [email, id]));
  const ids = plans.map(({ columns }) => idsByEmail.get(columns.email) ?? 0);
  const memberships = plans.map((planned, index) => ({ customerId: ids[index] ?? 0, planned }));
  await saveMemberships(tx, scope, memberships, { isNew: true });
  return ids;
}

/** Marks people as deleted, so that no list shows them; a trigger ends their sessions. */
export async function removeImportedPeople(tx: Tx, scope: Scope, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update customer set deleted_at = now()
    where organisation_id = ${scope.organisationId} and id = any (${[...ids]}::bigint[]) and deleted_at is null`.execute(tx);
}
