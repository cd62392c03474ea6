import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { readMigrations } from '#api/platform/db/migration-files.ts';
import { prepareDatabase } from '#api/platform/setup/prepare-database.ts';
import { demoLogins, demoOperator, demoPassword } from '#demo/demo-logins.ts';
import { fillCart, requestSummary, submitOrder } from '../builders.ts';
import { runAsOwner, runOnServer, type TestDatabase, withDatabaseName } from '../database.ts';
import { logInAsOperator } from '../operator-accounts.ts';
import { createTestPortal, type TestPortal } from '../portal.ts';
import { listReleases, MAX_RELEASE_BYTES, measureRelease, readRelease } from './releases.ts';

/** Databases of earlier versions, with the functions, views and triggers that these had, migrated as an installation that is upgraded is. */

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

/** A database as the version left it. */
async function restoreRelease(version: string): Promise<TestDatabase> {
  const name = `livery_test_${process.pid}_${randomUUID().slice(0, 8)}`;
  const ownerUrl = withDatabaseName(inject('testTemplateUrl'), name);
  await runOnServer(ownerUrl, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0`));
  await runAsOwner({ ownerUrl }, readRelease(version));
  return {
    url: withDatabaseName(inject('testApplicationUrl'), name),
    ownerUrl,
    close: () =>
      runOnServer(ownerUrl, async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))),
  };
}

const COUNTED = ['customer', 'orders', 'order_line', 'invoice', 'entitlement_entry', 'stock_entry', 'audit_event'];

/** How many rows the tables have that no migration empties. */
async function countRows({ ownerUrl }: Pick<TestDatabase, 'ownerUrl'>): Promise<Record<string, number>> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const counts: Record<string, number> = {};
    for (const table of COUNTED)
      counts[table] = Number((await client.query(`select count(*) as n from public.${table}`)).rows[0].n);
    return counts;
  } finally {
    await client.end();
  }
}

/** What a buyer has ordered for the site, and of which there is enough: it depends on no season, however old the dump is. */
async function findStockedItem({ db }: Pick<TestPortal, 'db'>, customerId: number) {
  const { rows } = await sql<{ productId: number; combinationId: number; quantity: number }>`
    select l.product_id as "productId", l.combination_id as "combinationId", l.quantity from order_line l
    join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
    join stock_level s on s.combination_id = l.combination_id
    where o.customer_id = ${customerId} and l.wearer_id is null and s.on_hand - s.reserved > l.quantity
    order by s.on_hand - s.reserved desc limit 1`.execute(db);
  if (!rows[0]) throw new Error('The buyer has ordered nothing that there is.');
  return rows[0];
}

it('there is at least one release', () => {
  expect(listReleases()).toContain('0.1.0');
});

describe.each(listReleases())('a database of version %s', (version) => {
  const log: string[] = [];
  let before: unknown;
  let portal: TestPortal;

  beforeAll(async () => {
    portal = await createTestPortal({
      createDatabase: async () => {
        const database = await restoreRelease(version);
        before = await countRows(database);
        await prepareDatabase(database, (line) => log.push(line));
        return database;
      },
    });
  });
  afterAll(() => portal?.close());

  it('takes little in the repository', () => {
    expect(measureRelease(version)).toBeLessThanOrEqual(MAX_RELEASE_BYTES);
  });

  it('has every migration of this version, and is ready', async () => {
    const { rows } = await sql<{ name: string }>`select name from schema_migration order by name`.execute(portal.db);
    expect(rows.map(({ name }) => name)).toEqual((await readMigrations()).map(({ name }) => name));
    await expect
      .poll(async () => (await portal.app.inject('/readyz')).json(), { timeout: 10_000 })
      .toMatchObject({ ready: true, warnings: [] });
  });

  it('has lost no row', async () => {
    expect(await countRows(portal)).toEqual(before);
  });

  it('lets everyone of the demonstration log in with the published password', async () => {
    for (const { email } of demoLogins.slice(0, 3)) {
      const response = await portal.app.inject({
        method: 'POST',
        url: '/api/token',
        headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ grant_type: 'password', username: email, password: demoPassword }).toString(),
      });
      expect([email, response.statusCode]).toEqual([email, 200]);
    }
    // The secret of the second factor is opened with the key of the installation.
    expect(await logInAsOperator(portal, { username: demoOperator.email, password: demoPassword })).toMatchObject({
      error: 'mfa_required',
    });
  });

  it('answers what the pages ask first', async () => {
    const buyer = await portal.as('buyer@meridian.example');
    const admin = await portal.as('admin@meridian.example');
    const operator = await portal.asOperator();
    for (const [client, path] of [
      [buyer, '/api/customerprofile'],
      [admin, '/api/productsorganisation?limit=20'],
      [buyer, '/api/products?limit=20'],
      [buyer, '/api/orders?limit=20'],
      [buyer, '/api/shopping_cart_items'],
      [admin, '/api/invoices?limit=20'],
      [operator, '/api/operator/orders?limit=20'],
      [operator, '/api/operator/me'],
    ] as const) {
      const { status, errors } = await client.get(path);
      expect([path, status, errors]).toEqual([path, 200, {}]);
    }
  });

  it('takes an order', async () => {
    const buyer = await portal.as('buyer@meridian.example');
    await fillCart(buyer, await findStockedItem(portal, buyer.customerId));
    const { checkoutId } = await requestSummary(portal.db, buyer);
    const placed = await submitOrder(buyer, {}, checkoutId);
    expect([placed.status, placed.errors]).toEqual([200, {}]);
    const shown = await buyer.get(`/api/orders/${placed.body.orderId}`);
    expect(shown.status).toBe(200);
  });
});
