import { sql } from 'kysely';
import type { BulkEditSubject } from '#api/platform/bulk-edit/bulk-edit-kind.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { RangeOwner, RangeRow, RangeState } from './range.rules.ts';

/** A product's entry in a group of a wardrobe. */
interface WardrobeEntry {
  groupId: number;
  quantity: number | null;
  points: number | null;
  displayOrder: number;
}

/** A product of the range before an edit, with its version right after the edit. */
export interface RangeProductSnapshot {
  id: number;
  productId: number;
  version: number;
  state: RangeState;
  /** Its entries in wardrobes; only for removed products. */
  held?: WardrobeEntry[];
}

/** Names and versions of products of the range. */
export async function listRangeSubjects(db: Db, scope: RangeOwner, ids: readonly number[]): Promise<BulkEditSubject[]> {
  const found = await sql<BulkEditSubject>`
    select po.id, coalesce(po.name, p.name) as name, po.version
    from product_organisation po join product p on p.id = po.product_id
    where po.organisation_id = ${scope.organisationId} and po.id = any (${[...ids]}::bigint[])`.execute(db);
  return found.rows;
}

/** Snapshots of products before they are removed, with their entries in wardrobes. */
export async function snapshotForRemoval(tx: Tx, scope: RangeOwner, rows: readonly RangeRow[]): Promise<RangeProductSnapshot[]> {
  const found = await sql<{ productId: number } & WardrobeEntry>`
    select product_id as "productId", collection_group_id as "groupId", quantity, points, display_order as "displayOrder"
    from collection_group_product
    where organisation_id = ${scope.organisationId} and product_id = any (${rows.map(({ productId }) => productId)}::bigint[])`.execute(
    tx,
  );
  return rows.map(({ id, productId, version, state }) => ({
    id,
    productId,
    version,
    state,
    held: found.rows.filter((one) => one.productId === productId).map(({ productId: _, ...one }) => one),
  }));
}

/**
 * Restores removed products under their earlier ids, without their audience lists, and adds them to the wardrobes that still
 * exist. Returns the restored ids, and the ids of these wardrobes.
 */
export async function restoreRangeProducts(
  tx: Tx,
  scope: RangeOwner,
  products: readonly RangeProductSnapshot[],
): Promise<{ restored: Set<number>; collectionIds: number[] }> {
  const { organisationId } = scope;
  const found = await sql<{ id: number }>`
    insert into product_organisation (id, organisation_id, product_id, name, organisation_sku, overridden_price_minor, price_percent, published, featured, display_order, version)
    select c.id, ${organisationId}, c."productId", c.state ->> 'name', c.state ->> 'organisationSku', (c.state ->> 'overriddenPriceMinor')::bigint, (c.state ->> 'pricePercent')::numeric,
      (c.state ->> 'published')::boolean, (c.state ->> 'featured')::boolean, (c.state ->> 'displayOrder')::int, c.version + 1
    from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as c (id bigint, "productId" bigint, version int, state jsonb)
    where exists (select from product p where p.id = c."productId")
    on conflict do nothing returning id`.execute(tx);
  const restored = new Set(found.rows.map(({ id }) => id));
  const held = products
    .filter(({ id }) => restored.has(id))
    .flatMap(({ productId, held: groups = [] }) => groups.map((group) => ({ productId, ...group })));
  const wardrobes = await sql<{ id: number }>`
    with added as (
      insert into collection_group_product (organisation_id, collection_group_id, product_id, quantity, points, display_order)
      select ${organisationId}, c."groupId", c."productId", c.quantity, c.points, c."displayOrder"
      from jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as c ("productId" bigint, "groupId" bigint, quantity int, points int, "displayOrder" int)
      join collection_group g on g.organisation_id = ${organisationId} and g.id = c."groupId"
      on conflict do nothing returning collection_group_id)
    select distinct g.collection_id as id from added
    join collection_group g on g.organisation_id = ${organisationId} and g.id = added.collection_group_id order by 1`.execute(tx);
  return { restored, collectionIds: wardrobes.rows.map(({ id }) => id) };
}
