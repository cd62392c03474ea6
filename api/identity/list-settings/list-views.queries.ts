import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { type ListOwner, storeOf } from './list-owner.queries.ts';
import type { ListViewContent, StoredListView } from './list-views.rules.ts';

/** Which views an owner sees besides the own ones, and how they are recognised. Operators share none. */
const sharedWith = (
  owner: ListOwner,
): { isVisible: RawBuilder<unknown>; isShared: RawBuilder<unknown>; sharedBy: RawBuilder<unknown> } =>
  'customerId' in owner
    ? {
        isVisible: sql`organisation_id = ${owner.organisationId} and (customer_id = ${owner.customerId} or customer_id is null)`,
        isShared: sql`customer_id is null`,
        sharedBy: sql`(select trim(c.first_name || ' ' || c.last_name) from customer c
          where c.organisation_id = ${owner.organisationId} and c.id = shared_by_id and c.deleted_at is null)`,
      }
    : { isVisible: storeOf(owner).isOwned, isShared: sql`false`, sharedBy: sql`null` };

/** The views of a list that someone sees: their own by name, then those that their organisation shares by name. */
export async function findListViews(db: Db, owner: ListOwner, list: string): Promise<StoredListView[]> {
  const { isVisible, isShared, sharedBy } = sharedWith(owner);
  const found = await sql<StoredListView>`
    select id, name, filters, columns, ${isShared} as "isShared", ${sharedBy} as "ownerName", version, field_versions as "fieldVersions"
    from ${storeOf(owner).views} where ${isVisible} and list = ${list}
    order by "isShared", lower(name)`.execute(db);
  return found.rows;
}

/** Adds a view of the owner's own. */
export async function insertListView(
  tx: Tx,
  owner: ListOwner,
  list: string,
  { name, filters, columns }: ListViewContent,
): Promise<void> {
  const { views, ownerColumns, ownerValues } = storeOf(owner);
  await sql`
    insert into ${views} (${ownerColumns}, list, name, filters, columns)
    values (${ownerValues}, ${list}, ${name}, ${filters}, ${columns}::text[])`.execute(tx);
}

/** Adds a view that the organisation shares. Returns its id. */
export async function insertSharedListView(
  tx: Tx,
  scope: Scope,
  list: string,
  { name, filters, columns }: ListViewContent,
): Promise<number> {
  const added = await sql<{ id: number }>`
    insert into list_view (organisation_id, shared_by_id, list, name, filters, columns)
    values (${scope.organisationId}, ${scope.customerId}, ${list}, ${name}, ${filters}, ${columns}::text[]) returning id`.execute(
    tx,
  );
  return added.rows[0]?.id as number;
}

/** The columns that say whose a view is: the organisation's, shared by the person, or the person's own. */
const ownership = ({ customerId }: Scope, isShared: boolean) =>
  isShared ? sql`customer_id = null, shared_by_id = ${customerId}` : sql`customer_id = ${customerId}, shared_by_id = null`;

/** Changes a view that the owner sees. `moved` says that a person shares it, or makes a shared one their own. */
export async function updateListView(
  tx: Tx,
  owner: ListOwner,
  viewId: number,
  { name, filters, columns }: Partial<ListViewContent>,
  moved?: { by: Scope; isShared: boolean },
): Promise<void> {
  const sets = [
    ...(name === undefined ? [] : [sql`name = ${name}`]),
    ...(filters === undefined ? [] : [sql`filters = ${filters}`]),
    ...(columns === undefined ? [] : [sql`columns = ${columns}::text[]`]),
    ...(moved ? [ownership(moved.by, moved.isShared)] : []),
  ];
  await sql`
    update ${storeOf(owner).views} set ${sql.join([...sets, sql`updated_at = now()`])}
    where ${sharedWith(owner).isVisible} and id = ${viewId}`.execute(tx);
}

/** Deletes a view that the owner sees. */
export async function deleteListView(tx: Tx, owner: ListOwner, viewId: number): Promise<void> {
  await sql`delete from ${storeOf(owner).views} where ${sharedWith(owner).isVisible} and id = ${viewId}`.execute(tx);
}

/** Locks the organisation's row, so that of two administrators only one at a time changes shared views. */
export async function lockSharedListViews(tx: Tx, scope: Scope): Promise<void> {
  await sql`select from organisation where id = ${scope.organisationId} for no key update`.execute(tx);
}
