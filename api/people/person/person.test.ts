import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anAddress, aPerson, NORTH, SOUTH } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
/** The password of the demonstration's accounts. */
const PASSWORD = 'Uniform-2026';
let admin: TestClient;
let northAdmin: TestClient;
let hallam: TestClient;
let wearer: { id: number; email: string };
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  northAdmin = await portal.as('north.admin@meridian.example');
  hallam = await portal.as('admin@hallam.example');
});
beforeEach(async () => {
  wearer = await aPerson(portal.db, { role: 'Staff', firstName: 'Ann' });
});

const get = async (id: number, person = admin) =>
  (await person.get<'GET /api/customers/:id'>(`/api/customers/${id}`)).body.customers[0]!;
const put = (id: number, customer: object, person = admin) =>
  person.put<'PUT /api/customers/:id'>(`/api/customers/${id}`, { customer });
const add = (customer: object, person = admin) => person.post<'POST /api/customers'>('/api/customers', { customer });
const remove = (id: number, person = admin) => person.delete<'DELETE /api/customers/:id'>(`/api/customers/${id}`);
const restore = (id: number, person = admin) => person.post<'POST /api/customers/:id/restore'>(`/api/customers/${id}/restore`);
const history = async (id: number) => (await admin.get<'GET /api/customers/:id/history'>(`/api/customers/${id}/history`)).body;
let emailCount = 0;
const aUniqueEmail = () => {
  emailCount += 1;
  return `someone.${emailCount}@made.example`;
};

