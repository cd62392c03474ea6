import { findMonth } from './month-names.ts';

const DAY_MS = 86_400_000;
/** Day 0 of Excel's dates. Its day 60, 29 February 1900, did not exist, so this holds for later days only. */
const EXCEL_EPOCH = Date.UTC(1899, 11, 30);
/** Numbers of days that are taken for dates: from 1954 to 2119. Others are numbers of something else. */
const SERIAL_DAYS = { first: 20_000, last: 80_000 };
/** Longer cells are no dates. */
const MAX_LENGTH = 60;

function isoDay(year: number, month: number, day: number): string | undefined {
  const full = year < 100 ? year + (year < 70 ? 2000 : 1900) : year;
  const date = new Date(Date.UTC(full, month - 1, day));
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && full >= 1900 && full <= 2200;
  return isDay ? date.toISOString().slice(0, 10) : undefined;
}

/** A date in words: `31 Mar 2026`, `31. März 2026`, `1er mars 2026`, `31 de marzo de 2026`, `March 1st, 2026`, `Tue, Mar 31, 2026`. */
function parseSpelled(text: string): string | undefined {
  const words = text.split(/[\s.,\-/]+/u).filter((word) => word !== '' && !/^d[eoi]l?$/i.test(word));
  const parts = words.flatMap((word) => {
    const together = /^(\d{1,2})(\p{L}{3,12})(\d{2}|\d{4})?$/u.exec(word);
    // 31MAR2026, as mainframes write it; not 31st.
    return together && findMonth(String(together[2])) ? together.slice(1).filter(Boolean) : [word];
  });
  // A day of the week in front says nothing more: "torsdag den 1. januar 2026". "Mar" may be one, too.
  while (parts.length > 3 && /^\p{L}+$/u.test(String(parts[0]))) parts.shift();
  // Nor does what stands for "year" and "day": "31 марта 2026 г.", "2026 m. kovo 31 d.".
  for (let at = parts.length - 1; at > 0 && parts.length > 3; at -= 1)
    if (/^\p{L}$/u.test(String(parts[at]))) parts.splice(at, 1);
  // "2026. március 31.", "2026-Mar-31".
  const isYearFirst = /^\d{4}$/.test(String(parts[0]));
  const [first, second, year] = isYearFirst ? [parts[1], parts[2], parts[0]] : parts;
  if (parts.length !== 3 || first === undefined || second === undefined || !/^(?:\d{2}|\d{4})$/.test(String(year)))
    return undefined;
  const month = findMonth(first) ?? findMonth(second);
  const day = /^(\d{1,2})(?:st|nd|rd|th|er|º|ª)?$/i.exec(findMonth(first) ? second : first)?.[1];
  return month && day ? isoDay(Number(year), month, Number(day)) : undefined;
}

/** A date without what says nothing about the day: its time and zone, an apostrophe in front that makes it a text, and the characters of China, Japan and Korea. */
export const cleanDate = (cell: string): string =>
  cell
    .trim()
    .replace(/^'/, '')
    .replace(/^(\d{8})T\d{2}.*$/s, '$1')
    .replace(/,?[T ]\d{1,2}:\d{2}.*/s, '')
    .replace(/^(\d{4}-\d{2}-\d{2})(?:Z|[+-]\d{2}:\d{2})$/, '$1')
    .replace(/^(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]$/, '$1-$2-$3')
    .replace(/(\d{4})\.? ?[грr]\.?$/, '$1');

/**
 * Parses a date of a file as `2026-03-31`: ISO, with dots or slashes, without separators, with the month's name, or Excel's number of days. In
 * 03/04 the day comes first unless `monthFirst`. Undefined where it is not a date.
 */
export function parseImportDate(cell: string, monthFirst: boolean): string | undefined {
  if (cell.length > MAX_LENGTH) return undefined;
  const text = cleanDate(cell);
  const yearFirst = text.match(/^(\d{4})([-/.] ?| ?)(\d{1,2})\2(\d{1,2})\.?$/);
  // Without separators only eight digits are a date: fewer could be a number.
  if (yearFirst && (yearFirst[2] !== '' || text.length === 8))
    return isoDay(Number(yearFirst[1]), Number(yearFirst[3]), Number(yearFirst[4]));
  const numbers = text.match(/^(\d{1,2})[-/. ] ?(\d{1,2})[-/. ] ?(\d{4}|\d{2})\.?$/);
  if (numbers) {
    const [first, second, year] = [Number(numbers[1]), Number(numbers[2]), Number(numbers[3])];
    return monthFirst ? isoDay(year, first, second) : isoDay(year, second, first);
  }
  if (/^\d{5}(\.\d+)?$/.test(text)) {
    const days = Math.floor(Number(text));
    if (days < SERIAL_DAYS.first || days > SERIAL_DAYS.last) return undefined;
    return new Date(EXCEL_EPOCH + days * DAY_MS).toISOString().slice(0, 10);
  }
  return parseSpelled(text);
}
