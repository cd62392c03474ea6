import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { grantToApplication } from '#api/platform/db/application-role.ts';
import { DataFolderInUseError } from '#api/platform/db/embedded/data-lock.ts';
import { startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { migrate } from '#api/platform/db/migrate.ts';
import { readSchemaFiles } from '#api/platform/db/schema-files.ts';
import { createVaultFromKeys } from '#api/platform/encryption/vault.ts';
import { openJobQueue } from '#api/platform/jobs/queue.ts';
import { getDatabaseName, runOnServer, withDatabaseName } from './database.ts';
import { prepareRowTypes } from './row-types/prepare-row-types.ts';

const project = join(import.meta.dirname, '../..');

/**
 * Vitest's global setup: one PostgreSQL server for the whole run, with a template database that is migrated and seeded once
 * for each version of the schema and the seed, and kept between runs. DATABASE_URL_TEST names another server to use.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  // Beside the server, which takes about as long to start.
  const rowTypes = Promise.allSettled([prepareRowTypes()]);
  const server = process.env.DATABASE_URL_TEST
    ? {
        ownerUrl: process.env.DATABASE_URL_TEST,
        url: await createApplicationRole(process.env.DATABASE_URL_TEST),
        stop: async () => {},
      }
    : await startTestServer();
  try {
    await dropLeftovers(server.ownerUrl);
    const day = new Date().toISOString().slice(0, 10);
    const templateUrl = await prepareTemplate(server, day);
    provide('testTemplateDay', day);
    provide('testTemplateUrl', templateUrl);
    provide('testApplicationUrl', withDatabaseName(server.url, getDatabaseName(templateUrl)));
    const [prepared] = await rowTypes;
    if (prepared.status === 'rejected') throw prepared.reason;
    provide('rowTypesFile', prepared.value);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return () => server.stop();
}

/** What the databases and temporary files of a run need at most, and what is left for the tests, in bytes. */
const NEEDED_DISK = 5 * 2 ** 30;
const NEEDED_MEMORY = 10 * 2 ** 30;

/** The magic number of a file system in memory. */
const TMPFS = 0x01021994;

const MEMORY_DISK = '/dev/shm';

/**
 * A new folder in memory, on CI: a database has 1,500 files, and copying them on a disk takes three times the processor time. Undefined where there is too
 * little memory, and for someone who works here: their template is kept for the next run.
 */
async function createFolderInMemory(): Promise<string | undefined> {
  if (!process.env.CI || freemem() < NEEDED_MEMORY) return undefined;
  try {
    const { type, bavail, bsize } = await statfs(MEMORY_DISK);
    if (type !== TMPFS || bavail * bsize < NEEDED_DISK) return undefined;
    for (const name of await readdir(MEMORY_DISK)) {
      const [, pid] = /^livery-tests-(\d+)$/.exec(name) ?? [];
      if (pid !== undefined && !isRunning(Number(pid))) await rm(join(MEMORY_DISK, name), { recursive: true, force: true });
    }
    const folder = join(MEMORY_DISK, `livery-tests-${process.pid}`);
    // The account of PostgreSQL passes through it.
    await mkdir(folder, { mode: 0o711 });
    return folder;
  } catch {
    return undefined;
  }
}

/**
 * Lets the tests, and the programs that they run, make their temporary folders in that folder: clusters, backups, stores of files and the profiles of
 * browsers are written through to the disk otherwise, which takes a tenth more processor time, and waits.
 */
async function keepTemporaryFilesIn(folder: string): Promise<void> {
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  // As /tmp is: the account of PostgreSQL has folders of its own in it.
  await chmod(temporary, 0o1777);
  process.env.TMPDIR = temporary;
}

/** Durability is off, because the data is not needed after the run. Concurrent runs wait for each other. */
async function startTestServer() {
  const folder = await createFolderInMemory();
  if (folder !== undefined) await keepTemporaryFilesIn(folder);
  for (let attempt = 0; ; attempt++) {
    try {
      const { url, adminUrl, stop } = await startEmbeddedPostgres({
        dataDir: folder ?? join(project, '.cache/test-postgres'),
        settings: {
          fsync: 'off',
          synchronous_commit: 'off',
          full_page_writes: 'off',
          max_connections: '100',
          wal_level: 'minimal',
          max_wal_senders: '0',
          ...(folder !== undefined && { max_wal_size: '256MB' }),
        },
      });
      return {
        url,
        ownerUrl: adminUrl,
        stop: async () => {
          await stop();
          if (folder !== undefined) await rm(folder, { recursive: true, force: true });
        },
      };
    } catch (error) {
      if (!(error instanceof DataFolderInUseError)) throw error;
      if (attempt === 0) console.log(`Waiting for another test run (process ${error.ownerPid ?? 'unknown'}) to finish …`);
      await delay(500); // waits because another process does not announce that it has released the folder
    }
  }
}

/** Creates the role that the application has in tests, as docs/operations/deployment.md describes it. Returns its address. */
async function createApplicationRole(ownerUrl: string): Promise<string> {
  const role = 'livery_test_app';
  const password = randomUUID();
  await runOnServer(ownerUrl, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
    if (!rowCount) await client.query(`CREATE ROLE ${role} LOGIN NOSUPERUSER NOBYPASSRLS`);
    await client.query(`ALTER ROLE ${role} PASSWORD '${password}'`);
    await client.query(`GRANT pg_read_all_stats TO ${role}`);
  });
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = password;
  return url.href;
}

