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
  'cost_centre_id',
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

/** An address that no server accepts, for someone whose address has a new owner. */
const formerAddress = sql`'former-' || c.id || '@former.invalid'`;

/** Takes the addresses of locked people whose accounts are closed, so that others can have them. Returns what they were. */
export async function releaseAddresses(
  tx: Tx,
  scope: Scope,
  ids: readonly number[],
): Promise<{ id: number; before: string; after: string }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number; before: string; after: string }>`
    update customer c set email = ${formerAddress} from customer old
    where c.organisation_id = ${scope.organisationId} and c.id = any (${[...ids]}::bigint[]) and not c.active
      and old.organisation_id = c.organisation_id and old.id = c.id
    returning c.id, old.email as before, c.email as after`.execute(tx);
  return rows;
}

/** The leavers whose addresses rows have taken over. */
export async function listPredecessors(tx: Tx, scope: Scope, importId: number, rowNumbers: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct r.predecessor_id as id from people_import_row r
    where r.organisation_id = ${scope.organisationId} and r.import_id = ${importId} and r.row_no = any (${[...rowNumbers]}::int[])
      and r.predecessor_id is not null and r.processed_at is not null`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Gives people back the addresses that rows took over, where no one has them now. Returns what changed. */
export async function restoreAddresses(
  tx: Tx,
  scope: Scope,
  importId: number,
  rowNumbers: readonly number[],
): Promise<{ id: number; before: string; after: string }[]> {
  const { rows } = await sql<{ id: number; before: string; after: string }>`
    update customer c set email = r.email_key from people_import_row r, customer old
    where r.organisation_id = ${scope.organisationId} and r.import_id = ${importId} and r.row_no = any (${[...rowNumbers]}::int[]) and r.processed_at is not null
      and c.organisation_id = r.organisation_id and c.id = r.predecessor_id and c.deleted_at is null and c.email = ${formerAddress}
      and old.organisation_id = c.organisation_id and old.id = c.id
      and not exists (select from customer o where o.brand_id = c.brand_id and lower(o.email) = r.email_key and o.deleted_at is null)
    returning c.id, old.email as before, c.email as after`.execute(tx);
  return rows;
}

/** Withdraws the new addresses that rows have asked people to confirm, and that still wait. Returns whose. */
export async function withdrawRequestedEmails(
  tx: Tx,
  { organisationId }: Scope,
  importId: number,
  rowNumbers: readonly number[],
): Promise<{ id: number; email: string }[]> {
  const { rows } = await sql<{ id: number; email: string }>`
    delete from email_change e using people_import_row r, people_import i
    where i.organisation_id = ${organisationId} and i.id = ${importId} and r.organisation_id = i.organisation_id and r.import_id = i.id and r.row_no = any (${[...rowNumbers]}::int[])
      and r.processed_at is not null and e.organisation_id = r.organisation_id and e.customer_id = r.customer_id and lower(e.email) = r.email_key
      and e.requested_at >= i.started_at and e.expires_at > now()
    returning e.customer_id as id, e.email`.execute(tx);
  return rows;
}
