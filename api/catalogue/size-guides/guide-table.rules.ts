import { isDeepStrictEqual } from 'node:util';
import type { ReplyOf } from '#contract/index.ts';
import { type Guide, NOTHING, nameInCm, readGuide, WEARERS, type Wearers } from './reading/guide.rules.ts';
import { listGuideMeasures } from './reading/guide-measures.rules.ts';
import { readCell, readHeading, toCm, type Unit } from './reading/measures.rules.ts';

export type GuideProblem = ReplyOf<'POST /api/operator/sizeguides/preview'>['problems'][number];
type ColumnUse = ReplyOf<'POST /api/operator/sizeguides/preview'>['uses'][number];

/** The table of a guide as it is typed or read from a file. */
export interface GuideTable {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** The line of the file for each row; absent for a table that was typed. */
  lines?: readonly number[];
}

type Report = (at: { row?: number; column?: number }, isError: boolean, message: string) => void;

/** The code of `size_chart.gender` in words. */
export const toWearers = (gender: number): Wearers =>
  (Object.keys(WEARERS) as Wearers[]).find((name) => WEARERS[name] === gender) ?? 'everyone';

/** Without spaces around cells, and with every row as long as the headings. */
export function tidyTable({ columns, rows, lines }: GuideTable): {
  columns: string[];
  rows: string[][];
  lines?: readonly number[];
} {
  return {
    columns: columns.map((heading) => heading.trim()),
    rows: rows.map((cells) => {
      const full = [...cells.map((cell) => cell.trim()), ...columns.slice(cells.length).map(() => '')];
      while (full.length > columns.length && full.at(-1) === '') full.pop();
      return full;
    }),
    ...(lines ? { lines } : {}),
  };
}

/** Lists what cannot be saved in a table, cell by cell, and what is unusual. */
export function checkGuideTable(table: GuideTable): GuideProblem[] {
  const problems: GuideProblem[] = [];
  const report: Report = ({ row, column }, isError, message) =>
    problems.push({
      row: row ?? null,
      column: column ?? null,
      line: row === undefined ? null : (table.lines?.[row] ?? null),
      isError,
      message,
    });
  checkHeadings(table, report);
  const hasSoundHeadings = problems.length === 0;
  checkSizes(table, report);
  for (let column = 1; column < table.columns.length; column += 1) checkMeasures(table, column, report);
  if (hasSoundHeadings) checkComparedMeasures(table, report);
  return problems;
}

/** Measures that are compared with the wearer and decide no size, such as those of the hand, have no limits, but must be figures. */
function checkComparedMeasures(table: GuideTable, report: Report): void {
  for (const { column, use } of listColumnUses(table, toGuide(table, 'everyone'))) {
    if (use !== 'compared' || readHeading(table.columns[column] ?? '').measure) continue;
    for (const [row, cells] of table.rows.entries()) {
      const text = cells[column] ?? '';
      if (!NOTHING.test(text) && !readCell(text)) report({ row, column }, true, unreadable(text));
    }
  }
}

const unreadable = (text: string) => `“${text}” can’t be read. Enter a figure or a range, such as 91–94, or – for none.`;

function checkHeadings({ columns, rows }: GuideTable, report: Report): void {
  if (columns.length < 2) report({}, true, 'Add a column for at least one measure.');
  if (rows.length === 0) report({}, true, 'Add a row for at least one size.');
  const keys = columns.map((heading) => heading.toLowerCase());
  for (const [column, key] of keys.entries()) {
    if (key === '') report({ column }, true, `Enter a heading for column ${column + 1}.`);
    else if (keys.indexOf(key) < column) report({ column }, true, `There are two columns called “${columns[column]}”.`);
  }
}

function checkSizes({ columns, rows }: GuideTable, report: Report): void {
  const names = rows.map(([name = '']) => name.toLowerCase());
  for (const [row, name] of names.entries()) {
    const cells = rows[row]?.length ?? 0;
    if (cells > columns.length) report({ row }, true, `This row has ${cells} cells, and there are ${columns.length} columns.`);
    if (NOTHING.test(name)) report({ row, column: 0 }, true, 'Enter the name of the size.');
    else if (names.indexOf(name) < row) report({ row, column: 0 }, true, `${rows[row]?.[0]} is in two rows.`);
  }
}

