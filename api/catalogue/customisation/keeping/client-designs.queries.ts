import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { brandsOf } from '../../kept-products/kept-products.queries.ts';
import type { ClientDesignRow, ClientDesigns, NewDesign, Touched } from './client-designs.rules.ts';
import { cartDesigns } from './decoration.queries.ts';

/** Products `p` in the range of an organisation, sold today, for which a design with this scope is. */
export const productsInScope = ({
  organisationId,
  productId,
  collectionId,
}: Readonly<Record<'organisationId' | 'productId' | 'collectionId', RawBuilder<unknown>>>) => sql`
  product_organisation po join product p on p.id = po.product_id
  where po.organisation_id = ${organisationId} and p.published
    and (${productId} is null or p.id = ${productId})
    and (${collectionId} is null or exists (
      select from collection_group_product gp join collection_group cg on cg.organisation_id = gp.organisation_id and cg.id = gp.collection_group_id
      where gp.organisation_id = po.organisation_id and gp.product_id = p.id and cg.collection_id = ${collectionId}))`;

/** The same for a design that is about to be added, or is known. */
const productsFor = (organisationId: number, { productId, collectionId }: Pick<NewDesign, 'productId' | 'collectionId'>) =>
  productsInScope({
    organisationId: sql`${organisationId}::bigint`,
    productId: sql`${productId}::bigint`,
    collectionId: sql`${collectionId}::bigint`,
  });

/** The same for a design `g`. */
export const OF_DESIGN = {
  organisationId: sql`g.organisation_id`,
  productId: sql`g.product_id`,
  collectionId: sql`g.collection_id`,
};

/** The designs of an organisation of the operator's brands, and what they can be made of; undefined for any other organisation. */
export async function findClientDesigns(
  db: Db | Tx,
  operator: OperatorScope,
  organisationId: number,
): Promise<ClientDesigns | undefined> {
  const { rows } = await sql<ClientDesigns>`
    select o.id as "organisationId", o.brand_id as "brandId", o.name as "organisationName", o.currency_code as "currencyCode",
      (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'isMandatory', g.is_mandatory, 'place', g.place,
          'position', coalesce((select min(d.name) from decoration_position d where d.place = g.place), g.place),
          'methodId', g.method_id, 'method', m.name, 'logoId', g.logo_id, 'logo', logo.name, 'text', g.text, 'nameForm', g.name_form,
          'fontName', g.font_name, 'threadColourId', g.thread_colour_id, 'threadColour', t.name, 'threadRgb', t.rgb, 'letterMm', g.letter_mm,
          'productId', g.product_id, 'collectionId', g.collection_id, 'scope', coalesce(own.name, c.name, 'Everything'), 'priceMinor', g.price_minor,
          'pieceMinor', coalesce(g.price_minor, price.price_minor), 'setupMinor', g.setup_minor, 'isArchived', g.archived_at is not null, 'version', g.version,
          'products', (select count(*)::int from ${productsInScope(OF_DESIGN)} and exists (
            select from product_position pp join decoration_position d on d.id = pp.position_id
            where pp.product_id = p.id and d.place = g.place and g.method_id = any (pp.method_ids))))
          order by g.archived_at is not null, g.name, g.id), '[]')
        from garment_design g join decoration_method m on m.id = g.method_id
        left join decoration_price price on price.method_id = g.method_id and price.currency_code = o.currency_code
        left join logo on logo.organisation_id = g.organisation_id and logo.id = g.logo_id
        left join thread_colour t on t.id = g.thread_colour_id
        left join product own on own.id = g.product_id
        left join collection c on c.organisation_id = g.organisation_id and c.id = g.collection_id
        where g.organisation_id = o.id) as designs,
      (select coalesce(json_agg(json_build_object('place', d.place, 'name', d.name) order by d.name), '[]')
        from (select place, min(name) as name from decoration_position group by place) d) as places,
      (select coalesce(json_agg(json_build_object('id', m.id, 'name', m.name, 'priceMinor', price.price_minor, 'setupMinor', price.setup_minor,
          'smallestLetterMm', m.smallest_letter_mm, 'longestText', m.longest_text, 'lines', m.most_lines, 'takesLogo', m.takes_logo,
          'takesText', m.takes_text) order by m.id), '[]')
        from decoration_method m left join decoration_price price on price.method_id = m.id and price.currency_code = o.currency_code
        where m.active) as methods,
      (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'rgb', t.rgb) order by t.display_order, t.id), '[]')
        from thread_colour t where t.active) as colours,
      (select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name) order by l.name, l.id), '[]')
        from logo l where l.organisation_id = o.id and l.archived_at is null) as logos,
      (select coalesce(json_agg(json_build_object('id', p.id, 'name', coalesce(po.name, p.name)) order by coalesce(po.name, p.name), p.id), '[]')
        from product_organisation po join product p on p.id = po.product_id
        where po.organisation_id = o.id and p.published and exists (select from product_position pp where pp.product_id = p.id)) as products,
      (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name, c.id), '[]')
        from collection c where c.organisation_id = o.id) as collections
    from organisation o where o.id = ${organisationId} and o.brand_id = any (${brandsOf(operator)})`.execute(db);
  return rows[0];
}

