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

/**
 * Refuses to overwrite fields that someone else has changed since the client loaded them; changes to different fields are both
 * saved. Without a version the last write wins. Throws 409 under the key `entity`; `labelOf` names the fields in the message.
 */
export function assertNotStale(
  entity: string,
  columns: readonly string[],
  fieldVersions: Readonly<Record<string, number>>,
  seenVersion: number | null | undefined,
  labelOf: (column: string) => string,
): void {
  const conflicts = changedSince(columns, fieldVersions, seenVersion);
  if (conflicts.length === 0) return;
  const names = [...new Set(conflicts.map(labelOf))].join(', ');
  throw new HttpError(409, {
    [entity]: [`${names}: someone else has changed this in the meantime. Nothing was saved. Please check it and save again.`],
  });
}
