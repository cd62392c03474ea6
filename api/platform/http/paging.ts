import { parseIsoDate } from './dates.ts';
import { badRequest } from './errors.ts';

const DEFAULT_LIMIT = 10;

/** Offset and limit of a zero-based page. */
export function toOffsetAndLimit(query: { page?: number; limit?: number }): { offset: number; limit: number } {
  const limit = query.limit ?? DEFAULT_LIMIT;
  return { limit, offset: (query.page ?? 0) * limit };
}

/** Keeps only the named first-level properties and `id` of each entity. Unknown names are ignored. */
export function selectFields<R extends object>(reply: R, entities: string, fields: string): R {
  const names = new Set(fields.split(',').map((name) => name.trim().toLowerCase()));
  names.add('id');
  const list = (reply as Record<string, object[]>)[entities] ?? [];
  const selected = list.map((item) => Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name.toLowerCase()))));
  return { ...reply, [entities]: selected };
}

/** The start of a range. A date without a time means the start of the day. Throws 400 for an invalid date. */
export function parseRangeStart(key: string, value: string | undefined): Date | undefined {
  return value === undefined ? undefined : parseDate(key, value).moment;
}

/**
 * The first moment after a range, whose end is inclusive: a date without a time means the whole day, a time its whole
 * millisecond, because the wire shows no more of the database's precision. Throws 400 for an invalid date.
 */
export function parseRangeEnd(key: string, value: string | undefined): Date | undefined {
  if (value === undefined) return undefined;
  const { moment, isDay } = parseDate(key, value);
  return new Date(moment.getTime() + (isDay ? 86_400_000 : 1));
}

function parseDate(key: string, value: string) {
  const date = parseIsoDate(value);
  if (!date) throw badRequest(key, 'This is not a valid date.');
  return date;
}
