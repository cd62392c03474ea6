import { refused } from './errors.ts';

export const DEFAULT_LIMIT = 10;

/** Offset and limit of a zero-based page. */
export function pageOf(query: { page?: number; limit?: number }): { offset: number; limit: number } {
  const limit = query.limit ?? DEFAULT_LIMIT;
  return { limit, offset: (query.page ?? 0) * limit };
}

/** Keeps of each entity only the named first-level properties and `id`. Names nobody knows are ignored. */
export function keepFields<R extends object>(reply: R, entities: string, wanted: string): R {
  const names = new Set(wanted.split(',').map((name) => name.trim().toLowerCase()));
  names.add('id');
  const list = (reply as Record<string, object[]>)[entities] ?? [];
  const kept = list.map((item) => Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name.toLowerCase()))));
  return { ...reply, [entities]: kept };
}

/**
 * Reads one end of a date range. A date without a time means its first moment, or with `wholeDay` the first moment
 * after it. Throws 400 on what is not a date.
 */
export function readDate(key: string, value: string | undefined, wholeDay = false): Date | undefined {
  if (value === undefined) return undefined;
  const date = new Date(value);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1900 || date.getUTCFullYear() > 2200)
    throw refused(key, 'This is not a date.');
  if (wholeDay && /^\d{4}-\d{2}-\d{2}$/.test(value.trim())) date.setUTCDate(date.getUTCDate() + 1);
  return date;
}
