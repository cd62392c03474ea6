import type { ClientBase } from 'pg';
import type { Migration } from './migration-files.ts';

/** A migration that a database has applied. */
export interface AppliedMigration {
  name: string;
  checksum: string;
  /** See `Migration`; null when it was applied by a version that did not record it. */
  needsCodeWith: string | null;
}

/** How a database differs from the code that is to use it. */
export interface SchemaDifference {
  /** Migrations that the database lacks, in their order. */
  pending: Migration[];
  /** Names of migrations that a newer version has applied, and with which this code works too. */
  newer: string[];
}

/** Thrown if the code cannot work with the database, whatever is done to it: start another version, or use another database. */
export class IncompatibleSchemaError extends Error {}

/** The migrations that the database has applied; none if it is empty. Only reads. */
export async function readAppliedMigrations(client: ClientBase): Promise<AppliedMigration[]> {
  const { rows } = await client.query<{ exists: boolean }>(`SELECT to_regclass('public.schema_migration') IS NOT NULL AS exists`);
  if (!rows[0]?.exists) return [];
  // By way of JSON, since the column is missing where no version has migrated that records it.
  const applied = await client.query<AppliedMigration>(
    `SELECT name, checksum, to_jsonb(m) ->> 'needs_code_with' AS "needsCodeWith" FROM public.schema_migration m ORDER BY name`,
  );
  return applied.rows;
}

/**
 * Compares the migrations of this code with those that the database has applied. A database with migrations of a newer version can be used if they say
 * that this code still works with them: while a new version is rolled out, processes of the earlier one go on, and may be started again.
 *
 * @throws IncompatibleSchemaError naming a newer migration that needs newer code, one that was changed after it was applied, or one that comes too late
 */
export function compareSchema(migrations: readonly Migration[], applied: readonly AppliedMigration[]): SchemaDifference {
  const known = new Set(migrations.map(({ name }) => name));
  const newer = applied.filter(({ name }) => !known.has(name));
  const breaking = newer.filter(
    ({ needsCodeWith }) => needsCodeWith === null || (needsCodeWith !== '' && !known.has(needsCodeWith)),
  );
  if (breaking.length > 0) {
    throw new IncompatibleSchemaError(
      `The database contains ${breaking.map(({ name }) => name).join(', ')}, which this version of Livery does not know and cannot work with. ` +
        'It was used by a newer version: start that one, or choose another database with DATABASE_URL or DATA_DIR.',
    );
  }
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  const changed = migrations.find(({ name, checksum }) => checksums.has(name) && checksums.get(name) !== checksum);
  if (changed) {
    throw new IncompatibleSchemaError(
      `Migration ${changed.name} was changed after this database had applied it. Revert the change and write a new migration, or start with a new DATA_DIR.`,
    );
  }
  const pending = migrations.filter(({ name }) => !checksums.has(name));
  const newest = [...checksums.keys()].sort().at(-1) ?? '';
  const late = pending.find(({ name }) => name < newest);
  if (late) {
    throw new IncompatibleSchemaError(
      `Migration ${late.name} comes before ${newest}, which this database already has. Give it a higher number.`,
    );
  }
  return { pending, newer: newer.map(({ name }) => name) };
}
