import { parseIsoDate } from './dates.ts';
import { HttpError, invalid } from './errors.ts';

/** The columns that have changed since a version was loaded; none when no version is known. */
export const changedSince = (
  columns: readonly string[],
  fieldVersions: Readonly<Record<string, number>>,
  seenVersion: number | null | undefined,
): string[] => (seenVersion == null ? [] : columns.filter((column) => (fieldVersions[column] ?? 0) > seenVersion));

/** Instead of a version: a change since the list was loaded is a conflict. */
export const STALE_SINCE_SNAPSHOT = -1;

/** The time at which a list was loaded, as it was sent with the list. Throws 422 for an invalid time. */
export function parseSnapshotTime(input: string | undefined): Date | undefined {
  if (input === undefined) return undefined;
  const date = parseIsoDate(input);
  if (!date) throw invalid('seenOnUtc', 'The time of the list is not valid.');
  return date.moment;
}

/** The code of the error for a change of what someone else has changed since it was loaded. */
const STALE = 'stale';

/** What someone else has saved, by column: what it is now. Columns without an entry, and lists of ids, are named without their value. */
type SavedValues = Readonly<Record<string, unknown>>;

/**
 * Refuses to overwrite fields that someone else has changed since the client loaded them; changes to different fields are both
 * saved. Without a version the last write wins. Throws 409 under the key `entity` with the code `stale`, and a sentence about each of the fields that says
 * what it is now; `labelOf` names the fields.
 */
export function assertNotStale(
  entity: string,
  columns: readonly string[],
  fieldVersions: Readonly<Record<string, number>>,
  seenVersion: number | null | undefined,
  labelOf: (column: string) => string,
  saved: SavedValues = {},
): void {
  const conflicts = changedSince(columns, fieldVersions, seenVersion);
  if (conflicts.length > 0) throw createStaleError(entity, conflicts, labelOf, saved);
}

/** The refusal of `assertNotStale`, for records that have one version for all of their fields: `columns` are those that would be overwritten. */
export function createStaleError(
  entity: string,
  columns: readonly string[],
  labelOf: (column: string) => string,
  saved: SavedValues = {},
): HttpError {
  const names = [...new Set(columns.map(labelOf))];
  const what = names.length > 0 ? `${names.join(', ')}: someone else` : 'Someone else';
  const sentences = columns.flatMap((column) => {
    const value = describeSaved(column, saved[column]);
    return value === undefined ? [] : [`${labelOf(column)} is now ${value}.`];
  });
  return new HttpError(
    409,
    {
      [entity]: [
        `${what} has changed this in the meantime. Nothing was saved. Please check it and save again.`,
        ...new Set(sentences),
      ],
    },
    {},
    STALE,
  );
}

/** A stored value as a part of a sentence; undefined for what has no words, such as an id. */
function describeSaved(column: string, value: unknown): string | undefined {
  if (value === null || value === '') return 'empty';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (column === 'id' || /(_id|_ids|Id|Ids)$/.test(column)) return undefined;
  if (typeof value === 'number') return /_minor$|Minor$/.test(column) ? (value / 100).toFixed(2) : String(value);
  if (typeof value === 'string') return `“${value}”`;
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return value.length === 0 ? 'empty' : value.join(', ');
  return undefined;
}
