import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts';
import { type DatabaseHandle, isDatabaseUnavailable, openDatabase } from './database.ts';

const IDLE_DELAY_MS = 300;

let database: TestDatabase;
let network: Server;
let handle: DatabaseHandle;
const links: [Socket, Socket][] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const { host, port } = new Client({ connectionString: database.url });
  network = createServer((near) => {
    const far = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
    links.push([near, far]);
    near.pipe(far).pipe(near);
    for (const end of [near, far]) end.on('error', () => {});
    near.on('close', () => far.destroy());
  }).listen(0, '127.0.0.1');
  await once(network, 'listening');
  const url = new URL(database.url);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String((network.address() as AddressInfo).port);
  handle = openDatabase(url.href, { poolSize: 1, statementTimeoutMs: IDLE_DELAY_MS });
});
afterAll(async () => {
  await handle?.close();
  for (const end of links.flat()) end.destroy();
  network?.close();
  await database?.close();
});

const ask = (seconds = 0) => sql<{ n: number }>`select 1 as n from pg_sleep(${seconds})`.execute(handle.db);

it('keeps an idle connection that no query waits for', async () => {
  await ask();
  await delay(2 * IDLE_DELAY_MS); // waits because the connection has to stay idle for longer than the limit
  expect((await ask()).rows).toEqual([{ n: 1 }]);
  expect(links).toHaveLength(1);
});

it('fails a statement without response as repeatable, and opens another connection for the next one', async () => {
  for (const [near, far] of links) far.unpipe(near);
  const error = await ask().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect((await ask()).rows).toEqual([{ n: 1 }]);
  expect(links).toHaveLength(2);
});
