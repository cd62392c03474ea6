import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Tenant } from '../../entitlement.queries.ts';
import type { WardrobeContents } from './contents.rules.ts';

/** What the wardrobes contain now, by their ids; those that there are. */
export async function readContents(
  db: Db,
  { organisationId }: Tenant,
  collectionIds: readonly number[],
): Promise<Map<number, WardrobeContents>> {
  const found = await sql<{ id: number; contents: WardrobeContents }>`
    select id, wardrobe_contents(organisation_id, id) as contents from collection
    where organisation_id = ${organisationId} and id = any (${[...collectionIds]}::bigint[])`.execute(db);
  return new Map(found.rows.map(({ id, contents }) => [id, contents]));
}

/**
 * Makes a wardrobe contain exactly this: parts keep their ids, those that have been deleted come back under theirs, and all others are deleted. Ids must be
 * positive. Products that are no longer in the range, a season that is gone and names that were taken meanwhile are left out. The wardrobe is locked.
 */
export async function applyContents(
  tx: Tx,
  { organisationId }: Tenant,
  collectionId: number,
  contents: WardrobeContents,
): Promise<void> {
  const json = JSON.stringify(contents);
  const superGroups = sql`
    jsonb_array_elements(${json}::jsonb -> 'superGroups') with ordinality as s (value, position)`;
  const groups = sql`jsonb_array_elements(${json}::jsonb -> 'groups') with ordinality as g (value, position)`;
  await sql`
    update collection w set budget_points = c."budgetPoints", budget_minor = c."budgetMinor", beyond = c.beyond, necessity = c.necessity,
      season_id = (select s.id from season s where s.organisation_id = w.organisation_id and s.id = c."seasonId")
    from jsonb_to_record(${json}::jsonb) as c ("seasonId" bigint, "budgetPoints" int, "budgetMinor" bigint, beyond text, necessity text)
    where w.organisation_id = ${organisationId} and w.id = ${collectionId}`.execute(tx);
  // Groups first, since they refer to options; names are unique, so that those of parts that stay are freed before they are given to others.
  await sql`
    delete from collection_group
    where organisation_id = ${organisationId} and collection_id = ${collectionId}
      and id not in (select (g.value ->> 'id')::bigint from ${groups})`.execute(tx);
  await freeNames(
    tx,
    organisationId,
    collectionId,
    'collection_group',
    sql`select (g.value ->> 'id')::bigint, g.value ->> 'name' from ${groups}`,
  );
  await sql`
    update collection_group set super_group_option_id = null
    where organisation_id = ${organisationId} and collection_id = ${collectionId} and super_group_option_id not in (
      select (o ->> 'id')::bigint from ${superGroups} cross join lateral jsonb_array_elements(s.value -> 'options') o)`.execute(
    tx,
  );
  await sql`
    delete from super_group_option
    where organisation_id = ${organisationId} and collection_id = ${collectionId} and id not in (
      select (o ->> 'id')::bigint from ${superGroups} cross join lateral jsonb_array_elements(s.value -> 'options') o)`.execute(
    tx,
  );
  await sql`
    delete from super_group
    where organisation_id = ${organisationId} and collection_id = ${collectionId}
      and id not in (select (s.value ->> 'id')::bigint from ${superGroups})`.execute(tx);
  await freeNames(
    tx,
    organisationId,
    collectionId,
    'super_group',
    sql`select (s.value ->> 'id')::bigint, s.value ->> 'name' from ${superGroups}`,
  );
  await freeNames(
    tx,
    organisationId,
    collectionId,
    'super_group_option',
    sql`select (o ->> 'id')::bigint, o ->> 'name' from ${superGroups} cross join lateral jsonb_array_elements(s.value -> 'options') o`,
  );
  await sql`
    insert into super_group as t (organisation_id, id, collection_id, name, min_select, max_select, display_order)
    select ${organisationId}, (s.value ->> 'id')::bigint, ${collectionId}, s.value ->> 'name', (s.value ->> 'minSelect')::int, (s.value ->> 'maxSelect')::int, s.position
    from ${superGroups}
    on conflict (organisation_id, id) do update set name = excluded.name, min_select = excluded.min_select, max_select = excluded.max_select,
      display_order = excluded.display_order where t.collection_id = excluded.collection_id`.execute(tx);
  await sql`
    insert into super_group_option as t (organisation_id, id, collection_id, super_group_id, name, image_src, display_order)
    select ${organisationId}, (o.value ->> 'id')::bigint, ${collectionId}, (s.value ->> 'id')::bigint, o.value ->> 'name', o.value ->> 'imageSrc', o.position
    from ${superGroups} cross join lateral jsonb_array_elements(s.value -> 'options') with ordinality as o (value, position)
    on conflict (organisation_id, id) do update set super_group_id = excluded.super_group_id, name = excluded.name, image_src = excluded.image_src,
      display_order = excluded.display_order where t.collection_id = excluded.collection_id`.execute(tx);
  await sql`
    insert into collection_group as t (organisation_id, id, collection_id, super_group_option_id, name, quantity, min_quantity, display_order)
    select ${organisationId}, (g.value ->> 'id')::bigint, ${collectionId}, (g.value ->> 'superGroupOptionId')::bigint, g.value ->> 'name',
      (g.value ->> 'quantity')::int, (g.value ->> 'minQuantity')::int, g.position
    from ${groups}
    on conflict (organisation_id, id) do update set super_group_option_id = excluded.super_group_option_id, name = excluded.name,
      quantity = excluded.quantity, min_quantity = excluded.min_quantity, display_order = excluded.display_order
      where t.collection_id = excluded.collection_id`.execute(tx);
  await sql`
    with product as (
      select (g.value ->> 'id')::bigint as group_id, (p.value ->> 'productId')::bigint as product_id, (p.value ->> 'quantity')::int as quantity,
        (p.value ->> 'points')::int as points, p.position
      from ${groups} cross join lateral jsonb_array_elements(g.value -> 'products') with ordinality as p (value, position)),
    removed as (
      delete from collection_group_product gp using collection_group t
      where t.organisation_id = ${organisationId} and t.collection_id = ${collectionId} and gp.organisation_id = t.organisation_id and gp.collection_group_id = t.id
        and not exists (select from product where product.group_id = gp.collection_group_id and product.product_id = gp.product_id))
    insert into collection_group_product (organisation_id, collection_group_id, product_id, quantity, points, display_order)
    select ${organisationId}, product.group_id, product.product_id, product.quantity, product.points, product.position
    from product
    join product_organisation po on po.organisation_id = ${organisationId} and po.product_id = product.product_id
    on conflict (organisation_id, collection_group_id, product_id)
      do update set quantity = excluded.quantity, points = excluded.points, display_order = excluded.display_order`.execute(tx);
}

/** Frees the names of parts of a wardrobe that are going to have another one, so that two can exchange theirs. `parts` yields ids and new names. */
async function freeNames(
  tx: Tx,
  organisationId: number,
  collectionId: number,
  table: string,
  parts: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    update ${sql.table(table)} t set name = '…' || t.id
    from (${parts}) as part (id, name)
    where t.organisation_id = ${organisationId} and t.collection_id = ${collectionId} and t.id = part.id and t.name <> part.name`.execute(
    tx,
  );
}
