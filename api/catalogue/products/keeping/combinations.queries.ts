import { sql } from 'kysely';
import { allocateIds, bulkInsert } from '#api/catalogue/import/shopify/bulk.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { foldCase } from '#api/platform/fold-case.ts';
import type { CombinationsPlan, KeptAttribute, KeptCombination, PlaceErrors } from './combinations.rules.ts';

/** Whether combination `c` was ordered. Each client is asked for its orders of the product, for which there is an index. */
const isOrdered = sql`exists (
  select from organisation o cross join lateral (
    select from order_line l where l.organisation_id = o.id and l.product_id = c.product_id and l.combination_id = c.id limit 1) ordered)`;

/** The attributes of a product and all its combinations. The product is locked by the caller. */
export async function loadCombinations(
  tx: Tx,
  productId: number,
): Promise<{ attributes: KeptAttribute[]; combinations: KeptCombination[] }> {
  const { rows } = await sql<{ attributes: KeptAttribute[]; combinations: KeptCombination[] }>`
    select
      (select coalesce(json_agg(json_build_object('id', pa.id, 'name', a.name, 'role', a.role, 'values',
         (select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'rgb', v.colour_rgb, 'adjustment', v.price_adjustment_minor) order by v.display_order, v.id), '[]')
          from product_attribute_value v where v.product_attribute_id = pa.id)) order by pa.display_order, pa.id), '[]')
       from product_attribute pa join attribute a on a.id = pa.attribute_id where pa.product_id = ${productId}) as attributes,
      (select coalesce(json_agg(json_build_object('id', c.id, 'valueIds', c.value_ids, 'sku', c.sku, 'gtin', c.gtin, 'price', c.overridden_price_minor,
         'discontinued', c.discontinued, 'fieldVersions', c.field_versions, 'isUsed',
           cardinality(c.value_ids) = 0 and (exists (select from stock_entry e where e.combination_id = c.id) or ${isOrdered}
           or exists (select from cart_line l where l.combination_id = c.id))) order by c.display_order, c.id), '[]')
       from combination c where c.product_id = ${productId}) as combinations`.execute(tx);
  return rows[0] as { attributes: KeptAttribute[]; combinations: KeptCombination[] };
}

/** SKUs and barcodes of the plan that combinations of other products have, by place in the request. */
export async function findTakenCodes(tx: Tx, productId: number, changes: CombinationsPlan['combinations']): Promise<PlaceErrors> {
  const skus = changes.map(({ planned }) => foldCase(planned.sku));
  const gtins = changes.flatMap(({ planned }) => planned.gtin ?? []);
  const { rows } = await sql<{ sku: string; gtin: string | null }>`
    select lower(sku) as sku, gtin from combination where lower(sku) = any (${skus}::text[]) and product_id <> ${productId}
    union all select lower(sku), gtin from combination where gtin = any (${gtins}::text[]) and product_id <> ${productId}`.execute(
    tx,
  );
  const errors: PlaceErrors = {};
  const [takenSkus, takenGtins] = [new Set(rows.map(({ sku }) => sku)), new Set(rows.map(({ gtin }) => gtin))];
  for (const { place, planned } of changes) {
    if (takenSkus.has(foldCase(planned.sku))) errors[`combinations[${place}].sku`] = ['Another product has this SKU.'];
    if (planned.gtin !== null && takenGtins.has(planned.gtin))
      errors[`combinations[${place}].gtin`] = ['Another product has this barcode.'];
  }
  return errors;
}

/** Writes attributes and values; afterwards new ones have their ids. */
export async function writeAttributes(
  tx: Tx,
  productId: number,
  { attributes, goneAttributes, goneValues }: CombinationsPlan,
): Promise<void> {
  await sql`delete from product_attribute where id = any (${goneAttributes}::bigint[])`.execute(tx);
  await sql`delete from product_attribute_value where id = any (${goneValues}::bigint[])`.execute(tx);
  const added = attributes.filter(({ id }) => id === 0);
  if (added.length > 0) {
    await sql`
      insert into attribute (name, role) select name, role from jsonb_to_recordset(${JSON.stringify(added.map(({ name, role }) => ({ name, role })))}::jsonb) as n (name text, role text)
      where not exists (select from attribute a where lower(a.name) = lower(n.name))`.execute(tx);
    await allocateIds(tx, 'product_attribute', added);
    const { rows } = await sql<{ id: number; name: string }>`
      select id, lower(name) as name from attribute where lower(name) = any (${added.map(({ name }) => name.toLowerCase())}::text[])`.execute(
      tx,
    );
    const ids = new Map(rows.map(({ id, name }) => [name, id]));
    await bulkInsert(
      tx,
      'product_attribute',
      added.map(({ id, name, role }) => ({
        id,
        product_id: productId,
        attribute_id: ids.get(name.toLowerCase()),
        control_type_id: role === 'colour' ? COLOUR_SQUARES : DROPDOWN,
        display_order: 0,
      })),
    );
  }
  const values = attributes.flatMap(({ id, values: own }) =>
    own.map((value, index) => ({ value, attributeId: id, displayOrder: index * 100 })),
  );
  await sql`
    update product_attribute a set display_order = n.display_order
    from unnest(${attributes.map(({ id }) => id)}::bigint[]) with ordinality as n (id, display_order) where a.id = n.id and a.display_order <> n.display_order`.execute(
    tx,
  );
  const rows = ({ value, attributeId, displayOrder }: (typeof values)[number]) => ({
    id: value.id,
    product_attribute_id: attributeId,
    name: value.name,
    colour_rgb: value.rgb,
    price_adjustment_minor: value.adjustment,
    display_order: displayOrder,
  });
  const present = values.filter(({ value }) => value.id !== 0);
  // Two values may exchange their names, which are unique among those of an attribute.
  await sql`
    update product_attribute_value v set name = '#' || v.id from jsonb_to_recordset(${JSON.stringify(present.map(rows))}::jsonb) as n (id bigint, name text)
    where v.id = n.id and v.name <> n.name`.execute(tx);
  await sql`
    update product_attribute_value v set name = n.name, colour_rgb = n.colour_rgb, price_adjustment_minor = n.price_adjustment_minor, display_order = n.display_order
    from jsonb_populate_recordset(null::product_attribute_value, ${JSON.stringify(present.map(rows))}::jsonb) n where v.id = n.id`.execute(
    tx,
  );
  const fresh = values.filter(({ value }) => value.id === 0);
  await allocateIds(
    tx,
    'product_attribute_value',
    fresh.map(({ value }) => value),
  );
  await bulkInsert(tx, 'product_attribute_value', fresh.map(rows));
}