async function dropLeftovers(url: string): Promise<void> {
  await runOnServer(url, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      String.raw`SELECT datname FROM pg_database WHERE datname LIKE 'livery\_test\_%'`,
    );
    for (const { datname } of rows) {
      const pid = Number(datname.split('_')[2]);
      if (!isRunning(pid)) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
    }
  });
}

/** On a server given by DATABASE_URL_TEST, the run that created a database may still be running. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function prepareTemplate(
  { url: applicationUrl, ownerUrl: url }: { url: string; ownerUrl: string },
  day: string,
): Promise<string> {
  const name = `livery_template_${await fingerprint(day)}`;
  const templateUrl = withDatabaseName(url, name);
  const exists = await runOnServer(url, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      String.raw`SELECT datname FROM pg_database WHERE datname LIKE 'livery\_template\_%'`,
    );
    const outdated = rows.filter(({ datname }) => datname !== name);
    for (const { datname } of outdated) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
    return rows.length > outdated.length;
  });
  if (exists) return templateUrl;

  // Under another name until it is complete, so that a killed run leaves no template that looks complete.
  const unfinished = withDatabaseName(url, `livery_test_${process.pid}_template`);
  const started = performance.now();
  await runOnServer(url, (client) => client.query(`CREATE DATABASE ${getDatabaseName(unfinished)} TEMPLATE template0`));
  await migrate(unfinished);
  await seed(unfinished);
  const jobs = openJobQueue(unfinished, pino({ level: 'silent' }));
  const { jobDefinitions } = await import('#api/jobs.ts');
  await jobs.createQueues(jobDefinitions);
  await jobs.close();
  await grantToApplication(unfinished, withDatabaseName(applicationUrl, getDatabaseName(unfinished)));
  await runOnServer(url, (client) => client.query(`ALTER DATABASE ${getDatabaseName(unfinished)} RENAME TO ${name}`));
  console.log(`Prepared the test database in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return templateUrl;
}

async function seed(url: string): Promise<void> {
  const file = join(project, 'demo/seed.ts');
  if (!existsSync(file)) return;
  const { seedDemo } = await import(file);
  const { TEST_KEY } = await import('./portal.ts');
  await seedDemo(url, { vault: createVaultFromKeys(TEST_KEY) });
}

/** A hash of everything that determines the template's contents, and of the day (`2026-01-31`), because the seed's dates are relative. */
async function fingerprint(day: string): Promise<string> {
  const hash = createHash('sha256').update(day);
  hash.update((await readSchemaFiles()).version);
  for (const folder of ['api/platform/db/migrations', 'demo', 'api/platform/jobs', 'api/organisation/countries']) {
    const entries = await readdir(join(project, folder), { recursive: true, withFileTypes: true }).catch(() => []);
    for (const file of entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()) {
      hash.update(file.slice(project.length)).update(await readFile(file));
    }
  }
  return hash.digest('hex').slice(0, 12);
}
