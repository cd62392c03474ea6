/** `npm run migrate`: brings the database of DATABASE_URL up to date, as the owner of its tables (DATABASE_OWNER_URL), and says what it did. */
import { type DatabaseUrls, prepareDatabase } from '#api/platform/setup/prepare-database.ts';
import { seedReference } from '#demo/reference.ts';
import { checkConnection } from './connection.ts';
import { formatError, printDetail, runStep } from './console.ts';
import { getExitCode, readConfig, readExternalDatabase } from './lifecycle.ts';

/** Applies missing migrations and, to an empty database, countries and states. Several machines may do so at the same time. */
export async function migrateDatabase(database: DatabaseUrls): Promise<void> {
  await runStep(
    'database schema',
    () => prepareDatabase(database, printDetail),
    (count) => (count === 0 ? 'database schema: up to date' : `database schema: ${count} migrations applied`),
  );
  await runStep(
    'countries',
    () => seedReference(database.ownerUrl),
    (isNew) => (isNew ? 'countries and states: added' : 'countries and states: already there'),
  );
}

if (import.meta.main) {
  try {
    const database = readExternalDatabase(readConfig(process.env));
    await checkConnection('DATABASE_OWNER_URL', database.ownerUrl);
    await checkConnection('DATABASE_URL', database.url);
    await migrateDatabase(database);
  } catch (error) {
    console.error(`The database was not brought up to date. ${formatError(error)}`);
    process.exitCode = getExitCode(error);
  }
}
