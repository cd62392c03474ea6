import { recordOperatorAuditEvent, recordOperatorAuditEvents } from '#api/platform/audit/audit.queries.ts';
import type {
  BulkEditContext,
  BulkEditKind,
  BulkEditPlan,
  BulkEditRecord,
  ItemResult,
  PendingItem,
} from '#api/platform/bulk-edit/bulk-edit-kind.ts';
import type { OperatorContext } from '#api/platform/bulk-edit/bulk-edit-store.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { JsonObject } from '#api/platform/db/types.ts';
import { HttpError, notFound } from '#api/platform/http/errors.ts';
import { describeReason, type StoredReason } from '#api/platform/reasons.ts';
import { assignPictures } from '../../pictures/assign-pictures.queries.ts';
import { refreshImportedListing } from '../listing.queries.ts';
import { STOCK } from '../shopify/compare-combinations.rules.ts';
import { loadExistingProducts } from '../shopify/existing.queries.ts';
import { analyseCatalogue, lockCatalogueImport } from '../shopify/import.queries.ts';
import type { PlannedProduct } from '../shopify/import-batch.ts';
import { applyImportWrites } from '../shopify/import-writes.queries.ts';
import { compareProducts, hashPlan } from './compare-products.actions.ts';
import {
  countOutcomes,
  countWithinRows,
  listFileProducts,
  listItems,
  type ProductResult,
  refuseUnprocessed,
  type StoredFileProduct,
  saveProductResults,
} from './file-products.queries.ts';
import { listSubjects, readVersions } from './product-access.queries.ts';
import { findImportBlocker, PRODUCT_IMPORT_WORDING, type ProductImportReason } from './product-import-reasons.rules.ts';
import {
  findProductImport,
  lockProductImport,
  type ProductImportRecord,
  presentMoment,
  updateProductImport,
} from './product-imports.queries.ts';
import { undoProducts } from './undo-products.actions.ts';
import { takeUndoValues } from './undo-values.rules.ts';

/** A request to run a previewed import. */
export interface ProductImportRequest {
  importId: number;
}

export type ProductImportKind = BulkEditKind<ProductImportRequest, ProductImportRequest, OperatorContext>;
export type ProductImportEdit = BulkEditRecord<ProductImportRequest, null>;
export type ProductImportContext = BulkEditContext<OperatorContext>;

/** Products in one transaction, and rows of the file: so few that pages of products, and orders of these, do not wait noticeably. */
const BATCH_SIZE = 100;
const MAX_BATCH_ROWS = 500;
/** Products of the catalogue belong to no organisation and no brand. */
const OF_ALL_BRANDS = { organisationId: null, brandId: null };
const MIN_ANALYSED = 100;

const refuseRequest = (sentence: string) => new HttpError(409, { productImport: [sentence] });

async function plan(
  { tx, context: { caller }, requestId }: ProductImportContext,
  { importId }: ProductImportRequest,
): Promise<BulkEditPlan<ProductImportRequest>> {
  const one = await lockProductImport(tx, caller, importId);
  if (!one) throw notFound('productImport');
  if (one.state === 'started')
    throw refuseRequest('This file has already been imported. To import it again, please upload it again.');
  if (one.state !== 'previewed') throw refuseRequest('Please preview the file before you import it.');
  const items = await listItems(tx, importId);
  if (items.length === 0) throw refuseRequest('There is nothing to import: no product is new or changed.');
  await recordOperatorAuditEvent(
    tx,
    caller,
    { organisationId: one.organisation_id, brandId: null },
    {
      action: 'catalogue.importStarted',
      subjectId: one.file_name,
      after: { importId, ...one.counts },
      requestId,
    },
  );
  return { action: 'import', payload: { importId }, items };
}

/** What is done with a planned product: written, or left for a reason. */
type Decision =
  | { kind: 'write' }
  | { kind: 'leave'; outcome: 'unchanged' | 'refused' | 'conflict'; reason?: ProductImportReason };

