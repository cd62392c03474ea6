import { type CatalogueRow, getHandle, isEmptyRow, readRow } from '../files/columns.rules.ts';
import type { ProductFile } from '../files/product-file.ts';
import { type DecimalSeparator, detectDecimalSeparator } from './amounts.rules.ts';
import type { ReportEntry } from './report.rules.ts';
import { addSkuLine, type SkuLines } from './sku-lines.rules.ts';

/** Facts about the whole file that are needed before its first product can be read. */
export interface FileScan {
  /** Row count and position of each product, by handle. `position` is the order of the first rows, from 0. */
  handles: Map<string, { rows: number; position: number }>;
  rows: number;
  decimalSeparator: DecimalSeparator;
  skuLines: SkuLines;
}

/** The rows of one product, and its lines that could not be read. */
export interface ProductRows {
  handle: string;
  /** Position of the product in the file, by its first row, from 0. */
  position: number;
  rows: CatalogueRow[];
  broken: { line: number; reason: string }[];
}

/** Reads the whole file once. Its prices decide whether the point in `1.299` separates decimals or thousands. */
export async function scanFile(file: ProductFile, onProgress: (rows: number) => void): Promise<FileScan> {
  const handles: FileScan['handles'] = new Map();
  const skuLines: SkuLines = new Map();
  const signs = { '.': 0, ',': 0 };
  let rows = 0;
  for await (const record of file.records()) {
    rows++;
    if (rows % 1000 === 0) onProgress(rows);
    if ('problem' in record) {
      count(handles, recoverHandle(file, record.text));
      continue;
    }
    const row = readRow(file.header, record.line, record.cells);
    if (isEmptyRow(file.header, row)) continue;
    count(handles, getHandle(row));
    addSkuLine(skuLines, row);
    for (const price of [row.cells.price, row.cells.compareAt, row.cells.productPrice]) {
      const sign = detectDecimalSeparator(price ?? '');
      if (sign) signs[sign]++;
    }
  }
  const fallback = file.delimiter === ';' ? ',' : file.delimiter === undefined ? '.' : undefined;
  const sign = signs['.'] === signs[','] ? fallback : signs['.'] > signs[','] ? '.' : ',';
  return { handles, rows, decimalSeparator: sign, skuLines };
}

function count(handles: FileScan['handles'], handle: string): void {
  if (handle === '') return;
  const known = handles.get(handle);
  if (known) known.rows++;
  else handles.set(handle, { rows: 1, position: handles.size });
}

/** Recovers the handle of a line that could not be read: its cell usually comes before the broken one. Empty if not found. */
function recoverHandle({ header, delimiter }: ProductFile, text: string): string {
  const column = header.columns.get('handle');
  const cell = column === undefined || delimiter === undefined ? '' : (text.split(delimiter)[column] ?? '');
  return /^"?[\p{L}\p{N}][\p{L}\p{N}_.-]*"?$/u.test(cell)
    ? getHandle({ ...emptyRow, cells: { handle: cell.replaceAll('"', '') } })
    : '';
}

const emptyRow: CatalogueRow = { line: 0, cells: {}, options: [], metafields: [], repairs: [] };

/**
 * Reads the file a second time and yields each product once its last row has been read, even if its rows are scattered.
 * Only incomplete products are kept in memory.
 */
export async function* readProducts(
  file: ProductFile,
  scan: FileScan,
  report: (entry: ReportEntry) => void,
): AsyncGenerator<ProductRows> {
  const incomplete = new Map<string, ProductRows & { remaining: number; lastRecord: number }>();
  let records = 0;
  for await (const record of file.records()) {
    records++;
    const row = 'problem' in record ? undefined : readRow(file.header, record.line, record.cells);
    if (row && isEmptyRow(file.header, row)) continue;
    const handle = row ? getHandle(row) : recoverHandle(file, 'text' in record ? record.text : '');
    const known = scan.handles.get(handle);
    if (!known) {
      report({
        line: record.line,
        outcome: 'refused',
        handle: '',
        sku: row?.cells.sku ?? '',
        text: 'problem' in record ? record.problem : 'the row has no handle',
      });
      continue;
    }
    const product = incomplete.get(handle) ?? {
      handle,
      position: known.position,
      rows: [],
      broken: [],
      remaining: known.rows,
      lastRecord: records,
    };
    incomplete.set(handle, product);
    if (row && 'cells' in record) {
      if (record.isRepaired) row.repairs.push('there are quotation marks in the middle of a cell; they were kept');
      if (record.isShort)
        row.repairs.push(
          `it has ${record.cells.length} cells where the header has ${file.header.width}; the missing ones count as empty`,
        );
      if (records > product.lastRecord + 1) row.repairs.push('it is separate from the other rows of its product');
      product.rows.push(row);
    } else if ('problem' in record) product.broken.push({ line: record.line, reason: record.problem });
    product.lastRecord = records;
    if (--product.remaining === 0) {
      incomplete.delete(handle);
      yield product;
    }
  }
}
