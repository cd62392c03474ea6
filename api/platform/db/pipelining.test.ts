import { Socket } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts';
import { type DatabaseHandle, openDatabase, type Tx } from './database.ts';
import { getSocket, inOrder } from './pipelining.ts';

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

/** A step that has something to await before its statement, such as a cache. */
async function insertLate(tx: Tx, name: string) {
  for (let wait = 0; wait < 5; wait += 1) await Promise.resolve();
  return sql<{ name: string }>`insert into ordered (name) values (${name}) returning name`.execute(tx);
}
const insertAtOnce = (tx: Tx, name: string) =>
  sql<{ name: string }>`insert into ordered (name) values (${name}) returning name`.execute(tx);

it('runs steps in their order, in one round trip, whatever they await before their statement', async () => {
  await sql`create table ordered (id serial, name text)`.execute(handle.db);
  const listNames = async () =>
    (await sql<{ name: string }>`select name from ordered order by id`.execute(handle.db)).rows.map(({ name }) => name);
  await handle.db.transaction().execute((tx) => Promise.all([insertLate(tx, 'late'), insertAtOnce(tx, 'at once')]));
  // Otherwise this test would show nothing.
  expect(await listNames()).toEqual(['at once', 'late']);
  await sql`truncate ordered`.execute(handle.db);

  let sentMeanwhile = 0;
  const before = handle.statementsSent();
  const results = await handle.db.transaction().execute(async (tx) => {
    setTimeout(() => {
      sentMeanwhile = handle.statementsSent() - before;
    }, 100);
    return inOrder(tx, [
      () => insertLate(tx, 'first'),
      () => 'no statement',
      () => insertAtOnce(tx, 'second'),
      () => sql`select pg_sleep(0.3)`.execute(tx),
      () => insertLate(tx, 'third'),
    ]);
  });

  expect(results[0].rows).toEqual([{ name: 'first' }]);
  expect(results[1]).toBe('no statement');
  expect(await listNames()).toEqual(['first', 'second', 'third']);
  // BEGIN and four statements, before the response to the slow one.
  expect(sentMeanwhile).toBe(5);
});

it('rolls back all steps when one fails', async () => {
  await sql`create table failing (n int primary key)`.execute(handle.db);
  const failing = handle.db
    .transaction()
    .execute((tx) =>
      inOrder(tx, [
        () => sql`insert into failing values (1)`.execute(tx),
        () => Promise.reject(new Error('no')),
        () => sql`insert into failing values (2)`.execute(tx),
      ]),
    );

  await expect(failing).rejects.toThrow('no');
  expect((await sql`select from failing`.execute(handle.db)).rows).toEqual([]);
});

it('finds the socket where this version of pg keeps it', async () => {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  expect(getSocket(client)).toBeInstanceOf(Socket);
  await client.connect();
  // Of an encrypted connection, pg replaces the socket in the same field.
  expect(getSocket(client).remoteAddress ?? getSocket(client).writable).toBeTruthy();
  await client.end();
  expect(() => getSocket({ connection: {} } as unknown as pg.Client)).toThrow(/pg keeps its socket elsewhere/);
});