describe('an administrator', () => {
  it('adds a person with all their fields', async () => {
    const email = aUniqueEmail();
    const { status, body } = await add({
      email: ` ${email} `,
      firstName: 'Ben',
      lastName: 'Oak',
      organisationGroupIds: [NORTH.groupId],
      roleIds: [34],
      organisationResortId: NORTH.resortId,
      startDateUtc: '2026-12-01',
      allocationTypeId: 30,
      organisationSeasons: [{ id: 2 }],
    });
    expect([status, body.customers[0]]).toEqual([
      200,
      expect.objectContaining({
        email,
        roleIds: [3, 34],
        organisationGroupIds: [NORTH.groupId],
        organisationResortId: NORTH.resortId,
        startDateUtc: '2026-12-01T00:00:00Z',
        allocationTypeId: 30,
        active: true,
      }),
    ]);
    expect(body.customers[0]?.organisationSeasons.map(({ id }) => id)).toEqual([2]);
    const mails = await sql`select from mail_outbox where recipient = ${email}`.execute(portal.db);
    expect(mails.rows).toEqual([]);
  });

  it.each([{}, { organisationSeasons: null, roleIds: null }, { organisationSeasons: [], roleIds: [3] }])(
    'adds people without seasons and roles to the current season as Staff, so that the list of people who lack a uniform has them: %j',
    async (without) => {
      const wardrobe = await sql<{
        id: number;
      }>`select min(collection_id) as id from collection_group where organisation_id = 1`.execute(portal.db);
      const { status, body } = await add({
        email: aUniqueEmail(),
        firstName: 'Ben',
        lastName: 'Oak',
        organisationCollections: [wardrobe.rows[0]?.id],
        startDateUtc: '2026-01-05',
        ...without,
      });
      expect(status).toBe(200);
      const person = body.customers[0]!;
      expect([person.roleIds, person.organisationSeasons.map(({ isCurrent }) => isCurrent)]).toEqual([[3, 34], [true]]);
      const lacking = await admin.get<'GET /api/customers'>(
        '/api/customers?orderingAfterStartDateStatusId=10&order=createdOnUtc desc&limit=5',
      );
      expect(lacking.body.customers.map(({ id }) => id)).toContain(person.id);
    },
  );

  it('gets errors for missing fields, and for an address that is in use', async () => {
    expect((await add({})).errors).toEqual({
      firstName: ['First name is required.'],
      lastName: ['Last name is required.'],
      email: ['Email is required.'],
    });
    const named = { firstName: 'Ben', lastName: 'Oak' };
    for (const email of ['nobody', '<ann@made.example>', '\u0430nn@made.example'])
      expect((await add({ ...named, email })).errors).toEqual({ email: ['Email is not valid.'] });
    expect((await add({ ...named, email: wearer.email.toUpperCase() })).errors).toEqual({
      email: ['This email address is already in use.'],
    });
    // Of an address in use that was copied with what cannot be seen.
    expect((await add({ ...named, email: `${wearer.email}\u200b\u202c` })).errors).toEqual({
      email: ['This email address is already in use.'],
    });
  });

  it('sets groups, roles, seasons, wardrobes, allocation, approval and the address, and sees the changes in the history', async () => {
    const email = aUniqueEmail();
    const { status } = await put(wearer.id, {
      email,
      organisationGroupIds: [NORTH.groupId, SOUTH.groupId],
      roleIds: [3, 35],
      organisationSeasons: [1],
      organisationCollections: [],
      allocationTypeId: 50,
      allowOrderApproval: true,
      callerPassword: PASSWORD,
    });
    expect(status).toBe(200);
    expect(await get(wearer.id)).toMatchObject({
      email,
      organisationGroupIds: [NORTH.groupId, SOUTH.groupId],
      roleIds: [3, 35],
      roles: ['OrganisationBuyer'],
      allocationTypeId: 50,
      allowOrderApproval: true,
    });
    const { history: entries, totalCount } = await history(wearer.id);
    expect([totalCount, entries[0]?.what, entries[0]?.by]).toEqual([1, 'Changed the person', expect.any(String)]);
    expect(entries[0]?.changes).toContainEqual({ field: 'Groups', before: 'North', after: 'North, South' });
    expect(entries[0]?.changes).toContainEqual({ field: 'Roles', before: 'Registered, Staff', after: 'Registered, Buyer' });
    expect(entries[0]?.changes).toContainEqual({ field: 'May approve orders', before: 'no', after: 'yes' });
  });

  it('changes nothing by sending back what was loaded', async () => {
    const seen = await get(wearer.id);
    expect((await put(wearer.id, seen)).body.customers[0]?.version).toBe(seen.version);
    expect((await history(wearer.id)).totalCount).toBe(0);
  });

  it('gets a conflict when a colleague changed the same list, and keeps what only one of them changed', async () => {
    const { version } = await get(wearer.id);
    await put(wearer.id, { version, organisationGroupIds: [SOUTH.groupId] });
    expect((await put(wearer.id, { version, allocationTypeId: 20 })).status).toBe(200);
    const late = await put(wearer.id, { version, organisationGroupIds: [3] });
    expect([late.status, late.errors.customer?.[0]]).toEqual([
      409,
      expect.stringMatching(/^Groups: someone else has changed this/),
    ]);
    expect((await get(wearer.id)).organisationGroupIds).toEqual([SOUTH.groupId]);
  });

  it('cannot refer to ids of another organisation', async () => {
    const theirs = (await hallam.get<'GET /api/organisationgroups'>('/api/organisationgroups')).body.organisationGroups[0]?.id;
    const season = (await hallam.get<'GET /api/organisationseasons'>('/api/organisationseasons')).body.organisationSeasons[0]?.id;
    expect((await put(wearer.id, { organisationGroupIds: [theirs] })).status).toBe(404);
    expect((await put(wearer.id, { organisationSeasons: [season] })).status).toBe(404);
    expect((await put(wearer.id, { roleIds: [1] })).status).toBe(404);
  });

  it('closes an account, which ends its sessions, and opens it again', async () => {
    const own = await portal.as(wearer.email);
    expect((await own.get('/api/customerprofile')).status).toBe(200);
    await put(wearer.id, { active: false });
    expect((await own.get('/api/customerprofile')).status).toBe(401);
    expect((await put(wearer.id, { active: true })).body.customers[0]?.active).toBe(true);
  });

  it('removes a person, which ends their sessions, and can restore them for a month', async () => {
    const own = await portal.as(wearer.email);
    const before = await get(wearer.id);
    expect((await remove(wearer.id)).body).toEqual({});
    expect((await own.get('/api/customerprofile')).status).toBe(401);
    expect((await admin.get(`/api/customers/${wearer.id}`)).status).toBe(404);
    expect((await remove(wearer.id)).status).toBe(404);
    expect((await restore(wearer.id)).status).toBe(200);
    const { version: _, ...rest } = before;
    expect(await get(wearer.id)).toMatchObject(rest);
    expect((await restore(wearer.id)).status).toBe(404);
    // An email address that someone else has by now prevents it.
    await remove(wearer.id);
    await add({ email: wearer.email, firstName: 'New', lastName: 'Owner' });
    expect((await restore(wearer.id)).status).toBe(409);
    await sql`update customer set email = ${aUniqueEmail()}, deleted_at = now() - interval '31 days' where id = ${wearer.id}`.execute(
      portal.db,
    );
    expect((await restore(wearer.id)).status).toBe(404);
  });

  it('can do none of this to their own account', async () => {
    expect((await remove(admin.customerId)).errors).toEqual({
      customer: ['You cannot remove your own account. Another administrator can.'],
    });
    await put(admin.customerId, { active: false, roleIds: [34], allowOrderApproval: false, email: aUniqueEmail() });
    expect(await get(admin.customerId)).toMatchObject({
      active: true,
      email: 'admin@meridian.example',
      allowOrderApproval: true,
    });
  });

  it('sees the addresses of a person', async () => {
    await anAddress(portal.db, { customerId: wearer.id, organisationId: 1 });
    const call = 'GET /api/customers/:id/addresses';
    const { body } = await admin.get<typeof call>(`/api/customers/${wearer.id}/addresses`);
    expect(body.addresses.map(({ city }) => city)).toEqual(['Leeds']);
    expect((await hallam.get(`/api/customers/${wearer.id}/addresses`)).status).toBe(404);
  });
});

