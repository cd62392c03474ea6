import { type RawBuilder, sql } from 'kysely';
import { lockOwnRights } from '#api/identity/sessions/own-rights.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { administeredPeople } from './administered-people.queries.ts';
import { ITEM_KINDS, type StructureItemKind } from './structure.rules.ts';

/**
 * Serialises changes to an organisation's structure, so that names stay unique and one season stays current without a race.
 * Orders and people, which only refer to the organisation, are not blocked. Throws 403 when the caller's rights have been changed since their request
 * began.
 */
export async function lockOrganisation(tx: Tx, caller: Scope): Promise<void> {
  await sql`select from organisation where id = ${caller.organisationId} for no key update`.execute(tx);
  await lockOwnRights(tx, caller);
}

const onlyOf = (kind: StructureItemKind, resortId: number | null): RawBuilder<unknown> =>
  kind === 'department' && resortId !== null ? sql`and t.resort_id = ${resortId}` : sql``;

/** Whether the organisation has an item with the id; for departments, at the same destination. */
export async function hasItem(
  db: Db,
  scope: Scope,
  kind: StructureItemKind,
  id: number,
  resortId: number | null = null,
): Promise<boolean> {
  const found = await sql`
    select from ${sql.table(ITEM_KINDS[kind].table)} t
    where t.organisation_id = ${scope.organisationId} and t.id = ${id} ${onlyOf(kind, resortId)}`.execute(db);
  return found.rows.length > 0;
}

/** Whether another item has the name; case is ignored. */
export async function isNameTaken(
  tx: Tx,
  scope: Scope,
  kind: StructureItemKind,
  name: string,
  except: { id: number; resortId: number | null },
): Promise<boolean> {
  const everywhere =
    kind === 'role' ? sql`(t.organisation_id = ${scope.organisationId} or t.organisation_id is null)` : undefined;
  const found = await sql`
    select from ${sql.table(ITEM_KINDS[kind].table)} t
    where ${everywhere ?? sql`t.organisation_id = ${scope.organisationId}`} and lower(t.name) = lower(${name}) and t.id <> ${except.id}
      ${onlyOf(kind, except.resortId)} limit 1`.execute(tx);
  return found.rows.length > 0;
}

/** How many items of a kind there are, and the display position after the last one. */
export async function getCountAndNextOrder(
  tx: Tx,
  scope: Scope,
  kind: StructureItemKind,
  resortId: number | null,
): Promise<{ count: number; nextOrder: number }> {
  const ordered = 'displayOrder' in ITEM_KINDS[kind].fields;
  const found = await sql<{ count: number; next: number }>`
    select count(*)::int as count, ${ordered ? sql`coalesce(max(t.display_order), 0) + 1` : sql`0`} as next
    from ${sql.table(ITEM_KINDS[kind].table)} t where t.organisation_id = ${scope.organisationId} ${onlyOf(kind, resortId)}`.execute(
    tx,
  );
  return { count: found.rows[0]?.count ?? 0, nextOrder: found.rows[0]?.next ?? 0 };
}

/** Ensures that no other season is the current one. */
export async function clearOtherCurrentSeasons(tx: Tx, scope: Scope, seasonId: number): Promise<void> {
  await sql`
    update season set is_current = false
    where organisation_id = ${scope.organisationId} and id <> ${seasonId} and is_current`.execute(tx);
}

/** Deletes an item that nothing refers to, with everything it owns. */
export async function deleteItem(tx: Tx, scope: Scope, kind: StructureItemKind, id: number): Promise<void> {
  const { organisationId } = scope;
  if (kind === 'resort') {
    const addresses = sql`(select id from address where organisation_id = ${organisationId} and resort_id = ${id})`;
    for (const column of ['billing_address_id', 'shipping_address_id'])
      await sql`update cart set ${sql.ref(column)} = null where organisation_id = ${organisationId} and ${sql.ref(column)} in ${addresses}`.execute(
        tx,
      );
    await sql`delete from address where organisation_id = ${organisationId} and resort_id = ${id}`.execute(tx);
    await sql`delete from department where organisation_id = ${organisationId} and resort_id = ${id}`.execute(tx);
  }
  if (kind === 'role')
    await sql`delete from role_permission where organisation_id = ${organisationId} and role_id = ${id}`.execute(tx);
  await sql`delete from ${sql.table(ITEM_KINDS[kind].table)} where organisation_id = ${organisationId} and id = ${id}`.execute(
    tx,
  );
}

/** How many departments and addresses are deleted together with a destination. */
export async function countResortContents(
  db: Db,
  scope: Scope,
  resortId: number,
): Promise<{ departments: number; addresses: number }> {
  const found = await sql<{ departments: number; addresses: number }>`
    select (select count(*)::int from department where organisation_id = ${scope.organisationId} and resort_id = ${resortId}) as departments,
      (select count(*)::int from address where organisation_id = ${scope.organisationId} and resort_id = ${resortId} and deleted_at is null) as addresses`.execute(
    db,
  );
  return found.rows[0] ?? { departments: 0, addresses: 0 };
}

/** One department of the organisation, as a list of one; empty when none has the id. */
export async function findDepartment(db: Db, scope: Scope, id: number) {
  const found = await sql<{ id: number; name: string; displayOrder: number; organisationResortId: number; version: number }>`
    select d.id, d.name, d.display_order as "displayOrder", d.resort_id as "organisationResortId", d.version
    from department d where d.organisation_id = ${scope.organisationId} and d.id = ${id}`.execute(db);
  return found.rows;
}

interface Counted {
  id: number;
  count: number;
}

/** The number of people in each item, counting only people whom the caller can see. */
export async function countPeopleByItem(db: Db, scope: Scope) {
  const groups = [...scope.adminableGroupIds];
  const reached = sql`reached as (
    select c.id, c.resort_id, c.business_area_id, c.job_role_id from customer c where ${administeredPeople(scope)})`;
  const countColumn = (part: string, column: string) =>
    sql`select ${part}::text as part, ${sql.ref(column)} as id, count(*)::int as count from reached where ${sql.ref(column)} is not null group by 2`;
  const countMembers = (part: string, table: string, column: string) => sql`
    select ${part}::text, t.${sql.ref(column)}, count(*)::int from ${sql.table(table)} t join reached on reached.id = t.customer_id
    where t.organisation_id = ${scope.organisationId} group by 2`;
  const parts = [
    countColumn('resort', 'resort_id'),
    countColumn('area', 'business_area_id'),
    countColumn('job', 'job_role_id'),
    countMembers('group', 'customer_group', 'organisation_group_id'),
    countMembers('season', 'customer_season', 'season_id'),
    countMembers('role', 'customer_role', 'role_id'),
  ];
  const found = await sql<Counted & { part: string }>`with ${reached} ${sql.join(parts, sql` union all `)}`.execute(db);
  const countsOf = (part: string): Counted[] =>
    found.rows.filter((row) => row.part === part).map(({ id, count }) => ({ id, count }));
  return {
    organisationGroups: countsOf('group').filter(({ id }) => groups.length === 0 || groups.includes(id)),
    organisationResorts: countsOf('resort'),
    organisationBusinessAreas: countsOf('area'),
    organisationJobRoles: countsOf('job'),
    organisationSeasons: countsOf('season'),
    customerRoles: countsOf('role'),
  };
}
