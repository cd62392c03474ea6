import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import { allocateIds, bulkDelete, bulkInsert, bulkUpdate } from './bulk.queries.ts';
import type { ImportWrites } from './import-writes.ts';

/** Why stock was counted, as it is stored with the entries: the import of a file. */
export type StockCause = { kind: 'catalogue_import'; file: string };

/**
 * Applies all writes, of which those to the range are the client's, with a fixed number of statements per 5,000 rows. Returns the number of rows written; afterwards the
 * keys of new rows hold their IDs.
 */
export async function applyImportWrites(
  tx: Tx,
  { organisationId, isMadeForClient }: { organisationId: number | null; isMadeForClient: boolean },
  writes: ImportWrites,
  cause: StockCause,
): Promise<number> {
  await allocateAllIds(tx, writes);
  return (
    (await writeProducts(tx, isMadeForClient ? organisationId : null, writes.products)) +
    (await writeAttributes(tx, writes.attributes)) +
    (await writeValues(tx, writes.values)) +
    (await writeCombinations(tx, writes.combinations)) +
    (await writeImages(tx, writes.images)) +
    (await writeCategories(tx, writes.categories)) +
    (await writeSpecifications(tx, writes.options)) +
    (organisationId === null ? 0 : await writeRange(tx, organisationId, writes)) +
    (await saveLastImports(tx, writes.lastImports)) +
    (await writeStock(tx, writes, cause))
  );
}

/** Gives new rows their IDs first, because rows of other tables refer to them. */
async function allocateAllIds(tx: Tx, { products, attributes, values, combinations }: ImportWrites): Promise<void> {
  const keysOf = <Key>(rows: readonly { key: Key }[]) => rows.map(({ key }) => key);
  await allocateIds(tx, 'product', keysOf(products.new));
  await allocateIds(tx, 'product_attribute', keysOf(attributes.new));
  await allocateIds(tx, 'product_attribute_value', keysOf(values.new));
  await allocateIds(tx, 'combination', keysOf(combinations.new));
}

async function writeProducts(tx: Tx, madeFor: number | null, products: ImportWrites['products']): Promise<number> {
  const inserted = await bulkInsert(
    tx,
    'product',
    products.new.map(({ key, handle, fields }) => ({ id: key.id, exclusive_organisation_id: madeFor, handle, ...fields })),
  );
  const updated = await bulkUpdate(
    tx,
    'product',
    products.changed.map(({ id, fields }) => ({ id, ...fields, updated_at: new Date().toISOString() })),
  );
  return inserted + updated;
}

async function writeAttributes(tx: Tx, attributes: ImportWrites['attributes']): Promise<number> {
  const deleted = await bulkDelete(tx, 'product_attribute', attributes.gone);
  const inserted = await bulkInsert(
    tx,
    'product_attribute',
    attributes.new.map(({ key, product, attributeId, controlType, displayOrder }) => ({
      id: key.id,
      product_id: product.id,
      attribute_id: attributeId,
      control_type_id: controlType,
      display_order: displayOrder,
    })),
  );
  return deleted + inserted;
}

async function writeValues(tx: Tx, values: ImportWrites['values']): Promise<number> {
  const toFields = ({
    name,
    rgb,
    accent,
    displayOrder,
  }: Pick<(typeof values.new)[number], 'name' | 'rgb' | 'accent' | 'displayOrder'>) => ({
    name,
    colour_rgb: rgb,
    accent_rgb: accent,
    display_order: displayOrder,
  });
  const inserted = await bulkInsert(
    tx,
    'product_attribute_value',
    values.new.map((value) => ({ id: value.key.id, product_attribute_id: value.attribute.id, ...toFields(value) })),
  );
  const updated = await bulkUpdate(
    tx,
    'product_attribute_value',
    values.changed.map((value) => ({ id: value.id, ...toFields(value) })),
  );
  return inserted + updated;
}

