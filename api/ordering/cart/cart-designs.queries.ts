import { sql } from 'kysely';
import { isChangeableCart } from '#api/identity/sessions/cart-key.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** A line that gets a design. */
export interface LineToDecorate {
  id: number;
  productId: number;
  collectionId: number | null;
  /** Whether it comes from a quote, with whose price its designs are. */
  isQuoted: boolean;
}

/** A line of the person's cart, locked with its cart until the transaction ends; undefined when there is none with this id. */
export async function findLineToDecorate(tx: Tx, scope: Scope, lineId: number): Promise<LineToDecorate | undefined> {
  const { rows } = await sql<LineToDecorate>`
    select l.id, l.product_id as "productId", l.collection_id as "collectionId", l.quote_item_id is not null as "isQuoted"
    from cart t join cart_line l on l.organisation_id = t.organisation_id and l.cart_id = t.id
    where ${isChangeableCart(scope)} and l.id = ${lineId} for update of t, l`.execute(tx);
  return rows[0];
}

/** Deletes a design from a line of the person's cart, which stays locked; undefined when no line has it. `isNeeded`: perhaps the garment needs it. */
export async function deleteCartDesign(
  tx: Tx,
  scope: Scope,
  id: number,
): Promise<{ lineId: number; isNeeded: boolean; isQuoted: boolean } | undefined> {
  const { rows } = await sql<{ lineId: number; isNeeded: boolean; isQuoted: boolean }>`
    with own as (
      select c.id, l.id as line_id, l.quote_item_id is not null as is_quoted, c.garment_design_id is not null or (select p.customisation_required from product p where p.id = l.product_id) as is_needed
      from cart t join cart_line l on l.organisation_id = t.organisation_id and l.cart_id = t.id
      join cart_line_customisation c on c.organisation_id = l.organisation_id and c.cart_line_id = l.id
      where ${isChangeableCart(scope)} and c.id = ${id} for update of t, l)
    delete from cart_line_customisation c using own where c.organisation_id = ${scope.organisationId} and c.id = own.id
    returning own.line_id as "lineId", own.is_needed as "isNeeded", own.is_quoted as "isQuoted"`.execute(tx);
  return rows[0];
}
