import { cleanCellText } from '#api/platform/workbook/cell-text.ts';
import type { HiddenRows, SheetEncoding } from '#contract/platform/sheet-file.ts';
import { type ColumnProfile, ColumnProfiler } from './column-profile.rules.ts';
import { OddCells } from './odd-cells.ts';
import { readSheetLines, type SheetFile, type SheetLimits, type SheetLine, TOO_LARGE } from './sheet-lines.ts';
import type { SheetReading, SheetSample, SheetStart, TextEncodingFound, WorkbookSheet } from './sheet-reading.ts';
import type { SheetRowReason } from './sheet-row-reasons.rules.ts';
import { ColumnKinds } from './stray-cells.rules.ts';
import { repairText } from './text-encoding.rules.ts';
import { Unmerging } from './unmerging.ts';
import { UnreadableSheetError } from './unreadable-sheet.ts';

/** A row of a file; `line` is where it begins, `problem` that its cells are not below their headings. It has a cell for each heading at least. */
export interface SheetRow {
  line: number;
  cells: string[];
  problem?: SheetRowReason;
  /** The spreadsheet does not show the row. */
  isHidden?: true;
  /** Cells with a formula, of which the result was read; absent for none. */
  formulas?: number;
}

/** Sheets and lines in which headings are looked for. */
const MAX_SAMPLED_SHEETS = 20;
const MAX_SAMPLED_LINES = 40;
const MAX_SAMPLED_CHARACTERS = 200;

/** The first lines of a file, to find the headings in them: of one sheet, or of each that a workbook shows. Throws `UnreadableSheetError`. */
export async function sampleSheets(
  file: SheetFile,
  limits: SheetLimits,
  choice: { sheet?: number | undefined; encoding?: SheetEncoding | undefined },
): Promise<{ samples: SheetSample[]; sheets: WorkbookSheet[]; encoding: TextEncodingFound | null }> {
  const samples: SheetSample[] = [];
  const { sheets, encoding } = await readSheetLines(file, limits, { ...choice, count: MAX_SAMPLED_SHEETS }, (read, sheet) => {
    const cells = read.cells
      .slice(0, limits.columns + 1)
      .map((cell) => repairText(cleanCellText(cell)).slice(0, MAX_SAMPLED_CHARACTERS));
    if (cells.every((cell) => cell === '')) return true;
    const sample = samples.at(-1)?.sheet === sheet ? samples.at(-1) : undefined;
    if (sample) sample.lines.push({ line: read.line, cells });
    else samples.push({ sheet, lines: [{ line: read.line, cells }] });
    return (sample?.lines.length ?? 1) < MAX_SAMPLED_LINES;
  });
  return { samples, sheets, encoding };
}

/** How a file is read. */
export interface ReadOptions {
  /** Where the headings are; the first line with content of the first sheet by default. */
  start?: SheetStart | undefined;
  encoding?: SheetEncoding | undefined;
  /** Left out by default. */
  hiddenRows?: HiddenRows | undefined;
}

/** What was read of a file beside its rows. */
export interface ReadSheet {
  headings: string[];
  profile: ColumnProfile[];
  reading: Omit<SheetReading, 'linesAbove'>;
}

const BATCH_SIZE = 1000;

/**
 * Reads a CSV or TSV file, or a sheet of an Excel workbook: returns its headings, which may be empty, and passes the rows below them to `onRow` one by one, with
 * merged cells filled down and without hidden rows. Throws `UnreadableSheetError`, possibly after some rows.
 */
export async function readSheet(
  file: SheetFile,
  limits: SheetLimits,
  options: ReadOptions,
  onRow: (row: SheetRow) => void,
): Promise<ReadSheet> {
  const { start, encoding, hiddenRows = 'leave out' } = options;
  const collected = new CollectedRows(limits, start);
  const facts = await readSheetLines(file, limits, { sheet: start?.sheet, encoding }, (line) => collected.add(line));
  const { header, line } = collected.end();
  // Merged cells are known only behind the rows.
  const firstRow = (collected.lastHeadingLine ?? line) + 1;
  const unmerging = new Unmerging(facts.layout.merged.filter((merged) => merged.firstRow >= firstRow));
  const odd = new OddCells(facts.encoding);
  const headings = header.map((heading, column) => odd.read(heading, null, column));
  const profilers = headings.map(() => new ColumnProfiler());
  const counts = { hidden: 0, stray: 0, formulas: 0 };
  let number = 0;
  for (const row of collected.rows(facts.encoding !== null)) {
    unmerging.fill(row);
    if (row.isHidden) counts.hidden += 1;
    if (row.isHidden && hiddenRows === 'leave out') continue;
    number += 1;
    const cells = row.cells.map((cell, column) => odd.read(cell, number, column));
    counts.formulas += row.formulas ?? 0;
    if (cells.length > headings.length && !row.problem) counts.stray += 1;
    for (const [column, profiler] of profilers.entries()) profiler.add(cells[column] ?? '');
    onRow({ ...row, cells });
  }
  if (number === 0)
    throw new UnreadableSheetError(
      counts.hidden > 0
        ? 'All rows below the headings are hidden. Please show those that are meant, and save the file again.'
        : `There are no rows below the headings in ${line === 1 ? 'the first line' : `line ${line}`}.`,
    );
  const shown = facts.sheets.findIndex(({ isHidden }) => !isHidden);
  return {
    headings,
    profile: profilers.map((profiler) => profiler.end()),
    reading: {
      sheets: facts.sheets,
      sheet: start?.sheet ?? Math.max(0, shown),
      line,
      headingLines: start?.headingLines ?? 1,
      encoding: facts.encoding,
      odd: odd.examples,
      damagedCells: odd.damagedCells,
      hiddenRows,
      hiddenRowCount: counts.hidden,
      hiddenColumns: [...headings.keys()].filter((column) =>
        facts.layout.hiddenColumns.some(({ first, last }) => column >= first && column <= last),
      ),
      hasFilter: facts.layout.hasFilter,
      filledCells: unmerging.filledCells,
      strayLines: counts.stray,
      repeatedHeadings: collected.repeatedHeadings,
      formulas: counts.formulas,
    },
  };
}

