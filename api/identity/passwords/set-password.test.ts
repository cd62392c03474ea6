import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import type { TestClient, TestServer } from '#api/testing/portal.ts';
import { measureProcessorMs } from '#api/testing/processor-time.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { hashPassword } from './password-hashing.ts';

const OLD = 'Correct-horse-9';
const NEW = 'Kettle, moss & trailer';
const LOGO = '/logos/meridian.svg';
const portal = usePortal();
const mailJobs = useMailJobs(portal);
let secondServer: TestServer;
let oldHash: string;
let id: number;
let email: string;

beforeAll(async () => {
  secondServer = await portal.openSecondServer();
  oldHash = await hashPassword(OLD);
});
beforeEach(async () => {
  ({ id, email } = await aPerson(portal.db, { passwordHash: oldHash }));
});

const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);
const reset = (sent: Record<string, unknown>, host = 'localhost') =>
  portal.anonymous(host).post<'POST /api/customers/updatePassword'>('/api/customers/updatePassword', { passwordReset: sent });
const set = async (token: string, password: string, more: Record<string, unknown> = {}) =>
  (await reset({ email, token, password, organisationId: 1, ...more })).body;

async function logIn(password: string, username = email) {
  const answer = await portal.app.inject({
    method: 'POST',
    url: '/api/token',
    headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: 'password', username, password }).toString(),
  });
  return answer.statusCode;
}
const listAuditEvents = async (action: string) =>
  (
    await sql<{ brand_id: number; actor_id: number; after: unknown }>`
    select brand_id, actor_id, after from audit_event where action = ${action} and subject_id = ${String(id)}`.execute(portal.db)
  ).rows;
const isIn = async (client: TestClient, server: TestServer = portal) =>
  (await server.withSession(client).get('/api/customerprofile')).status;

