import { HttpError } from './errors.ts';

/**
 * Refuses to overwrite what somebody else has changed since the sender looked. Fields that only one of the two changed are
 * both kept. Without a version the sender knows of no other editor, and the last one to write a field holds. Throws 409
 * under the key `entity`, naming the fields in the words of `spoken`.
 */
export function refuseLostChange(
  entity: string,
  columns: readonly string[],
  fieldVersions: Readonly<Record<string, number>>,
  seenVersion: number | null | undefined,
  spoken: (column: string) => string,
): void {
  if (seenVersion == null) return;
  const lost = columns.filter((column) => (fieldVersions[column] ?? 0) > seenVersion);
  if (lost.length === 0) return;
  const names = [...new Set(lost.map(spoken))].join(', ');
  throw new HttpError(409, {
    [entity]: [`${names}: somebody else has changed this meanwhile. Nothing was saved; please look at it and save again.`],
  });
}
