import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runInTransaction } from '#api/platform/db/database.ts';
import {
  createOperatorAccount,
  getCode,
  listOperatorAuditEvents,
  logInAsOperator,
  OPERATOR_PASSWORD,
  OPERATOR_RECOVERY_CODE,
} from '#api/testing/operator-accounts.ts';
import { type TestClient, toRefusal } from '#api/testing/portal.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { issueOperatorLink } from './operator-credentials.queries.ts';

const NEW_PASSWORD = 'marble-teapot-orchard-77';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** The code for the step after the one that the log-in of each test uses up. */
const nextCode = (secret?: string) => getCode(secret, 1);

const portal = usePortal();
const mailJobs = useMailJobs(portal);
type Session = Pick<TestClient, 'get' | 'post' | 'delete' | 'headers'>;
let id: number;
let email: string;
let session: Session;

/** Logs in as the operator of the test. */
async function logIn(otp: string): Promise<Session> {
  const { token } = await logInAsOperator(
    portal,
    { username: email, password: OPERATOR_PASSWORD, otp },
    { 'user-agent': FIREFOX },
  );
  return portal.withSession({ headers: { host: 'localhost', authorization: `Bearer ${token}` } } as unknown as TestClient);
}

beforeEach(async () => {
  ({ id, email } = await createOperatorAccount(portal.db));
  session = await logIn(getCode());
});
afterEach(() => {
  vi.restoreAllMocks();
});

const getAccount = async (client = session) =>
  (await client.get<'GET /api/operator/account'>('/api/operator/account')).body.account;
const isLive = async (client: Session) => (await client.get('/api/operator/me')).status;
/** The answer to a log-in without a code: `mfa_required` when the password is right, `invalid_grant` when it is not. */
const tryPassword = async (password: string) => (await logInAsOperator(portal, { username: email, password })).error;
const tryCode = async (otp: string) =>
  (await logInAsOperator(portal, { username: email, password: OPERATOR_PASSWORD, otp })).status;
const listChanges = async () => (await mailJobs.listMails(email)).map(({ template, data }) => [template, data.change, data.by]);
const CHANGED = 'operator-access-changed';
const listActions = async () => (await listOperatorAuditEvents(portal.db, id)).map(({ action }) => action);

describe('a link for setting a password', () => {
  const issue = () => runInTransaction(portal.db, (tx) => issueOperatorLink(tx, id, 7));
  const check = async (token: string) =>
    (await portal.anonymous().post<'POST /api/operator/passwordlink/check'>('/api/operator/passwordlink/check', { token })).body;
  const set = (token: string, password: string = NEW_PASSWORD) =>
    portal.anonymous().post<'POST /api/operator/passwordlink'>('/api/operator/passwordlink', { token, password });
  const UNUSABLE = { success: false, email: null, minLen: 12, used: false };

  it('shows whose it is, as often as it is checked', async () => {
    const token = await issue();
    for (const _ of [1, 2]) expect(await check(token)).toEqual({ success: true, email, minLen: 12, used: false });
  });

  it('sets the password once, ends all sessions, is recorded and mailed', async () => {
    const token = await issue();

    expect((await set(token)).body).toEqual({ success: true });

    expect([await tryPassword(NEW_PASSWORD), await tryPassword(OPERATOR_PASSWORD)]).toEqual(['mfa_required', 'invalid_grant']);
    expect(await isLive(session)).toBe(401);
    expect(await listActions()).toEqual(['operator.logged_in', 'operator.password_set']);
    expect(await listChanges()).toEqual([[CHANGED, 'password', null]]);
    expect(await check(token)).toEqual({ ...UNUSABLE, used: true });
    expect((await set(token, 'lantern-walnut-harbour-5')).body).toEqual({ success: false });
    expect(await tryPassword(NEW_PASSWORD)).toBe('mfa_required');
  });

  it.each([
    ['a short password', 'tea-pot-7', 'Passwords must be at least 12 characters.'],
    [
      'a keyboard pattern',
      'poiuytrewqpoiuytrewq',
      'Keyboard patterns and repeated characters are easy to guess. Please choose another password.',
    ],
    ['the operator’s name', 'Dana-Kerr-2026', 'Don’t base your password on your name, email address or organisation.'],
  ])('refuses %s and can then still be used', async (_, password, message) => {
    const token = await issue();
    expect(toRefusal(await set(token, password))).toEqual([422, { password: [message] }]);
    expect(await isLive(session)).toBe(200);
    expect((await set(token)).body).toEqual({ success: true });
  });

  it.each([
    ['has expired', () => sql`update operator_password_link set expires_at = now() where operator_id = ${id}`.execute(portal.db)],
    ['was replaced by a later one', issue],
    ['belongs to a disabled operator', () => sql`update operator set disabled_at = now() where id = ${id}`.execute(portal.db)],
  ])('cannot be used when it %s', async (_, end) => {
    const token = await issue();
    await end();
    expect(await check(token)).toEqual(UNUSABLE);
    expect((await set(token)).body).toEqual({ success: false });
    expect(await listChanges()).toEqual([]);
  });

  it.each(['made-up', 'A'.repeat(43)])('cannot be used when it never existed: %s', async (token) => {
    expect(await check(token)).toEqual(UNUSABLE);
    expect((await set(token)).body).toEqual({ success: false });
  });

  it('works for one of two attempts at the same moment', async () => {
    const token = await issue();
    const replies = await Promise.all([set(token), set(token)]);
    expect(replies.map(({ body }) => body.success).toSorted()).toEqual([false, true]);
    expect(await listChanges()).toEqual([[CHANGED, 'password', null]]);
  });
});

