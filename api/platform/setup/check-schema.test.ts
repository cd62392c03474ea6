import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, runAsOwner, type TestDatabase } from '#api/testing/database.ts';
import { IncompatibleSchemaError } from '../db/schema-history.ts';
import { checkSchema, MissingMigrationsError } from './check-schema.ts';

/** A file of repeatable SQL. */
const FILE = 'api/catalogue/pricing/offer.sql';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.close());

test('a database that is up to date passes', async () => {
  expect(await checkSchema(database.url)).toEqual({ newer: [] });
});

test.each([
  [
    'of nothing',
    'drop schema public cascade; create schema public; drop schema pgboss cascade',
    /lacks 0001-baseline, .*the tables of the job queue/,
  ],
  [
    'without the functions of this version',
    `update repeatable_sql set checksum = '' where name = '${FILE}'; delete from repeatable_sql_version`,
    /lacks the present SQL of api\/catalogue\/pricing\/offer.sql. Run/,
  ],
  ['before repeatable SQL', 'drop table repeatable_sql, repeatable_sql_version', /lacks the present SQL of \d+ files. Run/],
  ['without the job queue', 'drop schema pgboss cascade', /lacks the tables of the job queue. Run `npm run migrate`/],
  ['with the job queue of an earlier release', 'update pgboss.version set version = version - 1', /lacks the tables of the job/],
])('a database %s is refused, and not changed', async (_, statement, message) => {
  await runAsOwner(database, statement);
  const before = await listTables();
  const refusal = await checkSchema(database.ownerUrl).catch((error: unknown) => error);

  expect(refusal).toBeInstanceOf(MissingMigrationsError);
  expect((refusal as Error).message).toMatch(message);
  expect(await listTables()).toEqual(before);
});

test.each([null, '9998-before.sql'])('a newer migration that needs code with %s is refused', async (needed) => {
  await runAsOwner(database, newer(needed));
  const refusal = await checkSchema(database.url).catch((error: unknown) => error);

  expect(refusal).toBeInstanceOf(IncompatibleSchemaError);
  expect((refusal as Error).message).toContain('9999-later.sql, which this version of Livery does not know and cannot work with');
});

test.each(['', '0001-baseline'])('a newer migration that needs code with "%s" is no reason', async (needed) => {
  await runAsOwner(database, newer(needed));
  expect(await checkSchema(database.url)).toEqual({ newer: ['9999-later.sql'] });
});

test.each(['', '0001-baseline'])('functions of a newer version that need code with "%s" are no reason', async (needed) => {
  await runAsOwner(database, newerFile(needed));
  expect(await checkSchema(database.url)).toEqual({ newer: [FILE] });
});

test('functions of a newer version that need code which this one does not know are', async () => {
  await runAsOwner(database, newerFile('9998-before.sql'));
  await expect(checkSchema(database.url)).rejects.toThrow(
    `${FILE}, which this version of Livery does not know and cannot work with`,
  );
});

const newerFile = (needed: string) =>
  `update repeatable_sql set checksum = '', needs_code_with = '${needed}' where name = '${FILE}'`;

const newer = (needed: string | null) =>
  `insert into schema_migration values ('9999-later.sql', '', now(), ${needed === null ? 'null' : `'${needed}'`})`;

async function listTables(): Promise<unknown[]> {
  const client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query(`select oid::regclass::text as name from pg_class where relkind = 'r' order by 1`);
    return rows;
  } finally {
    await client.end();
  }
}
