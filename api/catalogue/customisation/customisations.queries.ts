import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { Design } from './design.rules.ts';
import type { DesignRow } from './design-options.rules.ts';
import { savedDesigns } from './design-rows.queries.ts';

/** A design as it is saved. */
export interface SavedDesign extends Design {
  productId: number;
  name: string | null;
}

/** The designs that the person has saved, newest first; only for a product where one is given. */
export async function listSavedDesigns(db: Db, scope: Scope, productId: number | null): Promise<DesignRow[]> {
  const condition = productId === null ? sql`true` : sql`c.product_id = ${productId}`;
  const { rows } = await sql<{ designs: DesignRow[] | null }>`select ${savedDesigns(scope, condition)} as designs`.execute(db);
  return rows[0]?.designs ?? [];
}

/** A design that the person has saved; undefined when there is none with this id. */
export async function findSavedDesign(db: Db, scope: Scope, id: number): Promise<DesignRow | undefined> {
  const { rows } = await sql<{
    designs: DesignRow[] | null;
  }>`select ${savedDesigns(scope, sql`c.id = ${id}`)} as designs`.execute(db);
  return rows[0]?.designs?.[0];
}

/**
 * Locks saved designs of the person until the transaction ends: to put them on lines, or, with `toChange`, to change them. Designs are locked before
 * carts. Returns the ids of those that exist.
 */
export async function lockSavedDesigns(
  tx: Tx,
  { organisationId, customerId }: Scope,
  ids: readonly number[],
  { toChange = false } = {},
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from customisation
    where organisation_id = ${organisationId} and customer_id = ${customerId} and id = any (${[...new Set(ids)]}::bigint[])
    order by id ${toChange ? sql`for update` : sql`for share`}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Saves a design for the person and returns its id. */
export async function insertSavedDesign(tx: Tx, { organisationId, customerId }: Scope, design: SavedDesign): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into customisation (organisation_id, customer_id, name, product_id, method_id, position_id, logo_id, text, font_name, thread_colour_id,
      garment_design_id, comments)
    values (${organisationId}, ${customerId}, ${design.name}, ${design.productId}, ${design.methodId}, ${design.positionId}, ${design.logoId}, ${design.text},
      ${design.fontName}, ${design.threadColourId}, ${design.garmentDesignId}, ${design.comments})
    returning id`.execute(tx);
  return (rows[0] as { id: number }).id;
}

/** Changes a locked design. */
export async function updateSavedDesign(tx: Tx, { organisationId }: Scope, id: number, design: SavedDesign): Promise<void> {
  await sql`
    update customisation set name = ${design.name}, method_id = ${design.methodId}, position_id = ${design.positionId}, logo_id = ${design.logoId},
      text = ${design.text}, font_name = ${design.fontName}, thread_colour_id = ${design.threadColourId}, garment_design_id = ${design.garmentDesignId},
      comments = ${design.comments}, updated_at = now()
    where organisation_id = ${organisationId} and id = ${id}`.execute(tx);
}

/** Whether an order was placed with a saved design. */
export async function isOrdered(tx: Tx, { organisationId }: Scope, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from order_line_customisation where organisation_id = ${organisationId} and customisation_id = ${id} limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Deletes a locked design. */
export async function deleteSavedDesign(tx: Tx, { organisationId }: Scope, id: number): Promise<void> {
  await sql`delete from customisation where organisation_id = ${organisationId} and id = ${id}`.execute(tx);
}
