import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';

/** A file that cannot be read as rows of people; the message is a sentence fit to show. */
export class UnreadableSheetError extends Error {}

/** A line of a file as texts; `line` is where it begins there, `problem` why it is no row. */
interface PeopleSheetRow {
  line: number;
  cells: string[];
  problem?: string;
}

interface PeopleSheet {
  header: string[];
  rows: PeopleSheetRow[];
}

const MAX_ROWS = 50_000;
const MAX_COLUMNS = 200;
/** No value that is taken is nearly as long; whoever checks the length still sees that it is too long. */
const MAX_CELL_LENGTH = 1000;

const begins = (bytes: Uint8Array, ...start: number[]) => start.every((byte, place) => bytes[place] === byte);

/** Reads a CSV or TSV file, or the first sheet of an Excel workbook. Throws `UnreadableSheet`. */
export async function parsePeopleSheet(bytes: Uint8Array): Promise<PeopleSheet> {
  if (bytes.length === 0) throw new UnreadableSheetError('The file is empty.');
  if (begins(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new UnreadableSheetError(
      'This is an old or a protected Excel workbook. Please save it as .xlsx or CSV, without a password.',
    );
  const read = begins(bytes, 0x50, 0x4b, 0x03, 0x04) ? await readWorkbook(bytes) : readText(bytes);
  return withHeader(read);
}

async function readWorkbook(bytes: Uint8Array): Promise<PeopleSheetRow[]> {
  const workbook = await readXlsx(bytes, { sheets: [0], maxRows: MAX_ROWS + 100 }).catch(() => {
    throw new UnreadableSheetError('The workbook cannot be read. Please save it again as .xlsx, or as CSV.');
  });
  const rows = workbook.sheets[0]?.rows ?? [];
  return rows.map((cells, index) => ({ line: index + 1, cells: [...cells].map(textOf) }));
}

/** What a cell of a workbook shows: days as 2026-03-31, numbers without grouping. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

function decode(bytes: Uint8Array): string {
  if (begins(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes);
  if (begins(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.subarray(0, 8192).includes(0)) throw new UnreadableSheetError('The file is no text and no Excel workbook (.xlsx).');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // As spreadsheets in the west save it.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const DELIMITERS = [',', ';', '\t', '|'];

/** The sign that stands most often outside quotation marks in the first line that says something. */
function delimiterOf(text: string): string {
  const line = text.match(/^.*\S.*$/m)?.[0].replaceAll(/"[^"]*"/g, '') ?? '';
  const counted = DELIMITERS.map((sign) => ({ sign, times: line.split(sign).length - 1 }));
  return counted.toSorted((a, b) => b.times - a.times)[0]?.sign ?? ',';
}

const breaksIn = (cells: readonly string[]) => cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);

function readText(bytes: Uint8Array): PeopleSheetRow[] {
  const decoded = decode(bytes).replace(/^\ufeff/, '');
  // Excel writes "sep=;" before the header where it is told to.
  const said = decoded.match(/^"?sep=(.)"?\r?\n/i);
  const text = said ? decoded.slice(said[0].length) : decoded;
  const markup = /^\s*(?:<!doctype|<html|<\?xml|[[{]\s*")/i.test(text);
  if (markup) throw new UnreadableSheetError('The file is no CSV file and no Excel workbook.');
  try {
    const records = parse(text, {
      delimiter: said?.[1] ?? delimiterOf(text),
      relax_quotes: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: 200_000,
      to: MAX_ROWS + 100,
    }) as string[][];
    let line = said ? 2 : 1;
    return records.map((cells) => {
      const row = { line, cells };
      line += 1 + breaksIn(cells);
      return row;
    });
  } catch (error) {
    const { lines } = error as { lines?: number };
    throw new UnreadableSheetError(
      `The file cannot be read${lines ? ` beyond line ${lines}` : ''}: a quotation mark is opened and never closed.`,
    );
  }
}

/** Text as the database can keep it, on one line, without blanks around it. */
const clean = (text: string) => text.toWellFormed().replaceAll('\0', '').replaceAll(/\s+/g, ' ').trim().slice(0, MAX_CELL_LENGTH);

function withHeader(read: readonly PeopleSheetRow[]): PeopleSheet {
  const full = read
    .map(({ line, cells }) => ({ line, cells: cells.map(clean) }))
    .filter(({ cells }) => cells.some((cell) => cell));
  const [first, ...rest] = full;
  if (!first) throw new UnreadableSheetError('The file is empty.');
  const width = first.cells.findLastIndex((cell) => cell !== '') + 1;
  if (width > MAX_COLUMNS)
    throw new UnreadableSheetError(`The file has ${width} columns; no more than ${MAX_COLUMNS} can be read.`);
  if (rest.length === 0) throw new UnreadableSheetError('There are no rows below the headings of the first line.');
  if (rest.length > MAX_ROWS)
    throw new UnreadableSheetError(`The file has more than ${MAX_ROWS.toLocaleString('en-GB')} rows. Please divide it.`);
  return {
    header: first.cells.slice(0, width).map((name, index) => name || `Column ${index + 1}`),
    rows: rest.map(({ line, cells }) => {
      const more = cells.slice(width).some((cell) => cell !== '');
      const problem = more ? `The line has ${cells.length} cells where the headings are ${width}.` : undefined;
      return { line, cells: Array.from({ length: width }, (_, place) => cells[place] ?? ''), ...(problem ? { problem } : {}) };
    }),
  };
}
