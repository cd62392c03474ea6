import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { createFakeCaptchaProvider, type FakeCaptchaProvider } from '#api/testing/fake-captcha-provider.ts';
import type { TestClient, TestServer } from '#api/testing/portal.ts';
import { aNetwork, requestToken, type TokenRequestOptions } from '#api/testing/token-requests.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { hashPassword } from '../passwords/password-hashing.ts';

const PASSWORD = 'Correct-horse-9';
let provider: FakeCaptchaProvider;
let secondServer: TestServer;
const log: string[] = [];
let passwordHash: string;
let email: string;
let id: number;
let admin: TestClient;

beforeAll(async () => {
  provider = await createFakeCaptchaProvider();
});
afterAll(() => provider?.close());
const portal = usePortal(() => ({
  environment: provider.environment('brackwell'),
  logTo: { write: (line) => log.push(line) },
}));
beforeAll(async () => {
  await sql`update brand set captcha_enabled = true where name = 'brackwell'`.execute(portal.db);
  secondServer = await portal.openSecondServer();
  passwordHash = await hashPassword(PASSWORD);
});
beforeEach(async () => {
  ({ id, email } = await aPerson(portal.db, { role: 'Admin', passwordHash }));
  admin = await portal.as(email);
});

const logIn = (form: Record<string, string> = {}, options: TokenRequestOptions = {}, app = portal.app) =>
  requestToken(
    app,
    { grant_type: 'password', username: email, password: PASSWORD, ...form },
    { remoteAddress: aNetwork(), ...options },
  );
const change = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);
const state = async (person = admin) => (await person.get<'GET /api/secondfactor'>('/api/secondfactor')).body;
const start = (password = PASSWORD, person = admin) =>
  person.post<'POST /api/secondfactor/start'>('/api/secondfactor/start', { password });
const confirm = (otp: string, person = admin) =>
  person.post<'POST /api/secondfactor/confirm'>('/api/secondfactor/confirm', { otp });
const remove = (proof: { password?: string; otp?: string }, person = admin) =>
  person.post<'POST /api/secondfactor/remove'>('/api/secondfactor/remove', { password: PASSWORD, ...proof });

