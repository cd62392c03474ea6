import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { Guide } from '../../size-guides/reading/guide.rules.ts';
import { type ProductSelector, toWildcardPattern } from './product-selector.rules.ts';

/** A product that a guide may belong to. */
export interface MatchedProduct {
  id: number;
  name: string;
  sku: string | null;
  garment_type: string | null;
  /** ID of its current size guide. */
  size_guide_id: number | null;
  guide_name: string | null;
  /** Other organisations buy it too. */
  is_shared: boolean;
  sizes: { id: number; name: string }[];
  lengths: { id: number; name: string }[][];
}

/**
 * The selected products in the organisation's range, sorted by name. A SKU pattern matches the product's SKU or that of
 * a combination.
 */
export async function findMatchingProducts(
  tx: Tx,
  organisationId: number,
  { sku, vendor, garment }: ProductSelector,
): Promise<MatchedProduct[]> {
  const lower = (values: readonly string[]) => values.map((value) => value.toLowerCase());
  const patterns = sku.map(toWildcardPattern);
  const { rows } = await sql<MatchedProduct>`
    select p.id, p.name, p.sku, p.garment_type, p.size_guide_id, g.name as guide_name,
      exists (select from product_organisation po where po.product_id = p.id and po.organisation_id <> ${organisationId}) as is_shared,
      (select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name) order by v.display_order, v.id), '[]')
        from product_attribute pa join attribute a on a.id = pa.attribute_id and a.role = 'size'
        join product_attribute_value v on v.product_attribute_id = pa.id where pa.product_id = p.id) as sizes,
      (select coalesce(json_agg(f.values order by f.id), '[]') from (
        select pa.id, json_agg(json_build_object('id', v.id, 'name', v.name) order by v.display_order, v.id) as values
        from product_attribute pa join attribute a on a.id = pa.attribute_id and a.role in ('fit', 'length')
        join product_attribute_value v on v.product_attribute_id = pa.id where pa.product_id = p.id group by pa.id) f) as lengths
    from product p left join size_guide g on g.id = p.size_guide_id
    where exists (select from product_organisation po where po.product_id = p.id and po.organisation_id = ${organisationId})
      and (${patterns.length} = 0 or lower(p.sku) like any (${patterns}::text[])
        or exists (select from combination c where c.product_id = p.id and lower(c.sku) like any (${patterns}::text[])))
      and (${vendor.length} = 0 or lower(p.vendor) = any (${lower(vendor)}::text[]))
      and (${garment.length} = 0 or p.garment_type = any (${lower(garment)}::text[]))
    order by p.name, p.id`.execute(tx);
  return rows;
}

/** The size guide that was imported under this name, with its chart. */
export async function findImportedGuide(
  tx: Tx,
  organisationId: number,
  name: string,
): Promise<({ id: number } & Guide) | undefined> {
  const row = await tx
    .selectFrom('imported_size_guide as i')
    .innerJoin('size_guide as g', 'g.id', 'i.size_guide_id')
    .innerJoin('size_chart as c', 'c.size_guide_id', 'g.id')
    .select(['g.id', 'g.columns', 'g.rows', 'c.gender', 'c.size_columns', 'c.points', 'c.legs'])
    .where('i.organisation_id', '=', organisationId)
    .where('i.name', '=', name)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, columns, rows, gender, size_columns, points, legs } = row;
  return {
    id,
    columns,
    rows: rows as string[][],
    gender,
    sizeColumns: size_columns,
    points: points as Guide['points'],
    legs: legs as Guide['legs'],
  };
}

/** Inserts a guide, or replaces the one with the given ID, and returns its ID. */
export async function writeGuide(
  tx: Tx,
  organisationId: number,
  name: string,
  guide: Guide,
  id: number | undefined,
): Promise<number> {
  const { columns, rows } = guide;
  const chart = {
    gender: guide.gender,
    size_columns: guide.sizeColumns,
    points: JSON.stringify(guide.points),
    legs: JSON.stringify(guide.legs),
  };
  if (id !== undefined) {
    await tx
      .updateTable('size_guide')
      .set({ columns, rows: JSON.stringify(rows) })
      .where('id', '=', id)
      .execute();
    await tx.updateTable('size_chart').set(chart).where('size_guide_id', '=', id).execute();
    return id;
  }
  const created = await tx
    .insertInto('size_guide')
    .values({ name, columns, rows: JSON.stringify(rows) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('size_chart')
    .values({ size_guide_id: created.id, ...chart })
    .execute();
  await tx
    .insertInto('imported_size_guide')
    .values({ size_guide_id: created.id, organisation_id: organisationId, name })
    .execute();
  return created.id;
}

/** Links products to a size guide. */
export async function linkProducts(tx: Tx, guideId: number, products: readonly number[]): Promise<void> {
  await sql`update product set size_guide_id = ${guideId}, updated_at = now() where id = any (${products}::bigint[])`.execute(tx);
}

/** Records the import of a size guide in the audit log. */
export async function recordSizeGuideImport(tx: Tx, organisationId: number, name: string, after: object): Promise<void> {
  await tx
    .insertInto('audit_event')
    .values({
      organisation_id: organisationId,
      actor_kind: 'system',
      action: 'sizeguide.imported',
      subject_kind: 'size_guide',
      subject_id: name,
      after: JSON.stringify(after),
    })
    .execute();
}
