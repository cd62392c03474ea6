import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { bulkEditCalls, createBulkEditRunner } from '#api/testing/bulk-edit-client.ts';
import type { TestClient } from '#api/testing/portal.ts';
import {
  aUniqueName,
  createStructureClient,
  GROUPS,
  listAuditEventsFor,
  ROLES,
  readStructureItem,
  SEASON_DATES,
  SEASONS,
  STRUCTURE_ENDPOINTS,
  type StructureItemReply,
} from '#api/testing/structure-client.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { Call } from '#contract/index.ts';

const portal = usePortal();
let admin: TestClient;
let northAdmin: TestClient;
let hallam: TestClient;
let parts: ReturnType<typeof createStructureClient>;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  northAdmin = await portal.as('north.admin@meridian.example');
  hallam = await portal.as('admin@hallam.example');
  parts = createStructureClient(admin);
});

/** Adds an item, changes it, reads its usage and deletes it. */
const CALLS: Record<string, readonly Call[]> = {
  '/api/organisationgroups': [
    'POST /api/organisationgroups',
    'PUT /api/organisationgroups/:id',
    'GET /api/organisationgroups/:id/usage',
    'DELETE /api/organisationgroups/:id',
  ],
  '/api/organisationresorts': [
    'POST /api/organisationresorts',
    'PUT /api/organisationresorts/:id',
    'GET /api/organisationresorts/:id/usage',
    'DELETE /api/organisationresorts/:id',
  ],
  '/api/organisationbusinessareas': [
    'POST /api/organisationbusinessareas',
    'PUT /api/organisationbusinessareas/:id',
    'GET /api/organisationbusinessareas/:id/usage',
    'DELETE /api/organisationbusinessareas/:id',
  ],
  '/api/organisationjobroles': [
    'POST /api/organisationjobroles',
    'PUT /api/organisationjobroles/:id',
    'GET /api/organisationjobroles/:id/usage',
    'DELETE /api/organisationjobroles/:id',
  ],
  '/api/organisationseasons': [
    'POST /api/organisationseasons',
    'PUT /api/organisationseasons/:id',
    'GET /api/organisationseasons/:id/usage',
    'DELETE /api/organisationseasons/:id',
  ],
  '/api/customerroles': [
    'POST /api/customerroles',
    'PUT /api/customerroles/:id',
    'GET /api/customerroles/:id/usage',
    'DELETE /api/customerroles/:id',
  ],
};

