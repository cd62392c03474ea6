import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from './database.ts';

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

test('two test databases are migrated and know nothing of each other', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await ask(one.url, 'CREATE TABLE only_here (id bigint)');

  expect(await ask(one.url, `SELECT to_regclass('only_here') IS NOT NULL`)).toEqual([true]);
  expect(await ask(other.url, `SELECT to_regclass('only_here') IS NOT NULL`)).toEqual([false]);
  expect(await ask(other.url, 'SELECT count(*) > 0 FROM schema_migration')).toEqual([true]);
  await Promise.all([one.close(), other.close()]);
});

test('a closed test database is gone', async () => {
  const database = await createTestDatabase();
  await database.close();

  await expect(ask(database.url, 'SELECT 1')).rejects.toThrow(/does not exist/);
});
