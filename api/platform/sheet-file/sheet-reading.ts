import type { HiddenRows, SheetEncoding } from '#contract/platform/sheet-file.ts';

/** A sheet of a workbook, in the order of the tabs. */
export interface WorkbookSheet {
  name: string;
  /** As far as the workbook says; null where it does not. */
  rows: number | null;
  isHidden: boolean;
}

/** How the bytes of a text file become letters. */
export interface TextEncodingFound {
  name: SheetEncoding;
  /** The bytes prove it. */
  isCertain: boolean;
  /** Bytes that are no character in it. */
  badBytes: number;
}

/** How a file was read: what was found or chosen, and what was filled down or left out. Stored as JSON. */
export interface SheetReading {
  /** None for a text file. */
  sheets: WorkbookSheet[];
  /** Position among `sheets`. */
  sheet: number;
  /** Line of the headings. */
  line: number;
  headingLines: 1 | 2;
  linesAbove: { line: number; cells: string[] }[];
  /** Null for a workbook. */
  encoding: TextEncodingFound | null;
  /** Cells with letters that another encoding would read differently, by the number of the row and the position of the column; no row: in the headings. */
  odd: { row: number | null; column: number }[];
  hiddenRows: HiddenRows;
  hiddenRowCount: number;
  /** Positions of columns that the program does not show. They are read. */
  hiddenColumns: number[];
  hasFilter: boolean;
  /** Cells that took the value of a merged cell above them. */
  filledCells: number;
  /** Lines with cells beyond the headings, which are ignored. */
  strayLines: number;
  /** Lines below the headings that are the headings again, which are left out. */
  repeatedHeadings: number;
  /** Cells whose letters were damaged before the file was written, as in Ã¼ for ü. */
  damagedCells: number;
  formulas: number;
}

/** Where a sheet begins. */
export interface SheetStart {
  /** Position among all sheets of a workbook, from 0 on. */
  sheet: number;
  /** Line of the headings, from 1 on. */
  line: number;
  headingLines?: 1 | 2;
  /** The headings, where they are put together from two lines. */
  headings?: string[];
}

/** The first lines with content of one sheet, or of a text file. */
export interface SheetSample {
  sheet: number;
  lines: { line: number; cells: string[] }[];
}

/** What someone chooses instead of what would be found. */
export interface ReadingChoice {
  sheet?: number | undefined;
  line?: number | undefined;
  encoding?: SheetEncoding | undefined;
  hiddenRows?: HiddenRows | undefined;
}
