import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, runAsOwner, type TestDatabase } from '#api/testing/database.ts';
import { type DatabaseHandle, openDatabase } from '../db/database.ts';
import { openVault, refuseOtherSecretKey } from './open-vault.ts';
import { listFingerprints, lockFingerprints } from './secret-key.queries.ts';
import { WrongSecretKeyError } from './secret-key-check.ts';
import { createVaultFromKeys, KEY_FILE } from './vault.ts';

const aKey = () => randomBytes(32).toString('base64url');
const fingerprintOf = (key: string) => createVaultFromKeys(key).fingerprints[0];

let database: TestDatabase;
let handle: DatabaseHandle;
let dataDir: string;
let first: string;

beforeAll(async () => {
  database = await createTestDatabase();
  handle = openDatabase(database.url, { poolSize: 4 });
});
afterAll(async () => {
  await handle?.close();
  await database?.close();
});

beforeEach(async () => {
  await sql`delete from secret_key`.execute(handle.db);
  dataDir = await mkdtemp(join(tmpdir(), 'livery-keys-'));
  first = aKey();
  await open(first);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const config = (secretKey: string | null, secretKeyPrevious: string | null = null) => ({ dataDir, secretKey, secretKeyPrevious });
const open = (key: string | null, previous: string | null = null) => openVault(config(key, previous), handle.db);
const refusal = (start: Promise<unknown>) => start.then(() => undefined).catch((error: unknown) => error as Error);

describe('a database', () => {
  it('is opened by the key that it was first used with, and by no other', async () => {
    await open(first);
    const error = await refusal(open(aKey()));

    expect(error).toBeInstanceOf(WrongSecretKeyError);
    expect(error?.message).toContain(fingerprintOf(first));
    expect(error?.message).toMatch(/Set SECRET_KEY to the key that the portal used last/);
    expect(await listFingerprints(handle.db)).toEqual([fingerprintOf(first)]);
  });

  it('is opened by no new key of a data folder, and none is created there', async () => {
    const error = await refusal(open(null));

    expect(error?.message).toContain(`there is no file ${join(dataDir, KEY_FILE)}`);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('is opened by the right key of a data folder', async () => {
    await writeFile(join(dataDir, KEY_FILE), `${first}\n`);
    await open(null);
  });

  it('gets one key when several processes start at once with keys of their own', async () => {
    await sql`delete from secret_key`.execute(handle.db);
    const other = openDatabase(database.ownerUrl, { poolSize: 2 });
    const countWaiting = async () =>
      (
        await sql<{ n: number }>`select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(other.db)
      ).rows[0]?.n;
    const starts = await other.db.transaction().execute(async (tx) => {
      await lockFingerprints(tx);
      const started = Array.from({ length: 4 }, () => refusal(open(aKey())));
      await expect.poll(countWaiting, { timeout: 10_000, interval: 10 }).toBe(4);
      return started;
    });

    expect((await Promise.all(starts)).filter((error) => error instanceof WrongSecretKeyError)).toHaveLength(3);
    expect(await listFingerprints(handle.db)).toHaveLength(1);
    await other.close();
  });

  it('says nothing about the key', () => {
    const bytes = Buffer.from(first, 'base64url');
    expect(fingerprintOf(first)).toMatch(/^[0-9a-f]{32}$/);
    expect(bytes.toString('hex')).not.toContain(fingerprintOf(first));
  });
});

describe('a new key', () => {
  it('is refused alone, and replaces the present one when that is given as the previous key', async () => {
    const second = aKey();
    expect(await refusal(open(second))).toBeInstanceOf(WrongSecretKeyError);

    await open(second, first);
    await open(second);
    expect(await listFingerprints(handle.db)).toEqual([fingerprintOf(first), fingerprintOf(second)]);
  });

  it('can be made known to all processes before one of them uses it', async () => {
    const second = aKey();
    await open(first, second);
    expect(await listFingerprints(handle.db)).toEqual([fingerprintOf(first)]);
    await open(second, first);

    // A process of the first step that starts again in the middle of the second.
    await open(first, second);
    await open(second, first);
    await open(second);
  });

  it('is needed by a process that starts with the former key alone', async () => {
    await open(aKey(), first);

    expect(await refusal(open(first))).toBeInstanceOf(WrongSecretKeyError);
  });
});

describe('before migrations', () => {
  it('a database of an earlier version, without keys, is accepted', async () => {
    const older = await createTestDatabase();
    await runAsOwner(older, 'drop table secret_key');
    await refuseOtherSecretKey(config(aKey()), older.url);
    await older.close();
  });

  it('a database of another key is refused', async () => {
    expect(await refusal(refuseOtherSecretKey(config(aKey()), database.url))).toBeInstanceOf(WrongSecretKeyError);
    await refuseOtherSecretKey(config(first), database.url);
  });
});
