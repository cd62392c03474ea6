/**
 * `npm run restore -- BACKUP`: restores a backup of `npm run backup` into an empty data folder or database. `--verify-only` checks the files of the backup and
 * changes nothing.
 */
import { parseArgs } from 'node:util';
import { formatBytes } from '#api/platform/bytes.ts';
import { loadConfig } from '#api/platform/config.ts';
import { formatSeconds } from '../console.ts';
import { findStartCommand } from '../start-command.ts';
import { restoreBackup, verifyBackup } from './restore-backup.ts';
import { BACKUP_EXIT_CODES, InvalidArgumentsError, runInterruptibly } from './run-interruptibly.ts';

const usage = `Usage: npm run restore -- BACKUP                      restores into an empty DATA_DIR, or an empty DATABASE_URL
       npm run restore -- BACKUP --verify-only        checks the files of the backup, and changes nothing
       npm run restore -- BACKUP --archive FOLDER --until 2026-01-31T11:59:00Z
                                                      restores the embedded database to a later moment, with archived WAL
       npm run restore -- BACKUP --without-secret-key if the secret key is lost (see docs/operations/operation.md)`;

await runInterruptibly(usage, async (signal) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'verify-only': { type: 'boolean', default: false },
      'without-secret-key': { type: 'boolean', default: false },
      archive: { type: 'string' },
      until: { type: 'string' },
    },
  });
  const { archive, until } = values;
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0 || (archive === undefined) !== (until === undefined))
    throw new InvalidArgumentsError();
  const startedAt = performance.now();
  const duration = () => formatSeconds(performance.now() - startedAt);
  if (values['verify-only']) {
    console.log('Verifying the backup');
    const { manifest } = await verifyBackup(folder, signal);
    console.log(`\nThe backup of ${manifest.databaseCopiedAt} is complete and undamaged (${duration()}).`);
    return BACKUP_EXIT_CODES.done;
  }
  console.log('Restoring Livery');
  const pointInTime = archive !== undefined && until !== undefined ? { archive, until } : undefined;
  const options = { withoutSecretKey: values['without-secret-key'], pointInTime };
  const { manifest } = await restoreBackup(loadConfig(process.env), folder, options, signal);
  const { database, files } = manifest;
  console.log(
    `\nRestored the state of ${until ?? manifest.databaseCopiedAt} (${formatBytes(database.bytes + files.bytes)}, ${duration()}). Start the portal with ${findStartCommand()}.`,
  );
  console.log(
    'People and bodies that have been erased since are there again: erase them again ("After a restore" in docs/operations/operation.md).',
  );
  if (files.missing > 0) console.error(`The contents of ${files.missing} files were missing when the backup was made.`);
  return BACKUP_EXIT_CODES.done;
});