/** The code that the app shows for a scanned secret, `steps` from now. */
const appOf =
  (secret: string) =>
  (steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Switches the second factor on; returns the app and the recovery codes. This uses up the code of the current step. */
async function switchOn(person = admin) {
  const { body } = await start(PASSWORD, person);
  const code = appOf(body.secret);
  const confirmed = await confirm(code(-1), person);
  expect(confirmed.status).toBe(200);
  return { code, ...body, recoveryCodes: confirmed.body.recoveryCodes };
}

describe('switching a second factor on', () => {
  it('returns a secret, and takes effect with its first code', async () => {
    expect(await state()).toEqual({ available: true, on: false, onSinceUtc: null, recoveryCodesLeft: 0 });

    const { body } = await start();
    expect(body.uri).toMatch(/^otpauth:\/\/totp\/Sundial%20Uniforms:/);
    expect(body.uri).toContain(`secret=${body.secret}`);
    expect((await state()).on).toBe(false);
    expect((await logIn()).status).toBe(200);

    const { recoveryCodes } = (await confirm(appOf(body.secret)())).body;
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await state()).toEqual({ available: true, on: true, onSinceUtc: expect.stringMatching(/Z$/), recoveryCodesLeft: 10 });
    expect((await logIn()).body.error).toBe('mfa_required');
  });

  it('requires the password, and counts wrong ones before checking', async () => {
    expect((await start('wrong')).errors).toEqual({ password: ['The password is not correct.'] });
    const answers = await Promise.all(Array.from({ length: 12 }, () => start('wrong')));

    expect(answers.filter(({ status }) => status === 422).length).toBeLessThanOrEqual(5);
    expect(answers.find(({ status }) => status === 429)?.errors).toHaveProperty('request');
    expect((await start()).status).toBe(429);
  });

  it('is available to administrators only; others log in as before', async () => {
    const buyer = await portal.as((await aPerson(portal.db, { passwordHash })).email);

    expect(await state(buyer)).toMatchObject({ available: false, on: false });
    expect((await start(PASSWORD, buyer)).status).toBe(403);
  });

  it('refuses a wrong code, a code without a secret, and one of a secret older than a quarter of an hour', async () => {
    expect((await confirm('123456')).errors).toEqual({ secondFactor: ['This setup has expired. Please start again.'] });
    const { body } = await start();
    const wrong = appOf(body.secret)(-40);
    expect((await confirm(wrong)).errors).toEqual({
      otp: ['This code is wrong. Please enter the code that your app shows now.'],
    });
    await change(sql`update second_factor set created_at = now() - interval '16 minutes' where customer_id = ${id}`);

    expect((await confirm(appOf(body.secret)())).status).toBe(409);
    expect((await state()).on).toBe(false);
  });

  it('replaces an unconfirmed secret, but not a confirmed one', async () => {
    const first = (await start()).body.secret;
    const second = (await start()).body.secret;
    expect((await confirm(appOf(first)())).status).toBe(422);
    expect((await confirm(appOf(second)())).status).toBe(200);

    expect((await start()).errors).toEqual({ secondFactor: ['Your second factor is already on.'] });
    expect((await confirm(appOf(second)(1))).status).toBe(409);
  });

  it('ends the person’s other sessions, keeps this one, and is reported by mail and in the audit log', async () => {
    const other = await portal.as(email);
    await switchOn();
    await portal.settled();

    expect((await other.get('/api/customerprofile')).status).toBe(401);
    expect((await secondServer.withSession(other).get('/api/customerprofile')).status).toBe(401);
    expect((await admin.get('/api/customerprofile')).status).toBe(200);
    const { rows } = await sql<{ mail: object; deeds: number }>`
      select (select data from mail_outbox where recipient = ${email} and template = 'second-factor-changed') as mail,
        (select count(*)::int from audit_event where actor_id = ${id} and action = 'second_factor.on') as deeds`.execute(
      portal.db,
    );
    expect(rows[0]).toEqual({ mail: expect.objectContaining({ on: true }), deeds: 1 });
  });

  it('is refused while impersonating', async () => {
    const { id: other } = await aPerson(portal.db, { role: 'Admin', passwordHash });
    await change(sql`update session set impersonated_customer_id = ${other}, impersonation_ends_at = now() + interval '1 hour'
      where customer_id = ${id}`);
    await portal.settled();

    for (const answer of [await admin.get('/api/secondfactor'), await start(), await confirm('123456'), await remove({})])
      expect([answer.status, answer.errors]).toEqual([403, { authorization: [expect.stringMatching(/^You are ordering for /)] }]);
  });
});

