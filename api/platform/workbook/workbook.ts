import { Readable } from 'node:stream';
import { type Cell, createPackageParts, rowXml, SHEET_FOOTER_XML, sheetHeaderXml, sheetPath } from './workbook-xml.ts';
import { zip } from './zip.ts';

/** A column of a workbook: its heading, its width in letters, and how a row fills it. */
export interface WorkbookColumn<Row> {
  header: string;
  width: number;
  /** How a spreadsheet shows what is no text, as Excel writes formats. */
  numFmt?: string;
  value: (row: Row) => Cell;
}

export const DATE_FORMAT = 'dd/mm/yyyy';
export const DATE_TIME_FORMAT = 'dd/mm/yyyy hh:mm';

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
export const formatDatedFileName = (what: string): string =>
  `${what}-${new Date().toISOString().slice(0, 10).replaceAll('-', '')}.xlsx`;

export interface Sheet<Row> {
  /** At most 31 letters. */
  name: string;
  columns: readonly WorkbookColumn<Row>[];
  rows: Iterable<Row> | AsyncIterable<Row>;
}

/** Spreadsheets read no more of a sheet. */
const MAX_ROWS = 1_048_576;

async function* sheetXml<Row>({ name, columns, rows }: Sheet<Row>, formats: readonly string[]): AsyncGenerator<string> {
  const styles = columns.map(({ numFmt }) => (numFmt === undefined ? 0 : formats.indexOf(numFmt) + 1));
  yield sheetHeaderXml(columns.map(({ width }) => width));
  yield rowXml(
    1,
    columns.map(({ header }) => header),
    [],
  );
  let line = 1;
  for await (const row of rows) {
    line += 1;
    // A download that breaks off is noticed; rows that are missing are not.
    if (line > MAX_ROWS) throw new RangeError(`The sheet ${name} has more rows than a spreadsheet reads.`);
    yield rowXml(
      line,
      columns.map(({ value }) => value(row)),
      styles,
    );
  }
  yield SHEET_FOOTER_XML;
}

/** A workbook of these sheets with their headings, made while it is read. */
// biome-ignore lint/suspicious/noExplicitAny: each sheet has rows of its own kind.
export function streamWorkbook(...sheets: readonly Sheet<any>[]): Readable {
  const formats = [...new Set(sheets.flatMap(({ columns }) => columns.flatMap(({ numFmt }) => numFmt ?? [])))];
  const names = sheets.map(({ name }) => name);
  return Readable.from(
    zip([
      ...Object.entries(createPackageParts(names, formats)).map(([path, text]) => ({ path, texts: [text] })),
      ...sheets.map((sheet, place) => ({ path: sheetPath(place), texts: sheetXml(sheet, formats) })),
    ]),
    { objectMode: false },
  );
}

/** Few: while they are written nothing of them must have to wait for the next collection of garbage but one. */
const BATCH_SIZE = 100;

/** The rows behind ids that were read before, so that a list stays as it was; read in parts, as fast as the receiver takes them. */
export async function* readInBatches<Row>(ids: readonly number[], read: (ids: readonly number[]) => Promise<Row[]>) {
  for (let start = 0; start < ids.length; start += BATCH_SIZE) yield* await read(ids.slice(start, start + BATCH_SIZE));
}
