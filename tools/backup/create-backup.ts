import { readFileSync, realpathSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { Client } from 'pg';
import { formatBytes } from '#api/platform/bytes.ts';
import type { Config } from '#api/platform/config.ts';
import { findCluster } from '#api/platform/db/embedded/postgres-cluster.ts';
import { measureFreeSpace } from '#api/platform/disk-space.ts';
import { findVault } from '#api/platform/encryption/vault.ts';
import { createBlobStore } from '#api/platform/files/blob-store.ts';
import { runStep } from '../console.ts';
import { openEmbeddedDatabase } from '../database.ts';
import { ChecksumList } from './checksums.ts';
import { measureCluster } from './cluster-files.ts';
import { type CopySteps, copyRunningCluster, copySteps } from './copy-cluster.ts';
import { type CopiedContents, copyContents, keepFileContents, listContents } from './copy-contents.ts';
import { type CopyContext, writeFileFrom } from './copy-file.ts';
import { type DatabaseFacts, measureDatabase, readDatabaseFacts } from './database-facts.ts';
import { dumpDatabase, findDumpProgram } from './dump.ts';
import { createManifest, FILES, MANIFEST, type Manifest } from './manifest.ts';
import type { PostgresProgram } from './postgres-programs.ts';
import { createProgress } from './progress.ts';
import { recordBackup } from './record-backup.ts';
import { createUnfinishedFolder, deleteLeftovers, type UnfinishedFolder } from './unfinished-folder.ts';

/** What the names of backups begin with; the time of their start follows. */
export const BACKUP_PREFIX = 'livery-';

/** A finished backup. */
export interface Backup {
  folder: string;
  bytes: number;
  /** Files whose content was missing or damaged in the file store. */
  missing: number;
}

/** The database that is backed up. */
interface Source {
  kind: Manifest['kind'];
  /** As its owner, or for the embedded one as superuser. Open during the whole backup. */
  client: Client;
  facts: DatabaseFacts;
  /** The folder of the embedded one. */
  cluster?: string;
  /** The program that dumps an external one. */
  program?: PostgresProgram;
  url: string;
  close(): Promise<void>;
}

/**
 * Backs up database and files into a new folder in `parent`, while the portal runs or not: first the database, then the contents of the files which it names. The
 * folder gets its name when it is complete.
 *
 * @throws an error if something is missing or the signal aborts it; nothing is left then
 */
export async function createBackup(
  config: Config,
  parent: string,
  signal: AbortSignal,
  steps: CopySteps = copySteps,
): Promise<Backup> {
  refuseDataFolder(parent, config.dataDir);
  const source = config.databaseUrl ? await openExternal(config) : await openEmbedded(config);
  try {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    for (const name of await deleteLeftovers(parent, BACKUP_PREFIX))
      console.log(`  deleted ${name}, left by a backup that was interrupted`);
    const expected = await checkSpace(source, parent);
    const startedAt = new Date();
    const target = join(resolve(parent), BACKUP_PREFIX + startedAt.toISOString().replaceAll(/[-:]|\.\d+/g, ''));
    const unfinished = await createUnfinishedFolder(target);
    try {
      const context = { signal, ...createProgress(expected) };
      const { bytes, missing } = await fill(unfinished, { config, source, startedAt, context, steps });
      signal.throwIfAborted();
      await runStep('written to the disk', () => unfinished.finish());
      // One without all files is not what someone relies on: the age goes on growing, and the metrics show it.
      if (missing === 0) await recordBackup(source.client, { startedAt, bytes });
      return { folder: target, bytes, missing };
    } catch (error) {
      await unfinished.discard();
      throw error;
    }
  } finally {
    await source.close();
  }
}

/** A backup in the folder that it protects would be lost with it. */
function refuseDataFolder(parent: string, dataDir: string): void {
  const isInside = `${resolve(parent)}${sep}`.startsWith(`${resolve(dataDir)}${sep}`);
  if (isInside)
    throw new Error(`The folder ${parent} is in the data folder ${dataDir}. Choose one outside it, best on another disk.`);
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: 'livery backup' });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function openEmbedded({ dataDir }: Config): Promise<Source> {
  if (process.platform === 'win32')
    throw new Error('The embedded database cannot be backed up on Windows. Use an external one (DATABASE_URL) there.');
  const cluster = findCluster(dataDir);
  if (cluster === undefined)
    throw new Error(
      `The data folder ${dataDir} contains no database. Set DATA_DIR to that of the portal, or DATABASE_URL to its database.`,
    );
  const server = await openEmbeddedDatabase(realpathSync(dataDir));
  try {
    const client = await connect(server.adminUrl);
    const close = async () => {
      await client.end().catch(() => {});
      await server.close();
    };
    return { kind: 'embedded', cluster, client, facts: await readDatabaseFacts(client), url: server.adminUrl, close };
  } catch (error) {
    await server.close();
    throw error;
  }
}

