/** `npm start`: builds the pages, starts PostgreSQL, migrates and serves, and stops all of it in reverse order. The launcher starts it again after a crash. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '#api/platform/config.ts';
import { DataFolderInUseError, type DataFolderLock, lockDataFolder } from '#api/platform/db/embedded/data-lock.ts';
import { startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { openVaultOf, refuseOtherSecretKey } from '#api/platform/encryption/open-vault.ts';
import type { DatabaseUrls } from '#api/platform/setup/prepare-database.ts';
import { isBuilt } from './built-pages.ts';
import { printDetail, runStep } from './console.ts';
import { isEmptyDatabase } from './demo.ts';
import { type OnStop, readConfig, runUntilStopped } from './lifecycle.ts';
import { migrateDatabase, waitUntilMigratable } from './migrate.ts';
import { checkPort } from './port.ts';
import { servePortal } from './serve.ts';

const project = join(import.meta.dirname, '..');

async function start(onStop: OnStop): Promise<void> {
  const config = readConfig(process.env);
  console.log('Starting Livery');
  const lock = await lockWithRetries(config.dataDir);
  onStop(() => lock.release());
  await checkPort(config.port, config.host);
  if (config.webDir === join(project, 'dist/web')) await buildWhenStale();
  const database = config.databaseUrl
    ? { url: config.databaseUrl, ownerUrl: config.databaseOwnerUrl }
    : await startPostgres(config, onStop);
  if (config.databaseUrl) await waitUntilMigratable(database);
  await refuseOtherSecretKey(config, database.url);
  await migrateDatabase(database);
  if (config.demo && (await isEmptyDatabase(database.url))) await seedDemonstration(database.ownerUrl, config);
  await servePortal(config, database, onStop, async (portalPort) => {
    await startPaymentProvider(config, database.url, portalPort, onStop);
    await startPunchoutBuyer(config, database.url, portalPort, onStop);
  });
}

/** The provider at which cards of the demonstration are paid. Nothing starts it where the portal is operated. */
async function startPaymentProvider(config: Config, databaseUrl: string, portalPort: number, onStop: OnStop): Promise<void> {
  const { startDemoPaymentProvider } = await import('#demo/payment-provider/start-demo-provider.ts');
  const ports = { portalPort, port: config.demoPorts.paymentProvider };
  const program = await runStep(
    'payment provider',
    () => startDemoPaymentProvider(databaseUrl, ports),
    (started) => (started ? `payment provider of the demonstration at ${started.url}` : 'no payment provider'),
  );
  if (program) onStop(() => program.close());
}

/** The procurement system from which the demonstration is shopped at. Nothing starts it where the portal is operated. */
async function startPunchoutBuyer(config: Config, databaseUrl: string, portalPort: number, onStop: OnStop): Promise<void> {
  const { startDemoBuyer } = await import('#demo/buyer/start-demo-buyer.ts');
  const ports = { portalPort, port: config.demoPorts.punchoutBuyer };
  const program = await runStep(
    'buyer of the demonstration',
    () => startDemoBuyer(databaseUrl, ports),
    (started) => (started ? `buyer with a procurement system at ${started.origin}` : 'no buyer with a procurement system'),
  );
  if (program) onStop(() => program.close());
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

async function startPostgres({ dataDir }: Config, onStop: OnStop): Promise<DatabaseUrls> {
  const server = await runStep(
    'PostgreSQL 18',
    () => startEmbeddedPostgres({ dataDir, log: printDetail }),
    ({ freshlyCreated }) => (freshlyCreated ? `PostgreSQL 18, with a new database in ${dataDir}` : 'PostgreSQL 18'),
  );
  onStop(() => server.stop());
  return server;
}

async function seedDemonstration(ownerUrl: string, config: Config): Promise<void> {
  const { createBlobStore } = await import('#api/platform/files/blob-store.ts');
  const { seedDemo } = await import('#demo/seed.ts');
  const vault = await openVaultOf(config, ownerUrl);
  await runStep('demonstration data', () =>
    seedDemo(ownerUrl, { log: printDetail, vault, files: createBlobStore(config.fileStorage) }),
  );
}

await runUntilStopped(start);
