import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, runAsOwner, type TestDatabase } from '#api/testing/database.ts';
import { checkBuiltPages, hashSources } from './built-pages.ts';
import { type CommandProcess, runCommand, waitUntilReady } from './command-process.ts';
import { checkConnection } from './connection.ts';
import { checkDataFolder } from './data-folder.ts';
import { EXIT_CODES } from './launch.mjs';

vi.setConfig({ testTimeout: 60_000 });

let dataDir: string;
let database: TestDatabase | undefined;
const running: CommandProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'livery-serve-'));
});

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGTERM');
    await ended;
  }
  await database?.close();
  database = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

async function createDatabase(): Promise<TestDatabase> {
  database = await createTestDatabase();
  return database;
}

function serve(environment: NodeJS.ProcessEnv = {}): CommandProcess {
  const run = runCommand(['tools/launch.mjs', '--production', '--no-install', 'tools/serve.ts'], {
    DATA_DIR: dataDir,
    PORT: '0',
    LIVERY_DEMO: 'on',
    WEB_DIR: 'off',
    DATABASE_URL: database?.url,
    DATABASE_OWNER_URL: undefined,
    npm_lifecycle_event: undefined,
    ...environment,
  });
  running.push(run);
  return run;
}

test('a database that was encrypted with another key is refused', async () => {
  await runAsOwner(await createDatabase(), `insert into secret_key (fingerprint) values ('0123456789abcdef0123456789abcdef')`);
  const run = serve({ SECRET_KEY: Buffer.alloc(32, 'other').toString('base64url') });

  expect((await run.ended)[0]).toBe(EXIT_CODES.misconfigured);
  expect(run.said).toContain('SECRET_KEY contains another one');
});

test('two processes serve one database and one data folder, with the rights of the application alone', async () => {
  // As while a newer version is rolled out that has only added to the database.
  await runAsOwner(await createDatabase(), `insert into schema_migration values ('9999-later.sql', '', now(), '')`);
  const runs = [serve({ DRAIN_SECONDS: '3' }), serve({ DRAIN_SECONDS: '300' })] as const;
  const ports: number[] = [];
  for (const run of runs) {
    const port = await waitUntilReady(run);
    ports.push(port);
    expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200);
    expect(run.said).toContain('a newer version has applied 9999-later.sql; this one works with it');
    expect(run.said).toContain('"level":30');
  }
  // After SIGTERM a process goes on serving for a while. After Ctrl-C it stops at once.
  const [drained, interrupted] = runs;
  const statusOf = async (path: string) => (await fetch(`http://localhost:${ports[0]}${path}`)).status;
  drained.child.kill('SIGTERM');
  await expect.poll(() => statusOf('/readyz')).toBe(503);
  expect(await statusOf('/api/theme/getthemebyhost')).toBe(200);
  expect(await drained.ended).toEqual([0, null]);
  interrupted.child.kill('SIGINT');
  expect(await interrupted.ended).toEqual([0, null]);
});

test('a database that is not ready is refused in a sentence, with a code that says whether a restart can help', async () => {
  await runAsOwner(await createDatabase(), 'drop schema pgboss cascade');
  const missing = serve();
  const none = serve({ DATABASE_URL: undefined });
  expect((await missing.ended)[0]).toBe(EXIT_CODES.failedToStart);
  expect(missing.said).toContain('Livery could not start. The database lacks the tables of the job queue.');
  expect(missing.said).not.toMatch(/^\s+at /m);
  expect((await none.ended)[0]).toBe(EXIT_CODES.misconfigured);
  expect(none.said).toContain('Livery could not start. DATABASE_URL must be set');
});

test('an address that leads nowhere is named with its variable', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as { port: number };
  closed.close();
  await once(closed, 'close');
  await expect(checkConnection('DATABASE_URL', `postgres://livery_app@127.0.0.1:${port}/livery`)).rejects.toThrow(
    `The database of DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:${port}.`,
  );
});

test('the demonstration is refused without LIVERY_DEMO=on', async () => {
  await createDatabase();
  const run = serve({ LIVERY_DEMO: undefined });

  expect((await run.ended)[0]).toBe(EXIT_CODES.misconfigured);
  expect(run.said).toContain('The database contains the demonstration, whose password is published');
});

test('a data folder that cannot be written to is named', async () => {
  await writeFile(join(dataDir, 'file'), '');
  const impossible = join(dataDir, 'file/data');
  await expect(checkDataFolder(impossible)).rejects.toThrow(
    `The data folder ${impossible} cannot be written to (ENOTDIR). Set DATA_DIR`,
  );
});

test('pages that are missing or not those of the sources are refused', async () => {
  const root = dataDir;
  const webDir = join(root, 'dist/web');
  await expect(checkBuiltPages(webDir, root)).rejects.toThrow(`The web pages are not in ${webDir}. Run \`npm run build\``);

  await mkdir(webDir, { recursive: true });
  await writeFile(join(webDir, 'index.html'), '');
  await checkBuiltPages(webDir, root);

  await writeFile(join(root, 'vite.config.ts'), 'one');
  await expect(checkBuiltPages(webDir, root)).rejects.toThrow('are not those of the current sources');
  await writeFile(join(root, 'dist/web.sources'), await hashSources(root));
  await checkBuiltPages(webDir, root);
});
