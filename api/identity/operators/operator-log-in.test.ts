import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  createOperatorAccount,
  getCode,
  logInAsOperator,
  OPERATOR_PASSWORD,
  OPERATOR_RECOVERY_CODE,
} from '#api/testing/operator-accounts.ts';
import { toRefusal } from '#api/testing/portal.ts';
import { requestToken } from '#api/testing/token-requests.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();

const password = OPERATOR_PASSWORD;
let email: string;
let credentials: { username: string; password: string };

const createAccount = async (options?: { enrolled?: boolean }) => {
  ({ email } = await createOperatorAccount(portal.db, options));
  credentials = { username: email, password };
};

const getMe = (token: string) =>
  portal.app.inject({ url: '/api/operator/me', headers: { host: 'localhost', authorization: `Bearer ${token}` } });

const listMails = async () =>
  (
    await sql<{ template: string; change: string | null }>`
      select template, data ->> 'change' as change from mail_outbox where recipient = ${email} order by created_at, id`.execute(
      portal.db,
    )
  ).rows;

describe('the log-in of operators', () => {
  it('takes email, password and a code, whatever the case of the email', async () => {
    await createAccount();
    expect(await logInAsOperator(portal, credentials)).toMatchObject({ status: 400, error: 'mfa_required' });
    const { status, token } = await logInAsOperator(portal, { username: ` ${email.toUpperCase()} `, password, otp: getCode() });
    expect(status).toBe(200);
    expect((await getMe(token)).json()).toMatchObject({ operator: { kind: 'operator', name: 'Dana Kerr' } });
  });

  it('answers a wrong password, an unknown address, a disabled operator and one without a password alike', async () => {
    await createAccount();
    const left = await createOperatorAccount(portal.db);
    await sql`update operator set disabled_at = now() where id = ${left.id}`.execute(portal.db);
    await sql`insert into operator (email, name) values ('new@supplier.example', 'New')`.execute(portal.db);
    const answers = await Promise.all([
      logInAsOperator(portal, { username: email, password: 'wrong' }),
      logInAsOperator(portal, { username: 'no.one@supplier.example', password }),
      logInAsOperator(portal, { username: left.email, password, otp: getCode() }),
      logInAsOperator(portal, { username: 'new@supplier.example', password: 'none' }),
    ]);
    const [first] = answers;
    expect(first).toMatchObject({ status: 400, error: 'invalid_grant', description: 'The email or password is incorrect.' });
    for (const answer of answers) expect(answer).toEqual(first);
  });

  it('accepts each code once, and no wrong one', async () => {
    await createAccount();
    const otp = getCode();
    expect(await logInAsOperator(portal, { ...credentials, otp: '000000' })).toMatchObject({ error: 'mfa_required' });
    expect((await logInAsOperator(portal, { ...credentials, otp })).status).toBe(200);
    const again = await logInAsOperator(portal, { ...credentials, otp });
    expect([again.status, again.error, again.description?.slice(0, 45)]).toEqual([
      400,
      'mfa_required',
      'This code is wrong or has already been used. ',
    ]);
  });

  it('accepts a recovery code once, also when it is sent twice at the same moment', async () => {
    await createAccount();
    const attempt = () => logInAsOperator(portal, { ...credentials, otp: OPERATOR_RECOVERY_CODE });
    const statuses = (await Promise.all([attempt(), attempt()])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 400]);
    const { rows } = await sql`
      select from audit_event e join operator o on o.id = e.actor_id
      where e.actor_kind = 'operator' and e.action = 'operator.recovery_code_used' and o.email = ${email}`.execute(portal.db);
    expect(rows).toHaveLength(1);
  });

  it('makes an attacker wait, and not a browser that the operator has logged in with', async () => {
    await createAccount();
    const { cookie } = await logInAsOperator(portal, { ...credentials, otp: getCode() });
    expect(cookie).toMatch(/^__Host-livery-operator-device=./);
    for (let attempt = 0; attempt < 8; attempt += 1) await logInAsOperator(portal, { username: email, password: 'wrong' });
    expect(await logInAsOperator(portal, credentials)).toMatchObject({ status: 429, error: 'temporarily_unavailable' });
    expect(await logInAsOperator(portal, credentials, { cookie })).toMatchObject({ status: 400, error: 'mfa_required' });
  });

  it('is not refused because customers have used up the attempts of the network', async () => {
    await createAccount();
    const logInAsCustomer = (username: string) =>
      requestToken(portal.app, { grant_type: 'password', username, password: 'wrong' }, { remoteAddress: '127.0.0.1' });
    await sql`delete from rate_limit`.execute(portal.db);
    await logInAsCustomer(`one.${email}`);
    await sql`update rate_limit set hits = 1000 where key like 'login-network:%'`.execute(portal.db);
    expect((await logInAsCustomer(`another.${email}`)).status).toBe(429);

    expect((await logInAsOperator(portal, { ...credentials, otp: getCode() })).status).toBe(200);
  });

  it.each([
    ['another grant', { grant_type: 'refresh_token' }, 'unsupported_grant_type', 'This grant type is not supported.'],
    ['no email', { grant_type: 'password', password }, 'invalid_request', 'Email is required'],
    ['no password', { grant_type: 'password', username: 'a@supplier.example' }, 'invalid_request', 'Password is required'],
    ['an endless field', { grant_type: 'password', username: 'a'.repeat(3000) }, 'invalid_request', 'A field is too long.'],
  ])('answers a form with %s in the OAuth form', async (_, form, error, description) => {
    const response = await portal.app.inject({
      method: 'POST',
      url: '/api/operator/token',
      headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form as Record<string, string>).toString(),
    });
    expect([response.statusCode, response.json()]).toEqual([400, { error, error_description: description }]);
  });

  it('is refused to pages of other sites, and to customers', async () => {
    await createAccount();
    const foreign = await logInAsOperator(portal, credentials, { origin: 'https://elsewhere.example' });
    expect([foreign.status, foreign.error]).toEqual([400, 'invalid_request']);
    const customer = await logInAsOperator(portal, { username: 'admin@meridian.example', password: 'Uniform-2026' });
    expect([customer.status, customer.error]).toEqual([400, 'invalid_grant']);
  });
});

