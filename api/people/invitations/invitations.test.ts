import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPerson, NORTH, SOUTH } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import type { ReplyOf } from '#contract/index.ts';

const portal = usePortal();
const mailJobs = useMailJobs(portal);
let admin: TestClient;
let north: TestClient;

beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  north = await portal.as('north.admin@meridian.example');
});
beforeEach(async () => {
  // Everyone in the demonstration has activated, so only people of the tests are in the list.
  await run(sql`delete from invitation`);
  await run(sql`delete from pgboss.job where name = 'invitations.send'`);
  await run(sql`update customer set password_hash = 'x' where password_hash is null`);
});

const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);
const invite = (who: TestClient, id: number, headers: Record<string, string> = {}) =>
  who.get<'GET /api/sendemailinvite/:id'>(`/api/sendemailinvite/${id}`, headers);
const list = async (who: TestClient, query = '') => (await who.get<'GET /api/invitations'>(`/api/invitations${query}`)).body;
const inviteMany = (who: TestClient, body: object) => who.post<'POST /api/invitations'>('/api/invitations', body);
const invitationsTo = async (email: string) =>
  (await mailJobs.listMails(email)).filter(({ template }) => template === 'invitation');
/** Moves the times of invitations into the past. */
const shiftToPast = (id: number, by: string) =>
  run(
    sql`update invitation set requested_at = requested_at - ${by}::interval, sent_at = sent_at - ${by}::interval where customer_id = ${id}`,
  );
const isTokenValid = async (email: string, token: string | undefined) =>
  (
    await portal
      .anonymous()
      .get<'GET /api/checkinvitationtoken'>(`/api/checkinvitationtoken?${new URLSearchParams({ email, token: token ?? '' })}`)
  ).body.success;

