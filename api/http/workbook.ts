import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { writeXlsxStream } from 'hucre/xlsx';

/** What a cell holds. A text stays a text, whatever sign it begins with; a Date is shown in UTC. */
export type Cell = string | number | boolean | Date | null;

/** A column of a workbook: its heading, its width in letters, and how a row fills it. */
export interface WorkbookColumn<Row> {
  header: string;
  width: number;
  /** How a spreadsheet shows what is no text, as Excel writes formats. */
  numFmt?: string;
  of: (row: Row) => Cell;
}

export const DAY = 'dd/mm/yyyy';
export const MOMENT = 'dd/mm/yyyy hh:mm';

/** Amounts in this currency as the portal's screens show them: "£1,234.50". The language says which currency a sign stands for. */
export function moneyFormat(currencyCode: string): string {
  const parts = new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency: currencyCode,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0);
  const sign = parts.find(({ type }) => type === 'currency')?.value ?? currencyCode;
  return `[$${sign}-809]${sign === currencyCode ? ' ' : ''}#,##0.00`;
}

/** `customers-20260331.xlsx`, by today's date in UTC. */
export const namedByDay = (what: string): string => `${what}-${new Date().toISOString().slice(0, 10).replaceAll('-', '')}.xlsx`;

// Characters that XML cannot hold; a workbook with one does not open.
const UNWRITABLE = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

/** A text as a cell can hold it. */
export const writable = (text: string): string => text.replaceAll(UNWRITABLE, '');

async function* cellsOf<Row>(columns: readonly WorkbookColumn<Row>[], rows: Iterable<Row> | AsyncIterable<Row>) {
  for await (const row of rows)
    yield columns.map(({ of }) => {
      const value = of(row);
      return typeof value === 'string' ? writable(value) : value;
    });
}

/** A workbook of one sheet with its headings, made while it is read. */
export function streamWorkbook<Row>(
  name: string,
  columns: readonly WorkbookColumn<Row>[],
  rows: Iterable<Row> | AsyncIterable<Row>,
): Readable {
  const bytes = writeXlsxStream(cellsOf(columns, rows), {
    name,
    columns: columns.map(({ header, width, numFmt }) => ({ header: writable(header), width, ...(numFmt ? { numFmt } : {}) })),
    freezePane: { rows: 1 },
  });
  return Readable.fromWeb(bytes as ReadableStream);
}

const ROWS_AT_ONCE = 250;

/** The rows behind ids that were read before, so that a list stays as it was; read in parts, as fast as the receiver takes them. */
export async function* inParts<Row>(ids: readonly number[], read: (ids: readonly number[]) => Promise<Row[]>) {
  for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) yield* await read(ids.slice(start, start + ROWS_AT_ONCE));
}
