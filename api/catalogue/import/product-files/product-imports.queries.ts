import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { BlobStore } from '#api/platform/files/blob-store.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { RetentionTask } from '#api/platform/jobs/retention.ts';
import { brandsOf } from '../../kept-products/kept-products.queries.ts';
import type { ColumnMapping } from '../files/column-mapping.rules.ts';
import type { ProductFileFormat } from '../files/columns.rules.ts';

/** How long the file of an import and its rows are kept, in days. */
const ROWS_DAYS = 90;
/** How long the list shows an import, in days. */
const LISTED_DAYS = 730;

/** An import as it is stored. */
export interface ProductImportRecord {
  id: number;
  actor_kind: 'operator' | 'api_key';
  actor_id: number;
  created_by: string;
  organisation_id: number | null;
  organisation_name: string | null;
  is_made_for_client: boolean;
  file_name: string;
  blob_key: string | null;
  columns: { header: string; samples: string[] }[];
  mapping: ColumnMapping & { format?: ProductFileFormat };
  state: 'uploaded' | 'previewing' | 'previewed' | 'started';
  problem: string | null;
  row_count: number;
  product_count: number;
  preview_position: number;
  counts: Partial<Record<string, number>>;
  bulk_edit_id: number | null;
  /** The edit that runs it, or the one that undoes it. */
  visible_bulk_edit_id: number | null;
  is_stopped: boolean;
  created_at: Date;
  read_at: Date | null;
  previewed_at: Date | null;
  started_at: Date | null;
  finished_at: Date | null;
  undone_at: Date | null;
}

/** Which imports `i` an operator sees: an import names products and clients of the brands of whoever made it. */
const isVisible = (operator: OperatorScope) => sql`i.brand_ids <@ ${brandsOf(operator)}`;

const selectImports = (condition: RawBuilder<unknown>) => sql`
  select i.id, i.actor_kind, i.actor_id, i.organisation_id, i.is_made_for_client, i.file_name, i.blob_key, i.columns, i.mapping, i.state, i.problem,
    i.row_count, i.product_count, i.preview_position, i.counts, i.bulk_edit_id, i.created_at, i.read_at, i.previewed_at, i.started_at, i.finished_at,
    i.undone_at, coalesce(o.name, k.name, '') as created_by, client.name as organisation_name, coalesce(undo.id, e.id) as visible_bulk_edit_id,
    e.stopped_at is not null as is_stopped
  from catalogue_import i
  left join operator o on i.actor_kind = 'operator' and o.id = i.actor_id
  left join api_key k on i.actor_kind = 'api_key' and k.id = i.actor_id
  left join organisation client on client.id = i.organisation_id
  left join supplier_bulk_edit e on e.id = i.bulk_edit_id
  left join supplier_bulk_edit undo on undo.undo_of_id = e.id
  where ${condition}`;

/** The imports that the operator sees, newest first. */
export async function listProductImports(
  db: Db,
  operator: OperatorScope,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ imports: ProductImportRecord[]; total: number }> {
  const { rows } = await sql<ProductImportRecord & { total: number }>`
    select x.*, count(*) over ()::int as total from (${selectImports(isVisible(operator))}) x
    order by x.id desc limit ${limit} offset ${offset}`.execute(db);
  return { imports: rows, total: rows[0]?.total ?? 0 };
}

/** One of them; undefined when it is not there or someone else's. */
export async function findProductImport(db: Db, operator: OperatorScope, id: number): Promise<ProductImportRecord | undefined> {
  const { rows } = await sql<ProductImportRecord>`${selectImports(sql`${isVisible(operator)} and i.id = ${id}`)}`.execute(db);
  return rows[0];
}

/** The same, locked until the transaction ends. */
export async function lockProductImport(tx: Tx, operator: OperatorScope, id: number): Promise<ProductImportRecord | undefined> {
  await sql`select from catalogue_import i where ${isVisible(operator)} and i.id = ${id} for update`.execute(tx);
  return findProductImport(tx, operator, id);
}

/** Who asked for a preview, for its job; undefined when there is no such import. */
export async function findProductPreviewer(db: Db, id: number): Promise<{ kind: string; id: number } | undefined> {
  const { rows } = await sql<{ kind: string; id: number }>`
    select actor_kind as kind, actor_id as id from catalogue_import where id = ${id} and state = 'previewing'`.execute(db);
  return rows[0];
}

interface NewImport {
  organisationId: number | null;
  isMadeForClient: boolean;
  fileName: string;
  blobKey: string;
  bytes: number;
  columns: ProductImportRecord['columns'];
  mapping: ProductImportRecord['mapping'];
}

/** Saves an uploaded file and answers its id. */
export async function insertProductImport(tx: Tx, operator: OperatorScope, one: NewImport): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into catalogue_import (actor_kind, actor_id, brand_ids, organisation_id, is_made_for_client, file_name, blob_key, bytes, columns, mapping)
    values (${operator.kind}, ${operator.id}, ${brandsOf(operator)}, ${one.organisationId}, ${one.isMadeForClient}, ${one.fileName}, ${one.blobKey},
      ${one.bytes}, ${JSON.stringify(one.columns)}::jsonb, ${JSON.stringify(one.mapping)}::jsonb)
    returning id`.execute(tx);
  return rows[0]?.id ?? 0;
}

/** The present moment, as a value of `updateProductImport`. */
export const presentMoment = sql<Date>`now()`;

/** Changes columns of an import. */
export async function updateProductImport(
  tx: Tx,
  id: number,
  values: Partial<
    Record<'state' | 'problem' | 'mapping' | 'counts', string | null> &
      Record<'row_count' | 'product_count' | 'preview_position' | 'bulk_edit_id', number> &
      Record<'read_at' | 'previewed_at' | 'started_at' | 'finished_at' | 'undone_at', typeof presentMoment | null> &
      Record<'actor_kind', string> &
      Record<'actor_id', number> &
      Record<'brand_ids', RawBuilder<unknown>>
  >,
): Promise<void> {
  const sets = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update catalogue_import set ${sql.join(sets)} where id = ${id}`.execute(tx);
}

/** Deletes an import with its rows. */
export async function deleteProductImport(tx: Tx, id: number): Promise<void> {
  await sql`delete from catalogue_import where id = ${id}`.execute(tx);
}

/** Deletes the files and rows of imports of long ago, and later the imports. */
async function deleteExpired(db: Db, blobs: Pick<BlobStore, 'delete'>): Promise<number> {
  const expired = await sql<{ id: number; blob_key: string | null }>`
    select id, blob_key from catalogue_import
    where rows_deleted_at is null and created_at < now() - make_interval(days => ${ROWS_DAYS}) order by id limit 100`.execute(db);
  for (const { id, blob_key } of expired.rows) {
    if (blob_key !== null) await blobs.delete(blob_key);
    await sql`delete from catalogue_import_row where import_id = ${id}`.execute(db);
    await sql`delete from catalogue_import_product where import_id = ${id}`.execute(db);
    await sql`update catalogue_import set rows_deleted_at = now(), blob_key = null where id = ${id}`.execute(db);
  }
  await sql`delete from catalogue_import where rows_deleted_at is not null and created_at < now() - make_interval(days => ${LISTED_DAYS})`.execute(
    db,
  );
  return expired.rows.length;
}

export const retention: RetentionTask[] = [{ name: 'product-imports', run: ({ db, blobs }) => deleteExpired(db, blobs) }];
