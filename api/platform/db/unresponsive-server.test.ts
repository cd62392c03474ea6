import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts';
import { type Network, startNetwork } from '#api/testing/network.ts';
import { type DatabaseHandle, isDatabaseUnavailable, openDatabase } from './database.ts';

const IDLE_DELAY_MS = 300;

let database: TestDatabase;
let network: Network;
let handle: DatabaseHandle;
beforeAll(async () => {
  database = await createTestDatabase();
  network = await startNetwork(database.url);
  handle = openDatabase(network.url, { poolSize: 1, statementTimeoutMs: IDLE_DELAY_MS });
});
afterAll(async () => {
  await handle?.close();
  await network?.close();
  await database?.close();
});

const ask = (seconds = 0) => sql<{ n: number }>`select 1 as n from pg_sleep(${seconds})`.execute(handle.db);

it('keeps an idle connection that no query waits for', async () => {
  await ask();
  await delay(2 * IDLE_DELAY_MS); // waits because the connection has to stay idle for longer than the limit
  expect((await ask()).rows).toEqual([{ n: 1 }]);
  expect(network.connections).toBe(1);
});

it('fails a statement without response as repeatable, and opens another connection for the next one', async () => {
  network.swallowResponses();
  const error = await ask().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect((await ask()).rows).toEqual([{ n: 1 }]);
  expect(network.connections).toBe(2);
});
