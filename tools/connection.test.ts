import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts';
import { findFreePort, type Network, startNetwork } from '#api/testing/network.ts';
import { waitForDatabase } from './connection.ts';

let database: TestDatabase;
let network: Network | undefined;
let printed: string[];

beforeEach(async () => {
  database = await createTestDatabase();
  printed = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
});
afterEach(async () => {
  await network?.close();
  network = undefined;
  await database.close();
});

const waiting = () => printed.filter((line) => line.includes('waiting for the database'));

it('waits for a database that is not there yet, says once what it waits for, and goes on', async () => {
  const port = await findFreePort();
  const url = new URL(database.url);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(port);
  const arrived = waitForDatabase('DATABASE_URL', url.href);
  await vi.waitFor(() => expect(waiting()).toHaveLength(1));
  network = await startNetwork(database.url, { port });
  await arrived;
  expect(waiting()).toEqual([
    expect.stringContaining(`The database of DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:${port}.`),
  ]);
});

it('gives up in the end', async () => {
  const port = await findFreePort();
  await expect(waitForDatabase('DATABASE_URL', `postgres://livery_app@127.0.0.1:${port}/livery`, 600)).rejects.toThrow(
    'ECONNREFUSED',
  );
  expect(waiting()).toHaveLength(1);
});

it('does not wait for a password to become right', async () => {
  const url = new URL(database.url);
  url.password = 'wrong';
  await expect(waitForDatabase('DATABASE_URL', url.href)).rejects.toThrow('password authentication failed');
  expect(waiting()).toEqual([]);
});