describe('setting a password by a mailed link', () => {
  it('makes only the new password work, records the change, and informs the person', async () => {
    const token = await mailJobs.issueLink({ id }, 'recovery');

    expect(await set(token, NEW)).toEqual({ success: true, msg: null, userRegistrationType: 1, logoUrl: LOGO });

    expect([await logIn(NEW), await logIn(OLD)]).toEqual([200, 400]);
    expect(await listAuditEvents('password.set')).toEqual([{ brand_id: 1, actor_id: id, after: { by: 'recovery' } }]);
    expect(await mailJobs.listMails(email)).toEqual([
      {
        template: 'password-changed',
        recipient: email,
        organisationId: 1,
        brandId: 1,
        data: { firstName: 'Made', whenUtc: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) },
        secrets: undefined,
      },
    ]);
  });

  it('stores argon2id of the composed form', async () => {
    await set(await mailJobs.issueLink({ id }, 'recovery'), 'Café, müsli, señor'.normalize('NFD'));

    const { rows } = await sql<{ password_hash: string }>`select password_hash from customer where id = ${id}`.execute(portal.db);
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await logIn('Café, müsli, señor'.normalize('NFC'))).toBe(200);
  });

  it('ends every session of the person at once, on every server, and starts none', async () => {
    const [one, other, otherPerson] = [
      await portal.as(email),
      await portal.as(email),
      await portal.as((await aPerson(portal.db)).email),
    ];
    expect([await isIn(one), await isIn(one, secondServer), await isIn(other)]).toEqual([200, 200, 200]);

    const answer = await reset({ email, token: await mailJobs.issueLink({ id }, 'recovery'), password: NEW, organisationId: 1 });
    expect([await isIn(one), await isIn(other)]).toEqual([401, 401]);
    await portal.settled();

    expect([await isIn(one, secondServer), await isIn(otherPerson)]).toEqual([401, 200]);
    expect(JSON.stringify(answer.body)).not.toMatch(/token/);
  });

  it('activates an invited account, even a deactivated one', async () => {
    for (const active of [true, false]) {
      const invited = await aPerson(portal.db, { active });
      const token = await mailJobs.issueLink(invited, 'invitation');

      const { body } = await reset({ email: invited.email, token, password: NEW, organisationId: 1 });

      expect(body).toEqual({ success: true, msg: null, userRegistrationType: 1, logoUrl: LOGO });
      expect(await logIn(NEW, invited.email)).toBe(200);
    }
  });

  it('tells someone who set their first password that the account is ready, and nothing while it awaits approval', async () => {
    const sendFirst = async (purpose: 'recovery' | 'invitation' | 'activation', activates = true) => {
      const person = await aPerson(portal.db, { active: purpose === 'recovery' });
      const token = await mailJobs.issueLink(person, purpose, { activates });
      await reset({ email: person.email, token, password: NEW, organisationId: 1 });
      return (await mailJobs.listMails(person.email)).map(({ template, data }) => [template, data]);
    };
    const ready = [['account-ready', { firstName: 'Made' }]];

    expect(await sendFirst('invitation')).toEqual(ready);
    expect(await sendFirst('activation')).toEqual(ready);
    expect(await sendFirst('recovery')).toEqual(ready);
    expect(await sendFirst('activation', false)).toEqual([]);
  });

  it('does not activate an account that awaits approval, and reports that', async () => {
    const pending = await aPerson(portal.db, { active: false });
    const token = await mailJobs.issueLink(pending, 'activation', { activates: false });

    const { body } = await reset({ email: pending.email, token, password: NEW, organisationId: 1 });

    expect(body).toEqual({ success: true, msg: null, userRegistrationType: 3, logoUrl: LOGO });
    expect(await logIn(NEW, pending.email)).toBe(400);
  });

  it('succeeds once in fifty concurrent attempts', async () => {
    const token = await mailJobs.issueLink({ id }, 'recovery');

    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => set(token, `${NEW} ${at}`)));

    const winners = answers.flatMap(({ success }, at) => (success ? [at] : []));
    expect(winners).toHaveLength(1);
    expect(new Set(answers.filter(({ success }) => !success).map(({ msg }) => msg))).toEqual(
      new Set(['This link is not valid or has expired. Please ask for a new one.']),
    );
    expect(await logIn(`${NEW} ${winners[0]}`)).toBe(200);
    expect([await listAuditEvents('password.set'), await mailJobs.listMails(email)].map(({ length }) => length)).toEqual([1, 1]);
  }, 60_000);

  it('succeeds once in concurrent attempts on several servers', async () => {
    const token = await mailJobs.issueLink({ id }, 'recovery');
    const payload = { passwordReset: { email, token, password: NEW, organisationId: 1 } };
    const on = ({ app }: TestServer) =>
      app.inject({ method: 'POST', url: '/api/customers/updatePassword', headers: { host: 'localhost' }, payload });

    const answers = await Promise.all([...Array.from({ length: 10 }, () => [on(portal), on(secondServer)])].flat());

    expect(answers.filter((answer) => answer.json().success)).toHaveLength(1);
  }, 60_000);

  it('does not use up the link when the password is refused', async () => {
    const token = await mailJobs.issueLink({ id }, 'recovery');

    expect(await set(token, 'short')).toEqual({
      success: false,
      msg: 'Passwords must be at least 8 characters.',
      userRegistrationType: null,
      logoUrl: null,
    });
    expect(await set(token, 'password123')).toMatchObject({ success: false, msg: expect.stringMatching(/too common/) });
    expect(await set(token, 'Made Forthetest 2026')).toMatchObject({
      success: false,
      msg: expect.stringMatching(/base your password on/),
    });
    expect(await set(token, NEW)).toMatchObject({ success: true });
  });

  it.each([
    [{}, ['email', 'organisationId', 'password', 'token']],
    [{ email: '', token: '', password: '', organisationId: 1 }, ['email', 'password', 'token']],
    [{ email: 'a@b.example', token: 'x', organisationId: 1 }, ['password']],
    [{ email: 'a@b.example', token: 'x', password: NEW }, ['organisationId']],
  ])('needs all its fields: %j', async (sent, fields) => {
    const { status, errors } = await reset(sent);

    expect([status, Object.keys(errors).toSorted()]).toEqual([422, fields]);
    if ('password' in errors) expect(errors.password).toEqual(['Password is required.']);
  });

  it('applies the organisation’s expression, with its message', async () => {
    const message = 'Use 10 to 64 characters with a lower-case letter, a capital letter, a digit and a symbol such as - or !';
    const person = await aPerson(portal.db, { organisationId: 3, groupIds: [], resortId: null });
    const token = await mailJobs.issueLink({ id: person.id, organisationId: 3 }, 'invitation');
    const attempt = async (password: string) =>
      (await reset({ email: person.email, token, password, organisationId: 3 }, 'brackwell.localhost')).body;

    expect(await attempt('kettle and moss')).toEqual({ success: false, msg: message, userRegistrationType: null, logoUrl: null });
    expect(await attempt('Password-123')).toMatchObject({ success: false, msg: expect.stringMatching(/too common/) });
    expect(await attempt('Kettle & moss 7')).toMatchObject({ success: true });
  });

  it('is not blocked by a slow expression, and refuses what it cannot decide', async () => {
    await run(
      sql`update organisation set custom_password_rule = true, password_regex = '^(a+)+$', password_message = 'Only a, please.' where id = 2`,
    );
    const person = await aPerson(portal.db, { organisationId: 2, groupIds: [], resortId: null });
    const token = await mailJobs.issueLink({ id: person.id, organisationId: 2 }, 'invitation');
    const attempt = { email: person.email, token, password: `${'a'.repeat(60)}!`, organisationId: 2 };

    const taken = await measureProcessorMs(async () => {
      expect((await reset(attempt, 'alder.localhost')).body).toMatchObject({ success: false, msg: 'Only a, please.' });
    });

    expect(taken).toBeLessThan(1000);
  });

  it('allows a limited number of attempts with one link', async () => {
    const token = await mailJobs.issueLink({ id }, 'recovery');
    const statuses = [];
    for (let round = 0; round < 63; round += 1)
      statuses.push((await reset({ email, token, password: 'short', organisationId: 1 })).status);

    // A new window may start in the meantime.
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(200));
    const last = await reset({ email, token, password: NEW, organisationId: 1 });
    if (statuses.includes(429))
      expect([last.status, last.errors.request?.[0]]).toEqual([429, expect.stringMatching(/^Too many attempts/)]);
    // Other links are not affected.
    expect(await set(await mailJobs.issueLink({ id }, 'recovery'), NEW)).toMatchObject({ success: true });
  });

  it('accepts 64 characters, and every one matters', async () => {
    const long = Array.from({ length: 16 }, (_, at) => `k${at % 10}mv`).join('');
    expect(await set(await mailJobs.issueLink({ id }, 'recovery'), long)).toMatchObject({ success: true });

    expect([await logIn(`${long.slice(0, -1)}x`), await logIn(long)]).toEqual([400, 200]);
  });
});