async function writeCombinations(tx: Tx, combinations: ImportWrites['combinations']): Promise<number> {
  const toFields = ({
    description,
    sku,
    gtin,
    overridden_price_minor,
    image_source_url,
    discontinued,
    displayOrder,
  }: (typeof combinations.changed)[number] | (typeof combinations.new)[number]) => ({
    description,
    sku,
    gtin,
    overridden_price_minor,
    image_source_url,
    discontinued,
    display_order: displayOrder,
  });
  // Values that pass from one combination to another are free in between.
  if (combinations.moved.length > 0) {
    const gone = combinations.changed.filter(({ discontinued }) => discontinued).map(({ id }) => id);
    await sql`update combination set discontinued = true where id = any (${[...combinations.moved, ...gone]}::bigint[])`.execute(
      tx,
    );
  }
  const updated = await bulkUpdate(
    tx,
    'combination',
    combinations.changed.map((one) => ({ id: one.id, value_ids: one.values.map(({ id }) => id), ...toFields(one) })),
  );
  const inserted = await bulkInsert(
    tx,
    'combination',
    combinations.new.map((one) => ({
      id: one.key.id,
      product_id: one.product.id,
      value_ids: one.values.map(({ id }) => id),
      ...toFields(one),
    })),
  );
  await sumAdjustments(tx, [...combinations.moved, ...combinations.new.map(({ key }) => key.id)]);
  return inserted + updated;
}

/** Stores what the values of these combinations add to the price. */
async function sumAdjustments(tx: Tx, combinations: readonly number[]): Promise<void> {
  if (combinations.length === 0) return;
  await sql`
    update combination c set price_adjustment_minor = sums.adjustment
    from (select o.id, coalesce(sum(v.price_adjustment_minor), 0)::bigint as adjustment
      from combination o left join product_attribute_value v on v.id = any (o.value_ids) where o.id = any (${combinations}::bigint[]) group by o.id) sums
    where c.id = sums.id and c.price_adjustment_minor <> sums.adjustment`.execute(tx);
}

async function writeImages(tx: Tx, images: ImportWrites['images']): Promise<number> {
  const deleted = await bulkDelete(tx, 'product_image', images.gone);
  const inserted = await bulkInsert(
    tx,
    'product_image',
    images.new.map(({ product, url, alt, position }) => ({ product_id: product.id, source_url: url, alt_text: alt, position })),
  );
  const updated = await bulkUpdate(
    tx,
    'product_image',
    images.changed.map(({ id, alt, position }) => ({ id, alt_text: alt, position })),
  );
  return deleted + inserted + updated;
}

async function writeCategories(tx: Tx, categories: ImportWrites['categories']): Promise<number> {
  const deleted = await removePairs(
    tx,
    'product_category',
    'category_id',
    categories.gone.map(({ product, category }) => [product, category]),
  );
  const inserted = await bulkInsert(
    tx,
    'product_category',
    categories.new.map(({ product, category }) => ({ product_id: product.id, category_id: category })),
  );
  return deleted + inserted;
}

async function writeSpecifications(tx: Tx, options: ImportWrites['options']): Promise<number> {
  const deleted = await removePairs(
    tx,
    'product_specification',
    'option_id',
    options.gone.map(({ product, option }) => [product, option]),
  );
  const inserted = await bulkInsert(
    tx,
    'product_specification',
    options.new.map(({ product, option }) => ({ product_id: product.id, option_id: option })),
  );
  return deleted + inserted;
}

async function writeRange(
  tx: Tx,
  organisationId: number,
  { offers, lastOffers }: Pick<ImportWrites, 'offers' | 'lastOffers'>,
): Promise<number> {
  // A price that was removed with the product would be restored otherwise.
  const priced = offers.new.filter(({ isPriced }) => isPriced).map(({ product }) => product.id);
  if (priced.length > 0)
    await sql`delete from removed_range_price where organisation_id = ${organisationId} and product_id = any (${priced}::bigint[])`.execute(
      tx,
    );
  const inserted = await bulkInsert(
    tx,
    'product_organisation',
    offers.new.map(({ product, published, displayOrder, price, percent }) => ({
      organisation_id: organisationId,
      product_id: product.id,
      published,
      display_order: displayOrder,
      overridden_price_minor: price,
      price_percent: percent,
    })),
  );
  const updated = await bulkUpdate(
    tx,
    'product_organisation',
    offers.changed.map(({ id, published, price, percent }) => ({
      id,
      published,
      overridden_price_minor: price,
      price_percent: percent,
    })),
  );
  if (lastOffers.length > 0) {
    const rows = lastOffers.map(({ product, offered }) => ({ organisation_id: organisationId, product_id: product.id, offered }));
    await sql`
      insert into imported_offer select * from jsonb_populate_recordset(null::imported_offer, ${JSON.stringify(rows)}::jsonb)
      on conflict (organisation_id, product_id) do update set offered = excluded.offered`.execute(tx);
  }
  return inserted + updated + lastOffers.length;
}

