// A day, or a moment with an optional zone; the zone is UTC where none is named.
const SHAPE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** What a client sent as a date. */
export interface ParsedDate {
  moment: Date;
  /** A day without a time. */
  isDay: boolean;
}

/**
 * Reads a date of ISO 8601; undefined for everything else. Nothing is guessed: JavaScript alone would take "5" for a
 * day of 2001, 30 February for 2 March, and a time without a zone for the server's own.
 */
export function parseIsoDate(sent: string): ParsedDate | undefined {
  const text = sent.trim();
  const match = SHAPE.exec(text);
  if (!match) return undefined;
  const [, year, month, day, zone] = match;
  const isDay = text.length === 10;
  const daysOfMonth = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const inRange = Number(year) >= 1900 && Number(year) <= 2200 && Number(month) <= 12 && Number(day) <= daysOfMonth;
  const moment = new Date(`${text.replace(' ', 'T').replace(',', '.')}${isDay || zone ? '' : 'Z'}`);
  return inRange && !Number.isNaN(moment.getTime()) ? { moment, isDay } : undefined;
}
