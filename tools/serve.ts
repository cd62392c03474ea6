/**
 * `npm run serve`: serves the portal from a database that has been migrated and pages that have been built. It changes neither, installs nothing, and
 * needs only the packages of production.
 */
import { formatBytes } from '#api/platform/bytes.ts';
import type { Config } from '#api/platform/config.ts';
import { checkFreeSpace, NEEDED_TO_START } from '#api/platform/disk-space.ts';
import { ConfigurationError } from '#api/platform/environment.ts';
import { checkRoutes } from '#api/platform/setup/check-routes.ts';
import { checkSchema } from '#api/platform/setup/check-schema.ts';
import type { DatabaseUrls } from '#api/platform/setup/prepare-database.ts';
import { checkBuiltPages } from './built-pages.ts';
import { waitForDatabase } from './connection.ts';
import { formatSeconds, printDetail, runStep } from './console.ts';
import { checkDataFolder } from './data-folder.ts';
import { describeDemo, isDemoDatabase, isEmptyDatabase, setBrandPorts } from './demo.ts';
import { type OnStop, readConfig, readExternalDatabase, runUntilStopped } from './lifecycle.ts';
import { checkPort } from './port.ts';
import { SETUP_HINT } from './setup/hint.ts';

const DEMO_IS_OFF = `The database contains the demonstration, whose password is published, but the demonstration is off: by LIVERY_DEMO=off, or because
DATABASE_URL, TRUSTED_PROXIES or a HOST that other machines can reach is set. Its data has not been changed.
Use another database (DATA_DIR or DATABASE_URL) for your own data, or set LIVERY_DEMO=on to run the demonstration as it is configured.`;

/**
 * Starts the server on a database that is up to date, and prints its address. `startBesideDemo` starts what belongs to the demonstration, where this is one.
 *
 * @throws ConfigurationError if the database contains the demonstration although that is off, or its addresses lead to poolers that do not work
 */
export async function servePortal(
  config: Config,
  { url, ownerUrl }: DatabaseUrls,
  onStop: OnStop,
  startBesideDemo: (portalPort: number) => Promise<void> = async () => {},
): Promise<void> {
  // With the embedded database no pooler can be in between.
  if (config.databaseUrl !== '') {
    await waitForDatabase('DATABASE_LISTEN_URL', config.databaseListenUrl);
    await checkRoutes(config, printDetail);
  }
  const isDemo = await isDemoDatabase(url);
  if (isDemo && !config.demo) throw new ConfigurationError(DEMO_IS_OFF);
  // Data of one's own is no demonstration, wherever it is served: its mail is shown to no one else.
  const shown = isDemo ? config : { ...config, demo: false, hasMailbox: false };
  await runStep(
    'disk space',
    () => checkFreeSpace(config.dataDir, NEEDED_TO_START),
    (free) => `disk space: ${formatBytes(free)} free`,
  );
  const { address, close } = await runStep('server', async () => {
    const { startServer } = await import('#api/main.ts');
    const { routes: mailboxRoutes } = await import('#demo/mailbox/mailbox.routes.ts');
    const databaseListenUrl = config.databaseListenUrl || url;
    const urls = { databaseUrl: url, databaseOwnerUrl: ownerUrl, databaseListenUrl };
    return startServer({ ...shown, ...urls }, { extraRoutes: [mailboxRoutes] });
  });
  onStop(close);
  const port = Number(new URL(address).port);
  if (isDemo) {
    await setBrandPorts(port, url);
    await startBesideDemo(port);
  }
  const note = isDemo ? `\n\n${describeDemo(port, config)}` : (await isEmptyDatabase(url)) ? `\n\n${SETUP_HINT}` : '';
  console.log(`  ready after ${formatSeconds(performance.now())}; Ctrl-C stops it\n`);
  // In one write, so that a program that waits for this line has received the note too.
  console.log(`Livery is ready at http://localhost:${port}${note}`);
}

async function serve(onStop: OnStop): Promise<void> {
  // A server that is operated is expected to log its requests.
  const config = readConfig({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL || 'info' });
  const database = readExternalDatabase(config);
  console.log('Starting Livery');
  await checkPort(config.port, config.host);
  if (config.webDir !== null) await checkBuiltPages(config.webDir);
  await checkDataFolder(config.dataDir);
  await waitForDatabase('DATABASE_URL', database.url);
  const { newer } = await checkSchema(database.url);
  if (newer.length > 0) printDetail(`a newer version has applied ${newer.join(', ')}; this one works with it`);
  await servePortal(config, database, onStop);
}

if (import.meta.main) await runUntilStopped(serve);