describe('logging in with a second factor', () => {
  it('asks for the code after the right password only', async () => {
    const { code } = await switchOn();

    const withoutCode = await logIn();
    expect([withoutCode.status, withoutCode.body, withoutCode.deviceCookie]).toEqual([
      400,
      { error: 'mfa_required', error_description: 'Please enter the code that your authenticator app shows.' },
      '',
    ]);
    expect((await logIn({ password: 'wrong' })).body.error).toBe('invalid_grant');
    expect((await logIn({ password: 'wrong', otp: code() })).body.error).toBe('invalid_grant');
    const entered = await logIn({ otp: code() });
    expect([entered.status, Object.keys(entered.body)]).toEqual([
      200,
      ['access_token', 'token_type', 'expires_in', 'refresh_token'],
    ]);
  });

  it('accepts each code once, none of an earlier step, and one of the next step', async () => {
    const { code } = await switchOn();
    const [now, next, before] = [code(0), code(1), code(-1)];

    expect((await logIn({ otp: before })).body).toEqual({
      error: 'mfa_required',
      error_description:
        'This code is wrong or has already been used. Please enter the code that your authenticator app shows now, or an unused recovery code.',
    });
    const concurrent = await Promise.all([
      logIn({ otp: now }),
      logIn({ otp: now }, {}, secondServer.app),
      logIn({ otp: now }),
      logIn({ otp: now }, {}, secondServer.app),
    ]);
    expect(concurrent.filter(({ status }) => status === 200)).toHaveLength(1);
    await change(sql`delete from failed_login`);
    expect((await logIn({ otp: `${next.slice(0, 3)} ${next.slice(3)}` })).status).toBe(200);
    expect((await logIn({ otp: now })).status).toBe(400);
  });

  it('accepts each recovery code once instead, in any case, and records it', async () => {
    const { recoveryCodes } = await switchOn();
    const [first = '', second = ''] = recoveryCodes;

    expect((await logIn({ otp: first.toUpperCase().replaceAll('-', ' ') })).status).toBe(200);
    expect((await logIn({ otp: first })).status).toBe(400);
    const concurrent = await Promise.all([logIn({ otp: second }), logIn({ otp: second }, {}, secondServer.app)]);
    expect(concurrent.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await state()).recoveryCodesLeft).toBe(8);
    const { rows } = await sql<{ deeds: number }>`
      select count(*)::int as deeds from audit_event where actor_id = ${id} and brand_id = 1 and action = 'second_factor.recovery_code_used'`.execute(
      portal.db,
    );
    expect(rows[0]?.deeds).toBe(2);
  });

  it('refuses codes of another person', async () => {
    await switchOn();
    const other = await aPerson(portal.db, { role: 'Admin', passwordHash });
    const otherApp = await switchOn(await portal.as(other.email));

    expect((await logIn({ otp: otherApp.code() })).status).toBe(400);
    expect((await logIn({ otp: otherApp.recoveryCodes[0] ?? '' })).status).toBe(400);
  });

  it('checks only a few of two hundred wrong codes, and resets the count with the next right one', async () => {
    const { code } = await switchOn();
    await change(sql`delete from failed_login`);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        logIn({ otp: String(index).padStart(6, '7') }, {}, index % 2 ? secondServer.app : portal.app),
      ),
    );

    const checked = answers.filter(({ body }) => body.error === 'mfa_required');
    expect(checked.length).toBeLessThanOrEqual(10);
    const refused = answers.find(({ status, body }) => status === 429 && /attempts/.test(body.error_description ?? ''));
    expect(refused?.body.error_description).toMatch(/^Too many attempts. Please wait (a few|\d+) seconds and try again.$/);
    await change(sql`update failed_login set next_attempt_at = now()`);
    // Each server caches a refusal for a second.
    portal.clock.advance(1000);
    expect((await logIn({ otp: code() })).status).toBe(200);
    const { rows } = await sql<{ left: number }>`select count(*)::int as left from failed_login`.execute(portal.db);
    expect(rows[0]?.left).toBe(0);
  });

  it('does not count as a failed password while the code is missing', async () => {
    await switchOn();
    const from = aNetwork();
    const statuses = [];
    for (let round = 0; round < 40; round += 1) statuses.push((await logIn({}, { remoteAddress: from })).body.error);

    expect(new Set(statuses)).toEqual(new Set(['mfa_required']));
  });

  it('ignores any code of people who have not switched it on', async () => {
    expect((await logIn({ otp: '123456' })).status).toBe(200);
  });

  it('renews the session without a code', async () => {
    const { code } = await switchOn();
    const { body } = await logIn({ otp: code() });

    const renewed = await requestToken(portal.app, { grant_type: 'refresh_token', refresh_token: body.refresh_token ?? '' });

    expect(renewed.status).toBe(200);
  });

  it('needs one captcha for both steps, for this account and a few minutes', async () => {
    const HOST = 'brackwell.localhost';
    const corvane = async () => {
      const person = await aPerson(portal.db, { role: 'Admin', organisationId: 3, groupIds: [], resortId: null, passwordHash });
      return { ...person, ...(await switchOn(await portal.as(person.email))) };
    };
    const [one, other] = [await corvane(), await corvane()];
    const answer = provider.issueToken(HOST);
    const at = (person: { email: string }, form: Record<string, string> = {}) =>
      logIn({ username: person.email, captcha_response: answer, ...form }, { host: HOST });

    expect((await at(one)).body.error).toBe('mfa_required');
    expect((await at(one)).body.error_description).toMatch(/security check was not accepted/);
    expect((await at(other, { otp: other.code() })).body.error_description).toMatch(/security check was not accepted/);
    expect((await at(one, { otp: '000000' })).body.error).toBe('mfa_required');
    await change(sql`update used_captcha set used_at = now() - interval '6 minutes'`);
    expect((await at(one, { otp: one.code() })).body.error).toBe('invalid_grant');
    await change(sql`update used_captcha set used_at = now()`);
    expect((await at(one, { otp: one.code() })).status).toBe(200);
  });
});

