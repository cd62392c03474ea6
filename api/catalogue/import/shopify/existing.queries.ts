import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { catalogueCurrency } from '../../pricing/catalogue-price.queries.ts';
import type { ExistingProduct, OwnerOfCode } from './existing.ts';

/** Which products have these SKUs (in lower case) and handles. */
export async function findOwners(
  tx: Tx,
  codes: { skus: readonly string[]; handles: readonly string[] },
): Promise<{ bySku: Map<string, OwnerOfCode>; byHandle: Map<string, OwnerOfCode> }> {
  const { rows: skus } = await sql<OwnerOfCode & { sku: string }>`
    select lower(c.sku) as sku, p.id, p.name from combination c join product p on p.id = c.product_id where lower(c.sku) = any (${codes.skus})`.execute(
    tx,
  );
  const { rows: handles } = await sql<OwnerOfCode & { handle: string }>`
    select handle, id, name from product where handle = any (${codes.handles})`.execute(tx);
  return {
    bySku: new Map(skus.map(({ sku, id, name }) => [sku, { id, name }])),
    byHandle: new Map(handles.map(({ handle, id, name }) => [handle, { id, name }])),
  };
}

/** The SKU of the combination that has a GTIN, by GTIN. */
export async function findSkusOfGtins(tx: Tx, gtins: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.selectFrom('combination').select(['gtin', 'sku']).where(sql<boolean>`gtin = any (${gtins})`).execute();
  return new Map(rows.map(({ gtin, sku }) => [gtin ?? '', sku]));
}

/**
 * The products with these ids, with all data that an import compares; with the range of a client, if there is one. Takes six statements in total.
 */
export async function loadExistingProducts(
  tx: Tx,
  organisationId: number | null,
  ids: readonly number[],
): Promise<Map<number, ExistingProduct>> {
  const rows = await tx
    .selectFrom('product as p')
    .leftJoin('product_organisation as po', (join) =>
      join.onRef('po.product_id', '=', 'p.id').on('po.organisation_id', '=', organisationId),
    )
    .leftJoin('imported_offer as io', (join) =>
      join.onRef('io.product_id', '=', 'p.id').on('io.organisation_id', '=', organisationId),
    )
    .leftJoin('imported_product as i', 'i.product_id', 'p.id')
    .selectAll('p')
    .select([
      'po.id as offer_id',
      'po.published as offer_published',
      'po.overridden_price_minor as offer_price',
      'po.price_percent as offer_percent',
      'io.offered as was_offered',
      'i.offered',
      'i.category_id',
      'i.option_ids',
    ])
    .where(sql<boolean>`p.id = any (${ids}::bigint[])`)
    .execute();
  const products = new Map<number, ExistingProduct>();
  for (const row of rows) {
    const { id, handle, offer_id, offered, category_id, option_ids } = row;
    products.set(id, {
      id,
      handle,
      madeFor: row.exclusive_organisation_id,
      fields: fieldsOf(row),
      version: row.version,
      fieldVersions: row.field_versions as Record<string, number>,
      offer:
        offer_id === null
          ? undefined
          : {
              id: offer_id,
              published: row.offer_published ?? false,
              price: row.offer_price,
              percent: row.offer_percent,
            },
      wasOffered: row.was_offered ?? undefined,
      lastImport: offered === null ? undefined : { offered, category: category_id, options: option_ids ?? [] },
      categoryIds: [],
      optionIds: [],
      attributes: [],
      combinations: [],
      images: [],
    });
  }
  if (products.size > 0) await loadParts(tx, products);
  return products;
}

type ProductRow = ExistingProduct['fields'] extends infer F
  ? { [K in keyof F]: K extends 'garment_type' | 'necessity' ? string | null : F[K] }
  : never;

/** Picks the compared fields of a row. */
function fieldsOf(row: ProductRow): ExistingProduct['fields'] {
  return {
    name: row.name,
    sku: row.sku,
    garment_type: row.garment_type as ExistingProduct['fields']['garment_type'],
    drawing_features: row.drawing_features,
    vendor: row.vendor,
    short_description: row.short_description,
    full_description: row.full_description,
    price_minor: row.price_minor,
    old_price_minor: row.old_price_minor,
    call_for_price: row.call_for_price,
    manufacturer_part_number: row.manufacturer_part_number,
    gtin: row.gtin,
    weight_grams: row.weight_grams,
    manages_stock: row.manages_stock,
    backorder_mode: row.backorder_mode,
    is_tax_exempt: row.is_tax_exempt,
    published: row.published,
    tags: row.tags,
    discontinued: row.discontinued,
    successor_id: row.successor_id,
    order_minimum_quantity: row.order_minimum_quantity,
    order_maximum_quantity: row.order_maximum_quantity,
    allowed_quantities: row.allowed_quantities,
    lead_time_days: row.lead_time_days,
    is_made_to_order: row.is_made_to_order,
    wear_life_months: row.wear_life_months,
    necessity: row.necessity as ExistingProduct['fields']['necessity'],
    size_guide_id: row.size_guide_id,
    unspsc_code: row.unspsc_code,
    unit_of_measure: row.unit_of_measure,
  };
}

