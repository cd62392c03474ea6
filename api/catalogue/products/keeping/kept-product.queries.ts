import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { PictureSide } from '#contract/catalogue/products/kept-pictures.ts';
import type { ProductState } from '#contract/catalogue/products/product-states.ts';
import {
  brandsOf,
  countForeignOrganisations,
  idOfOnlyClient,
  isGuideVisibleTo,
  isVisibleTo,
  nameOfOnlyClient,
  visibleCategoryIds,
  visibleOptionIds,
} from '../../kept-products/kept-products.queries.ts';
import { cataloguePrice } from '../../pricing/catalogue-price.queries.ts';
import type { EditableFields, StoredProduct } from './product-fields.rules.ts';
import { stateOfProduct } from './products-list.queries.ts';

type ShownWith = { id: number; name: string; sku: string | null; state: ProductState };

/** A product with everything that its page shows. */
export interface DetailedProduct extends StoredProduct {
  handle: string;
  priceMinor: number;
  successor: { id: number; name: string } | null;
  sizeGuideName: string | null;
  categoryUnspsc: string | null;
  madeFor: string | null;
  madeForId: number | null;
  clients: { id: number; name: string }[];
  openOrders: number;
  wardrobes: number;
  relatedProducts: ShownWith[];
  crossSellProducts: ShownWith[];
  images: {
    id: number;
    src: string;
    altText: string | null;
    valueId: number | null;
    shows: PictureSide | null;
    isDrawing: boolean;
  }[];
  attributes: {
    id: number;
    name: string;
    role: 'colour' | 'size' | 'fit' | 'length' | null;
    values: { id: number; name: string; colorSquaresRgb: string | null; adjustmentMinor: number }[];
  }[];
  combinations: {
    id: number;
    valueIds: number[];
    description: string;
    sku: string;
    gtin: string | null;
    priceMinor: number;
    ownPriceMinor: number | null;
    onHand: number;
    reserved: number;
    discontinued: boolean;
    version: number;
  }[];
  createdAt: Date;
  updatedAt: Date;
}

/** Products `p` that are shown with product `p` of the statement around it. */
const shownWith = (kind: 'related' | 'cross_sell') => sql`
  (select r.related_product_id, r.display_order from related_product r where r.product_id = p.id and r.kind = ${kind}) w
  join product p on p.id = w.related_product_id`;

const listShownWith = (operator: OperatorScope, kind: 'related' | 'cross_sell') => sql`(
  select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'sku', p.sku, 'state', ${stateOfProduct}) order by w.display_order, p.id), '[]')
  from ${shownWith(kind)} where ${isVisibleTo(operator)})`;

const storedColumns = (operator: OperatorScope) => sql`
  p.id, p.sku, p.name, p.short_description as "shortDescription", p.full_description as "fullDescription",
  array(select pc.category_id from product_category pc where pc.product_id = p.id order by 1) as "categoryIds",
  array(select ps.option_id from product_specification ps where ps.product_id = p.id order by 1) as "optionIds",
  p.marks, p.care_wash as "careWash", p.care_bleach as "careBleach", p.care_dry as "careDry", p.care_iron as "careIron",
  p.care_dry_clean as "careDryClean", p.care_note as "careNote",
  array(select p.id from ${shownWith('related')} where ${isVisibleTo(operator)} order by w.display_order, p.id) as "relatedIds",
  array(select p.id from ${shownWith('cross_sell')} where ${isVisibleTo(operator)} order by w.display_order, p.id) as "crossSellIds",
  p.order_minimum_quantity as "orderMinimumQuantity", p.order_maximum_quantity as "orderMaximumQuantity", p.allowed_quantities as "allowedQuantities",
  p.lead_time_days as "leadTimeDays", p.is_made_to_order as "isMadeToOrder", p.is_made_to_measure as "isMadeToMeasure", p.manages_stock as "managesStock", p.backorder_mode as "backorderModeId",
  p.wear_life_months as "wearLifeMonths", p.necessity, p.size_guide_id as "sizeGuideId", p.unspsc_code as unspsc, p.unit_of_measure as "unitCode",
  p.is_tax_exempt as "isTaxExempt", p.tax_class as "taxClass", p.call_for_price as "callForPrice", ${stateOfProduct} as state, p.successor_id as "successorId",
  p.version, p.field_versions as "fieldVersions", ${countForeignOrganisations(operator)} as "foreignOrganisations",
  not exists (select from combination c where c.product_id = p.id and not c.discontinued and ${cataloguePrice} > 0) as "isFree",
  exists (select from combination c where c.product_id = p.id and not c.discontinued) as "hasCombinations"`;

