import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import { OF_DESIGN, productsInScope } from './client-designs.queries.ts';
import type { ClientText, MethodText } from './fixed-texts.rules.ts';

/** Current designs of clients with a fixed text, with where each of them is. `has` is a condition about design `g` and a product `p` for which it is. */
export async function listClientTexts(tx: Tx, has: RawBuilder<boolean>): Promise<(ClientText & { place: string })[]> {
  const { rows } = await sql<ClientText & { place: string }>`
    select o.name as organisation, g.name as design, g.place, g.method_id as "methodId", g.text, g.font_name as "fontName",
      g.letter_mm::float8 as "letterMm", m.longest_text as "maxLength", m.most_lines as "maxLines"
    from garment_design g join organisation o on o.id = g.organisation_id join decoration_method m on m.id = g.method_id
    where g.archived_at is null and g.text is not null and exists (select from ${productsInScope(OF_DESIGN)} and ${has})
    order by o.name, g.name, g.id`.execute(tx);
  return rows;
}

/** Those on products that have a position. */
export const listTextsAt = (tx: Tx, { id, place }: { id: number; place: string }): Promise<ClientText[]> =>
  listClientTexts(
    tx,
    sql<boolean>`g.place = ${place} and exists (
      select from product_position pp where pp.product_id = p.id and pp.position_id = ${id} and g.method_id = any (pp.method_ids))`,
  );

/** Those that are for a product, wherever on it they are. */
export const listTextsFor = (tx: Tx, productId: number) => listClientTexts(tx, sql<boolean>`p.id = ${productId}`);

/** Current designs of clients by a method that have a text or are for names. */
export async function listTextsByMethod(tx: Tx, methodId: number): Promise<MethodText[]> {
  const { rows } = await sql<MethodText>`
    select o.name as organisation, g.name as design, g.text, g.letter_mm::float8 as "letterMm"
    from garment_design g join organisation o on o.id = g.organisation_id
    where g.method_id = ${methodId} and g.archived_at is null and (g.text is not null or g.name_form is not null)
    order by o.name, g.name, g.id`.execute(tx);
  return rows;
}
