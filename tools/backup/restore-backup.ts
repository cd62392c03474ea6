import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '#api/platform/config.ts';
import { lockDataFolder } from '#api/platform/db/embedded/data-lock.ts';
import { EMBEDDED_MAJOR_VERSION, findCluster } from '#api/platform/db/embedded/postgres-cluster.ts';
import { readMigrations } from '#api/platform/db/migration-files.ts';
import { isAppliedAs } from '#api/platform/db/schema-history.ts';
import { checkSecretKey } from '#api/platform/encryption/secret-key-check.ts';
import { findVault, KEY_FILE } from '#api/platform/encryption/vault.ts';
import { createBlobStore } from '#api/platform/files/blob-store.ts';
import { runStep } from '../console.ts';
import { readChecksums, verifyChecksums } from './checksums.ts';
import { forEachConcurrently } from './copy-file.ts';
import { FILES, type Manifest, readManifest } from './manifest.ts';
import { checkPointInTime, type PointInTime } from './point-in-time.ts';
import { getMajorVersion } from './postgres-programs.ts';
import { createProgress } from './progress.ts';
import { type CheckedDatabase, restoreCluster } from './restore-cluster.ts';
import { openDumpTarget } from './restore-dump.ts';

/** What was restored. */
export interface Restored extends CheckedDatabase {
  manifest: Manifest;
  files: number;
}

export interface RestoreOptions {
  /** The secret key is lost: the next start records the key that it has then. */
  withoutSecretKey: boolean;
  /** Only for the embedded database: the moment to restore, if not that of the backup. */
  pointInTime?: PointInTime | undefined;
}

/**
 * Checks that every file of a backup has its checksum, and that no other is there. Returns the number of files.
 *
 * @throws an error that names what is wrong
 */
export async function verifyBackup(folder: string, signal: AbortSignal): Promise<{ manifest: Manifest; files: number }> {
  const manifest = await readManifest(folder);
  const context = { signal, ...createProgress(manifest.database.bytes + manifest.files.bytes) };
  const files = await runStep(
    'checksums',
    () => verifyChecksums(folder, context),
    (count) => `checksums of ${count} files`,
  );
  return { manifest, files };
}

/**
 * Restores a backup into an empty data folder (embedded database), or into an empty database and file store (external). Everything that can be wrong is checked
 * before anything is written.
 *
 * @throws an error that says what is wrong; what had been written is deleted then, except contents of files in a bucket
 */
export async function restoreBackup(
  config: Config,
  folder: string,
  options: RestoreOptions,
  signal: AbortSignal,
): Promise<Restored> {
  const manifest = await readManifest(folder);
  checkKind(manifest, config);
  if (options.pointInTime) {
    if (manifest.kind === 'external')
      throw new Error(
        'A dump cannot be brought to another moment. See "Point-in-time recovery" in docs/operations/operation.md for an external database.',
      );
    await checkPointInTime(options.pointInTime);
  }
  await checkMigrations(manifest);
  if (!options.withoutSecretKey) checkSecretKey(manifest.secretKeys, (await findVault(config))?.fingerprints ?? [], config);
  const lock = await lockDataFolder(config.dataDir);
  try {
    return await restoreInto(config, { ...options, folder, manifest, signal });
  } finally {
    await lock.release();
  }
}

interface Job extends RestoreOptions {
  folder: string;
  manifest: Manifest;
  signal: AbortSignal;
}

async function restoreInto(config: Config, { folder, manifest, withoutSecretKey, pointInTime, signal }: Job): Promise<Restored> {
  const present = await listPresent(config);
  const target = manifest.kind === 'external' ? await openDumpTarget(config, manifest) : undefined;
  try {
    await verifyBackup(folder, signal);
    const context = { signal, ...createProgress(manifest.database.bytes + manifest.files.bytes) };
    const files = await runStep(
      'files',
      () => restoreFiles(folder, config, signal),
      (count) => `files: ${count}`,
    );
    const database = target
      ? await target.restore(folder, withoutSecretKey, signal)
      : await restoreCluster({ dataDir: config.dataDir, folder, manifest, withoutSecretKey, pointInTime }, context);
    return { manifest, files, ...database };
  } catch (error) {
    await deleteRestored(config, present);
    throw error;
  } finally {
    await target?.close();
  }
}