// Control types of the wire contract.
const DROPDOWN = 1;
const COLOUR_SQUARES = 40;

/** Writes the combinations of a plan whose values have their ids. A new one has a stock level of nothing. */
export async function writeCombinations(tx: Tx, productId: number, { combinations, dropped }: CombinationsPlan): Promise<void> {
  await sql`update combination set discontinued = true where id = any (${dropped}::bigint[])`.execute(tx);
  const rows = combinations.map(({ planned }) => ({
    id: planned.id,
    value_ids: planned.values.map(({ id }) => id),
    sku: planned.sku,
    gtin: planned.gtin,
    overridden_price_minor: planned.price,
    discontinued: planned.discontinued,
  }));
  const present = rows.filter(({ id }) => id !== 0);
  // Codes and values may pass from one combination to another.
  await sql`
    update combination c set sku = '#' || c.id, gtin = null, discontinued = true
    from jsonb_populate_recordset(null::combination, ${JSON.stringify(present)}::jsonb) n
    where c.id = n.id and (lower(c.sku) <> lower(n.sku) or c.gtin is distinct from n.gtin or c.value_ids <> n.value_ids)`.execute(
    tx,
  );
  await sql`
    update combination c set value_ids = n.value_ids, sku = n.sku, gtin = n.gtin, overridden_price_minor = n.overridden_price_minor, discontinued = n.discontinued
    from jsonb_populate_recordset(null::combination, ${JSON.stringify(present)}::jsonb) n where c.id = n.id`.execute(tx);
  const added = rows.filter(({ id }) => id === 0).map(({ id: _, ...row }) => ({ ...row, product_id: productId }));
  if (added.length > 0) {
    await bulkInsert(tx, 'combination', added);
    await sql`
      insert into stock_level (combination_id, product_id, can_oversell)
      select c.id, c.product_id, not p.manages_stock or p.backorder_mode > 0 from combination c join product p on p.id = c.product_id
      where c.product_id = ${productId} on conflict (combination_id) do nothing`.execute(tx);
  }
}

/** Derives descriptions, surcharges and the order of all combinations of a product from its values. */
export async function deriveCombinations(tx: Tx, productId: number): Promise<void> {
  await sql`
    with derived as (
      select c.id, string_agg(v.name, ', ' order by pa.display_order, pa.id) as description, coalesce(sum(v.price_adjustment_minor), 0)::bigint as adjustment,
        row_number() over (order by array_agg(v.display_order order by pa.display_order, pa.id) nulls first, c.id) as place
      from combination c left join product_attribute_value v on v.id = any (c.value_ids) left join product_attribute pa on pa.id = v.product_attribute_id
      where c.product_id = ${productId} group by c.id)
    update combination c set description = coalesce(d.description, ''), price_adjustment_minor = d.adjustment, display_order = d.place * 100
    from derived d where c.id = d.id and (c.description, c.price_adjustment_minor, c.display_order) is distinct from (coalesce(d.description, ''), d.adjustment, d.place * 100)`.execute(
    tx,
  );
}

/** Notes that the attributes of a product were changed, so that its version increases. */
export async function markAttributesChanged(tx: Tx, productId: number): Promise<void> {
  await sql`update product set attributes_changed_at = clock_timestamp(), updated_at = now() where id = ${productId}`.execute(tx);
}

/** Whether a combination of the product is sold. */
export async function hasSoldCombinations(tx: Tx, productId: number): Promise<boolean> {
  const { rows } = await sql`select from combination where product_id = ${productId} and not discontinued limit 1`.execute(tx);
  return rows.length > 0;
}
