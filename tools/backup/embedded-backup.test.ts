import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loadConfig } from '#api/platform/config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { openVaultOf } from '#api/platform/encryption/open-vault.ts';
import { pathOfKey } from '#api/platform/files/blob-store.ts';
import { prepareDatabase } from '#api/platform/setup/prepare-database.ts';
import { TEST_KEY } from '#api/testing/portal.ts';
import { runCommand } from '../command-process.ts';
import {
  addDocumentFile,
  addFile,
  addPicture,
  countPrefix,
  fillDatabase,
  hashTables,
  query,
  readLatestBackup,
  removeFromChecksums,
  type StoredTestFile,
  startWriter,
} from './backup-fixture.ts';
import { createBackup } from './create-backup.ts';
import { MISSING_FILES } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';

// Creating a cluster and copying it writes thousands of files through to the disk.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder: string;
let server: EmbeddedPostgres;
let kept: StoredTestFile;
let picture: StoredTestFile[];
let document: StoredTestFile;
/** A backup that was made under load, and the state that it must contain. */
let backup: string;
let before: Record<string, string>;

const { signal } = new AbortController();
const configOf = (name: string, environment = {}) =>
  loadConfig({ DATA_DIR: join(folder, name), LIVERY_DEMO: 'off', SECRET_KEY: TEST_KEY, ...environment });
const restore = (from: string, name: string, environment = {}) =>
  restoreBackup(configOf(name, environment), from, { withoutSecretKey: false }, signal);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'livery-backup-'));
  await chmod(folder, 0o711);
  server = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), settings: { fsync: 'off' } });
  await prepareDatabase(server);
  await openVaultOf(configOf('data'), server.url);
  await fillDatabase(server);
  const files = join(folder, 'data/files');
  kept = await addFile(server.ownerUrl, files);
  picture = await addPicture(server.ownerUrl, files);
  document = await addDocumentFile(server.ownerUrl, files);
  await addFile(server.ownerUrl, files, { stored: false, hasExpired: true });
});

afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** What the server does by itself now and then, and files that appear and disappear. */
function startMaintenance(url: string): { stop(): Promise<void> } {
  let isStopping = false;
  const run = async () => {
    while (!isStopping)
      await query(url, 'vacuum write_log', 'checkpoint', 'create table passing as select 1', 'drop table passing');
  };
  const done = run();
  return {
    stop: () => {
      isStopping = true;
      return done;
    },
  };
}

test('a backup under load is a state between its begin and its end', async () => {
  before = await hashTables(server.ownerUrl);
  const writers = [1, 2].map((writer) => startWriter(server.url, writer));
  const maintenance = startMaintenance(server.adminUrl);
  await expect.poll(() => Math.min(...writers.map(({ committed }) => committed())), { interval: 5 }).toBeGreaterThan(20);
  const atBegin = writers.map(({ committed }) => committed());

  const made = await createBackup(configOf('data'), join(folder, 'backups'), signal, {
    // Only WAL contains this: the file of the table has been copied empty, and the checkpoint would make a recovery begin after it.
    afterFiles: () => query(server.adminUrl, 'insert into late values (1)', 'checkpoint').then(() => {}),
  });
  const atEnd = writers.map(({ committed }) => committed());
  await Promise.all([...writers, maintenance].map(({ stop }) => stop()));
  backup = made.folder;
  expect(made.missing).toBe(0);
  expect(await readLatestBackup(server.url)).toEqual([{ bytes: made.bytes, age: expect.closeTo(0, -2) }]);

  await restore(backup, 'restored');
  const restored = await startEmbeddedPostgres({ dataDir: join(folder, 'restored') });
  try {
    expect(await hashTables(restored.ownerUrl)).toEqual(before);
    expect(await query(restored.url, 'select n from late')).toEqual([{ n: 1 }]);
    for (const [index, writer] of [1, 2].entries()) {
      const rows = await countPrefix(restored.ownerUrl, writer);
      expect(rows).toBeGreaterThanOrEqual(atBegin[index]!);
      // One more may have been committed, but not acknowledged, at the end.
      expect(rows).toBeLessThanOrEqual(atEnd[index]! + 1);
      expect(atEnd[index]).toBeGreaterThan(atBegin[index]!);
    }
    for (const { key, content } of [kept, document, ...picture])
      expect(await readFile(join(folder, 'restored/files', pathOfKey(key)))).toEqual(content);
  } finally {
    await restored.stop();
  }
});

