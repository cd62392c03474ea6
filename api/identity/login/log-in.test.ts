import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { aNetwork, requestToken, type TokenRequestOptions } from '#api/testing/token-requests.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { demoLogins, demoPassword } from '#demo/demo-logins.ts';
import { hashPassword } from '../passwords/password-hashing.ts';
import { newToken } from '../sessions/tokens.ts';

const PASSWORD = 'Correct-horse-9';
const portal = usePortal();
let passwordHash: string;
let email: string;
let id: number;

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});
beforeEach(async () => {
  ({ id, email } = await aPerson(portal.db, { passwordHash }));
});

/** Each call comes from its own network unless the test names one: the limits have their own tests. */
const token = (form: Record<string, string>, options: TokenRequestOptions = {}) =>
  requestToken(portal.app, form, { remoteAddress: aNetwork(), ...options });
const logIn = (username: string, password: string, options?: TokenRequestOptions) =>
  token({ grant_type: 'password', username, password }, options);
const profile = (accessToken: string, host = 'localhost') =>
  portal.app.inject({ url: '/api/customerprofile', headers: { host, authorization: `Bearer ${accessToken}` } });

async function aKey(customerId: number, organisationId = 1, minutes = 5): Promise<string> {
  const { secret, hash } = newToken();
  await sql`insert into login_key (hash, organisation_id, customer_id, purpose, expires_at)
    values (${hash}, ${organisationId}, ${customerId}, 'punchout', now() + make_interval(mins => ${minutes}))`.execute(portal.db);
  return secret;
}

describe('logging in', () => {
  it('returns two opaque tokens that must not be cached, and the access token works', async () => {
    const { status, headers, body } = await logIn(email, PASSWORD);

    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'bearer',
      expires_in: 3600,
    });
    expect([headers['cache-control'], headers.pragma]).toEqual(['no-store', 'no-cache']);
    expect((await profile(body.access_token)).json().email).toBe(email);
  });

  it('accepts the email address in any case and with surrounding spaces', async () => {
    expect((await logIn(`  ${email.toUpperCase()} `, PASSWORD)).status).toBe(200);
  });

  it.each(['\u200b', '\ufeff', '\u2060', '\u00ad', '\u200e'])(
    'drops invisible characters of the email address: %j',
    async (mark) => {
      expect((await logIn(`${mark}${email.replace('@', `${mark}@`)}${mark} `, PASSWORD)).status).toBe(200);
      // Not of the password, of which they are a part.
      expect((await logIn(email, `${PASSWORD}${mark}`)).status).toBe(400);
    },
  );

  it('stores no usable token, and records the login', async () => {
    const { body } = await logIn(email, PASSWORD);

    const { rows } = await sql<Record<string, unknown>>`
      select (select last_login_at > now() - interval '1 minute' from customer where id = ${id}) as noted,
        (select count(*)::int from audit_event where actor_id = ${id} and action = 'session.started') as deeds,
        (select string_agg(s::text, '') from session s where customer_id = ${id}) as stored`.execute(portal.db);
    expect(rows[0]).toMatchObject({ noted: true, deeds: 1 });
    for (const secret of [body.access_token, body.refresh_token]) {
      expect(rows[0]?.stored).not.toContain(secret);
      expect(rows[0]?.stored).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
    }
  });

  it('works for every demonstration login on the host of its brand', async () => {
    for (const login of demoLogins) {
      const { status, body } = await logIn(login.email, demoPassword, { host: login.host });
      expect([login.email, status]).toEqual([login.email, 200]);
      expect((await profile(body.access_token, login.host)).json()).toMatchObject({
        domain: login.host,
        permissions: expect.arrayContaining([expect.stringMatching(/^Allow(Dashboard|AdhocOrder|UniformBuilder|Products)/)]),
      });
    }
  });

  it('upgrades the hash of the password without ending other sessions', async () => {
    const { hash } = await import('@node-rs/argon2');
    const weak = await hash(PASSWORD, { algorithm: 2, memoryCost: 8192, timeCost: 1, parallelism: 1 });
    const person = await aPerson(portal.db, { passwordHash: weak });
    const earlier = await portal.as(person.email);

    const { status, body } = await logIn(person.email, PASSWORD);

    expect(status).toBe(200);
    const { rows } = await sql<{ password_hash: string }>`select password_hash from customer where id = ${person.id}`.execute(
      portal.db,
    );
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await earlier.get('/api/customerprofile')).status).toBe(200);
    expect((await profile(body.access_token)).statusCode).toBe(200);
  });
});