async function openExternal({ databaseOwnerUrl: url }: Config): Promise<Source> {
  const client = await connect(url);
  try {
    const facts = await readDatabaseFacts(client);
    return { kind: 'external', client, facts, program: findDumpProgram(facts.version), url, close: () => client.end() };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** Returns about how many bytes will be written. A dump is compressed, but by how much is not known before. */
async function checkSpace({ client, cluster }: Source, parent: string): Promise<number> {
  const { database, files } = await measureDatabase(client);
  const needed = (cluster === undefined ? database : await measureCluster(cluster)) + files;
  const available = await measureFreeSpace(parent);
  if (available < needed)
    throw new Error(
      `The backup may take ${formatBytes(needed)}, but only ${formatBytes(available)} are free in ${parent}. Make room there or choose another folder. Nothing was written.`,
    );
  return needed;
}

interface Job {
  config: Config;
  source: Source;
  startedAt: Date;
  context: CopyContext;
  steps: CopySteps;
}

/** Fills the folder of a backup; the manifest comes last. */
async function fill({ path: folder }: UnfinishedFolder, job: Job): Promise<{ bytes: number; missing: number }> {
  const checksums = await ChecksumList.create(folder);
  try {
    const manifest = await copyDatabaseAndFiles({ ...job, folder, checksums });
    const text = createManifest(manifest);
    const written = await writeFileFrom([Buffer.from(text)], join(folder, MANIFEST), job.context);
    await checksums.add(MANIFEST, written.sha256);
    await checksums.close();
    return { bytes: manifest.database.bytes + manifest.files.bytes, missing: manifest.files.missing };
  } catch (error) {
    await checksums.discard();
    throw error;
  }
}

async function copyDatabaseAndFiles(job: Job & { folder: string; checksums: ChecksumList }): Promise<Omit<Manifest, 'format'>> {
  const { config, source, startedAt, context, steps, folder, checksums } = job;
  const list = join(folder, 'files-to-copy');
  await keepFileContents(source.client);
  const { facts, copiedAt, ...database } = await copyDatabase(source, { folder, checksums, list, steps }, context);
  await mkdir(join(folder, FILES));
  const files: CopiedContents = await runStep(
    'files',
    () => copyContents(list, createBlobStore(config.fileStorage), folder, { ...context, checksums }),
    ({ count, bytes }) => `files: ${count}, ${formatBytes(bytes)}`,
  );
  // A database that no portal of this version has used yet has recorded no key.
  const own = facts.secretKeys.length === 0 ? ((await findVault(config))?.fingerprints.slice(0, 1) ?? []) : [];
  return {
    kind: source.kind,
    startedAt: startedAt.toISOString(),
    databaseCopiedAt: copiedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    portal: readOwnVersion(),
    migrations: facts.migrations,
    secretKeys: [...facts.secretKeys, ...own],
    postgres: {
      version: facts.version,
      platform: `${process.platform}-${process.arch}`,
      ...(source.program ? { dumpedBy: source.program.version } : {}),
    },
    database,
    files,
  };
}

interface DatabaseTarget {
  folder: string;
  checksums: ChecksumList;
  /** Where the list of the files of the copied database is written. */
  list: string;
  steps: CopySteps;
}

/** Copies the database, and writes the list of its files and what else the manifest says about it, of the same moment. */
async function copyDatabase(source: Source, target: DatabaseTarget, context: CopyContext) {
  const { client, facts, program, url } = source;
  const describe = ({ bytes }: { bytes: number }) => `database: ${formatBytes(bytes)}`;
  if (program === undefined) {
    const copied = await runStep('database', () => copyRunningCluster(url, target, context, target.steps), describe);
    const copiedAt = new Date();
    await listContents(client, target.list);
    return { ...copied, facts, copiedAt };
  }
  const dumped = await runStep(
    `database, with pg_dump ${program.version}`,
    () => dumpDatabase({ client, program, url }, target, context),
    describe,
  );
  return { files: 1, ...dumped };
}

function readOwnVersion(): string {
  const file = join(import.meta.dirname, '../../package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
