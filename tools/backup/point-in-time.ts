import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';

/** A moment to which archived WAL brings a restored cluster. */
export interface PointInTime {
  /** Folder with the WAL segments that `archive_command` has stored since the backup. The account of PostgreSQL must be able to read it. */
  archive: string;
  /** With a time zone, such as `2026-01-31T11:59:00Z`. Transactions that were committed later are left out. */
  until: string;
}

const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d(:?\d\d)?)$/;

/** @throws an error that says what is wrong with the moment or the folder */
export async function checkPointInTime({ archive, until }: PointInTime): Promise<void> {
  if (!MOMENT.test(until))
    throw new Error(`--until must be a moment with its time zone, such as 2026-01-31T11:59:00Z, not "${until}".`);
  const found = await stat(archive).catch(() => undefined);
  if (!found?.isDirectory())
    throw new Error(`--archive must be the folder with the archived WAL; there is no folder ${archive}.`);
}

/** PostgreSQL's settings for the recovery. Archiving is off, so that a restore that is only tried adds nothing to the archive. */
export function getRecoverySettings(target: PointInTime | undefined): Record<string, string> {
  if (!target) return { archive_mode: 'off' };
  const file = `${resolve(target.archive).replaceAll('%', '%%').replaceAll("'", "'\\''")}/%f`;
  return {
    archive_mode: 'off',
    restore_command: `cp '${file}' "%p"`,
    recovery_target_time: target.until,
    recovery_target_action: 'promote',
    // No connection before the moment is reached.
    hot_standby: 'off',
  };
}
