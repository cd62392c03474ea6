import { sql } from 'kysely';
import type { RecordKind } from '#api/organisation/structure/records.rules.ts';
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

/** The number of parts of a kind that a wardrobe or either/or has, the position after the last one, and whether one has the name. */
export async function getPartFacts(
  tx: Tx,
  scope: Scope,
  kind: RecordKind,
  parentId: number,
  name: string,
  exceptId: number,
): Promise<{ count: number; nextOrder: number; isNameTaken: boolean }> {
  const found = await sql<{ count: number; next: number; taken: boolean }>`
    select count(*)::int as count, coalesce(max(t.display_order), 0) + 1 as next,
      coalesce(bool_or(lower(t.name) = lower(${name}) and t.id <> ${exceptId}), false) as taken
    from ${sql.table(kind.table)} t
    where t.organisation_id = ${scope.organisationId} and t.${sql.ref(kind.parentColumn ?? 'collection_id')} = ${parentId}`.execute(
    tx,
  );
  const { count = 0, next = 1, taken = false } = found.rows[0] ?? {};
  return { count, nextOrder: next, isNameTaken: taken };
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

/** Whether an option belongs to an either/or of the wardrobe. */
export async function hasOption(tx: Tx, scope: Scope, wardrobeId: number, optionId: number): Promise<boolean> {
  const found = await sql`
    select from super_group_option
    where organisation_id = ${scope.organisationId} and collection_id = ${wardrobeId} and id = ${optionId}`.execute(tx);
  return found.rows.length > 0;
}

/** A product of a group with its own numbers. */
export interface GroupProduct {
  productId: number;
  allocatedQuantity: number | null;
  points: number | null;
}

/** The products of a group in their order, with their names for the audit log. */
export async function listGroupProducts(tx: Tx, scope: Scope, groupId: number): Promise<(GroupProduct & { name: string })[]> {
  const found = await sql<GroupProduct & { name: string }>`
    select gp.product_id as "productId", gp.quantity as "allocatedQuantity", gp.points, coalesce(po.name, p.name) as name
    from collection_group_product gp join product p on p.id = gp.product_id
    join product_organisation po on po.organisation_id = gp.organisation_id and po.product_id = gp.product_id
    where gp.organisation_id = ${scope.organisationId} and gp.collection_group_id = ${groupId}
    order by gp.display_order, gp.product_id`.execute(tx);
  return found.rows;
}

/** The names of those of the products that are in the organisation's range, by id. */
export async function readRangeNames(tx: Tx, scope: Scope, productIds: readonly number[]): Promise<Map<number, string>> {
  const found = await sql<{ id: number; name: string }>`
    select p.id, coalesce(po.name, p.name) as name from product_organisation po join product p on p.id = po.product_id
    where po.organisation_id = ${scope.organisationId} and po.product_id = any (${[...productIds]}::bigint[])`.execute(tx);
  return new Map(found.rows.map(({ id, name }) => [id, name]));
}

/** Replaces the products of a group; their order is that of the list. */
export async function replaceGroupProducts(
  tx: Tx,
  scope: Scope,
  groupId: number,
  products: readonly GroupProduct[],
): Promise<void> {
  await sql`
    delete from collection_group_product
    where organisation_id = ${scope.organisationId} and collection_group_id = ${groupId}
      and product_id <> all (${products.map(({ productId }) => productId)}::bigint[])`.execute(tx);
  if (products.length === 0) return;
  await sql`
    insert into collection_group_product (organisation_id, collection_group_id, product_id, quantity, points, display_order)
    select ${scope.organisationId}, ${groupId}, n."productId", n."allocatedQuantity", n.points, n.position
    from jsonb_to_recordset(${JSON.stringify(products.map((product, index) => ({ ...product, position: index + 1 })))}::jsonb)
      as n ("productId" bigint, "allocatedQuantity" int, points int, position int)
    on conflict (organisation_id, collection_group_id, product_id)
    do update set quantity = excluded.quantity, points = excluded.points, display_order = excluded.display_order`.execute(tx);
}

/** The ids of a wardrobe's groups and either/ors, in their order, with their names. */
export async function listPartsInOrder(tx: Tx, scope: Scope, kind: RecordKind, wardrobeId: number) {
  const found = await sql<{ id: number; name: string }>`
    select id, name from ${sql.table(kind.table)}
    where organisation_id = ${scope.organisationId} and collection_id = ${wardrobeId} order by display_order, id`.execute(tx);
  return found.rows;
}

/** Numbers groups or either/ors in the order of the list; those that already have their number stay unchanged. */
export async function reorderParts(tx: Tx, scope: Scope, kind: RecordKind, ids: readonly number[]): Promise<void> {
  await sql`
    update ${sql.table(kind.table)} t set display_order = n.position
    from unnest(${[...ids]}::bigint[]) with ordinality n (id, position)
    where t.organisation_id = ${scope.organisationId} and t.id = n.id and t.display_order <> n.position`.execute(tx);
}

/** Deletes a wardrobe or a part of one, with what belongs to it. */
export async function deleteRecord(tx: Tx, scope: Scope, kind: RecordKind, id: number): Promise<void> {
  await sql`delete from ${sql.table(kind.table)} where organisation_id = ${scope.organisationId} and id = ${id}`.execute(tx);
}
