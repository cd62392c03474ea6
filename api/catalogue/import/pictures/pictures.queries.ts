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
