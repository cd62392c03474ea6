import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { Scope } from '../http/scope.ts';
import type { RangeRow, RangeState } from './range.rules.ts';

/** What a wardrobe says of a product that it holds. */
interface Held {
  groupId: number;
  quantity: number | null;
  points: number | null;
  displayOrder: number;
}

/** A product as it was before a change, with the version it had afterwards. */
export interface Kept {
  id: number;
  productId: number;
  version: number;
  state: RangeState;
  /** In which wardrobes it was; only of products that were taken off. */
  held?: Held[];
}

export type What = 'changed' | 'added' | 'removed';

/** Keeps what a change can be taken back by; what is older than a day goes. */
export async function keepChange(tx: Tx, scope: Scope, what: What, products: readonly Kept[]): Promise<number> {
  await sql`delete from range_change where organisation_id = ${scope.organisationId} and made_at < now() - interval '1 day'`.execute(
    tx,
  );
  const found = await sql<{ id: number }>`
    insert into range_change (organisation_id, made_by_id, what, products)
    values (${scope.organisationId}, ${scope.customerId}, ${what}, ${JSON.stringify(products)}::jsonb) returning id`.execute(tx);
  return found.rows[0]?.id ?? 0;
}

/** A change of the last day, locked; undefined when there is none of that id. */
export async function lockChange(
  tx: Tx,
  scope: Scope,
  id: number,
): Promise<{ what: What; products: Kept[]; undone: boolean } | undefined> {
  const found = await sql<{ what: What; products: Kept[]; undone: boolean }>`
    select what, products, undone_at is not null as undone from range_change
    where organisation_id = ${scope.organisationId} and id = ${id} and made_at > now() - interval '1 day' for update`.execute(tx);
  return found.rows[0];
}

export async function endChange(tx: Tx, scope: Scope, id: number): Promise<void> {
  await sql`update range_change set undone_at = now(), products = '[]' where organisation_id = ${scope.organisationId} and id = ${id}`.execute(
    tx,
  );
}

/** Products as they are kept when they are taken off: with the wardrobes that hold them. */
export async function readForRemoval(tx: Tx, scope: Scope, rows: readonly RangeRow[]): Promise<Kept[]> {
  const found = await sql<{ productId: number } & Held>`
    select product_id as "productId", collection_group_id as "groupId", quantity, points, display_order as "displayOrder"
    from collection_group_product
    where organisation_id = ${scope.organisationId} and product_id = any (${rows.map(({ productId }) => productId)}::int[])`.execute(
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

/** Brings products back under their old ids, without their limits, and into the wardrobes that are still there; answers which came. */
export async function restoreRows(tx: Tx, scope: Scope, products: readonly Kept[]): Promise<Set<number>> {
  const { organisationId } = scope;
  const found = await sql<{ id: number }>`
    insert into product_organisation (id, organisation_id, product_id, name, organisation_sku, overridden_price_minor, price_percent, published, featured, display_order, version)
    select c.id, ${organisationId}, c."productId", c.state ->> 'name', c.state ->> 'organisationSku', (c.state ->> 'overriddenPriceMinor')::bigint, (c.state ->> 'pricePercent')::numeric,
      (c.state ->> 'published')::boolean, (c.state ->> 'featured')::boolean, (c.state ->> 'displayOrder')::int, c.version + 1
    from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as c (id int, "productId" int, version int, state jsonb)
    where exists (select from product p where p.id = c."productId")
    on conflict do nothing returning id`.execute(tx);
  const back = new Set(found.rows.map(({ id }) => id));
  const held = products
    .filter(({ id }) => back.has(id))
    .flatMap(({ productId, held: groups = [] }) => groups.map((group) => ({ productId, ...group })));
  await sql`
    insert into collection_group_product (organisation_id, collection_group_id, product_id, quantity, points, display_order)
    select ${organisationId}, c."groupId", c."productId", c.quantity, c.points, c."displayOrder"
    from jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as c ("productId" int, "groupId" int, quantity int, points int, "displayOrder" int)
    join collection_group g on g.organisation_id = ${organisationId} and g.id = c."groupId"
    on conflict do nothing`.execute(tx);
  return back;
}
