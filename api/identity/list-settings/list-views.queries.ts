import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';

export type ListView = ReplyOf<'GET /api/listviews/:list'>['listViews'][number];
export type ListViewChange = BodyOf<'PUT /api/listviews/:list/:id'>;

/** The views of a list that the person has saved, by name. */
export async function findListViews(db: Db, scope: Scope, list: string): Promise<ListView[]> {
  const found = await sql<ListView>`
    select id, name, filters, columns from list_view
    where organisation_id = ${scope.organisationId} and customer_id = ${scope.customerId} and list = ${list}
    order by lower(name)`.execute(db);
  return found.rows;
}

/** Locks the person's row, so that two requests cannot both add the last view or take the same name. */
export async function lockListViews(tx: Tx, scope: Scope): Promise<void> {
  await sql`select from customer where organisation_id = ${scope.organisationId} and id = ${scope.customerId} for no key update`.execute(
    tx,
  );
}

/** Adds a view. */
export async function insertListView(
  tx: Tx,
  scope: Scope,
  list: string,
  { name, filters, columns }: Pick<ListView, 'name' | 'filters' | 'columns'>,
): Promise<void> {
  await sql`
    insert into list_view (organisation_id, customer_id, list, name, filters, columns)
    values (${scope.organisationId}, ${scope.customerId}, ${list}, ${name}, ${filters}, ${columns}::text[])`.execute(tx);
}

/** Changes a view of the person. Absent values stay as they are; null columns are the default. */
export async function updateListView(
  tx: Tx,
  scope: Scope,
  viewId: number,
  { name, filters, columns }: ListViewChange,
): Promise<void> {
  await sql`
    update list_view set name = coalesce(${name ?? null}, name), filters = coalesce(${filters ?? null}, filters),
      columns = case when ${columns === undefined} then columns else ${columns ?? null}::text[] end, updated_at = now()
    where organisation_id = ${scope.organisationId} and customer_id = ${scope.customerId} and id = ${viewId}`.execute(tx);
}

/** Deletes a view of a list. Returns whether the person had it. */
export async function deleteListView(db: Db, scope: Scope, list: string, viewId: number): Promise<boolean> {
  const deleted = await sql`
    delete from list_view where organisation_id = ${scope.organisationId} and customer_id = ${scope.customerId}
      and list = ${list} and id = ${viewId}`.execute(db);
  return Number(deleted.numAffectedRows) > 0;
}
