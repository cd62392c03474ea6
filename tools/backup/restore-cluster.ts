import { mkdir, opendir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { findUnprivilegedAccount, type SystemAccount } from '#api/platform/db/embedded/postgres-account.ts';
import { chooseClusterFolder } from '#api/platform/db/embedded/postgres-cluster.ts';
import { runStep } from '../console.ts';
import { FOLDERS_THAT_MAY_BE_EMPTY } from './cluster-files.ts';
import { type CopyContext, copyFile, flushFolder, forEachConcurrently, giveTo } from './copy-file.ts';
import { readDatabaseFacts, readEveryRow } from './database-facts.ts';
import { CLUSTER, type Manifest } from './manifest.ts';
import { getRecoverySettings, type PointInTime } from './point-in-time.ts';

/** A restored database whose every row has been read. */
export interface CheckedDatabase {
  tables: number;
  rows: number;
}

export interface ClusterRestore {
  dataDir: string;
  /** The folder of the backup. */
  folder: string;
  manifest: Manifest;
  withoutSecretKey: boolean;
  pointInTime: PointInTime | undefined;
}

/**
 * Copies the cluster of a backup into a data folder, with the owner and permissions that the embedded server needs, starts the server on it once, so that it applies
 * the WAL of the backup, and checks what it contains.
 *
 * @throws if the server does not start on it, or a page is damaged
 */
export async function restoreCluster(restore: ClusterRestore, context: CopyContext): Promise<CheckedDatabase> {
  const account = findUnprivilegedAccount();
  const cluster = chooseClusterFolder(restore.dataDir, account);
  await runStep('database', () => createClusterFrom(restore, cluster, account, context));
  return runStep(
    'PostgreSQL started on it',
    () => checkCluster(restore),
    ({ tables, rows }) => `every row read: ${rows} in ${tables} tables`,
  );
}

async function createClusterFrom(
  { folder, pointInTime }: ClusterRestore,
  cluster: string,
  account: SystemAccount | undefined,
  context: CopyContext,
): Promise<void> {
  // A start deletes this folder, if the restore is killed.
  const unfinished = `${cluster}.new`;
  await mkdir(dirname(cluster), { recursive: true, mode: 0o711 });
  await rm(unfinished, { recursive: true, force: true });
  try {
    const folders = await copyFolder(join(folder, CLUSTER), unfinished, account, context);
    if (pointInTime) {
      // Without the settings of the recovery, PostgreSQL does not start with this file, and it deletes it when it has reached the moment.
      const signal = join(unfinished, 'recovery.signal');
      await writeFile(signal, '', { flush: true });
      await giveTo(signal, account);
    }
    for (const path of folders) await flushFolder(join(unfinished, path));
    await rename(unfinished, cluster);
    await flushFolder(dirname(cluster));
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** Copies a cluster. Returns its folders. */
async function copyFolder(
  source: string,
  target: string,
  account: SystemAccount | undefined,
  context: CopyContext,
): Promise<string[]> {
  const folders: string[] = [];
  const createFolder = async (path: string) => {
    folders.push(path);
    const created = await mkdir(join(target, path), { recursive: true, mode: 0o700 });
    if (created) await giveTo(join(target, path), account);
  };
  async function* listFiles(folder: string): AsyncGenerator<string> {
    await createFolder(folder);
    for await (const entry of await opendir(join(source, folder))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) yield* listFiles(path);
      else yield path;
    }
  }
  await forEachConcurrently(listFiles(''), async (path) => {
    await copyFile(join(source, path), join(target, path), context);
    await giveTo(join(target, path), account);
  });
  for (const path of FOLDERS_THAT_MAY_BE_EMPTY) await createFolder(path);
  return folders;
}

async function checkCluster({ dataDir, manifest, withoutSecretKey, pointInTime }: ClusterRestore): Promise<CheckedDatabase> {
  const server = await startEmbeddedPostgres({ dataDir, settings: getRecoverySettings(pointInTime) });
  const client = new Client({ connectionString: server.adminUrl });
  client.on('error', () => {});
  try {
    await client.connect();
    return await checkRestored(client, manifest, withoutSecretKey);
  } finally {
    await client.end().catch(() => {});
    await server.stop();
  }
}

/** Checks that a restored database is the one of the manifest and can be read completely; without the secret key, the next start records another. */
export async function checkRestored(client: Client, manifest: Manifest, withoutSecretKey: boolean): Promise<CheckedDatabase> {
  const { migrations } = await readDatabaseFacts(client);
  const names = new Set(migrations.map(({ name }) => name));
  const missing = manifest.migrations.filter(({ name }) => !names.has(name)).map(({ name }) => name);
  if (missing.length > 0)
    throw new Error(
      `The restored database lacks the migrations ${missing.join(', ')}, which the manifest lists. Use another backup.`,
    );
  const counts = await readEveryRow(client);
  if (withoutSecretKey && manifest.secretKeys.length > 0) await client.query('DELETE FROM secret_key');
  return counts;
}
