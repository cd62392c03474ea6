import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { JsonObject } from '#api/platform/db/types.ts';
import type { ProductRowOutcome } from '#contract/catalogue/import.ts';
import type { FieldChange } from '../shopify/field-changes.rules.ts';
import type { FileProduct, PlannedProduct } from '../shopify/import-batch.ts';
import type { ReportEntry } from '../shopify/report.rules.ts';

/** A product of a file as it is stored with its import. */
export interface StoredFileProduct {
  position: number;
  handle: string;
  content: Omit<FileProduct, 'position'>;
  rows: number;
  productId: number | null;
  planned: string | null;
}

/** What a row says in the report. */
export type StoredEntry = Omit<ReportEntry, 'outcome'> & { outcome: ProductRowOutcome };

/** Removes what was read of a file and said of it. */
export async function deleteFileProducts(tx: Tx, importId: number): Promise<void> {
  await sql`delete from catalogue_import_row where import_id = ${importId}`.execute(tx);
  await sql`delete from catalogue_import_product where import_id = ${importId}`.execute(tx);
}

/** Saves products of a file as they were read. */
export async function insertFileProducts(
  tx: Tx,
  importId: number,
  products: readonly (FileProduct & { handle: string; name: string; rows: number })[],
): Promise<void> {
  const rows = products.map(({ position, handle, name, rows: count, ...content }) => ({
    position,
    handle,
    name,
    rows: count,
    content,
  }));
  await sql`
    insert into catalogue_import_product (import_id, position, handle, name, rows, content)
    select ${importId}, n.position, n.handle, n.name, n.rows, n.content
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (position int, handle text, name text, rows int, content jsonb)`.execute(
    tx,
  );
}

interface ProductRow extends Omit<StoredFileProduct, 'content'> {
  content: JsonObject;
}

const columns = sql`position, handle, content, rows, product_id as "productId", planned`;

/** The content as it was saved; what was undefined is absent. */
const toStored = ({ content, ...row }: ProductRow): StoredFileProduct => ({
  ...row,
  content: content as unknown as StoredFileProduct['content'],
});

/** The next products in the order of the file: at most `maxRows` rows, but at least one product. */
export async function listNextProducts(db: Db, importId: number, after: number, maxRows: number): Promise<StoredFileProduct[]> {
  const { rows } = await sql<ProductRow>`
    select ${columns} from catalogue_import_product p join (
      select n.position as at, sum(n.rows) over (order by n.position) - n.rows as before from (
        select position, rows from catalogue_import_product where import_id = ${importId} and position > ${after} order by position limit ${maxRows}) n) s
      on s.at = p.position and s.before < ${maxRows}
    where p.import_id = ${importId} order by p.position limit ${maxRows}`.execute(db);
  return rows.map(toStored);
}

/** Products by their positions. */
export async function listFileProducts(db: Db, importId: number, positions: readonly number[]): Promise<StoredFileProduct[]> {
  const { rows } = await sql<ProductRow>`
    select ${columns} from catalogue_import_product
    where import_id = ${importId} and position = any (${[...positions]}::int[]) order by position`.execute(db);
  return rows.map(toStored);
}

/** How many of these products, in their order, have at most `maxRows` rows together. */
export async function countWithinRows(db: Db, importId: number, positions: readonly number[], maxRows: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select sum(rows) over (order by position) as total from catalogue_import_product
      where import_id = ${importId} and position = any (${[...positions]}::int[])) s where total <= ${maxRows}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The products of the catalogue that earlier products of the file are, with their handles in the file. */
export async function listEarlierTargets(
  db: Db,
  importId: number,
  before: number,
  skus: readonly string[],
  handles: readonly string[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; handle: string }>`
    select i.product_id as id, i.handle from catalogue_import_product i
    where i.import_id = ${importId} and i.position < ${before} and i.outcome <> 'refused' and i.product_id in (
      select c.product_id from combination c where lower(c.sku) = any (${[...skus]}::text[])
      union select p.id from product p where p.handle = any (${[...handles]}::text[]))`.execute(db);
  return new Map(rows.map(({ id, handle }) => [id, handle]));
}

export interface ProductResult extends Pick<PlannedProduct, 'position'> {
  outcome: PlannedProduct['outcome'] | 'conflict';
  productId: number | null;
  /** A hash of what the preview shows; null to keep it. */
  planned: string | null;
  /** What is said of its rows; undefined to keep what is stored. */
  entries: readonly StoredEntry[] | undefined;
}

