import { randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { ChecksumList } from './checksums.ts';
import { CONTROL_FILE, ignoreMissing, listClusterEntries } from './cluster-files.ts';
import { type Copied, type CopyContext, copyFile, forEachConcurrently, writeFileFrom } from './copy-file.ts';
import { CLUSTER } from './manifest.ts';
import { checkSegment, listHistoryFiles, listSegments, parseBackupLabel, parseLsn, type WalRange } from './wal.ts';

/** Where a copy of a cluster is written. */
interface CopyTarget {
  /** The folder of the backup. */
  folder: string;
  checksums: ChecksumList;
}

/** The steps of a copy in which tests change the database. */
export interface CopySteps {
  /** Called when all files but pg_control and WAL have been copied. */
  afterFiles(): Promise<void>;
}

/** The steps of every copy, apart from tests. */
export const copySteps: CopySteps = { afterFiles: async () => {} };

/**
 * Copies the cluster of a running server, which goes on reading and writing: tells the server that a backup begins, copies its files in whatever state they
 * are, and then all WAL from the begin to the end, by which PostgreSQL makes them consistent when it starts on the copy. The copy is the state of the moment
 * at which the last file had been copied.
 *
 * @param adminUrl of a superuser
 * @returns how much was copied
 * @throws if the server ends meanwhile, or if WAL is missing
 */
export async function copyRunningCluster(
  adminUrl: string,
  target: CopyTarget,
  context: CopyContext,
  steps: CopySteps = copySteps,
): Promise<{ files: number; bytes: number }> {
  // Ending the session cancels the backup on the server and drops the slot.
  const client = new Client({ connectionString: adminUrl, application_name: 'livery backup' });
  const lost = new AbortController();
  client.on('error', (error) => lost.abort(new Error(`The connection to PostgreSQL was lost: ${error.message}`)));
  await client.connect();
  try {
    const signal = AbortSignal.any([context.signal, lost.signal]);
    return await copyDuringBackup(client, target, { ...context, signal }, steps);
  } finally {
    await client.end().catch(() => {});
  }
}

async function copyDuringBackup(client: Client, target: CopyTarget, context: CopyContext, steps: CopySteps) {
  const { cluster, segmentBytes } = await readSettings(client);
  // Keeps WAL from being recycled until this session ends.
  await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [
    `livery_backup_${randomUUID().replaceAll('-', '')}`,
  ]);
  await client.query(`SELECT pg_backup_start('livery', fast => true)`);
  const total = { files: 0, bytes: 0 };
  const add = async (path: string, { bytes, sha256 }: Copied) => {
    total.files += 1;
    total.bytes += bytes;
    await target.checksums.add(join(CLUSTER, path), sha256);
  };
  const pathOf = (path: string) => join(target.folder, CLUSTER, path);

  await mkdir(pathOf(''));
  await forEachConcurrently(createFolders(listClusterEntries(cluster), pathOf), async (path) => {
    const copied = await copyFile(join(cluster, path), pathOf(path), context).catch(ignoreMissing);
    if (copied) await add(path, copied);
  });
  await steps.afterFiles();
  await add(
    CONTROL_FILE,
    await writeFileFrom([await readControlFile(join(cluster, CONTROL_FILE))], pathOf(CONTROL_FILE), context),
  );
  const { lsn, label } = await stopBackup(client);
  await add('backup_label', await writeFileFrom([Buffer.from(label)], pathOf('backup_label'), context));
  await copyWal(cluster, { ...parseBackupLabel(label), end: parseLsn(lsn), segmentBytes }, pathOf, async (path) =>
    add(path, await copyFile(join(cluster, path), pathOf(path), context)),
  );
  return total;
}

/** Creates each folder on the way, and yields the files. */
async function* createFolders(
  entries: ReturnType<typeof listClusterEntries>,
  pathOf: (path: string) => string,
): AsyncGenerator<string> {
  for await (const { path, isFolder } of entries) {
    if (isFolder) await mkdir(pathOf(path));
    else yield path;
  }
}

async function readSettings(client: Client): Promise<{ cluster: string; segmentBytes: bigint }> {
  const { rows } = await client.query<{ cluster: string; segment_bytes: string }>(
    `SELECT current_setting('data_directory') AS cluster, setting AS segment_bytes FROM pg_settings WHERE name = 'wal_segment_size'`,
  );
  return { cluster: rows[0]?.cluster ?? '', segmentBytes: BigInt(rows[0]?.segment_bytes ?? 0) };
}

async function stopBackup(client: Client): Promise<{ lsn: string; label: string }> {
  const { rows } = await client.query<{ lsn: string; label: string }>(
    // Nothing archives WAL here; what is needed is copied afterwards.
    'SELECT lsn::text, labelfile AS label FROM pg_backup_stop(wait_for_archive => false)',
  );
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL did not end the backup.');
  return row;
}

async function copyWal(
  cluster: string,
  range: WalRange,
  pathOf: (path: string) => string,
  copy: (path: string) => Promise<void>,
) {
  for (const name of await listHistoryFiles(join(cluster, 'pg_wal'))) await copy(join('pg_wal', name));
  for (const segment of listSegments(range)) {
    await checkSegment(join(cluster, 'pg_wal'), segment, range);
    await copy(join('pg_wal', segment.name));
    await checkSegment(pathOf('pg_wal'), segment, range);
  }
}

/** How often the file is read until two readings are the same. PostgreSQL writes it once in a checkpoint. */
const MAX_READINGS = 20;

/** The file may be overwritten while it is read, and PostgreSQL does not start with a mixture of two states. */
async function readControlFile(path: string): Promise<Buffer> {
  let previous: Buffer | undefined;
  for (let reading = 1; reading <= MAX_READINGS; reading += 1) {
    const content = await readFile(path);
    if (previous?.equals(content)) return content;
    previous = content;
  }
  throw new Error(`The file ${path} changes too fast to be copied. Repeat the backup.`);
}
