/**
 * `npm run backup -- FOLDER`: backs up the portal's database and files into a new folder in FOLDER, while the portal runs or not. `--keep DAYS` then deletes
 * older backups there.
 */
import { parseArgs } from 'node:util';
import { formatBytes } from '#api/platform/bytes.ts';
import { loadConfig } from '#api/platform/config.ts';
import { formatSeconds } from '../console.ts';
import { createBackup } from './create-backup.ts';
import { deleteOldBackups } from './delete-old-backups.ts';
import { MISSING_FILES } from './manifest.ts';
import { BACKUP_EXIT_CODES, InvalidArgumentsError, runInterruptibly } from './run-interruptibly.ts';

const usage = `Usage: npm run backup -- FOLDER [--keep DAYS]
Writes a backup of database and files to a new folder in FOLDER, such as FOLDER/livery-20260131T030000Z.

  --keep DAYS   delete backups in FOLDER that are older, once the new one is complete`;

/** Undefined keeps all. */
function readDays(value: string | undefined): number | undefined {
  if (value !== undefined && !/^[1-9]\d{0,4}$/.test(value)) throw new InvalidArgumentsError();
  return value === undefined ? undefined : Number(value);
}

await runInterruptibly(usage, async (signal) => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { keep: { type: 'string' } } });
  const [parent, ...others] = positionals;
  const days = readDays(values.keep);
  if (parent === undefined || others.length > 0) throw new InvalidArgumentsError();
  console.log('Backing up Livery');
  const startedAt = performance.now();
  const { folder, bytes, missing } = await createBackup(loadConfig(process.env), parent, signal);
  console.log(`\nBacked up to ${folder} (${formatBytes(bytes)}, ${formatSeconds(performance.now() - startedAt)}).`);
  console.log(
    'The secret key (SECRET_KEY, or the file secret-key in the data folder) is not in it, and restoring needs it: keep a copy of the key elsewhere.',
  );
  if (missing === 0) {
    const deleted = days === undefined ? [] : await deleteOldBackups(parent, days, new Date());
    if (deleted.length > 0) console.log(`Deleted, being older than ${days} days: ${deleted.join(', ')}.`);
    return BACKUP_EXIT_CODES.done;
  }
  console.error(
    `The contents of ${missing} files are missing from the file store or damaged there; ${MISSING_FILES} in the backup names them. Everything else is in the backup.`,
  );
  // An older one may have these contents.
  if (days !== undefined) console.error('Older backups have not been deleted.');
  return BACKUP_EXIT_CODES.filesMissing;
});
