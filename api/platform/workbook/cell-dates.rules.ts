const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY_MS = 86_400_000;
/** Day 0 of Excel's dates. Its day 60, 29 February 1900, did not exist, so this holds for later days only. */
const EXCEL_EPOCH = Date.UTC(1899, 11, 30);

function isoDay(year: number, month: number, day: number): string | undefined {
  const full = year < 100 ? year + (year < 70 ? 2000 : 1900) : year;
  const date = new Date(Date.UTC(full, month - 1, day));
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && full >= 1900 && full <= 2200;
  return isDay ? date.toISOString().slice(0, 10) : undefined;
}

/**
 * Parses a date of a file as `2026-03-31`: ISO, with dots or slashes, with the month's name, or Excel's number of days. In 03/04 the day
 * comes first unless `monthFirst`. Undefined where it is not a date.
 */
export function parseImportDate(cell: string, monthFirst: boolean): string | undefined {
  const text = cell.trim().replace(/[T ]\d{1,2}:\d{2}.*/s, '');
  const iso = text.match(/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/);
  if (iso) return isoDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numbers = text.match(/^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/);
  if (numbers) {
    const [first, second, year] = [Number(numbers[1]), Number(numbers[2]), Number(numbers[3])];
    return monthFirst ? isoDay(year, first, second) : isoDay(year, second, first);
  }
  const named = text.match(/^(\d{1,2})[-. ]+([a-z]{3})[a-z]*\.?[-. ,]+(\d{4}|\d{2})$/i);
  if (named) return isoDay(Number(named[3]), MONTHS.indexOf(String(named[2]).toLowerCase()) + 1, Number(named[1]));
  if (/^\d{5}(\.\d+)?$/.test(text)) return new Date(EXCEL_EPOCH + Math.floor(Number(text)) * DAY_MS).toISOString().slice(0, 10);
  return undefined;
}