function decide(planned: PlannedProduct, { planned: seen }: StoredFileProduct): Decision {
  if (planned.outcome === 'unchanged') return { kind: 'leave', outcome: 'unchanged' };
  if (planned.outcome === 'refused' || planned.outcome === 'ignored')
    return { kind: 'leave', outcome: 'refused', reason: { kind: 'refused_now' } };
  return hashPlan(planned) === seen
    ? { kind: 'write' }
    : { kind: 'leave', outcome: 'conflict', reason: { kind: 'changed_since_preview' } };
}

/** Compares the products of a batch again, writes those for which the preview still holds, and saves what became of each row. */
async function apply(
  { tx, context: { caller }, requestId }: ProductImportContext,
  { payload: { importId } }: ProductImportEdit,
  items: readonly PendingItem[],
): Promise<ItemResult[]> {
  const positions = items.map(({ position }) => position);
  const refuseAll = () =>
    positions.map((position): ItemResult => ({ position, outcome: 'refused', reasons: [{ kind: 'import_gone' }] }));
  const one = await findProductImport(tx, caller, importId);
  const products = one ? await listFileProducts(tx, importId, positions) : [];
  if (!one || products.length === 0) return refuseAll();
  await lockCatalogueImport(tx);
  const first = await compareProducts(tx, caller, one, products, false);
  if (!first) return refuseAll();
  const decisions = new Map(
    first.planned.map((planned, index) => [planned.position, decide(planned, products[index] as StoredFileProduct)]),
  );
  const accepted = products.filter(({ position }) => decisions.get(position)?.kind === 'write');
  const compared = accepted.length === products.length ? first : await compareProducts(tx, caller, one, accepted, false);
  if (!compared) return refuseAll();
  const written = await write(tx, one, compared);
  await recordOperatorAuditEvents(
    tx,
    caller,
    [...written.values()].map(({ id, isNew }) => ({
      ...OF_ALL_BRANDS,
      action: isNew ? 'product.added' : 'product.imported',
      subjectId: String(id),
      after: { file: one.file_name },
      requestId,
    })),
  );
  const results = first.planned.map((planned) => toResult(planned, decisions.get(planned.position), compared.planned, written));
  await saveProductResults(tx, importId, results, true);
  return results.map(({ position, outcome, productId }): ItemResult => {
    const values = written.get(position);
    const decision = decisions.get(position);
    const reasons = decision?.kind === 'leave' && decision.reason ? [decision.reason] : [];
    if (!values) return { position, outcome: outcome === 'conflict' || outcome === 'unchanged' ? outcome : 'refused', reasons };
    return {
      position,
      outcome: 'changed',
      subjectId: productId,
      before: values.before,
      after: values.after,
      version: values.version,
    };
  });
}

interface Written {
  id: number;
  isNew: boolean;
  before: ItemResult['before'];
  after: ItemResult['after'];
  version: number | undefined;
}

/** Writes a compared batch and brings up to date what depends on it. Returns what was written, by position, with the values that undoing it takes. */
async function write(
  tx: Tx,
  { organisation_id, file_name }: ProductImportRecord,
  { batch, writes, planned }: NonNullable<Awaited<ReturnType<typeof compareProducts>>>,
): Promise<Map<number, Written>> {
  await applyImportWrites(tx, batch, writes, { kind: 'catalogue_import', file: file_name });
  const ids = [...new Set(writes.changedProducts.map(({ id }) => id))];
  if (ids.length === 0) return new Map();
  await assignPictures(tx, ids);
  await refreshImportedListing(tx, ids);
  const now = await loadExistingProducts(tx, organisation_id, ids);
  const versions = await readVersions(tx, ids);
  return new Map(
    planned.flatMap(({ position, key, before }) => {
      const after = key && now.get(key.id);
      if (!after) return [];
      const values = takeUndoValues(before, after);
      const stored = { before: values.before as JsonObject, after: values.after as JsonObject };
      return [[position, { id: after.id, isNew: before === undefined, ...stored, version: versions.get(after.id) }]];
    }),
  );
}

