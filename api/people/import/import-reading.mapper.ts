import type { SheetReading } from '#api/platform/sheet-file/sheet-reading.ts';
import type { ReplyOf } from '#contract/index.ts';
import { MAX_FIRST_ROWS } from '#contract/people/import/reading.ts';
import { isReadingConfirmed } from './import-reading.rules.ts';
import type { ImportRecord } from './imports.queries.ts';

type ImportReading = ReplyOf<'GET /api/peopleimports/:id/reading'>['importReading'];

const count = (number: number, one: string, several = `${one}s`) =>
  `${number.toLocaleString('en-GB')} ${number === 1 ? one : several}`;

const be = (number: number) => (number === 1 ? 'was' : 'were');

/** What was filled down, left out or ignored, each in a sentence. */
export function describeReading(reading: SheetReading, headings: readonly string[]): string[] {
  const { sheets, sheet, hiddenRows, hiddenRowCount, hiddenColumns, hasFilter, filledCells, strayLines, formulas, damagedCells, repeatedHeadings } =
    reading;
  const names = (found: readonly { name: string }[]) => found.map(({ name }) => `“${name}”`).join(', ');
  const others = sheets.filter((each, index) => index !== sheet && !each.isHidden);
  const hidden = sheets.filter((each, index) => index !== sheet && each.isHidden);
  const notes: (string | false)[] = [
    others.length > 0 && `${count(others.length, 'other sheet')} not read: ${names(others)}.`,
    hidden.length > 0 && `${count(hidden.length, 'hidden sheet')} left out: ${names(hidden)}.`,
    hiddenRowCount > 0 &&
      `${count(hiddenRowCount, 'hidden row')} ${be(hiddenRowCount)} ${hiddenRows === 'import' ? 'read' : 'left out'}.${hasFilter ? ' The sheet has a filter.' : ''}`,
    hiddenColumns.length > 0 &&
      `${count(hiddenColumns.length, 'hidden column')}, not imported unless you choose what it is: ${hiddenColumns.map((column) => headings[column]).join(', ')}.`,
    filledCells > 0 && `Merged cells were read as the same value in each of their rows (${count(filledCells, 'cell')} filled).`,
    strayLines > 0 && `${count(strayLines, 'line has', 'lines have')} cells beyond the headings, which are ignored.`,
    formulas > 0 && `${count(formulas, 'formula')} ${be(formulas)} read as the result that the file shows.`,
    repeatedHeadings > 0 &&
      `The headings are repeated in ${count(repeatedHeadings, 'more line')}, which ${be(repeatedHeadings)} left out.`,
    damagedCells > 0 &&
      `${count(damagedCells, 'cell has', 'cells have')} letters that were damaged before this file was saved, such as Ã¼ for ü. Please correct them in the file.`,
  ];
  return notes.filter((note) => note !== false);
}

/** How the file of an import was read, as the wire shows it; `rows` are its first rows and those with examples. */
export function toImportReading(
  peopleImport: ImportRecord & { reading: SheetReading },
  rows: readonly { row_no: number; line: number; cells: string[] }[],
): ImportReading {
  const { reading, state, columns, has_file } = peopleImport;
  const headings = columns.map(({ header }) => header);
  const byNumber = new Map(rows.map((row) => [row.row_no, row]));
  return {
    sheets: reading.sheets,
    sheet: reading.sheet,
    line: reading.line,
    headingLines: reading.headingLines,
    linesAbove: reading.linesAbove,
    headings,
    firstRows: rows.filter(({ row_no }) => row_no <= MAX_FIRST_ROWS).map(({ line, cells }) => ({ line, cells })),
    encoding: reading.encoding,
    odd: reading.odd.flatMap(({ row, column }) => {
      if (row === null) return [{ line: reading.line, text: headings[column] ?? '' }];
      const found = byNumber.get(row);
      return found ? [{ line: found.line, text: found.cells[column] ?? '' }] : [];
    }),
    hiddenRows: reading.hiddenRows,
    hiddenRowCount: reading.hiddenRowCount,
    hasFilter: reading.hasFilter,
    isConfirmed: isReadingConfirmed(peopleImport),
    canBeChanged: has_file && state !== 'started',
    notes: describeReading(reading, headings),
  };
}
