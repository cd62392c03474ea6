import { basename } from 'node:path';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { refreshImportedListing } from '../listing.queries.ts';
import { assignVariantPictures } from '../pictures/pictures.queries.ts';
import { compareProduct } from './compare.rules.ts';
import { type CsvFile, openCsv } from './csv-file.ts';
import { findForeignSkus, findLastDisplayOrder, findOrganisation, loadExistingProducts } from './existing.queries.ts';
import { analyseCatalogue, lockCatalogueImport, recordCatalogueImport } from './import.queries.ts';
import { applyImportWrites, type StockCause } from './import-writes.queries.ts';
import { createImportWrites } from './import-writes.ts';
import { type MappedProduct, mapProduct } from './product.rules.ts';
import { type FileScan, type ProductRows, readProducts, scanFile } from './product-rows.ts';
import { ensureAttributes, ensureCategory, ensureOptions, loadReferences, type References } from './references.queries.ts';
import { addToSummary, emptySummary, type ImportSummary, type ReportEntry, reportPlan } from './report.rules.ts';

export interface ImportOptions {
  file: string;
  organisationId: number;
  /** Roll back at the end. */
  dryRun: boolean;
  /** Roll back when any row was refused. */
  strict: boolean;
  /** Called with the result of every row. */
  onEntry: (entry: ReportEntry) => void;
  /** Called at intervals with the number of rows read and products processed. */
  onProgress?: (progress: { rows: number; products?: number; of?: number }) => void;
}

export interface ImportResult {
  summary: ImportSummary;
  /** False after a dry run, or when `strict` caused a rollback. */
  isCommitted: boolean;
  /** Name of the organisation. */
  organisation: string;
  /** ISO code of the organisation's currency, which the file's prices are assumed to be in. */
  currency: string;
  /** Columns of the file that the import does not use. */
  unusedColumns: readonly string[];
}

/** Thrown to roll back the transaction. */
class Rollback extends Error {}

// A batch is written when it reaches one of these: limits memory, with few statements.
const MAX_BATCH_PRODUCTS = 300;
const MAX_BATCH_ROWS = 3000;

/**
 * Imports a product file for an organisation in one transaction: everything that is not refused, or nothing. The imported
 * products are exclusive to the organisation and identified by their handles. Products not in the file stay unchanged.
 *
 * @throws UnreadableFile if the file cannot be read, Error if the organisation does not exist
 */
export async function importCatalogue(db: Db, options: ImportOptions): Promise<ImportResult> {
  const source = await readSource(options);
  try {
    await db.transaction().execute(async (tx) => {
      await importFile(tx, source, options);
      if (options.dryRun || (options.strict && source.result.summary.rowsRefused > 0)) throw new Rollback();
    });
    source.result.isCommitted = true;
  } catch (error) {
    if (!(error instanceof Rollback)) throw error;
  }
  return source.result;
}

/**
 * Imports a product file as `importCatalogue` does, as a part of the caller's transaction, whose end decides.
 *
 * @throws UnreadableFile if the file cannot be read, Error if the organisation does not exist
 */
export async function importCatalogueWithin(
  tx: Tx,
  options: Pick<ImportOptions, 'file' | 'organisationId' | 'onEntry'>,
): Promise<ImportResult> {
  const source = await readSource(options);
  await importFile(tx, source, options);
  return source.result;
}

interface ImportSource {
  file: CsvFile;
  scan: FileScan;
  /** Filled in while the file is imported. */
  result: ImportResult;
}

async function readSource({ file: path, onProgress }: Pick<ImportOptions, 'file' | 'onProgress'>): Promise<ImportSource> {
  const file = await openCsv(path);
  const scan = await scanFile(file, (rows) => onProgress?.({ rows }));
  const summary = { ...emptySummary(), rows: scan.rows };
  return {
    file,
    scan,
    result: { summary, isCommitted: false, organisation: '', currency: '', unusedColumns: file.header.unused },
  };
}