/** The areas where products would have a design, one for each type of garment. */
export async function listAreas(
  tx: Tx,
  organisationId: number,
  design: Pick<NewDesign, 'place' | 'methodId' | 'productId' | 'collectionId'>,
): Promise<{ garmentType: string; widthCm: number; heightCm: number }[]> {
  const { rows } = await sql<{ garmentType: string; widthCm: number; heightCm: number }>`
    select d.garment_type as "garmentType", d.width_cm::float8 as "widthCm", d.height_cm::float8 as "heightCm"
    from decoration_position d
    where d.place = ${design.place} and exists (
      select from ${productsFor(organisationId, design)} and exists (
        select from product_position pp where pp.product_id = p.id and pp.position_id = d.id and ${design.methodId}::smallint = any (pp.method_ids)))
    order by 1`.execute(tx);
  return rows;
}

/** Products and open carts that a design touches, or would touch. `designId` is that of one that is there already. */
export async function findTouched(
  tx: Tx,
  organisationId: number,
  design: Pick<NewDesign, 'place' | 'methodId' | 'productId' | 'collectionId' | 'isMandatory'>,
  designId: number | null,
): Promise<Touched> {
  const { place, methodId, productId, collectionId, isMandatory } = design;
  const has = sql`exists (
    select from product_position pp join decoration_position d on d.id = pp.position_id
    where pp.product_id = p.id and d.place = ${place} and ${methodId}::smallint = any (pp.method_ids))`;
  // Where garments have a more particular design at the position, one for everything changes nothing.
  const givesWay = sql`exists (
    select from garment_design g where g.organisation_id = ${organisationId} and g.archived_at is null and g.is_mandatory
      and g.place = ${place} and g.id is distinct from ${designId}::bigint and (g.product_id = l.product_id or g.collection_id = l.collection_id)
      and case when ${productId}::bigint is not null then false when ${collectionId}::bigint is not null then g.product_id is not null else true end)`;
  const carts =
    designId === null
      ? sql`(
        select l.cart_id, l.quantity from cart_line l join product p on p.id = l.product_id
        where ${isMandatory} and l.organisation_id = ${organisationId} and (${productId}::bigint is null or l.product_id = ${productId}::bigint)
          and (${collectionId}::bigint is null or l.collection_id = ${collectionId}::bigint) and ${has} and not ${givesWay})`
      : sql`(select d.cart_id, d.quantity from ${cartDesigns} d where d.organisation_id = ${organisationId} and d.garment_design_id = ${designId})`;
  const { rows } = await sql<Touched>`
    select
      (select count(*)::int from ${productsFor(organisationId, design)} and ${has}) as products,
      array(select coalesce(po.name, p.name) from ${productsFor(organisationId, design)} and p.customisation_enabled and not ${has} order by 1) as without,
      c.carts, c.pieces
    from (select count(distinct cart_id)::int as carts, coalesce(sum(quantity), 0)::int as pieces from ${carts} touched) c`.execute(
    tx,
  );
  return rows[0] as Touched;
}

/** The name of a current mandatory design for the same garments at the same place, on a product that takes both; undefined for none. */
export async function findRival(tx: Tx, organisationId: number, design: NewDesign): Promise<string | undefined> {
  const { place, methodId, productId, collectionId } = design;
  const { rows } = await sql<{ name: string }>`
    select g.name from garment_design g
    where g.organisation_id = ${organisationId} and g.archived_at is null and g.is_mandatory and g.place = ${place}
      and g.product_id is not distinct from ${productId}::bigint and g.collection_id is not distinct from ${collectionId}::bigint
      and (g.method_id = ${methodId} or exists (
        select from ${productsFor(organisationId, design)} and exists (
          select from product_position pp join decoration_position d on d.id = pp.position_id
          where pp.product_id = p.id and d.place = ${place} and pp.method_ids @> array[${methodId}, g.method_id]::smallint[])))
    order by g.id limit 1`.execute(tx);
  return rows[0]?.name;
}

/** Lets changes of the designs of an organisation wait for each other until the transaction ends. */
export async function lockClientDesigns(tx: Tx, organisationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashint8extended(${organisationId}, 7404173))`.execute(tx);
}

/** Adds a design, and returns its id. */
export async function insertDesign(tx: Tx, organisationId: number, design: NewDesign): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into garment_design (organisation_id, name, place, method_id, logo_id, text, name_form, font_name, thread_colour_id, letter_mm, is_mandatory,
      product_id, collection_id, price_minor, setup_minor)
    values (${organisationId}, ${design.name}, ${design.place}, ${design.methodId}, ${design.logoId}::bigint, ${design.text}, ${design.nameForm},
      ${design.fontName}, ${design.threadColourId}::bigint, ${design.letterMm}::numeric, ${design.isMandatory}, ${design.productId}::bigint,
      ${design.collectionId}::bigint, ${design.priceMinor}::bigint, ${design.setupMinor})
    returning id`.execute(tx);
  return rows[0]?.id as number;
}

/** Writes the name and the prices of a design. */
export async function updateDesign(
  tx: Tx,
  organisationId: number,
  design: Pick<ClientDesignRow, 'id' | 'name' | 'priceMinor' | 'setupMinor'>,
): Promise<void> {
  await sql`
    update garment_design set name = ${design.name}, price_minor = ${design.priceMinor}::bigint, setup_minor = ${design.setupMinor}, version = version + 1
    where organisation_id = ${organisationId} and id = ${design.id}`.execute(tx);
}

/** Archives a design. */
export async function archiveDesign(tx: Tx, organisationId: number, designId: number): Promise<void> {
  await sql`
    update garment_design set archived_at = now(), version = version + 1
    where organisation_id = ${organisationId} and id = ${designId} and archived_at is null`.execute(tx);
}
