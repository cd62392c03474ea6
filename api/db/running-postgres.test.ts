import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { startEmbeddedPostgres } from './embedded.ts';
import { findRunningPostgres } from './running-postgres.ts';

test('the PostgreSQL of a running portal is found, and none before and after', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'livery-running-'));
  await chmod(dataDir, 0o711);
  try {
    expect(await findRunningPostgres(join(dataDir, 'missing'))).toBeUndefined();
    expect(await findRunningPostgres(dataDir)).toBeUndefined();
    const server = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
    const url = await findRunningPostgres(dataDir);
    const client = new Client({ connectionString: url });
    await client.connect();
    expect((await client.query('SELECT current_database() AS name')).rows).toEqual([{ name: 'livery' }]);
    await client.end();
    await server.stop();
    expect(await findRunningPostgres(dataDir)).toBeUndefined();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