async function loadParts(tx: Tx, products: Map<number, ExistingProduct>): Promise<void> {
  const ids = sql<number>`any (${[...products.keys()]}::bigint[])`;
  const categories = await tx.selectFrom('product_category').selectAll().where('product_id', '=', ids).execute();
  for (const row of categories) products.get(row.product_id)?.categoryIds.push(row.category_id);
  const options = await tx.selectFrom('product_specification').selectAll().where('product_id', '=', ids).execute();
  for (const row of options) products.get(row.product_id)?.optionIds.push(row.option_id);
  const values = await tx
    .selectFrom('product_attribute as a')
    .leftJoin('product_attribute_value as v', 'v.product_attribute_id', 'a.id')
    .select([
      'a.product_id',
      'a.id',
      'a.attribute_id',
      'a.display_order',
      'v.id as value_id',
      'v.name',
      'v.colour_rgb',
      'v.accent_rgb',
      'v.display_order as value_order',
    ])
    .where('a.product_id', '=', ids)
    .orderBy('a.product_id')
    .orderBy('a.display_order')
    .orderBy('a.id')
    .orderBy('v.display_order')
    .orderBy('v.id')
    .execute();
  for (const row of values) {
    const attributes = products.get(row.product_id)?.attributes ?? [];
    let attribute = attributes.at(-1);
    if (attribute?.id !== row.id) {
      attribute = { id: row.id, attributeId: row.attribute_id, displayOrder: row.display_order, values: [] };
      attributes.push(attribute);
    }
    if (row.value_id === null || row.name === null) continue;
    attribute.values.push({
      id: row.value_id,
      name: row.name,
      rgb: row.colour_rgb,
      accent: row.accent_rgb,
      displayOrder: row.value_order ?? 0,
    });
  }
  const combinations = await tx
    .selectFrom('combination as c')
    .leftJoin('stock_level as s', 's.combination_id', 'c.id')
    .select([
      'c.product_id',
      'c.id',
      'c.value_ids',
      'c.description',
      'c.sku',
      'c.gtin',
      'c.overridden_price_minor',
      'c.image_source_url',
      'c.discontinued',
      'c.version',
      'c.field_versions',
      'c.display_order',
      'c.price_adjustment_minor',
      's.on_hand',
      's.reserved',
      's.can_oversell',
    ])
    .where('c.product_id', '=', ids)
    .orderBy('c.display_order')
    .orderBy('c.id')
    .execute();
  for (const {
    product_id,
    value_ids,
    display_order,
    field_versions,
    price_adjustment_minor,
    on_hand,
    reserved,
    can_oversell,
    ...rest
  } of combinations)
    products.get(product_id)?.combinations.push({
      ...rest,
      valueIds: value_ids,
      displayOrder: display_order,
      fieldVersions: field_versions as Record<string, number>,
      adjustment: price_adjustment_minor,
      onHand: on_hand ?? 0,
      reserved: reserved ?? 0,
      canOversell: can_oversell ?? false,
    });
  const images = await tx
    .selectFrom('product_image')
    .select(['product_id', 'id', 'source_url', 'alt_text', 'position'])
    .where('product_id', '=', ids)
    .where('source_url', 'is not', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  for (const row of images) {
    products
      .get(row.product_id)
      ?.images.push({ id: row.id, url: row.source_url ?? '', alt: row.alt_text, position: row.position });
  }
}

/** Name and currency of an organisation, and whether that is the catalogue's; undefined if it does not exist. */
export async function findOrganisation(
  tx: Db,
  id: number,
): Promise<{ name: string; currency: string; hasOtherCurrency: boolean } | undefined> {
  return tx
    .selectFrom('organisation')
    .select(['name', 'currency_code as currency', sql<boolean>`currency_code <> ${catalogueCurrency}`.as('hasOtherCurrency')])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The highest display order among the organisation's products; 0 if there are none. */
export async function findLastDisplayOrder(tx: Tx, organisationId: number): Promise<number> {
  const row = await tx
    .selectFrom('product_organisation')
    .select(({ fn }) => fn.max('display_order').as('last'))
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  return row?.last ?? 0;
}
