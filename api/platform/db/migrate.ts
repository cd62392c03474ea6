import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { refuseDataFromBeforeBaseline } from './before-baseline.ts';

interface Migration {
  name: string;
  /** The files of the migration, applied in this order. */
  files: { name: string; sql: string }[];
  checksum: string;
}

const migrationsFolder = join(import.meta.dirname, 'migrations');

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
 * @throws if a migration that was applied earlier has changed or is missing, naming it
 * @throws BeforeBaselineError if the database was created by a version from before the baseline; nothing is changed
 */
export async function migrate(url: string, log: (line: string) => void = () => {}, folder = migrationsFolder): Promise<number> {
  const migrations = await readMigrations(folder);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLock]);
    await refuseDataFromBeforeBaseline(client);
    const applied = await listApplied(client);
    const pending = findPending(migrations, applied);
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

/**
 * The migrations on disk, in the order of their numbers. A migration is a file, or a folder whose files are applied in the order
 * of their names.
 */
export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const entries = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() || entry.name.endsWith('.sql'))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const names = entries.map(({ name }) => name);
  const misnamed = names.find((name) => !/^\d{4}-[a-z0-9-]+(\.sql)?$/.test(name));
  if (misnamed) throw new Error(`Migration ${misnamed} must be named like 0002-order-notes.sql.`);
  const duplicate = names.find((name, index) => names[index - 1]?.slice(0, 4) === name.slice(0, 4));
  if (duplicate) throw new Error(`Two migrations have the number ${duplicate.slice(0, 4)}.`);
  return Promise.all(
    entries.map(async (entry) => {
      const names = entry.isDirectory() ? await listParts(join(folder, entry.name)) : [''];
      const files = await Promise.all(
        names.map(async (part) => ({
          name: join(entry.name, part),
          sql: (await readFile(join(folder, entry.name, part), 'utf8')).replaceAll('\r\n', '\n'),
        })),
      );
      const hash = createHash('sha256');
      for (const { sql } of files) hash.update(sql);
      return { name: entry.name, files, checksum: hash.digest('hex') };
    }),
  );
}

async function listParts(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
}

async function listApplied(client: Client): Promise<Map<string, string>> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS schema_migration (
      name       text PRIMARY KEY,
      checksum   text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`);
  const { rows } = await client.query<{ name: string; checksum: string }>('SELECT name, checksum FROM schema_migration');
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

function findPending(migrations: Migration[], applied: Map<string, string>): Migration[] {
  const onDisk = new Set(migrations.map(({ name }) => name));
  const missing = [...applied.keys()].filter((name) => !onDisk.has(name));
  if (missing.length > 0) {
    throw new Error(
      `The database contains ${missing.join(', ')}, which this version of Livery does not know. It was used by a newer version: start that one, or choose another DATA_DIR.`,
    );
  }
  for (const { name, checksum } of migrations) {
    if (applied.has(name) && applied.get(name) !== checksum) {
      throw new Error(
        `Migration ${name} was changed after this database had applied it. Revert the change and write a new migration, or start with a new DATA_DIR.`,
      );
    }
  }
  const newest = [...applied.keys()].sort().at(-1) ?? '';
  const pending = migrations.filter(({ name }) => !applied.has(name));
  const late = pending.find(({ name }) => name < newest);
  if (late)
    throw new Error(`Migration ${late.name} comes before ${newest}, which this database already has. Give it a higher number.`);
  return pending;
}

async function apply(client: Client, { name, files, checksum }: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    for (const file of files) await run(client, file);
    await client.query('INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)', [name, checksum]);
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
