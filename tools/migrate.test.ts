import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { runOnServer, withDatabaseName } from '#api/testing/database.ts';
import { runCommand } from './command-process.ts';
import { EXIT_CODES } from './launch.mjs';

vi.setConfig({ testTimeout: 60_000 });

let name: string;
let url: string;

beforeEach(async () => {
  name = `livery_test_${process.pid}_${randomUUID().slice(0, 8)}`;
  url = withDatabaseName(inject('testTemplateUrl'), name);
  await runOnServer(url, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0`));
});

afterEach(() => runOnServer(url, async (client) => void (await client.query(`DROP DATABASE ${name} WITH (FORCE)`))));

const migrate = (environment: NodeJS.ProcessEnv = {}) =>
  runCommand(['tools/migrate.ts'], {
    DATABASE_URL: withDatabaseName(inject('testApplicationUrl'), name),
    DATABASE_OWNER_URL: url,
    ...environment,
  });

async function countCountries(): Promise<number> {
  // As the application, which may read them only if it was given its rights.
  const client = new Client({ connectionString: withDatabaseName(inject('testApplicationUrl'), name) });
  await client.connect();
  try {
    return Number((await client.query('SELECT count(*) FROM country')).rows[0].count);
  } finally {
    await client.end();
  }
}

test('several machines can fill an empty database at the same time, and another run changes nothing', async () => {
  const runs = [migrate(), migrate(), migrate()];
  for (const run of runs) expect((await run.ended)[0], run.said).toBe(0);
  expect(runs.filter(({ said }) => said.includes('applied migration 0001-baseline'))).toHaveLength(1);
  expect(runs.filter(({ said }) => said.includes('countries and states: added'))).toHaveLength(1);
  expect(await countCountries()).toBeGreaterThan(200);

  const again = migrate();
  expect((await again.ended)[0]).toBe(0);
  expect(again.said).toMatch(/database schema: up to date .*\n.*countries and states: already there/);
});

test('exit codes tell a wrong configuration from a failure', async () => {
  const none = migrate({ DATABASE_URL: undefined, DATABASE_OWNER_URL: undefined });
  expect((await none.ended)[0]).toBe(EXIT_CODES.misconfigured);
  expect(none.said).toContain('DATABASE_URL must be set');

  const refused = migrate({ DATABASE_OWNER_URL: withDatabaseName(url, `${name}_missing`) });
  expect((await refused.ended)[0]).toBe(EXIT_CODES.failedToStart);
  expect(refused.said).toContain(`The database of DATABASE_OWNER_URL cannot be used: database "${name}_missing" does not exist.`);
});
