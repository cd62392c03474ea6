import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts';
import { type DatabaseHandle, openDatabase } from './database.ts';

let database: TestDatabase;
let handle: DatabaseHandle;
beforeAll(async () => {
  database = await createTestDatabase();
  handle = openDatabase(database.ownerUrl, { poolSize: 2 });
});
afterAll(async () => {
  await handle?.close();
  await database?.close();
});

it('sends concurrent statements of a transaction before the first response', async () => {
  let sentMeanwhile = 0;
  const before = handle.statementsSent();
  const values = await handle.db.transaction().execute(async (tx) => {
    const slow = sql<{ n: number }>`select 1 as n from pg_sleep(0.3)`.execute(tx);
    const quick = sql<{ n: number }>`select 2 as n`.execute(tx);
    setTimeout(() => {
      sentMeanwhile = handle.statementsSent() - before;
    }, 100);
    return (await Promise.all([slow, quick])).map(({ rows }) => rows[0]?.n);
  });
  expect(values).toEqual([1, 2]);
  // BEGIN and both statements.
  expect(sentMeanwhile).toBe(3);
});

it('runs statements in the order sent, and rolls back all when one fails', async () => {
  await sql`create table pipelined (n int primary key)`.execute(handle.db);
  await handle.db
    .transaction()
    .execute((tx) =>
      Promise.all([
        sql`insert into pipelined values (1)`.execute(tx),
        sql`update pipelined set n = n + 1`.execute(tx),
        sql`insert into pipelined values (1)`.execute(tx),
      ]),
    );
  const failing = handle.db
    .transaction()
    .execute((tx) =>
      Promise.all([
        sql`insert into pipelined values (3)`.execute(tx),
        sql`insert into pipelined values (1)`.execute(tx),
        sql`insert into pipelined values (4)`.execute(tx),
      ]),
    );
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  const { rows } = await sql<{ n: number }>`select n from pipelined order by n`.execute(handle.db);
  expect(rows.map(({ n }) => n)).toEqual([1, 2]);
});

it('rejects the transaction when the error of a statement was ignored', async () => {
  const careless = handle.db.transaction().execute((tx) => sql`select 1 / 0`.execute(tx).catch(() => 'never mind'));
  await expect(careless).rejects.toThrow();
});

it('sends nothing when a transaction has no statements', async () => {
  const before = handle.statementsSent();
  expect(await handle.db.transaction().execute(async () => 'nothing')).toBe('nothing');
  expect(handle.statementsSent() - before).toBe(0);
});
