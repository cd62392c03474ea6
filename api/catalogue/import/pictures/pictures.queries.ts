import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';

/** A picture that an import named by its address on another server. */
export interface NamedPicture {
  id: number;
  productId: number;
  handle: string;
  sourceUrl: string;
  /** Where this installation serves it; null until its file has been given. */
  src: string | null;
}

/** The pictures that imports named for products, those of a client's range or all, by product and position. */
export async function listNamedPictures(tx: Tx, organisationId: number | null): Promise<NamedPicture[]> {
  const { rows } = await sql<NamedPicture>`
    select i.id, i.product_id as "productId", p.handle, i.source_url as "sourceUrl", i.src
    from product_image i join product p on p.id = i.product_id
    where i.source_url is not null and (${organisationId}::bigint is null
      or exists (select from product_organisation po where po.organisation_id = ${organisationId} and po.product_id = p.id))
    order by p.id, i.position, i.id`.execute(tx);
  return rows;
}

/** Records where pictures are served from now on. */
export async function setPictureSources(tx: Tx, pictures: readonly { id: number; src: string }[]): Promise<void> {
  await sql`
    update product_image i set src = new.src
    from jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb) as new (id bigint, src text) where i.id = new.id`.execute(tx);
}

/**
 * Gives each combination of these products the picture that its file names for it, else that of another combination of its colour; none
 * if that picture is not here.
 */
export async function assignVariantPictures(tx: Tx, productIds: readonly number[]): Promise<void> {
  await sql`
    with own as materialized (
      select c.id, c.product_id, c.display_order, i.src,
        (select v.id from product_attribute_value v join product_attribute pa on pa.id = v.product_attribute_id join attribute a on a.id = pa.attribute_id
         where v.id = any (c.value_ids) and a.role = 'colour' limit 1) as colour
      from combination c
      left join lateral (select i.src from product_image i
        where i.product_id = c.product_id and i.source_url = c.image_source_url and i.src is not null order by i.position, i.id limit 1) i on true
      where c.product_id = any (${productIds}::bigint[])),
    of_colour as (
      select distinct on (product_id, colour) product_id, colour, src from own
      where src is not null and colour is not null order by product_id, colour, display_order, id)
    update combination c set image_src = coalesce(own.src, of_colour.src)
    from own left join of_colour on of_colour.product_id = own.product_id and of_colour.colour = own.colour
    where c.id = own.id and c.image_src is distinct from coalesce(own.src, of_colour.src)`.execute(tx);
}
