import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson, NORTH, SOUTH } from '#api/testing/builders.ts';
import { createTestPortal, type TestClient } from '#api/testing/portal.ts';
import {
  anApplicant,
  aRegistrationLink,
  listActivationTokensByEmail,
  listMailsTo,
  listPeopleByEmail,
} from '#api/testing/registrations.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { deleteExpiredRejectedRequests } from './requests.queries.ts';

type List = 'GET /api/registrationrequests';
type Approve = 'POST /api/registrationrequests/:id/approve';
type Reject = 'POST /api/registrationrequests/:id/reject';

const portal = usePortal();
let admin: TestClient;
let north: TestClient;

beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  north = await portal.as('north.admin@meridian.example');
});

const approve = (client: TestClient, id: number) => client.post<Approve>(`/api/registrationrequests/${id}/approve`);
const reject = (client: TestClient, id: number, reason: unknown = 'No such person works here.') =>
  client.post<Reject>(`/api/registrationrequests/${id}/reject`, { reason });
const list = async (client: TestClient, query: string) => (await client.get<List>(`/api/registrationrequests?${query}`)).body;

/** A pending applicant, registered by a link of Meridian's group North unless overridden. */
async function aRequest(overrides: Parameters<typeof aRegistrationLink>[1] = {}, fields: object = {}) {
  const { token } = await aRegistrationLink(portal.db, { type: 3, groupId: NORTH.groupId, ...overrides });
  const applicant = { ...anApplicant(), ...fields };
  const host = overrides.organisationId === 2 ? 'alder.localhost' : 'localhost';
  await portal.anonymous(host).post('/api/registerwithtoken', { ...applicant, token });
  const { rows } = await sql<{ id: number }>`select id from registration where email = ${applicant.email}`.execute(portal.db);
  return { ...applicant, id: rows[0]?.id as number };
}

describe('approving', () => {
  it('adds the person as registered, with the group and roles of the link, and mails an activation link', async () => {
    const request = await aRequest(
      { asks: ['employee_number', 'gender', 'resort', 'business_area', 'collection'], roleIds: [35] },
      {
        employeeNumber: 'E-7',
        gender: 10,
        organisationResortId: 2,
        departments: [21, 22],
        organisationBusinessAreaId: 1,
        organisationCollections: [{ id: 11 }],
      },
    );

    const { status, body } = await approve(north, request.id);

    expect(status).toBe(200);
    const [person, ...others] = await listPeopleByEmail(portal.db, request.email);
    expect(others).toEqual([]);
    expect(person).toMatchObject({
      organisation_id: 1,
      first_name: 'Ada',
      active: true,
      password_hash: null,
      employee_number: 'E-7',
      gender: 10,
      resort_id: 2,
      business_area_id: 1,
      roles: [3, 35],
      groups: [NORTH.groupId],
      departments: [21, 22],
      collections: [11],
    });
    expect(body.registrationRequest).toMatchObject({
      id: request.id,
      state: 'approved',
      customerId: person?.id,
      resort: { id: 2, name: 'Bamburgh Sands' },
      departments: [{ name: 'Reception' }, { name: 'Restaurant and Bar' }],
      roles: [{ id: 35, name: 'Buyer' }],
      decidedBy: 'Ruairi Blackwood',
      rejectReason: null,
    });
    expect(await listActivationTokensByEmail(portal.db, request.email)).toEqual([{ purpose: 'activation', open: true, days: 7 }]);
    expect(await listMailsTo(portal.db, request.email)).toEqual([
      expect.objectContaining({ template: 'registration-received' }),
      expect.objectContaining({
        template: 'registration-approved',
        data: { firstName: 'Ada', organisationName: 'Meridian Resorts', validDays: 7 },
        secrets: { token: expect.stringMatching(/^[\w-]{43}$/), email: request.email },
      }),
    ]);
    const { rows } = await sql<{ actor_id: number; after: object }>`
      select actor_id, after from audit_event where action = 'registration.approved' and subject_id = ${String(request.id)}`.execute(
      portal.db,
    );
    expect(rows).toEqual([{ actor_id: north.customerId, after: { customerId: person?.id } }]);
  });

  it('twice, also concurrently, gives the same reply and one person', async () => {
    const request = await aRequest();
    const answers = await Promise.all([admin, north, admin, north, admin].map((client) => approve(client, request.id)));
    const later = await approve(north, request.id);

    for (const { status, body } of [...answers, later]) expect([status, body]).toEqual([200, answers[0]?.body]);
    expect(await listPeopleByEmail(portal.db, request.email)).toHaveLength(1);
    expect(await listMailsTo(portal.db, request.email)).toHaveLength(2);
    const { rows } =
      await sql`select from audit_event where action = 'registration.approved' and subject_id = ${String(request.id)}`.execute(
        portal.db,
      );
    expect(rows).toHaveLength(1);
  });

  it('is refused when another account has the address by now, and the request stays pending', async () => {
    const request = await aRequest();
    const { id } = await aPerson(portal.db);
    await sql`update customer set email = ${request.email} where id = ${id}`.execute(portal.db);

    expect(await approve(admin, request.id)).toMatchObject({
      status: 409,
      errors: {
        registrationRequest: ['An account with this email address now exists. Reject the request, or change that account.'],
      },
    });
    expect((await list(admin, `query=${request.email}`)).registrationRequests.map(({ state }) => state)).toEqual(['waiting']);
    expect((await reject(admin, request.id)).status).toBe(200);
  });
});

