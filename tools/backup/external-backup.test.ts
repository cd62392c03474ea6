import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { loadConfig } from '#api/platform/config.ts';
import { pathOfKey } from '#api/platform/files/blob-store.ts';
import { prepareDatabase } from '#api/platform/setup/prepare-database.ts';
import { TEST_KEY } from '#api/testing/portal.ts';
import { useS3Server } from '#api/testing/s3-server.ts';
import { type CommandProcess, runCommand } from '../command-process.ts';
import { CREATE_ROLES, type DebianPostgres, startDebianPostgres } from '../debian-postgres.ts';
import {
  addFile,
  countPrefix,
  fillDatabase,
  hashTables,
  query,
  readLatestBackup,
  type StoredTestFile,
  startWriter,
} from './backup-fixture.ts';
import { createBackup } from './create-backup.ts';
import { MANIFEST } from './manifest.ts';
import { findPostgresProgram } from './postgres-programs.ts';
import { restoreBackup } from './restore-backup.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const folder = await mkdtemp(join(tmpdir(), 'livery-external-'));
const s3 = useS3Server(join(folder, 's3'));
let server: DebianPostgres;
let kept: StoredTestFile;
let backup: string;

const environmentOf = (database: string, changes: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  DATABASE_URL: server.urlOf('livery_app', database),
  DATABASE_OWNER_URL: server.urlOf('livery_owner', database),
  DATA_DIR: join(folder, database),
  SECRET_KEY: TEST_KEY,
  LIVERY_DEMO: 'off',
  ...changes,
});

async function run(command: 'backup' | 'restore', args: string[], environment: NodeJS.ProcessEnv) {
  const process = runCommand([`tools/backup/${command}.ts`, ...args], environment);
  const [code] = await process.ended;
  return { code, said: process.said };
}

const createDatabase = (name: string) => query(server.urlOf(), `create database ${name} owner livery_owner`);

beforeAll(async () => {
  await chmod(folder, 0o711);
  server = await startDebianPostgres(join(folder, 'server'));
  await query(server.urlOf(), ...CREATE_ROLES);
  await createDatabase('original');
  const urls = { url: server.urlOf('livery_app', 'original'), ownerUrl: server.urlOf('livery_owner', 'original') };
  await prepareDatabase(urls);
  await fillDatabase(urls);
  kept = await addFile(urls.ownerUrl, join(folder, 'original/files'));
});

afterAll(async () => {
  server?.stop('immediate');
  await rm(folder, { recursive: true, force: true });
});