describe('the operator’s own account', () => {
  it('shows address, second factor and the sessions that have not ended', async () => {
    const other = await logIn(nextCode());
    const ended = await logIn(OPERATOR_RECOVERY_CODE);
    await ended.post('/api/operator/logout');
    await portal.asOperator();

    const account = await getAccount(other);

    expect(account).toEqual({
      email,
      name: 'Dana Kerr',
      secondFactorSinceUtc: expect.any(String),
      recoveryCodesLeft: 0,
      minLen: 12,
      sessions: expect.any(Array),
    });
    expect(account.sessions.map(({ device, current }) => [device, current])).toEqual([
      ['Firefox on Windows', true],
      ['Firefox on Windows', false],
    ]);
  });

  it('is for operators alone', async () => {
    const key = await portal.asApiKey(['orders:write', 'people:write']);
    const refusal = [403, { authorization: ['Only operators may do this; an API key may not.'] }];
    expect(toRefusal(await key.get('/api/operator/account'))).toEqual(refusal);
    expect(toRefusal(await key.post('/api/operator/logout'))).toEqual(refusal);
  });
});

describe('ending sessions', () => {
  const end = (sessionId: number) => session.delete<'DELETE /api/operator/sessions/:id'>(`/api/operator/sessions/${sessionId}`);

  it('logs out of this session and of no other', async () => {
    const other = await logIn(nextCode());

    expect((await session.post<'POST /api/operator/logout'>('/api/operator/logout')).body).toEqual({ success: true });

    expect([await isLive(session), await isLive(other)]).toEqual([401, 200]);
    expect((await session.post('/api/operator/logout')).status).toBe(401);
    expect(await listActions()).toEqual(['operator.logged_in', 'operator.logged_in', 'operator.logged_out']);
  });

  it('ends another session of the operator', async () => {
    const other = await logIn(nextCode());
    const { sessions } = await getAccount();
    const otherId = sessions.find(({ current }) => !current)?.id as number;

    expect((await end(otherId)).status).toBe(200);

    expect([await isLive(session), await isLive(other)]).toEqual([200, 401]);
    expect((await getAccount()).sessions.map(({ current }) => current)).toEqual([true]);
    expect((await listActions()).at(-1)).toBe('operator.session_ended');
    expect((await end(otherId)).status).toBe(404);
  });

  it('ends no session of another operator', async () => {
    const colleague = await portal.asOperator();
    const theirs = await colleague.get<'GET /api/operator/account'>('/api/operator/account');

    const reply = await end(theirs.body.account.sessions[0]?.id as number);

    expect(toRefusal(reply)).toEqual([404, { session: ['Session not found.'] }]);
    expect((await colleague.get('/api/operator/me')).status).toBe(200);
    expect(await listActions()).toEqual(['operator.logged_in']);
  });
});

