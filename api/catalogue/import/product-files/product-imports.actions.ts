import type { BulkEdits } from '#api/platform/bulk-edit/bulk-edit-engine.ts';
import type { BulkEditContext } from '#api/platform/bulk-edit/bulk-edit-kind.ts';
import type { OperatorContext } from '#api/platform/bulk-edit/bulk-edit-store.queries.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import type { BlobStore } from '#api/platform/files/blob-store.ts';
import { HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { JobQueue } from '#api/platform/jobs/queue.ts';
import type { BodyOf } from '#contract/index.ts';
import { brandsOf } from '../../kept-products/kept-products.queries.ts';
import type { ColumnMapping } from '../files/column-mapping.rules.ts';
import { FILE_FIELDS } from '../files/file-fields.ts';
import { findLayout, keepLayout } from '../files/file-layouts.queries.ts';
import { UnreadableFile } from '../files/text-file.ts';
import { previewProductsJob } from './preview.actions.ts';
import { isClientOf } from './product-access.queries.ts';
import type { ProductImportKind } from './product-import-kind.actions.ts';
import {
  deleteProductImport,
  findProductImport,
  insertProductImport,
  lockProductImport,
  type ProductImportRecord,
  presentMoment,
  updateProductImport,
} from './product-imports.queries.ts';
import { type StoredProductFile, storeFile } from './read-file.actions.ts';

/** Among the constants: the unit of the weights. */
const WEIGHT_UNIT = 'weightUnit';

const conflict = (sentence: string) => new HttpError(409, { productImport: [sentence] });

/** One import that the operator sees. Throws 404. */
export async function getProductImport(db: Db, operator: OperatorScope, id: number): Promise<ProductImportRecord> {
  const found = await findProductImport(db, operator, id);
  if (!found) throw notFound('productImport');
  return found;
}

async function getLockedImport(tx: Tx, operator: OperatorScope, id: number): Promise<ProductImportRecord> {
  const found = await lockProductImport(tx, operator, id);
  if (!found) throw notFound('productImport');
  return found;
}

interface Upload {
  fileName: string;
  organisationId: number | undefined;
  madeForClient: boolean | undefined;
}

/** Stores an accepted file with what its columns mean, and returns the id of the new import. Throws 404 for another brand's client, and 422. */
export async function createImport(
  db: Db,
  blobs: Pick<BlobStore, 'write' | 'delete'>,
  operator: OperatorScope,
  { fileName, organisationId, madeForClient = false }: Upload,
  bytes: unknown,
): Promise<number> {
  // A request without content has no body.
  if (bytes == null) throw invalid('file', 'The file is empty.');
  if (!Buffer.isBuffer(bytes)) throw invalid('file', 'Please choose a product file.');
  if (madeForClient && organisationId === undefined)
    throw invalid('madeForClient', 'Please say which client the products are made for.');
  if (organisationId !== undefined) {
    const isOwn = await runInTransaction(db, (tx) => isClientOf(tx, operator, organisationId));
    if (!isOwn) throw notFound('organisation');
  }
  const stored = await storeReadable(blobs, bytes);
  try {
    return await runInTransaction(db, async (tx) => {
      const headers = stored.columns.map(({ header }) => header);
      const { format } = stored;
      const remembered = format === 'mapped' ? await findLayout(tx, headers) : undefined;
      const mapping = { ...(remembered ?? stored.mapping), format };
      return insertProductImport(tx, operator, {
        organisationId: organisationId ?? null,
        isMadeForClient: madeForClient,
        fileName,
        blobKey: stored.key,
        bytes: bytes.length,
        columns: stored.columns,
        mapping,
      });
    });
  } catch (error) {
    await blobs.delete(stored.key);
    throw error;
  }
}

async function storeReadable(blobs: Pick<BlobStore, 'write'>, bytes: Buffer): Promise<StoredProductFile> {
  if (bytes.length === 0) throw invalid('file', 'The file is empty.');
  try {
    return await storeFile(blobs, bytes);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw invalid('file', `The file cannot be read: ${error.message}.`);
  }
}

const isField = (field: string) => Object.hasOwn(FILE_FIELDS, field);

/** What a request says that the columns mean. Throws 422. */
function readMapping(mapping: NonNullable<BodyOf<'POST /api/operator/productimports/:id/preview'>['mapping']>): ColumnMapping {
  const columns = Object.fromEntries(mapping.columns.map(({ field, column }) => [field, column]));
  const constants = Object.fromEntries(mapping.constants.map(({ field, value }) => [field, value]));
  const unknown = [...Object.keys(columns), ...Object.keys(constants)].find((field) => !isField(field) && field !== WEIGHT_UNIT);
  if (unknown !== undefined) throw invalid('mapping', `There is no field called ${unknown}.`);
  if (Object.keys(columns).length < mapping.columns.length)
    throw invalid('mapping', 'Two columns cannot hold the same field. Please choose one of them.');
  if (columns.productCode === undefined && columns.name === undefined)
    throw invalid(
      'mapping',
      'Please choose the column with the product code or the name: without it, rows cannot be told apart.',
    );
  return { columns, constants } as ColumnMapping;
}

/** Saves what the columns mean and queues the preview. Throws 404 and 409. */
export async function requestProductPreview(
  tx: Tx,
  jobs: Pick<JobQueue, 'enqueue'>,
  operator: OperatorScope,
  id: number,
  { mapping }: BodyOf<'POST /api/operator/productimports/:id/preview'>,
): Promise<void> {
  const { state, mapping: before, blob_key, columns } = await getLockedImport(tx, operator, id);
  if (state === 'started') throw conflict('This file has already been imported. To import it again, please upload it again.');
  if (blob_key === null) throw conflict('The file has been deleted. Please upload it again.');
  const chosen = mapping && before.format === 'mapped' ? { ...before, ...readMapping(mapping) } : undefined;
  if (chosen)
    await keepLayout(
      tx,
      columns.map(({ header }) => header),
      chosen,
    );
  await updateProductImport(tx, id, {
    state: 'previewing',
    problem: null,
    mapping: JSON.stringify(chosen ?? before),
    // The preview has the rights of whoever asks for it.
    actor_kind: operator.kind,
    actor_id: operator.id,
    brand_ids: brandsOf(operator),
    preview_position: -1,
    row_count: 0,
    product_count: 0,
    counts: '{}',
    read_at: null,
    previewed_at: null,
  });
  await jobs.enqueue(tx, previewProductsJob, { importId: id });
}

/** Starts the bulk edit that runs a previewed import. Throws 404, and 409 where it cannot be run, or another import is running. */
export async function runProductImport(
  bulkEdits: BulkEdits<OperatorContext>,
  kind: ProductImportKind,
  context: BulkEditContext<OperatorContext>,
  importId: number,
): Promise<void> {
  const { bulkEdit } = await bulkEdits.start(kind, context, { importId });
  // What happens to the rows is said with the rights of whoever runs it.
  const brand_ids = brandsOf(context.context.caller);
  await updateProductImport(context.tx, importId, {
    brand_ids,
    state: 'started',
    started_at: presentMoment,
    bulk_edit_id: bulkEdit.id,
  });
}

/** Deletes a file that has not been imported; returns the key of its content. Throws 404 and 409. */
export async function discardProductImport(tx: Tx, operator: OperatorScope, id: number): Promise<string | null> {
  const { state, blob_key } = await getLockedImport(tx, operator, id);
  if (state === 'started') throw conflict('This file has already been imported, so it stays in the list.');
  await deleteProductImport(tx, id);
  return blob_key;
}
