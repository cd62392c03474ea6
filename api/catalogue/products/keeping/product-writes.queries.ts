import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { isVisibleTo } from '../../kept-products/kept-products.queries.ts';
import type { EditableFields, ProductField } from './product-fields.rules.ts';

const toColumns = (fields: EditableFields) => ({
  name: { name: fields.name },
  sku: { sku: fields.sku },
  shortDescription: { short_description: fields.shortDescription },
  fullDescription: { full_description: fields.fullDescription },
  marks: { marks: JSON.stringify(fields.marks) },
  careWash: { care_wash: fields.careWash },
  careBleach: { care_bleach: fields.careBleach },
  careDry: { care_dry: fields.careDry },
  careIron: { care_iron: fields.careIron },
  careDryClean: { care_dry_clean: fields.careDryClean },
  careNote: { care_note: fields.careNote },
  relatedIds: { related_changed_at: sql<Date>`clock_timestamp()` },
  crossSellIds: { cross_sells_changed_at: sql<Date>`clock_timestamp()` },
  categoryIds: { categories_changed_at: sql<Date>`clock_timestamp()` },
  optionIds: { specifications_changed_at: sql<Date>`clock_timestamp()` },
  orderMinimumQuantity: { order_minimum_quantity: fields.orderMinimumQuantity },
  orderMaximumQuantity: { order_maximum_quantity: fields.orderMaximumQuantity },
  allowedQuantities: { allowed_quantities: fields.allowedQuantities },
  leadTimeDays: { lead_time_days: fields.leadTimeDays },
  isMadeToOrder: { is_made_to_order: fields.isMadeToOrder },
  isMadeToMeasure: { is_made_to_measure: fields.isMadeToMeasure },
  managesStock: { manages_stock: fields.managesStock },
  backorderModeId: { backorder_mode: fields.backorderModeId },
  wearLifeMonths: { wear_life_months: fields.wearLifeMonths },
  necessity: { necessity: fields.necessity },
  sizeGuideId: { size_guide_id: fields.sizeGuideId },
  unspsc: { unspsc_code: fields.unspsc },
  unitCode: { unit_of_measure: fields.unitCode },
  taxClass: { tax_class: fields.taxClass },
  isTaxExempt: { is_tax_exempt: fields.isTaxExempt },
  callForPrice: { call_for_price: fields.callForPrice },
  state: { published: fields.state === 'published', discontinued: fields.state === 'discontinued' },
  successorId: { successor_id: fields.successorId },
});

/** Writes the fields of a product that were changed. The row is locked by the caller. */
export async function updateKeptProduct(
  tx: Tx,
  operator: OperatorScope,
  id: number,
  fields: EditableFields,
  changed: readonly ProductField[],
): Promise<void> {
  const columns = toColumns(fields);
  await tx
    .updateTable('product')
    .set(Object.assign({ updated_at: sql<Date>`now()` }, ...changed.map((field) => columns[field])))
    .where('id', '=', id)
    .execute();
  if (changed.includes('categoryIds')) await replaceCategories(tx, id, fields.categoryIds);
  if (changed.includes('optionIds')) await replaceOptions(tx, id, fields.optionIds);
  if (changed.includes('relatedIds')) await replaceShownWith(tx, operator, id, 'related', fields.relatedIds);
  if (changed.includes('crossSellIds')) await replaceShownWith(tx, operator, id, 'cross_sell', fields.crossSellIds);
}

async function replaceCategories(tx: Tx, id: number, categoryIds: readonly number[]): Promise<void> {
  const ids = sql`${[...categoryIds]}::bigint[]`;
  await sql`
    with gone as (delete from product_category where product_id = ${id} and category_id <> all (${ids}))
    insert into product_category (product_id, category_id) select ${id}, unnest(${ids}) on conflict do nothing`.execute(tx);
}

async function replaceOptions(tx: Tx, id: number, optionIds: readonly number[]): Promise<void> {
  const ids = sql`${[...optionIds]}::bigint[]`;
  await sql`
    with gone as (delete from product_specification where product_id = ${id} and option_id <> all (${ids}))
    insert into product_specification (product_id, option_id) select ${id}, unnest(${ids}) on conflict do nothing`.execute(tx);
}

/** Sets what is shown with a product, in this order. Products that the operator does not see stay. */
async function replaceShownWith(
  tx: Tx,
  operator: OperatorScope,
  id: number,
  kind: 'related' | 'cross_sell',
  productIds: readonly number[],
): Promise<void> {
  const ids = sql`${[...productIds]}::bigint[]`;
  await sql`
    with gone as (
      delete from related_product r where r.product_id = ${id} and r.kind = ${kind} and r.related_product_id <> all (${ids})
        and exists (select from product p where p.id = r.related_product_id and ${isVisibleTo(operator)}))
    insert into related_product (product_id, related_product_id, kind, display_order)
    select ${id}, n.id, ${kind}, n.place from unnest(${ids}) with ordinality n (id, place)
    on conflict (product_id, kind, related_product_id) do update set display_order = excluded.display_order`.execute(tx);
}

