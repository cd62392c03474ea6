import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Migration {
  name: string;
  /** The files of the migration, applied in this order. */
  files: { name: string; sql: string }[];
  checksum: string;
  /**
   * The newest migration that code must know to work with the schema after this one, from its line `-- Needs code with NAME`; empty when earlier code
   * works with it too.
   */
  needsCodeWith: string;
}

const NEEDS_CODE = /^-- Needs code with (\S+)$/m;

/** The migration in the line `-- Needs code with NAME` of a text; empty without the line. */
export function readNeededCode(sql: string): string {
  return NEEDS_CODE.exec(sql)?.[1] ?? '';
}

/**
 * The migrations on disk, in the order of their numbers. A migration is a file, or a folder whose files are applied in the order
 * of their names.
 */
export async function readMigrations(folder = join(import.meta.dirname, 'migrations')): Promise<Migration[]> {
  const entries = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() || entry.name.endsWith('.sql'))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const names = entries.map(({ name }) => name);
  const misnamed = names.find((name) => !/^\d{4}-[a-z0-9-]+(\.sql)?$/.test(name));
  if (misnamed) throw new Error(`Migration ${misnamed} must be named like 0002-order-notes.sql.`);
  const duplicate = names.find((name, index) => names[index - 1]?.slice(0, 4) === name.slice(0, 4));
  if (duplicate) throw new Error(`Two migrations have the number ${duplicate.slice(0, 4)}.`);
  const migrations = await Promise.all(
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
      const needsCodeWith = files.map(({ sql }) => readNeededCode(sql)).findLast(Boolean) ?? '';
      return { name: entry.name, files, checksum: hash.digest('hex'), needsCodeWith };
    }),
  );
  for (const { name, needsCodeWith } of migrations)
    if (needsCodeWith && !names.slice(0, names.indexOf(name) + 1).includes(needsCodeWith))
      throw new Error(`Migration ${name} needs code with ${needsCodeWith}, which is no migration before it.`);
  return migrations;
}

async function listParts(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
}
