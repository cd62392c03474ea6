import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import pino from 'pino';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listenForAccessChanges } from '#api/identity/sessions/access-changes.ts';
import { openDatabase, openMonitor, runInTransaction } from '#api/platform/db/database.ts';
import { inspectRoute } from '#api/platform/db/pooler.ts';
import { SESSION_SETTINGS } from '#api/platform/db/session-settings.ts';
import { checkDirect, checkRoutes } from '#api/platform/setup/check-routes.ts';
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts';
import { runCommand } from './command-process.ts';
import { EXIT_CODES } from './launch.mjs';
import { fetchPgBouncer, type PgBouncer, type PgBouncerVersion, RECOMMENDED_SETTINGS, startPgBouncer } from './pgbouncer.ts';

const TRANSACTION = ['pool_mode = transaction', 'default_pool_size = 3'];
const IGNORES_OPTIONS = 'ignore_startup_parameters = extra_float_digits, options';

const hasOld = await fetchPgBouncer('1.18');
const hasNew = await fetchPgBouncer('1.24');
if (!hasOld || !hasNew) console.warn("Debian's packages of PgBouncer cannot be had; the tests with them are skipped.");

let database: TestDatabase;
let pooler: PgBouncer | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await pooler?.close();
  pooler = undefined;
});
afterAll(() => database?.close());

/** The addresses of a portal whose statements go through a pooler with these settings. */
async function through(version: PgBouncerVersion, ...settings: string[]) {
  pooler = await startPgBouncer(version, database.url, settings);
  return { databaseUrl: pooler.url, databaseListenUrl: database.url };
}

it('a direct connection needs nothing', async () => {
  const routes = { databaseUrl: database.url, databaseListenUrl: database.url };
  await checkRoutes(routes);
  expect(await inspectRoute(database.url)).toEqual({
    isShared: false,
    keepsStatements: true,
    acceptsOptions: true,
    lostSettings: [],
  });
});

describe.skipIf(!hasOld)('PgBouncer 1.18', () => {
  it.each([[[]], [[IGNORES_OPTIONS]], [['server_round_robin = 1', IGNORES_OPTIONS]]])(
    'is refused in transaction mode, with %j',
    async (settings) => {
      const routes = await through('1.18', ...TRANSACTION, ...settings);
      await expect(checkRoutes(routes)).rejects.toThrow(
        'loses prepared statements, as PgBouncer before 1.21 does (Debian 12 has 1.18)',
      );
    },
  );
});

it.skipIf(!hasOld)('the server does not start behind PgBouncer 1.18, and says why', async () => {
  const { databaseUrl, databaseListenUrl } = await through('1.18', ...TRANSACTION, IGNORES_OPTIONS);
  const run = runCommand(['tools/serve.ts'], {
    PORT: '0',
    WEB_DIR: 'off',
    LIVERY_DEMO: 'on',
    DATABASE_URL: databaseUrl,
    DATABASE_LISTEN_URL: databaseListenUrl,
  });
  expect((await run.ended)[0]).toBe(EXIT_CODES.misconfigured);
  expect(run.said).toContain(
    'Livery could not start. DATABASE_URL leads to a connection pooler in transaction mode that loses prepared statements',
  );
});

it('the settings that are recommended are those of the documentation', () => {
  const documentation = readFileSync(new URL('../docs/operations/deployment.md', import.meta.url), 'utf8');
  expect(RECOMMENDED_SETTINGS.filter((line) => !documentation.includes(`\n${line}\n`))).toEqual([]);
});

describe.skipIf(!hasNew)('PgBouncer 1.24', () => {
  it('is refused without prepared statements', async () => {
    const routes = await through('1.24', ...TRANSACTION, IGNORES_OPTIONS, 'max_prepared_statements = 0');
    await expect(checkRoutes(routes)).rejects.toThrow('max_prepared_statements = 0');
  });

  it('is refused when it refuses our start parameters', async () => {
    await expect(checkRoutes(await through('1.24', ...TRANSACTION))).rejects.toThrow(`set ${IGNORES_OPTIONS}`);
  });

  it('is refused for what needs a connection of its own', async () => {
    const routes = await through('1.24', ...TRANSACTION, IGNORES_OPTIONS);
    await expect(checkRoutes({ ...routes, databaseListenUrl: routes.databaseUrl })).rejects.toThrow(
      'DATABASE_LISTEN_URL must lead to PostgreSQL directly',
    );
    await expect(checkDirect('DATABASE_OWNER_URL', routes.databaseUrl, 'migrations')).rejects.toThrow(
      'DATABASE_OWNER_URL must lead to PostgreSQL directly',
    );
  });

  it('needs a role of its own, whose limits do not end migrations', async () => {
    const routes = await through('1.24', ...TRANSACTION, IGNORES_OPTIONS);
    await expect(checkRoutes({ ...routes, databaseListenUrl: database.ownerUrl })).rejects.toThrow('needs a role of its own');
  });

  it('serves with our time limits, prepared statements and pipelines, and is not heard by a listener', async () => {
    const routes = await through('1.24', ...RECOMMENDED_SETTINGS);
    const handle = openDatabase(routes.databaseUrl, { poolSize: 10 });
    // A connection of the pooler from before the limits were stored.
    await sql`select 1`.execute(handle.db);
    const said: string[] = [];
    await checkRoutes(routes, (line) => said.push(line));
    expect(said).toEqual([expect.stringContaining('the connection pooler drops statement_timeout, lock_timeout')]);
    await checkRoutes(routes, (line) => said.push(line));
    expect(said).toHaveLength(1);

    const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings where name = any (${Object.keys(SESSION_SETTINGS)})`.execute(handle.db);
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual(SESSION_SETTINGS);

    const sums = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        runInTransaction(handle.db, async (tx) => {
          const [one, other] = await Promise.all([
            sql<{ n: number }>`select ${n}::int as n`.execute(tx),
            sql<{ n: number }>`select ${n}::int * 2 as n`.execute(tx),
          ]);
          return (one.rows[0]?.n ?? 0) + (other.rows[0]?.n ?? 0);
        }),
      ),
    );
    expect(sums).toEqual(Array.from({ length: 200 }, (_, n) => 3 * n));
    await handle.close();
  });

  it('passes no announcements on, which the listener notices', async () => {
    const { databaseUrl } = await through('1.24', ...TRANSACTION, IGNORES_OPTIONS);
    const monitor = openMonitor(databaseUrl);
    const warnings: string[] = [];
    const listener = listenForAccessChanges({
      listenUrl: databaseUrl,
      monitor: monitor.db,
      log: pino({ level: 'warn' }, { write: (line) => warnings.push(line) }),
      timing: { reconnect: 10, heartbeat: 50, answer: 200, silence: 400 },
      onAnnouncement: () => {},
      onReset: () => {},
    });
    await expect.poll(() => warnings.join(''), { timeout: 10_000 }).toContain('a heartbeat did not arrive');
    expect(listener.isListening()).toBe(false);
    await listener.close();
    await monitor.close();
  });
});
