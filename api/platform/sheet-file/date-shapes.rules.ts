import { cleanDate, parseImportDate } from '#api/platform/workbook/cell-dates.rules.ts';

/** How many cells of a column are dates of each shape. A cell counts once. */
export interface DateShapes {
  /** The day comes first, or the date does not exist: 25/11/2026. */
  onlyDayFirst: number;
  /** The month comes first, or the date does not exist: 11/25/2026. */
  onlyMonthFirst: number;
  /** Either order is a date, and they are different ones: 03/04/2026. */
  either: number;
  /** Either order is the same date: 04/04/2026. */
  same: number;
  /** 2026-11-25, 20261125. */
  yearFirst: number;
  /** With the name of the month. */
  spelled: number;
  /** A number of days, as spreadsheets store dates. */
  serial: number;
  /** A date that stands for none: 31.12.9999, 0000-00-00, 1900-01-01; or a word that says so: permanent. */
  never: number;
  /** Those of them whose day comes first: 31.12.9999. They prove the order of the others. */
  neverDayFirst: number;
  /** Those of them whose month comes first: 12/31/9999. */
  neverMonthFirst: number;
  /** Everything else. */
  none: number;
}

/** The shape of one cell. */
type DateShape = Exclude<keyof DateShapes, 'neverDayFirst' | 'neverMonthFirst'>;

/** A count of each shape, before any cell. */
export const NO_DATES: Readonly<DateShapes> = {
  onlyDayFirst: 0,
  onlyMonthFirst: 0,
  either: 0,
  same: 0,
  yearFirst: 0,
  spelled: 0,
  serial: 0,
  never: 0,
  neverDayFirst: 0,
  neverMonthFirst: 0,
  none: 0,
};

/** Years from this one on stand for no date: 9999, 2999, and 4712, the last one of Oracle's calendar. */
const NEVER_YEAR = 2900;
/** From the second day of this year on, dates can be meant. */
const FIRST_YEAR = 1900;
/** Years in which the zero of databases and spreadsheets is: 0001-01-01, 1753-01-01, 1899-12-30. Other early years are mistakes. */
const ZERO_YEARS = new Set([1, 1753, 1899]);
/** 31 December 9999 as a number of days from 1900, and from 1904. */
const LAST_SERIAL_DAYS = new Set(['2958465', '2957003']);
/** What people write where there is no last day. */
const NEVER_WORDS =
  /^\s*(?:permanent|perm|open[- ]?ended|open|indefinite|indefinitely|ongoing|never|no end(?:[- ]date)?|until further notice|unbefristet|unbegrenzt|offen|indéterminée?|indefinido|indeterminato|onbepaald)\s*$/i;
/** Longer cells are no dates. */
const MAX_LENGTH = 40;
/** Numbers of days from 1955 to 2119. */
const SERIAL_DAYS = { first: 20_000, last: 80_000 };

/** Adds a cell with content to the counts. */
export function countDateShapes(counts: DateShapes, cell: string): void {
  const shape = findDateShape(cell);
  counts[shape] += 1;
  const numbers = shape === 'never' ? /^(\d{1,2})[-/. ] ?(\d{1,2})[-/. ] ?\d/.exec(cell.trim()) : null;
  if (!numbers) return;
  const [first, second] = [Number(numbers[1]), Number(numbers[2])];
  if (!isMonth(first) && isMonth(second)) counts.neverDayFirst += 1;
  if (isMonth(first) && !isMonth(second)) counts.neverMonthFirst += 1;
}

/** The shape of a cell. */
export function findDateShape(cell: string): DateShape {
  if (NEVER_WORDS.test(cell)) return 'never';
  if (cell.length > MAX_LENGTH || !/\d/.test(cell)) return 'none';
  const text = cleanDate(cell);
  const yearFirst = /^(\d{4})([-/.] ?| ?)(\d{1,2})\2(\d{1,2})\.?$/.exec(text);
  if (yearFirst && (yearFirst[2] !== '' || text.length === 8)) {
    const [year, month, day] = [Number(yearFirst[1]), Number(yearFirst[3]), Number(yearFirst[4])];
    const isWritten = yearFirst[2] !== '' || text === '00000000';
    if (isNever(year, month, day) && (isWritten || (isMonth(month) && isDay(day)))) return 'never';
    return isMonth(month) && isDay(day) && year >= FIRST_YEAR ? 'yearFirst' : 'none';
  }
  const numbers = /^(\d{1,2})[-/. ] ?(\d{1,2})[-/. ] ?(\d{4}|\d{2})\.?$/.exec(text);
  if (numbers) return findOrder(Number(numbers[1]), Number(numbers[2]), String(numbers[3]));
  if (LAST_SERIAL_DAYS.has(text)) return 'never';
  if (/^\d{5}(?:\.\d+)?$/.test(text) && Number(text) >= SERIAL_DAYS.first && Number(text) <= SERIAL_DAYS.last) return 'serial';
  if (!/\p{L}/u.test(text)) return 'none';
  if (parseImportDate(text, false)) return 'spelled';
  const year = /\d{4}$/.exec(text)?.[0];
  return Number(year) >= NEVER_YEAR && parseImportDate(`${text.slice(0, -4)}2000`, false) ? 'never' : 'none';
}

function isNever(year: number, month: number, day: number): boolean {
  // 1/0/1900 is how spreadsheet programs show the number 0.
  if (year === FIRST_YEAR) return month <= 1 && day <= 1;
  return year >= NEVER_YEAR || (year === 0 ? month === 0 && day === 0 : ZERO_YEARS.has(year));
}

const isMonth = (number: number) => number >= 1 && number <= 12;
const isDay = (number: number) => number >= 1 && number <= 31;

function findOrder(first: number, second: number, writtenYear: string): DateShape {
  const year = Number(writtenYear);
  if (writtenYear.length === 4 ? isNever(year, first, second) : first === 0 && second === 0 && year === 0) return 'never';
  if (writtenYear.length === 4 && year < FIRST_YEAR) return 'none';
  const dayFirst = isDay(first) && isMonth(second);
  const monthFirst = isMonth(first) && isDay(second);
  if (dayFirst && monthFirst) return first === second ? 'same' : 'either';
  if (dayFirst) return 'onlyDayFirst';
  return monthFirst ? 'onlyMonthFirst' : 'none';
}