/** Saves what an import would do with products, or did, in place of what was said of their rows before. */
export async function saveProductResults(
  tx: Tx,
  importId: number,
  results: readonly ProductResult[],
  isProcessed: boolean,
): Promise<void> {
  const positions = results.map(({ position }) => position);
  await sql`
    update catalogue_import_product p set outcome = n.outcome, product_id = coalesce(n.product_id, p.product_id), planned = coalesce(n.planned, p.planned),
      processed_at = case when ${isProcessed}::boolean then now() end
    from jsonb_to_recordset(${JSON.stringify(
      results.map(({ position, outcome, productId, planned }) => ({ position, outcome, product_id: productId, planned })),
    )}::jsonb) as n (position int, outcome text, product_id bigint, planned text)
    where p.import_id = ${importId} and p.position = n.position
      and p.position between ${Math.min(...positions)}::int and ${Math.max(...positions)}::int`.execute(tx);
  const said = results.flatMap(({ position, entries }) => (entries ? [{ position, entries }] : []));
  if (said.length === 0) return;
  await sql`delete from catalogue_import_row where import_id = ${importId} and product_position = any (${said.map(({ position }) => position)}::int[])`.execute(
    tx,
  );
  await insertEntries(
    tx,
    importId,
    said.flatMap(({ position, entries }) => entries.map((entry, index) => ({ position, index, entry }))),
  );
}

/** Saves what is said of rows; `position` is that of their product, -1 for none. */
export async function insertEntries(
  tx: Tx,
  importId: number,
  entries: readonly { position: number; index: number; entry: StoredEntry }[],
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ position, index, entry: { line, outcome, handle, sku, text, changes = [] } }) => ({
    p: position,
    n: index,
    line,
    outcome,
    handle,
    sku,
    text,
    changes,
  }));
  await sql`
    insert into catalogue_import_row (import_id, product_position, row_no, line, outcome, handle, sku, text, changes)
    select ${importId}, r.p, r.n, r.line, r.outcome, r.handle, r.sku, r.text, r.changes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (p int, n int, line int, outcome text, handle text, sku text, text text, changes jsonb)`.execute(tx);
}

/** The products that an import would write, as items of a bulk edit. */
export async function listItems(tx: Tx, importId: number): Promise<{ position: number; subjectId: number | null }[]> {
  const { rows } = await sql<{ position: number; subjectId: number | null }>`
    select position, product_id as "subjectId" from catalogue_import_product
    where import_id = ${importId} and outcome in ('created', 'changed') order by position`.execute(tx);
  return rows;
}

/** Products by outcome, and the number of warnings. */
export async function countOutcomes(db: Db, importId: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ outcome: string; n: number }>`
    select outcome, count(*)::int as n from catalogue_import_product where import_id = ${importId} and outcome is not null group by outcome
    union all
    select 'warnings', count(*)::int from catalogue_import_row where import_id = ${importId} and outcome = 'warning'`.execute(db);
  return Object.fromEntries(rows.map(({ outcome, n }) => [outcome, n]));
}

/** Marks the products that an import has not reached as refused, with this text. */
export async function refuseUnprocessed(tx: Tx, importId: number, text: string): Promise<void> {
  await sql`
    with rest as (
      update catalogue_import_product set outcome = 'refused'
      where import_id = ${importId} and processed_at is null and outcome in ('created', 'changed') returning position)
    update catalogue_import_row r set outcome = 'refused', text = ${text}, changes = '[]' from rest
    where r.import_id = ${importId} and r.product_position = rest.position and r.outcome in ('created', 'changed')`.execute(tx);
}

/** A row of the report. */
export interface ProductRowView {
  product_position: number;
  row_no: number;
  line: number | null;
  outcome: ProductRowOutcome;
  handle: string;
  sku: string;
  text: string;
  changes: FieldChange[];
  product_id: number | null;
}

const isOf = (importId: number, outcome: ProductRowOutcome | undefined) =>
  outcome === undefined ? sql`r.import_id = ${importId}` : sql`r.import_id = ${importId} and r.outcome = ${outcome}`;

/** A page of the report, in the order of the file. */
export async function listProductRows(
  db: Db,
  importId: number,
  outcome: ProductRowOutcome | undefined,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: ProductRowView[]; total: number }> {
  const { rows } = await sql<ProductRowView>`
    select r.product_position, r.row_no, r.line, r.outcome, r.handle, r.sku, r.text, r.changes, p.product_id from (
      select * from catalogue_import_row r where ${isOf(importId, outcome)}
      order by r.line, r.product_position, r.row_no limit ${limit} offset ${offset}) r
    left join catalogue_import_product p on p.import_id = r.import_id and p.position = r.product_position
    order by r.line, r.product_position, r.row_no`.execute(db);
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int as n from catalogue_import_row r where ${isOf(importId, outcome)}`.execute(db);
  return { rows, total: counted[0]?.n ?? 0 };
}

/** The next rows of the report by product, for a workbook of all. */
export async function listProductReportRows(
  db: Db,
  importId: number,
  outcome: ProductRowOutcome | undefined,
  after: { product: number; row: number },
  limit: number,
): Promise<ProductRowView[]> {
  const { rows } = await sql<ProductRowView>`
    select r.product_position, r.row_no, r.line, r.outcome, r.handle, r.sku, r.text, r.changes, null::bigint as product_id from catalogue_import_row r
    where ${isOf(importId, outcome)} and (r.product_position, r.row_no) > (${after.product}, ${after.row})
    order by r.product_position, r.row_no limit ${limit}`.execute(db);
  return rows;
}
