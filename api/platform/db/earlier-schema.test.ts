import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  createEmptyDatabase,
  getDatabaseName,
  runAsOwner,
  runOnServer,
  type TestDatabase,
  withDatabaseName,
} from '#api/testing/database.ts';
import { prepareDatabase } from '../setup/prepare-database.ts';
import { readMigrations } from './migration-files.ts';

/**
 * The baseline as it was until 2026-11-28, when it also created the functions, views and triggers that are repeatable SQL now. Made at commit 571ca3a5 with
 * `cat api/platform/db/migrations/0001-baseline/*.sql | gzip -9n`, so that its hash is the checksum which databases of that time have recorded.
 */
const BASELINE = join(import.meta.dirname, '../../testing/schemas/baseline-of-2026-11-28.sql.gz');

let earlier: Pick<TestDatabase, 'url' | 'ownerUrl'>;
let empty: TestDatabase;
const lines: string[] = [];

async function ask<T>(url: string, sql: string): Promise<T[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat() as T[];
  } finally {
    await client.end();
  }
}

/** What `migrate` made of an empty database at that time, with the rights of the application and an organisation. */
async function createEarlierDatabase(): Promise<typeof earlier> {
  const ownerUrl = withDatabaseName(inject('testTemplateUrl'), `livery_test_${process.pid}_${randomUUID().slice(0, 8)}`);
  const url = withDatabaseName(inject('testApplicationUrl'), getDatabaseName(ownerUrl));
  await runOnServer(ownerUrl, (client) => client.query(`CREATE DATABASE ${getDatabaseName(ownerUrl)} TEMPLATE template0`));
  const baseline = gunzipSync(await readFile(BASELINE)).toString();
  const [, ...others] = await readMigrations();
  const applied = [
    { name: '0001-baseline', sql: baseline, checksum: createHash('sha256').update(baseline).digest('hex') },
    ...others
      .filter(({ name }) => ['0002-secret-key.sql', '0003-index-failed-mail.sql'].includes(name))
      .map(({ name, files, checksum }) => ({ name, sql: files.map(({ sql }) => sql).join('\n'), checksum })),
  ];
  const role = new URL(url).username;
  await runAsOwner(
    { ownerUrl },
    'CREATE TABLE schema_migration (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now(), needs_code_with text)',
    ...applied.flatMap(({ name, sql, checksum }) => [
      sql,
      `INSERT INTO schema_migration VALUES ('${name}', '${checksum}', now(), '')`,
    ]),
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}; GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${role};
     GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO ${role}`,
    `INSERT INTO brand (name, company_name, canonical_origin) VALUES ('test', 'Test', 'http://localhost')`,
    `INSERT INTO organisation (brand_id, name) SELECT id, 'Test' FROM brand`,
  );
  return { url, ownerUrl };
}

beforeAll(async () => {
  earlier = await createEarlierDatabase();
  empty = await createEmptyDatabase();
  await prepareDatabase(earlier, (line) => lines.push(line));
});

afterAll(async () => {
  await empty.close();
  await runOnServer(earlier.ownerUrl, (client) =>
    client.query(`DROP DATABASE ${getDatabaseName(earlier.ownerUrl)} WITH (FORCE)`),
  );
});

test('a database of the time before repeatable SQL is brought up to date', () => {
  expect(lines.at(-1)).toMatch(/^applied the SQL of \d+ files$/);
  // Else earlier processes, which go on meanwhile, would not find what was dropped.
  expect(lines.filter((line) => line.startsWith('dropped'))).toEqual([]);
});

const NOT_OF_EXTENSIONS = (table: string, row: string) =>
  `NOT EXISTS (SELECT FROM pg_depend WHERE classid = '${table}'::regclass AND objid = ${row}.oid AND deptype = 'e')`;
/** The rights in an order that does not depend on when they were granted. */
const RIGHTS = (column: string) => `(SELECT string_agg(right_::text, ' ' ORDER BY right_::text) FROM unnest(${column}) right_)`;

test.each([
  [
    'functions',
    `SELECT concat_ws(E'\\n', pg_get_functiondef(f.oid), ${RIGHTS('proacl')}) FROM pg_proc f
      WHERE pronamespace = 'public'::regnamespace AND ${NOT_OF_EXTENSIONS('pg_proc', 'f')} ORDER BY 1`,
  ],
  ['triggers', `SELECT concat_ws(' ', pg_get_triggerdef(oid), tgenabled) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`],
  [
    'tables and views',
    `SELECT concat_ws(E'\\n', relname, obj_description(v.oid), pg_get_viewdef(v.oid), ${RIGHTS('relacl')}) FROM pg_class v
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v') AND ${NOT_OF_EXTENSIONS('pg_class', 'v')} ORDER BY 1`,
  ],
])('its %s are those of a new database', async (kind, query) => {
  const found = await ask<string>(earlier.ownerUrl, query);
  expect(found).toEqual(await ask(empty.ownerUrl, query));
  expect(found.length).toBeGreaterThan(kind === 'tables and views' ? 100 : 70);
});

test('it keeps what it recorded, so that the code of that time goes on, and a second run changes nothing', async () => {
  const recorded = () => ask(earlier.url, 'SELECT checksum FROM schema_migration ORDER BY name');
  const before = await recorded();
  lines.length = 0;

  expect(await prepareDatabase(earlier, (line) => lines.push(line))).toBe(0);
  expect(lines).toEqual([]);
  expect(await recorded()).toEqual(before);
  expect(await ask(earlier.url, 'SELECT organisation_id FROM listing_version')).toHaveLength(1);
});
