import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { BlobStore } from '#api/platform/files/blob-store.ts';
import type { ColumnMapping } from '../files/column-mapping.rules.ts';
import type { ProductFileFormat } from '../files/columns.rules.ts';
import { inspectProductFile, openProductFile } from '../files/product-file.ts';
import { UnreadableFile } from '../files/text-file.ts';
import { refuseBroken } from '../shopify/broken-products.rules.ts';
import type { FileProduct } from '../shopify/import-batch.ts';
import { mapProduct } from '../shopify/product.rules.ts';
import { readProducts, scanFile } from '../shopify/product-rows.ts';
import type { ReportEntry } from '../shopify/report.rules.ts';
import { dropTakenGtins } from '../shopify/targets.rules.ts';
import { deleteFileProducts, insertEntries, insertFileProducts } from './file-products.queries.ts';

/** Characters of a heading or a value that are shown. */
const MAX_SHOWN_LENGTH = 200;
/** Rows whose products are saved in one statement. */
const STAGED_ROWS = 1000;

/** A folder of its own for the time that `work` takes. */
async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'livery-products-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export interface StoredProductFile {
  key: string;
  format: ProductFileFormat;
  mapping: ColumnMapping;
  columns: { header: string; samples: string[] }[];
}

/** Stores the bytes of a file that can be opened, and reads what its columns are. Throws UnreadableFile. */
export const storeFile = (blobs: Pick<BlobStore, 'write'>, bytes: Uint8Array): Promise<StoredProductFile> =>
  inFolder(async (folder) => {
    const path = join(folder, 'products');
    await writeFile(path, bytes, { mode: 0o600 });
    const { format, mapping, columns } = await inspectProductFile(path);
    const key = randomUUID();
    await blobs.write(key, path);
    return {
      key,
      format,
      mapping,
      columns: columns.map(({ name, samples }) => ({ header: toShown(name), samples: samples.map(toShown) })),
    };
  });

/** The start of a text, without characters that cannot be stored. */
const toShown = (text: string) => text.slice(0, MAX_SHOWN_LENGTH).toWellFormed().replaceAll('\0', '');

export interface FileContent {
  rows: number;
  products: number;
}

/**
 * Reads the products of a stored file and saves them with the import, each as the file describes it. What is wrong within the file, such as a SKU that is
 * in it twice, is found here. Throws UnreadableFile.
 */
export const readFileProducts = (
  db: Db,
  blobs: Pick<BlobStore, 'read'>,
  one: { importId: number; blobKey: string; mapping: ColumnMapping; currency: string | null },
): Promise<FileContent> =>
  inFolder(async (folder) => {
    const content = await blobs.read(one.blobKey);
    if (!content) throw new UnreadableFile('the file has been lost');
    const path = join(folder, 'products');
    await pipeline(content, createWriteStream(path, { mode: 0o600 }));
    const file = await openProductFile(path, one.mapping);
    const scan = await scanFile(file, () => undefined);
    await runInTransaction(db, (tx) => deleteFileProducts(tx, one.importId));
    const loose: ReportEntry[] = [];
    const context = { decimalSeparator: scan.decimalSeparator, currency: one.currency, skuLines: scan.skuLines };
    const gtins = new Map<string, string>();
    let staged: (FileProduct & { handle: string; name: string; rows: number })[] = [];
    let rows = 0;
    let position = 0;
    const save = async () => {
      const batch = staged;
      staged = [];
      rows = 0;
      if (batch.length > 0) await runInTransaction(db, (tx) => insertFileProducts(tx, one.importId, batch));
    };
    for await (const product of readProducts(file, scan, (entry) => loose.push(entry))) {
      const { handle, draft, wasIgnored, entries } =
        refuseBroken(product) ?? mapProduct(file.header, product.handle, product.rows, context);
      const warnings = draft ? dropTakenGtins(draft, new Map(), gtins) : [];
      staged.push({
        position: position++,
        handle,
        name: draft?.fields.name ?? product.rows[0]?.cells.title ?? '',
        rows: product.rows.length + product.broken.length,
        draft,
        wasIgnored,
        entries: [...entries, ...warnings],
      });
      rows += product.rows.length;
      if (rows >= STAGED_ROWS) await save();
    }
    await save();
    await runInTransaction(db, (tx) =>
      insertEntries(
        tx,
        one.importId,
        loose.map((entry, index) => ({ position: -1, index, entry })),
      ),
    );
    return { rows: scan.rows, products: position };
  });
