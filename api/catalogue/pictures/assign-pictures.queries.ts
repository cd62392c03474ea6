import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';

/**
 * Gives each combination of these products its picture: the first photograph of its colour, else the one that an imported file names for it, else that of another
 * combination of its colour. Where none has one, it is null, and the pictures of the product count. Of a product with a photograph of one colour, other
 * colours get a photograph that is for all, or their drawing: never that of another colour.
 */
export async function assignPictures(tx: Tx, productIds: readonly number[]): Promise<void> {
  await sql`
    with own as materialized (
      select c.id, c.product_id, c.display_order, named.src, colour.id as colour, colour.drawing
      from combination c join product p on p.id = c.product_id
      left join lateral (select i.src from product_image i
        where i.product_id = c.product_id and i.source_url = c.image_source_url and i.src is not null order by i.position, i.id limit 1) named on true
      left join lateral (
        select v.id, case when v.colour_rgb is not null
          then drawing_url(p.garment_type, p.drawing_features, v.colour_rgb, v.accent_rgb, 'front') end as drawing
        from product_attribute_value v join product_attribute pa on pa.id = v.product_attribute_id join attribute a on a.id = pa.attribute_id
        where v.id = any (c.value_ids) and a.role = 'colour' limit 1) colour on true
      where c.product_id = any (${[...productIds]}::bigint[])),
    of_colour as (
      select distinct on (product_id, colour) product_id, colour, src from own
      where src is not null and colour is not null order by product_id, colour, display_order, id),
    photograph as (
      select distinct on (product_id, attribute_value_id) product_id, attribute_value_id, src from product_image
      where product_id = any (${[...productIds]}::bigint[]) and src is not null order by product_id, attribute_value_id, position, id),
    assigned as (
      select own.id, coalesce(kept.src, own.src, of_colour.src,
        case when exists (select from photograph f where f.product_id = own.product_id and f.attribute_value_id is not null)
          then coalesce(general.src, own.drawing) end) as src
      from own
      left join of_colour on of_colour.product_id = own.product_id and of_colour.colour = own.colour
      left join photograph kept on kept.product_id = own.product_id and kept.attribute_value_id = own.colour
      left join photograph general on general.product_id = own.product_id and general.attribute_value_id is null)
    update combination c set image_src = a.src from assigned a where c.id = a.id and c.image_src is distinct from a.src`.execute(
    tx,
  );
}