/** The advisory lock of giving a product a SKU or a handle. */
const PRODUCT_CODES = 7_404_111;

/**
 * Whether a product or combination has this SKU, whatever the case of its letters; those of product `ownId` do not count. Whoever asks at the same moment
 * waits until the transaction ends.
 */
export async function isSkuTaken(tx: Tx, sku: string, ownId: number | null = null): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${PRODUCT_CODES})`.execute(tx);
  const { rows } = await sql`
    select from combination where lower(sku) = lower(${sku}) and product_id is distinct from ${ownId}::bigint
    union all select from product where lower(sku) = lower(${sku}) and id is distinct from ${ownId}::bigint limit 1`.execute(tx);
  return rows.length > 0;
}

/** A product that is added. */
export interface NewProduct {
  name: string;
  sku: string;
  handle: string;
  garmentType: string;
  priceMinor: number | null;
  copyOfId: number | null;
}

/**
 * Adds a draft with one combination without values, which has no stock. A handle that another product has gets a number: `parka-2`. Everything but
 * name, SKU, price, pictures, combinations and clients is copied from `copyOfId`. Undefined when a combination has the SKU.
 */
export async function insertDraft(tx: Tx, product: NewProduct): Promise<number | undefined> {
  const { name, sku, handle, garmentType, priceMinor, copyOfId } = product;
  // Drafts of one name that are added at the same moment take their handles one after the other.
  await sql`select pg_advisory_xact_lock(${PRODUCT_CODES})`.execute(tx);
  // The copied row has one column of the same name each; a product that is copied from none has the defaults of the table.
  const { rows: taken } = await sql<{ handle: string }>`
    select handle from product where handle = ${handle} or starts_with(handle, ${`${handle}-`})`.execute(tx);
  const handles = new Set(taken.map((each) => each.handle));
  let free = handle;
  for (let number = 2; handles.has(free); number += 1) free = `${handle}-${number}`;
  const own = { name, sku, handle: free, published: false, price_minor: priceMinor ?? 0, call_for_price: priceMinor === null };
  const { id } =
    copyOfId === null
      ? await tx
          .insertInto('product')
          .values({ ...own, garment_type: garmentType })
          .returning('id')
          .executeTakeFirstOrThrow()
      : await tx
          .insertInto('product')
          .columns([...(Object.keys(own) as (keyof typeof own)[]), ...COPIED_COLUMNS])
          .expression((eb) =>
            eb
              .selectFrom('product')
              .select(Object.entries(own).map(([column, value]) => sql`${value}`.as(column)))
              .select(COPIED_COLUMNS)
              .where('id', '=', copyOfId),
          )
          .returning('id')
          .executeTakeFirstOrThrow();
  if (copyOfId !== null) await copyClassification(tx, copyOfId, id);
  const { rows } = await sql<{ id: number }>`
    with added as (
      insert into combination (product_id, sku) values (${id}, ${sku}) on conflict do nothing returning id)
    insert into stock_level (combination_id, product_id, can_oversell)
    select added.id, p.id, not p.manages_stock or p.backorder_mode > 0 from added join product p on p.id = ${id} returning combination_id as id`.execute(
    tx,
  );
  return rows.length > 0 ? id : undefined;
}

/** The columns that a copy takes over as they are. */
const COPIED_COLUMNS = [
  'garment_type',
  'drawing_features',
  'vendor',
  'short_description',
  'full_description',
  'is_made_to_order',
  'is_made_to_measure',
  'lead_time_days',
  'size_guide_id',
  'weight_grams',
  'order_minimum_quantity',
  'order_maximum_quantity',
  'allowed_quantities',
  'manages_stock',
  'backorder_mode',
  'displays_stock_quantity',
  'low_stock_quantity',
  'tax_class',
  'is_tax_exempt',
  'customisation_enabled',
  'customisation_required',
  'tags',
  'marks',
  'care_wash',
  'care_bleach',
  'care_dry',
  'care_iron',
  'care_dry_clean',
  'care_note',
  'unspsc_code',
  'unit_of_measure',
  'wear_life_months',
  'necessity',
] as const;

async function copyClassification(tx: Tx, fromId: number, toId: number): Promise<void> {
  await sql`
    with categories as (
      insert into product_category (product_id, category_id) select ${toId}, category_id from product_category where product_id = ${fromId}),
    positions as (
      insert into product_position (product_id, position_id, method_ids)
      select ${toId}, position_id, method_ids from product_position where product_id = ${fromId}),
    shown_with as (
      insert into related_product (product_id, related_product_id, kind, display_order)
      select ${toId}, related_product_id, kind, display_order from related_product where product_id = ${fromId})
    insert into product_specification (product_id, option_id) select ${toId}, option_id from product_specification where product_id = ${fromId}`.execute(
    tx,
  );
}
