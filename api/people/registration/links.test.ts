import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson, NORTH, SOUTH } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { anApplicant, aRegistrationLink } from '#api/testing/registrations.ts';
import { usePortal } from '#api/testing/use-portal.ts';

type Make = 'POST /api/registrationlinks';
type Change = 'PUT /api/registrationlinks/:id';
type List = 'GET /api/registrationlinks';

const portal = usePortal();
let admin: TestClient;
let north: TestClient;

beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  north = await portal.as('north.admin@meridian.example');
});

const PROOF = { callerPassword: 'Uniform-2026' };
const make = (client: TestClient, registrationLink: object) =>
  client.post<Make>('/api/registrationlinks', { registrationLink: { ...PROOF, ...registrationLink } });
const change = (client: TestClient, id: number, registrationLink: object) =>
  client.put<Change>(`/api/registrationlinks/${id}`, { registrationLink: { ...PROOF, ...registrationLink } });
const tokenOf = (url: string | null) => new URL(url ?? 'x:').searchParams.get('token') ?? '';
const opens = async (token: string) =>
  (await portal.anonymous().get<'GET /api/checkregistrationtoken'>(`/api/checkregistrationtoken?token=${token}`)).body.success;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe('someone who only has the session of an administrator', () => {
  it('creates no link, and lets none be used for longer', async () => {
    const proofless = { callerPassword: undefined };
    const refused = await make(admin, { name: 'Attack', registrationType: 2, roleIds: [34], ...proofless });
    expect([refused.status, Object.keys(refused.errors)]).toEqual([422, ['callerPassword']]);
    const wrong = await make(admin, { name: 'Attack', registrationType: 2, callerPassword: 'not-the-password' });
    expect([wrong.status, Object.keys(wrong.errors)]).toEqual([422, ['callerPassword']]);
    const { rows } = await sql`select from registration_link where name = 'Attack'`.execute(portal.db);
    expect(rows).toEqual([]);

    const { id } = (await make(admin, { name: 'Short', registrationType: 2, expiresOnUtc: inDays(5) })).body.registrationLink;
    expect((await change(admin, id, { expiresOnUtc: inDays(300), ...proofless })).errors).toHaveProperty('callerPassword');
    // What ends a link sooner takes no proof, and restoring it does.
    expect((await change(admin, id, { expiresOnUtc: inDays(2), name: 'Shorter', ...proofless })).status).toBe(200);
    expect((await change(admin, id, { revoked: true, ...proofless })).status).toBe(200);
    expect((await change(admin, id, { revoked: false, ...proofless })).errors).toHaveProperty('callerPassword');
    expect((await change(admin, id, { revoked: false })).body.registrationLink.state).toBe('open');
  });
});

