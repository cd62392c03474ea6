import { type Insertable, sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Database } from '#api/platform/db/types.ts';
import { aStockedProduct, type StockedProduct, type StockedProductOverrides } from './builders.ts';
import { refreshProductListing } from './products.ts';

export const EMBROIDERY = 10;
export const PRINT = 20;
export const TRANSFER = 30;
export const NAME_BADGE = 40;

/** What the demonstration's supplier takes in GBP, in minor units without tax. */
export const GBP_PRICES = {
  [EMBROIDERY]: { priceMinor: 240, setupMinor: 1200 },
  [PRINT]: { priceMinor: 190, setupMinor: 1800 },
  [NAME_BADGE]: { priceMinor: 320, setupMinor: 0 },
};

type Place = 'left-chest' | 'right-chest' | 'upper-back';

/** A polo that can be decorated, with the ids of its positions by their places. */
export interface DecoratedProduct extends StockedProduct {
  positions: Record<Place, number>;
}

/** Adds a polo to Meridian's range that is embroidered or gets a badge on the chest, and is printed on the back. */
export async function aDecoratedProduct(
  db: Db,
  { isRequired = false, ...overrides }: StockedProductOverrides & { isRequired?: boolean } = {},
): Promise<DecoratedProduct> {
  const product = await aStockedProduct(db, overrides);
  await sql`update product set garment_type = 'polo', customisation_enabled = true, customisation_required = ${isRequired} where id = ${product.id}`.execute(
    db,
  );
  const { rows } = await sql<{ place: Place; id: number }>`
    with own as (
      insert into product_position (product_id, position_id, method_ids)
      select ${product.id}, id, case when side = 'front' then array[10, 40]::smallint[] else array[20, 30]::smallint[] end
      from decoration_position where garment_type = 'polo' and place in ('left-chest', 'right-chest', 'upper-back') returning position_id)
    select p.place, p.id from own join decoration_position p on p.id = own.position_id`.execute(db);
  await refreshProductListing(db, overrides.organisationIds ?? [1], [product.id]);
  return { ...product, positions: Object.fromEntries(rows.map(({ place, id }) => [place, id])) as Record<Place, number> };
}

/** Adds a logo to an organisation, Meridian by default; returns its id. */
export async function aLogo(db: Db, { organisationId = 1, name = 'Anchor' } = {}): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with picture as (
      insert into stored_file (organisation_id, storage_key, purpose, file_name, content_type, size_bytes, sha256, actor_kind, actor_id, stored_at)
      values (${organisationId}, gen_random_uuid(), 'garmentLogo', ${`${name}.png`}, 'image/png', 1, sha256(''::bytea), 'operator', 1, now()) returning id)
    insert into logo (organisation_id, name, file_id, width_px, height_px, created_by_kind)
    select ${organisationId}, ${name}, id, 400, 200, 'system' from picture returning id`.execute(db);
  return (rows[0] as { id: number }).id;
}

/** Adds a design to an organisation, Meridian by default; returns its id. */
export async function anOrganisationDesign(
  db: Db,
  values: Partial<Insertable<Database['garment_design']>> = {},
): Promise<number> {
  const { id } = await db
    .insertInto('garment_design')
    .values({ organisation_id: 1, name: 'House logo', place: 'left-chest', method_id: EMBROIDERY, ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds a design for names on the right chest: a badge with the first name and an initial. */
export const aNameDesign = (db: Db, values: Partial<Insertable<Database['garment_design']>> = {}): Promise<number> =>
  anOrganisationDesign(db, {
    name: 'Name badge',
    place: 'right-chest',
    method_id: NAME_BADGE,
    name_form: 'first-initial',
    font_name: 'Sans',
    letter_mm: 6,
    ...values,
  });

/** Marks what a proof key stands for as approved. */
export async function approveProof(
  db: Db,
  proofKey: string,
  {
    logoId = null,
    garmentDesignId = null,
    organisationId = 1,
  }: { logoId?: number | null; garmentDesignId?: number | null; organisationId?: number } = {},
): Promise<void> {
  await sql`
    insert into proof_request (organisation_id, proof_key, design, logo_id, garment_design_id, approved_at)
    values (${organisationId}, ${proofKey}, '{}', ${logoId}, ${garmentDesignId}, now())
    on conflict (organisation_id, proof_key) do update set approved_at = now()`.execute(db);
}