describe.each(STRUCTURE_ENDPOINTS)('$path', (kind) => {
  it('are added, changed and deleted, each with an audit event', async () => {
    const name = aUniqueName();
    const item = await parts.addOrThrow(kind, { name: `  ${name} ` });
    expect(await parts.list(kind)).toContainEqual(expect.objectContaining({ id: item.id, name, version: 1 }));

    const renamed = await parts.change(kind, item.id, { name: `${name} B`, version: 1 });
    expect(readStructureItem(kind, renamed)).toMatchObject({ id: item.id, name: `${name} B`, version: 2 });
    // Sending the same values again changes nothing.
    expect(readStructureItem(kind, await parts.change(kind, item.id, { name: `${name} B` })).version).toBe(2);

    expect((await parts.usage(kind, item.id)).body).toMatchObject({ words: '', uses: [], refusal: null });
    expect((await parts.remove(kind, item.id)).status).toBe(200);
    expect((await parts.list(kind)).some(({ id }) => id === item.id)).toBe(false);
    const responses = [await parts.add(kind), renamed, await parts.usage(kind, item.id), await parts.remove(kind, item.id)];
    expect(responses.map(({ headers }) => headers['x-call'])).toEqual(CALLS[kind.path]);
    expect((await parts.remove(kind, item.id)).status).toBe(404);
    expect((await parts.change(kind, item.id, { name })).status).toBe(404);
    expect(
      (await listAuditEventsFor(portal, `${kind.auditName}.changed`, item.id)).map(({ before, after }) => [before, after]),
    ).toEqual([[{ name }, { name: `${name} B` }]]);
    expect(
      (await listAuditEventsFor(portal, `${kind.auditName}.added`, item.id)).length +
        (await listAuditEventsFor(portal, `${kind.auditName}.removed`, item.id)).length,
    ).toBe(2);
  });

  it('have unique names, ignoring case', async () => {
    const { id, name } = await parts.addOrThrow(kind);
    expect((await parts.add(kind, { name: '   ' })).errors).toEqual({ name: ['Name is required.'] });
    expect((await parts.add(kind, { name: 'x'.repeat(101) })).errors).toEqual({
      name: ['Name must not be longer than 100 characters.'],
    });
    const duplicateError = { name: [`There is already a ${kind.label} with this name.`] };
    expect((await parts.add(kind, { name: name.toUpperCase() })).errors).toEqual(duplicateError);
    const other = await parts.addOrThrow(kind);
    expect((await parts.change(kind, other.id, { name: name.toLowerCase() })).errors).toEqual(duplicateError);
    expect((await parts.change(kind, id, { name: name.toUpperCase() })).status).toBe(200);
    // Of two concurrent requests, one is refused.
    const duplicateName = aUniqueName();
    expect(
      (await Promise.all([parts.add(kind, { name: duplicateName }), parts.add(kind, { name: duplicateName })]))
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual([200, 422]);
  });

  it('keep the changes of two concurrent editors', async () => {
    const { id, version } = await parts.addOrThrow(kind);
    const [one, two] = [aUniqueName(), aUniqueName()];
    expect((await parts.change(kind, id, { version, name: one })).status).toBe(200);
    const late = await parts.change(kind, id, { version, name: two });
    expect([late.status, late.errors]).toEqual([
      409,
      {
        [kind.root]: [
          'Name: someone else has changed this in the meantime. Nothing was saved. Please check it and save again.',
          `Name is now “${one}”.`,
        ],
      },
    ]);
    expect((await parts.list(kind)).find((item) => item.id === id)?.name).toBe(one);
    // Having seen the conflict, the second editor may overwrite.
    expect(readStructureItem(kind, await parts.change(kind, id, { version: version + 1, name: two })).name).toBe(two);
  });

  it('can’t be changed by another organisation, a group administrator, a buyer or a wearer', async () => {
    const { id, name } = await parts.addOrThrow(kind);
    for (const answer of [
      await parts.change(kind, id, { name: 'Taken' }, hallam),
      await parts.usage(kind, id, hallam),
      await parts.remove(kind, id, 0, hallam),
    ])
      expect([answer.status, Object.values(answer.errors)[0]?.[0]]).toEqual([404, expect.stringMatching(/ not found\.$/)]);
    for (const email of ['buyer@meridian.example', 'staff@meridian.example', 'sales@meridian.example']) {
      const person = await portal.as(email);
      for (const answer of [
        await parts.add(kind, {}, person),
        await parts.change(kind, id, { name: 'Taken' }, person),
        await parts.remove(kind, id, 0, person),
      ])
        expect([email, answer.status]).toEqual([email, 403]);
    }
    for (const answer of [
      await parts.add(kind, {}, northAdmin),
      await parts.change(kind, id, { name: 'Taken' }, northAdmin),
      await parts.usage(kind, id, northAdmin),
      await parts.remove(kind, id, 0, northAdmin),
    ])
      expect([answer.status, answer.errors]).toEqual([
        403,
        { authorization: ['Only an administrator of the whole organisation may do this.'] },
      ]);
    expect((await parts.list(kind)).find((item) => item.id === id)?.name).toBe(name);
  });
});

describe('seasons', () => {
  it('have days in order and an ordering window', async () => {
    const season = (sent: object) =>
      admin.post<'POST /api/organisationseasons'>('/api/organisationseasons', {
        organisationSeason: { name: aUniqueName('Season'), ...sent },
      });
    expect((await season({})).errors).toEqual({
      startDateUtc: ['First day is required.'],
      endDateUtc: ['Last day is required.'],
    });
    expect((await season({ ...SEASON_DATES, endDateUtc: '2030-12-31' })).errors).toEqual({
      endDateUtc: ['The last day must not be before the first.'],
    });
    expect((await season({ ...SEASON_DATES, startDateUtc: '31.1.2031' })).errors).toEqual({
      startDateUtc: ['First day is not a date.'],
    });
    const window = { orderingOpensUtc: '2030-11-01', orderingClosesUtc: '2031-02-28' };
    expect((await season({ ...SEASON_DATES, ...window, orderingClosesUtc: '2030-10-01' })).errors).toEqual({
      orderingClosesUtc: ['Ordering must not close before it opens.'],
    });
    const { status, body } = await season({ ...SEASON_DATES, ...window });
    expect([status, body.organisationSeason]).toEqual([
      200,
      expect.objectContaining({
        orderingOpensUtc: '2030-11-01T00:00:00Z',
        orderingClosesUtc: '2031-02-28T00:00:00Z',
        isCurrent: false,
      }),
    ]);
    const cleared = await admin.put<'PUT /api/organisationseasons/:id'>(
      `/api/organisationseasons/${body.organisationSeason.id}`,
      {
        organisationSeason: { orderingOpensUtc: null, orderingClosesUtc: '' },
      },
    );
    expect(cleared.body.organisationSeason).toMatchObject({ orderingOpensUtc: null, orderingClosesUtc: null });
  });

  it('always include one current season', async () => {
    const current = async () => (await parts.list(SEASONS)).filter(({ isCurrent }) => isCurrent).map(({ id }) => id);
    const [before] = await current();
    const next = await parts.addOrThrow(SEASONS);
    expect((await parts.change(SEASONS, before ?? 0, { isCurrent: false })).errors).toEqual({
      isCurrent: ['There is always one current season. Make another season current instead.'],
    });
    // Other tests have changed seasons.
    for (const { id, state } of await bulkEditCalls.recent(admin, 'wardrobes'))
      if (state === 'running') await createBulkEditRunner(portal)(id);
    const { status, body } = await parts.change(SEASONS, next.id, { isCurrent: true });
    expect(status).toBe(200);
    expect(await current()).toEqual([next.id]);
    // Another change of the seasons waits until everyone has followed.
    expect((await parts.change(SEASONS, before ?? 0, { isCurrent: true })).status).toBe(409);
    await createBulkEditRunner(portal)((body as { bulkEdit: { id: number } }).bulkEdit.id);
    expect((await parts.remove(SEASONS, next.id)).errors).toEqual({
      organisationSeason: ['This is the current season. Make another one current first.'],
    });
    await parts.change(SEASONS, before ?? 0, { isCurrent: true });
    expect(await current()).toEqual([before]);
  });
});

describe('roles', () => {
  it('of the portal keep their names and have the permissions that the organisation grants', async () => {
    const permissions = async (person = admin) =>
      (await person.get<'GET /api/customerroles'>('/api/customerroles')).body.customerRoles.find(({ id }) => id === 35)
        ?.permissions;
    const set = (sent: object, id = 35, person = admin) =>
      person.put<'PUT /api/customerroles/:id/permissions'>(`/api/customerroles/${id}/permissions`, sent);
    for (const answer of [await parts.change(ROLES, 35, { name: 'Shopper' }), await parts.remove(ROLES, 35)])
      expect(answer.status).toBe(403);
    expect(await permissions()).toEqual(['AllowAdhocOrder', 'AllowProducts', 'AllowStockEnquiry']);
    const buyer = await portal.as((await aPerson(portal.db)).email);
    expect((await buyer.get('/api/products')).status).toBe(200);

    // Two administrators make different changes at the same time.
    await Promise.all([set({ withdrawn: ['AllowProducts'] }), set({ granted: ['AllowDashboard'] })]);

    expect(await permissions()).toEqual(['AllowAdhocOrder', 'AllowDashboard', 'AllowStockEnquiry']);
    expect(await permissions(hallam)).not.toContain('AllowDashboard');
    expect((await buyer.get('/api/products')).status).toBe(403);
    expect((await set({ granted: ['ImpersonateOrganisation'] })).status).toBe(422);
    expect((await set({ withdrawn: await permissions() })).errors).toEqual({
      customerRole: ['A role needs at least one permission. Without one, people with this role could not use the portal.'],
    });
    expect((await set({ granted: ['AllowProducts'] }, 35, northAdmin)).status).toBe(403);
    expect((await set({ granted: ['AllowProducts'] }, 1)).status).toBe(404);
    await set({ granted: ['AllowProducts'], withdrawn: ['AllowDashboard'] });
    expect((await listAuditEventsFor(portal, 'role.permissionsChanged', 35)).length).toBe(3);
  });

  it('of the organisation can’t have the name of a right', async () => {
    for (const name of ['OrganisationAdmin', ' organisationadmin', 'Cook,OrganisationAdmin'])
      expect([name, (await parts.add(ROLES, { name: name })).status]).toEqual([name, 422]);
    await expect(
      sql`insert into role (organisation_id, name) values (1, 'OrganisationAdmin')`.execute(portal.db),
    ).rejects.toThrow(/role_name_is_no_right/);
    expect((await parts.add(ROLES, { name: 'Admin' })).errors).toEqual({ name: ['There is already a role with this name.'] });
  });

  it('that are deleted make no one an administrator', async () => {
    const role = await parts.addOrThrow(ROLES);
    const person = await aPerson(portal.db);
    await sql`insert into customer_role values (1, ${person.id}, ${role.id})`.execute(portal.db);
    await sql`update payment_option set role_ids = array[${role.id}]::bigint[] where organisation_id = 1 and id = (select min(id) from payment_option where organisation_id = 1)`.execute(
      portal.db,
    );
    expect((await parts.usage(ROLES, role.id)).body.words).toBe('1 person, 1 way to pay');
    for (const higher of [33, 36, 3, 1])
      expect([higher, (await parts.remove(ROLES, role.id, higher)).status]).toEqual([higher, 404]);
    expect((await parts.remove(ROLES, role.id, 34)).status).toBe(200);
    const { rows } = await sql<{
      role_id: number;
    }>`select role_id from customer_role where customer_id = ${person.id} order by 1`.execute(portal.db);
    expect(rows.map(({ role_id }) => role_id)).toEqual([3, 34, 35]);
    // A payment method that was limited to the role must not become available to everyone.
    const pay = await sql<{
      role_ids: number[];
    }>`select role_ids from payment_option where organisation_id = 1 order by id limit 1`.execute(portal.db);
    expect(pay.rows[0]?.role_ids).toEqual([34]);
    await sql`update payment_option set role_ids = '{}' where organisation_id = 1`.execute(portal.db);
  });
});

describe('the group administrator', () => {
  it('renames only the groups that they administer, and counts only their people', async () => {
    const own = (await parts.list(GROUPS, northAdmin))[0] as StructureItemReply;
    expect((await parts.change(GROUPS, own.id, { name: 'The North' }, northAdmin)).status).toBe(200);
    await parts.change(GROUPS, own.id, { name: own.name }, northAdmin);
    const south = (await parts.list(GROUPS)).find(({ name }) => name === 'South') as StructureItemReply;
    expect((await parts.change(GROUPS, south.id, { name: 'Mine' }, northAdmin)).status).toBe(403);

    const call = 'GET /api/organisationstructure/people';
    const [all, hers] = [
      (await admin.get<typeof call>('/api/organisationstructure/people')).body,
      (await northAdmin.get<typeof call>('/api/organisationstructure/people')).body,
    ];
    expect(hers.organisationGroups.map(({ id }) => id)).toEqual([own.id]);
    const sum = (counts: { count: number }[]) => counts.reduce((total, { count }) => total + count, 0);
    expect(sum(hers.organisationResorts)).toBeLessThan(sum(all.organisationResorts));
    expect(sum(hers.organisationResorts)).toBeGreaterThan(0);
  });
});
