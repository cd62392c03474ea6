import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** The group of the organisation that a wardrobe belongs to; undefined when there is no such wardrobe. */
export async function findWardrobeGroup(db: Db, scope: Scope, id: number): Promise<{ groupId: number | null } | undefined> {
  const found = await sql<{ groupId: number | null }>`
    select organisation_group_id as "groupId" from collection where organisation_id = ${scope.organisationId} and id = ${id}`.execute(
    db,
  );
  return found.rows[0];
}

/** The number of wardrobes of the organisation, and the display position after the last one. */
export async function getWardrobeCount(tx: Tx, scope: Scope): Promise<{ count: number; nextOrder: number }> {
  const found = await sql<{ count: number; next: number }>`
    select count(*)::int as count, coalesce(max(display_order), 0) + 1 as next
    from collection where organisation_id = ${scope.organisationId}`.execute(tx);
  return { count: found.rows[0]?.count ?? 0, nextOrder: found.rows[0]?.next ?? 1 };
}

interface WardrobeName {
  name: string;
  parentId: number | null;
  seasonId: number | null;
}

/** Whether another wardrobe of the same season and parent has the name; case is ignored. */
export async function isWardrobeNameTaken(
  tx: Tx,
  scope: Scope,
  { name, parentId, seasonId }: WardrobeName,
  exceptId: number,
): Promise<boolean> {
  const found = await sql`
    select from collection where organisation_id = ${scope.organisationId} and id <> ${exceptId} and lower(name) = lower(${name})
      and parent_collection_id is not distinct from ${parentId}::bigint and season_id is not distinct from ${seasonId}::bigint limit 1`.execute(
    tx,
  );
  return found.rows.length > 0;
}

/** Number of levels above a wardrobe with itself, and below it without; and whether `descendantId` is the wardrobe itself or one of its cuts. */
export async function getWardrobeLevels(
  tx: Tx,
  scope: Scope,
  id: number,
  descendantId: number,
): Promise<{ above: number; below: number; isOwnDescendant: boolean }> {
  const found = await sql<{ above: number; below: number; own: boolean }>`
    with recursive up as (
      select c.parent_collection_id, 1 as level from collection c where c.organisation_id = ${scope.organisationId} and c.id = ${descendantId}
      union all select c.parent_collection_id, level + 1 from up join collection c on c.organisation_id = ${scope.organisationId} and c.id = up.parent_collection_id
      where level < 10),
    down as (
      select c.id, 0 as level from collection c where c.organisation_id = ${scope.organisationId} and c.id = ${id}
      union all select c.id, level + 1 from down join collection c on c.organisation_id = ${scope.organisationId} and c.parent_collection_id = down.id
      where level < 10)
    select coalesce((select max(level) from up), 0) as above, coalesce((select max(level) from down), 0) as below,
      exists (select from down where down.id = ${descendantId}) as own`.execute(tx);
  const { above = 0, below = 0, own = false } = found.rows[0] ?? {};
  return { above, below, isOwnDescendant: own };
}

/** Deletes a wardrobe with its groups and either/ors. */
export async function deleteWardrobe(tx: Tx, scope: Scope, id: number): Promise<void> {
  await sql`delete from collection where organisation_id = ${scope.organisationId} and id = ${id}`.execute(tx);
}
