import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DatabaseHandle, openDatabase } from '#api/platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts';

let testDatabase: TestDatabase;
let database: DatabaseHandle;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.ownerUrl, { poolSize: 1 });
});
afterAll(async () => {
  await database?.close();
  await testDatabase?.close();
});

it.each([
  ['pages', false, ''],
  ['dialogs', true, 'Modal'],
])('the roles of a new organisation that orders in %s start with these permissions', async (_, isModal, suffix) => {
  const { rows } = await sql<{ id: number }>`
    insert into organisation (brand_id, name, modal_ordering) values (1, ${`Ordering ${suffix}`}, ${isModal}) returning id`.execute(
    database.db,
  );
  const { rows: granted } = await sql<{ role: number; permissions: string[] }>`
    select role_id as role, array_agg(permission order by permission) as permissions from role_permission
    where organisation_id = ${rows[0]?.id} group by 1 order by 1`.execute(database.db);
  expect(granted).toEqual([
    {
      role: 33,
      permissions: [
        `AllowAdhocOrder${suffix}`,
        'AllowDashboard',
        `AllowProducts${suffix}`,
        'AllowStockEnquiry',
        'AllowUniformBuilder',
        'ImpersonateInScope',
      ],
    },
    { role: 34, permissions: ['AllowUniformBuilder'] },
    { role: 35, permissions: [`AllowAdhocOrder${suffix}`, `AllowProducts${suffix}`, 'AllowStockEnquiry'] },
    { role: 36, permissions: [`AllowProducts${suffix}`, 'AllowStockEnquiry', 'ImpersonateOrganisation'] },
  ]);
});
