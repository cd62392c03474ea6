import { open, readFile, stat } from 'node:fs/promises';
import { type ColumnMapping, findHeaderRow, type RecognisedColumns } from './column-mapping.rules.ts';
import type { Header } from './columns.rules.ts';
import { type CsvRecord, openCsv, readRecords } from './csv-file.ts';
import { explainOtherShop } from './shop-exports.rules.ts';
import { UnreadableFile } from './text-file.ts';
import { readWooCommerce, toWooCommerceHeader } from './woocommerce.ts';
import { readWorkbookRows } from './workbook-file.ts';

/** A file with products whose columns are known. Its rows can be read several times. */
export interface ProductFile extends RecognisedColumns {
  path: string;
  /** The names of its columns, as they are in the file. */
  names: readonly string[];
  header: Header;
  /** What separates the cells of a text file; undefined for a workbook. */
  delimiter: string | undefined;
  /** The rows below the header with their line numbers. */
  records: () => AsyncIterable<CsvRecord>;
}

/** A file as it is before anybody has said what its columns mean: their names, some rows, and what was recognised. */
export interface InspectedProductFile extends RecognisedColumns {
  columns: { name: string; samples: string[] }[];
}

/** In bytes. */
const MAX_WORKBOOK_BYTES = 50_000_000;
const MAX_TEXT_BYTES = 200_000_000;
/** Columns that a file can have. */
const MAX_COLUMNS = 300;
/** Rows that a file can have: more than any catalogue that was seen. */
export const MAX_FILE_ROWS = 200_000;
const SAMPLE_ROWS = 20;
const SAMPLES = 3;

/**
 * Opens a file with products: a product export of a Shopify or WooCommerce shop (CSV), the workbook of the catalogue, or any CSV file or workbook in which each row is a
 * combination. The columns of the last are read as `mapping` says, and without one as they are recognised.
 *
 * @throws UnreadableFile with a message that describes the problem
 */
export async function openProductFile(path: string, mapping?: ColumnMapping): Promise<ProductFile> {
  const file = await openFile(path, (rows) => findHeaderRow(rows, mapping));
  if (file.header.width > MAX_COLUMNS)
    throw new UnreadableFile(`it has ${file.header.width} columns; the limit is ${MAX_COLUMNS}`);
  if (file.format !== 'woocommerce') return file;
  return { ...file, header: toWooCommerceHeader(file.names), records: () => readWooCommerce(file.names, file.records) };
}

/**
 * Reads the names and some values of the columns of a file, for whoever says what they mean. Also a file of which nothing is recognised is read: its header is
 * then the first of its longest rows.
 *
 * @throws UnreadableFile with a message that describes the problem
 */
export async function inspectProductFile(path: string): Promise<InspectedProductFile> {
  const { format, mapping, unused, names, records } = await openFile(path, (rows) => findHeaderRow(rows) ?? findLongestRow(rows));
  const rows: string[][] = [];
  for await (const record of records()) {
    if ('cells' in record) rows.push(record.cells);
    if (rows.length === SAMPLE_ROWS) break;
  }
  const columns = names.slice(0, MAX_COLUMNS).flatMap((name, index) => {
    const values = [...new Set(rows.map((row) => row[index]?.trim() ?? '').filter(Boolean))];
    return name.trim() === '' ? [] : [{ name: name.trim(), samples: values.slice(0, SAMPLES) }];
  });
  return { format, mapping, unused, columns };
}

type Found = ReturnType<typeof findHeaderRow>;

async function openFile(path: string, findIn: (rows: readonly (readonly string[])[]) => Found): Promise<ProductFile> {
  const find = (rows: readonly (readonly string[])[]): Found => {
    const reason = explainOtherShop(rows);
    if (reason !== undefined) throw new UnreadableFile(reason);
    return findIn(rows);
  };
  if (await isZip(path)) return openWorkbook(path, find);
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size > MAX_TEXT_BYTES) throw new UnreadableFile(`it is larger than ${MAX_TEXT_BYTES / 1_000_000} MB`);
  let found: Found;
  let score = 0;
  const csv = await openCsv(path, (rows) => {
    const here = find(rows);
    if (here && here.score > score) [found, score] = [here, here.score];
    return here;
  });
  const { format, mapping, unused, names } = found as NonNullable<Found>;
  return {
    path,
    format,
    mapping,
    unused,
    names,
    header: csv.header,
    delimiter: csv.delimiter,
    records: () => limitRows(readRecords(csv)),
  };
}

async function openWorkbook(path: string, find: (rows: readonly (readonly string[])[]) => Found): Promise<ProductFile> {
  const { size } = await stat(path);
  if (size > MAX_WORKBOOK_BYTES)
    throw new UnreadableFile(`it is larger than ${MAX_WORKBOOK_BYTES / 1_000_000} MB; save it as CSV or split it`);
  const { first, records } = await readWorkbookRows(await readFile(path), { rows: MAX_FILE_ROWS, columns: MAX_COLUMNS });
  const found = find(first);
  if (!found) throw new UnreadableFile('it has no column called Handle, Title, Product code or Name in its first rows');
  const { format, mapping, unused, names, header } = found;
  return { path, format, mapping, unused, names, header, delimiter: undefined, records: () => records(found.row, header.width) };
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined);
  if (!file) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.readUInt32BE() === 0x504b0304;
  } catch {
    // A folder.
    return false;
  } finally {
    await file.close();
  }
}

async function* limitRows(records: AsyncIterable<CsvRecord>): AsyncGenerator<CsvRecord> {
  let rows = 0;
  for await (const record of records) {
    rows++;
    if (rows > MAX_FILE_ROWS)
      throw new UnreadableFile(`it has more than ${MAX_FILE_ROWS.toLocaleString('en-GB')} rows; split it`);
    yield record;
  }
}

/** The first of the longest rows, as a header of which nothing is known. */
function findLongestRow(rows: readonly (readonly string[])[]): Found {
  const widths = rows.map((cells) => cells.filter((cell) => cell.trim() !== '').length);
  const width = Math.max(0, ...widths);
  if (width === 0) return undefined;
  const row = widths.indexOf(width);
  const cells = rows[row] ?? [];
  return {
    row,
    names: cells,
    score: width / 100_000,
    format: 'mapped',
    mapping: { columns: {}, constants: {} },
    unused: cells.map((name) => name.trim()).filter(Boolean),
    header: {
      format: 'mapped',
      width: cells.length,
      columns: new Map(),
      options: [],
      metafields: [],
      unused: [],
      constants: [],
      treatments: {},
    },
  };
}
