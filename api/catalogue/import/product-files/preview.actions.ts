import { findOperatorActor } from '#api/identity/sessions/operator-access.queries.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { BlobStore } from '#api/platform/files/blob-store.ts';
import { grantOperatorScope, type OperatorScope } from '#api/platform/http/operator-scope.ts';
import { checkInterrupted } from '#api/platform/jobs/check-interrupted.ts';
import { defineJob } from '#api/platform/jobs/job.ts';
import type { JobQueue } from '#api/platform/jobs/queue.ts';
import { UnreadableFile } from '../files/text-file.ts';
import { findOrganisation } from '../shopify/existing.queries.ts';
import { compareProducts, hashPlan } from './compare-products.actions.ts';
import { countOutcomes, listNextProducts, type ProductResult, saveProductResults } from './file-products.queries.ts';
import { findImportBlocker } from './product-import-reasons.rules.ts';
import {
  findProductImport,
  findProductPreviewer,
  lockProductImport,
  type ProductImportRecord,
  presentMoment,
  updateProductImport,
} from './product-imports.queries.ts';
import { readFileProducts } from './read-file.actions.ts';

/** Rows that are compared in one transaction: little enough that requests in the same process do not wait noticeably. */
const MAX_BATCH_ROWS = 500;
/** How long one job works before it queues its successor, so that another process takes over soon after this one was killed. */
const JOB_SLICE_MS = 20_000;

/** Reads a file and compares its products. After the last attempt the preview counts as interrupted, and an operator can request it again. */
export const previewProductsJob = defineJob<{ importId: number }>({
  name: 'catalogue.import-preview',
  retryLimit: 5,
  maxBackoff: 60,
  expiry: 120,
  concurrency: 1,
});

/** An import with whether its preview should have a job and has none: the queue has given it up. */
export const checkProductPreview = (
  db: Db,
  jobs: Pick<JobQueue, 'isPending'>,
  operator: OperatorScope,
  one: ProductImportRecord,
): Promise<{ row: ProductImportRecord; isInterrupted: boolean }> =>
  checkInterrupted(one, {
    awaitsJob: ({ state }) => state === 'previewing',
    hasJob: ({ id }) => jobs.isPending(previewProductsJob, { importId: id }),
    readAgain: ({ id }) => findProductImport(db, operator, id),
  });

/** Reads the file of a preview. What is wrong with the file as a whole is saved as its problem, and ends the preview. */
async function readFile(db: Db, blobs: Pick<BlobStore, 'read'>, one: ProductImportRecord): Promise<boolean> {
  const client = one.organisation_id === null ? undefined : await findOrganisation(db, one.organisation_id);
  const file = { importId: one.id, blobKey: one.blob_key ?? '', mapping: one.mapping, currency: client?.currency ?? null };
  try {
    const { rows, products } = await readFileProducts(db, blobs, file);
    await runInTransaction(db, (tx) =>
      updateProductImport(tx, one.id, { row_count: rows, product_count: products, read_at: presentMoment }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    await runInTransaction(db, (tx) =>
      updateProductImport(tx, one.id, { state: 'uploaded', problem: `The file cannot be read: ${error.message}.` }),
    );
    return false;
  }
}

/** Compares the next products of a preview; false when all have been compared. */
const compareNext = (db: Db, operator: OperatorScope, importId: number): Promise<boolean> =>
  runInTransaction(db, async (tx) => {
    const one = await lockProductImport(tx, operator, importId);
    if (one?.state !== 'previewing') return false;
    const products = await listNextProducts(tx, importId, one.preview_position, MAX_BATCH_ROWS);
    const last = products.at(-1);
    if (!last) {
      await updateProductImport(tx, importId, {
        state: 'previewed',
        counts: JSON.stringify(await countOutcomes(tx, importId)),
        previewed_at: presentMoment,
      });
      return false;
    }
    const compared = await compareProducts(tx, operator, one, products, true);
    if (!compared) return false;
    const results = compared.planned.map(
      (product): ProductResult => ({
        position: product.position,
        outcome: product.outcome,
        productId: product.before?.id ?? null,
        planned: hashPlan(product),
        entries: product.entries,
      }),
    );
    await saveProductResults(tx, importId, results, false);
    await updateProductImport(tx, importId, { preview_position: last.position });
    return true;
  });

/**
 * Continues a preview with the rights that whoever requested it has by now: reads the file first, then compares a batch of products. Returns false when nothing
 * is left to do.
 */
export async function previewNextProducts(db: Db, blobs: Pick<BlobStore, 'read'>, importId: number): Promise<boolean> {
  const previewer = await findProductPreviewer(db, importId);
  const actor = previewer && (await findOperatorActor(db, previewer.kind, previewer.id));
  // A verified session of this operator, or this key, requested the preview.
  const operator = actor && grantOperatorScope(actor);
  if (!operator || findImportBlocker(operator)) return false;
  const one = await findProductImport(db, operator, importId);
  if (one?.state !== 'previewing') return false;
  return one.read_at === null ? readFile(db, blobs, one) : compareNext(db, operator, importId);
}

/** Previews an import batch by batch; run again after a failure it continues where it was. Queues a new job after a while. */
export async function previewProducts(
  db: Db,
  jobs: Pick<JobQueue, 'enqueue'>,
  blobs: Pick<BlobStore, 'read'>,
  ref: { importId: number },
): Promise<void> {
  const ends = performance.now() + JOB_SLICE_MS;
  while (await previewNextProducts(db, blobs, ref.importId)) {
    if (performance.now() < ends) continue;
    await runInTransaction(db, (tx) => jobs.enqueue(tx, previewProductsJob, ref));
    return;
  }
}