async function importFile(
  tx: Tx,
  { file, scan, result }: ImportSource,
  options: Pick<ImportOptions, 'file' | 'organisationId' | 'onEntry' | 'onProgress'>,
): Promise<void> {
  const { organisationId } = options;
  const { summary } = result;
  const organisation = await findOrganisation(tx, organisationId);
  if (!organisation) throw new Error(`There is no organisation ${organisationId} in this database.`);
  result.organisation = organisation.name;
  result.currency = organisation.currency;
  await lockCatalogueImport(tx);
  const report = (entry: ReportEntry) => {
    if (entry.outcome === 'warning') summary.warnings++;
    if (entry.outcome === 'refused') summary.rowsRefused++;
    options.onEntry(entry);
  };
  const batch: Batch = {
    organisationId,
    stockCause: { kind: 'catalogue_import', file: basename(options.file) },
    references: await loadReferences(tx),
    lastOrder: await findLastDisplayOrder(tx, organisationId),
    summary,
    report,
    touched: [],
    products: [],
  };
  const context = {
    decimalSeparator: scan.decimalSeparator,
    currency: organisation.currency,
    skuLines: new Map<string, number>(),
  };
  let rows = 0;
  let done = 0;
  for await (const product of readProducts(file, scan, report)) {
    const mapped = refuseBroken(product) ?? mapProduct(file.header, product.handle, product.rows, context);
    batch.products.push({ ...mapped, position: product.position });
    rows += product.rows.length;
    done++;
    if (batch.products.length < MAX_BATCH_PRODUCTS && rows < MAX_BATCH_ROWS) continue;
    await importBatch(tx, batch);
    rows = 0;
    options.onProgress?.({ rows: scan.rows, products: done, of: scan.handles.size });
  }
  await importBatch(tx, batch);
  summary.rowsWritten += batch.references.added;
  if (batch.touched.length === 0) return;
  if (batch.touched.length > 100) await analyseCatalogue(tx);
  await assignVariantPictures(tx, batch.touched);
  await refreshImportedListing(tx, organisationId, batch.touched);
  await recordCatalogueImport(tx, organisationId, basename(options.file), summary);
}

/** Refuses a product with an unreadable line, since its data would be incomplete. */
function refuseBroken({ handle, rows, broken }: ProductRows): MappedProduct | undefined {
  const first = broken[0];
  if (!first) return undefined;
  const entry = (line: number, sku: string, text: string): ReportEntry => ({ line, outcome: 'refused', handle, sku, text });
  const reason = `not imported because of line ${first.line}: a product is imported completely or not at all`;
  return {
    handle,
    line: Math.min(first.line, rows[0]?.line ?? first.line),
    draft: undefined,
    wasIgnored: false,
    entries: [
      ...broken.map((record) => entry(record.line, '', record.reason)),
      ...rows.map(({ line, cells }) => entry(line, cells.sku ?? '', reason)),
    ],
  };
}

interface Batch {
  organisationId: number;
  stockCause: StockCause;
  references: References;
  lastOrder: number;
  summary: ImportSummary;
  report: (entry: ReportEntry) => void;
  /** Products whose listing has to be refreshed at the end. */
  touched: number[];
  /** Products read but not yet imported. */
  products: (MappedProduct & { position: number })[];
}

async function importBatch(tx: Tx, batch: Batch): Promise<void> {
  const { organisationId, summary, references, report } = batch;
  const products = batch.products.splice(0);
  const drafts = products.flatMap(({ draft }) => draft ?? []);
  const handles = drafts.map(({ handle }) => handle);
  const stored = await loadExistingProducts(tx, organisationId, handles);
  const skus = drafts.flatMap(({ combinations }) =>
    combinations.flatMap(({ isSkuGenerated, fields }) => (isSkuGenerated ? [] : [fields.sku.toLowerCase()])),
  );
  const foreign = await findForeignSkus(tx, organisationId, skus, handles);
  const writes = createImportWrites();
  for (const { draft, entries, wasIgnored, position } of products) {
    const rowEntries = [...entries];
    if (!draft) summary.products[wasIgnored ? 'ignored' : 'refused']++;
    else {
      const before = stored.get(draft.handle);
      const keepsCategory = before?.lastImport && !draft.has.category;
      const category = keepsCategory ? null : await ensureCategory(tx, references, draft);
      const resolved = {
        category,
        options: await ensureOptions(tx, references, draft),
        attributes: await ensureAttributes(tx, references, draft),
      };
      const plan = compareProduct(draft, before, resolved, batch.lastOrder + 1 + position, writes);
      rowEntries.push(...reportPlan(draft, plan, foreign));
      addToSummary(summary, plan);
    }
    for (const entry of rowEntries.sort((a, b) => (a.line ?? 0) - (b.line ?? 0))) report(entry);
  }
  summary.stockCounts += writes.counts.length + writes.combinations.new.filter(({ quantity }) => quantity !== null).length;
  summary.rowsWritten += await applyImportWrites(tx, organisationId, writes, batch.stockCause);
  batch.touched.push(...writes.changedProducts.map(({ id }) => id));
}
