import type { HiddenRows, SheetEncoding } from '#contract/people/import/reading.ts';

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
  /** Headings of columns that the program does not show. They are read. */
  hiddenColumns: string[];
  hasFilter: boolean;
  /** Cells that took the value of a merged cell above them. */
  filledCells: number;
  /** Cells beyond the headings, which are ignored, in how many lines. */
  strayLines: number;
  formulas: number;
}

/** What somebody chooses instead of what would be found. */
export interface ReadingChoice {
  sheet?: number | undefined;
  line?: number | undefined;
  encoding?: SheetEncoding | undefined;
  hiddenRows?: HiddenRows | undefined;
}