describe('a dump under load', () => {
  let before: Record<string, string>;
  let atBegin = 0;
  let atEnd = 0;

  beforeAll(async () => {
    before = await hashTables(server.urlOf('livery_owner', 'original'));
    const writer = startWriter(server.urlOf('livery_app', 'original'), 1);
    await vi.waitFor(() => expect(writer.committed()).toBeGreaterThan(20), { timeout: 10_000, interval: 5 });
    atBegin = writer.committed();
    const { code, said } = await run('backup', [join(folder, 'backups')], environmentOf('original'));
    atEnd = writer.committed();
    await writer.stop();
    expect(said).toMatch(/^ {2}database: /m);
    expect(code).toBe(0);
    expect(await readLatestBackup(server.urlOf('livery_app', 'original'))).toEqual([
      { bytes: expect.any(Number), age: expect.closeTo(0, -2) },
    ]);
    backup = join(folder, 'backups', (await readdir(join(folder, 'backups')))[0] ?? '');
  });

  test('is restored with all tables, files, owners and rights', async () => {
    await createDatabase('restored');
    const { code, said } = await run('restore', [backup], environmentOf('restored'));
    expect(said).toMatch(/every row read: \d+ in \d+ tables/);
    expect(code).toBe(0);

    const [url, ownerUrl] = ['livery_app', 'livery_owner'].map((role) => server.urlOf(role, 'restored')) as [string, string];
    expect(await hashTables(ownerUrl)).toEqual(before);
    const rows = await countPrefix(ownerUrl, 1);
    expect(rows).toBeGreaterThanOrEqual(atBegin);
    expect(rows).toBeLessThan(atEnd);
    expect(await readFile(join(folder, 'restored/files', pathOfKey(kept.key)))).toEqual(kept.content);

    const owners = await query(ownerUrl, `select distinct tableowner from pg_tables where schemaname in ('public', 'pgboss')`);
    expect(owners).toEqual([{ tableowner: 'livery_owner' }]);
    await query(url, `insert into rate_limit values ('test', now(), 1)`, 'delete from pgboss.job', 'select * from customer');
    await expect(query(url, 'create table stray (n int)')).rejects.toThrow(/permission denied/);
    // What a start does finds nothing to do.
    expect(await prepareDatabase({ url, ownerUrl })).toBe(0);
  });

  test('goes into an S3 bucket as well, if that is configured', async () => {
    await createDatabase('in_bucket');
    const { endpoint = '', bucket, accessKeyId, secretAccessKey } = s3.storage as Extract<typeof s3.storage, { kind: 's3' }>;
    const environment = environmentOf('in_bucket', {
      FILES_S3_BUCKET: bucket,
      FILES_S3_ENDPOINT: endpoint,
      FILES_S3_ACCESS_KEY_ID: accessKeyId,
      FILES_S3_SECRET_ACCESS_KEY: secretAccessKey,
    });
    const config = loadConfig(environment);
    const { signal } = new AbortController();
    await restoreBackup(config, backup, { withoutSecretKey: false }, signal);

    // From the bucket into a backup again.
    const again = join(folder, 'from-bucket');
    expect(await createBackup(config, again, signal)).toMatchObject({ missing: 0 });
    const [name = ''] = await readdir(again);
    expect(await readFile(join(again, name, pathOfKey(kept.key)))).toEqual(kept.content);
  });
});

describe('restoring is refused, and changes nothing,', () => {
  const target = 'refused';
  beforeAll(async () => {
    await createDatabase(target);
  });
  const expectUntouched = async () => {
    const tables = await query(server.urlOf('livery_owner', target), `select from pg_tables where schemaname = 'public'`);
    expect(tables).toEqual([]);
  };

  test('into a database that is not empty', async () => {
    const { code, said } = await run('restore', [backup], environmentOf('original', { DATA_DIR: join(folder, 'elsewhere') }));
    expect(said).toMatch(/The database original is not empty: it contains pgboss\.\w+, /);
    expect(code).toBe(1);
  });

  test('with another secret key', async () => {
    const secretKey = Buffer.alloc(32, 'other').toString('base64url');
    const keys = ((await readManifest()) as { secretKeys: string[] }).secretKeys;
    const { code, said } = await run('restore', [backup], environmentOf(target, { SECRET_KEY: secretKey }));

    expect(said).toContain(`The secret key is not the one that this database needs (fingerprint ${keys.at(-1)})`);
    expect(code).toBe(1);
    await expectUntouched();
  });

  const readManifest = async (): Promise<object> => JSON.parse(await readFile(join(backup, MANIFEST), 'utf8'));

  test('when the dump was cut off', async () => {
    const broken = join(folder, 'cut-off');
    await mkdir(join(broken, 'files'), { recursive: true });
    for (const name of ['manifest.json', 'SHA256SUMS', 'database.dump', pathOfKey(kept.key)]) {
      await mkdir(join(broken, name, '..'), { recursive: true });
      await copyFile(join(backup, name), join(broken, name));
    }
    await truncate(join(broken, 'database.dump'), 10_000);

    const { code, said } = await run('restore', [broken], environmentOf(target));
    expect(said).toContain('The file database.dump of the backup is damaged');
    expect(code).toBe(1);
    await expectUntouched();
  });
});

