import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { KeptPicture } from './kept-pictures.rules.ts';

/** The photographs of a product that this installation serves, in their order. */
export async function loadPictures(db: Db | Tx, productId: number): Promise<KeptPicture[]> {
  const { rows } = await sql<KeptPicture>`
    select i.id, i.src, i.alt_text as "altText", i.attribute_value_id as "valueId", i.shows
    from product_image i where i.product_id = ${productId} and i.src is not null order by i.position, i.id`.execute(db);
  return rows;
}

/** The colours of a product, in their order. */
export async function loadColours(db: Db | Tx, productId: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select v.id, v.name from product_attribute pa join attribute a on a.id = pa.attribute_id and a.role = 'colour'
    join product_attribute_value v on v.product_attribute_id = pa.id
    where pa.product_id = ${productId} order by pa.display_order, v.display_order, v.id`.execute(db);
  return rows;
}

/** Replaces the photographs of a product; those whose files have not been given yet stay. Returns them with the ids of new ones. */
export async function writePictures(
  tx: Tx,
  productId: number,
  pictures: readonly (Omit<KeptPicture, 'id'> & { id: number | null })[],
): Promise<KeptPicture[]> {
  const list = JSON.stringify(pictures.map((picture, position) => ({ ...picture, position })));
  const rows = sql`jsonb_to_recordset(${list}::jsonb) as new (id bigint, src text, "altText" text, "valueId" bigint, shows text, position int)`;
  await sql`
    with gone as (
      delete from product_image i where i.product_id = ${productId} and i.src is not null
        and not exists (select from ${rows} where new.id = i.id)),
    changed as (
      update product_image i set alt_text = new."altText", attribute_value_id = new."valueId", shows = new.shows, position = new.position
      from ${rows} where i.id = new.id and i.product_id = ${productId}
        and (i.alt_text, i.attribute_value_id, i.shows, i.position) is distinct from (new."altText", new."valueId", new.shows, new.position))
    insert into product_image (product_id, src, alt_text, attribute_value_id, shows, position)
    select ${productId}, new.src, new."altText", new."valueId", new.shows, new.position from ${rows} where new.id is null order by new.position`.execute(
    tx,
  );
  return loadPictures(tx, productId);
}

/** Notes that the photographs of a product were changed, and returns its version from then on. */
export async function markPicturesChanged(tx: Tx, productId: number): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update product set pictures_changed_at = clock_timestamp(), updated_at = now() where id = ${productId} returning version`.execute(
    tx,
  );
  return rows[0]?.version as number;
}
