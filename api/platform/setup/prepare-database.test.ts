import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { runOnServer, withDatabaseName } from '#api/testing/database.ts';
import { prepareDatabase } from './prepare-database.ts';

const id = `${process.pid}_${Date.now()}`;
const name = `livery_test_${id}`;
const owner = `owner_${id}`;
const application = `application_${id}`;
let adminUrl: string;

const urlOf = (role: string): string => {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = 'roles';
  return url.href;
};

async function run(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const text of statements) rows = (await client.query({ text, rowMode: 'array' })).rows.flat();
    return rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  adminUrl = withDatabaseName(inject('testTemplateUrl'), name);
  await runOnServer(adminUrl, async (client) => {
    for (const role of [owner, application])
      await client.query(`create role ${role} login password 'roles' nosuperuser nobypassrls`);
    await client.query(`create database ${name} owner ${owner} template template0`);
  });
  await prepareDatabase({ url: urlOf(application), ownerUrl: urlOf(owner) });
});

afterAll(() =>
  runOnServer(adminUrl, async (client) => {
    await client.query(`drop database ${name} with (force)`);
    for (const role of [owner, application]) await client.query(`drop role ${role}`);
  }),
);

describe('the role of the application', () => {
  it.each([
    'create table stray (id bigint)',
    'create table pgboss.stray (id bigint)',
    'create schema stray',
    'alter table customer add column stray int',
    'alter table customer disable row level security',
    'drop table cart_line',
    'truncate orders cascade',
    'set session_replication_role = replica',
    `set role ${owner}`,
    'update schema_migration set checksum = null',
  ])('cannot: %s', async (statement) => {
    await expect(run(urlOf(application), statement)).rejects.toThrow(/permission denied|must be owner/);
  });

  it('reads and writes rows, also those of the job queue, and takes numbers from sequences', async () => {
    const statements = [
      `insert into brand (name, company_name, canonical_origin) values ('test', 'Test', 'http://localhost')`,
      `insert into organisation (brand_id, name) select id, 'Test' from brand`,
      `update organisation set name = 'Other'`,
      'select refresh_listing(array[1::bigint])',
      'select count(*)::int from pgboss.job',
      'delete from pgboss.job',
      'select name from organisation',
    ];
    expect(await run(urlOf(application), ...statements)).toEqual(['Other']);
  });

  it('sees no row that a policy hides', async () => {
    await run(urlOf(owner), 'alter table organisation enable row level security');
    expect(await run(urlOf(application), 'select name from organisation')).toEqual([]);
    await run(urlOf(owner), 'alter table organisation disable row level security');
  });
});

it('can be prepared again', async () => {
  expect(await prepareDatabase({ url: urlOf(application), ownerUrl: urlOf(owner) })).toBe(0);
});

it('applies all repeatable SQL in a session that has not created the extensions, as an owner who is no superuser', async () => {
  await run(urlOf(owner), `update repeatable_sql set checksum = '', objects = '{}'`, 'delete from repeatable_sql_version');
  expect(await prepareDatabase({ url: urlOf(application), ownerUrl: urlOf(owner) })).toBeGreaterThan(40);
});