async function removePairs(
  tx: Tx,
  table: 'product_category' | 'product_specification',
  column: string,
  pairs: [product: number, other: number][],
): Promise<number> {
  if (pairs.length === 0) return 0;
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} t using unnest(${pairs.map(([product]) => product)}::bigint[], ${pairs.map(([, other]) => other)}::bigint[]) as gone (product_id, other_id)
    where t.product_id = gone.product_id and t.${sql.ref(column)} = gone.other_id`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Saves the imported values that the next import compares with. */
async function saveLastImports(tx: Tx, lastImports: ImportWrites['lastImports']): Promise<number> {
  if (lastImports.length === 0) return 0;
  const rows = lastImports.map(({ product, values: { offered, category, options } }) => ({
    product_id: product.id,
    offered,
    category_id: category,
    option_ids: options,
  }));
  await sql`
    insert into imported_product select * from jsonb_populate_recordset(null::imported_product, ${JSON.stringify(rows)}::jsonb)
    on conflict (product_id) do update set offered = excluded.offered, category_id = excluded.category_id, option_ids = excluded.option_ids`.execute(
    tx,
  );
  return lastImports.length;
}

async function writeStock(tx: Tx, { combinations, counts, stockRules }: ImportWrites, cause: StockCause): Promise<number> {
  const levels = combinations.new.map(({ key, product, quantity, canOversell }) => ({
    combination_id: key.id,
    product_id: product.id,
    on_hand: quantity ?? 0,
    can_oversell: canOversell,
  }));
  let rows = await bulkInsert(tx, 'stock_level', levels);
  const entries = levels
    .filter(({ on_hand }) => on_hand !== 0)
    .map(({ combination_id, on_hand }) => ({ combination_id, kind: 'count', on_hand_delta: on_hand, reserved_delta: 0, cause }));
  rows += await bulkInsert(tx, 'stock_entry', entries);
  rows += await countStock(tx, counts, cause);
  rows += await applyStockRules(tx, stockRules);
  return rows;
}

/**
 * Sets the stock on hand to the quantities in the file. Rows are locked in order of ID, as orders do. A quantity below what
 * is reserved for orders is raised to it, because reserved items are still in the warehouse.
 */
async function countStock(tx: Tx, counts: ImportWrites['counts'], cause: StockCause): Promise<number> {
  if (counts.length === 0) return 0;
  const [ids, quantities] = [counts.map(({ combination }) => combination), counts.map(({ quantity }) => quantity)];
  await sql`
    insert into stock_level (combination_id, product_id)
    select id, product_id from combination where id = any (${ids}::bigint[]) on conflict (combination_id) do nothing`.execute(tx);
  const { rows } = await sql<{ rows: number }>`
    with counted as (select * from unnest(${ids}::bigint[], ${quantities}::bigint[]) as c (combination_id, quantity)),
    locked as materialized (
      select s.combination_id, s.on_hand, case when s.can_oversell then c.quantity else greatest(c.quantity, s.reserved) end as quantity
      from stock_level s join counted c using (combination_id) order by s.combination_id for update of s),
    levels as (
      update stock_level s set on_hand = l.quantity, counted_at = now(), version = s.version + 1 from locked l
      where s.combination_id = l.combination_id and l.quantity <> l.on_hand),
    entries as (
      insert into stock_entry (combination_id, kind, on_hand_delta, cause)
      select combination_id, 'count', quantity - on_hand, ${JSON.stringify(cause)}::jsonb from locked where quantity <> on_hand order by combination_id
      returning 1)
    select 2 * count(*)::int as rows from entries`.execute(tx);
  return rows[0]?.rows ?? 0;
}

/** Updates `can_oversell` of products whose rule changed. Stock that is already oversold stays so. */
export async function applyStockRules(tx: Tx, products: readonly number[]): Promise<number> {
  if (products.length === 0) return 0;
  const { numAffectedRows } = await sql`
    with wanted as materialized (
      select s.combination_id, not p.manages_stock or p.backorder_mode > 0 or s.on_hand < 0 or s.reserved > s.on_hand as can_oversell
      from stock_level s join product p on p.id = s.product_id
      where s.product_id = any (${products}::bigint[]) order by s.combination_id for update of s)
    update stock_level s set can_oversell = w.can_oversell, version = s.version + 1 from wanted w
    where s.combination_id = w.combination_id and s.can_oversell <> w.can_oversell`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
