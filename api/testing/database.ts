import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expect, inject } from 'vitest';
import { prepareDatabase } from '#api/platform/setup/prepare-database.ts';
import { readSqlFault } from './sql-faults/sql-faults.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The day (UTC) on which the template was seeded, such as `2026-01-31`: the days of the demonstration count from it. */
    testTemplateDay: string;
    /** The template database on the test server; tests get copies of it. */
    testTemplateUrl: string;
    /** The same database as the application's role. */
    testApplicationUrl: string;
  }
}

export interface TestDatabase {
  /** Of the application's role, as in production: a missing grant fails the test that needs it. */
  url: string;
  /** Of a superuser, for tests that change tables or read what only their owner may. */
  ownerUrl: string;
  close(): Promise<void>;
}

/**
 * A migrated and seeded database for one test file: a copy of the template, made in about 0.1 s. All its pools must be closed
 * before `close()`, which drops it. Databases left behind by a killed run are dropped when the next run starts. `templateUrl` names another database to
 * copy, to which no one is connected.
 */
export async function createTestDatabase(templateUrl: string = inject('testTemplateUrl')): Promise<TestDatabase> {
  const template = getDatabaseName(templateUrl);
  const name = `livery_test_${process.pid}_${randomUUID().slice(0, 8)}`;
  await runOnServer(templateUrl, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`));
  const ownerUrl = withDatabaseName(templateUrl, name);
  const fault = await readSqlFault(expect.getState().testPath);
  if (fault !== undefined) await runAsOwner({ ownerUrl }, fault);
  return {
    url: withDatabaseName(inject('testApplicationUrl'), name),
    ownerUrl,
    close: () =>
      runOnServer(templateUrl, async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))),
  };
}

/** A migrated database without any data, as of a new installation. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const ownerUrl = withDatabaseName(inject('testTemplateUrl'), `livery_test_${process.pid}_${randomUUID().slice(0, 8)}`);
  const name = getDatabaseName(ownerUrl);
  const url = withDatabaseName(inject('testApplicationUrl'), name);
  await runOnServer(ownerUrl, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0`));
  await prepareDatabase({ url, ownerUrl });
  return {
    url,
    ownerUrl,
    close: () =>
      runOnServer(ownerUrl, async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))),
  };
}

/** Runs statements one after another as the owner of the tables, for what the application may not do. */
export async function runAsOwner({ ownerUrl }: Pick<TestDatabase, 'ownerUrl'>, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Runs statements that need databases not in use, connected to the server's `postgres` database. */
export async function runOnServer<T>(url: string, action: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: withDatabaseName(url, 'postgres') });
  await client.connect();
  try {
    return await action(client);
  } finally {
    await client.end();
  }
}

export function withDatabaseName(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

export function getDatabaseName(url: string): string {
  return new URL(url).pathname.slice(1);
}