describe('changing the own password', () => {
  const change = (currentPassword: string, newPassword: string) =>
    session.post<'POST /api/operator/changepassword'>('/api/operator/changepassword', { currentPassword, newPassword });

  it('makes only the new one work, ends the other sessions and the links, is recorded and mailed', async () => {
    const other = await logIn(nextCode());
    const token = await runInTransaction(portal.db, (tx) => issueOperatorLink(tx, id, 7));

    expect((await change(OPERATOR_PASSWORD, NEW_PASSWORD)).body).toEqual({ success: true });

    expect([await tryPassword(NEW_PASSWORD), await tryPassword(OPERATOR_PASSWORD)]).toEqual(['mfa_required', 'invalid_grant']);
    expect([await isLive(session), await isLive(other)]).toEqual([200, 401]);
    const link = await portal.anonymous().post('/api/operator/passwordlink', { token, password: 'lantern-walnut-harbour-5' });
    expect(link.body).toEqual({ success: false });
    expect((await listActions()).at(-1)).toBe('operator.password_changed');
    expect(await listChanges()).toEqual([[CHANGED, 'password', null]]);
  });

  it.each([
    ['a wrong current password', 'wrong', NEW_PASSWORD, { currentPassword: ['The password is not correct.'] }],
    ['a short new one', OPERATOR_PASSWORD, 'tea-pot-7', { newPassword: ['Passwords must be at least 12 characters.'] }],
    [
      'the current one',
      OPERATOR_PASSWORD,
      OPERATOR_PASSWORD,
      { newPassword: ['This is your current password. Please choose another one.'] },
    ],
  ])('is refused with %s', async (_, current, next, errors) => {
    expect(toRefusal(await change(current, next))).toEqual([422, errors]);
    expect(await tryPassword(OPERATOR_PASSWORD)).toBe('mfa_required');
    expect(await listChanges()).toEqual([]);
  });

  it('refuses further attempts for a while after several wrong passwords', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 8; attempt += 1) statuses.push((await change('wrong', NEW_PASSWORD)).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([422, 429]);
    expect((await change(OPERATOR_PASSWORD, NEW_PASSWORD)).status).toBe(429);
    expect(await tryPassword(OPERATOR_PASSWORD)).toBe('mfa_required');
  });
});

const WRONG_CODE =
  'This code is wrong or has already been used. Please enter the code that your authenticator app shows now, or an unused recovery code.';

describe.each(['recoverycodes', 'secondfactor/start'])('the proof of identity for %s', (call) => {
  it('takes the password and an unused code', async () => {
    const send = (password: string, otp: string) => session.post(`/api/operator/${call}`, { password, otp });
    const usedCode = OPERATOR_RECOVERY_CODE;
    await logIn(usedCode);

    expect(toRefusal(await send('wrong', nextCode()))).toEqual([422, { password: ['The password is not correct.'] }]);
    expect(toRefusal(await send(OPERATOR_PASSWORD, '000000'))).toEqual([422, { otp: [WRONG_CODE] }]);
    expect(toRefusal(await send(OPERATOR_PASSWORD, usedCode))).toEqual([422, { otp: [WRONG_CODE] }]);
    expect(toRefusal(await send(OPERATOR_PASSWORD, ''))).toEqual([422, { otp: ['Code is required.'] }]);
    expect(await listChanges()).toEqual([]);
    expect((await send(OPERATOR_PASSWORD, nextCode())).status).toBe(200);
  });
});

