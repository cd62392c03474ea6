import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from './database.ts';

async function queryValues(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

test('two test databases are migrated and independent of each other', async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await queryValues(first.ownerUrl, 'CREATE TABLE only_here (id bigint)');

  expect(await queryValues(first.url, `SELECT to_regclass('only_here') IS NOT NULL`)).toEqual([true]);
  expect(await queryValues(second.url, `SELECT to_regclass('only_here') IS NOT NULL`)).toEqual([false]);
  expect(await queryValues(second.url, 'SELECT count(*) > 0 FROM schema_migration')).toEqual([true]);
  await Promise.all([first.close(), second.close()]);
});

test('the application has a role of its own, which owns nothing and cannot bypass row security', async () => {
  const database = await createTestDatabase();

  expect(await queryValues(database.url, `SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user`)).toEqual([
    false,
  ]);
  await expect(queryValues(database.url, 'ALTER TABLE customer ADD COLUMN stray int')).rejects.toThrow(/must be owner/);
  await database.close();
});

test('a closed test database is gone', async () => {
  const database = await createTestDatabase();
  await database.close();

  await expect(queryValues(database.url, 'SELECT 1')).rejects.toThrow(/does not exist/);
});
