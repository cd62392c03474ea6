import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** A wardrobe to copy, and its copy for the season if there is one. */
export interface CopySource {
  id: number;
  name: string;
  parentId: number | null;
  groupId: number | null;
  seasonName: string | null;
  copyId: number | null;
  copyName: string | null;
}

/** A wardrobe and its cuts of other seasons, parents first, locked so that each is copied to a season once. */
export async function lockCopySources(tx: Tx, scope: Scope, wardrobeId: number, seasonId: number): Promise<CopySource[]> {
  const tree = sql`
    with recursive tree as (
      select c.id, 0 as level from collection c where c.organisation_id = ${scope.organisationId} and c.id = ${wardrobeId}
      union all select c.id, level + 1 from tree join collection c on c.organisation_id = ${scope.organisationId} and c.parent_collection_id = tree.id
      where level < 10 and c.season_id is distinct from ${seasonId})`;
  await sql`
    ${tree} select from collection c where c.organisation_id = ${scope.organisationId} and c.id in (select id from tree)
    order by c.id for no key update`.execute(tx);
  const found = await sql<CopySource>`
    ${tree} select c.id, c.name, c.parent_collection_id as "parentId",
      c.organisation_group_id as "groupId", s.name as "seasonName", k.id as "copyId", k.name as "copyName"
    from tree join collection c on c.organisation_id = ${scope.organisationId} and c.id = tree.id
    left join season s on s.organisation_id = c.organisation_id and s.id = c.season_id
    left join collection k on k.organisation_id = c.organisation_id and k.copied_from_id = c.id and k.season_id = ${seasonId}
    order by tree.level, c.display_order, c.id`.execute(tx);
  return found.rows;
}

/** The copy of a wardrobe for a season; null when there is none. */
export async function findCopy(tx: Tx, scope: Scope, wardrobeId: number, seasonId: number): Promise<number | null> {
  const found = await sql<{ id: number }>`
    select id from collection
    where organisation_id = ${scope.organisationId} and copied_from_id = ${wardrobeId} and season_id = ${seasonId}`.execute(tx);
  return found.rows[0]?.id ?? null;
}

/** Copies a wardrobe with everything in it, but without people. Returns the id of the copy. */
export async function copyWardrobe(
  tx: Tx,
  scope: Scope,
  source: number,
  { seasonId, name, parentId }: { seasonId: number; name: string; parentId: number | null },
): Promise<number> {
  const organisation = scope.organisationId;
  const inserted = await sql<{ id: number }>`
    insert into collection (organisation_id, parent_collection_id, organisation_group_id, season_id, copied_from_id, name, description,
      display_order, image_src, budget_points, budget_minor, beyond, necessity)
    select organisation_id, ${parentId}::bigint, organisation_group_id, ${seasonId}, id, ${name}, description,
      display_order, image_src, budget_points, budget_minor, beyond, necessity
    from collection where organisation_id = ${organisation} and id = ${source} returning id`.execute(tx);
  const copy = inserted.rows[0]?.id ?? 0;
  await sql`
    insert into collection_allocation_type (organisation_id, collection_id, allocation_type_id)
    select organisation_id, ${copy}, allocation_type_id from collection_allocation_type
    where organisation_id = ${organisation} and collection_id = ${source}`.execute(tx);
  await sql`
    insert into super_group (organisation_id, collection_id, name, min_select, max_select, display_order)
    select organisation_id, ${copy}, name, min_select, max_select, display_order from super_group
    where organisation_id = ${organisation} and collection_id = ${source}`.execute(tx);
  // Names are unique within a wardrobe or an either/or, so the copies are found by name.
  await sql`
    insert into super_group_option (organisation_id, collection_id, super_group_id, name, image_src, display_order)
    select o.organisation_id, ${copy}, new_group.id, o.name, o.image_src, o.display_order
    from super_group_option o
    join super_group s on s.organisation_id = o.organisation_id and s.id = o.super_group_id
    join super_group new_group on new_group.organisation_id = s.organisation_id and new_group.collection_id = ${copy} and new_group.name = s.name
    where o.organisation_id = ${organisation} and o.collection_id = ${source}`.execute(tx);
  await sql`
    insert into collection_group (organisation_id, collection_id, super_group_option_id, name, quantity, min_quantity, display_order)
    select g.organisation_id, ${copy}, new_option.id, g.name, g.quantity, g.min_quantity, g.display_order
    from collection_group g
    left join super_group_option o on o.organisation_id = g.organisation_id and o.id = g.super_group_option_id
    left join super_group s on s.organisation_id = o.organisation_id and s.id = o.super_group_id
    left join super_group new_group on new_group.organisation_id = s.organisation_id and new_group.collection_id = ${copy} and new_group.name = s.name
    left join super_group_option new_option on new_option.organisation_id = new_group.organisation_id
      and new_option.super_group_id = new_group.id and new_option.name = o.name
    where g.organisation_id = ${organisation} and g.collection_id = ${source}`.execute(tx);
  await sql`
    insert into collection_group_product (organisation_id, collection_group_id, product_id, quantity, points, display_order)
    select gp.organisation_id, new_group.id, gp.product_id, gp.quantity, gp.points, gp.display_order
    from collection_group_product gp
    join collection_group g on g.organisation_id = gp.organisation_id and g.id = gp.collection_group_id
    join collection_group new_group on new_group.organisation_id = g.organisation_id and new_group.collection_id = ${copy} and new_group.name = g.name
    where gp.organisation_id = ${organisation} and g.collection_id = ${source}`.execute(tx);
  return copy;
}
