import { mkdir, opendir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { findUnprivilegedAccount, type SystemAccount } from '#api/platform/db/embedded/postgres-account.ts';
import { chooseClusterFolder } from '#api/platform/db/embedded/postgres-cluster.ts';
import { runStep } from '../console.ts';
import { FOLDERS_THAT_MAY_BE_EMPTY } from './cluster-files.ts';
import { type CopyContext, copyFile, flush, forEachConcurrently, giveTo } from './copy-file.ts';
import { readDatabaseFacts, readEveryRow } from './database-facts.ts';
import { CLUSTER, type Manifest } from './manifest.ts';

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
  await runStep('database', () => copyCluster(join(restore.folder, CLUSTER), cluster, account, context));
  return runStep(
    'PostgreSQL started on it',
    () => checkCluster(restore),
    ({ tables, rows }) => `every row read: ${rows} in ${tables} tables`,
  );
}

async function copyCluster(
  source: string,
  cluster: string,
  account: SystemAccount | undefined,
  context: CopyContext,
): Promise<void> {
  // A start deletes this folder, if the restore is killed.
  const unfinished = `${cluster}.new`;
  await mkdir(dirname(cluster), { recursive: true, mode: 0o755 });
  await rm(unfinished, { recursive: true, force: true });
  const folders = [''];
  await forEachConcurrently(walk(source, folders), (path) =>
    copyOwned(join(source, path), join(unfinished, path), account, context),
  );
  for (const path of FOLDERS_THAT_MAY_BE_EMPTY) {
    const created = await mkdir(join(unfinished, path), { recursive: true, mode: 0o700 });
    if (created) await giveTo(join(unfinished, path), account);
    folders.push(path);
  }
  for (const folder of folders) await flush(join(unfinished, folder));
  await rename(unfinished, cluster);
  await flush(dirname(cluster));

  async function* walk(from: string, found: string[], folder = ''): AsyncGenerator<string> {
    await mkdir(join(unfinished, folder), { mode: 0o700 });
    await giveTo(join(unfinished, folder), account);
    for await (const entry of await opendir(join(from, folder))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        found.push(path);
        yield* walk(from, found, path);
      } else yield path;
    }
  }
}

async function copyOwned(
  source: string,
  target: string,
  account: SystemAccount | undefined,
  context: CopyContext,
): Promise<void> {
  await copyFile(source, target, context);
  await giveTo(target, account);
}

async function checkCluster({ dataDir, manifest, withoutSecretKey }: ClusterRestore): Promise<CheckedDatabase> {
  const server = await startEmbeddedPostgres({ dataDir });
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
  const namesOf = (list: Manifest['migrations']) => list.map(({ name }) => name).join(', ');
  if (namesOf(migrations) !== namesOf(manifest.migrations))
    throw new Error(
      `The restored database has the migrations ${namesOf(migrations)}, but its manifest lists ${namesOf(manifest.migrations)}. Use another backup.`,
    );
  const counts = await readEveryRow(client);
  if (withoutSecretKey && manifest.secretKeys.length > 0) await client.query('DELETE FROM secret_key');
  return counts;
}