/** Orders with pieces of product `p` that are not sent yet, for each client that has it in its range or had it. */
const openOrders = sql`(
  select coalesce(sum(n.orders), 0)::int from organisation o cross join lateral (
    select count(distinct l.order_id) as orders from order_line l join orders r on r.organisation_id = l.organisation_id and r.id = l.order_id
    where l.organisation_id = o.id and l.product_id = p.id and r.order_state_id in (10, 20, 50)
      and l.quantity > l.shipped_quantity + l.cancelled_quantity) n)`;

const wardrobes = sql`(
  select count(distinct (g.organisation_id, g.collection_id))::int from product_organisation po
  join collection_group_product gp on gp.organisation_id = po.organisation_id and gp.product_id = po.product_id
  join collection_group g on g.organisation_id = gp.organisation_id and g.id = gp.collection_group_id
  where po.product_id = p.id)`;

const images = sql`
  (select coalesce(json_agg(json_build_object('id', i.id, 'src', i.src, 'altText', i.alt, 'valueId', i.attribute_value_id,
     'shows', coalesce(i.shows, i.side), 'isDrawing', i.side is not null) order by i.position, i.id), '[]') from (
    select i.id, i.position, i.attribute_value_id, i.shows, i.side, coalesce(i.alt_text, case i.side when 'front' then p.name when 'back' then p.name || ', back' end) as alt,
      coalesce(i.src, case when i.side is not null then drawing_url(p.garment_type, p.drawing_features, colour.colour_rgb, colour.accent_rgb, i.side) end) as src
    from product_image i left join lateral (
      select v.colour_rgb, v.accent_rgb from product_attribute pa join product_attribute_value v on v.product_attribute_id = pa.id
      where pa.product_id = p.id and v.colour_rgb is not null order by pa.display_order, v.display_order, v.id limit 1) colour on true
    where i.product_id = p.id and (i.side is null or not exists (select from product_image f where f.product_id = p.id and f.src is not null))) i
   where i.src is not null)`;

const attributes = sql`
  (select coalesce(json_agg(json_build_object('id', pa.id, 'name', a.name, 'role', a.role, 'values',
     (select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'colorSquaresRgb', v.colour_rgb, 'adjustmentMinor', v.price_adjustment_minor) order by v.display_order, v.id), '[]')
      from product_attribute_value v where v.product_attribute_id = pa.id)) order by pa.display_order, pa.id), '[]')
   from product_attribute pa join attribute a on a.id = pa.attribute_id where pa.product_id = p.id)`;

const combinations = sql`
  (select coalesce(json_agg(json_build_object('id', c.id, 'valueIds', c.value_ids, 'description', c.description, 'sku', c.sku,
     'gtin', c.gtin, 'priceMinor', ${cataloguePrice}, 'onHand', coalesce(s.on_hand, 0), 'reserved', coalesce(s.reserved, 0),
     'discontinued', c.discontinued, 'ownPriceMinor', c.overridden_price_minor, 'version', c.version) order by c.display_order, c.id), '[]')
   from combination c left join stock_level s on s.combination_id = c.id where c.product_id = p.id)`;

