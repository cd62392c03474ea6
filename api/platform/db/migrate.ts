import { Client } from 'pg';
import { grantRights } from './application-role.ts';
import { applyRepeatableSql, findMissingObjects } from './apply-repeatable.ts';
import { refuseDataFromBeforeBaseline } from './before-baseline.ts';
import type { Migration } from './migration-files.ts';
import { readSchemaFiles } from './schema-files.ts';
import { compareSchema, readAppliedSchema } from './schema-history.ts';

/** An arbitrary number, the same on every server. */
const advisoryLock = 7_404_001;

/**
 * How long a statement of a migration waits for a lock. Every later statement on the table has to wait behind it, so it fails
 * early; the migration is rolled back and can be run again.
 */
const LOCK_TIMEOUT = '5s';

/** As many names of files are readable in one line. */
const MAX_NAMED = 5;

export interface MigrateOptions {
  log?: (line: string) => void;
  /** The application's role, which may use at once what is created; none if the owner of the tables is the application. */
  role?: string;
  /** The folder of the areas with other files than those of this code, for tests. */
  folder?: string;
}

/**
 * Applies all missing migrations, then the repeatable SQL that has changed, and returns how many migrations and files that were. `url` is that of the owner.
 * Each migration is applied in one transaction, together with its row in `schema_migration`; the repeatable SQL in another one. A migration that drops
 * functions, views or triggers is in one transaction with everything after it, so that no one finds them missing. Servers that start at the same time wait
 * for each other. Where nothing is to be done, nothing but the catalogue and the records of earlier runs is read.
 *
 * @throws IncompatibleSchemaError if this code cannot work with the database, naming the migration
 * @throws BeforeBaselineError if the database was created by a version from before the baseline; nothing is changed
 */
export async function migrate(url: string, { log = () => {}, role, folder }: MigrateOptions = {}): Promise<number> {
  const schema = await readSchemaFiles(folder);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLock]);
    await refuseDataFromBeforeBaseline(client);
    const applied = await readAppliedSchema(client);
    const { pending, pendingFiles, newer } = compareSchema(schema, applied);
    if (newer.length > 0) log(`a newer version has applied ${newer.join(', ')}; this one works with it`);
    await createHistory(client);
    let isOpen = false;
    for (const migration of pending) {
      if (!isOpen) await begin(client);
      await apply(client, migration);
      isOpen = (await findMissingObjects(client)).length > 0;
      if (!isOpen) await client.query('COMMIT');
      log(`applied migration ${migration.name}`);
    }
    const isComplete = pendingFiles.length === 0 && applied.versions.includes(schema.version);
    if (newer.length > 0 || (isComplete && (await findMissingObjects(client)).length === 0)) return pending.length;
    if (!isOpen) await begin(client);
    const { files, dropped } = await applyRepeatableSql(client, schema);
    if (role !== undefined) await grantRights(client, role, ['public']);
    await client.query('COMMIT');
    if (files.length > 0) log(`applied the SQL of ${files.length > MAX_NAMED ? `${files.length} files` : files.join(', ')}`);
    for (const identity of dropped) log(`dropped the ${identity} as it was`);
    return pending.length + files.length;
  } finally {
    // Ending the session releases the lock, and rolls back what has not been committed.
    await client.end();
  }
}

/** The tables that record what has been applied. */
const HISTORY = `
  CREATE TABLE IF NOT EXISTS schema_migration (
    name       text PRIMARY KEY,
    checksum   text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  );
  ALTER TABLE schema_migration ADD COLUMN IF NOT EXISTS needs_code_with text;
  COMMENT ON COLUMN schema_migration.needs_code_with IS
    'The newest migration that code must know to work with the schema after this one; empty if all earlier code does, null if it was not recorded.';
  CREATE TABLE IF NOT EXISTS repeatable_sql (
    name            text PRIMARY KEY,
    checksum        text NOT NULL,
    needs_code_with text NOT NULL,
    objects         jsonb NOT NULL,
    applied_at      timestamptz NOT NULL DEFAULT now()
  );
  COMMENT ON TABLE repeatable_sql IS 'The files of functions, views and triggers that were applied last.';
  COMMENT ON COLUMN repeatable_sql.needs_code_with IS 'As schema_migration.needs_code_with.';
  COMMENT ON COLUMN repeatable_sql.objects IS 'Checksums of the statements in the file, by the kind and name of what they define.';
  CREATE TABLE IF NOT EXISTS repeatable_sql_version (
    version    text PRIMARY KEY,
    applied_at timestamptz NOT NULL DEFAULT now()
  );
  COMMENT ON TABLE repeatable_sql_version IS
    'The schemas that the database has had. Code whose schema is among them and is no longer the present one is earlier code.'`;

async function createHistory(client: Client): Promise<void> {
  // Nothing is altered where nothing is missing: that would wait for a dump that is being made.
  const { rows } = await client.query(
    `SELECT FROM pg_attribute WHERE attrelid = to_regclass('public.schema_migration') AND attname = 'needs_code_with'
       AND to_regclass('public.repeatable_sql_version') IS NOT NULL`,
  );
  if (rows.length === 0) await client.query(HISTORY);
}

async function apply(client: Client, { name, files, checksum, needsCodeWith }: Migration): Promise<void> {
  for (const file of files) await run(client, file);
  await client.query('INSERT INTO schema_migration (name, checksum, needs_code_with) VALUES ($1, $2, $3)', [
    name,
    checksum,
    needsCodeWith,
  ]);
}

async function begin(client: Client): Promise<void> {
  await client.query('BEGIN');
  await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
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
