import { basename } from 'node:path';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { assignPictures } from '../../pictures/assign-pictures.queries.ts';
import type { ColumnMapping } from '../files/column-mapping.rules.ts';
import { openProductFile, type ProductFile } from '../files/product-file.ts';
import { refreshImportedListing } from '../listing.queries.ts';
import { refuseBroken } from './broken-products.rules.ts';
import { findLastDisplayOrder, findOrganisation } from './existing.queries.ts';
import { analyseCatalogue, lockCatalogueImport, recordCatalogueImport } from './import.queries.ts';
import { planBatch } from './import-batch.actions.ts';
import type { ImportBatch } from './import-batch.ts';
import { applyImportWrites, type StockCause } from './import-writes.queries.ts';
import { type MappedProduct, mapProduct } from './product.rules.ts';
import { type FileScan, readProducts, scanFile } from './product-rows.ts';
import { loadReferences } from './references.queries.ts';
import { emptySummary, type ImportSummary, type ReportEntry } from './report.rules.ts';

export interface ImportOptions {
  file: string;
  /** What the columns of a file that is neither Shopify's nor the workbook of the catalogue mean; without it, they are recognised by their names. */
  mapping?: ColumnMapping;
  /** The client whose file it is; null: the file describes the catalogue. */
  organisationId: number | null;
  /** Whether new products are made for the client, and no other may have them. */
  isMadeForClient?: boolean;
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
  /** Name of the client; null for a file of the catalogue. */
  organisation: string | null;
  /** ISO code of the currency which the file's prices are assumed to be in; null for a file of the catalogue, whose currency is that of its clients. */
  currency: string | null;
  /** Columns of the file that the import does not use. */
  unusedColumns: readonly string[];
}

/** Thrown to roll back the transaction. */
class Rollback extends Error {}

// A batch is written when it reaches one of these: limits memory, with few statements.
const MAX_BATCH_PRODUCTS = 300;
const MAX_BATCH_ROWS = 3000;

/**
 * Imports a product file in one transaction: everything that is not refused, or nothing. Products not in the file stay unchanged.
 *
 * A file of the catalogue makes products as it says. A client's file adds the products that the catalogue does not have, and takes all its products into the
 * client's range, at its prices; of products that the catalogue has, it changes nothing else. A product is identified by its SKUs, one without any that are
 * known by its handle. A quantity in either file is what was counted.
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
  options: Pick<ImportOptions, 'file' | 'mapping' | 'organisationId' | 'isMadeForClient' | 'onEntry'>,
): Promise<ImportResult> {
  const source = await readSource(options);
  await importFile(tx, source, options);
  return source.result;
}

interface ImportSource {
  file: ProductFile;
  scan: FileScan;
  /** Filled in while the file is imported. */
  result: ImportResult;
}

async function readSource({
  file: path,
  mapping,
  onProgress,
}: Pick<ImportOptions, 'file' | 'mapping' | 'onProgress'>): Promise<ImportSource> {
  const file = await openProductFile(path, mapping);
  const scan = await scanFile(file, (rows) => onProgress?.({ rows }));
  const summary = { ...emptySummary(), rows: scan.rows };
  return {
    file,
    scan,
    result: { summary, isCommitted: false, organisation: null, currency: null, unusedColumns: file.header.unused },
  };
}

async function importFile(
  tx: Tx,
  { file, scan, result }: ImportSource,
  options: Pick<ImportOptions, 'file' | 'organisationId' | 'isMadeForClient' | 'onEntry' | 'onProgress'>,
): Promise<void> {
  const { organisationId } = options;
  const { summary } = result;
  const organisation = organisationId === null ? undefined : await findOrganisation(tx, organisationId);
  if (organisationId !== null && !organisation) throw new Error(`There is no organisation ${organisationId} in this database.`);
  result.organisation = organisation?.name ?? null;
  result.currency = organisation?.currency ?? null;
  await lockCatalogueImport(tx);
  const report = (entry: ReportEntry) => {
    if (entry.outcome === 'warning') summary.warnings++;
    if (entry.outcome === 'refused') summary.rowsRefused++;
    options.onEntry(entry);
  };
  const batch: Batch = {
    organisationId,
    isMadeForClient: options.isMadeForClient ?? false,
    hasOtherCurrency: organisation?.hasOtherCurrency ?? false,
    stockCause: { kind: 'catalogue_import', file: basename(options.file) },
    references: await loadReferences(tx),
    lastOrder: organisationId === null ? 0 : await findLastDisplayOrder(tx, organisationId),
    targets: new Map(),
    gtins: new Map(),
    summary,
    report,
    touched: [],
    products: [],
  };
  const context = {
    decimalSeparator: scan.decimalSeparator,
    currency: result.currency,
    skuLines: scan.skuLines,
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
  await assignPictures(tx, batch.touched);
  await refreshImportedListing(tx, batch.touched);
  await recordCatalogueImport(tx, organisationId, basename(options.file), summary);
}

interface Batch extends ImportBatch {
  stockCause: StockCause;
  report: (entry: ReportEntry) => void;
  /** Products whose listing has to be refreshed at the end. */
  touched: number[];
  /** Products read but not yet imported. */
  products: (MappedProduct & { position: number })[];
}

async function importBatch(tx: Tx, batch: Batch): Promise<void> {
  const { summary, report } = batch;
  const { writes, planned } = await planBatch(tx, batch, batch.products.splice(0));
  for (const { entries } of planned) for (const entry of entries) report(entry);
  summary.stockCounts += writes.counts.length + writes.combinations.new.filter(({ quantity }) => quantity !== null).length;
  summary.rowsWritten += await applyImportWrites(tx, batch, writes, batch.stockCause);
  batch.touched.push(...writes.changedProducts.map(({ id }) => id));
}