describe('rejecting', () => {
  it('mails the reason, and adds no person', async () => {
    const request = await aRequest();

    const { status, body } = await reject(north, request.id, '  Please ask <b>your manager</b> first. ');

    expect(status).toBe(200);
    expect(body.registrationRequest).toMatchObject({
      state: 'rejected',
      rejectReason: 'Please ask <b>your manager</b> first.',
      decidedBy: 'Ruairi Blackwood',
      customerId: null,
    });
    expect(await listPeopleByEmail(portal.db, request.email)).toEqual([]);
    expect(await listMailsTo(portal.db, request.email)).toEqual([
      expect.objectContaining({ template: 'registration-received' }),
      expect.objectContaining({
        template: 'registration-rejected',
        data: { firstName: 'Ada', organisationName: 'Meridian Resorts', reason: 'Please ask <b>your manager</b> first.' },
      }),
    ]);
  });

  it('twice gives the same reply, with the first reason; the person may register again', async () => {
    const request = await aRequest();
    const first = await reject(admin, request.id, 'First');

    expect((await reject(north, request.id, 'Second')).body).toEqual(first.body);
    expect(await listMailsTo(portal.db, request.email)).toHaveLength(2);
    const { token } = await aRegistrationLink(portal.db, { type: 3 });
    await portal.anonymous().post('/api/registerwithtoken', { ...request, token });
    expect((await list(admin, `query=${request.email}&state=waiting`)).totalCount).toBe(1);
  });

  it.each([undefined, null, '', '   ', 7, 'x'.repeat(501)])('needs a reason, not %j', async (reason) => {
    const request = await aRequest();
    const { status, errors } = await admin.post<Reject>(`/api/registrationrequests/${request.id}/reject`, { reason });

    expect([status, errors]).toEqual([422, { reason: ['A reason of at most 500 characters is required.'] }]);
    expect((await list(admin, `query=${request.email}`)).registrationRequests[0]?.state).toBe('waiting');
  });

  it('and approving exclude each other, also concurrently', async () => {
    const [one, other, both] = [await aRequest(), await aRequest(), await aRequest()];
    await approve(admin, one.id);
    await reject(admin, other.id);

    expect((await reject(admin, one.id)).errors).toEqual({ registrationRequest: ['This request has already been approved.'] });
    expect(await approve(admin, other.id)).toMatchObject({
      status: 409,
      errors: { registrationRequest: ['This request has already been rejected.'] },
    });
    const statuses = (
      await Promise.all([approve(admin, both.id), reject(north, both.id), approve(north, both.id), reject(admin, both.id)])
    ).map(({ status }) => status);
    const addedPeople = await listPeopleByEmail(portal.db, both.email);
    expect(statuses.toSorted()).toEqual([200, 200, 409, 409]);
    expect(addedPeople).toHaveLength(statuses[0] === 200 ? 1 : 0);
    expect(await listMailsTo(portal.db, both.email)).toHaveLength(2);
  });

  it('keeps the applicant’s data for three months', async () => {
    const [old, recent] = [await aRequest(), await aRequest()];
    for (const { id } of [old, recent]) await reject(admin, id);
    await sql`update registration set decided_at = now() - interval '91 days' where id = ${old.id}`.execute(portal.db);

    await deleteExpiredRejectedRequests(portal.db);

    expect((await list(admin, `query=${old.email}`)).totalCount).toBe(0);
    expect((await list(admin, `query=${recent.email}`)).totalCount).toBe(1);
  });
});