interface CollectedRow extends SheetRow {
  /** Cells of the line, also empty ones. */
  width: number;
}

/** Takes the lines of a sheet as they are, and makes rows below headings of them. They are kept as JSON, which takes a fraction of the memory of objects. */
class CollectedRows {
  readonly #limits: SheetLimits;
  readonly #start: SheetStart | undefined;
  #header: string[] | undefined;
  #headerWidth = 0;
  #line = 0;
  #headingLines = 0;
  #rows = 0;
  #characters = 0;
  #batch: CollectedRow[] = [];
  readonly #batches: string[] = [];
  readonly #kinds = new ColumnKinds();
  lastHeadingLine: number | undefined;
  repeatedHeadings = 0;

  constructor(limits: SheetLimits, start: SheetStart | undefined) {
    this.#limits = limits;
    this.#start = start;
  }

  /** Adds a line; empty ones, and those above the headings, are left out. Throws UnreadableSheetError when the file is too large. */
  add({ line, cells: content, isHidden, formulas }: SheetLine): void {
    if (line < (this.#start?.line ?? 1)) return;
    const { rows, columns, characters } = this.#limits;
    // One more than can be read shows that there are too many.
    const cells = content.slice(0, columns + 1).map(cleanCellText);
    const width = cells.findLastIndex((cell) => cell !== '') + 1;
    if (width === 0) return;
    if (this.#headingLines < (this.#start?.headingLines ?? 1)) {
      this.#addHeadings(line, cells.slice(0, width), content.length);
      return;
    }
    if (this.#isHeading(cells, width)) {
      this.repeatedHeadings += 1;
      return;
    }
    this.#rows += 1;
    if (this.#rows > rows)
      throw new UnreadableSheetError(
        `The file has more than ${rows.toLocaleString('en-GB')} rows. Please split it, or remove rows that are not needed.`,
      );
    this.#characters += cells.reduce((sum, cell) => sum + cell.length, 0);
    if (this.#characters > characters) throw new UnreadableSheetError(TOO_LARGE);
    const headings = this.#header?.length ?? 0;
    if (width <= headings) this.#kinds.add(cells);
    this.#batch.push({
      line,
      cells: Array.from({ length: Math.max(headings, width) }, (_, index) => cells[index] ?? ''),
      width: content.length,
      ...(isHidden && { isHidden }),
      ...(formulas !== undefined && { formulas }),
    });
    if (this.#batch.length === BATCH_SIZE) this.#endBatch();
  }

  #addHeadings(line: number, cells: string[], width: number): void {
    const { columns } = this.#limits;
    if (cells.length > columns)
      throw new UnreadableSheetError(`The file has more than ${columns} columns. Please remove those that are not needed.`);
    if (this.#headingLines === 0) this.#line = line;
    this.#headingLines += 1;
    this.lastHeadingLine = line;
    this.#header = this.#start?.headings ?? cells;
    this.#headerWidth = Math.max(this.#headerWidth, width);
  }

  /** Reports repeat their headings on every page. Where none were found, the first line can be a row, and a single column can hold the word of its heading. */
  #isHeading(cells: readonly string[], width: number): boolean {
    const header = this.#header ?? [];
    return (
      this.#start !== undefined &&
      width > 1 &&
      width === header.length &&
      header.every((heading, column) => heading === cells[column])
    );
  }

  #endBatch(): void {
    this.#batches.push(JSON.stringify(this.#batch));
    this.#batch = [];
  }

  /** The headings and their line. Throws UnreadableSheetError where there are none, or no rows below them. */
  end(): { header: string[]; line: number } {
    if (!this.#header)
      throw new UnreadableSheetError(
        this.#start && this.#start.line > 1 ? 'There is nothing in this line or below it.' : 'The file is empty.',
      );
    if (this.#batch.length > 0) this.#endBatch();
    return { header: this.#header, line: this.#line };
  }

  /** The rows, once. Those of a text can be shifted by a delimiter within a value. */
  *rows(isText: boolean): Generator<SheetRow> {
    const headings = this.#header?.length ?? 0;
    for (let batch = this.#batches.shift(); batch !== undefined; batch = this.#batches.shift())
      for (const { width, ...row } of JSON.parse(batch) as CollectedRow[]) {
        const hasMore = row.cells.length > headings;
        // Cells beyond the headings that the line of the headings has too, empty, are remarks; so are those in rows whose other cells are what their columns hold.
        const isShifted = isText && hasMore && width > this.#headerWidth && !this.#kinds.fits(row.cells.slice(0, headings));
        yield isShifted ? { ...row, problem: { kind: 'more_cells_than_headings', cells: width, headings } } : row;
      }
  }
}