/** A product that the operator sees, with everything that its page shows, in one statement; undefined for any other. */
export async function findKeptProduct(db: Db | Tx, operator: OperatorScope, id: number): Promise<DetailedProduct | undefined> {
  const { rows } = await sql<DetailedProduct>`
    select ${storedColumns(operator)}, p.handle, p.created_at as "createdAt", p.updated_at as "updatedAt",
      coalesce((select min(${cataloguePrice}) from combination c where c.product_id = p.id and not c.discontinued), p.price_minor) as "priceMinor",
      (select json_build_object('id', s.id, 'name', s.name) from (select p.id, p.name from product p where p.id = successor.id and ${isVisibleTo(operator)}) s) as successor,
      g.name as "sizeGuideName", category_unspsc(p.id) as "categoryUnspsc", ${nameOfOnlyClient(operator)} as "madeFor", ${idOfOnlyClient(operator)} as "madeForId",
      (select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name) order by o.name, o.id), '[]')
        from product_organisation po join organisation o on o.id = po.organisation_id
        where po.product_id = p.id and o.brand_id = any (${brandsOf(operator)})) as clients,
      ${openOrders} as "openOrders", ${wardrobes} as wardrobes, ${listShownWith(operator, 'related')} as "relatedProducts",
      ${listShownWith(operator, 'cross_sell')} as "crossSellProducts", ${images} as images, ${attributes} as attributes, ${combinations} as combinations
    from product p left join size_guide g on g.id = p.size_guide_id left join product successor on successor.id = p.successor_id
    where p.id = ${id} and ${isVisibleTo(operator)}`.execute(db);
  return rows[0];
}

/** Locks a product until the transaction ends; undefined for one that the operator does not see. */
export async function lockKeptProduct(tx: Tx, operator: OperatorScope, id: number): Promise<StoredProduct | undefined> {
  await sql`select id from product where id = ${id} for update`.execute(tx);
  const { rows } = await sql<StoredProduct>`
    select ${storedColumns(operator)} from product p where p.id = ${id} and ${isVisibleTo(operator)}`.execute(tx);
  return rows[0];
}

/** Those of the records that a product is to refer to which do not exist, or which the operator does not see, by field. */
export async function findMissingReferences(
  tx: Tx,
  operator: OperatorScope,
  {
    categoryIds,
    optionIds,
    sizeGuideId,
    successorId,
    relatedIds,
    crossSellIds,
  }: Pick<EditableFields, 'categoryIds' | 'optionIds' | 'sizeGuideId' | 'successorId' | 'relatedIds' | 'crossSellIds'>,
): Promise<{
  categoryIds: boolean;
  optionIds: boolean;
  sizeGuideId: boolean;
  successorId: boolean;
  relatedIds: boolean;
  crossSellIds: boolean;
  isSuccessorDiscontinued: boolean;
}> {
  const isAnyMissing = (ids: readonly number[]) => sql`exists (
    select from unnest(${[...ids]}::bigint[]) chosen (id) where not exists (select from product p where p.id = chosen.id and ${isVisibleTo(operator)}))`;
  const { rows } = await sql<Awaited<ReturnType<typeof findMissingReferences>>>`
    select
      exists (select from unnest(${categoryIds}::bigint[]) chosen (id) where chosen.id not in ${visibleCategoryIds(operator)}) as "categoryIds",
      exists (select from unnest(${optionIds}::bigint[]) chosen (id) where chosen.id not in ${visibleOptionIds(operator)}) as "optionIds",
      ${sizeGuideId}::bigint is not null and not exists (select from size_guide g where g.id = ${sizeGuideId}::bigint and ${isGuideVisibleTo(operator)}) as "sizeGuideId",
      ${successorId}::bigint is not null and not exists (select from product p where p.id = ${successorId}::bigint and ${isVisibleTo(operator)}) as "successorId",
      ${isAnyMissing(relatedIds)} as "relatedIds", ${isAnyMissing(crossSellIds)} as "crossSellIds",
      exists (select from product p where p.id = ${successorId}::bigint and p.discontinued and not p.published) as "isSuccessorDiscontinued"`.execute(
    tx,
  );
  return rows[0] as Awaited<ReturnType<typeof findMissingReferences>>;
}

/** Whether the operator sees a product. */
export async function isKeptProductVisible(db: Db | Tx, operator: OperatorScope, id: number): Promise<boolean> {
  const { rows } = await sql`select from product p where p.id = ${id} and ${isVisibleTo(operator)}`.execute(db);
  return rows.length > 0;
}
