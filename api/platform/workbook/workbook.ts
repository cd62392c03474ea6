import type { Readable } from 'node:stream';
import {
  type Cell,
  createPackageParts,
  FIRST_FORMAT_STYLE,
  rowXml,
  SHEET_FOOTER_XML,
  sheetHeaderXml,
  sheetPath,
} from './workbook-xml.ts';
import { zipTexts } from './zip-texts.ts';

/** A column of a workbook: its heading, its width in characters, and its value for a row. */
export interface WorkbookColumn<Row> {
  header: string;
  width: number;
  /** The number format of values that are not texts, in Excel's notation. */
  numFmt?: string;
  value: (row: Row) => Cell;
}

export const DATE_FORMAT = 'dd/mm/yyyy';
export const DATE_TIME_FORMAT = 'dd/mm/yyyy hh:mm';

/** Excel's number format for a currency as the portal shows amounts: "£1,234.50". The locale determines the currency of a symbol. */
export function moneyFormat(currencyCode: string): string {
  const parts = new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency: currencyCode,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0);
  const symbol = parts.find(({ type }) => type === 'currency')?.value ?? currencyCode;
  return `[$${symbol}-809]${symbol === currencyCode ? ' ' : ''}#,##0.00`;
}

/** `customers-20260331.xlsx`, by today's date in UTC. */
export const formatDatedFileName = (name: string): string =>
  `${name}-${new Date().toISOString().slice(0, 10).replaceAll('-', '')}.xlsx`;

export interface Sheet<Row> {
  /** At most 31 characters. */
  name: string;
  columns: readonly WorkbookColumn<Row>[];
  rows: Iterable<Row> | AsyncIterable<Row>;
}

/** The row limit of spreadsheet programs. */
const MAX_ROWS = 1_048_576;

async function* sheetXml<Row>({ name, columns, rows }: Sheet<Row>, formats: readonly string[]): AsyncGenerator<string> {
  const styles = columns.map(({ numFmt }) => (numFmt === undefined ? 0 : formats.indexOf(numFmt) + FIRST_FORMAT_STYLE));
  yield sheetHeaderXml(columns.map(({ width }) => width));
  yield rowXml(
    1,
    columns.map(({ header }) => header),
    [],
  );
  let line = 1;
  for await (const row of rows) {
    line += 1;
    // A failed download is noticed; missing rows are not.
    if (line > MAX_ROWS) throw new RangeError(`The sheet ${name} has more rows than spreadsheet programs support.`);
    yield rowXml(
      line,
      columns.map(({ value }) => value(row)),
      styles,
    );
  }
  yield SHEET_FOOTER_XML;
}

/** A workbook of these sheets with their headings, generated while it is read. Throws a RangeError above a sheet's row limit. */
export function streamWorkbook(
  // biome-ignore lint/suspicious/noExplicitAny: each sheet has its own type of row.
  ...sheets: readonly Sheet<any>[]
): Readable {
  const formats = [...new Set(sheets.flatMap(({ columns }) => columns.flatMap(({ numFmt }) => numFmt ?? [])))];
  const names = sheets.map(({ name }) => name);
  return zipTexts([
    ...Object.entries(createPackageParts(names, formats)).map(([path, text]) => ({ path, texts: [text] })),
    ...sheets.map((sheet, index) => ({ path: sheetPath(index), texts: sheetXml(sheet, formats) })),
  ]);
}

/** A workbook that is still to be written. */
export interface WorkbookFile {
  /** Name of the file: `customers-20260331.xlsx`. */
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: each sheet has its own type of row.
  sheets: readonly Sheet<any>[];
}

/** Small batches, so that rows become garbage before the collector promotes them to the old generation. */
const BATCH_SIZE = 100;

/** Rows that are read in batches, and how many of the records from which they are made have been read. */
export class BatchedRows<Row> implements AsyncIterable<Row> {
  done = 0;
  readonly total: number;
  readonly #ids: readonly number[];
  readonly #read: (ids: readonly number[]) => Promise<Row[]>;

  constructor(ids: readonly number[], read: (ids: readonly number[]) => Promise<Row[]>) {
    this.total = ids.length;
    this.#ids = ids;
    this.#read = read;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row> {
    for (let start = 0; start < this.total; start += BATCH_SIZE) {
      yield* await this.#read(this.#ids.slice(start, start + BATCH_SIZE));
      this.done = Math.min(start + BATCH_SIZE, this.total);
    }
  }
}

/** The rows of ids that were read before, so that the list stays consistent; read in batches, as fast as the receiver takes them. */
export const readInBatches = <Row>(ids: readonly number[], read: (ids: readonly number[]) => Promise<Row[]>): BatchedRows<Row> =>
  new BatchedRows(ids, read);
