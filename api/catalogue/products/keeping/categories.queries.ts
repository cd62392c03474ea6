import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { isSharedBeyond, isVisibleTo } from '../../kept-products/kept-products.queries.ts';
import type { StoredCategory } from './categories.rules.ts';

/** All categories, unsorted, in one statement: also those that the operator does not see. */
export async function readCategories(db: Db | Tx, operator: OperatorScope): Promise<StoredCategory[]> {
  const { rows } = await sql<StoredCategory>`
    with recursive path as (
      select c.id, c.id as above_id, c.parent_id from category c
      union all
      select path.id, c.id, c.parent_id from path join category c on c.id = path.parent_id),
    sorted as materialized (
      select p.id, ${isVisibleTo(operator)} as is_visible, ${isSharedBeyond(operator)} as is_shared
      from product p where exists (select from product_category pc where pc.product_id = p.id)),
    held as (
      select path.above_id as id, count(distinct s.id) filter (where s.is_visible)::int as products,
        bool_or(s.is_visible) as is_visible, bool_or(s.is_shared or not s.is_visible) as is_foreign
      from path join product_category pc on pc.category_id = path.id join sorted s on s.id = pc.product_id group by 1),
    own as (
      select pc.category_id as id, count(*)::int as products
      from product_category pc join sorted s on s.id = pc.product_id and s.is_visible group by 1)
    select c.id, c.parent_id as "parentId", c.name, c.display_order as "displayOrder", c.unspsc_code as unspsc, c.version,
      c.field_versions as "fieldVersions", coalesce(own.products, 0) as products, coalesce(held.products, 0) as "productsWithBelow",
      coalesce(held.is_visible, true) as "isVisible", coalesce(held.is_foreign, false) as "isForeign"
    from category c left join held on held.id = c.id left join own on own.id = c.id`.execute(db);
  return rows;
}

/** Adds a category as the last one below another, and returns its id. */
export async function insertCategory(
  tx: Tx,
  { name, parentId, unspsc }: { name: string; parentId: number | null; unspsc: string | null },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into category (name, parent_id, unspsc_code, display_order)
    select ${name}, ${parentId}::bigint, ${unspsc}::text, coalesce(max(display_order), 0) + 1
    from category where parent_id is not distinct from ${parentId}::bigint returning id`.execute(tx);
  return (rows[0] as { id: number }).id;
}

/** Names a category, and sets its code. */
export async function updateCategory(
  tx: Tx,
  id: number,
  { name, unspsc }: { name: string; unspsc: string | null },
): Promise<void> {
  await tx.updateTable('category').set({ name, unspsc_code: unspsc }).where('id', '=', id).execute();
}

/** Puts categories below `parentId`, in this order. */
export async function placeCategories(tx: Tx, parentId: number | null, ids: readonly number[]): Promise<void> {
  await sql`
    update category c set parent_id = ${parentId}::bigint, display_order = n.place
    from unnest(${[...ids]}::bigint[]) with ordinality n (id, place)
    where c.id = n.id and (c.parent_id is distinct from ${parentId}::bigint or c.display_order <> n.place)`.execute(tx);
}

/** The ids of the products in any of these categories, of all clients, in their order. */
export async function listProductIdsIn(tx: Tx, categoryIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct product_id as id from product_category where category_id = any (${[...categoryIds]}::bigint[]) order by 1`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Tells the listings of every organisation that has these products in its range that the order of the categories has changed. */
export async function renewCategoryOrder(tx: Tx, productIds: readonly number[]): Promise<void> {
  await sql`
    select refresh_listing(array(
      select distinct organisation_id from product_organisation where product_id = any (${[...productIds]}::bigint[]) order by 1), '{}')`.execute(
    tx,
  );
}

/** How many products are in a category, and how many of these in another one too, of all clients. */
export async function countProductsToMove(
  db: Db,
  fromId: number,
  intoId: number,
): Promise<{ products: number; alreadyThere: number }> {
  const { rows } = await sql<{ products: number; alreadyThere: number }>`
    select count(*)::int as products,
      count(*) filter (where exists (select from product_category o where o.product_id = pc.product_id and o.category_id = ${intoId}))::int as "alreadyThere"
    from product_category pc where pc.category_id = ${fromId}`.execute(db);
  return rows[0] as { products: number; alreadyThere: number };
}

/**
 * Gives the products of a category another one instead, also in what the last import said about them, and returns their ids. Their rows are locked
 * in the order of their ids.
 */
export async function moveProducts(tx: Tx, fromId: number, intoId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from product p where p.id in (select product_id from product_category where category_id = ${fromId}) order by p.id for update`.execute(
    tx,
  );
  const ids = rows.map(({ id }) => id);
  await sql`
    with gone as (delete from product_category where category_id = ${fromId}),
    imported as (update imported_product set category_id = ${intoId} where category_id = ${fromId}),
    told as (update product set categories_changed_at = clock_timestamp(), updated_at = now() where id = any (${ids}::bigint[]))
    insert into product_category (product_id, category_id) select unnest(${ids}::bigint[]), ${intoId} on conflict do nothing`.execute(
    tx,
  );
  return ids;
}

/** Deletes a category without products and without categories below it; false for any other. */
export async function deleteEmptyCategory(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    delete from category c where c.id = ${id} and not exists (select from product_category pc where pc.category_id = c.id)
      and not exists (select from category b where b.parent_id = c.id) returning c.id`.execute(tx);
  return rows.length > 0;
}