describe('the first log-in', () => {
  const start = () =>
    portal.anonymous().post<'POST /api/operator/enrolment/start'>('/api/operator/enrolment/start', { email, password });
  const confirm = (setup: string, otp: string) =>
    portal.anonymous().post<'POST /api/operator/enrolment/confirm'>('/api/operator/enrolment/confirm', {
      email,
      password,
      setup,
      otp,
    });

  it('opens nothing before the second factor is set up', async () => {
    await createAccount({ enrolled: false });
    const plain = await logInAsOperator(portal, credentials);
    const withCode = await logInAsOperator(portal, { ...credentials, otp: '123456' });
    expect([plain.error, withCode.error]).toEqual(['enrolment_required', 'enrolment_required']);
    const { body } = await start();
    const wrong = await confirm(body.setup, '000000');
    expect(toRefusal(wrong)).toEqual([422, { otp: ['This code is wrong. Please enter the code that your app shows now.'] }]);
    const { rows } = await sql`
      select from operator_session s join operator o on o.id = s.operator_id where o.email = ${email}`.execute(portal.db);
    expect(rows).toEqual([]);
  });

  it('sets it up with a code, returns recovery codes and a session, and tells the operator by mail', async () => {
    await createAccount({ enrolled: false });
    const { body } = await start();
    expect(body.uri).toMatch(/^otpauth:\/\/totp\/Livery%20operator:account\d+%40supplier\.example\?/);
    // Also when the next step of the app begins meanwhile.
    const otp = getCode(body.secret);
    const done = await confirm(body.setup, otp);
    expect(done.body.recoveryCodes).toHaveLength(10);
    expect((await getMe(done.body.access_token)).statusCode).toBe(200);
    expect(await listMails()).toEqual([{ template: 'operator-access-changed', change: 'second-factor-set' }]);
    // The code of the setup is used up, and the setup cannot be repeated.
    expect((await logInAsOperator(portal, { ...credentials, otp })).error).toBe('mfa_required');
    expect((await confirm(body.setup, otp)).status).toBe(409);
    expect((await start()).status).toBe(409);
    const recovered = await logInAsOperator(portal, { ...credentials, otp: done.body.recoveryCodes[0] as string });
    expect(recovered.status).toBe(200);
  });

  it('takes the password again at each step', async () => {
    await createAccount({ enrolled: false });
    const { body } = await start();
    const anonymous = portal.anonymous();
    const wrong = { email, password: 'wrong', setup: body.setup, otp: getCode(body.secret) };
    expect((await anonymous.post('/api/operator/enrolment/start', wrong)).status).toBe(403);
    expect((await anonymous.post('/api/operator/enrolment/confirm', wrong)).status).toBe(403);
  });

  it('lets one of two setups at the same moment win', async () => {
    await createAccount({ enrolled: false });
    const setups = [await start(), await start()];
    const results = await Promise.all(setups.map(({ body }) => confirm(body.setup, getCode(body.secret))));
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});
