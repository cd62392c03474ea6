import { appendFile, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '#api/platform/config.ts';
import { readMigrations } from '#api/platform/db/migration-files.ts';
import { createVaultFromKeys } from '#api/platform/encryption/vault.ts';
import { TEST_KEY } from '#api/testing/portal.ts';
import { removeFromChecksums } from './backup-fixture.ts';
import { ChecksumList } from './checksums.ts';
import { hashFile } from './copy-file.ts';
import { CHECKSUMS, createManifest, MANIFEST, type Manifest } from './manifest.ts';
import { restoreBackup, verifyBackup } from './restore-backup.ts';

let folder: string;
let backup: string;
let manifest: Omit<Manifest, 'format'>;
const { signal } = new AbortController();
const context = { signal, onBytes: () => {} };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'livery-verify-'));
  backup = join(folder, 'backup');
  const migrations = await readMigrations();
  manifest = {
    kind: 'embedded',
    startedAt: '2026-01-31T03:00:00.000Z',
    databaseCopiedAt: '2026-01-31T03:00:05.000Z',
    finishedAt: '2026-01-31T03:00:06.000Z',
    portal: '0.1.0',
    migrations: migrations.map(({ name, checksum }) => ({ name, checksum })),
    secretKeys: [...createVaultFromKeys(TEST_KEY).fingerprints],
    postgres: { version: '18.4', platform: `${process.platform}-${process.arch}` },
    database: { files: 2, bytes: 8 },
    files: { count: 1, bytes: 4, missing: 0 },
  };
  await write(manifest);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Writes a small backup with this manifest. */
async function write(content: Omit<Manifest, 'format'>): Promise<void> {
  await rm(backup, { recursive: true, force: true });
  await mkdir(join(backup, 'database/base'), { recursive: true });
  await mkdir(join(backup, 'files/ab'), { recursive: true });
  const list = await ChecksumList.create(backup);
  const files = {
    'database/base/1': 'page',
    'database/PG_VERSION': '18\n',
    'files/ab/abc': 'file',
    [MANIFEST]: createManifest(content),
  };
  for (const [path, text] of Object.entries(files)) {
    await writeFile(join(backup, path), text);
    await list.add(path, (await hashFile(join(backup, path), context)).sha256);
  }
  await list.close();
}

const at = (path: string) => join(backup, path);

describe('a backup', () => {
  it('is verified with the checksums of all its files', async () => {
    expect((await verifyBackup(backup, signal)).files).toBe(4);
  });

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['one byte differs', () => writeFile(at('database/base/1'), 'pane'), /The file database\/base\/1 of the backup is damaged/],
    ['a file was cut off', () => truncate(at('files/ab/abc'), 3), /The file files\/ab\/abc of the backup is damaged/],
    ['a file is missing', () => rm(at('database/base/1')), /The file database\/base\/1 of the backup is missing/],
    ['a file was added', () => writeFile(at('database/base/2'), ''), /contains 5 files, but SHA256SUMS lists 4/],
    ['a line is missing', () => removeFromChecksums(backup, 'files/ab/abc'), /contains 4 files, but SHA256SUMS lists 3/],
    ['a line leads out of it', () => appendFile(at(CHECKSUMS), `${'0'.repeat(64)}  ../secret\n`), /SHA256SUMS is damaged/],
    [
      'the manifest differs',
      async () => writeFile(at(MANIFEST), (await readFile(at(MANIFEST), 'utf8')).replace('03:00:05', '04:00:05')),
      /The file manifest.json of the backup is damaged/,
    ],
    ['the manifest is not complete', () => truncate(at(MANIFEST), 20), /manifest\.json is damaged/],
    ['the manifest is missing', () => rm(at(MANIFEST)), /is not a backup, or one that was interrupted/],
    [
      'a newer version made it',
      () => writeFile(at(MANIFEST), '{"format":2}'),
      /was made by a newer version of Livery \(format 2\)/,
    ],
  ])('is refused when %s', async (_, change, message) => {
    await change();
    await expect(verifyBackup(backup, signal)).rejects.toThrow(message);
  });
});

describe('restoring is refused', () => {
  const dataDir = () => join(folder, 'data');
  const restore = (environment: Record<string, string> = {}) =>
    restoreBackup(
      loadConfig({ DATA_DIR: dataDir(), SECRET_KEY: TEST_KEY, ...environment }),
      backup,
      { withoutSecretKey: false },
      signal,
    );

  it.each<[string, () => Partial<Manifest>, RegExp]>([
    [
      'when a newer version of the portal made the backup',
      () => ({ migrations: [...manifest.migrations, { name: '9999-later.sql', checksum: '' }] }),
      /made by a newer version of Livery \(0\.1\.0\), with the migrations 9999-later\.sql/,
    ],
    [
      'when a migration differs',
      () => ({ migrations: [{ name: manifest.migrations[0]!.name, checksum: 'other' }] }),
      /The migration 0001-baseline of the backup differs/,
    ],
    [
      'with another secret key',
      () => ({ secretKeys: ['0'.repeat(32)] }),
      /The secret key is not the one that this database needs/,
    ],
    ['on another kind of machine', () => ({ postgres: { version: '18.4', platform: 'plan9-mips' } }), /on plan9-mips/],
    [
      'with another version of the embedded PostgreSQL',
      () => ({ postgres: { version: '17.2', platform: 'linux-x64' } }),
      /backup of PostgreSQL 17\.2, but this version of Livery contains PostgreSQL 18/,
    ],
    ['without DATABASE_URL, of an external database', () => ({ kind: 'external' }), /Set DATABASE_URL and DATABASE_OWNER_URL/],
  ])('%s', async (_, change, message) => {
    await write({ ...manifest, ...change() });
    await expect(restore()).rejects.toThrow(message);
    await expect(readFile(dataDir())).rejects.toThrow('ENOENT');
  });

  it('into an external database, of an embedded one', async () => {
    await expect(restore({ DATABASE_URL: 'postgresql://localhost/livery' })).rejects.toThrow(/Unset DATABASE_URL/);
  });

  it('into a data folder that contains something other than the key', async () => {
    await mkdir(join(dataDir(), 'postgres'), { recursive: true });
    await expect(restore()).rejects.toThrow(`The data folder ${dataDir()} is not empty: it contains postgres.`);
  });
});
