import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { runOnServer, withDatabaseName } from '#api/testing/database.ts';
import { migrate, readMigrations } from './migrate.ts';

/** What stands in a database is carried over when a later migration changes its form. */

const MIGRATIONS = join(import.meta.dirname, 'migrations');

let folder: string;
let name: string;
let url: string;
let client: Client;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'livery-carried-over-'));
  name = `livery_test_${process.pid}_carried${Date.now()}`;
  url = withDatabaseName(inject('testTemplateUrl'), name);
  await runOnServer(url, (server) => server.query(`CREATE DATABASE ${name} TEMPLATE template0`));
  client = new Client({ connectionString: url });
  await client.connect();
});

afterEach(async () => {
  await client.end();
  await runOnServer(url, (server) => server.query(`DROP DATABASE ${name} WITH (FORCE)`));
  await rm(folder, { recursive: true });
});

/** Brings the database up to the migration of this number, as an earlier release left it. */
async function migrateUpTo(number: string): Promise<void> {
  const earlier = (await readMigrations(MIGRATIONS)).filter((one) => one.name.slice(0, 4) <= number);
  await Promise.all(earlier.map((one) => copyFile(join(MIGRATIONS, one.name), join(folder, one.name))));
  await migrate(url, undefined, folder);
}

test('0030: changes of the range that can be taken back still can be, product by product', async () => {
  await migrateUpTo('0029');
  const state = { name: 'Own', published: true, businessAreaIds: [1] };
  const products = [
    { id: 71, productId: 7, version: 4, state },
    { id: 72, productId: 8, version: 2, state, held: [{ groupId: 3, quantity: 2, points: null, displayOrder: 1 }] },
  ];
  // Past foreign keys: whose change it is does not matter here.
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into range_change (id, organisation_id, made_by_id, made_at, what, products, undone_at) values
      (11, 1, 5, '2026-11-20T10:00Z', 'removed', $1, null),
      (12, 2, 6, '2026-11-20T11:00Z', 'changed', $2, null),
      (13, 1, 5, '2026-11-20T12:00Z', 'changed', $1, '2026-11-20T12:01Z')`,
    [JSON.stringify(products), JSON.stringify(products.slice(0, 1))],
  );

  await migrate(url);

  const changes = await client.query(
    'select id, organisation_id, what, wanted, undoes_id, total, finished_at = made_at as finished from range_change order by id',
  );
  const kept = { wanted: {}, undoes_id: null, finished: true };
  expect(changes.rows).toEqual([
    { id: 11, organisation_id: 1, what: 'removed', total: 2, ...kept },
    { id: 12, organisation_id: 2, what: 'changed', total: 1, ...kept },
  ]);
  const carried = await client.query(
    `select organisation_id, change_id, product_id, product_organisation_id, outcome, reason, version, state, held
    from range_change_product order by change_id, place`,
  );
  const changed = { outcome: 'changed', reason: null, state };
  expect(carried.rows).toEqual([
    { organisation_id: 1, change_id: 11, product_id: 7, product_organisation_id: 71, version: 4, held: null, ...changed },
    {
      organisation_id: 1,
      change_id: 11,
      product_id: 8,
      product_organisation_id: 72,
      version: 2,
      held: products[1]?.held,
      ...changed,
    },
    { organisation_id: 2, change_id: 12, product_id: 7, product_organisation_id: 71, version: 4, held: null, ...changed },
  ]);
  // What was taken back is not carried over: it can be taken back no more.
  expect(changes.rows.map(({ id }) => id)).not.toContain(13);
});
