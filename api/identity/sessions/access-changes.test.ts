import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type DatabaseHandle, openMonitor } from '#api/platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts';
import { type Network, startNetwork } from '#api/testing/network.ts';
import { type AccessListener, type ListenerTiming, listenForAccessChanges } from './access-changes.ts';

const TIMING: ListenerTiming = { reconnect: 10, heartbeat: 50, answer: 1000, silence: 400 };

let database: TestDatabase;
let network: Network;
let monitorNetwork: Network;
let monitor: DatabaseHandle;
let listener: AccessListener;
let announced: string[];
let resets: number;
let warnings: string[];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.close());

beforeEach(async () => {
  network = await startNetwork(database.url);
  monitorNetwork = await startNetwork(database.url);
  monitor = openMonitor(monitorNetwork.url);
  [announced, resets, warnings] = [[], 0, []];
  listener = listenForAccessChanges({
    listenUrl: network.url,
    monitor: monitor.db,
    log: pino({ level: 'warn' }, { write: (line) => warnings.push((JSON.parse(line) as { msg: string }).msg) }),
    timing: TIMING,
    onAnnouncement: (key) => announced.push(key),
    onReset: () => {
      resets += 1;
    },
  });
});
afterEach(async () => {
  await listener.close();
  await monitor.close();
  await network.close();
  await monitorNetwork.close();
});

const pollListening = (expected: boolean) =>
  expect.poll(() => listener.isListening(), { timeout: 10_000, interval: 5 }).toBe(expected);

const announce = async (key: string) => {
  await sql`select pg_notify('access_changed', ${JSON.stringify({ key })})`.execute(monitor.db);
  await listener.settled();
};

it('listens once it has heard itself, and hears changes from then on', async () => {
  expect(listener.isListening()).toBe(false);
  await pollListening(true);
  await announce('c1');
  expect(announced).toEqual(['c1']);
  expect(listener.secondsSinceHeard()).toBeLessThan(5);
  expect(warnings).toEqual([]);
});

it('notices a connection that no longer receives, drops what was cached, and listens on another one', async () => {
  await pollListening(true);
  const resetsBefore = resets;
  network.swallowResponses();
  await announceUnheard('c2');

  await pollListening(false);
  expect(resets).toBe(resetsBefore + 1);
  await pollListening(true);
  expect(network.connections).toBe(2);
  // Those that were missed are not repeated; what was cached before must not be used.
  expect(resets).toBe(resetsBefore + 2);
  expect(announced).toEqual([]);
  await announce('c3');
  expect(announced).toEqual(['c3']);
  expect(warnings).toEqual([
    'changes of access are not announced to this process (a heartbeat did not arrive); until they are, it caches no sessions',
    'changes of access are announced to this process again',
  ]);
});

const announceUnheard = (key: string) => sql`select pg_notify('access_changed', ${JSON.stringify({ key })})`.execute(monitor.db);

it('is trusted while no heartbeat can be sent for a moment, and not for longer', async () => {
  await pollListening(true);
  const goneAt = performance.now();
  await monitorNetwork.close();
  await pollListening(false);
  expect(performance.now() - goneAt).toBeGreaterThan(TIMING.silence - TIMING.heartbeat);
  expect(network.connections).toBe(1);
  expect(listener.secondsSinceHeard()).toBeGreaterThan(TIMING.silence / 1000);
});

it('closes a connection that no longer receives', async () => {
  await pollListening(true);
  network.swallowResponses();
  const startedAt = performance.now();
  await listener.close();
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});
