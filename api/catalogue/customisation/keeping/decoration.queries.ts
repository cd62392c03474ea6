import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { brandsOf } from '../../kept-products/kept-products.queries.ts';
import { mandatoryDesigns } from '../design-rows.queries.ts';
import type { Decoration, KeptColour, KeptMethod, KeptPosition, MethodUse } from './decoration.rules.ts';

const methodColumns = sql`json_build_object('id', m.id, 'name', m.name, 'workingDays', m.working_days, 'smallestLetterMm', m.smallest_letter_mm,
  'longestText', m.longest_text, 'lines', m.most_lines, 'takesLogo', m.takes_logo, 'takesText', m.takes_text, 'isActive', m.active, 'version', m.version,
  'prices', (select coalesce(json_agg(json_build_object('currencyCode', p.currency_code, 'priceMinor', p.price_minor, 'setupMinor', p.setup_minor)
    order by p.currency_code), '[]') from decoration_price p where p.method_id = m.id))`;
const colourColumns = sql`json_build_object('id', t.id, 'name', t.name, 'number', t.number, 'rgb', t.rgb, 'isActive', t.active, 'version', t.version)`;
const positionColumns = sql`json_build_object('id', d.id, 'garmentType', d.garment_type, 'place', d.place, 'name', d.name, 'side', d.side, 'xCm', d.x_cm,
  'yCm', d.y_cm, 'widthCm', d.width_cm, 'heightCm', d.height_cm, 'letterMm', d.letter_mm, 'measuredFrom', d.measured_from, 'version', d.version,
  'products', (select count(*)::int from product_position pp where pp.position_id = d.id))`;
const listOf = (rows: RawBuilder<unknown>) => sql`coalesce((select json_agg(${rows}), '[]')`;

/** Methods with their prices, colours and positions, in their order. */
export async function findDecoration(db: Db | Tx, operator: OperatorScope): Promise<Decoration> {
  const { rows } = await sql<Decoration>`
    select ${listOf(sql`${methodColumns} order by m.id) from decoration_method m`)} as methods,
      ${listOf(sql`${colourColumns} order by t.display_order, t.id) from thread_colour t`)} as colours,
      ${listOf(sql`${positionColumns} order by d.garment_type, d.display_order, d.id) from decoration_position d`)} as positions,
      coalesce((select json_object_agg(p.garment_type, p.number) from (
        select garment_type, count(*)::int as number from product where garment_type is not null group by 1) p), '{}') as products,
      array(select currency_code from organisation where brand_id = any (${brandsOf(operator)})
        union select currency_code from decoration_price order by 1) as currencies,
      (select count(*)::int from organisation where brand_id <> all (${brandsOf(operator)})) as "foreignOrganisations"`.execute(
    db,
  );
  return rows[0] as Decoration;
}

