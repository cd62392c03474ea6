import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createOperatorAccount,
  createProof,
  getCode,
  listOperatorAuditEvents,
  logInAsOperator,
  OPERATOR_PASSWORD,
  OPERATOR_RECOVERY_CODE,
} from '#api/testing/operator-accounts.ts';
import { type CeremonyOptions, createSoftwarePasskey, type SoftwarePasskey } from '#api/testing/passkey-authenticator.ts';
import { type TestClient, type TestResponse, toRefusal } from '#api/testing/portal.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';

const HOST = 'localhost';
const ALDER = 'alder.localhost';
const REFUSED = [
  403,
  {
    authorization: [
      'This passkey was not accepted. If you have removed it from your account, or use another address of the portal, log in with your password.',
    ],
  },
];
const TOO_LATE = [409, { passkey: ['This took too long, or was done twice. Please start again.'] }];
const UNVERIFIED = [422, { credential: ['This passkey could not be verified. Please try again, or use another device.'] }];

const portal = usePortal();
const mailJobs = useMailJobs(portal);
type Session = Pick<TestClient, 'get' | 'post' | 'put' | 'delete'>;
let id: number;
let email: string;
let session: Session;

/** The session of a token on a host. */
const withToken = (token: string, host = HOST): Session =>
  portal.withSession({ headers: { host, authorization: `Bearer ${token}` } } as unknown as TestClient);

async function createOperator() {
  const account = await createOperatorAccount(portal.db);
  const { token } = await logInAsOperator(portal, { username: account.email, password: OPERATOR_PASSWORD, otp: getCode() });
  return { ...account, token, session: withToken(token) };
}

let token: string;
beforeEach(async () => {
  ({ id, email, token, session } = await createOperator());
});

const proof = { password: OPERATOR_PASSWORD, otp: OPERATOR_RECOVERY_CODE };
/** Makes the recovery code usable again, since each test starts several times. */
const renewProof = () => sql`update operator_recovery_code set used_at = null`.execute(portal.db);

async function startAdding(client = session) {
  await renewProof();
  return client.post<'POST /api/operator/passkeys/start'>('/api/operator/passkeys/start', proof);
}
const confirmAdding = (
  setup: string,
  credential: ReturnType<SoftwarePasskey['register']>,
  { client = session, name = 'Laptop' }: { client?: Session; name?: string } = {},
) => client.post<'POST /api/operator/passkeys'>('/api/operator/passkeys', { setup, name, credential });

/** Adds a passkey of the test's operator at `localhost`. */
async function add(passkey = createSoftwarePasskey(), ceremony: Partial<CeremonyOptions> = {}, client = session) {
  const { setup, options } = (await startAdding(client)).body;
  const credential = passkey.register({ challenge: options.challenge, rpId: options.rp.id, ...ceremony });
  const reply = await confirmAdding(setup, credential, { client });
  return { passkey, reply, userHandle: options.user.id };
}

const startLogIn = async (host = HOST) =>
  (await portal.anonymous(host).post<'POST /api/operator/passkeylogin/start'>('/api/operator/passkeylogin/start')).body;
const confirmLogIn = (setup: string, credential: ReturnType<SoftwarePasskey['logIn']>, host = HOST) =>
  portal.anonymous(host).post<'POST /api/operator/passkeylogin'>('/api/operator/passkeylogin', { setup, credential });

async function logIn(passkey: SoftwarePasskey, ceremony: Partial<CeremonyOptions> = {}, userHandle?: string) {
  const { setup, options } = await startLogIn();
  return confirmLogIn(setup, passkey.logIn({ challenge: options.challenge, rpId: options.rpId, ...ceremony }, userHandle));
}

const listPasskeys = async (client = session) =>
  (await client.get<'GET /api/operator/passkeys'>('/api/operator/passkeys')).body.passkeys;
const listMails = async () =>
  (await mailJobs.listMails(email)).map(({ template, data }) => [template, data.change, data.passkey]);
const listActions = async () => (await listOperatorAuditEvents(portal.db, id)).map(({ action }) => action);
const isLive = async (client: Session) => (await client.get('/api/operator/me')).status;
const countSessions = async () => (await sql`select from operator_session`.execute(portal.db)).rows.length;

