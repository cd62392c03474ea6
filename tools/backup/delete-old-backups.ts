import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { BACKUP_PREFIX } from './create-backup.ts';
import { deleteLeftovers, UNFINISHED_SUFFIX } from './unfinished-folder.ts';

const DAY_MS = 86_400_000;
const STARTED = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** When a backup began, which its name says; undefined for other names. */
function readStart(name: string): Date | undefined {
  if (!name.startsWith(BACKUP_PREFIX)) return undefined;
  const [, ...parts] = STARTED.exec(name.slice(BACKUP_PREFIX.length)) ?? [];
  const [year, month, day, hour, minute, second] = parts.map(Number);
  if (year === undefined || month === undefined) return undefined;
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

/**
 * Deletes the backups in a folder that began more than so many days before a moment; everything else in it stays. Returns their names. One that is being
 * deleted is called unfinished, so that what a killed process leaves of it never looks complete; the next backup deletes that.
 */
export async function deleteOldBackups(parent: string, days: number, now: Date): Promise<string[]> {
  const old: string[] = [];
  for (const entry of await readdir(parent, { withFileTypes: true })) {
    const startedAt = entry.isDirectory() ? readStart(entry.name) : undefined;
    if (startedAt && now.getTime() - startedAt.getTime() > days * DAY_MS) old.push(entry.name);
  }
  for (const name of old) await rename(join(parent, name), join(parent, name + UNFINISHED_SUFFIX));
  await deleteLeftovers(parent, BACKUP_PREFIX);
  return old.sort();
}
