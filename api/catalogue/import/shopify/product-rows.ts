import { type DecimalSeparator, detectDecimalSeparator } from './amounts.rules.ts';
import { type CatalogueRow, getHandle, isEmptyRow, readRow } from './columns.rules.ts';
import { type CsvFile, readRecords } from './csv-file.ts';
import type { ReportEntry } from './report.rules.ts';

/** What has to be known of the whole file before its first product can be read. */
export interface FileScan {
  /** Rows of each handle, in the order of their first rows. */
  handles: Map<string, { rows: number; place: number }>;
  rows: number;
  decimalSeparator: DecimalSeparator;
}

/** Rows that belong to one handle, with what is wrong with lines of it that could not be read. */
export interface ProductRows {
  handle: string;
  /** Counts the products of the file, in the order of their first rows. */
  place: number;
  rows: CatalogueRow[];
  broken: { line: number; reason: string }[];
}

/** Reads the file once through. Prices in it decide whether `1.299` is a little or a lot. */
export async function scanFile(file: CsvFile, onProgress: (rows: number) => void): Promise<FileScan> {
  const handles: FileScan['handles'] = new Map();
  const signs = { '.': 0, ',': 0 };
  let rows = 0;
  for await (const record of readRecords(file)) {
    rows++;
    if (rows % 1000 === 0) onProgress(rows);
    if ('problem' in record) {
      count(handles, guessHandle(file, record.text));
      continue;
    }
    const row = readRow(file.header, record.line, record.cells);
    if (isEmptyRow(row)) continue;
    count(handles, getHandle(row));
    for (const price of [row.cells.price, row.cells.compareAt]) {
      const sign = detectDecimalSeparator(price ?? '');
      if (sign) signs[sign]++;
    }
  }
  const usual = file.delimiter === ';' ? ',' : undefined;
  const sign = signs['.'] === signs[','] ? usual : signs['.'] > signs[','] ? '.' : ',';
  return { handles, rows, decimalSeparator: sign };
}

function count(handles: FileScan['handles'], handle: string): void {
  if (handle === '') return;
  const known = handles.get(handle);
  if (known) known.rows++;
  else handles.set(handle, { rows: 1, place: handles.size });
}

/** The handle of a line that could not be read: its cell stands before the trouble, more often than not. */
function guessHandle({ header, delimiter }: CsvFile, text: string): string {
  const place = header.places.get('handle');
  const cell = place === undefined ? '' : (text.split(delimiter)[place] ?? '');
  return /^"?[\p{L}\p{N}][\p{L}\p{N}_.-]*"?$/u.test(cell)
    ? getHandle({ ...emptyRow, cells: { handle: cell.replaceAll('"', '') } })
    : '';
}

const emptyRow: CatalogueRow = { line: 0, cells: {}, options: [], metafields: [], repairs: [] };

/**
 * Reads the file again and gives each product as soon as its last row has been read, wherever its rows stand. Memory
 * holds the products whose rows are not all read, and no more.
 */
export async function* readProducts(
  file: CsvFile,
  survey: FileScan,
  say: (entry: ReportEntry) => void,
): AsyncGenerator<ProductRows> {
  const waiting = new Map<string, ProductRows & { left: number; lastRecord: number }>();
  let records = 0;
  for await (const record of readRecords(file)) {
    records++;
    const row = 'problem' in record ? undefined : readRow(file.header, record.line, record.cells);
    if (row && isEmptyRow(row)) continue;
    const handle = row ? getHandle(row) : guessHandle(file, 'text' in record ? record.text : '');
    const known = survey.handles.get(handle);
    if (!known) {
      say({
        line: record.line,
        outcome: 'refused',
        handle: '',
        sku: row?.cells.sku ?? '',
        text: 'problem' in record ? record.problem : 'the row has no handle',
      });
      continue;
    }
    const product = waiting.get(handle) ?? {
      handle,
      place: known.place,
      rows: [],
      broken: [],
      left: known.rows,
      lastRecord: records,
    };
    waiting.set(handle, product);
    if (row && 'cells' in record) {
      if (record.isRepaired) row.repairs.push('it has quotation marks in the middle of a cell; they were kept');
      if (record.isShort)
        row.repairs.push(
          `it has ${record.cells.length} cells where the header has ${file.header.width}; the rest is taken as empty`,
        );
      if (records > product.lastRecord + 1) row.repairs.push('it stands apart from the other rows of its product');
      product.rows.push(row);
    } else if ('problem' in record) product.broken.push({ line: record.line, reason: record.problem });
    product.lastRecord = records;
    if (--product.left === 0) {
      waiting.delete(handle);
      yield product;
    }
  }
}
