import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { findEmbeddedPostgres, startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { prepareDatabase } from '#api/platform/setup/prepare-database.ts';
import { createTestDatabase, runAsOwner } from '#api/testing/database.ts';
import { runCommand, waitUntilReady } from './command-process.ts';
import { EXIT_CODES } from './launch.mjs';

// A start creates a cluster, which writes a thousand files through to the disk.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let dataDir: string;
/** The data folder with a cluster that the first test creates, and another uses. */
let clusterDir: string;
let started: ChildProcess[] = [];

async function createDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'livery-start-'));
  await chmod(folder, 0o711);
  return folder;
}

beforeAll(async () => {
  clusterDir = await createDataDir();
});

afterAll(() => rm(clusterDir, { recursive: true, force: true }));

beforeEach(async () => {
  dataDir = await createDataDir();
});

afterEach(async () => {
  for (const child of started.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  started = [];
  await rm(dataDir, { recursive: true, force: true });
});

/** `npm start`, by default without its launcher. */
function start(environment: NodeJS.ProcessEnv = {}, command = ['tools/start.ts']) {
  const run = runCommand(command, { DATA_DIR: dataDir, PORT: '0', LIVERY_DEMO: 'off', WEB_DIR: 'off', ...environment });
  started.push(run.child);
  return run;
}

async function startUntilReady(environment: NodeJS.ProcessEnv = {}) {
  const run = start(environment);
  return { ...run, port: await waitUntilReady(run), said: () => run.said };
}

test('it serves until it is asked to stop, and leaves nothing running', async () => {
  const { child, ended, port, said } = await startUntilReady({ DATA_DIR: clusterDir });
  expect((await fetch(`http://localhost:${port}/livez`)).status).toBe(200);

  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(said()).toContain('Livery has stopped');
  expect(findEmbeddedPostgres(clusterDir)).toBeUndefined();
  await expect(fetch(`http://localhost:${port}/livez`)).rejects.toThrow();
});

test('a second start on the same data folder is refused in one sentence, and the first goes on', async () => {
  const database = await createTestDatabase();
  const environment = { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, LIVERY_DEMO: 'on' };
  const first = await startUntilReady(environment);
  const second = start(environment);

  expect((await second.ended)[0]).toBe(1);
  expect(second.said).toContain(`The data folder ${dataDir} is in use by process ${first.child.pid}.`);
  expect(second.said).not.toMatch(/^\s+at /m);
  expect((await fetch(`http://localhost:${first.port}/livez`)).status).toBe(200);

  first.child.kill('SIGTERM');
  await first.ended;
  await database.close();
});

test('a port in use is named, with the process that has it, before anything is started', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const run = start({ PORT: String(port) });

  expect((await run.ended)[0]).toBe(1);
  expect(run.said).toContain(`Port ${port} is in use by process ${process.pid} (`);
  expect(run.said).not.toContain('PostgreSQL');
  other.close();
});

test('a setting that makes no sense is named', async () => {
  const run = start({ PORT: '80x' });

  expect((await run.ended)[0]).toBe(EXIT_CODES.misconfigured);
  expect(run.said).toMatch(/Livery could not start\. PORT must be/);
});

const DEMO_IS_OFF =
  /Livery could not start\. The database contains the demonstration, whose password is published, but the demonstration is off/;

test('an external database that contains the demonstration is refused without LIVERY_DEMO=on', async () => {
  const database = await createTestDatabase();
  const run = start({ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, LIVERY_DEMO: undefined });

  expect((await run.ended)[0]).toBe(EXIT_CODES.misconfigured);
  expect(run.said).toMatch(DEMO_IS_OFF);
  await database.close();
});