describe('switching a second factor off', () => {
  it('requires the password and a code, ends other sessions, and is reported', async () => {
    const { code } = await switchOn();
    const { body } = await logIn({ otp: code() });

    expect((await remove({ password: 'wrong', otp: code(1) })).errors).toEqual({ password: ['The password is not correct.'] });
    expect((await remove({})).errors).toEqual({ otp: ['Please enter the code that your authenticator app shows.'] });
    for (const used of [code(), '000000']) expect((await remove({ otp: used })).errors.otp?.[0]).toMatch(/^This code is wrong/);
    expect((await state()).on).toBe(true);
    expect((await remove({ otp: code(1) })).body).toEqual({ success: true });
    await portal.settled();

    expect(await state()).toMatchObject({ on: false, recoveryCodesLeft: 0 });
    expect((await logIn()).status).toBe(200);
    const answer = await portal.app.inject({
      url: '/api/customerprofile',
      headers: { host: 'localhost', authorization: `Bearer ${body.access_token}` },
    });
    expect(answer.statusCode).toBe(401);
    expect((await remove({})).errors).toEqual({ secondFactor: ['Your second factor is not on.'] });
    const { rows } = await sql<{ on: boolean }>`
      select (data -> 'on')::boolean as on from mail_outbox where recipient = ${email} order by created_at`.execute(portal.db);
    expect(rows).toEqual([{ on: true }, { on: false }]);
  });

  it('is possible with a recovery code', async () => {
    const { recoveryCodes } = await switchOn();

    expect((await remove({ otp: recoveryCodes[3] ?? '' })).body).toEqual({ success: true });
  });

  it('stops after too many wrong codes', async () => {
    await switchOn();
    const statuses = [];
    for (let attempt = 0; attempt < 6; attempt += 1) statuses.push((await remove({ otp: '000000' })).status);

    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });

  it('is possible for a former administrator, and the code is required until then', async () => {
    const { code } = await switchOn();
    await change(sql`update customer_role set role_id = 35 where customer_id = ${id} and role_id = 33`);

    expect((await logIn()).body.error).toBe('mfa_required');
    expect((await logIn({ otp: code() })).status).toBe(200);
    expect((await state(await portal.as(email))).available).toBe(false);
    expect((await remove({ otp: code(1) }, await portal.as(email))).status).toBe(200);
  });
});

describe('the secret and the codes', () => {
  it('appear in no log and no table in plain text', async () => {
    const { secret, recoveryCodes, code } = await switchOn();
    const otp = code();
    await logIn({ otp });
    await logIn({ otp: recoveryCodes[0] ?? '' });

    const { rows } = await sql<{ text: string }>`
      select f::text as text from second_factor f union all select r::text from recovery_code r union all select m::text from mail_outbox m
      union all select a::text from audit_event a`.execute(portal.db);
    const stored = rows.map(({ text }) => text).join('\n') + log.join('\n');
    const hex = Buffer.from(Secret.fromBase32(secret).bytes).toString('hex');
    for (const needle of [
      secret,
      hex,
      Buffer.from(secret).toString('hex'),
      ...recoveryCodes.flatMap((one) => [one, one.replaceAll('-', ''), Buffer.from(one).toString('hex')]),
    ])
      expect(stored).not.toContain(needle);
    expect(log.join('\n')).not.toContain(otp);
  });
});
