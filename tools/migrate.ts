/** `npm run migrate`: brings the database of DATABASE_URL up to date, as the owner of its tables (DATABASE_OWNER_URL), and says what it did. */
import { saveCountries } from '#api/organisation/countries/countries.queries.ts';
import { openDatabase, runInTransaction } from '#api/platform/db/database.ts';
import { checkDirect } from '#api/platform/setup/check-routes.ts';
import { type DatabaseUrls, prepareDatabase } from '#api/platform/setup/prepare-database.ts';
import { waitForDatabase } from './connection.ts';
import { formatError, printDetail, runStep } from './console.ts';
import { getExitCode, readConfig, readExternalDatabase } from './lifecycle.ts';

/** Waits for an external database, and checks that its owner reaches it without a pooler. */
export async function waitUntilMigratable({ url, ownerUrl }: DatabaseUrls): Promise<void> {
  await waitForDatabase('DATABASE_OWNER_URL', ownerUrl);
  await waitForDatabase('DATABASE_URL', url);
  await checkDirect('DATABASE_OWNER_URL', ownerUrl, 'migrations');
}

/** Applies missing migrations and, to an empty database, countries and states. Several machines may do so at the same time. */
export async function migrateDatabase(database: DatabaseUrls): Promise<void> {
  await runStep(
    'database schema',
    () => prepareDatabase(database, printDetail),
    (count) => (count === 0 ? 'database schema: up to date' : `database schema: ${count} migrations and files of SQL applied`),
  );
  await runStep(
    'countries',
    () => addCountries(database.ownerUrl),
    (isChanged) => (isChanged ? 'countries and states: added' : 'countries and states: already there'),
  );
}

async function addCountries(ownerUrl: string): Promise<boolean> {
  const { db, close } = openDatabase(ownerUrl, { poolSize: 1 });
  try {
    return await runInTransaction(db, saveCountries);
  } finally {
    await close();
  }
}

if (import.meta.main) {
  try {
    const database = readExternalDatabase(readConfig(process.env));
    await waitUntilMigratable(database);
    await migrateDatabase(database);
  } catch (error) {
    console.error(`The database was not brought up to date. ${formatError(error)}`);
    process.exitCode = getExitCode(error);
  }
}