/** Lets changes of methods, colours and positions, and new designs of clients, wait for each other until the transaction ends. */
export async function lockDecoration(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(7404173)`.execute(tx);
}

/** Writes a method as it is now, with all of its prices. */
export async function updateMethod(tx: Tx, { prices, ...method }: KeptMethod): Promise<void> {
  await sql`
    update decoration_method set name = ${method.name}, working_days = ${method.workingDays}, smallest_letter_mm = ${method.smallestLetterMm},
      longest_text = ${method.longestText}, most_lines = ${method.lines}, active = ${method.isActive}, version = version + 1
    where id = ${method.id}`.execute(tx);
  await sql`delete from decoration_price where method_id = ${method.id}`.execute(tx);
  if (prices.length > 0)
    await sql`
      insert into decoration_price (method_id, currency_code, price_minor, setup_minor)
      select ${method.id}, n."currencyCode", n."priceMinor", n."setupMinor"
      from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as n ("currencyCode" text, "priceMinor" bigint, "setupMinor" bigint)`.execute(
      tx,
    );
}

/**
 * Designs `d` that lines `l` of carts have, their own and those that their garments have by themselves, with whether the method's price counts.
 */
export const cartDesigns = sql`(
  select l.organisation_id, l.cart_id, l.id as line_id, l.quantity, c.garment_design_id, coalesce(g.method_id, c.method_id) as method_id,
    g.price_minor is null as has_method_price, g.id is null as has_method_setup
  from cart_line_customisation c
  join cart_line l on l.organisation_id = c.organisation_id and l.id = c.cart_line_id
  left join garment_design g on g.organisation_id = c.organisation_id and g.id = c.garment_design_id
  union all
  select l.organisation_id, l.cart_id, l.id, l.quantity, m.id, m.method_id, m.price_minor is null, false
  from cart_line l
  cross join lateral (${mandatoryDesigns({
    organisationId: sql`l.organisation_id`,
    productId: sql`l.product_id`,
    collectionId: sql`l.collection_id`,
  })}) m
  -- A required name that was typed is one of the designs above.
  where not exists (
    select from cart_line_customisation typed
    where typed.organisation_id = l.organisation_id and typed.cart_line_id = l.id and typed.position_id = m.position_id and typed.garment_design_id = m.id))`;

/** The open carts with designs by a method, by currency. */
export async function countMethodUse(tx: Tx, methodId: number): Promise<MethodUse[]> {
  const { rows } = await sql<MethodUse>`
    select o.currency_code as "currencyCode", count(distinct (d.organisation_id, d.cart_id))::int as carts, sum(d.quantity)::int as pieces,
      count(distinct (d.organisation_id, d.cart_id)) filter (where d.has_method_price)::int as "pricedCarts",
      coalesce(sum(d.quantity) filter (where d.has_method_price), 0)::int as "pricedPieces",
      count(distinct (d.organisation_id, d.cart_id)) filter (where d.has_method_setup)::int as "setupCarts"
    from ${cartDesigns} d join organisation o on o.id = d.organisation_id
    where d.method_id = ${methodId} group by 1 order by 1`.execute(tx);
  return rows;
}

/** The number of current designs of clients by a method. */
export async function countDesignsOfMethod(tx: Tx, methodId: number): Promise<number> {
  const { rows } = await sql<{ designs: number }>`
    select count(*)::int as designs from garment_design where archived_at is null and method_id = ${methodId}`.execute(tx);
  return rows[0]?.designs ?? 0;
}

/** Adds a colour after the others; its id, or undefined where there is one of this name. */
export async function insertColour(tx: Tx, colour: Pick<KeptColour, 'name' | 'number' | 'rgb'>): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into thread_colour (name, number, rgb, display_order)
    select ${colour.name}, ${colour.number}, ${colour.rgb}, coalesce(max(display_order), 0) + 1 from thread_colour
    on conflict on constraint thread_colour_name_key do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

/** Writes a colour as it is now. */
export async function updateColour(tx: Tx, colour: KeptColour): Promise<void> {
  await sql`
    update thread_colour set name = ${colour.name}, number = ${colour.number}, rgb = ${colour.rgb}, active = ${colour.isActive}, version = version + 1
    where id = ${colour.id}`.execute(tx);
}

/** Sets the order of colours; the others follow in the order that they had. */
export async function sortColours(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update thread_colour t set display_order = n.place
    from (select c.id, row_number() over (order by wanted.place nulls last, c.display_order, c.id) as place
      from thread_colour c left join unnest(${[...ids]}::bigint[]) with ordinality wanted (id, place) on wanted.id = c.id) n
    where n.id = t.id and t.display_order <> n.place`.execute(tx);
}

/** Adds a position after the others of its type of garment; its id, or undefined where the type has this place. */
export async function insertPosition(
  tx: Tx,
  position: Omit<KeptPosition, 'id' | 'version' | 'products'>,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into decoration_position (garment_type, place, name, side, x_cm, y_cm, width_cm, height_cm, letter_mm, measured_from, display_order)
    select ${position.garmentType}, ${position.place}, ${position.name}, ${position.side}, ${position.xCm}, ${position.yCm}, ${position.widthCm},
      ${position.heightCm}, ${position.letterMm}, ${position.measuredFrom}, coalesce(max(display_order), 0) + 1
    from decoration_position where garment_type = ${position.garmentType}
    on conflict on constraint decoration_position_place_key do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

/** Writes a position as it is now. */
export async function updatePosition(tx: Tx, position: KeptPosition): Promise<void> {
  await sql`
    update decoration_position set name = ${position.name}, side = ${position.side}, x_cm = ${position.xCm}, y_cm = ${position.yCm},
      width_cm = ${position.widthCm}, height_cm = ${position.heightCm}, letter_mm = ${position.letterMm}, measured_from = ${position.measuredFrom},
      version = version + 1
    where id = ${position.id}`.execute(tx);
}
