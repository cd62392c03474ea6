import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { createTestDatabase, getDatabaseName, runAsOwner, type TestDatabase } from '#api/testing/database.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { openDatabase, openMonitor } from '../db/database.ts';
import { watchDisk } from '../db/disk-space.ts';
import { DEFAULT_CONNECTION_LIMITS } from './connection-limits.ts';
import { registerHealthRoutes } from './health.ts';
import { createHttpServer } from './server.ts';

const portal = usePortal({
  extraRoutes: [(app, { db }) => app.post('/change', async () => void (await sql`update brand set name = name`.execute(db)))],
});
const repairs: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const repair of repairs.splice(0).reverse()) await repair();
});

async function readiness() {
  const { statusCode, headers, ...response } = await portal.app.inject('/readyz');
  expect(headers['cache-control']).toBe('no-store');
  return [statusCode, response.json()];
}

const change = () => portal.app.inject({ method: 'POST', url: '/change', payload: {} });

const READY = [200, { ready: true, warnings: [], mailsWaiting: 0 }];
const notReady = (because: string) => [503, { ready: false, because }];
const pollReadiness = (expected: unknown) => expect.poll(readiness, { timeout: 10_000, interval: 20 }).toEqual(expected);

/** Changes a default of the application in this database, which applies to new connections. */
const setDefault = (setting: string) =>
  runAsOwner(portal, `alter role ${new URL(portal.url).username} in database ${getDatabaseName(portal.url)} ${setting}`);
const endConnections = () =>
  runAsOwner(
    portal,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );

it('is ready once the process hears what the database announces', () => pollReadiness(READY));

it('is not ready on a read-only database, and is as soon as there is one that can be written to', async () => {
  repairs.push(() => setDefault('reset default_transaction_read_only'));
  await setDefault('set default_transaction_read_only = on');
  await endConnections();
  await pollReadiness(notReady('read-only'));
  const refused = await change();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);

  await setDefault('reset default_transaction_read_only');
  await pollReadiness(READY);
  expect((await change()).statusCode).toBe(200);
});

it('is not ready on a database that lacks a migration', async () => {
  repairs.push(() => runAsOwner(portal, `insert into schema_migration select * from removed`, 'drop table removed'));
  await runAsOwner(
    portal,
    'create table removed as select * from schema_migration order by name desc limit 1',
    'delete from schema_migration where name in (select name from removed)',
  );
  expect(await readiness()).toEqual(notReady('migrations'));
});

it('is not ready while the tables of a dump are being restored', async () => {
  repairs.push(() => runAsOwner(portal, 'alter table restored rename to mail_outbox'));
  await runAsOwner(portal, 'alter table mail_outbox rename to restored');
  expect(await readiness()).toEqual(notReady('migrations'));
});

it.each([
  ['ready on a database that a newer version has only added to', '', READY],
  ['not ready on one with which only newer code works', '9999-newer.sql', notReady('migrations')],
])('is %s', async (_case, needsCodeWith, expected) => {
  repairs.push(() => runAsOwner(portal, `delete from schema_migration where name = '9999-newer.sql'`));
  await runAsOwner(portal, `insert into schema_migration values ('9999-newer.sql', '', now(), '${needsCodeWith}')`);
  await pollReadiness(expected);
});

it('stays ready while all connections of requests are in use', async () => {
  await pollReadiness(READY);
  const released = Promise.withResolvers<void>();
  const held = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const transactions = held.map((one) =>
    portal.db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      one.resolve();
      await released.promise;
    }),
  );
  await Promise.all(held.map(({ promise }) => promise));
  expect(await readiness()).toEqual(READY);
  released.resolve();
  await Promise.all(transactions);
});

it('only warns when nothing is announced to the process, because it serves all the same', async () => {
  const app = createHttpServer({ connectionLimits: DEFAULT_CONNECTION_LIMITS, logLevel: 'silent', trustedProxies: [] });
  const monitor = openMonitor(portal.url);
  repairs.push(
    () => monitor.close(),
    () => app.close(),
  );
  registerHealthRoutes(app, { monitor, isListening: () => false });
  const response = await app.inject('/readyz');
  expect([response.statusCode, response.json()]).toEqual([200, { ready: true, warnings: ['listener'], mailsWaiting: 0 }]);
});

it('only warns while the disk of the database refuses to write, because it still answers what reads', async () => {
  const app = createHttpServer({ connectionLimits: DEFAULT_CONNECTION_LIMITS, logLevel: 'silent', trustedProxies: [] });
  let isFull = true;
  const noSpace = () => Promise.reject(Object.assign(new Error('could not write to file'), { code: '53100' }));
  const monitor = openDatabase(portal.url, {
    poolSize: 1,
    observer: {
      // As PostgreSQL does when it has to write a temporary file.
      traceStatement: (text, send) => (isFull && text.includes('generate_series') ? noSpace() : send()),
    },
  });
  repairs.push(
    () => monitor.close(),
    () => app.close(),
  );
  registerHealthRoutes(app, { monitor, isListening: () => true });
  const ask = async () => {
    const response = await app.inject('/readyz');
    return [response.statusCode, response.json()];
  };
  const full = [200, { ready: true, warnings: ['disk'], mailsWaiting: 0 }];
  expect([await ask(), await ask()]).toEqual([full, full]);
  isFull = false;
  expect(await ask()).toEqual(READY);
});

it('writes to a temporary file to find out whether the disk is full', async () => {
  const monitor = openMonitor(portal.url);
  repairs.push(() => monitor.close());
  expect(await watchDisk(monitor.db)()).toBe(false);
  await sql`select pg_stat_force_next_flush()`.execute(monitor.db);
  await expect
    .poll(async () => {
      const { rows } = await sql<{ bytes: number }>`
        select temp_bytes as bytes from pg_stat_database where datname = current_database()`.execute(portal.db);
      return rows[0]?.bytes;
    })
    .toBeGreaterThan(500_000);
});

it('is not ready when the database has gone', async () => {
  const database: TestDatabase = await createTestDatabase();
  const app = createHttpServer({ connectionLimits: DEFAULT_CONNECTION_LIMITS, logLevel: 'silent', trustedProxies: [] });
  const monitor = openMonitor(database.url);
  repairs.push(
    () => monitor.close(),
    () => app.close(),
  );
  registerHealthRoutes(app, { monitor, isListening: () => true });
  expect((await app.inject('/readyz')).statusCode).toBe(200);
  await database.close();
  const response = await app.inject('/readyz');
  expect([response.statusCode, response.json()]).toEqual(notReady('database'));
});
