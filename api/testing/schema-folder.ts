import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, inject } from 'vitest';
import { type MigrateOptions, migrate } from '#api/platform/db/migrate.ts';
import { MIGRATIONS } from '#api/platform/db/repeatable-files.ts';
import { runOnServer, withDatabaseName } from './database.ts';

/** A schema of a test's own, and an empty database for it. */
export interface SchemaFolder {
  /** Of a superuser. */
  url: string;
  folder: string;
  /** Path of a numbered migration, below the folder. */
  migration(name: string): string;
  /** Writes files by their path below the folder of the areas; null removes one. */
  write(files: Record<string, string | null>): Promise<void>;
  /** Applies what is in the folder; resolves to what was logged. */
  migrate(options?: MigrateOptions): Promise<string[]>;
  /** The values that the last statement selects, row by row. */
  ask(sql: string): Promise<unknown[]>;
}

/** Gives each test of a file an empty folder for a schema, and an empty database. */
export function useSchemaFolder(): SchemaFolder {
  const schema: SchemaFolder = {
    url: '',
    folder: '',
    migration: (name) => `${MIGRATIONS}/${name}`,
    write: async (files) => {
      for (const [path, text] of Object.entries(files)) {
        const file = join(schema.folder, path);
        await mkdir(dirname(file), { recursive: true });
        if (text === null) await rm(file, { recursive: true });
        else await writeFile(file, text);
      }
    },
    migrate: async (options) => {
      const lines: string[] = [];
      await migrate(schema.url, { log: (line) => lines.push(line), folder: schema.folder, ...options });
      return lines;
    },
    ask: async (sql) => {
      const client = new Client({ connectionString: schema.url });
      await client.connect();
      try {
        return [await client.query({ text: sql, rowMode: 'array' })].flat().at(-1)?.rows.flat() ?? [];
      } finally {
        await client.end();
      }
    },
  };
  let name: string;

  beforeEach(async () => {
    schema.folder = await mkdtemp(join(tmpdir(), 'livery-schema-'));
    await mkdir(join(schema.folder, MIGRATIONS), { recursive: true });
    name = `livery_test_${process.pid}_schema${Date.now()}`;
    schema.url = withDatabaseName(inject('testTemplateUrl'), name);
    await runOnServer(schema.url, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0`));
  });

  afterEach(async () => {
    await runOnServer(schema.url, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    await rm(schema.folder, { recursive: true });
  });

  return schema;
}
