import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrations } from './migration-files.ts';

const RELEASED = join(import.meta.dirname, 'migrations/released.json');

/** The checksums of the migrations that a release contains, by their names. They must not be changed any more. */
export const readReleasedMigrations = (): Record<string, string> => JSON.parse(readFileSync(RELEASED, 'utf8'));

/** Released migrations that have been changed or removed since. `migrations` are those on disk. */
export function findChangedMigrations(
  released: Readonly<Record<string, string>>,
  migrations: readonly { name: string; checksum: string }[],
): string[] {
  return Object.entries(released)
    .filter(([name, checksum]) => migrations.find((migration) => migration.name === name)?.checksum !== checksum)
    .map(([name]) => name);
}

/** Adds all migrations on disk to those that are released. @throws an error that names those that have been changed since */
export async function releaseMigrations(): Promise<void> {
  const migrations = await readMigrations();
  const changed = findChangedMigrations(readReleasedMigrations(), migrations);
  if (changed.length > 0) throw new Error(`These migrations have been changed after they were released: ${changed.join(', ')}.`);
  const released = Object.fromEntries(migrations.map(({ name, checksum }) => [name, checksum]));
  writeFileSync(RELEASED, `${JSON.stringify(released, undefined, 2)}\n`);
}
