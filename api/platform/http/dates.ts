// A day, or a time with an optional zone; the default zone is UTC.
const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** A date from the input of a client. */
export interface ParsedDate {
  moment: Date;
  /** A day without a time. */
  isDay: boolean;
}

/**
 * Parses a date of ISO 8601; undefined for everything else. Strict, because JavaScript would read "5" as a day in 2001,
 * 30 February as 2 March, and a time without a zone as the server's local time.
 */
export function parseIsoDate(input: string): ParsedDate | undefined {
  const text = input.trim();
  const match = ISO_DATE.exec(text);
  if (!match) return undefined;
  const [, year, month, day, zone] = match;
  const isDay = text.length === 10;
  const daysOfMonth = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const inRange = Number(year) >= 1900 && Number(year) <= 2200 && Number(month) <= 12 && Number(day) <= daysOfMonth;
  const moment = new Date(`${text.replace(' ', 'T').replace(',', '.')}${isDay || zone ? '' : 'Z'}`);
  return inRange && !Number.isNaN(moment.getTime()) ? { moment, isDay } : undefined;
}
