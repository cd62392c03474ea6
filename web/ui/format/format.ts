const formats = new Map<string, Intl.NumberFormat>();

/** With a minus sign instead of the hyphen that formats write. */
const withMinus = (formatted: string) => formatted.replace('-', '−');

/** An amount in British notation: `formatMoney(1234.5, 'GBP')` is "£1,234.50", `formatMoney(-3, 'GBP')` is "−£3.00". */
export function formatMoney(amount: number, currencyCode: string): string {
  let format = formats.get(currencyCode);
  if (!format) {
    try {
      format = new Intl.NumberFormat('en-GB', { style: 'currency', currency: currencyCode, currencyDisplay: 'narrowSymbol' });
    } catch {
      // An unknown currency code: show the amount without a symbol.
      format = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    }
    formats.set(currencyCode, format);
  }
  return withMinus(format.format(amount));
}

/** A date formatter, created on first use: each one costs a phone some milliseconds. */
export function createDateFormat(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (date) => {
    format ??= new Intl.DateTimeFormat('en-GB', options);
    return format.format(date);
  };
}

let numbers: Intl.NumberFormat | undefined;
const days = createDateFormat({ day: 'numeric', month: 'short', year: 'numeric' });
const utcDays = createDateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const utcMonths = createDateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });
const moments = createDateFormat({ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' });
const times = createDateFormat({ hour: '2-digit', minute: '2-digit' });

/** "12,480", "−3" */
export function formatNumber(value: number): string {
  numbers ??= new Intl.NumberFormat('en-GB');
  return withMinus(numbers.format(value));
}
/** "3 Nov 2026", in the reader's time zone; empty for no date. */
export const formatDate = (utc: string | null | undefined) => (utc ? days(new Date(utc)) : '');
/** "12 Mar 2026" for the day 2026-03-12: a day has no time zone. */
export const formatDay = (day: string): string => utcDays(new Date(`${day}T00:00:00Z`));
/** "March 2027" for the day 2027-03-04. */
export const formatMonth = (day: string): string => utcMonths(new Date(`${day}T00:00:00Z`));
/** "3 Nov 2026, 14:05" */
export const formatDateTime = (utc: string | null | undefined) => (utc ? moments(new Date(utc)) : '');
/** "14:05", in the reader's time zone. */
export const formatTime = (utc: string) => times(new Date(utc));
/** `plural(1, 'item')` is "1 item", `plural(3, 'item')` "3 items", `plural(0, 'item')` "no items". */
export const plural = (count: number, one: string, many = `${one}s`) =>
  `${count === 0 ? 'no' : formatNumber(count)} ${count === 1 ? one : many}`;

/** The size of a file: "3 KB", "120 KB", "4.2 MB". */
export function formatFileSize(bytes: number): string {
  if (bytes < 1_000_000) return `${formatNumber(Math.max(1, Math.round(bytes / 1000)))} KB`;
  return `${formatNumber(Math.round(bytes / 100_000) / 10)} MB`;
}

/** A sentence as it continues another one, with a small first letter. */
export const lowerFirst = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
