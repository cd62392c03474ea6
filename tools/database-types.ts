/** `npm run types`: writes api/platform/db/types.ts from a freshly migrated database. With --check, fails if it is out of date. */
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { migrate } from '#api/platform/db/migrate.ts';

interface Column {
  table: string;
  column: string;
  type: string;
  element: string | null;
  labels: string[] | null;
  element_labels: string[] | null;
  nullable: boolean;
  defaulted: boolean;
  always: boolean;
  computed: boolean;
}

const columnsQuery = `
  SELECT c.relname AS table, a.attname AS column, t.typname AS type, e.typname AS element,
         NOT (a.attnotnull OR d.typnotnull) AS nullable,
         a.atthasdef AND a.attgenerated = '' OR a.attidentity <> '' AS defaulted,
         a.attidentity = 'a' AS always,
         a.attgenerated <> '' OR c.relkind IN ('v', 'm') AS computed,
         (SELECT json_agg(enumlabel ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = t.oid) AS labels,
         (SELECT json_agg(enumlabel ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = e.oid) AS element_labels
  FROM pg_attribute a
  JOIN pg_class c ON c.oid = a.attrelid
  JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_type d ON d.oid = a.atttypid
  JOIN pg_type t ON t.oid = CASE WHEN d.typtype = 'd' THEN d.typbasetype ELSE d.oid END
  LEFT JOIN pg_type e ON e.oid = t.typelem AND t.typcategory = 'A'
  WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p', 'v', 'm') AND NOT c.relispartition
    AND a.attnum > 0 AND NOT a.attisdropped AND c.relname NOT IN ('schema_migration', 'repeatable_sql', 'repeatable_sql_version')
    AND NOT EXISTS (SELECT FROM pg_depend p WHERE p.classid = 'pg_class'::regclass AND p.objid = c.oid AND p.deptype = 'e')
  ORDER BY c.relname, a.attnum`;

/** What `pg` hands out, with the parsers that the pool sets: int8 and numeric as numbers, date as text. */
const scalars: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  oid: 'number',
  bool: 'boolean',
  json: 'Json',
  jsonb: 'Json',
  bytea: 'Buffer',
  timestamptz: 'Timestamp',
  timestamp: 'Timestamp',
};

/** The Kysely type of a column: what is read, inserted and updated. */
export function describeColumn(column: Column): string {
  const scalar = (type: string, labels: string[] | null) =>
    labels ? labels.map((label) => `'${label}'`).join(' | ') : (scalars[type] ?? 'string');
  let type = scalar(column.type, column.labels);
  if (column.element !== null) {
    const element = asRead(scalar(column.element, column.element_labels));
    type = `${/\W/.test(element) ? `(${element})` : element}[]`;
  }
  const orNull = column.nullable ? ' | null' : '';
  if (column.computed || column.always) return `GeneratedAlways<${asRead(type)}${orNull}>`;
  if (column.defaulted) return `Generated<${type}${orNull}>`;
  return type + orNull;
}

function asRead(type: string): string {
  return { Json: 'JsonValue', Timestamp: 'Date' }[type] ?? type;
}

function render(columns: Column[]): string {
  const tables = Map.groupBy(columns, ({ table }) => table);
  const interfaces = [...tables].map(
    ([table, own]) =>
      `export interface ${interfaceName(table)} {\n${own.map((column) => `  ${column.column}: ${describeColumn(column)};\n`).join('')}}\n`,
  );
  const body = interfaces.join('\n');
  return `// Written by \`npm run types\` from the migrations. Do not edit.
import type { ColumnType, GeneratedAlways } from 'kysely';

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue | undefined;
}

/** Read as the parsed value. Written as an object or as JSON text; an array as text, since \`pg\` takes it for an SQL array. */
export type Json = ColumnType<JsonValue, JsonObject | string, JsonObject | string>;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

/** Whether an insert may omit the column, because the database fills it in. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;

export interface Database {
${[...tables.keys()].map((table) => `  ${table}: ${interfaceName(table)};\n`).join('')}}

${body}`;
}

function interfaceName(table: string): string {
  return `${table.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())}Table`;
}

/** The expected text of api/platform/db/types.ts, from the catalogue of a migrated database. */
export async function generateDatabaseTypes(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return render((await client.query<Column>(columnsQuery)).rows);
  } finally {
    await client.end();
  }
}

async function run(check: boolean): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'livery-types-'));
  // PostgreSQL's own user must be able to enter it.
  await chmod(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
  try {
    await migrate(server.ownerUrl);
    const file = join(import.meta.dirname, '../api/platform/db/types.ts');
    const wanted = await generateDatabaseTypes(server.ownerUrl);
    const found = await readFile(file, 'utf8').catch(() => '');
    if (wanted === found) console.log('api/platform/db/types.ts is up to date');
    else if (check) console.log('api/platform/db/types.ts does not match the migrations: run `npm run types`');
    else {
      await writeFile(file, wanted);
      console.log('wrote api/platform/db/types.ts');
    }
    return check && wanted !== found ? 1 : 0;
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) process.exitCode = await run(process.argv.includes('--check'));