describe('a request', () => {
  it('out of scope is not found', async () => {
    const [south, ungrouped, foreign] = [
      await aRequest({ groupId: SOUTH.groupId }),
      await aRequest({ groupId: null }),
      await aRequest({ organisationId: 2, groupId: 11 }),
    ];
    const notFound = { status: 404, errors: { registrationRequest: ['Registration request not found.'] } };

    for (const { id } of [south, ungrouped, foreign, { id: 2_000_000_000 }]) {
      expect(await approve(north, id)).toMatchObject(notFound);
      expect(await reject(north, id)).toMatchObject(notFound);
    }
    expect(await approve(admin, foreign.id)).toMatchObject(notFound);
    expect((await approve(admin, south.id)).status).toBe(200);
    expect((await approve(admin, ungrouped.id)).status).toBe(200);
  });

  it('that needs no approval cannot be decided', async () => {
    const { token } = await aRegistrationLink(portal.db);
    const applicant = anApplicant();
    await portal.anonymous().post('/api/registerwithtoken', { ...applicant, token });
    const { registrationRequests } = await list(admin, `query=${applicant.email}&state=registered`);

    expect(await approve(admin, registrationRequests[0]?.id ?? 0)).toMatchObject({
      status: 409,
      errors: { registrationRequest: ['This person did not need approval.'] },
    });
  });

  it('is available to administrators only', async () => {
    const { id } = await aRequest();
    for (const role of ['Buyer', 'Sales', 'Staff'] as const) {
      const person = await portal.as((await aPerson(portal.db, { role, approver: true })).email);
      const answers = [await person.get('/api/registrationrequests'), await approve(person, id), await reject(person, id)];
      expect([role, answers.map(({ status }) => status)]).toEqual([role, [403, 403, 403]]);
    }
  });
});

describe('the list of requests', () => {
  it('shows the demonstration’s three pending requests at Meridian, also to the administrator of North', async () => {
    const fresh = await createTestPortal();
    try {
      for (const email of ['admin@meridian.example', 'north.admin@meridian.example']) {
        const { body } = await (await fresh.as(email)).get<List>('/api/registrationrequests?state=waiting');
        expect(body.totalCount).toBe(3);
        expect(body.registrationRequests.map(({ firstName }) => firstName)).toEqual(['Oluwaseun', 'Maria del Carmen', 'Tom']);
      }
      for (const email of ['admin@hallam.example', 'south.admin@meridian.example'])
        expect((await (await fresh.as(email)).get<List>('/api/registrationrequests')).body.totalCount).toBe(0);
    } finally {
      await fresh.close();
    }
  });

  it('can be searched by name, address and employee number, taken literally', async () => {
    const one = await aRequest(
      { asks: ['employee_number'] },
      { firstName: 'Per%cival', lastName: 'Under_score', employeeNumber: 'ZZ-9\\8' },
    );
    const found = async (words: string) =>
      (await list(admin, `query=${encodeURIComponent(words)}`)).registrationRequests.map(({ id }) => id);

    for (const words of ['per%CIVAL', 'Under_score', 'Per%cival Under', one.email.slice(3, 20), 'zz-9\\8', '  Under_score '])
      expect([words, await found(words)]).toEqual([words, [one.id]]);
    for (const words of ['Per_cival', 'Underxscore', 'ZZ%8', "' or 1=1 --"])
      expect([words, await found(words)]).toEqual([words, []]);
  });

  it('can be filtered by state, in pages, the newest first', async () => {
    const all = await list(admin, 'limit=250');
    const waiting = await list(admin, 'state=waiting&limit=250');
    const page = await list(admin, 'state=waiting&limit=2&page=1');

    expect(new Set(all.registrationRequests.map(({ state }) => state)).size).toBe(4);
    expect(new Set(waiting.registrationRequests.map(({ state }) => state))).toEqual(new Set(['waiting']));
    expect(page.totalCount).toBe(waiting.totalCount);
    expect(page.registrationRequests.map(({ id }) => id)).toEqual(waiting.registrationRequests.slice(2, 4).map(({ id }) => id));
    expect((await list(admin, 'page=10000')).registrationRequests).toEqual([]);
  });

  it.each(['state=open', 'page=-1', 'limit=0', `query=${'x'.repeat(201)}`])('refuses %s', async (query) => {
    expect((await admin.get<List>(`/api/registrationrequests?${query}`)).status).toBe(400);
  });
});

describe('a decision about a request that has changed since it was opened', () => {
  it.each(['approve', 'reject'])('is refused: %s', async (decision) => {
    const request = await aRequest();
    const shown = (await list(north, `state=waiting&query=${request.email}`)).registrationRequests[0];
    await sql`update registration set first_name = 'Someone', last_name = 'Else' where id = ${request.id}`.execute(portal.db);
    const send = (fingerprint: unknown) =>
      north.post<Reject>(`/api/registrationrequests/${request.id}/${decision}`, { reason: 'No.', fingerprint });

    const refused = await send(shown?.fingerprint);

    expect([refused.status, refused.errors]).toEqual([
      409,
      {
        registrationRequest: [
          'The request of Someone Else has changed since you opened it.',
          'The details of the person are different now.',
        ],
      },
    ]);
    const now = (await list(north, `state=waiting&query=${request.email}`)).registrationRequests[0];
    expect([now?.state, (await send(now?.fingerprint)).status]).toEqual(['waiting', 200]);
  });
});
