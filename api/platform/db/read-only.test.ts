import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, getDatabaseName, runAsOwner, type TestDatabase } from '#api/testing/database.ts';
import { type DatabaseHandle, isDatabaseUnavailable, openDatabase } from './database.ts';

let database: TestDatabase;
let handle: DatabaseHandle;
let name: string;

beforeAll(async () => {
  database = await createTestDatabase();
  name = getDatabaseName(database.ownerUrl);
  handle = openDatabase(database.url, { poolSize: 3 });
});
afterAll(async () => {
  await handle?.close();
  await database?.close();
});

const setReadOnly = (value: 'on' | 'off') =>
  runAsOwner(
    database,
    `alter role ${new URL(database.url).username} in database ${name} set default_transaction_read_only = ${value}`,
  );
const write = () => sql`update brand set name = name`.execute(handle.db);
const read = async () =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.05)`.execute(handle.db)).rows[0]?.pid;

it('treats a refused change as an unavailable database, and never uses the connections to that server again', async () => {
  await setReadOnly('on');
  const before = await Promise.all([read(), read(), read()]);
  await setReadOnly('off');

  const error = await write().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: '25006' });
  expect(isDatabaseUnavailable(error)).toBe(true);

  await write();
  const after = await Promise.all([read(), read(), read()]);
  expect(after.filter((pid) => before.includes(pid))).toEqual([]);
});
