import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { matchesWords } from '#api/platform/db/search-words.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import {
  brandsOf,
  countForeignOrganisations,
  isGuideVisibleTo,
  isSoldBy,
  refreshListingsOf,
} from '../kept-products/kept-products.queries.ts';
import type { Guide } from './reading/guide.rules.ts';

/** A size guide of the catalogue with its chart. */
export interface StoredGuide extends Guide {
  id: number;
  name: string;
  brandId: number | null;
  version: number;
  fieldVersions: Record<string, number>;
  /** Number of organisations of other brands that buy products with it. */
  foreignOrganisations: number;
}

/** A guide in the list. */
export interface ListedGuide extends Guide {
  id: number;
  name: string;
  products: number;
}

/** A product with what decides whether the operator may give it another guide. */
export interface KeptProduct {
  id: number;
  name: string;
  sku: string | null;
  sizes: string[];
  sizeGuideId: number | null;
  sizeGuideName: string | null;
  foreignOrganisations: number;
}

const contains = (column: string, searchTerm: string | undefined) =>
  matchesWords(sql`searchable_text(${sql.raw(column)})`, searchTerm);

const chartColumns = sql`g.columns, g.rows, coalesce(c.gender, 2) as gender, coalesce(c.size_columns, g.columns[1:1]) as "sizeColumns",
  coalesce(c.points, '{}') as points, coalesce(c.legs, '{}') as legs`;

/** A page of the guides that the operator sees, by name, with the number of products of the brands; and the number of products without one. */
export async function listGuides(
  db: Db,
  operator: OperatorScope,
  { searchTerm, ...paging }: { searchTerm?: string | undefined; page?: number | undefined; limit?: number | undefined },
): Promise<{ guides: ListedGuide[]; totalCount: number; productsWithoutGuide: number }> {
  const { offset, limit } = toOffsetAndLimit(paging);
  const { rows } = await sql<{ guides: ListedGuide[]; totalCount: number; productsWithoutGuide: number }>`
    with found as materialized (select g.* from size_guide g where ${isGuideVisibleTo(operator)} and ${contains('g.name', searchTerm)}),
    page as (
      select g.id, g.name, ${chartColumns},
        (select count(*)::int from product p where p.size_guide_id = g.id and ${isSoldBy(operator)}) as products
      from found g left join size_chart c on c.size_guide_id = g.id order by lower(g.name), g.id limit ${limit} offset ${offset})
    select (select count(*)::int from found) as "totalCount",
      (select coalesce(json_agg(p order by lower(p.name), p.id), '[]') from page p) as guides,
      (select count(*)::int from product p where p.size_guide_id is null and ${hasSizes} and ${isSoldBy(operator)}) as "productsWithoutGuide"`.execute(
    db,
  );
  return rows[0] as { guides: ListedGuide[]; totalCount: number; productsWithoutGuide: number };
}

const hasSizes = sql`exists (select from product_attribute pa join attribute a on a.id = pa.attribute_id and a.role = 'size' where pa.product_id = p.id)`;

const productColumns = (operator: OperatorScope) => sql`
  p.id, p.name, p.sku, p.size_guide_id as "sizeGuideId", g.name as "sizeGuideName",
  (select coalesce(json_agg(v.name order by v.display_order, v.id), '[]')
    from product_attribute pa join attribute a on a.id = pa.attribute_id and a.role = 'size'
    join product_attribute_value v on v.product_attribute_id = pa.id where pa.product_id = p.id) as sizes,
  ${countForeignOrganisations(operator)} as "foreignOrganisations"`;

/** A page of the products with sizes that the operator's brands sell, by name. */
export async function listGuideProducts(
  db: Db,
  operator: OperatorScope,
  {
    searchTerm,
    withoutGuide = false,
    ...paging
  }: {
    searchTerm?: string | undefined;
    withoutGuide?: boolean | undefined;
    page?: number | undefined;
    limit?: number | undefined;
  },
): Promise<{ products: KeptProduct[]; totalCount: number }> {
  const { offset, limit } = toOffsetAndLimit(paging);
  const { rows } = await sql<KeptProduct & { totalCount: number }>`
    select ${productColumns(operator)}, count(*) over ()::int as "totalCount"
    from product p left join size_guide g on g.id = p.size_guide_id
    where ${hasSizes} and ${isSoldBy(operator)} and (not ${withoutGuide}::boolean or p.size_guide_id is null)
      and ${contains(`p.name || ' ' || coalesce(p.sku, '')`, searchTerm)}
    order by p.name, p.id limit ${limit} offset ${offset}`.execute(db);
  return { products: rows.map(({ totalCount: _, ...product }) => product), totalCount: rows[0]?.totalCount ?? 0 };
}

/** The products of the operator's brands that use a guide, by name. */
export async function listProductsOfGuide(db: Db | Tx, operator: OperatorScope, guideId: number): Promise<KeptProduct[]> {
  const { rows } = await sql<KeptProduct>`
    select ${productColumns(operator)} from product p join size_guide g on g.id = p.size_guide_id
    where p.size_guide_id = ${guideId} and ${isSoldBy(operator)} order by p.name, p.id`.execute(db);
  return rows;
}

