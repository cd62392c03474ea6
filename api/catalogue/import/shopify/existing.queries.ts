import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { ExistingProduct } from './existing.ts';

/** The organisation's exclusive products by handle, with all data that an import compares. Takes six statements in total. */
export async function loadExistingProducts(
  tx: Tx,
  organisationId: number,
  handles: readonly string[],
): Promise<Map<string, ExistingProduct>> {
  const rows = await tx
    .selectFrom('product as p')
    .leftJoin('product_organisation as po', (join) =>
      join.onRef('po.product_id', '=', 'p.id').on('po.organisation_id', '=', organisationId),
    )
    .leftJoin('imported_product as i', 'i.product_id', 'p.id')
    .selectAll('p')
    .select(['po.id as offer_id', 'po.published as offer_published', 'i.offered', 'i.category_id', 'i.option_ids'])
    .where('p.exclusive_organisation_id', '=', organisationId)
    .where(sql<boolean>`p.handle = any (${handles})`)
    .execute();
  const products = new Map<number, ExistingProduct>();
  for (const row of rows) {
    const { id, handle, offer_id, offer_published, offered, category_id, option_ids } = row;
    products.set(id, {
      id,
      handle,
      fields: fieldsOf(row),
      offer: offer_id === null ? undefined : { id: offer_id, published: offer_published ?? false },
      lastImport: offered === null ? undefined : { offered, category: category_id, options: option_ids ?? [] },
      categoryIds: [],
      optionIds: [],
      attributes: [],
      combinations: [],
      images: [],
    });
  }
  if (products.size > 0) await loadParts(tx, products);
  return new Map([...products.values()].map((product) => [product.handle, product]));
}

type ProductRow = ExistingProduct['fields'] extends infer F
  ? { [K in keyof F]: K extends 'garment_type' ? string | null : F[K] }
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
    tags: row.tags,
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
    .leftJoin('imported_combination as i', 'i.combination_id', 'c.id')
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
      'c.display_order',
      'i.quantity',
    ])
    .where('c.product_id', '=', ids)
    .orderBy('c.display_order')
    .orderBy('c.id')
    .execute();
  for (const { product_id, value_ids, display_order, quantity, ...rest } of combinations) {
    products
      .get(product_id)
      ?.combinations.push({ ...rest, valueIds: value_ids, displayOrder: display_order, countedQuantity: quantity });
  }
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

/** Those of the SKUs (in lower case) that the organisation's other products use, each with the name of one such product. */
export async function findForeignSkus(
  tx: Tx,
  organisationId: number,
  skus: readonly string[],
  handles: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ sku: string; name: string }>`
    select distinct on (lower(c.sku)) lower(c.sku) as sku, p.name
    from combination c
    join product p on p.id = c.product_id
    join product_organisation po on po.product_id = p.id and po.organisation_id = ${organisationId}
    where lower(c.sku) = any (${skus}) and not c.discontinued
      and not (p.exclusive_organisation_id is not distinct from ${organisationId}::bigint and p.handle = any (${handles}))`.execute(
    tx,
  );
  return new Map(rows.map(({ sku, name }) => [sku, name]));
}

/** Name and currency of an organisation; undefined if it does not exist. */
export async function findOrganisation(tx: Tx, id: number): Promise<{ name: string; currency: string } | undefined> {
  return tx.selectFrom('organisation').select(['name', 'currency_code as currency']).where('id', '=', id).executeTakeFirst();
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
