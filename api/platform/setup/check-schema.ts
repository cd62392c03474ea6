import { Client, type ClientBase } from 'pg';
import packageOfPgBoss from 'pg-boss/package.json' with { type: 'json' };
import { refuseDataFromBeforeBaseline } from '../db/before-baseline.ts';
import { readSchemaFiles } from '../db/schema-files.ts';
import { compareSchema, readAppliedSchema } from '../db/schema-history.ts';

/** As many names of files are readable in one line. */
const MAX_NAMED = 3;

/** Thrown if `npm run migrate` has to run first. */
export class MissingMigrationsError extends Error {
  constructor(missing: string[]) {
    super(
      `The database lacks ${missing.join(', ')}. Run \`npm run migrate\` of this version first; it takes the same variables.`,
    );
  }
}

/**
 * Checks that the database has everything that this code needs. Only reads, with the rights of the application. Resolves to the migrations and files of
 * repeatable SQL of a newer version that this code works with.
 *
 * @param url of the application
 * @throws MissingMigrationsError if migrations or the tables of the job queue are missing
 * @throws IncompatibleSchemaError if a newer version has migrated the database in a way that this code does not work with
 * @throws BeforeBaselineError if the database was created by a version from before the baseline
 */
export async function checkSchema(url: string): Promise<{ newer: string[] }> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await refuseDataFromBeforeBaseline(client);
    const { pending, pendingFiles, newer } = compareSchema(await readSchemaFiles(), await readAppliedSchema(client));
    const missing = pending.map(({ name }) => name);
    if (pendingFiles.length > 0)
      missing.push(
        `the present SQL of ${pendingFiles.length > MAX_NAMED ? `${pendingFiles.length} files` : pendingFiles.join(', ')}`,
      );
    if (!(await hasJobQueue(client))) missing.push('the tables of the job queue');
    if (missing.length > 0) throw new MissingMigrationsError(missing);
    return { newer };
  } finally {
    await client.end();
  }
}

/** Whether the job queue has the tables of our pg-boss, or of a newer one: its earlier versions work with them and leave them alone. */
async function hasJobQueue(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(`SELECT to_regclass('pgboss.version') IS NOT NULL AS exists`);
  if (!rows[0]?.exists) return false;
  const installed = await client.query<{ version: number }>('SELECT version FROM pgboss.version');
  return Number(installed.rows[0]?.version ?? 0) >= packageOfPgBoss.pgboss.schema;
}
