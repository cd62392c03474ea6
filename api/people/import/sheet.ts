import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';

/** A file that cannot be read as rows of people; the message can be shown to users. */
export class UnreadableSheetError extends Error {}

/** A row of a file; `line` is where it begins, `problem` why it cannot be imported. */
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
/** Longer cells are cut off. No field accepts nearly as much, so the cut value is still refused for its length. */
const MAX_CELL_LENGTH = 1000;

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, index) => bytes[index] === byte);

/** Reads a CSV or TSV file, or the first sheet of an Excel workbook. Throws `UnreadableSheetError`. */
export async function parsePeopleSheet(bytes: Uint8Array): Promise<PeopleSheet> {
  if (bytes.length === 0) throw new UnreadableSheetError('The file is empty.');
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new UnreadableSheetError(
      'This Excel workbook is password-protected or in an old format. Please save it as .xlsx or CSV, without a password.',
    );
  const content = startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) ? await readWorkbook(bytes) : readText(bytes);
  return toSheet(content);
}

async function readWorkbook(bytes: Uint8Array): Promise<PeopleSheetRow[]> {
  const workbook = await readXlsx(bytes, { sheets: [0], maxRows: MAX_ROWS + 100 }).catch(() => {
    throw new UnreadableSheetError('The workbook cannot be read. Please save it again as .xlsx, or as CSV.');
  });
  const rows = workbook.sheets[0]?.rows ?? [];
  return rows.map((cells, index) => ({ line: index + 1, cells: [...cells].map(toCellText) }));
}

/** The text of a cell of a workbook: dates as 2026-03-31, numbers without grouping. */
function toCellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

function decode(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes);
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.subarray(0, 8192).includes(0))
    throw new UnreadableSheetError('The file is neither a text file nor an Excel workbook (.xlsx).');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // The encoding in which Excel saves CSV in Western Europe and America.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const DELIMITERS = [',', ';', '\t', '|'];

/** The delimiter that occurs most often outside quotation marks in the first line with content. */
function detectDelimiter(text: string): string {
  const line = text.match(/^.*\S.*$/m)?.[0].replaceAll(/"[^"]*"/g, '') ?? '';
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, count: line.split(delimiter).length - 1 }));
  return counted.toSorted((a, b) => b.count - a.count)[0]?.delimiter ?? ',';
}

const countLineBreaks = (cells: readonly string[]) =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);

function readText(bytes: Uint8Array): PeopleSheetRow[] {
  const decoded = decode(bytes).replace(/^\ufeff/, '');
  // Excel understands a first line "sep=;" that names the delimiter.
  const separator = decoded.match(/^"?sep=(.)"?\r?\n/i);
  const text = separator ? decoded.slice(separator[0].length) : decoded;
  const isMarkup = /^\s*(?:<!doctype|<html|<\?xml|[[{]\s*")/i.test(text);
  if (isMarkup) throw new UnreadableSheetError('The file is neither a CSV file nor an Excel workbook.');
  try {
    const records = parse(text, {
      delimiter: separator?.[1] ?? detectDelimiter(text),
      relax_quotes: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: 200_000,
      to: MAX_ROWS + 100,
    }) as string[][];
    let line = separator ? 2 : 1;
    return records.map((cells) => {
      const row = { line, cells };
      line += 1 + countLineBreaks(cells);
      return row;
    });
  } catch (error) {
    const { lines } = error as { lines?: number };
    throw new UnreadableSheetError(
      `The file cannot be read${lines ? ` beyond line ${lines}` : ''}: a quotation mark is not closed.`,
    );
  }
}

/** Text that the database can store: one line, trimmed. */
const clean = (text: string) => text.toWellFormed().replaceAll('\0', '').replaceAll(/\s+/g, ' ').trim().slice(0, MAX_CELL_LENGTH);

function toSheet(content: readonly PeopleSheetRow[]): PeopleSheet {
  const filled = content
    .map(({ line, cells }) => ({ line, cells: cells.map(clean) }))
    .filter(({ cells }) => cells.some((cell) => cell));
  const [first, ...rest] = filled;
  if (!first) throw new UnreadableSheetError('The file is empty.');
  const width = first.cells.findLastIndex((cell) => cell !== '') + 1;
  if (width > MAX_COLUMNS) throw new UnreadableSheetError(`The file has ${width} columns. At most ${MAX_COLUMNS} can be read.`);
  if (rest.length === 0) throw new UnreadableSheetError('There are no rows below the headings in the first line.');
  if (rest.length > MAX_ROWS)
    throw new UnreadableSheetError(`The file has more than ${MAX_ROWS.toLocaleString('en-GB')} rows. Please split it.`);
  return {
    header: first.cells.slice(0, width).map((name, index) => name || `Column ${index + 1}`),
    rows: rest.map(({ line, cells }) => {
      const hasMore = cells.slice(width).some((cell) => cell !== '');
      const problem = hasMore ? `The line has ${cells.length} cells, but there are ${width} headings.` : undefined;
      return { line, cells: Array.from({ length: width }, (_, index) => cells[index] ?? ''), ...(problem ? { problem } : {}) };
    }),
  };
}
