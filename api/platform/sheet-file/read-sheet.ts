import { parse } from 'csv-parse/sync';
import { cleanCellText, toCellText } from '#api/platform/workbook/cell-text.ts';
import {
  DamagedWorkbookError,
  readSheets,
  type SheetLayout,
  WorkbookTooLargeError,
} from '#api/platform/workbook/read-workbook.ts';
import { decodeText, explainWrongType, isZip } from './file-type.rules.ts';
import type { SheetRowReason } from './sheet-row-reasons.rules.ts';

/** A file that cannot be read as headings with rows below them; the message can be shown to users. */
export class UnreadableSheetError extends Error {}

/** A row of a file; `line` is where it begins, `problem` that it has more cells than there are headings. It has a cell for each heading at least. */
export interface SheetRow {
  line: number;
  cells: string[];
  problem?: SheetRowReason;
  /** The spreadsheet does not show the row. */
  isHidden?: true;
  /** Cells with a formula, of which the result was read; absent for none. */
  formulas?: number;
}

/** What a file may contain at most. */
export interface SheetLimits {
  /** Rows below the headings. */
  rows: number;
  columns: number;
  /** Of all cells together. A text that cells of a workbook share counts for each of them. */
  characters: number;
  /** Bytes of a workbook, unpacked. */
  unpackedBytes: number;
}

/** Limits for files of many records, such as people. */
export const LARGE_SHEET: SheetLimits = { rows: 50_000, columns: 200, characters: 32_000_000, unpackedBytes: 200_000_000 };

interface SheetFile {
  bytes: Uint8Array;
  /** Its name tells what it was meant to be; what it is, its content tells. */
  name: string;
  /** Where the headings are; the first line with content of the first sheet by default. */
  start?: SheetStart | undefined;
}

/** A sheet of a workbook, from 0 on, and a line of it, from 1 on. */
export interface SheetStart {
  sheet: number;
  line: number;
}

/** The first lines with content of one sheet, or of a text file. */
export interface SheetSample {
  sheet: number;
  lines: { line: number; cells: string[] }[];
}

/** Sheets and lines in which headings are looked for. */
const MAX_SAMPLED_SHEETS = 20;
const MAX_SAMPLED_LINES = 25;

/**
 * Reads a CSV or TSV file, or the first sheet of an Excel workbook, or from `start` on: returns its headings, which may be empty, and passes the rows below them
 * to `onRow` one by one. What a workbook shows differently from its cells goes to `onLayout`. Throws `UnreadableSheetError`, possibly after some rows.
 */
export async function readSheet(
  file: SheetFile,
  limits: SheetLimits,
  onRow: (row: SheetRow) => void,
  onLayout: (layout: SheetLayout) => void = () => {},
): Promise<string[]> {
  const refusal = explainWrongType(file.bytes, file.name);
  if (refusal) throw new UnreadableSheetError(refusal);
  const sheet = new Sheet(limits, onRow);
  const { sheet: index, line: from } = file.start ?? { sheet: 0, line: 1 };
  const add: AddLine = (line, cells, shown) => {
    if (line >= from) sheet.add(line, cells, shown);
  };
  if (isZip(file.bytes)) onLayout(await readWorkbook(file.bytes, limits, add, { first: index, count: 1 }));
  else readText(file.bytes, add, from > 1);
  return sheet.end();
}

/** The first lines of a file, to find the headings in them: of each sheet that a workbook shows. Throws `UnreadableSheetError`. */
export async function sampleSheets(file: SheetFile, limits: SheetLimits): Promise<SheetSample[]> {
  const refusal = explainWrongType(file.bytes, file.name);
  if (refusal) throw new UnreadableSheetError(refusal);
  const samples: SheetSample[] = [];
  const add: AddLine = (line, content, _, sheet = 0) => {
    const cells = content.slice(0, limits.columns + 1).map((cell) => cleanCellText(cell).slice(0, MAX_SAMPLED_CHARACTERS));
    if (cells.every((cell) => cell === '')) return;
    const sample = samples.find((one) => one.sheet === sheet) ?? { sheet, lines: [] };
    if (sample.lines.length === 0) samples.push(sample);
    if (sample.lines.length < MAX_SAMPLED_LINES) sample.lines.push({ line, cells });
  };
  if (isZip(file.bytes)) await readWorkbook(file.bytes, limits, add, { first: 0, count: MAX_SAMPLED_SHEETS });
  else readText(file.bytes, add, true);
  return samples;
}

const MAX_SAMPLED_CHARACTERS = 200;

/** Takes a line of a file as it is. */
type AddLine = (line: number, cells: readonly string[], shown?: Pick<SheetRow, 'isHidden' | 'formulas'>, sheet?: number) => void;