/** What is stored of a product and its rows. Entries of a product that is left alone say so. */
function toResult(
  first: PlannedProduct,
  decision: Decision | undefined,
  written: readonly PlannedProduct[],
  values: ReadonlyMap<number, Written>,
): ProductResult {
  const { position, before, entries } = first;
  const own = written.find((planned) => planned.position === position);
  const productId = values.get(position)?.id ?? before?.id ?? null;
  if (own && decision?.kind === 'write') {
    // What is written is what the preview said, apart from stock.
    const hasStock = own.entries.some(({ changes = [] }) => changes.some(({ field }) => field === STOCK));
    return { position, outcome: own.outcome, productId, planned: null, entries: hasStock ? own.entries : undefined };
  }
  if (decision?.kind !== 'leave' || decision.outcome !== 'conflict')
    return { position, outcome: first.outcome, productId, planned: null, entries };
  const text = describeReason(PRODUCT_IMPORT_WORDING, { kind: 'changed_since_preview' });
  return {
    position,
    outcome: 'conflict',
    productId,
    planned: null,
    entries: entries.map((entry) => ({ ...entry, outcome: 'conflict' as const, text, changes: [] })),
  };
}

/** Saves the result of an import or of an undo. */
async function finish(
  { tx, context: { caller }, requestId }: ProductImportContext,
  { payload: { importId }, undoOfId, total }: ProductImportEdit,
): Promise<void> {
  const one = await findProductImport(tx, caller, importId);
  if (!one) return;
  const subject = { organisationId: one.organisation_id, brandId: null };
  if (undoOfId !== null) {
    await recordOperatorAuditEvent(tx, caller, subject, {
      action: 'catalogue.importUndone',
      subjectId: one.file_name,
      after: { importId, total },
      requestId,
    });
    return updateProductImport(tx, importId, { undone_at: presentMoment });
  }
  const counts = await countOutcomes(tx, importId);
  await recordOperatorAuditEvent(tx, caller, subject, {
    action: 'catalogue.imported',
    subjectId: one.file_name,
    after: { importId, ...counts },
    requestId,
  });
  await updateProductImport(tx, importId, { counts: JSON.stringify(counts), finished_at: presentMoment });
  if (total >= MIN_ANALYSED) await analyseCatalogue(tx);
}

/** Marks the products that an import has not reached as refused, so that its counts say what happened. */
async function refuseRest(tx: Tx, { payload: { importId }, undoOfId }: ProductImportEdit, reason: StoredReason): Promise<void> {
  if (undoOfId !== null) return updateProductImport(tx, importId, { undone_at: presentMoment });
  const text =
    reason.kind === 'undone_first'
      ? 'not imported: the import was undone before it reached this'
      : 'not imported: the import ended before it reached this';
  await refuseUnprocessed(tx, importId, text);
  await updateProductImport(tx, importId, {
    counts: JSON.stringify(await countOutcomes(tx, importId)),
    finished_at: presentMoment,
  });
}

/** The import of a product file as a bulk edit: one item for each product that is new or changed, at its position in the file. */
export const createProductImportKind = (): ProductImportKind => ({
  name: 'product-import',
  subject: 'product',
  // Always by a job: a product can have thousands of rows.
  syncLimit: 0,
  batchSize: BATCH_SIZE,
  limitBatch: (tx, { payload, undoOfId }, items) =>
    countWithinRows(
      tx,
      payload.importId,
      items.map(({ position }) => position),
      undoOfId === null ? MAX_BATCH_ROWS : MAX_BATCH_ROWS / 2,
    ),
  // Two imports at once would each be compared without the other.
  exclusive: { message: 'Another import of products is running. Please wait until it is finished.' },
  findAccessBlocker: findImportBlocker,
  wording: PRODUCT_IMPORT_WORDING,
  describe: (_action, total) => `Imported ${total.toLocaleString('en-GB')} ${total === 1 ? 'product' : 'products'}`,
  plan,
  apply,
  undo: undoProducts,
  finish,
  refuseRest,
  listSubjects,
});
