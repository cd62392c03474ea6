import { Client } from 'pg';
import { refuseDataFromBeforeBaseline } from './before-baseline.ts';
import { type Migration, readMigrations } from './migration-files.ts';
import { compareSchema, readAppliedMigrations } from './schema-history.ts';

/** An arbitrary number, the same on every server. */
const advisoryLock = 7_404_001;

/**
 * How long a statement of a migration waits for a lock. Every later statement on the table has to wait behind it, so it fails
 * early; the migration is rolled back and can be run again.
 */
const LOCK_TIMEOUT = '5s';

/**
 * Applies all missing migrations and returns their number. `url` is that of the owner. Each migration is applied in one
 * transaction, together with its row in `schema_migration`; servers that start at the same time wait for each other.
 *
 * @throws IncompatibleSchemaError if this code cannot work with the database, naming the migration
 * @throws BeforeBaselineError if the database was created by a version from before the baseline; nothing is changed
 */
export async function migrate(url: string, log: (line: string) => void = () => {}, folder?: string): Promise<number> {
  const migrations = await readMigrations(folder);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLock]);
    await refuseDataFromBeforeBaseline(client);
    const { pending, newer } = compareSchema(migrations, await readAppliedMigrations(client));
    if (newer.length > 0) log(`a newer version has applied ${newer.join(', ')}; this one works with it`);
    await createHistory(client);
    for (const migration of pending) {
      await apply(client, migration);
      log(`applied migration ${migration.name}`);
    }
    return pending.length;
  } finally {
    // Ending the session releases the lock.
    await client.end();
  }
}

async function createHistory(client: Client): Promise<void> {
  // Nothing is altered where nothing is missing: that would wait for a dump that is being made.
  const { rows } = await client.query(
    `SELECT FROM pg_attribute WHERE attrelid = to_regclass('public.schema_migration') AND attname = 'needs_code_with'`,
  );
  if (rows.length > 0) return;
  await client.query(`
    CREATE TABLE IF NOT EXISTS schema_migration (
      name       text PRIMARY KEY,
      checksum   text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    );
    ALTER TABLE schema_migration ADD COLUMN needs_code_with text;
    COMMENT ON COLUMN schema_migration.needs_code_with IS
      'The newest migration that code must know to work with the schema after this one; empty if all earlier code does, null if it was not recorded.'`);
}

async function apply(client: Client, { name, files, checksum, needsCodeWith }: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    for (const file of files) await run(client, file);
    await client.query('INSERT INTO schema_migration (name, checksum, needs_code_with) VALUES ($1, $2, $3)', [
      name,
      checksum,
      needsCodeWith,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function run(client: Client, { name, sql }: { name: string; sql: string }): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    const { position } = error as { position?: string };
    const line = position === undefined ? '' : ` in line ${sql.slice(0, Number(position)).split('\n').length}`;
    throw new Error(`Migration ${name} failed${line}: ${(error as Error).message}`, { cause: error });
  }
}