describe('replacing the recovery codes', () => {
  it('returns ten new ones, makes the earlier ones useless, is recorded and mailed', async () => {
    const { body } = await session.post<'POST /api/operator/recoverycodes'>('/api/operator/recoverycodes', {
      password: OPERATOR_PASSWORD,
      otp: nextCode(),
    });

    expect(new Set(body.recoveryCodes).size).toBe(10);
    expect((await getAccount()).recoveryCodesLeft).toBe(10);
    expect(await tryCode(OPERATOR_RECOVERY_CODE)).toBe(400);
    expect(await tryCode(body.recoveryCodes[9] as string)).toBe(200);
    expect((await getAccount()).recoveryCodesLeft).toBe(9);
    expect(await listActions()).toContain('operator.recovery_codes_replaced');
    expect(await listChanges()).toEqual([[CHANGED, 'recovery-codes', null]]);
  });
});

describe('replacing the authenticator app', () => {
  const start = async (otp = OPERATOR_RECOVERY_CODE) =>
    (
      await session.post<'POST /api/operator/secondfactor/start'>('/api/operator/secondfactor/start', {
        password: OPERATOR_PASSWORD,
        otp,
      })
    ).body;
  const confirm = (setup: string, otp: string, client = session) =>
    client.post<'POST /api/operator/secondfactor/confirm'>('/api/operator/secondfactor/confirm', { setup, otp });
  const EXPIRED = [409, { secondFactor: ['This setup has expired. Please start again.'] }];

  it('takes effect with the first code of the new app, which replaces the old one and the recovery codes', async () => {
    const other = await logIn(nextCode());
    const { setup, secret, uri } = await start();
    expect(uri).toContain(secret);
    const wrong = await confirm(setup, '000000');
    expect(toRefusal(wrong)).toEqual([422, { otp: ['This code is wrong. Please enter the code that your app shows now.'] }]);
    expect(await isLive(other)).toBe(200);

    const { body } = await confirm(setup, getCode(secret));

    expect([await isLive(session), await isLive(other)]).toEqual([200, 401]);
    expect((await getAccount()).recoveryCodesLeft).toBe(10);
    expect(await tryCode(getCode())).toBe(400);
    expect(await tryCode(nextCode(secret))).toBe(200);
    expect(await tryCode(body.recoveryCodes[0] as string)).toBe(200);
    expect(await listActions()).toContain('operator.second_factor_set');
    expect(await listChanges()).toEqual([[CHANGED, 'second-factor-set', null]]);
  });

  it('changes nothing before it is confirmed', async () => {
    await start();
    expect(await tryCode(nextCode())).toBe(200);
    expect(await listChanges()).toEqual([]);
  });

  it('cannot be confirmed twice, and not after another setup was', async () => {
    const [first, second] = [await start(), await start(nextCode())];
    expect((await confirm(second.setup, getCode(second.secret))).status).toBe(200);
    expect(toRefusal(await confirm(second.setup, nextCode(second.secret)))).toEqual(EXPIRED);
    expect(toRefusal(await confirm(first.setup, getCode(first.secret)))).toEqual(EXPIRED);
    expect(await listChanges()).toHaveLength(1);
  });

  it('cannot be confirmed after 15 minutes', async () => {
    const { setup, secret } = await start();
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 15 * 60_000 + 1);
    expect(toRefusal(await confirm(setup, getCode(secret)))).toEqual(EXPIRED);
  });

  it('cannot be confirmed by another operator', async () => {
    const { setup, secret } = await start();
    const colleague = await portal.asOperator();
    // Even when both set up their present apps at the same moment.
    await sql`
      update operator_second_factor set confirmed_at = (select confirmed_at from operator_second_factor where operator_id = ${id})
      where operator_id = ${colleague.id}`.execute(portal.db);
    const theirs = portal.withSession(colleague as unknown as TestClient);
    expect(toRefusal(await confirm(setup, getCode(secret), theirs))).toEqual(EXPIRED);
    expect((await confirm(setup, getCode(secret))).status).toBe(200);
  });
});
