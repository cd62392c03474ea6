import type { ClientBase } from 'pg';
import type { Migration } from './migration-files.ts';
import type { SchemaFiles } from './schema-files.ts';

/** A migration that a database has applied. */
export interface AppliedMigration {
  name: string;
  checksum: string;
  /** See `Migration`; null when it was applied by a version that did not record it. */
  needsCodeWith: string | null;
}

/** What a database has of the schema. */
export interface AppliedSchema {
  migrations: AppliedMigration[];
  /** Files of repeatable SQL. */
  files: { name: string; checksum: string; needsCodeWith: string }[];
  /** Every schema that it has had: see `SchemaFiles`. */
  versions: string[];
}

/** How a database differs from the code that is to use it. */
export interface SchemaDifference {
  /** Migrations that the database lacks, in their order. */
  pending: Migration[];
  /** Names of files of repeatable SQL that the database lacks, has in another form, or still has although the code has removed them. */
  pendingFiles: string[];
  /** Names of migrations and files that a newer version has applied, and with which this code works too. It leaves them as they are. */
  newer: string[];
}

/** Thrown if the code cannot work with the database, whatever is done to it: start another version, or use another database. */
export class IncompatibleSchemaError extends Error {}

/** Checksums that migrations had when they were applied, where they were changed later in a way that leads to the same schema. */
const SUPERSEDED: Record<string, { checksum: string; because: string }[]> = {
  '0001-baseline': [
    {
      checksum: '94af757249b15415d565d8fc48c1a9a786a5538ef51a5a6f6606f174fadb1ee1',
      because: 'Until 2026-11-28 it also created the functions, views and triggers that are repeatable SQL now.',
    },
  ],
};

/** Whether a database that recorded this checksum has applied the migration. */
export function isAppliedAs({ name, checksum }: Pick<Migration, 'name' | 'checksum'>, recorded: string): boolean {
  return recorded === checksum || (SUPERSEDED[name]?.some((earlier) => earlier.checksum === recorded) ?? false);
}

/** One row with the columns `migrations`, `files` and `versions` of an `AppliedSchema`; fails where there is no repeatable SQL. */
export const APPLIED_SCHEMA = `
  SELECT (SELECT coalesce(jsonb_agg(jsonb_build_object('name', name, 'checksum', checksum, 'needsCodeWith', to_jsonb(m) -> 'needs_code_with')
            ORDER BY name), '[]') FROM public.schema_migration m) AS migrations,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('name', name, 'checksum', checksum, 'needsCodeWith', needs_code_with) ORDER BY name), '[]')
      FROM public.repeatable_sql) AS files,
    (SELECT coalesce(jsonb_agg(version), '[]') FROM public.repeatable_sql_version) AS versions`;

/** By way of JSON, since `needs_code_with` is missing where no version has migrated that records it. */
const WITHOUT_REPEATABLE_SQL = `
  SELECT name, checksum, to_jsonb(m) ->> 'needs_code_with' AS "needsCodeWith" FROM public.schema_migration m ORDER BY name`;

/** What the database has of the schema; nothing if it is empty. Only reads. */
export async function readAppliedSchema(client: ClientBase): Promise<AppliedSchema> {
  const { rows } = await client.query<{ migrations: boolean; files: boolean }>(
    `SELECT to_regclass('public.schema_migration') IS NOT NULL AS migrations,
      to_regclass('public.repeatable_sql') IS NOT NULL AND to_regclass('public.repeatable_sql_version') IS NOT NULL AS files`,
  );
  if (rows[0]?.files) return (await client.query<AppliedSchema>(APPLIED_SCHEMA)).rows[0] as AppliedSchema;
  const migrations = rows[0]?.migrations ? (await client.query<AppliedMigration>(WITHOUT_REPEATABLE_SQL)).rows : [];
  return { migrations, files: [], versions: [] };
}

/**
 * Compares the schema of this code with that of a database. A database of a newer version can be used if it says that this code still works with it: while
 * a new version is rolled out, processes of the earlier one go on, and may be started again. Newer is a database with a migration that this code does not
 * know, or one that had the schema of this code before it had the present one.
 *
 * @throws IncompatibleSchemaError naming what is newer and needs newer code, a migration that was changed after it was applied, or one that comes too late
 */
export function compareSchema({ migrations, files, version }: SchemaFiles, applied: AppliedSchema): SchemaDifference {
  const checksums = new Map(files.map(({ name, checksum }) => [name, checksum]));
  const recorded = new Map(applied.files.map(({ name, checksum }) => [name, checksum]));
  const known = new Set(migrations.map(({ name }) => name));
  const foreignMigrations = applied.migrations.filter(({ name }) => !known.has(name));
  const foreignFiles = applied.files.filter(({ name, checksum }) => checksums.get(name) !== checksum);
  const lacking = files.filter(({ name, checksum }) => recorded.get(name) !== checksum).map(({ name }) => name);
  const removed = foreignFiles.filter(({ name }) => !checksums.has(name)).map(({ name }) => name);
  const isEarlier = foreignMigrations.length > 0 || (applied.versions.includes(version) && lacking.length + removed.length > 0);

  const newer = [...foreignMigrations, ...(isEarlier ? foreignFiles : [])];
  const breaking = newer.filter(
    ({ needsCodeWith }) => needsCodeWith === null || (needsCodeWith !== '' && !known.has(needsCodeWith)),
  );
  if (breaking.length > 0) {
    throw new IncompatibleSchemaError(
      `The database contains ${breaking.map(({ name }) => name).join(', ')}, which this version of Livery does not know and cannot work with. ` +
        'It was used by a newer version: start that one, or choose another database with DATABASE_URL or DATA_DIR.',
    );
  }
  return {
    pending: findPending(migrations, applied.migrations),
    pendingFiles: isEarlier ? [] : [...lacking, ...removed],
    newer: newer.map(({ name }) => name),
  };
}

function findPending(migrations: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const recorded = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  const changed = migrations.find((migration) => {
    const checksum = recorded.get(migration.name);
    return checksum !== undefined && !isAppliedAs(migration, checksum);
  });
  if (changed) {
    throw new IncompatibleSchemaError(
      `Migration ${changed.name} was changed after this database had applied it. Revert the change and write a new migration, or start with a new DATA_DIR.`,
    );
  }
  const pending = migrations.filter(({ name }) => !recorded.has(name));
  const newest = [...recorded.keys()].sort().at(-1) ?? '';
  const late = pending.find(({ name }) => name < newest);
  if (late) {
    throw new IncompatibleSchemaError(
      `Migration ${late.name} comes before ${newest}, which this database already has. Give it a higher number.`,
    );
  }
  return pending;
}