test('an embedded database that contains the demonstration is refused when it is switched off, or the portal becomes public', async () => {
  const server = await startEmbeddedPostgres({ dataDir: clusterDir, settings: { fsync: 'off' } });
  await prepareDatabase(server);
  await runAsOwner(
    server,
    `INSERT INTO brand (name, company_name, canonical_origin) VALUES ('sundial', 'Sundial Uniforms', 'http://localhost:3000')`,
    `INSERT INTO organisation (brand_id, name) SELECT id, 'Meridian Resorts' FROM brand`,
    `INSERT INTO customer (organisation_id, brand_id, email, first_name, last_name)
      SELECT id, brand_id, 'admin@meridian.example', 'Ada', 'Min' FROM organisation`,
  );
  await server.stop();

  for (const environment of [{ LIVERY_DEMO: '0' }, { LIVERY_DEMO: undefined, HOST: '0.0.0.0' }]) {
    const run = start({ DATA_DIR: clusterDir, ...environment });
    expect((await run.ended)[0]).toBe(EXIT_CODES.misconfigured);
    expect(run.said).toMatch(DEMO_IS_OFF);
  }
});

test('a database that was encrypted with another key is refused before it is migrated, and no key is created', async () => {
  const database = await createTestDatabase();
  await runAsOwner(
    database,
    `insert into secret_key (fingerprint) values ('0123456789abcdef0123456789abcdef')`,
    // Without its last migration, as after a restore.
    `delete from schema_migration where name = '0002-secret-key.sql'`,
  );
  const run = start({ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, LIVERY_DEMO: 'on' });

  expect((await run.ended)[0]).toBe(EXIT_CODES.misconfigured);
  expect(run.said).toContain(
    'The secret key is not the one that this database needs (fingerprint 0123456789abcdef0123456789abcdef)',
  );
  expect(run.said).not.toContain('applied migration');
  expect(await readdir(dataDir)).toEqual(['owner.lock']);
  await database.close();
});

test('an empty external database is not filled with the demonstration, and has no open mailbox', async () => {
  const database = await createTestDatabase();
  await runAsOwner(database, 'TRUNCATE brand, organisation, country, operator CASCADE');
  const { port, said } = await startUntilReady({
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    LIVERY_DEMO: undefined,
  });

  expect(said()).not.toContain('demonstration');
  expect(said()).not.toContain('Uniform-2026');
  expect((await fetch(`http://localhost:${port}/mailbox`)).status).toBe(404);
  await database.close();
});

/** Makes every process that inherits it throw an error outside of any request when it receives SIGUSR2. */
const CRASH_ON_SIGNAL = `process.on('SIGUSR2', () => setTimeout(() => { throw new Error('injected fault'); }))`;

test('the launcher starts a portal that crashed again, until it is asked to stop', async () => {
  const database = await createTestDatabase();
  const environment = {
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    LIVERY_DEMO: 'on',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(CRASH_ON_SIGNAL)}`,
  };
  const run = start(environment, ['tools/launch.mjs', '--restart', 'tools/start.ts']);
  const waitForStart = async (count: number) => {
    const lines = () => run.said.match(/^Livery is ready at http:\/\/localhost:\d+$/gm) ?? [];
    await vi.waitFor(() => expect(lines()).toHaveLength(count), { timeout: 25_000, interval: 50 });
    return `${lines().at(-1)?.split(' ').at(-1)}/livez`;
  };
  await waitForStart(1);
  process.kill(Number(await readFile(join(dataDir, 'owner.lock'), 'utf8')), 'SIGUSR2');

  const url = await waitForStart(2);
  expect(run.said).toMatch(/because of an unexpected error\. Error: injected fault\n\s+at /);
  expect(run.said).toContain('Livery ended unexpectedly (exit code 70). It starts again in 1 s.');
  expect((await fetch(url)).status).toBe(200);

  run.child.kill('SIGTERM');
  expect(await run.ended).toEqual([0, null]);
  await expect(fetch(url)).rejects.toThrow();
  await database.close();
});

test('the launcher does not repeat a start that fails', async () => {
  const run = start({ LIVERY_DEMO: 'perhaps' }, ['tools/launch.mjs', '--restart', 'tools/start.ts']);

  expect((await run.ended)[0]).toBe(EXIT_CODES.misconfigured);
  expect(run.said).toContain('LIVERY_DEMO must be on or off');
  expect(run.said).not.toContain('starts again');
});
