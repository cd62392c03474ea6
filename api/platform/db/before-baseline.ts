import type { ClientBase } from 'pg';

/** The first of the 34 migrations (0001 to 0036) that the baseline replaced. */
const FIRST_OLD_MIGRATION = '0001-organisations.sql';

/** Thrown if the database was created by a version from before the baseline of the schema, which cannot be upgraded. */
export class BeforeBaselineError extends Error {
  constructor(database: string) {
    super(
      `The database ${database} was created by an earlier version of Livery (migrations 0001 to 0036), which this version cannot upgrade. ` +
        'Nothing has been changed. To keep using its data, start the earlier version. To start this version, give it an empty database: ' +
        'set DATA_DIR to a new folder or move the present one away, or set DATABASE_URL to an empty database.',
    );
    this.name = 'BeforeBaseline';
  }
}

/**
 * Checks that the database is not from before the baseline. Only reads, so that the earlier version can still use the database.
 *
 * @throws BeforeBaselineError if the database has the tables, or only the job queue, of a version from before the baseline
 */
export async function refuseDataFromBeforeBaseline(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ database: string; migrated: boolean; jobs: boolean }>(
    `SELECT current_database() AS database, to_regclass('public.schema_migration') IS NOT NULL AS migrated,
      to_regclass('pgboss.job') IS NOT NULL AS jobs`,
  );
  const found = rows[0];
  if (!found?.migrated && !found?.jobs) return;
  const names = found.migrated ? await client.query<{ name: string }>('SELECT name FROM public.schema_migration') : { rows: [] };
  const isOld = names.rows.some(({ name }) => name === FIRST_OLD_MIGRATION);
  const hasJobsAlone = found.jobs && names.rows.length === 0;
  if (isOld || hasJobsAlone) throw new BeforeBaselineError(found.database);
}
