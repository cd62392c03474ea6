import { countNoun, describeReading } from '#api/platform/sheet-file/describe-reading.rules.ts';
import type { SheetReading } from '#api/platform/sheet-file/sheet-reading.ts';
import type { ReplyOf } from '#contract/index.ts';
import { MAX_FIRST_ROWS } from '#contract/people/import/reading.ts';
import { isReadingConfirmed } from './import-reading.rules.ts';
import type { ImportRecord } from './imports.queries.ts';

type ImportReading = ReplyOf<'GET /api/peopleimports/:id/reading'>['importReading'];

/** What was left out, filled in or not read, each in a sentence. */
function listNotes(reading: SheetReading, headings: readonly string[]): string[] {
  const { sheets, sheet, hiddenColumns, line, linesAbove } = reading;
  const names = (found: readonly { name: string }[]) => found.map(({ name }) => `“${name}”`).join(', ');
  const others = sheets.filter(({ isHidden }, index) => index !== sheet && !isHidden);
  const hidden = sheets.filter(({ isHidden }, index) => index !== sheet && isHidden);
  return [
    ...(linesAbove.length > 0
      ? [`The headings are in line ${line}. ${countNoun(linesAbove.length, 'line')} above not imported.`]
      : []),
    ...(others.length > 0 ? [`${countNoun(others.length, 'other sheet')} not read: ${names(others)}.`] : []),
    ...(hidden.length > 0 ? [`${countNoun(hidden.length, 'hidden sheet')} left out: ${names(hidden)}.`] : []),
    ...(hiddenColumns.length > 0
      ? [
          `${countNoun(hiddenColumns.length, 'hidden column')} left out unless you choose what it is: ${hiddenColumns.map((column) => headings[column]).join(', ')}.`,
        ]
      : []),
    ...describeReading(reading),
  ];
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
    notes: listNotes(reading, headings),
  };
}
