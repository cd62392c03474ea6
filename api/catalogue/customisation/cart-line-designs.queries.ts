import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { createCustomisationKey, type Design } from './design.rules.ts';

/** The columns of a design in `cart_line_customisation`, and of `toDesignColumns` as a record set. */
export const designColumns = sql`customisation_id, method_id, position_id, logo_id, text, font_name, thread_colour_id, garment_design_id, comments`;
export const designRecord = sql`(customisation_id bigint, method_id smallint, position_id bigint, logo_id bigint, text text, font_name text,
  thread_colour_id bigint, garment_design_id bigint, comments text)`;

/** Designs in the columns of `cart_line_customisation`, as JSON. */
export const toDesignColumns = (designs: readonly (Design & { customisationId: number | null })[]) =>
  designs.map((design) => ({
    customisation_id: design.customisationId,
    method_id: design.methodId,
    position_id: design.positionId,
    logo_id: design.logoId,
    text: design.text,
    font_name: design.fontName,
    thread_colour_id: design.threadColourId,
    garment_design_id: design.garmentDesignId,
    comments: design.comments,
  }));

/** Puts designs on a line of a locked cart, in the place of those at the same positions. The line keeps its others with `keepsOthers`. */
export async function putDesignsOnLine(
  tx: Tx,
  { organisationId }: Scope,
  lineId: number,
  designs: readonly (Design & { customisationId: number | null })[],
  { keepsOthers }: { keepsOthers: boolean },
): Promise<void> {
  if (!keepsOthers)
    await sql`
      delete from cart_line_customisation where organisation_id = ${organisationId} and cart_line_id = ${lineId}
        and position_id <> all (${designs.map(({ positionId }) => positionId)}::bigint[])`.execute(tx);
  if (designs.length === 0) return;
  await sql`
    insert into cart_line_customisation (organisation_id, cart_line_id, ${designColumns})
    select ${organisationId}, ${lineId}, d.* from jsonb_to_recordset(${JSON.stringify(toDesignColumns(designs))}::jsonb) as d ${designRecord}
    on conflict on constraint cart_line_customisation_position_once do update set customisation_id = excluded.customisation_id, method_id = excluded.method_id,
      logo_id = excluded.logo_id, text = excluded.text, font_name = excluded.font_name, thread_colour_id = excluded.thread_colour_id,
      garment_design_id = excluded.garment_design_id, comments = excluded.comments, created_at = now()`.execute(tx);
}

/** Locks the carts of the person in scope, whichever session has them: call it before lines with their saved designs are changed. */
export async function lockCartsOf(tx: Tx, { organisationId, customerId }: Scope): Promise<void> {
  await sql`select from cart t where t.organisation_id = ${organisationId} and t.customer_id = ${customerId} order by t.id for update`.execute(
    tx,
  );
}

/** Makes the lines of locked carts that follow a saved design equal to it, and returns their ids. */
export async function changeFollowers(tx: Tx, { organisationId }: Scope, savedId: number, design: Design): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update cart_line_customisation set method_id = ${design.methodId}, position_id = ${design.positionId}, logo_id = ${design.logoId}, text = ${design.text},
      font_name = ${design.fontName}, thread_colour_id = ${design.threadColourId}, garment_design_id = ${design.garmentDesignId},
      comments = ${design.comments}
    where organisation_id = ${organisationId} and customisation_id = ${savedId} returning cart_line_id as id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Whether a line that follows a saved design has another one at a position. */
export async function hasFollowerWithOther(
  tx: Tx,
  { organisationId }: Scope,
  savedId: number,
  positionId: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from cart_line_customisation c
    join cart_line_customisation other on other.organisation_id = c.organisation_id and other.cart_line_id = c.cart_line_id and other.id <> c.id
    where c.organisation_id = ${organisationId} and c.customisation_id = ${savedId} and other.position_id = ${positionId} limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Takes a saved design off all lines of locked carts, and returns their ids. */
export async function removeFollowers(tx: Tx, { organisationId }: Scope, savedId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from cart_line_customisation where organisation_id = ${organisationId} and customisation_id = ${savedId}
    returning cart_line_id as id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Brings the keys of lines up to date after their designs have changed, and adds lines that then equal another of their cart to it. A line whose designs
 * were changed is added to one that was not, and a newer to an older one. The carts must be locked.
 */
export async function renewLineKeys(tx: Tx, { organisationId }: Scope, lineIds: readonly number[]): Promise<void> {
  const ids = [...new Set(lineIds)];
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: number; designs: Design[] }>`
    select l.id, coalesce((
      select json_agg(json_build_object('methodId', c.method_id, 'positionId', c.position_id, 'logoId', c.logo_id, 'text', c.text, 'fontName', c.font_name,
        'threadColourId', c.thread_colour_id, 'garmentDesignId', c.garment_design_id, 'comments', c.comments))
      from cart_line_customisation c where c.organisation_id = l.organisation_id and c.cart_line_id = l.id), '[]') as designs
    from cart_line l
    where l.organisation_id = ${organisationId} and l.id = any (${ids}::bigint[]) and l.made_to_measure_request_id is null`.execute(
    tx,
  );
  await sql`
    with changed as (
      select * from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ designs }) => createCustomisationKey(designs))}::text[]) as c (id, key)),
    line as (
      select l.id, l.quantity, l.reason, l.replaces_order_ids, coalesce(changed.key, l.customisation_key) as key, changed.id is not null as is_changed,
        first_value(l.id) over (
          partition by l.cart_id, l.combination_id, l.collection_id, l.collection_group_id, l.super_group_id, l.super_group_option_id, l.wearer_id,
            l.quote_item_id, l.auxiliary_id, coalesce(changed.key, l.customisation_key)
          order by changed.id is not null, l.id) as stays
      from cart_line l left join changed on changed.id = l.id
      where l.organisation_id = ${organisationId} and l.cart_id in (
        select own.cart_id from changed join cart_line own on own.organisation_id = ${organisationId} and own.id = changed.id)),
    merged as (
      select stays as id, key, sum(quantity) as quantity, max(reason) as reason, bool_or(is_changed) as is_changed
      from line group by stays, key),
    gone as (
      delete from cart_line l using line where l.organisation_id = ${organisationId} and l.id = line.id and line.stays <> line.id returning l.id)
    update cart_line l set customisation_key = merged.key, quantity = merged.quantity, reason = coalesce(l.reason, merged.reason),
      replaces_order_ids = l.replaces_order_ids || coalesce((
        select array_agg(replaced.order_id) from line, unnest(line.replaces_order_ids) as replaced (order_id) where line.stays = l.id and line.id <> l.id), '{}'),
      updated_at = now()
    -- The lines that go have to be deleted before those that stay become equal to them.
    from merged cross join (select count(*) as lines from gone) deleted
    where l.organisation_id = ${organisationId} and l.id = merged.id and merged.is_changed and deleted.lines >= 0`.execute(tx);
}