describe('the administrator of a group', () => {
  it('adds people to their own groups and removes them; other groups do not change', async () => {
    const both = await aPerson(portal.db, { role: 'Staff', groupIds: [NORTH.groupId, SOUTH.groupId] });
    expect((await put(both.id, { organisationGroupIds: [NORTH.groupId] }, northAdmin)).status).toBe(200);
    expect((await get(both.id)).organisationGroupIds).toEqual([NORTH.groupId, SOUTH.groupId]);
    expect((await put(both.id, { organisationGroupIds: [NORTH.groupId, 3] }, northAdmin)).status).toBe(403);
    expect((await put(both.id, { organisationGroupIds: [SOUTH.groupId] }, northAdmin)).errors).toEqual({
      organisationGroupIds: ['Keep at least one of your groups. Otherwise you could no longer see this person.'],
    });
  });

  it('appoints administrators only for their own groups, and gives no one the Sales role', async () => {
    expect((await put(wearer.id, { roleIds: [33] }, northAdmin)).status).toBe(403);
    expect((await put(wearer.id, { roleIds: [33], adminableOrganisationGroupIds: [SOUTH.groupId] }, northAdmin)).status).toBe(
      403,
    );
    expect((await put(wearer.id, { roleIds: [36] }, northAdmin)).status).toBe(403);
    const grant = { roleIds: [33], adminableOrganisationGroupIds: [NORTH.groupId], callerPassword: PASSWORD };
    expect((await put(wearer.id, grant, northAdmin)).status).toBe(200);
    // Removing the groups must not widen the rights.
    expect((await put(wearer.id, { adminableOrganisationGroupIds: [] }, northAdmin)).status).toBe(403);
    expect((await get(wearer.id)).adminableOrganisationGroupIds).toEqual([NORTH.groupId]);
  });

  it('cannot take over an account with wider access than their own', async () => {
    const sales = await aPerson(portal.db, { role: 'Sales' });
    const both = await aPerson(portal.db, { role: 'Buyer', groupIds: [NORTH.groupId, SOUTH.groupId] });
    for (const { id, email } of [sales, both]) {
      await put(id, { email: aUniqueEmail(), active: false }, northAdmin);
      expect(await get(id)).toMatchObject({ email, active: true });
      expect((await remove(id, northAdmin)).status).toBe(403);
    }
    const chief = await aPerson(portal.db, { role: 'Admin', adminableGroupIds: [] });
    expect((await put(chief.id, { firstName: 'Low' }, northAdmin)).status).toBe(403);
    const south = await aPerson(portal.db, { role: 'Staff', groupIds: [SOUTH.groupId] });
    for (const answer of [await put(south.id, { firstName: 'X' }, northAdmin), await remove(south.id, northAdmin)])
      expect(answer.status).toBe(404);
  });

  it('adds people to their own groups only', async () => {
    const named = { firstName: 'Ben', lastName: 'Oak' };
    expect((await add({ ...named, email: aUniqueEmail() }, northAdmin)).errors).toEqual({
      organisationGroupIds: ['Choose at least one of the groups that you administer.'],
    });
    expect((await add({ ...named, email: aUniqueEmail(), organisationGroupIds: [SOUTH.groupId] }, northAdmin)).status).toBe(403);
    expect((await add({ ...named, email: aUniqueEmail(), organisationGroupIds: [NORTH.groupId] }, northAdmin)).status).toBe(200);
  });

  it('has no access to another organisation, and a buyer has none of these rights', async () => {
    const buyer = await portal.as('buyer@meridian.example');
    for (const [person, status] of [
      [hallam, 404],
      [buyer, 403],
    ] as const) {
      expect((await remove(wearer.id, person)).status).toBe(status);
      expect((await restore(wearer.id, person)).status).toBe(status);
      expect((await person.get<'GET /api/customers/:id/history'>(`/api/customers/${wearer.id}/history`)).status).toBe(status);
    }
  });
});