/** Those of these products that the operator's brands sell, locked in the order of their ids. */
export async function lockProducts(tx: Tx, operator: OperatorScope, ids: readonly number[]): Promise<KeptProduct[]> {
  await sql`select id from product where id = any (${[...ids]}::bigint[]) order by id for update`.execute(tx);
  const { rows } = await sql<KeptProduct>`
    select ${productColumns(operator)} from product p left join size_guide g on g.id = p.size_guide_id
    where p.id = any (${[...ids]}::bigint[]) and ${isSoldBy(operator)} order by p.id`.execute(tx);
  return rows;
}

/** A guide that the operator sees; undefined for any other. */
export async function findGuide(db: Db | Tx, operator: OperatorScope, id: number): Promise<StoredGuide | undefined> {
  const { rows } = await sql<StoredGuide>`
    select g.id, g.name, g.brand_id as "brandId", g.version, g.field_versions as "fieldVersions", ${chartColumns},
      (select count(distinct o.id)::int from product p join product_organisation po on po.product_id = p.id
        join organisation o on o.id = po.organisation_id
        where p.size_guide_id = g.id and o.brand_id <> all (${brandsOf(operator)})) as "foreignOrganisations"
    from size_guide g left join size_chart c on c.size_guide_id = g.id
    where g.id = ${id} and ${isGuideVisibleTo(operator)}`.execute(db);
  return rows[0];
}

/** Locks a guide until the transaction ends. */
export async function lockGuide(tx: Tx, operator: OperatorScope, id: number): Promise<StoredGuide | undefined> {
  await sql`select id from size_guide where id = ${id} for update`.execute(tx);
  return findGuide(tx, operator, id);
}

const toChart = (guide: Guide) => ({
  gender: guide.gender,
  size_columns: guide.sizeColumns,
  points: JSON.stringify(guide.points),
  legs: JSON.stringify(guide.legs),
});

/** Adds a guide to a brand of the operator; undefined where the brand has one of this name. */
export async function insertGuide(
  tx: Tx,
  _operator: OperatorScope,
  { brandId, name, guide }: { brandId: number; name: string; guide: Guide },
): Promise<number | undefined> {
  const created = await tx
    .insertInto('size_guide')
    .values({ name, brand_id: brandId, columns: guide.columns, rows: JSON.stringify(guide.rows) })
    .onConflict((conflict) => conflict.expression(sql`brand_id, lower(name)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!created) return undefined;
  await tx
    .insertInto('size_chart')
    .values({ size_guide_id: created.id, ...toChart(guide) })
    .execute();
  return created.id;
}

/** Whether another guide of the brand has this name. */
export async function isGuideNameTaken(tx: Tx, brandId: number | null, name: string, otherThan: number): Promise<boolean> {
  const { rows } = await sql`
    select from size_guide where brand_id = ${brandId} and lower(name) = lower(${name}) and id <> ${otherThan} limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Replaces the name, the table and the chart of a guide. `isChartChanged`: the columns mean something else than before. */
export async function updateGuide(
  tx: Tx,
  id: number,
  { name, guide, isChartChanged }: { name: string; guide: Guide; isChartChanged: boolean },
): Promise<void> {
  await sql`
    update size_guide set name = ${name}, columns = ${guide.columns}, rows = ${JSON.stringify(guide.rows)}::jsonb,
      chart_version = chart_version + ${isChartChanged ? 1 : 0}
    where id = ${id}`.execute(tx);
  await tx
    .insertInto('size_chart')
    .values({ size_guide_id: id, ...toChart(guide) })
    .onConflict((conflict) => conflict.column('size_guide_id').doUpdateSet(toChart(guide)))
    .execute();
}

/** Gives these products the guide, or none, and rewrites their listings, so that the change is seen at once. */
export async function assignGuide(tx: Tx, guideId: number | null, products: readonly number[]): Promise<void> {
  if (products.length === 0) return;
  const ids = [...products];
  await sql`update product set size_guide_id = ${guideId}, updated_at = now() where id = any (${ids}::bigint[])`.execute(tx);
  await refreshListingsOf(tx, ids);
}

/** Deletes a guide unless a product uses it. */
export async function deleteGuide(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    delete from size_guide g where id = ${id} and not exists (select from product p where p.size_guide_id = g.id) returning id`.execute(
    tx,
  );
  return rows.length > 0;
}

/** What decides how far a guide covers these products of the operator's brands. */
export async function listCoveredProducts(
  db: Db,
  operator: OperatorScope,
  ids: readonly number[],
): Promise<
  {
    id: number;
    name: string;
    garmentType: string | null;
    sizes: { id: number; name: string }[];
    lengths: { id: number; name: string }[][];
  }[]
> {
  const { rows } = await sql<Awaited<ReturnType<typeof listCoveredProducts>>[number]>`
    select p.id, p.name, p.garment_type as "garmentType",
      (select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name) order by v.display_order, v.id), '[]')
        from product_attribute pa join attribute a on a.id = pa.attribute_id and a.role = 'size'
        join product_attribute_value v on v.product_attribute_id = pa.id where pa.product_id = p.id) as sizes,
      (select coalesce(json_agg(f.values order by f.id), '[]') from (
        select pa.id, json_agg(json_build_object('id', v.id, 'name', v.name) order by v.display_order, v.id) as values
        from product_attribute pa join attribute a on a.id = pa.attribute_id and a.role in ('fit', 'length')
        join product_attribute_value v on v.product_attribute_id = pa.id where pa.product_id = p.id group by pa.id) f) as lengths
    from product p where p.id = any (${[...ids]}::bigint[]) and ${isSoldBy(operator)} order by p.name, p.id`.execute(db);
  return rows;
}