/** Takes the lines of a file as they are, and makes rows below headings of them. */
class Sheet {
  readonly #limits: SheetLimits;
  readonly #onRow: (row: SheetRow) => void;
  #header: string[] | undefined;
  #rows = 0;
  #characters = 0;

  constructor(limits: SheetLimits, onRow: (row: SheetRow) => void) {
    this.#limits = limits;
    this.#onRow = onRow;
  }

  /** Adds a line; empty ones are left out. Throws UnreadableSheetError when the file is too large. */
  add(line: number, content: readonly string[], shown: Pick<SheetRow, 'isHidden' | 'formulas'> = {}): void {
    const { rows, columns, characters } = this.#limits;
    // One more than can be read shows that there are too many.
    const cells = content.slice(0, columns + 1).map(cleanCellText);
    const width = cells.findLastIndex((cell) => cell !== '') + 1;
    if (width === 0) return;
    if (!this.#header) {
      if (width > columns)
        throw new UnreadableSheetError(`The file has more than ${columns} columns. Please remove those that are not needed.`);
      this.#header = cells.slice(0, width);
      return;
    }
    this.#rows += 1;
    if (this.#rows > rows)
      throw new UnreadableSheetError(
        `The file has more than ${rows.toLocaleString('en-GB')} rows. Please split it, or remove rows that are not needed.`,
      );
    this.#characters += cells.reduce((sum, cell) => sum + cell.length, 0);
    if (this.#characters > characters) throw new UnreadableSheetError(TOO_LARGE);
    const headings = this.#header.length;
    this.#onRow({
      line,
      cells: Array.from({ length: Math.max(headings, width) }, (_, index) => cells[index] ?? ''),
      ...shown,
      ...(width > headings ? { problem: { kind: 'more_cells_than_headings' as const, cells: content.length, headings } } : {}),
    });
  }

  /** The headings. Throws UnreadableSheetError where there are no rows below them. */
  end(): string[] {
    if (!this.#header) throw new UnreadableSheetError('The file is empty.');
    if (this.#rows === 0) throw new UnreadableSheetError('There are no rows below the headings in the first line.');
    return this.#header;
  }
}

const TOO_LARGE = 'The workbook contains too much data. Please remove sheets and columns that are not needed, or save it as CSV.';

async function readWorkbook(
  bytes: Uint8Array,
  { columns, characters, unpackedBytes }: SheetLimits,
  add: AddLine,
  sheets: { first: number; count: number },
): Promise<SheetLayout> {
  try {
    return await readSheets(
      bytes,
      { unpackedBytes, sharedCharacters: characters },
      columns + 1,
      ({ number, cells, ...shown }, sheet) => add(number, cells.map(toCellText), shown, sheet),
      sheets,
    );
  } catch (error) {
    if (error instanceof WorkbookTooLargeError) throw new UnreadableSheetError(TOO_LARGE);
    if (error instanceof DamagedWorkbookError)
      throw new UnreadableSheetError('The workbook cannot be read. Please save it again as .xlsx, or as CSV.');
    throw error;
  }
}

const DELIMITERS = [',', ';', '\t', '|'];
/** The part of a file in which the delimiter is looked for, in characters. */
const SAMPLE_LENGTH = 200_000;

/** The delimiter that occurs most often outside quotation marks in the first line with content, or with lines above the headings, in one of the first. */
function detectDelimiter(text: string, hasLinesAbove: boolean): string {
  const lines = text
    .slice(0, SAMPLE_LENGTH)
    .trimStart()
    .split(/\r\n|\r|\n/, hasLinesAbove ? MAX_SAMPLED_LINES : 1);
  const unquoted = lines.map((line) => line.replaceAll(/"[^"]*"/g, ''));
  const counted = DELIMITERS.map((delimiter) => ({
    delimiter,
    count: Math.max(0, ...unquoted.map((line) => line.split(delimiter).length - 1)),
  }));
  return counted.toSorted((a, b) => b.count - a.count)[0]?.delimiter ?? ',';
}

const countLineBreaks = (cells: readonly string[]) =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);

function readText(bytes: Uint8Array, add: AddLine, hasLinesAbove: boolean): void {
  const decoded = decodeText(bytes).replace(/^\ufeff/, '');
  // Excel understands a first line "sep=;" that names the delimiter.
  const separator = decoded.match(/^"?sep=(.)"?\r?\n/i);
  const text = separator ? decoded.slice(separator[0].length) : decoded;
  let line = separator ? 2 : 1;
  try {
    parse(text, {
      delimiter: separator?.[1] ?? detectDelimiter(text, hasLinesAbove),
      relax_quotes: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: 200_000,
      on_record: (cells: string[]) => {
        add(line, cells);
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