describe('special measurements', () => {
  const save = (person: TestClient, specialMeasurements: object) =>
    person.post<'POST /api/customers/saveSpecialMeasurements'>('/api/customers/saveSpecialMeasurements', { specialMeasurements });
  const read = async (person: TestClient, customerId?: number) =>
    person.get<'GET /api/customers/getSpecialMeasurements'>(
      `/api/customers/getSpecialMeasurements${customerId ? `?customerId=${customerId}` : ''}`,
    );
  const ARM = { name: 'Left arm', value: 61.5, unit: 0 };

  it('are stored encrypted for the wearer and the administrator, and replaced as a whole', async () => {
    const own = await portal.as(wearer.email);
    expect((await read(own)).body.specialMeasurements).toBeNull();
    expect(
      (await save(admin, { customerId: wearer.id, measurements: [ARM], comments: ' Long arm ' })).body.specialMeasurements,
    ).toMatchObject({
      customerId: wearer.id,
      measurements: [ARM],
      comments: 'Long arm',
    });
    expect((await read(own)).body.specialMeasurements?.measurements).toEqual([ARM]);
    await save(own, { measurements: [] });
    expect((await read(admin, wearer.id)).body.specialMeasurements).toMatchObject({ measurements: [], comments: null });
    await save(own, { measurements: [ARM], comments: 'secretword' });
    const { rows } = await sql<{
      text: string;
    }>`select encode(sealed, 'escape') as text from special_measurement where customer_id = ${wearer.id}`.execute(portal.db);
    expect(rows[0]?.text).not.toContain('secretword');
    const auditEvents = await sql<{
      after: unknown;
    }>`select after from audit_event where action = 'customer.measured' and subject_id = ${String(wearer.id)}`.execute(portal.db);
    expect(auditEvents.rows.map(({ after }) => after)).toEqual([null, null, null]);
    const file = await own.get<'GET /api/mydata'>('/api/mydata');
    expect(file.body.specialMeasurements?.comments).toBe('secretword');
  });

  it('are visible to no one else', async () => {
    const colleague = await portal.as((await aPerson(portal.db)).email);
    const south = await aPerson(portal.db, { role: 'Staff', groupIds: [SOUTH.groupId] });
    expect((await read(colleague, wearer.id)).status).toBe(404);
    expect((await save(colleague, { customerId: wearer.id, measurements: [] })).status).toBe(404);
    expect((await read(hallam, wearer.id)).status).toBe(404);
    expect((await read(northAdmin, south.id)).status).toBe(404);
    expect((await read(portal.anonymous() as TestClient)).status).toBe(401);
  });

  it('are not visible to Sales who impersonate the wearer, and cannot be changed during impersonation', async () => {
    await save(await portal.as(wearer.email), { measurements: [ARM] });
    for (const [role, readable] of [
      ['Sales', 404],
      ['Admin', 200],
    ] as const) {
      const actor = await portal.as((await aPerson(portal.db, { role, groupIds: [] })).email);
      await sql`update session set impersonated_customer_id = ${wearer.id}, impersonation_ends_at = now() + interval '10 minutes'
        where customer_id = ${actor.customerId}`.execute(portal.db);
      expect([role, (await read(actor)).status, (await save(actor, { measurements: [] })).status]).toEqual([role, readable, 403]);
    }
  });

  it('need valid names and values', async () => {
    expect((await save(admin, { customerId: wearer.id, measurements: [{ ...ARM, name: ' ' }] })).errors).toEqual({
      measurements: ['Each measurement needs a name.'],
    });
    expect((await save(admin, { customerId: wearer.id, measurements: [{ ...ARM, unit: 1 }] })).errors).toEqual({
      'measurements[0].unit': ['The unit must be centimetres (0) or inches (2).'],
    });
  });
});