describe('adding a passkey', () => {
  it('asks for a passkey of this host that verifies its user, lists, records and mails it', async () => {
    const { body } = await startAdding();
    expect(body.options).toMatchObject({
      rp: { id: HOST, name: 'Livery operator' },
      user: { name: email, displayName: 'Dana Kerr' },
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
    expect(JSON.stringify(await listPasskeys())).toBe('[]');

    const { reply, passkey } = await add();

    expect(reply.status).toBe(200);
    expect(await listPasskeys()).toEqual([
      { id: reply.body.passkey.id, name: 'Laptop', host: HOST, createdUtc: expect.any(String), lastUsedUtc: null },
    ]);
    expect((await startAdding()).body.options.excludeCredentials).toEqual([
      { id: passkey.id, type: 'public-key', transports: ['internal', 'hybrid'] },
    ]);
    expect((await listOperatorAuditEvents(portal.db, id)).at(-1)).toMatchObject({
      action: 'operator.passkey_added',
      after: { name: 'Laptop', host: HOST },
    });
    expect(await listMails()).toEqual([['operator-passkey', 'added', 'Laptop']]);
  });

  it('takes the password and a code', async () => {
    const start = (password: string, otp: string) => session.post('/api/operator/passkeys/start', { password, otp });
    expect((await start('wrong', OPERATOR_RECOVERY_CODE)).errors).toEqual({ password: ['The password is not correct.'] });
    expect(Object.keys((await start(OPERATOR_PASSWORD, '000000')).errors)).toEqual(['otp']);
    expect((await portal.anonymous().post('/api/operator/passkeys/start', proof)).status).toBe(401);
  });

  it.each<[string, Partial<CeremonyOptions>]>([
    ['another challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['a page on another host', { origin: 'http://evil.example' }],
    ['a page on another port', { origin: 'http://localhost:4000' }],
    ['another host', { rpId: ALDER }],
    ['a device that has not verified its user', { verifiesUser: false }],
  ])('is refused for %s', async (_, ceremony) => {
    expect(toRefusal((await add(createSoftwarePasskey(), ceremony)).reply)).toEqual(UNVERIFIED);
    expect(await listPasskeys()).toEqual([]);
    expect(await listMails()).toEqual([]);
  });

  it('is refused with a certificate, whose addresses would be fetched, and with another id than the signed one', async () => {
    const passkey = createSoftwarePasskey();
    const register = async (change: (options: CeremonyOptions) => ReturnType<SoftwarePasskey['register']>) => {
      const { setup, options } = (await startAdding()).body;
      return toRefusal(await confirmAdding(setup, change({ challenge: options.challenge, rpId: HOST })));
    };
    const content = new Map<string, unknown>([['x5c', Buffer.from('certificate')]]);
    expect(await register((options) => passkey.register(options, { format: 'packed', content }))).toEqual(UNVERIFIED);
    expect(await register((options) => passkey.register(options, { format: 'apple', content: new Map() }))).toEqual(UNVERIFIED);
    expect(await register((options) => ({ ...passkey.register(options), id: createSoftwarePasskey().id }))).toEqual(UNVERIFIED);
    expect(await register((options) => ({ ...passkey.register(options), id: 'x' }))).toEqual(UNVERIFIED);
  });

  it('works once for each start, within five minutes, in the same session and on the same host', async () => {
    const begin = async () => {
      const { setup, options } = (await startAdding()).body;
      return { setup, credential: createSoftwarePasskey().register({ challenge: options.challenge, rpId: HOST }) };
    };
    const once = await begin();
    expect((await confirmAdding(once.setup, once.credential)).status).toBe(200);
    expect(toRefusal(await confirmAdding(once.setup, once.credential))).toEqual(TOO_LATE);

    const colleague = await createOperator();
    const other = await begin();
    await renewProof();
    const { token: secondToken } = await logInAsOperator(portal, {
      username: email,
      password: OPERATOR_PASSWORD,
      otp: proof.otp,
    });
    for (const client of [colleague.session, withToken(secondToken), withToken(token, ALDER)])
      expect(toRefusal(await confirmAdding(other.setup, other.credential, { client }))).toEqual(TOO_LATE);

    portal.clock.advance(5 * 60_000 + 1);
    expect(toRefusal(await confirmAdding(other.setup, other.credential))).toEqual(TOO_LATE);
    expect(await listPasskeys()).toHaveLength(1);
  });

  it('is refused for a passkey that another operator has, without a name, and beyond twenty', async () => {
    const colleague = await createOperator();
    const { passkey } = await add();
    const again = await add(passkey, {}, colleague.session);
    expect(toRefusal(again.reply)).toEqual([409, { passkey: ['This passkey has been added already.'] }]);

    const { setup, options } = (await startAdding()).body;
    const credential = createSoftwarePasskey().register({ challenge: options.challenge, rpId: HOST });
    expect(toRefusal(await confirmAdding(setup, credential, { name: ' ' }))).toEqual([422, { name: ['Name is required.'] }]);

    await sql`
      insert into operator_passkey (operator_id, host, credential, public_key, counter, transports, name)
      select ${id}::bigint, ${HOST}::text, sha256(n::text::bytea), '', 0, '{}', 'Old' from generate_series(1, 19) n`.execute(
      portal.db,
    );
    const FULL = [409, { passkey: ['You have 20 passkeys already. Remove one that you no longer use.'] }];
    expect(toRefusal(await confirmAdding(setup, credential))).toEqual(FULL);
    expect(toRefusal(await startAdding())).toEqual(FULL);
  });
});

describe('logging in with a passkey', () => {
  it('starts the same session as password and code', async () => {
    const { passkey, userHandle } = await add();
    const { options } = await startLogIn();
    expect(options).toEqual({ challenge: expect.any(String), rpId: HOST, timeout: 300_000, userVerification: 'required' });

    const reply = await logIn(passkey, {}, userHandle);

    expect(reply.body).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: 12 * 3600 });
    expect(String(reply.headers['set-cookie'])).toMatch(/^__Host-livery-operator-device=./);
    const me = await withToken(reply.body.access_token).get<'GET /api/operator/me'>('/api/operator/me');
    expect(me.body.operator).toMatchObject({ kind: 'operator', id });
    expect((await listPasskeys())[0]?.lastUsedUtc).toEqual(expect.any(String));
    expect((await listOperatorAuditEvents(portal.db, id)).at(-1)).toMatchObject({
      action: 'operator.logged_in',
      after: { passkey: 'Laptop', host: HOST },
    });
  });

  it.each<[string, Partial<CeremonyOptions>]>([
    ['another challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['a page on another host', { origin: 'http://evil.example' }],
    ['a page of another brand', { origin: 'http://alder.localhost:3000' }],
    ['another host', { rpId: ALDER }],
    ['a device that has not verified its user', { verifiesUser: false }],
  ])('is refused for %s', async (_, ceremony) => {
    const { passkey } = await add();
    const before = await countSessions();
    expect(toRefusal(await logIn(passkey, ceremony))).toEqual(REFUSED);
    expect(await countSessions()).toBe(before);
  });

  it('is refused alike for unknown passkeys, another key, another operator and one who is disabled', async () => {
    const { passkey } = await add();
    const colleague = await createOperator();
    const { userHandle } = await add(createSoftwarePasskey(), {}, colleague.session);
    const forged = createSoftwarePasskey(Buffer.from(passkey.id, 'base64url'));
    const refusals = [await logIn(createSoftwarePasskey()), await logIn(forged), await logIn(passkey, {}, userHandle)];
    await sql`update operator set disabled_at = now() where id = ${id}`.execute(portal.db);
    refusals.push(await logIn(passkey));
    expect(refusals.map(toRefusal)).toEqual([REFUSED, REFUSED, REFUSED, REFUSED]);
    await sql`update operator set disabled_at = null where id = ${id}`.execute(portal.db);
    expect((await logIn(passkey)).status).toBe(200);
  });

  it('works once for each start, also for two answers at the same moment, and within five minutes', async () => {
    const { passkey } = await add();
    const { setup, options } = await startLogIn();
    const credential = passkey.logIn({ challenge: options.challenge, rpId: HOST });
    const replies = await Promise.all([confirmLogIn(setup, credential), confirmLogIn(setup, credential)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(toRefusal(replies.find(({ status }) => status === 409) as TestResponse<unknown>)).toEqual(TOO_LATE);

    const late = await startLogIn();
    portal.clock.advance(5 * 60_000 + 1);
    const answer = passkey.logIn({ challenge: late.options.challenge, rpId: HOST });
    expect(toRefusal(await confirmLogIn(late.setup, answer))).toEqual(TOO_LATE);
  });

  it('takes no start of another kind or host', async () => {
    const { passkey } = await add();
    const adding = (await startAdding()).body;
    const answer = passkey.logIn({ challenge: adding.options.challenge, rpId: HOST });
    expect(toRefusal(await confirmLogIn(adding.setup, answer))).toEqual(TOO_LATE);
    const alder = await startLogIn(ALDER);
    const elsewhere = passkey.logIn({ challenge: alder.options.challenge, rpId: HOST });
    expect(toRefusal(await confirmLogIn(alder.setup, elsewhere))).toEqual(TOO_LATE);
  });

  it('works on the host of the passkey alone', async () => {
    const alderSession = withToken(token, ALDER);
    const ceremony = { rpId: ALDER, origin: 'http://alder.localhost:3000' };
    const { passkey, reply } = await add(createSoftwarePasskey(), ceremony, alderSession);
    expect(reply.status).toBe(200);
    const answer = async (host: string) => {
      const { setup, options } = await startLogIn(host);
      return confirmLogIn(setup, passkey.logIn({ challenge: options.challenge, ...ceremony }), host);
    };
    expect(toRefusal(await answer(HOST))).toEqual(REFUSED);
    expect((await answer(ALDER)).status).toBe(200);
    expect((await startAdding()).body.options.excludeCredentials).toEqual([]);
    expect((await session.get<'GET /api/operator/passkeys'>('/api/operator/passkeys')).body).toMatchObject({
      host: HOST,
      passkeys: [{ host: ALDER }],
    });
  });

  it('is refused, and recorded, when the counter goes back: there may be a copy', async () => {
    const { passkey } = await add(createSoftwarePasskey(), { counter: 5 });
    expect((await logIn(passkey, { counter: 6 })).status).toBe(200);
    for (const counter of [6, 4, 0]) expect(toRefusal(await logIn(passkey, { counter }))).toEqual(REFUSED);
    expect((await listOperatorAuditEvents(portal.db, id)).at(-1)).toMatchObject({
      action: 'operator.passkey_refused',
      after: { passkey: 'Laptop', host: HOST, counter: 0 },
    });
    expect((await logIn(passkey, { counter: 7 })).status).toBe(200);
  });

  it('is refused to pages of other sites, and counted for the network', async () => {
    const { passkey } = await add();
    const { setup, options } = await startLogIn();
    const body = { setup, credential: passkey.logIn({ challenge: options.challenge, rpId: HOST }) };
    const foreign = await portal.anonymous().post('/api/operator/passkeylogin', body, { origin: 'https://elsewhere.example' });
    expect(foreign.status).toBe(400);
    const credential = createSoftwarePasskey().logIn({ challenge: options.challenge, rpId: HOST });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 32; attempt += 1) {
      const { statusCode } = await portal.app.inject({
        method: 'POST',
        url: '/api/operator/passkeylogin',
        headers: { host: HOST },
        remoteAddress: '203.0.113.9',
        payload: { setup: (await startLogIn()).setup, credential },
      });
      statuses.push(statusCode);
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([403, 429]);
  });
});

describe('the list of passkeys', () => {
  it('renames and removes one, ends the other sessions, records and mails it; password and code still work', async () => {
    const { passkey, reply } = await add();
    const path = `/api/operator/passkeys/${reply.body.passkey.id}`;
    const other = withToken((await logIn(passkey)).body.access_token);

    expect((await session.put<'PUT /api/operator/passkeys/:id'>(path, { name: ' Packing desk ' })).status).toBe(200);
    expect((await listPasskeys()).map(({ name }) => name)).toEqual(['Packing desk']);
    expect((await session.delete<'DELETE /api/operator/passkeys/:id'>(path)).status).toBe(200);

    expect(await listPasskeys()).toEqual([]);
    expect([await isLive(session), await isLive(other)]).toEqual([200, 401]);
    expect(toRefusal(await logIn(passkey))).toEqual(REFUSED);
    expect((await listActions()).slice(-2)).toEqual(['operator.passkey_renamed', 'operator.passkey_removed']);
    expect((await listMails()).at(-1)).toEqual(['operator-passkey', 'removed', 'Packing desk']);
    await renewProof();
    expect((await logInAsOperator(portal, { username: email, password: OPERATOR_PASSWORD, otp: proof.otp })).status).toBe(200);
  });

  it('holds no passkeys of other operators', async () => {
    const colleague = await createOperator();
    const path = `/api/operator/passkeys/${(await add()).reply.body.passkey.id}`;
    expect(await listPasskeys(colleague.session)).toEqual([]);
    const NOT_FOUND = [404, { passkey: ['Passkey not found.'] }];
    expect(toRefusal(await colleague.session.put(path, { name: 'Mine' }))).toEqual(NOT_FOUND);
    expect(toRefusal(await colleague.session.delete(path))).toEqual(NOT_FOUND);
    expect((await listPasskeys()).map(({ name }) => name)).toEqual(['Laptop']);
  });
});

it('a reset of the second factor removes the passkeys', async () => {
  const colleague = await createOperator();
  const { passkey } = await add();
  const reset = await colleague.session.post(
    `/api/operator/operators/${id}/resetsecondfactor`,
    await createProof(portal.db, colleague.id),
  );
  expect(reset.status).toBe(200);
  expect(toRefusal(await logIn(passkey))).toEqual(REFUSED);
  expect((await sql`select from operator_passkey where operator_id = ${id}`.execute(portal.db)).rows).toEqual([]);
});