describe('inviting one person', () => {
  it('mails a link that is valid for seven days, and records who sent it', async () => {
    const { id, email } = await aPerson(portal.db);

    const { status, body } = await invite(admin, id);

    expect([status, body]).toEqual([200, { success: true, msg: null }]);
    const [mail, ...more] = await mailJobs.listMails(email);
    expect(more).toEqual([]);
    expect(mail).toEqual({
      template: 'invitation',
      recipient: email,
      organisationId: 1,
      brandId: 1,
      data: { firstName: 'Made', organisationName: 'Meridian Resorts', validDays: 7 },
      secrets: {
        token: expect.stringMatching(/^[\w-]{43}$/),
        email,
        optOutGuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    });
    expect(await isTokenValid(email, mail?.secrets?.token)).toBe(true);
    const { rows } = await sql<{ days: number; actor: number }>`
      select extract(epoch from expires_at - t.created_at) / 86400 as days, a.actor_id as actor
      from password_token t, audit_event a where t.customer_id = ${id} and a.action = 'invitation.sent' and a.subject_id = ${String(id)}`.execute(
      portal.db,
    );
    expect(rows).toEqual([{ days: 7, actor: admin.customerId }]);
  });

  it('gives the same reply within ten minutes without another mail, also in parallel; later the newest link cancels older ones', async () => {
    const { id, email } = await aPerson(portal.db);

    const answers = [await invite(admin, id), ...(await Promise.all(Array.from({ length: 10 }, () => invite(admin, id))))];
    expect(answers[0]).toMatchObject({ status: 200, body: { success: true, msg: null } });
    const repeated = {
      success: true,
      msg: expect.stringMatching(/^An invitation was already sent at \d\d:\d\d\. No second one was sent\.$/),
    };
    expect(answers.slice(1).map(({ status, body }) => [status, body])).toEqual(Array(10).fill([200, repeated]));
    expect(await invitationsTo(email)).toHaveLength(1);

    await shiftToPast(id, '11 minutes');
    await invite(admin, id);
    const [first, second, ...more] = await invitationsTo(email);
    expect(more).toEqual([]);
    expect([await isTokenValid(email, first?.secrets?.token), await isTokenValid(email, second?.secrets?.token)]).toEqual([
      false,
      true,
    ]);
  });

  it('stops after five in a day', async () => {
    const { id, email } = await aPerson(portal.db);
    for (let round = 0; round < 5; round += 1) {
      expect((await invite(admin, id)).body.success).toBe(true);
      await shiftToPast(id, '11 minutes');
    }

    const { status, body } = await invite(admin, id);
    expect([status, body]).toEqual([
      200,
      { success: false, msg: '5 invitations were sent in the last 24 hours. Try again tomorrow.' },
    ]);
    expect(await invitationsTo(email)).toHaveLength(5);

    await shiftToPast(id, '24 hours');
    expect((await invite(admin, id)).body.success).toBe(true);
  });

  it('is refused for people who have a password, are switched off, unknown, out of scope or in another organisation', async () => {
    const active = await aPerson(portal.db, { passwordHash: 'x' });
    const off = await aPerson(portal.db, { active: false });
    const deleted = await aPerson(portal.db);
    await run(sql`update customer set deleted_at = now() where id = ${deleted.id}`);
    const south = await aPerson(portal.db, { groupIds: [SOUTH.groupId] });
    const hallam = await aPerson(portal.db, { organisationId: 2, groupIds: [], resortId: null });

    const answer = async (who: TestClient, id: number) => {
      const { status, errors } = await invite(who, id);
      return [status, errors];
    };
    expect(await answer(admin, active.id)).toEqual([409, { customer: ['Already has a password.'] }]);
    expect(await answer(admin, off.id)).toEqual([409, { customer: ['The account is closed.'] }]);
    const notFound = [404, { customer: ['Customer not found.'] }];
    expect(await answer(admin, deleted.id)).toEqual(notFound);
    expect(await answer(admin, 1_999_999_999)).toEqual(notFound);
    expect(await answer(admin, hallam.id)).toEqual(notFound);
    expect(await answer(north, south.id)).toEqual(notFound);
    expect((await invite(admin, south.id)).status).toBe(200);
    for (const { email } of [active, off, deleted, hallam]) expect(await mailJobs.listMails(email)).toEqual([]);
  });

  it('is for administrators, and only from the portal’s own pages', async () => {
    const { id, email } = await aPerson(portal.db);
    const buyer = await portal.as('buyer@meridian.example');

    expect([(await invite(buyer, id)).status, (await portal.anonymous().get(`/api/sendemailinvite/${id}`)).status]).toEqual([
      403, 401,
    ]);
    const elsewhere: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
      { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-purpose': 'prefetch' },
    ];
    for (const headers of elsewhere) expect((await invite(admin, id, headers)).status).toBe(403);
    expect(await mailJobs.listMails(email)).toEqual([]);
    expect((await invite(admin, id, { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })).status).toBe(200);
  });
});

describe('the list of people without a password', () => {
  it('shows the three states, when and how often people were invited, and drops people who activate', async () => {
    const [never, invited, expired, waiting] = (await Promise.all(
      ['Anna', 'Berta', 'Clara', 'Doris'].map((firstName) => aPerson(portal.db, { firstName })),
    )) as [TestPerson, TestPerson, TestPerson, TestPerson];
    await invite(admin, invited.id);
    await shiftToPast(invited.id, '11 minutes');
    await invite(admin, invited.id);
    await invite(admin, expired.id);
    await run(sql`update password_token set expires_at = now() - interval '1 minute' where customer_id = ${expired.id}`);
    await inviteMany(admin, { customerIds: [waiting.id] });

    const { invitations, totalCount, counts, waiting: queued } = await list(admin);

    expect(
      invitations.map(({ firstName, state, waiting: isWaiting, timesSent }) => [firstName, state, isWaiting, timesSent]),
    ).toEqual([
      ['Anna', 'NotInvited', false, 0],
      ['Berta', 'Invited', false, 2],
      ['Clara', 'Expired', false, 1],
      ['Doris', 'Invited', true, 0],
    ]);
    expect([totalCount, counts, queued]).toEqual([4, { NotInvited: 1, Invited: 2, Expired: 1 }, 1]);
    expect(invitations[0]).toEqual({
      id: never.id,
      firstName: 'Anna',
      lastName: 'Forthetest',
      email: never.email,
      employeeNumber: null,
      organisationGroups: ['North'],
      state: 'NotInvited',
      waiting: false,
      timesSent: 0,
      lastSentOnUtc: null,
      expiresOnUtc: null,
    });
    const { lastSentOnUtc, expiresOnUtc } = invitations[1] as Invitation;
    expect(Date.parse(expiresOnUtc ?? '') - Date.parse(lastSentOnUtc ?? '')).toBe(7 * 86_400_000);

    await run(sql`update customer set password_hash = 'x' where id = ${invited.id}`);
    expect((await list(admin)).totalCount).toBe(3);
  });

  it('filters by state and by words in any order, in pages, with counts for the search', async () => {
    const people = [];
    for (const firstName of ['Ann', 'Annika', 'Bea']) people.push(await aPerson(portal.db, { firstName }));
    await invite(admin, people[2]?.id as number);
    const names = async (query: string) => {
      const { invitations, totalCount, counts } = await list(admin, query);
      return [invitations.map(({ firstName }) => firstName), totalCount, counts];
    };

    expect(await names('?state=NotInvited')).toEqual([['Ann', 'Annika'], 2, { NotInvited: 2, Invited: 1, Expired: 0 }]);
    expect(await names('?query=forthetest%20ann')).toEqual([['Ann', 'Annika'], 2, { NotInvited: 2, Invited: 0, Expired: 0 }]);
    expect(await names(`?query=${people[0]?.email}`)).toEqual([['Ann'], 1, { NotInvited: 1, Invited: 0, Expired: 0 }]);
    expect(await names('?limit=2&page=1')).toEqual([['Bea'], 3, { NotInvited: 2, Invited: 1, Expired: 0 }]);
    expect(await names('?query=%25')).toEqual([[], 0, { NotInvited: 0, Invited: 0, Expired: 0 }]);
    expect((await admin.get('/api/invitations?state=Gone')).errors).toEqual({
      state: ['State must be NotInvited, Invited or Expired.'],
    });
  });

  it('shows an administrator of groups only their people, and no one who is switched off or deleted', async () => {
    await aPerson(portal.db, { firstName: 'Nora', groupIds: [NORTH.groupId] });
    await aPerson(portal.db, { firstName: 'Susan', groupIds: [SOUTH.groupId] });
    await aPerson(portal.db, { firstName: 'Off', active: false });
    const deleted = await aPerson(portal.db, { firstName: 'Gone' });
    await run(sql`update customer set deleted_at = now() where id = ${deleted.id}`);
    await aPerson(portal.db, { firstName: 'Hal', organisationId: 2, groupIds: [], resortId: null });

    expect((await list(north)).invitations.map(({ firstName }) => firstName)).toEqual(['Nora']);
    expect((await list(admin)).invitations.map(({ firstName }) => firstName)).toEqual(['Nora', 'Susan']);
    expect((await (await portal.as('buyer@meridian.example')).get('/api/invitations')).status).toBe(403);
  });
});

describe('inviting many people', () => {
  it('queues them and mails them in batches, and the list shows the progress', async () => {
    const people = await Promise.all(Array.from({ length: 30 }, () => aPerson(portal.db)));
    const { status, body } = await inviteMany(admin, { customerIds: people.map(({ id }) => id) });

    expect([status, body]).toEqual([200, { queued: 30, skipped: [] }]);
    expect((await list(admin)).waiting).toBe(30);
    expect(await invitationsTo(people[0]?.email ?? '')).toEqual([]);
    const { rows: jobs } = await sql`select from pgboss.job where name = 'invitations.send'`.execute(portal.db);
    expect(jobs).toHaveLength(1);

    await Promise.all([mailJobs.runInvitationJobs(), mailJobs.runInvitationJobs()]);

    expect((await list(admin)).waiting).toBe(0);
    const mails = await Promise.all(people.map(({ email }) => invitationsTo(email)));
    expect(mails.map(({ length }) => length)).toEqual(Array(30).fill(1));
    expect(new Set(mails.map(([mail]) => mail?.secrets?.token)).size).toBe(30);
  });

  it('invites everyone in scope who matches, and gives a reason for each one skipped', async () => {
    const addPerson = (overrides: Parameters<typeof aPerson>[1]) => aPerson(portal.db, overrides);
    const uninvited = await addPerson({ firstName: 'New' });
    const just = await addPerson({ firstName: 'Just' });
    await addPerson({ firstName: 'Susan', groupIds: [SOUTH.groupId] });
    const active = await addPerson({ firstName: 'Active', passwordHash: 'x' });
    const off = await addPerson({ firstName: 'Off', active: false });
    const often = await addPerson({ firstName: 'Often' });
    await invite(admin, just.id);
    for (let round = 0; round < 5; round += 1) {
      await invite(admin, often.id);
      await shiftToPast(often.id, '11 minutes');
    }

    const named = (await inviteMany(north, { customerIds: [uninvited.id, just.id, active.id, off.id, often.id, 1_999_999_999] }))
      .body;
    const summary = (await inviteMany(north, { allMatching: true })).body;

    const skipped = (reason: string, msg: string, person: { id: number }, firstName: string) => ({
      reason,
      msg,
      count: 1,
      people: [{ id: person.id, name: `${firstName} Forthetest` }],
    });
    const justInvited = skipped('JustSent', 'An invitation was sent less than 10 minutes ago.', just, 'Just');
    const oftenToday = skipped('OftenToday', '5 invitations were sent in the last 24 hours. Try again tomorrow.', often, 'Often');
    expect(named).toEqual({
      queued: 1,
      skipped: [
        skipped('AlreadyActive', 'Already has a password.', active, 'Active'),
        skipped('SwitchedOff', 'The account is closed.', off, 'Off'),
        justInvited,
        oftenToday,
      ],
    });
    expect(summary).toEqual({
      queued: 0,
      skipped: [skipped('Waiting', 'An invitation is already on its way.', uninvited, 'New'), justInvited, oftenToday],
    });
    expect((await inviteMany(admin, { allMatching: true, query: 'susan', state: 'NotInvited' })).body.queued).toBe(1);
  });

  it('stops at 500 per day and organisation, counting single invitations, also in parallel', async () => {
    await run(sql`
      with made as (
        insert into customer (organisation_id, brand_id, email, first_name, last_name)
        select 1, 1, 'many.' || n || '@made.example', 'Many', lpad(n::text, 4, '0') from generate_series(1, 620) n returning id)
      insert into customer_group select 1, id, 1 from made`);
    const ids = (
      await sql<{ id: number }>`select id from customer where first_name = 'Many' order by last_name`.execute(portal.db)
    ).rows;
    const single = await aPerson(portal.db);

    const answers = await Promise.all([
      inviteMany(admin, { customerIds: ids.slice(0, 310).map(({ id }) => id) }),
      inviteMany(north, { customerIds: ids.slice(310).map(({ id }) => id) }),
    ]);

    expect(answers.map(({ body }) => body.queued).reduce((sum, queued) => sum + queued)).toBe(500);
    const left = answers.flatMap(({ body }) => body.skipped);
    expect(left).toMatchObject([{ reason: 'OrganisationLimit', count: 120 }]);
    expect(left[0]?.people).toHaveLength(20);
    expect((await invite(admin, single.id)).body).toEqual({
      success: false,
      msg: 'Your organisation has sent 500 invitations in the last 24 hours. Try again tomorrow.',
    });
    // Another organisation has a limit of its own.
    const hallam = await aPerson(portal.db, { organisationId: 2, groupIds: [], resortId: null });
    expect((await invite(await portal.as('admin@hallam.example'), hallam.id)).body.success).toBe(true);

    const started = performance.now();
    await mailJobs.runInvitationJobs();
    console.log(`500 invitations were mailed in ${Math.round(performance.now() - started)} ms`);
    expect((await list(admin)).waiting).toBe(0);
    const { rows } = await sql<{
      mails: number;
    }>`select count(*)::int as mails from mail_outbox where recipient like 'many.%'`.execute(portal.db);
    expect(rows[0]?.mails).toBe(500);
  }, 60_000);

  it('skips people who activate, are deleted or are switched off while their invitation is pending', async () => {
    const [stays, activates, leaves] = await Promise.all([aPerson(portal.db), aPerson(portal.db), aPerson(portal.db)]);
    await inviteMany(admin, { customerIds: [stays.id, activates.id, leaves.id] });
    await run(sql`update customer set password_hash = 'x' where id = ${activates.id}`);
    await run(sql`update customer set active = false where id = ${leaves.id}`);

    await mailJobs.runInvitationJobs();

    expect(
      [
        await mailJobs.listMails(stays.email),
        await mailJobs.listMails(activates.email),
        await mailJobs.listMails(leaves.email),
      ].map(({ length }) => length),
    ).toEqual([1, 0, 0]);
    // Invitations that were not mailed count towards no limit.
    await run(sql`update customer set active = true where id = ${leaves.id}`);
    expect((await inviteMany(admin, { customerIds: [leaves.id] })).body.queued).toBe(1);
  });

  it('does not reveal people of other organisations, and needs at least one person', async () => {
    const hallam = await aPerson(portal.db, { organisationId: 2, groupIds: [], resortId: null });
    const south = await aPerson(portal.db, { groupIds: [SOUTH.groupId] });

    expect((await inviteMany(admin, { customerIds: [hallam.id] })).status).toBe(404);
    expect((await inviteMany(north, { customerIds: [south.id, hallam.id] })).status).toBe(404);
    expect((await inviteMany(admin, {})).errors).toEqual({ customerIds: ['Choose at least one person to invite.'] });
    expect((await inviteMany(admin, { customerIds: [] })).status).toBe(422);
    expect((await inviteMany(admin, { customerIds: Array(501).fill(south.id) })).status).toBe(422);
    expect((await inviteMany(await portal.as('sales@meridian.example'), { allMatching: true })).status).toBe(403);
    expect((await list(admin)).waiting).toBe(0);
  });
});

interface TestPerson {
  id: number;
  email: string;
}
type Invitation = ReplyOf<'GET /api/invitations'>['invitations'][number];
