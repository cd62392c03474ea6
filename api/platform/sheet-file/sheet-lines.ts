import { toCellText } from '#api/platform/workbook/cell-text.ts';
import {
  DamagedWorkbookError,
  openWorkbook,
  type SheetLayout,
  WorkbookTooLargeError,
} from '#api/platform/workbook/read-workbook.ts';
import type { SheetEncoding } from '#contract/platform/sheet-file.ts';
import { explainWrongType, isZip } from './file-type.rules.ts';
import type { TextEncodingFound, WorkbookSheet } from './sheet-reading.ts';
import { decodeIn, describeEncoding, detectEncoding } from './text-encoding.rules.ts';
import { readTextLines } from './text-lines.ts';
import { UnreadableSheetError } from './unreadable-sheet.ts';

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

export interface SheetFile {
  bytes: Uint8Array;
  /** Its name tells what it was meant to be; what it is, its content tells. */
  name: string;
}

/** A line of a file as it is. */
export interface SheetLine {
  line: number;
  cells: readonly string[];
  /** The spreadsheet does not show the row. */
  isHidden?: true | undefined;
  /** Cells with a formula, of which the result was read; absent for none. */
  formulas?: number | undefined;
}

/** Takes a line of a sheet; false ends the reading of the sheet. */
type TakeLine = (line: SheetLine, sheet: number) => unknown;

/** What is known of a file beside its lines. */
export interface SheetFileFacts {
  sheets: WorkbookSheet[];
  layout: SheetLayout;
  encoding: TextEncodingFound | null;
}

const NO_LAYOUT: SheetLayout = { hiddenColumns: [], merged: [], hasFilter: false };

/** Which sheets are read: one, the first that the program shows, or the first that it shows. */
interface SelectedSheets {
  sheet?: number | undefined;
  count?: number;
}

/**
 * Reads the lines with content of a CSV or TSV file, or of sheets of an Excel workbook, as they are. Without an encoding, that is found. Throws
 * `UnreadableSheetError`, and what `take` throws.
 */
export async function readSheetLines(
  file: SheetFile,
  limits: SheetLimits,
  { sheet, count = 1, encoding }: SelectedSheets & { encoding?: SheetEncoding | undefined },
  take: TakeLine,
): Promise<SheetFileFacts> {
  const refusal = explainWrongType(file.bytes, file.name);
  if (refusal) throw new UnreadableSheetError(refusal);
  if (isZip(file.bytes)) return readWorkbook(file.bytes, limits, { sheet, count }, take);
  const found = encoding === undefined ? detectEncoding(file.bytes) : chooseEncoding(file.bytes, encoding);
  readTextLines(decodeIn(file.bytes, found.name), (line, cells) => take({ line, cells }, 0));
  return { sheets: [], layout: NO_LAYOUT, encoding: found };
}

/** The encoding that was chosen: still certain, where the bytes prove it. */
function chooseEncoding(bytes: Uint8Array, chosen: SheetEncoding): TextEncodingFound {
  const found = detectEncoding(bytes);
  return found.name === chosen ? found : describeEncoding(bytes, chosen);
}

/** A text that says why a workbook is too large. */
export const TOO_LARGE =
  'The workbook contains too much data. Please remove sheets and columns that are not needed, or save it as CSV.';

async function readWorkbook(
  bytes: Uint8Array,
  { columns, characters, unpackedBytes }: SheetLimits,
  { sheet, count }: SelectedSheets & { count: number },
  take: TakeLine,
): Promise<SheetFileFacts> {
  try {
    return await openWorkbook(bytes, { unpackedBytes, sharedCharacters: characters }, async (workbook) => {
      const sheets: WorkbookSheet[] = workbook.sheets.map((each) => ({ ...each, rows: null }));
      const shown = [...sheets.keys()].filter((index) => !sheets[index]?.isHidden);
      const selected = sheet === undefined ? (shown.length > 0 ? shown : [0]).slice(0, count) : [sheet];
      if (sheet !== undefined && !sheets[sheet]) throw new UnreadableSheetError('The workbook has no such sheet.');
      let layout = NO_LAYOUT;
      for (const index of selected) {
        const read = await workbook.read(index, columns + 1, ({ number, cells, ...details }) =>
          take({ line: number, cells: cells.map(toCellText), ...details }, index),
        );
        layout = read.layout;
        const known = sheets[index];
        if (known) known.rows = read.rows;
      }
      return { sheets, layout, encoding: null };
    });
  } catch (error) {
    if (error instanceof WorkbookTooLargeError) throw new UnreadableSheetError(TOO_LARGE);
    if (error instanceof DamagedWorkbookError)
      throw new UnreadableSheetError('The workbook cannot be read. Please save it again as .xlsx, or as CSV.');
    throw error;
  }
}
