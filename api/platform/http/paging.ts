import { type ParsedDate, parseIsoDate } from './dates.ts';
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

/** A date that begins or ends a range; undefined without one. Throws 400 for an invalid date. */
export function parseRangeDate(key: string, value: string | undefined): ParsedDate | undefined {
  if (value === undefined) return undefined;
  const date = parseIsoDate(value);
  if (!date) throw badRequest(key, 'This is not a valid date.');
  return date;
}
