import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findEmbeddedPostgres, startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { openCommandDatabase } from './database.ts';

// Creating a cluster writes a thousand files through to the disk.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'livery-open-'));
  await chmod(dataDir, 0o711);
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function isMigrated(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query('SELECT FROM organisation')).rowCount !== null;
  } finally {
    await client.end();
  }
}

test('a command uses the server of the running portal, and leaves it running', async () => {
  const portal = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
  const database = await openCommandDatabase({ DATA_DIR: dataDir, LIVERY_DEMO: 'off' });

  expect(database.url).toBe(portal.url);
  await database.close();
  expect(await isMigrated(portal.url)).toBe(true);
  await portal.stop();
});

test('without a running portal it starts the server, and stops it', async () => {
  const database = await openCommandDatabase({ DATA_DIR: dataDir, LIVERY_DEMO: 'off' });
  expect(await isMigrated(database.url)).toBe(true);
  await database.close();

  expect(findEmbeddedPostgres(dataDir)).toBeUndefined();
  await expect(isMigrated(database.url)).rejects.toThrow();
});