describe('creating a link', () => {
  it('returns it with its URL at the brand’s origin, which opens a form with the requested fields', async () => {
    const { status, body } = await make(admin, {
      name: ' Summer  team ',
      registrationType: 3,
      organisationGroupId: NORTH.groupId,
      employeeNumberEnabled: true,
      resortEnabled: true,
      collectionEnabled: true,
      resortIds: [2, 1, 2],
      collectionIds: [],
      businessAreaIds: [1],
      roleIds: [34, 35],
      expiresOnUtc: inDays(30).slice(0, 10),
    });
    const link = body.registrationLink;

    expect(status).toBe(200);
    expect(link).toMatchObject({
      name: 'Summer team',
      registrationType: 3,
      organisationGroup: { id: NORTH.groupId, name: 'North' },
      employeeNumberEnabled: true,
      poNumberEnabled: false,
      resorts: [{ id: 2 }, { id: 1 }],
      // Not requested, so the options are not stored.
      businessAreas: [],
      collections: [],
      roles: [
        { id: 35, name: 'Buyer' },
        { id: 34, name: 'Staff' },
      ],
      state: 'open',
      createdBy: 'Helen Marchetti',
      registrationCount: 0,
      waitingCount: 0,
    });
    expect(link.expiresOnUtc).toBe(`${inDays(31).slice(0, 10)}T00:00:00.000Z`);
    expect(link.url).toMatch(/^http:\/\/localhost:3000\/register\?token=[\w-]{43}$/);
    const { body: check } = await portal
      .anonymous()
      .get<'GET /api/checkregistrationtoken'>(`/api/checkregistrationtoken?token=${tokenOf(link.url)}`);
    expect(check).toMatchObject({ success: true, employeeNumberEnabled: true, availableResorts: [{ id: 1 }, { id: 2 }] });
    expect(check.availableCollections.length).toBeGreaterThan(10);
  });

  it('ignores headers that name another host', async () => {
    const answer = await admin.post<Make>(
      '/api/registrationlinks',
      { name: 'Host', registrationType: 2, ...PROOF },
      { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example', origin: 'https://evil.example' },
    );

    expect(answer.body.registrationLink.url).toMatch(/^http:\/\/localhost:3000\//);
  });

  it('records an audit event with the roles and group of the link', async () => {
    const { body } = await make(admin, { name: 'Audited', registrationType: 2, roleIds: [34] });
    const { rows } = await sql<{ actor_id: number; after: object }>`
      select actor_id, after from audit_event where action = 'registration-link.created' and subject_id = ${String(body.registrationLink.id)}`.execute(
      portal.db,
    );

    expect(rows).toEqual([{ actor_id: admin.customerId, after: { registrationType: 2, roleIds: [34], groupId: null } }]);
  });

  it.each([
    [{ name: '' }, 'name', 'Name must be 1 to 100 characters long.'],
    [{ name: '   ' }, 'name', 'Name is required.'],
    [{ name: 'a\r\nb' }, 'name', 'Name must be on one line.'],
    [{ name: 'a'.repeat(101) }, 'name', 'Name must be 1 to 100 characters long.'],
    [{ name: undefined }, 'name', 'Name must be 1 to 100 characters long.'],
    [{ registrationType: 1 }, 'registrationType', 'Registration type must be 2 or 3.'],
    [{ registrationType: 4 }, 'registrationType', 'Registration type must be 2 or 3.'],
    [{ registrationType: undefined }, 'registrationType', 'Registration type must be 2 or 3.'],
    [{ expiresOnUtc: 'soon' }, 'expiresOnUtc', 'Expiry is not a date.'],
    [{ expiresOnUtc: '2027-02-30' }, 'expiresOnUtc', 'Expiry is not a date.'],
    [{ expiresOnUtc: '2020-01-01' }, 'expiresOnUtc', 'Expiry must be in the future.'],
    [{ expiresOnUtc: '2100-01-01' }, 'expiresOnUtc', 'Expiry must not be more than a year away.'],
    [{ organisationGroupId: 11 }, 'organisationGroupId', 'Group is not one of the available options.'],
    [{ resortEnabled: true, resortIds: [1, 11] }, 'resortIds[1]', 'Destination is not one of the available options.'],
    [
      { businessAreaEnabled: true, businessAreaIds: [11] },
      'businessAreaIds[0]',
      'Business area is not one of the available options.',
    ],
    [{ collectionEnabled: true, collectionIds: [101] }, 'collectionIds[0]', 'Wardrobe is not one of the available options.'],
    [{ roleIds: [33] }, 'roleIds[0]', 'Role is not one of the available options.'],
    [{ roleIds: [34, 36] }, 'roleIds[1]', 'Role is not one of the available options.'],
    [{ roleIds: [1] }, 'roleIds[0]', 'Role is not one of the available options.'],
    [{ roleIds: [3] }, 'roleIds[0]', 'Role is not one of the available options.'],
  ])('refuses %j', async (wrong, field, sentence) => {
    const { status, errors } = await make(admin, { name: 'Wrong', registrationType: 2, ...wrong });

    expect([status, errors]).toEqual([422, { [field]: [sentence] }]);
  });

  it('refuses roles of another organisation, inactive roles, and roles with impersonation', async () => {
    const role = async (organisationId: number, name: string, active = true) =>
      (
        await sql<{
          id: number;
        }>`insert into role (organisation_id, name, active) values (${organisationId}, ${name}, ${active}) returning id`.execute(
          portal.db,
        )
      ).rows[0]?.id as number;
    const [own, foreign, off, mighty] = [
      await role(1, 'Champion'),
      await role(2, 'Foreign'),
      await role(1, 'Off', false),
      await role(1, 'Mighty'),
    ];
    await sql`insert into role_permission values (1, ${mighty}, 'ImpersonateOrganisation')`.execute(portal.db);

    for (const id of [foreign, off, mighty])
      expect(await make(admin, { name: 'Role', registrationType: 2, roleIds: [id] })).toMatchObject({ status: 422 });
    expect((await make(admin, { name: 'Role', registrationType: 2, roleIds: [own] })).body.registrationLink.roles).toEqual([
      { id: own, name: 'Champion' },
    ]);
  });
});

describe('the options of a link', () => {
  it('are everything in the organisation for its administrator', async () => {
    const { body } = await admin.get<'GET /api/registrationlinks/choices'>('/api/registrationlinks/choices');

    expect(body.organisationGroupRequired).toBe(false);
    expect(body.organisationGroups.map(({ name }) => name)).toEqual(['North', 'South', 'West', 'Scotland']);
    expect([body.resorts.length, body.businessAreas.length]).toEqual([6, 5]);
    expect(body.roles.slice(0, 2)).toEqual([
      { id: 34, name: 'Staff' },
      { id: 35, name: 'Buyer' },
    ]);
  });

  it('include only the administered groups for an administrator of some groups', async () => {
    const { body } = await north.get<'GET /api/registrationlinks/choices'>('/api/registrationlinks/choices');

    expect([body.organisationGroupRequired, body.organisationGroups]).toEqual([true, [{ id: 1, name: 'North' }]]);
    expect((await make(north, { name: 'Everyone', registrationType: 2 })).errors).toEqual({
      organisationGroupId: ['Group is required.'],
    });
    expect((await make(north, { name: 'South', registrationType: 2, organisationGroupId: SOUTH.groupId })).errors).toEqual({
      organisationGroupId: ['Group is not one of the available options.'],
    });
    expect((await make(north, { name: 'North', registrationType: 2, organisationGroupId: NORTH.groupId })).status).toBe(200);
  });
});

describe('the list of links', () => {
  it('shows what is in scope, the newest first, in pages', async () => {
    const { body: all } = await admin.get<List>('/api/registrationlinks?limit=250');
    const { body: page } = await admin.get<List>('/api/registrationlinks?page=1&limit=2');
    const { body: ofNorth } = await north.get<List>('/api/registrationlinks?limit=250');

    expect(all.totalCount).toBe(all.registrationLinks.length);
    expect(page.registrationLinks.map(({ id }) => id)).toEqual(all.registrationLinks.slice(2, 4).map(({ id }) => id));
    expect(page.totalCount).toBe(all.totalCount);
    expect(all.registrationLinks.map(({ createdOnUtc }) => createdOnUtc)).toEqual(
      all.registrationLinks
        .map(({ createdOnUtc }) => createdOnUtc)
        .toSorted()
        .toReversed(),
    );
    expect(new Set(ofNorth.registrationLinks.map(({ organisationGroup }) => organisationGroup?.id))).toEqual(new Set([1]));
    expect(ofNorth.totalCount).toBeLessThan(all.totalCount);
  });

  it('counts the people who registered by a link, and those pending', async () => {
    const [byMail, byAdmin] = [await aRegistrationLink(portal.db), await aRegistrationLink(portal.db, { type: 3 })];
    const applicant = anApplicant();
    for (const [token, times] of [
      [byMail.token, 2],
      [byAdmin.token, 3],
    ] as const)
      for (let time = 0; time < times; time += 1)
        await portal.anonymous().post('/api/registerwithtoken', { ...anApplicant(), token });
    await portal.anonymous().post('/api/registerwithtoken', { ...applicant, token: byAdmin.token });
    const { rows } = await sql<{ id: number }>`select id from registration where email = ${applicant.email}`.execute(portal.db);
    await admin.post(`/api/registrationrequests/${rows[0]?.id}/approve`);

    const { body } = await admin.get<List>('/api/registrationlinks?limit=250');
    const counts = (id: number) => {
      const link = body.registrationLinks.find((one) => one.id === id);
      return [link?.registrationCount, link?.waitingCount];
    };
    expect([counts(byMail.id), counts(byAdmin.id)]).toEqual([
      [2, 0],
      [4, 3],
    ]);
  });

  it('returns the URL again later, and none for a link that is not open', async () => {
    const { body } = await make(admin, { name: 'Again', registrationType: 2 });
    const { id, url } = body.registrationLink;
    const find = async () =>
      (await admin.get<List>('/api/registrationlinks?limit=250')).body.registrationLinks.find((link) => link.id === id);

    expect((await find())?.url).toBe(url);
    await change(admin, id, { revoked: true });
    expect(await find()).toMatchObject({ url: null, state: 'revoked' });
  });

  it('returns no URL when the token was encrypted for another link, or can no longer be decrypted', async () => {
    const [one, other] = [
      (await make(admin, { name: 'One', registrationType: 2 })).body,
      (await make(admin, { name: 'Other', registrationType: 2 })).body,
    ];
    await sql`update registration_link set token_sealed = (select token_sealed from registration_link where id = ${other.registrationLink.id})
      where id = ${one.registrationLink.id}`.execute(portal.db);
    await sql`update registration_link set token_sealed = '\\x0102' where id = ${other.registrationLink.id}`.execute(portal.db);
    const { body } = await admin.get<List>('/api/registrationlinks?limit=250');

    for (const { registrationLink } of [one, other])
      expect(body.registrationLinks.find(({ id }) => id === registrationLink.id)).toMatchObject({ url: null, state: 'open' });
    expect(await opens(tokenOf(one.registrationLink.url))).toBe(true);
  });

  it.each(['page=-1', 'limit=0', 'limit=251', 'page=x'])('refuses %s', async (query) => {
    expect((await admin.get<List>(`/api/registrationlinks?${query}`)).status).toBe(400);
  });
});

describe('changing a link', () => {
  it('revokes it at once, and restores it', async () => {
    const { body } = await make(admin, { name: 'Revoked', registrationType: 2 });
    const { id, url } = body.registrationLink;
    const token = tokenOf(url);

    expect((await change(admin, id, { revoked: true })).body.registrationLink).toMatchObject({ state: 'revoked', url: null });
    const first = (await change(admin, id, { revoked: true })).body.registrationLink.revokedOnUtc;
    expect([await opens(token), first !== null]).toEqual([false, true]);
    expect(
      (await portal.anonymous().post<'POST /api/registerwithtoken'>('/api/registerwithtoken', { ...anApplicant(), token })).body
        .success,
    ).toBe(false);
    expect((await change(admin, id, { revoked: false })).body.registrationLink).toMatchObject({ state: 'open', url });
    expect(await opens(token)).toBe(true);
  });

  it('changes its name and expiry, and leaves out what is not sent', async () => {
    const { body } = await make(admin, { name: 'Before', registrationType: 2, expiresOnUtc: inDays(10) });
    const { id, expiresOnUtc } = body.registrationLink;

    expect((await change(admin, id, { name: 'After' })).body.registrationLink).toMatchObject({ name: 'After', expiresOnUtc });
    expect((await change(admin, id, { expiresOnUtc: inDays(20).slice(0, 10) })).body.registrationLink).toMatchObject({
      name: 'After',
      expiresOnUtc: `${inDays(21).slice(0, 10)}T00:00:00.000Z`,
    });
    expect((await change(admin, id, {})).body.registrationLink.name).toBe('After');
    // Fields that can no longer be changed are ignored, because clients send whole objects back.
    expect(
      (await change(admin, id, { registrationType: 3, roleIds: [33], organisationGroupId: 2 })).body.registrationLink,
    ).toMatchObject({
      registrationType: 2,
      roles: [],
      organisationGroup: null,
    });
    const { rows } = await sql<{ before: object; after: object }>`
      select before, after from audit_event where action = 'registration-link.changed' and subject_id = ${String(id)} order by id limit 1`.execute(
      portal.db,
    );
    expect(rows).toEqual([
      { before: { name: 'Before', state: 'open', expiresOnUtc }, after: { name: 'After', state: 'open', expiresOnUtc } },
    ]);
  });

  it('accepts an expired link’s own expiry sent back, and can extend it', async () => {
    const { id, token } = await aRegistrationLink(portal.db, { expired: true });
    const { body } = await change(admin, id, { name: 'Old' });
    expect(body.registrationLink).toMatchObject({ state: 'expired', url: null });
    const same = body.registrationLink.expiresOnUtc;

    expect((await change(admin, id, { expiresOnUtc: same })).status).toBe(200);
    expect((await change(admin, id, { expiresOnUtc: '2020-01-01' })).errors).toEqual({
      expiresOnUtc: ['Expiry must be in the future.'],
    });
    expect((await change(admin, id, { name: ' ' })).errors).toEqual({ name: ['Name is required.'] });
    await change(admin, id, { expiresOnUtc: inDays(5) });
    expect(await opens(token)).toBe(true);
  });

  it('is available to administrators in scope', async () => {
    const [ofSouth, ofEverybody, foreign] = await Promise.all([
      aRegistrationLink(portal.db, { groupId: SOUTH.groupId }),
      aRegistrationLink(portal.db),
      aRegistrationLink(portal.db, { organisationId: 2 }),
    ]);

    for (const { id } of [ofSouth, ofEverybody, foreign])
      expect([(await change(north, id, { revoked: true })).status, (await change(north, id, {})).errors]).toEqual([
        404,
        { registrationLink: ['Registration link not found.'] },
      ]);
    expect((await change(admin, foreign.id, { revoked: true })).status).toBe(404);
    expect((await change(admin, ofSouth.id, { revoked: true })).status).toBe(200);
  });
});

describe('links', () => {
  it('are available to administrators only', async () => {
    for (const role of ['Buyer', 'Sales', 'Staff'] as const) {
      const person = await portal.as((await aPerson(portal.db, { role, approver: true })).email);
      const answers = [
        await person.get('/api/registrationlinks'),
        await person.get('/api/registrationlinks/choices'),
        await make(person, { name: 'Mine', registrationType: 2 }),
        await change(person, 1, { revoked: true }),
      ];
      expect([role, answers.map(({ status }) => status)]).toEqual([role, [403, 403, 403, 403]]);
    }
    expect((await portal.anonymous().get('/api/registrationlinks')).status).toBe(401);
  });
});