describe('the rule for passwords', () => {
  it('is available to everyone who is logged in', async () => {
    const admin = await portal.as('admin@corvane.example');
    const { body } = await admin.get<'GET /api/passwordrule'>('/api/passwordrule');
    const own = await (await portal.as(email)).get<'GET /api/passwordrule'>('/api/passwordrule');

    expect(body).toMatchObject({ ucpv: true, minLen: 10, cpvReg: expect.stringContaining('{10,64}') });
    expect(own.body).toEqual({ ucpv: false, cpvReg: null, cpvMsg: null, minLen: 8 });
    expect((await portal.anonymous().get('/api/passwordrule')).status).toBe(401);
  });
});

describe('changing the own password', () => {
  const change = (client: TestClient, currentPassword: string, newPassword: string) =>
    client.post<'POST /api/changepassword'>('/api/changepassword', { passwordChange: { currentPassword, newPassword } });

  it('ends the other sessions, keeps this one, cancels links, records the change and informs the person', async () => {
    const [here, there] = [await portal.as(email), await portal.as(email)];
    const token = await mailJobs.issueLink({ id }, 'recovery');
    expect([await isIn(here), await isIn(there), await isIn(there, secondServer)]).toEqual([200, 200, 200]);

    const { status, body } = await change(here, OLD, NEW);
    expect([await isIn(here), await isIn(there)]).toEqual([200, 401]);
    await portal.settled();

    expect([status, body]).toEqual([200, { success: true, msg: null }]);
    expect([await isIn(here, secondServer), await isIn(there, secondServer)]).toEqual([200, 401]);
    expect([await logIn(NEW), await logIn(OLD)]).toEqual([200, 400]);
    expect(await set(token, NEW)).toMatchObject({ success: false });
    expect(await listAuditEvents('password.changed')).toEqual([{ brand_id: 1, actor_id: id, after: null }]);
    expect((await mailJobs.listMails(email)).map(({ template }) => template)).toEqual(['password-changed']);
  });

  it('requires the current password and an acceptable new one', async () => {
    const here = await portal.as(email);

    expect((await change(here, 'Wrong-horse-9', NEW)).errors).toEqual({
      currentPassword: ['This is not your current password.'],
    });
    expect((await change(here, OLD, 'short')).errors).toEqual({ newPassword: ['Passwords must be at least 8 characters.'] });
    expect((await change(here, OLD, OLD)).errors).toEqual({
      newPassword: ['This is your current password. Please choose another one.'],
    });
    const empty = await here.post('/api/changepassword', {});
    expect([empty.status, empty.errors]).toEqual([
      422,
      { currentPassword: ['Current password is required.'], newPassword: ['Password is required.'] },
    ]);
    expect(await logIn(OLD)).toBe(200);
  });

  it('counts wrong current passwords across all servers, but no right one', async () => {
    const here = await portal.as(email);
    for (let round = 0; round < 8; round += 1) expect((await change(here, OLD, 'short')).status).toBe(422);

    const attempts = await Promise.all(
      Array.from({ length: 12 }, (_, at) => change(at % 2 ? here : secondServer.withSession(here), `Guess-${at}-moss`, NEW)),
    );

    // A new window may start in the meantime.
    expect(attempts.filter(({ status }) => status === 422).length).toBeLessThanOrEqual(10);
    const refused = attempts.find(({ status }) => status === 429);
    expect(refused?.errors.request?.[0]).toMatch(/^Too many attempts. Please wait (a minute|\d+ minutes) and try again.$/);
    expect((await change(here, OLD, NEW)).status).toBe(429);
    // Other people, and the login, are not affected.
    expect(await logIn(OLD)).toBe(200);
  });

  it('is refused while impersonating', async () => {
    const sales = await portal.as('sales@meridian.example');
    await run(sql`update session set impersonated_customer_id = ${id}, impersonation_ends_at = now() + interval '10 minutes'
      where customer_id = ${sales.customerId}`);

    const { status, errors } = await change(sales, 'Uniform-2026', NEW);

    expect([status, errors.authorization?.[0]]).toEqual([403, expect.stringMatching(/^You are ordering for Made Forthetest\./)]);
    expect(await logIn(OLD)).toBe(200);
  });

  it('succeeds once in two concurrent changes', async () => {
    const here = await portal.as(email);

    const answers = await Promise.all([change(here, OLD, `${NEW} 1`), change(here, OLD, `${NEW} 2`)]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  it('requires a session', async () => {
    expect((await portal.anonymous().post('/api/changepassword', { currentPassword: OLD, newPassword: NEW })).status).toBe(401);
  });
});
