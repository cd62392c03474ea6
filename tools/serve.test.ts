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
import { EXIT_CODES } from './launch.mjs';

vi.setConfig({ testTimeout: 60_000 });

let dataDir: string;
let database: TestDatabase;
const running: CommandProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'livery-serve-'));
  database = await createTestDatabase();
});

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGTERM');
    await ended;
  }
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

const variables = () => ({
  DATA_DIR: dataDir,
  PORT: '0',
  LIVERY_DEMO: 'on',
  WEB_DIR: 'off',
  DATABASE_URL: database.url,
  DATABASE_OWNER_URL: undefined,
});

function serve(environment: NodeJS.ProcessEnv = {}): CommandProcess {
  const run = runCommand(['tools/launch.mjs', '--production', '--no-install', 'tools/serve.ts'], {
    ...variables(),
    npm_lifecycle_event: undefined,
    ...environment,
  });
  running.push(run);
  return run;
}

test('two processes serve one database and one data folder, with the rights of the application alone', async () => {
  // As while a newer version is rolled out that has only added to the database.
  await runAsOwner(database, `insert into schema_migration values ('9999-later.sql', '', now(), '')`);
  const runs = [serve(), serve()];
  for (const run of runs) {
    const port = await waitUntilReady(run);
    expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200);
    expect(run.said).toContain('a newer version has applied 9999-later.sql; this one works with it');
    expect(run.said).toContain('"level":30');
  }
  for (const run of runs) {
    run.child.kill('SIGTERM');
    expect(await run.ended).toEqual([0, null]);
  }
});

test('a database that is not ready is refused in a sentence, with a code that says whether a restart can help', async () => {
  await runAsOwner(database, 'drop schema pgboss cascade');
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
  const run = serve({ LIVERY_DEMO: undefined });

  expect((await run.ended)[0]).toBe(EXIT_CODES.misconfigured);
  expect(run.said).toContain('The database contains the demonstration, whose password is published');
});

test('pages that are missing or not those of the sources are refused', async () => {
  const root = dataDir;
  const webDir = join(root, 'dist/web');
  await expect(checkBuiltPages(webDir, root)).rejects.toThrow(`The web pages are not in ${webDir}. Run \`npm run build\``);

  await mkdir(webDir, { recursive: true });
  await writeFile(join(webDir, 'index.html'), '');
  await checkBuiltPages(webDir, root);

  await mkdir(join(root, 'web'));
  await writeFile(join(root, 'web/page.tsx'), 'one');
  await expect(checkBuiltPages(webDir, root)).rejects.toThrow('are not those of the current sources');
  await writeFile(join(root, 'dist/web.sources'), await hashSources(root));
  await checkBuiltPages(webDir, root);
});