function checkMeasures({ columns, rows }: GuideTable, column: number, report: Report): void {
  const { measure, unit: named, legs } = readHeading(columns[column] ?? '');
  if (!measure) return;
  const parts = rows.map((cells) => (legs.length > 1 ? (cells[column] ?? '').split('/') : [cells[column] ?? '']));
  const figures = parts.flat().flatMap((part) => {
    const { low, high } = readCell(part)?.range ?? {};
    return low ?? high ?? [];
  });
  const inferred: Unit = figures.length > 0 && figures.every((figure) => figure < measure.inchesBelow) ? 'in' : 'cm';
  const unit = named ?? inferred;
  if (!named && figures.length > 0)
    report({ column }, false, `No unit is given; ${unit === 'in' ? 'inches' : 'centimetres'} are assumed.`);
  let before = 0;
  for (const [row, cells] of parts.entries()) {
    const text = rows[row]?.[column] ?? '';
    if (NOTHING.test(text)) continue;
    if (cells.length !== Math.max(legs.length, 1)) {
      report({ row, column }, true, `“${text}” needs ${legs.length} figures, divided by /.`);
      continue;
    }
    const middle =
      cells.reduce((sum, cell) => sum + checkCell(cell.trim(), unit, measure, { row, column }, report), 0) / cells.length;
    if (Number.isFinite(middle) && middle < before)
      report({ row, column }, false, `${rows[row]?.[0]} is smaller than the size above it.`);
    if (Number.isFinite(middle)) before = middle;
  }
}

/** Checks one figure or range, and returns its middle in cm; NaN where it cannot be read. */
function checkCell(
  text: string,
  columnUnit: Unit,
  { from, to }: { from: number; to: number },
  at: { row: number; column: number },
  report: Report,
): number {
  const read = readCell(text);
  if (!read) {
    const [low, high] = text.split(/[-–—]/).map(Number);
    report(
      at,
      true,
      low !== undefined && high !== undefined && low > high ? `“${text}” begins with the larger figure.` : unreadable(text),
    );
    return Number.NaN;
  }
  const { low = read.range.high ?? 0, high = low } = read.range;
  const [least, most] = [toCm(low, read.unit ?? columnUnit), toCm(high, read.unit ?? columnUnit)];
  if (least < from || most > to) {
    const limits = columnUnit === 'in' ? `${Math.ceil(from / 2.54)} to ${Math.floor(to / 2.54)} in` : `${from} to ${to} cm`;
    report(at, true, `“${text}” is not plausible here: expected ${limits}. Check the figure and the unit.`);
    return Number.NaN;
  }
  return (least + most) / 2;
}

/** The guide as it is stored. The table must have no errors. */
export const toGuide = ({ columns, rows }: GuideTable, wearers: Wearers): Guide =>
  readGuide(
    columns,
    rows.map((cells, row) => ({ line: row + 1, cells })),
    wearers,
  ).guide;

/** The table as it was typed: without the columns in cm that were added to those in inches. */
export function toTypedTable(stored: Guide): { columns: string[]; rows: string[][] } {
  const added = stored.columns.filter((heading) => stored.columns.some((other) => other !== heading && isAdded(heading, other)));
  const kept = stored.columns.flatMap((heading, column) => (added.includes(heading) ? [] : [column]));
  const typed = {
    columns: kept.map((column) => stored.columns[column] ?? ''),
    rows: stored.rows.map((cells) => kept.map((column) => cells[column] ?? '')),
  };
  const again = toGuide(typed, toWearers(stored.gender));
  const isSame = isDeepStrictEqual([again.columns, again.rows], [stored.columns, stored.rows]);
  return isSame ? typed : { columns: stored.columns, rows: stored.rows };
}

const isAdded = (heading: string, other: string) =>
  readHeading(other).unit !== 'cm' &&
  (nameInCm([], other) === heading || nameInCm([heading.replace(', converted', '')], other) === heading);

/** What each column of the table is used for. */
export function listColumnUses({ columns }: GuideTable, guide: Guide): ColumnUse[] {
  const compared = listGuideMeasures(guide, null, []).measures.filter(({ point }) => point !== null);
  return columns.map((heading, column): ColumnUse => {
    const own = [heading, nameInCm(columns, heading)];
    if (guide.sizeColumns.includes(heading)) return { column, use: 'size', text: 'Names the size.' };
    if (own.some((name) => guide.points[name] || guide.legs[name]))
      return { column, use: 'advice', text: 'Used to recommend sizes.' };
    if (compared.some(({ name }) => heading.toLowerCase().startsWith(name.toLowerCase())))
      return { column, use: 'compared', text: 'Compared with the wearer, but does not decide the size.' };
    return { column, use: 'displayed', text: 'Shown to the wearer. It can’t be compared.' };
  });
}