test('the restored cluster belongs to the account of PostgreSQL, and no one else can read it', async () => {
  const [original, restored] = await Promise.all(['data', 'restored'].map((name) => stat(join(folder, name, 'postgres'))));

  expect([restored?.uid, restored?.gid, restored?.mode]).toEqual([original?.uid, original?.gid, original?.mode]);
  const table = (await stat(join(folder, 'restored/postgres/PG_VERSION'))).mode & 0o777;
  expect(table).toBe(0o600);
  expect((await stat(backup)).mode & 0o777).toBe(0o700);
});

test('without its label, the same copy is not the state of any moment', async () => {
  const broken = join(folder, 'broken');
  await cp(backup, broken, { recursive: true });
  await rm(join(broken, 'database/backup_label'));
  await removeFromChecksums(broken, 'database/backup_label');

  const lost = await restore(broken, 'restored-broken').then(
    async () => {
      const restored = await startEmbeddedPostgres({ dataDir: join(folder, 'restored-broken') });
      const rows = await query(restored.adminUrl, 'select n from late').catch(() => []);
      await restored.stop();
      return rows.length === 0;
    },
    () => true,
  );

  expect(lost).toBe(true);
});

test('a backup without its WAL is refused by PostgreSQL, and nothing of it stays', async () => {
  const broken = join(folder, 'without-wal');
  await cp(backup, broken, { recursive: true });
  for (const name of (await readdir(join(broken, 'database/pg_wal'))).filter((each) => /^[0-9A-F]{24}$/.test(each))) {
    await rm(join(broken, 'database/pg_wal', name));
    await removeFromChecksums(broken, `database/pg_wal/${name}`);
  }

  await expect(restore(broken, 'restored-without-wal')).rejects.toThrow(/PostgreSQL ended while starting.*checkpoint/);
  expect(await readdir(join(folder, 'restored-without-wal'))).toEqual(['owner.lock']);
});

test('the command copies what there is, says what is missing, and works on a stopped portal too', async () => {
  const files = join(folder, 'data/files');
  const missing = await addFile(server.ownerUrl, files, { stored: false });
  const damaged = await addFile(server.ownerUrl, files, { rowSaysOtherwise: true });
  const recorded = await query(server.adminUrl, 'select * from latest_backup');
  await server.stop();
  const target = join(folder, 'cold');

  const older = 'livery-20250101T030000Z';
  await mkdir(join(target, older), { recursive: true });
  const words = ['tools/backup/backup.ts', target, '--keep', '14'];
  const run = runCommand(words, { DATA_DIR: join(folder, 'data'), LIVERY_DEMO: 'off' });
  expect(await run.ended).toEqual([3, null]);
  expect(run.said).toMatch(/PostgreSQL 18, for this command[\s\S]*The secret key .* is not in it/);
  expect(run.said).toContain('The contents of 2 files are missing from the file store or damaged there');

  // It may have the contents that this one lacks.
  const names = (await readdir(target)).toSorted();
  expect(names).toEqual([older, expect.stringMatching(/^livery-\d{8}T\d{6}Z$/)]);
  const name = names[1] ?? '';
  const list = await readFile(join(target, name, MISSING_FILES), 'utf8');
  expect(list.trim().split('\n').toSorted()).toEqual(
    [
      `${missing.key} its content is not in the file store`,
      `${damaged.key} its content differs from its checksum in the database`,
    ].toSorted(),
  );

  const again = await startEmbeddedPostgres({ dataDir: join(folder, 'data') });
  const afterwards = await query(again.adminUrl, 'select * from latest_backup');
  await again.stop();
  expect(afterwards).toEqual(recorded);
});