describe('a backup that is interrupted', () => {
  const parent = join(folder, 'interrupted');
  /** Starts a backup whose pg_dump waits for a table, runs `action` with its process meanwhile, and releases the table. */
  async function interrupt(action: (process: CommandProcess) => Promise<void>): Promise<void> {
    const client = new Client({ connectionString: server.urlOf('livery_owner', 'original') });
    await client.connect();
    await client.query('begin; lock table customer in access exclusive mode');
    const process = runCommand(['tools/backup/backup.ts', parent], environmentOf('original'));
    const waiting = `select from pg_stat_activity where application_name = 'livery backup' and wait_event_type = 'Lock'`;
    await expect.poll(() => query(server.urlOf(), waiting), { timeout: 20_000, interval: 20 }).toHaveLength(1);
    await action(process);
    await client.end();
    await expect.poll(() => query(server.urlOf(), waiting), { timeout: 20_000, interval: 20 }).toEqual([]);
  }

  test('deletes what it has written', async () => {
    await interrupt(async ({ child, ended }) => {
      expect(await readdir(parent)).toHaveLength(1);
      child.kill('SIGTERM');
      expect(await ended).toEqual([143, null]);
    });
    expect(await readdir(parent)).toEqual([]);
  });

  test('leaves nothing that can be restored when it is killed, and the next one deletes that', async () => {
    await interrupt(async ({ child, ended }) => {
      child.kill('SIGKILL');
      await ended;
    });
    const [left = '', ...others] = await readdir(parent);
    expect([left, others]).toEqual([expect.stringMatching(/^livery-\w+\.unfinished$/), []]);
    const restored = await run(
      'restore',
      [join(parent, left)],
      environmentOf('original', { DATA_DIR: join(folder, 'elsewhere') }),
    );
    expect(restored).toMatchObject({ code: 1, said: expect.stringContaining('is not a backup, or one that was interrupted') });

    await mkdir(join(parent, 'livery-20250101T030000Z'));
    const { code, said } = await run('backup', [parent, '--keep', '14'], environmentOf('original'));
    expect(said).toContain(`deleted ${left}, left by a backup that was interrupted`);
    expect(said).toContain('Deleted, being older than 14 days: livery-20250101T030000Z.');
    expect(code).toBe(0);
    expect(await readdir(parent)).toEqual([expect.stringMatching(/^livery-\w+$/)]);
  });
});

describe('a program of PostgreSQL', () => {
  const programs = join(folder, 'programs');
  beforeAll(async () => {
    await mkdir(programs);
    await writeFile(join(programs, 'pg_dump'), '#!/bin/sh\necho "pg_dump (PostgreSQL) 14.9"\n', { mode: 0o755 });
  });

  test('is found in the oldest version that is new enough', () => {
    const folders = [server.programs, programs];
    const find = (minimum: number) => findPostgresProgram('pg_dump', minimum, 'dump', folders).path;
    expect(find(14)).toBe(join(programs, 'pg_dump'));
    expect(find(15)).toBe(join(server.programs, 'pg_dump'));
    expect(() => find(99)).toThrow(/pg_dump of PostgreSQL 99 or newer is needed to dump\. Found: 14\.9 .*, 1\d\.\d+ /);
  });

  test('that is too old is refused before anything is written', async () => {
    // The server of the tests is newer than Debian's programs.
    const url = inject('testTemplateUrl');
    const [{ version = 0 } = {}] = await query<{ version: number }>(
      url,
      `select current_setting('server_version_num')::int / 10000 as version`,
    );
    const target = join(folder, 'not-written');
    const environment = environmentOf('original', {
      DATABASE_URL: url,
      DATABASE_OWNER_URL: url,
      PATH: `${programs}${delimiter}/usr/bin`,
    });
    const { code, said } = await run('backup', [target], environment);

    expect(said).toContain(`pg_dump of PostgreSQL ${version} or newer is needed to dump the database`);
    expect(said).toContain(`14.9 (${join(programs, 'pg_dump')})`);
    expect(said).toContain(`apt-get install postgresql-client-${version}`);
    expect(code).toBe(1);
    await expect(readdir(target)).rejects.toThrow('ENOENT');
  });
});
