/** `npm start`: starts everything that the portal needs, then the portal, and stops all of it in reverse order. The launcher starts it again after a crash. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Config, describeUnknownVariables, loadConfig } from '#api/platform/config.ts';
import { DataFolderInUseError, type DataFolderLock, lockDataFolder } from '#api/platform/db/embedded/data-lock.ts';
import { startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { type DatabaseUrls, prepareDatabase } from '#api/platform/setup/prepare-database.ts';
import { isBuilt } from './build.ts';
import { formatError, formatSeconds, printDetail, runStep } from './console.ts';
import { describeDemo, isDemoDatabase, isEmptyDatabase, setBrandPorts } from './demo.ts';
import { EXIT_CODES } from './launch.mjs';
import { checkPort } from './port.ts';

const project = join(import.meta.dirname, '..');
/** Longer than requests may take to finish and PostgreSQL to stop. */
const STOP_DEADLINE_MS = 40_000;
const startedAt = performance.now();
/** Functions that stop what has been started so far, in the order of starting. */
const running: (() => Promise<void>)[] = [];

const DEMO_IS_OFF = `The database contains the demonstration, whose password is published, but the demonstration is off: by LIVERY_DEMO=off, or because
DATABASE_URL, TRUSTED_PROXIES or a HOST that other machines can reach is set. Its data has not been changed.
Use another database (DATA_DIR or DATABASE_URL) for your own data, or set LIVERY_DEMO=on to run the demonstration as it is configured.`;

async function start(): Promise<void> {
  const config = readConfig();
  for (const sentence of describeUnknownVariables(process.env)) console.warn(sentence);
  console.log('Starting Livery');
  const lock = await lockWithRetries(config.dataDir);
  running.push(() => lock.release());
  await checkPort(config.port, config.host);
  if (config.webDir === join(project, 'dist/web')) await buildWhenStale();
  const database = config.databaseUrl
    ? { url: config.databaseUrl, ownerUrl: config.databaseOwnerUrl }
    : await startPostgres(config);
  await runStep(
    'database schema',
    () => prepareDatabase(database, printDetail),
    (count) => (count === 0 ? 'database schema: up to date' : `database schema: ${count} migrations applied`),
  );
  if (await isEmptyDatabase(database.url)) await seed(database.ownerUrl, config);
  const isDemo = await isDemoDatabase(database.url);
  if (isDemo && !config.demo) throw new MisconfiguredError(DEMO_IS_OFF);
  const { address, close } = await runStep('server', () => serve(config, database));
  running.push(close);
  const port = Number(new URL(address).port);
  if (isDemo) await setBrandPorts(port, database.url);
  announce(port, isDemo, config);
}

/** Thrown for a configuration with which no start can succeed. */
class MisconfiguredError extends Error {}

function readConfig(): Config {
  try {
    return loadConfig(process.env);
  } catch (error) {
    throw new MisconfiguredError((error as Error).message);
  }
}

/** Retries for a moment, since a portal that has just been stopped may still hold the lock. */
async function lockWithRetries(dataDir: string): Promise<DataFolderLock> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await lockDataFolder(dataDir);
    } catch (error) {
      if (!(error instanceof DataFolderInUseError) || attempt === 10) throw error;
      await delay(150);
    }
  }
}

/** Builds in a process of its own, so that its memory does not stay with the server. */
async function buildWhenStale(): Promise<void> {
  if (await isBuilt()) return;
  const child = spawn(process.execPath, [join(project, 'tools/build.ts')], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The web pages could not be built; see the lines above.');
}

async function startPostgres({ dataDir }: Config): Promise<DatabaseUrls> {
  const server = await runStep(
    'PostgreSQL 18',
    () => startEmbeddedPostgres({ dataDir, log: printDetail }),
    ({ freshlyCreated }) => (freshlyCreated ? `PostgreSQL 18, with a new database in ${dataDir}` : 'PostgreSQL 18'),
  );
  running.push(() => server.stop());
  return server;
}

async function seed(ownerUrl: string, config: Config): Promise<void> {
  const { createVault } = await import('#api/platform/encryption/vault.ts');
  const { createBlobStore } = await import('#api/platform/files/blob-store.ts');
  const { seedDemo, seedReference } = await import('#demo/seed.ts');
  await runStep('countries', () => seedReference(ownerUrl));
  const vault = await createVault(config);
  if (config.demo)
    await runStep('demonstration data', () =>
      seedDemo(ownerUrl, { log: printDetail, vault, files: createBlobStore(config.fileStorage) }),
    );
}

async function serve(config: Config, { url, ownerUrl }: DatabaseUrls): Promise<{ address: string; close(): Promise<void> }> {
  const { startServer } = await import('#api/main.ts');
  const { routes: mailboxRoutes } = await import('#demo/mailbox/mailbox.routes.ts');
  const databaseListenUrl = config.databaseListenUrl || url;
  const urls = { databaseUrl: url, databaseOwnerUrl: ownerUrl, databaseListenUrl };
  return startServer({ ...config, ...urls }, { extraRoutes: [mailboxRoutes] });
}

function announce(port: number, isDemo: boolean, { hasMailbox }: Config): void {
  console.log(`  ready after ${formatSeconds(performance.now() - startedAt)}; Ctrl-C stops it\n`);
  console.log(`Livery is ready at http://localhost:${port}`);
  if (isDemo) console.log(`\n${describeDemo(port, { hasMailbox })}`);
}

async function stop(): Promise<void> {
  for (const stopOne of running.splice(0).reverse()) await stopOne();
}

let isReady = false;
let stopRequestedAt: number | undefined;

function onSignal(signal: NodeJS.Signals): void {
  const now = Date.now();
  if (stopRequestedAt !== undefined) {
    // One Ctrl-C can arrive twice: from the terminal, and forwarded by the parent process.
    if (now - stopRequestedAt > 300) process.exit(signal === 'SIGINT' ? 130 : 143);
    return;
  }
  stopRequestedAt = now;
  console.log('\nStopping …');
  stop().then(
    () => {
      console.log(`Livery has stopped (${formatSeconds(Date.now() - now)})`);
      process.exit(0);
    },
    (error: unknown) => {
      console.error(`Livery did not stop cleanly: ${formatError(error)}`);
      process.exit(1);
    },
  );
}

/** Prints what happened, stops what has been started, and exits with the code. */
async function fail(message: string, code: number): Promise<void> {
  // Steps that are interrupted by stopping fail; that needs no message.
  if (stopRequestedAt !== undefined) return;
  stopRequestedAt = Date.now();
  console.error(`\n${message}`);
  process.exitCode = code;
  // After an unexpected error, stopping may never finish, and nothing would start the portal again.
  setTimeout(() => process.exit(code), STOP_DEADLINE_MS);
  await stop().catch(() => {});
  process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
process.on('uncaughtException', (error) =>
  fail(
    `Livery is stopping because of an unexpected error. ${error.stack ?? error}`,
    isReady ? EXIT_CODES.crashed : EXIT_CODES.failedToStart,
  ),
);

try {
  await start();
  isReady = true;
} catch (error) {
  const code = error instanceof MisconfiguredError ? EXIT_CODES.misconfigured : EXIT_CODES.failedToStart;
  await fail(`Livery could not start. ${formatError(error)}`, code);
}
