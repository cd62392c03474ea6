import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Migration, readMigrations } from './migration-files.ts';
import { MIGRATIONS, type RepeatableFile, readRepeatableFiles } from './repeatable-files.ts';

/** The schema that this code works with. */
export interface SchemaFiles {
  /** In the order of their numbers. */
  migrations: Migration[];
  /** The repeatable SQL, in the order in which it is applied. */
  files: RepeatableFile[];
  /** Identifies this schema: a hash of everything in it. */
  version: string;
}

const API = join(import.meta.dirname, '../..');

/** The numbered migrations and the repeatable SQL on disk. `folder` is that of the areas. */
export async function readSchemaFiles(folder = API): Promise<SchemaFiles> {
  const migrations = await readMigrations(join(folder, MIGRATIONS));
  const names = migrations.map(({ name }) => name);
  const files = await readRepeatableFiles(folder, names);
  const parts = [...names, ...files.map(({ name, checksum }) => `${name} ${checksum}`).sort()];
  return { migrations, files, version: createHash('sha256').update(parts.join('\n')).digest('hex') };
}
