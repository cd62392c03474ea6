import { parseIsoDate } from './dates.ts';
import { badRequest } from './errors.ts';

const DEFAULT_LIMIT = 10;

/** Offset and limit of a zero-based page. */
export function toOffsetAndLimit(query: { page?: number; limit?: number }): { offset: number; limit: number } {
  const limit = query.limit ?? DEFAULT_LIMIT;
  return { limit, offset: (query.page ?? 0) * limit };
}

/** Keeps of each entity only the named first-level properties and `id`. Names nobody knows are ignored. */
export function selectFields<R extends object>(reply: R, entities: string, wanted: string): R {
  const names = new Set(wanted.split(',').map((name) => name.trim().toLowerCase()));
  names.add('id');
  const list = (reply as Record<string, object[]>)[entities] ?? [];
  const kept = list.map((item) => Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name.toLowerCase()))));
  return { ...reply, [entities]: kept };
}

/** The first moment of a range. A date without a time means its first moment. Throws 400 on what is not a date. */
export function parseRangeStart(key: string, value: string | undefined): Date | undefined {
  return value === undefined ? undefined : sentDate(key, value).moment;
}

/**
 * The first moment after a range, whose end belongs to it: a date without a time means the whole day, a moment its
 * whole millisecond, which is all that the wire shows of the finer times in the database. Throws 400 on what is not a date.
 */
export function parseRangeEnd(key: string, value: string | undefined): Date | undefined {
  if (value === undefined) return undefined;
  const { moment, isDay } = sentDate(key, value);
  return new Date(moment.getTime() + (isDay ? 86_400_000 : 1));
}

function sentDate(key: string, value: string) {
  const date = parseIsoDate(value);
  if (!date) throw badRequest(key, 'This is not a date.');
  return date;
}
