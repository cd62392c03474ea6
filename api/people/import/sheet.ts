import { parse } from 'csv-parse/sync';
import { cleanCellText, toCellText } from '#api/platform/workbook/cell-text.ts';
import {
  DamagedWorkbookError,
  readFirstSheet,
  type WorkbookLimits,
  WorkbookTooLargeError,
} from '#api/platform/workbook/read-workbook.ts';

/** A file that cannot be read as rows of people; the message can be shown to users. */
export class UnreadableSheetError extends Error {}

/** A row of a file; `line` is where it begins, `problem` why it cannot be imported. */
export interface PeopleSheetRow {
  line: number;
  cells: string[];
  problem?: string;
}

const MAX_ROWS = 50_000;
const MAX_COLUMNS = 200;
/** Of all cells together. A text that cells of a workbook share counts for each of them. */
const MAX_CHARACTERS = 32_000_000;
const WORKBOOK_LIMITS: WorkbookLimits = { unpackedBytes: 200_000_000, sharedCharacters: MAX_CHARACTERS };
const TOO_LARGE = 'The workbook contains too much data. Please remove sheets and columns that are not needed, or save it as CSV.';

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, index) => bytes[index] === byte);

/**
 * Reads a CSV or TSV file, or the first sheet of an Excel workbook: returns its headings, and passes the rows below them to `onRow` one by
 * one. Throws `UnreadableSheetError`, possibly after some rows.
 */
export async function readPeopleSheet(bytes: Uint8Array, onRow: (row: PeopleSheetRow) => void): Promise<string[]> {
  if (bytes.length === 0) throw new UnreadableSheetError('The file is empty.');
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new UnreadableSheetError(
      'This Excel workbook is password-protected or in an old format. Please save it as .xlsx or CSV, without a password.',
    );
  const sheet = new Sheet(onRow);
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) await readWorkbook(bytes, sheet);
  else readText(bytes, sheet);
  return sheet.end();
}

/** Takes the lines of a file as they are, and makes rows below headings of them. */
class Sheet {
  readonly #onRow: (row: PeopleSheetRow) => void;
  #header: string[] | undefined;
  #rows = 0;
  #characters = 0;

  constructor(onRow: (row: PeopleSheetRow) => void) {
    this.#onRow = onRow;
  }

  /** Adds a line; empty ones are left out. Throws UnreadableSheetError when the file is too large. */
  add(line: number, content: readonly string[]): void {
    // One more than can be read shows that there are too many.
    const cells = content.slice(0, MAX_COLUMNS + 1).map(cleanCellText);
    const width = cells.findLastIndex((cell) => cell !== '') + 1;
    if (width === 0) return;
    if (!this.#header) {
      if (width > MAX_COLUMNS)
        throw new UnreadableSheetError(`The file has more than ${MAX_COLUMNS} columns. Please remove those that are not needed.`);
      this.#header = cells.slice(0, width).map((name, index) => name || `Column ${index + 1}`);
      return;
    }
    this.#rows += 1;
    if (this.#rows > MAX_ROWS)
      throw new UnreadableSheetError(`The file has more than ${MAX_ROWS.toLocaleString('en-GB')} rows. Please split it.`);
    this.#characters += cells.reduce((sum, cell) => sum + cell.length, 0);
    if (this.#characters > MAX_CHARACTERS) throw new UnreadableSheetError(TOO_LARGE);
    const headings = this.#header.length;
    this.#onRow({
      line,
      cells: Array.from({ length: headings }, (_, index) => cells[index] ?? ''),
      ...(width > headings ? { problem: `The line has ${content.length} cells, but there are ${headings} headings.` } : {}),
    });
  }

  /** The headings. Throws UnreadableSheetError where there are no rows below them. */
  end(): string[] {
    if (!this.#header) throw new UnreadableSheetError('The file is empty.');
    if (this.#rows === 0) throw new UnreadableSheetError('There are no rows below the headings in the first line.');
    return this.#header;
  }
}

async function readWorkbook(bytes: Uint8Array, sheet: Sheet): Promise<void> {
  try {
    await readFirstSheet(bytes, WORKBOOK_LIMITS, MAX_COLUMNS + 1, ({ number, cells }) =>
      sheet.add(number, cells.map(toCellText)),
    );
  } catch (error) {
    if (error instanceof WorkbookTooLargeError) throw new UnreadableSheetError(TOO_LARGE);
    if (error instanceof DamagedWorkbookError)
      throw new UnreadableSheetError('The workbook cannot be read. Please save it again as .xlsx, or as CSV.');
    throw error;
  }
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
/** The part of a file in which the delimiter is looked for, in characters. */
const SAMPLE_LENGTH = 200_000;

/** The delimiter that occurs most often outside quotation marks in the first line with content. */
function detectDelimiter(text: string): string {
  const [line = ''] = text.slice(0, SAMPLE_LENGTH).trimStart().match(/^.*/) ?? [];
  const unquoted = line.replaceAll(/"[^"]*"/g, '');
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, count: unquoted.split(delimiter).length - 1 }));
  return counted.toSorted((a, b) => b.count - a.count)[0]?.delimiter ?? ',';
}

const countLineBreaks = (cells: readonly string[]) =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);

function readText(bytes: Uint8Array, sheet: Sheet): void {
  const decoded = decode(bytes).replace(/^\ufeff/, '');
  // Excel understands a first line "sep=;" that names the delimiter.
  const separator = decoded.match(/^"?sep=(.)"?\r?\n/i);
  const text = separator ? decoded.slice(separator[0].length) : decoded;
  const isMarkup = /^\s*(?:<!doctype|<html|<\?xml|[[{]\s*")/i.test(text);
  if (isMarkup) throw new UnreadableSheetError('The file is neither a CSV file nor an Excel workbook.');
  let line = separator ? 2 : 1;
  try {
    parse(text, {
      delimiter: separator?.[1] ?? detectDelimiter(text),
      relax_quotes: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: 200_000,
      on_record: (cells: string[]) => {
        sheet.add(line, cells);
        line += 1 + countLineBreaks(cells);
        // The parser does not collect the rows.
        return null;
      },
    });
  } catch (error) {
    if (error instanceof UnreadableSheetError) throw error;
    const { lines } = error as { lines?: number };
    throw new UnreadableSheetError(
      `The file cannot be read${lines ? ` beyond line ${lines}` : ''}: a quotation mark is not closed.`,
    );
  }
}
