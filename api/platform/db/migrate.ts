import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

const migrationsFolder = join(import.meta.dirname, 'migrations');

/** Any number will do, as long as every server asks for the same one. */
const advisoryLock = 7_404_001;

/**
 * Brings the database up to the newest migration; resolves to the number that were applied. Each file is applied in one
 * transaction with its row in `schema_migration`, and servers that start at the same time wait for each other.
 *
 * @throws when a file that was applied earlier has changed or is gone, naming it
 */
export async function migrate(url: string, log: (line: string) => void = () => {}, folder = migrationsFolder): Promise<number> {
  const migrations = await readMigrations(folder);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLock]);
    const applied = await listApplied(client);
    const pending = findPending(migrations, applied);
    for (const migration of pending) {
      await apply(client, migration);
      log(`applied migration ${migration.name}`);
    }
    return pending.length;
  } finally {
    // The end of the session gives the lock back.
    await client.end();
  }
}

/** The migrations on disk, in the order of their numbers. */
export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const misnamed = names.find((name) => !/^\d{4}-[a-z0-9-]+\.sql$/.test(name));
  if (misnamed) throw new Error(`Migration ${misnamed} must be named like 0001-organisations.sql.`);
  const twice = names.find((name, index) => names[index - 1]?.slice(0, 4) === name.slice(0, 4));
  if (twice) throw new Error(`Two migrations have the number ${twice.slice(0, 4)}.`);
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
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
  const gone = [...applied.keys()].filter((name) => !onDisk.has(name));
  if (gone.length > 0) {
    throw new Error(
      `The database has ${gone.join(', ')}, which this version of Livery does not know. It was used by a newer version: start that one, or choose another DATA_DIR.`,
    );
  }
  for (const { name, checksum } of migrations) {
    if (applied.has(name) && applied.get(name) !== checksum) {
      throw new Error(
        `Migration ${name} was changed after this database had applied it. Undo the change and write a new migration, or start with a new DATA_DIR.`,
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

async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(sql);
    await client.query('INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)', [name, checksum]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw new Error(`Migration ${name} failed${placeOf(error, sql)}: ${(error as Error).message}`, { cause: error });
  }
}

function placeOf(error: unknown, sql: string): string {
  const { position } = error as { position?: string };
  return position === undefined ? '' : ` in line ${sql.slice(0, Number(position)).split('\n').length}`;
}
