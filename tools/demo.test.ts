import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEmptyDatabase, runAsOwner, type TestDatabase } from '#api/testing/database.ts';
import { runCommand, waitUntilReady } from './command-process.ts';
import { openCommandDatabase } from './database.ts';
import { isEmptyDatabase } from './demo.ts';

/** Where the demonstration must not be: in another database without LIVERY_DEMO=on, and around data of one's own. */

vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let database: TestDatabase;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'livery-demo-'));
  database = await createEmptyDatabase();
});

afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const variables = (demo: string | undefined) => ({
  DATA_DIR: folder,
  DATABASE_URL: database.url,
  DATABASE_OWNER_URL: database.ownerUrl,
  LIVERY_DEMO: demo,
  PORT: '0',
  WEB_DIR: 'off',
});

test('commands leave an empty external database empty', async () => {
  await (await openCommandDatabase(variables(undefined))).close();
  const seed = runCommand(['tools/seed.ts'], variables(undefined));
  expect((await seed.ended)[0]).toBe(1);
  expect(seed.said).toMatch(/^Nothing was loaded\. The demonstration, whose password is published, is off/);
  expect(await isEmptyDatabase(database.url)).toBe(true);
});

test('data of one’s own is served without a mailbox and without the documentation of the API, also with LIVERY_DEMO=on', async () => {
  await runAsOwner(
    database,
    `insert into brand (name, company_name, canonical_origin, is_default) values ('sundial', 'Northgate', 'http://localhost:3000', true)`,
    `insert into brand_host select 'localhost', id from brand`,
    `insert into organisation (brand_id, name) select id, 'Harbour Hotels' from brand`,
  );
  const portal = runCommand(['tools/start.ts'], variables('on'));
  const port = await waitUntilReady(portal);
  for (const path of ['/mailbox', '/mailbox/list', '/docs/api/json'])
    expect([path, (await fetch(`http://localhost:${port}${path}`)).status]).toEqual([path, 404]);
  expect(portal.said).not.toMatch(/Demonstration accounts|npm run setup/);
  portal.child.kill('SIGTERM');
  await portal.ended;
});
