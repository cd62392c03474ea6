import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { ReplyOf } from '#contract/index.ts';

const portal = usePortal();

const ROLES = ['Admin', 'Buyer', 'Sales', 'Staff'] as const;
const WIRE_PERMISSIONS = [
  'AllowDashboard',
  'AllowAdhocOrder',
  'AllowAdhocOrderModal',
  'AllowUniformBuilder',
  'AllowProducts',
  'AllowProductsModal',
  'AllowStockEnquiry',
];
const ids = { Admin: 33, Staff: 34, Buyer: 35, Sales: 36 };

/** The permissions of the organisation's roles in the database. */
async function granted(role: keyof typeof ids): Promise<string[]> {
  const { rows } = await sql<{ permission: string }>`
    select permission from role_permission where organisation_id = 1 and role_id = ${ids[role]}`.execute(portal.db);
  return rows.map(({ permission }) => permission).filter((name) => WIRE_PERMISSIONS.includes(name));
}

/** Grants each permission to one role and not to another, so that either person can lack it. */
async function assignDifferentPermissions() {
  await sql`insert into role_permission
    select 1, r, p from (values (33, 'AllowProductsModal'), (35, 'AllowProductsModal'), (36, 'AllowAdhocOrderModal'), (34, 'AllowAdhocOrderModal'),
      (34, 'AllowProducts'), (35, 'AllowDashboard'), (36, 'AllowUniformBuilder')) as g (r, p) on conflict do nothing`.execute(
    portal.db,
  );
}

it('an impersonation has the impersonated person’s permissions but that for dashboards, for every pair of roles and every permission', async () => {
  await assignDifferentPermissions();
  const seen: string[] = [];
  for (const actorRole of ['Admin', 'Sales'] as const) {
    for (const targetRole of ROLES) {
      const actor = await portal.as((await aPerson(portal.db, { role: actorRole })).email);
      const target = await aPerson(portal.db, { role: targetRole });
      const started = await actor.get<'GET /api/customers/impersonate/:id'>(`/api/customers/impersonate/${target.id}`);
      if (actorRole === 'Sales' && targetRole === 'Admin') {
        expect(started.status).toBe(403);
        continue;
      }
      const [mine, theirs] = [await granted(actorRole), await granted(targetRole)];
      const ordering = theirs.filter((name) => name !== 'AllowDashboard');
      const profile: ReplyOf<'GET /api/customerprofile'> = (await actor.get<'GET /api/customerprofile'>('/api/customerprofile'))
        .body;
      expect([actorRole, targetRole, profile.impersonatedCustomer?.permissions.toSorted()]).toEqual([
        actorRole,
        targetRole,
        ordering.toSorted(),
      ]);
      expect(profile.permissions.toSorted()).toEqual(mine.toSorted());
      // The calls enforce it: listing products needs one of two permissions, getting one product any of six.
      const canList = ordering.some((name) => ['AllowProducts', 'AllowProductsModal'].includes(name));
      const canGet = ordering.length > 0;
      expect([(await actor.get('/api/products')).status, (await actor.get('/api/categoriesFormated')).status]).toEqual([
        canList ? 200 : 403,
        canGet ? 200 : 403,
      ]);
      seen.push(...ordering);
    }
  }
  expect([...new Set(seen)].toSorted()).toEqual(WIRE_PERMISSIONS.filter((name) => name !== 'AllowDashboard').toSorted());
});

it('a permission revoked from the impersonated person is missing from the next request, whatever the caller holds', async () => {
  const actor = await portal.as((await aPerson(portal.db, { role: 'Sales' })).email);
  const target = await aPerson(portal.db, { role: 'Buyer' });
  await actor.get(`/api/customers/impersonate/${target.id}`);
  const revoke = async (role: number) => {
    await sql`delete from role_permission where organisation_id = 1 and role_id = ${role} and permission like 'AllowProducts%'`.execute(
      portal.db,
    );
    await portal.settled();
    return (await actor.get('/api/products')).status;
  };

  expect((await actor.get('/api/products')).status).toBe(200);
  expect(await revoke(36)).toBe(200);
  expect(await revoke(35)).toBe(403);
});
