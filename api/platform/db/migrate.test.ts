import { beforeEach, describe, expect, test } from 'vitest';
import { useSchemaFolder } from '#api/testing/schema-folder.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './migration-files.ts';

const schema = useSchemaFolder();
const { ask, migration } = schema;
const write = (name: string, sql: string | null) => schema.write({ [migration(name)]: sql });
/** Applies what is in the folder, and resolves to the number of migrations. */
const run = () => migrate(schema.url, { folder: schema.folder });

beforeEach(() => write('0001-size.sql', 'CREATE TABLE size (name text PRIMARY KEY);'));

test('applies each file once, in order', async () => {
  await write('0002-first-size.sql', `INSERT INTO size VALUES ('M');`);

  expect(await schema.migrate()).toEqual(['applied migration 0001-size.sql', 'applied migration 0002-first-size.sql']);
  expect(await run()).toBe(0);
  expect(await ask('SELECT name FROM size')).toEqual(['M']);
});

test('rolls back a failing file, naming it and the line, and keeps earlier files', async () => {
  await write('0002-more.sql', `INSERT INTO size VALUES ('L');\nINSERT INTO sizes VALUES ('XL');`);

  await expect(run()).rejects.toThrow(/^Migration 0002-more.sql failed in line 2: .*sizes.* does not exist/);
  expect(await ask('SELECT name FROM schema_migration')).toEqual(['0001-size.sql']);
  expect(await ask('SELECT name FROM size')).toEqual([]);
});

test('refuses a file that was changed after it was applied', async () => {
  await run();
  await write('0001-size.sql', 'CREATE TABLE size (name text PRIMARY KEY, waist int);');

  await expect(run()).rejects.toThrow('Migration 0001-size.sql was changed after');
});

test('ignores different line endings', async () => {
  await write('0002-two-lines.sql', 'SELECT 1;\nSELECT 2;\n');
  await run();
  await write('0002-two-lines.sql', 'SELECT 1;\r\nSELECT 2;\r\n');

  expect(await run()).toBe(0);
});

test('works with a database to which a newer version has only added', async () => {
  await write('0002-later.sql', 'SELECT 1;');
  await run();
  await write('0002-later.sql', null);

  expect(await schema.migrate()).toEqual(['a newer version has applied 0002-later.sql; this one works with it']);
});

test('refuses a database of a newer version that needs newer code', async () => {
  await write('0002-new-column.sql', 'ALTER TABLE size ADD COLUMN label text;');
  await write('0003-drop-name.sql', '-- Needs code with 0002-new-column.sql\nALTER TABLE size DROP COLUMN name;');
  await run();
  await write('0003-drop-name.sql', null);
  expect(await run()).toBe(0);

  await write('0002-new-column.sql', null);
  await expect(run()).rejects.toThrow('contains 0003-drop-name.sql, which this version of Livery does not know');
});

test('refuses unknown migrations of which nothing is recorded', async () => {
  await ask(`CREATE TABLE schema_migration (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
    INSERT INTO schema_migration VALUES ('0009-other.sql', '')`);
  await expect(run()).rejects.toThrow('contains 0009-other.sql');
});

test('refuses a migration that needs code which does not exist', async () => {
  await write('0002-drop.sql', '-- Needs code with 0003-later.sql\nDROP TABLE size;');
  await expect(run()).rejects.toThrow('0002-drop.sql needs code with 0003-later.sql, which is no migration before it');
});

test('refuses a file with a lower number than one already applied', async () => {
  await write('0003-third.sql', 'SELECT 1;');
  await run();
  await write('0002-second.sql', 'SELECT 1;');

  await expect(run()).rejects.toThrow('0002-second.sql comes before 0003-third.sql');
});

test('applies each file once when several servers start together', async () => {
  await write('0002-slow.sql', `SELECT pg_sleep(0.1); INSERT INTO size VALUES ('S');`);

  const counts = await Promise.all([1, 2, 3].map(() => run()));

  expect(counts.toSorted()).toEqual([0, 0, 2]);
  expect(await ask('SELECT name FROM size')).toEqual(['S']);
});

test('applies the files of a folder as one migration, in the order of their names', async () => {
  await write('0002-parts/01-first.sql', 'CREATE TABLE part (name text);');
  await write('0002-parts/02-second.sql', `INSERT INTO part VALUES ('a');`);

  expect(await run()).toBe(2);
  expect(await ask('SELECT name FROM schema_migration ORDER BY 1')).toEqual(['0001-size.sql', '0002-parts']);
  expect(await ask('SELECT name FROM part')).toEqual(['a']);
});

test('rolls back the whole migration when a file of its folder fails', async () => {
  await write('0002-parts/01-first.sql', 'CREATE TABLE part (name text);');
  await write('0002-parts/02-second.sql', 'SELECT 1;\nSELECT missing;');

  await expect(run()).rejects.toThrow(/^Migration 0002-parts.02-second.sql failed in line 2/);
  expect(await ask(`SELECT to_regclass('part')`)).toEqual([null]);
});

test('limits how long a statement waits for a lock', async () => {
  await write('0002-timeout.sql', `CREATE TABLE waited AS SELECT current_setting('lock_timeout') AS lock_timeout;`);

  await run();
  expect(await ask('SELECT lock_timeout FROM waited')).toEqual(['5s']);
});

/** What earlier code may still use. */
const TAKES_AWAY =
  /\b(?:drop\s+(?:table|column|view|type)|rename\s+(?:to|column)|alter\s+column\s+\S+\s+(?:type|set\s+(?:data\s+type|not\s+null)))\b/i;

test('each migration that takes something away says which code works with it', async () => {
  const [, ...later] = await readMigrations();
  const unclear = later.filter(({ files }) => {
    const text = files.map(({ sql }) => sql).join('\n');
    return TAKES_AWAY.test(text) && !/^-- (?:Needs code with |Works with earlier code)/m.test(text);
  });
  expect(unclear.map(({ name }) => name)).toEqual([]);
});

describe('a database from before the baseline', () => {
  const tables = () =>
    ask(`SELECT nspname || '.' || relname FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
    WHERE relkind = 'r' AND nspname IN ('public', 'pgboss') ORDER BY 1`);

  test.each([
    ['with its tables', `CREATE TABLE schema_migration AS SELECT '0001-organisations.sql' AS name, '' AS checksum`],
    ['of which only the job queue is left', 'CREATE SCHEMA pgboss; CREATE TABLE pgboss.job (id uuid)'],
  ])('%s is refused, and stays as it is', async (_, made) => {
    await ask(made);
    const before = await tables();

    await expect(migrate(schema.url)).rejects.toThrow(/earlier version of Livery.*Nothing has been changed.*DATABASE_URL/);
    expect(await tables()).toEqual(before);
  });
});