describe('a refused login', () => {
  it('has the same response for a wrong password, an unknown address, and a closed, invited or other brand’s account', async () => {
    const closed = await aPerson(portal.db, { passwordHash, active: false });
    const invited = await aPerson(portal.db);
    const deleted = await aPerson(portal.db, { passwordHash });
    await sql`update customer set deleted_at = now() where id = ${deleted.id}`.execute(portal.db);

    const answers = [
      await logIn(email, 'wrong'),
      await logIn('nobody@made.example', PASSWORD),
      await logIn(closed.email, PASSWORD),
      await logIn(invited.email, PASSWORD),
      await logIn(deleted.email, PASSWORD),
      await logIn('admin@hallam.example', 'Uniform-2026'),
      await logIn(email, `${PASSWORD}${'x'.repeat(200)}`),
      await logIn(email, PASSWORD.toLowerCase()),
      await logIn(`${email}\u0000`, 'x\u0000'),
    ];

    const seen = answers.map(({ status, headers, body }) => {
      const { 'x-request-id': _, date: __, ...rest } = headers;
      return JSON.stringify([status, rest, body]);
    });
    expect(answers[0]?.status).toBe(400);
    expect(answers[0]?.body).toEqual({ error: 'invalid_grant', error_description: 'The email or password is incorrect.' });
    expect(new Set(seen).size).toBe(1);
  });

  it.each([
    ['no grant', {}, 'invalid_request', 'grant_type is required.'],
    ['an unknown grant', { grant_type: 'client_credentials' }, 'unsupported_grant_type', 'This grant type is not supported.'],
    ['no email', { grant_type: 'password', password: 'x' }, 'invalid_request', 'Email is required'],
    ['no password', { grant_type: 'password', username: 'x' }, 'invalid_request', 'Password is required'],
    ['no refresh token', { grant_type: 'refresh_token' }, 'invalid_request', 'refresh_token is required.'],
    [
      'a field too long',
      { grant_type: 'password', username: 'x'.repeat(2049), password: 'x' },
      'invalid_request',
      'A field is too long.',
    ],
  ])('has the OAuth form: %s', async (_, form, error, error_description) => {
    const { status, body } = await token(form as Record<string, string>);

    expect([status, body]).toEqual([400, { error, error_description }]);
  });

  it('has the OAuth form even when the server refuses the request unread: too large, not a form, unknown host', async () => {
    const large = await token({ username: 'x'.repeat(20_000) });
    const json = await portal.app.inject({
      method: 'POST',
      url: '/api/token',
      headers: { host: 'localhost' },
      payload: { grant_type: 'password' },
    });
    const atUnknownHost = await logIn(email, PASSWORD, { host: 'portal.evil.example' });

    expect([large.status, large.body.error]).toEqual([413, 'invalid_request']);
    expect([json.statusCode, json.json().error]).toEqual([400, 'invalid_request']);
    expect([atUnknownHost.status, atUnknownHost.body.error, atUnknownHost.body.errors]).toEqual([
      421,
      'invalid_request',
      { host: ['This address does not belong to a portal.'] },
    ]);
  });

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'http://alder.localhost' },
    { origin: 'null' },
    { origin: 'https://localhost' },
    { origin: 'http://localhost:3000' },
    { origin: 'http://localhost.evil.example', 'sec-fetch-site': 'same-origin' },
  ])('cannot be sent by a page of another site: %j', async (headers) => {
    const key = await aKey(id);
    for (const answer of [
      await logIn(email, PASSWORD, { headers: headers as Record<string, string> }),
      await token({ auto: key }, { headers: headers as Record<string, string> }),
      await token({ grant_type: 'refresh_token', refresh_token: 'x' }, { headers: headers as Record<string, string> }),
    ])
      expect([answer.status, answer.body]).toEqual([
        400,
        { error: 'invalid_request', error_description: 'Please log in on the portal’s own page.' },
      ]);
    // The refused requests have not used up the key.
    expect(
      (await token({ auto: key }, { headers: { 'sec-fetch-site': 'same-origin', origin: 'http://localhost' } })).status,
    ).toBe(200);
  });
});

describe('a one-time key', () => {
  it('logs in once, whatever else the form contains', async () => {
    const auto = await aKey(id);

    const first = await token({ auto, username: 'someone', password: 'else' });
    const second = await token({ auto });

    expect(first.status).toBe(200);
    expect((await profile(first.body.access_token)).json().email).toBe(email);
    expect([second.status, second.body.error]).toEqual([400, 'invalid_grant']);
  });

  it('logs in once even in ten concurrent requests', async () => {
    const auto = await aKey(id);

    const answers = await Promise.all(Array.from({ length: 10 }, () => token({ auto })));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is refused when it is expired, invented, of another brand, or of a person who has left', async () => {
    const formerEmployee = await aPerson(portal.db, { active: false });
    const hallam = await aPerson(portal.db, { organisationId: 2, groupIds: [], resortId: null });

    for (const auto of [await aKey(id, 1, -1), newToken().secret, 'x', await aKey(hallam.id, 2), await aKey(formerEmployee.id)]) {
      const { status, body } = await token({ auto });
      expect([status, body.error]).toEqual([400, 'invalid_grant']);
    }
  });
});
