import { basename } from 'node:path';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { ColumnMapping } from '../files/column-mapping.rules.ts';
import { openProductFile, type ProductFile } from '../files/product-file.ts';
import { refreshImportedListing } from '../listing.queries.ts';
import { assignVariantPictures } from '../pictures/pictures.queries.ts';
import { compareProduct } from './compare.rules.ts';
import { compareForClient } from './compare-client.rules.ts';
import { findLastDisplayOrder, findOrganisation, findOwners, findSkusOfGtins, loadExistingProducts } from './existing.queries.ts';
import type { ExistingProduct } from './existing.ts';
import { analyseCatalogue, lockCatalogueImport, recordCatalogueImport } from './import.queries.ts';
import { applyImportWrites, type StockCause } from './import-writes.queries.ts';
import { createImportWrites, type ImportWrites } from './import-writes.ts';
import { type MappedProduct, mapProduct } from './product.rules.ts';
import type { ProductDraft } from './product-draft.ts';
import { type FileScan, type ProductRows, readProducts, scanFile } from './product-rows.ts';
import { ensureAttributes, ensureCategory, ensureOptions, loadReferences, type References } from './references.queries.ts';
import {
  addClientToSummary,
  addToSummary,
  emptySummary,
  type ImportSummary,
  type ReportEntry,
  refuseProduct,
  reportClientPlan,
  reportPlan,
} from './report.rules.ts';
import { dropTakenGtins, findCatalogueProduct, listGtins } from './targets.rules.ts';
import { resolveWorkbookProduct } from './workbook-product.rules.ts';

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
  await refreshImportedListing(tx, batch.touched);
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
  organisationId: number | null;
  isMadeForClient: boolean;
  /** Whether the client pays in another currency than that of the catalogue. */
  hasOtherCurrency: boolean;
  stockCause: StockCause;
  references: References;
  lastOrder: number;
  summary: ImportSummary;
  report: (entry: ReportEntry) => void;
  /** The handles in the file of the products that were found in the catalogue, by their ids. */
  targets: Map<number, string>;
  /** SKUs in lower case of the GTINs in the file. */
  gtins: Map<string, string>;
  /** Products whose listing has to be refreshed at the end. */
  touched: number[];
  /** Products read but not yet imported. */
  products: (MappedProduct & { position: number })[];
}

async function importBatch(tx: Tx, batch: Batch): Promise<void> {
  const { organisationId, summary, report } = batch;
  const products = batch.products.splice(0);
  const drafts = products.flatMap(({ draft }) => draft ?? []);
  const owners = await findOwners(tx, {
    skus: drafts.flatMap(({ combinations }) => combinations.map(({ fields }) => fields.sku.toLowerCase())),
    handles: drafts.map(({ handle }) => handle),
  });
  const targets = new Map(drafts.map((draft) => [draft, findCatalogueProduct(draft, owners, batch)]));
  const ids = [...targets.values()].flatMap((target) => ('id' in target && target.id !== null ? [target.id] : []));
  const stored = await loadExistingProducts(tx, organisationId, ids);
  const gtins = await findSkusOfGtins(tx, listGtins(drafts));
  const writes = createImportWrites();
  for (const { draft, entries, wasIgnored, position } of products) {
    const rowEntries = [...entries];
    if (!draft) summary.products[wasIgnored ? 'ignored' : 'refused']++;
    else {
      const target = targets.get(draft) ?? { id: null };
      const before = 'id' in target && target.id !== null ? stored.get(target.id) : undefined;
      rowEntries.push(...dropTakenGtins(draft, gtins, batch.gtins));
      rowEntries.push(
        ...('refusal' in target
          ? refuseProduct(draft, target.refusal, summary)
          : await importProduct(tx, { ...batch, writes }, { draft, before, position })),
      );
    }
    for (const entry of rowEntries.sort((a, b) => (a.line ?? 0) - (b.line ?? 0))) report(entry);
  }
  summary.stockCounts += writes.counts.length + writes.combinations.new.filter(({ quantity }) => quantity !== null).length;
  summary.rowsWritten += await applyImportWrites(tx, batch, writes, batch.stockCause);
  batch.touched.push(...writes.changedProducts.map(({ id }) => id));
}

/** Compares a product of the file with the catalogue; returns the entries for its rows. */
async function importProduct(
  tx: Tx,
  { organisationId, hasOtherCurrency, references, lastOrder, summary, writes }: Batch & { writes: ImportWrites },
  { draft, before, position }: { draft: ProductDraft; before: ExistingProduct | undefined; position: number },
): Promise<ReportEntry[]> {
  const displayOrder = lastOrder + 1 + position;
  const workbook = resolveWorkbookProduct(draft, before, references, organisationId);
  if ('refusal' in workbook) return refuseProduct(draft, workbook.refusal, summary);
  if (organisationId !== null && before) {
    if (before.madeFor !== null && before.madeFor !== organisationId)
      return refuseProduct(draft, 'its SKUs are those of a product that is made for another client', summary);
    const attributeIds = draft.attributes.map(({ name }) => references.attributes.get(name.toLowerCase()) ?? 0);
    const plan = compareForClient(draft, before, { attributeIds, hasOtherCurrency, displayOrder }, writes);
    if ('refusal' in plan) return refuseProduct(draft, plan.refusal, summary);
    addClientToSummary(summary, plan);
    return reportClientPlan(draft, plan, before.fields.name);
  }
  if (hasOtherCurrency)
    return refuseProduct(
      draft,
      'it is not in the catalogue, whose currency is not that of the client: import it into the catalogue first, at its prices',
      summary,
    );
  const keepsCategory =
    workbook.categories !== undefined || (before && draft.workbook) || (before?.lastImport && !draft.has.category);
  const resolved = {
    category: keepsCategory ? null : await ensureCategory(tx, references, draft),
    options: await ensureOptions(tx, references, draft),
    attributes: await ensureAttributes(tx, references, draft),
    categories: workbook.categories,
  };
  // Whether a client is offered a new product says nothing of the other clients.
  const plan = compareProduct(organisationId === null ? draft : { ...draft, offered: true }, before, resolved, writes);
  if (organisationId !== null) {
    writes.offers.new.push({
      product: plan.key,
      published: draft.offered,
      displayOrder,
      price: null,
      percent: null,
      isPriced: true,
    });
    writes.lastOffers.push({ product: plan.key, offered: draft.offered });
  }
  addToSummary(summary, plan);
  return reportPlan(draft, plan);
}
