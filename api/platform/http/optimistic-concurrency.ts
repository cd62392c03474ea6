import { parseIsoDate } from './dates.ts';
import { HttpError, invalid } from './errors.ts';

/** Which of these fields somebody has changed since a version was looked at; none where no version is known. */
export const changedSince = (
  columns: readonly string[],
  fieldVersions: Readonly<Record<string, number>>,
  seenVersion: number | null | undefined,
): string[] => (seenVersion == null ? [] : columns.filter((column) => (fieldVersions[column] ?? 0) > seenVersion));

/** Instead of a version: somebody has changed it since the list was read. */
export const STALE_SINCE_SNAPSHOT = -1;

/** When a list was read, as it was told with it. Throws 422 for what is no moment. */
export function parseSnapshotTime(sent: string | undefined): Date | undefined {
  if (sent === undefined) return undefined;
  const read = parseIsoDate(sent);
  if (!read) throw invalid('seenOnUtc', 'The moment of the list is not valid.');
  return read.moment;
}

/**
 * Refuses to overwrite what somebody else has changed since the sender looked. Fields that only one of the two changed are
 * both kept. Without a version the sender knows of no other editor, and the last one to write a field holds. Throws 409
 * under the key `entity`, naming the fields in the words of `spoken`.
 */
export function assertNotStale(
  entity: string,
  columns: readonly string[],
  fieldVersions: Readonly<Record<string, number>>,
  seenVersion: number | null | undefined,
  spoken: (column: string) => string,
): void {
  const lost = changedSince(columns, fieldVersions, seenVersion);
  if (lost.length === 0) return;
  const names = [...new Set(lost.map(spoken))].join(', ');
  throw new HttpError(409, {
    [entity]: [`${names}: somebody else has changed this meanwhile. Nothing was saved; please look at it and save again.`],
  });
}