function checkKind({ kind, postgres }: Manifest, { databaseUrl }: Config): void {
  if (kind === 'external') {
    if (!databaseUrl)
      throw new Error('This is a backup of an external database. Set DATABASE_URL and DATABASE_OWNER_URL to an empty one.');
    return;
  }
  if (databaseUrl)
    throw new Error('This is a backup of the embedded database. Unset DATABASE_URL, and set DATA_DIR to an empty folder.');
  if (String(getMajorVersion(postgres.version)) !== EMBEDDED_MAJOR_VERSION)
    throw new Error(
      `This is a backup of PostgreSQL ${postgres.version}, but this version of Livery contains PostgreSQL ${EMBEDDED_MAJOR_VERSION}. Restore it with the version that made it.`,
    );
  const platform = `${process.platform}-${process.arch}`;
  if (postgres.platform !== platform)
    throw new Error(
      `This is a copy of a database on ${postgres.platform}, which PostgreSQL cannot use on ${platform}. Restore it on such a machine.`,
    );
}

async function checkMigrations({ migrations, portal }: Manifest): Promise<void> {
  const known = new Map((await readMigrations()).map((migration) => [migration.name, migration]));
  const unknown = migrations.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (unknown.length > 0)
    throw new Error(
      `The backup was made by a newer version of Livery (${portal}), with the migrations ${unknown.join(', ')}. Restore it with that version or a newer one.`,
    );
  const changed = migrations.find(({ name, checksum }) => {
    const migration = known.get(name);
    return migration && !isAppliedAs(migration, checksum);
  });
  if (changed)
    throw new Error(
      `The migration ${changed.name} of the backup differs from that of this version. Restore it with the version that made it (${portal}).`,
    );
}

/** What may be in the data folder before: the key, and the lock of this process. */
const EXPECTED = new Set([KEY_FILE, 'owner.lock']);

/** @throws if there is something in the data folder that restoring would mix with */
async function listPresent({ dataDir, databaseUrl, fileStorage }: Config): Promise<Set<string>> {
  const present = await readdir(dataDir);
  if (!databaseUrl) {
    const others = present.filter((name) => !EXPECTED.has(name));
    if (others.length > 0)
      throw new Error(
        `The data folder ${dataDir} is not empty: it contains ${others.slice(0, 3).join(', ')}. Set DATA_DIR to a new folder with nothing in it but the file ${KEY_FILE}, or move the present one away. Nothing was changed.`,
      );
  } else if (fileStorage.kind === 'disk' && existsSync(fileStorage.folder))
    throw new Error(
      `There is a folder ${fileStorage.folder} already. Move it away, or set DATA_DIR to a new folder. Nothing was changed.`,
    );
  return new Set(present);
}

async function restoreFiles(folder: string, { fileStorage }: Config, signal: AbortSignal): Promise<number> {
  const blobs = createBlobStore(fileStorage);
  let count = 0;
  const isContent = (path: string) => path.startsWith(`${FILES}/`);
  await forEachConcurrently(readChecksums(folder), async ({ path }) => {
    if (!isContent(path)) return;
    signal.throwIfAborted();
    await blobs.write(path.split('/').at(-1) ?? '', join(folder, path));
    count += 1;
  });
  return count;
}

/** Deletes what was not there before. Contents in a bucket stay: nothing refers to them, and the bucket may be that of another portal. */
async function deleteRestored({ dataDir }: Config, present: ReadonlySet<string>): Promise<void> {
  const cluster = findCluster(dataDir);
  if (cluster && !resolve(cluster).startsWith(resolve(dataDir)) && !present.has('WHERE-IS-POSTGRES.txt'))
    await rm(join(cluster, '..'), { recursive: true, force: true });
  for (const name of await readdir(dataDir))
    if (!present.has(name)) await rm(join(dataDir, name), { recursive: true, force: true });
}
