import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import type { TestClient, TestServer } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { hashPassword } from '../passwords/password-hashing.ts';
import { newToken } from './tokens.ts';

const PASSWORD = 'Correct-horse-9';
const portal = usePortal();
let secondServer: TestServer;
let passwordHash: string;
let email: string;
let id: number;

beforeAll(async () => {
  secondServer = await portal.openSecondServer();
  passwordHash = await hashPassword(PASSWORD);
});
beforeEach(async () => {
  ({ id, email } = await aPerson(portal.db, { role: 'Staff', passwordHash }));
});

async function token(form: Record<string, string>, host = 'localhost') {
  const answer = await portal.app.inject({
    method: 'POST',
    url: '/api/token',
    headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
  return { status: answer.statusCode, body: answer.json() as Record<string, string> };
}
const logIn = async () => (await token({ grant_type: 'password', username: email, password: PASSWORD })).body;
const renew = (refreshToken: string | undefined, host?: string) =>
  token({ grant_type: 'refresh_token', refresh_token: refreshToken ?? '' }, host);
const statusOf = async (accessToken: string | undefined, host = 'localhost') =>
  (await portal.app.inject({ url: '/api/organisations/settings', headers: { host, authorization: `Bearer ${accessToken}` } }))
    .statusCode;
const change = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);

/** The responses of both servers to the same session; each has cached it. */
async function onBoth<T>(person: TestClient, ask: (client: TestClient) => Promise<T>): Promise<T[]> {
  return Promise.all([ask(person), ask(secondServer.withSession(person))]);
}
const statusesOf = (person: TestClient, path = '/api/organisations/settings') =>
  onBoth(person, async (client) => (await client.get(path)).status);

describe('a change that applies to the next request on every server', () => {
  let person: TestClient;
  beforeEach(async () => {
    person = await portal.as(email);
    expect(await statusesOf(person)).toEqual([200, 200]);
  });

  it('is logging out', async () => {
    await person.get('/api/logout');
    await portal.settled();

    expect(await statusesOf(person)).toEqual([401, 401]);
  });

  it('is logging out, immediately on the server of the request', async () => {
    await person.get('/api/logout');

    expect((await person.get('/api/organisations/settings')).status).toBe(401);
  });

  it.each([
    ['deactivation', () => sql`update customer set active = false where id = ${id}`],
    ['deletion', () => sql`update customer set deleted_at = now() where id = ${id}`],
    ['a new password', () => sql`update customer set password_hash = ${`${passwordHash}x`} where id = ${id}`],
    ['revoking the session', () => sql`update session set revoked_at = now() where customer_id = ${id}`],
  ])('is %s', async (_, statement) => {
    await change(statement());
    await portal.settled();

    expect(await statusesOf(person)).toEqual([401, 401]);
  });

  it('is a new password, for a session that was idle', async () => {
    const { access_token, refresh_token } = await logIn();
    await change(sql`update customer set password_hash = ${`${passwordHash}x`} where id = ${id}`);

    expect(await statusOf(access_token)).toBe(401);
    expect((await renew(refresh_token)).status).toBe(400);
  });

  it('is a change of roles', async () => {
    expect(await statusesOf(person, '/api/products?limit=1')).toEqual([403, 403]);

    await change(sql`update customer_role set role_id = 35 where customer_id = ${id} and role_id = 34`);
    await portal.settled();

    expect(await statusesOf(person, '/api/products?limit=1')).toEqual([200, 200]);
  });

  it('is a change of a role’s permissions, and of whether the role is active', async () => {
    const { rows } = await sql<{
      id: number;
    }>`insert into role (organisation_id, name) values (1, ${`Fitters ${id}`}) returning id`.execute(portal.db);
    const role = rows[0]?.id;
    await change(sql`insert into customer_role values (1, ${id}, ${role})`);
    await portal.settled();
    expect(await statusesOf(person, '/api/products?limit=1')).toEqual([403, 403]);

    await change(sql`insert into role_permission values (1, ${role}, 'AllowProducts')`);
    await portal.settled();
    expect(await statusesOf(person, '/api/products?limit=1')).toEqual([200, 200]);

    await change(sql`update role set active = false where id = ${role}`);
    await portal.settled();
    expect(await statusesOf(person, '/api/products?limit=1')).toEqual([403, 403]);
  });

  it('is a change of groups, visible in the list of groups', async () => {
    const names = (client: TestClient) =>
      client
        .get<'GET /api/organisationgroups'>('/api/organisationgroups')
        .then(({ body }) => body.organisationGroups.map(({ name }) => name));
    expect(await onBoth(person, names)).toEqual([['North'], ['North']]);

    await change(sql`update customer_group set organisation_group_id = 2 where customer_id = ${id}`);
    await portal.settled();

    expect(await onBoth(person, names)).toEqual([['South'], ['South']]);
  });

  it('is the display of tax', async () => {
    const shown = (client: TestClient) =>
      client.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items').then(({ body }) => body.taxDisplayType);
    expect(await onBoth(person, shown)).toEqual([10, 10]);

    const { body } = await person.put<'PUT /api/toggletaxtype'>('/api/toggletaxtype');
    expect(await shown(person)).toBe(0);
    await portal.settled();

    expect(body).toEqual({ taxDisplayType: 0 });
    expect(await onBoth(person, shown)).toEqual([0, 0]);
    expect((await secondServer.withSession(person).put<'PUT /api/toggletaxtype'>('/api/toggletaxtype')).body).toEqual({
      taxDisplayType: 10,
    });
  });
});

describe('a session', () => {
  it('ends at its time limit, after an idle hour, and with its access token', async () => {
    for (const ended of [
      sql`ends_at = now() - interval '1 second'`,
      sql`last_seen_at = now() - interval '61 minutes'`,
      sql`access_expires_at = now() - interval '1 second'`,
    ]) {
      const { access_token } = await logIn();
      await change(sql`update session set ${ended} where customer_id = ${id} and revoked_at is null`);
      expect(await statusOf(access_token)).toBe(401);
    }
  });

  it('cannot be renewed after its time limit or an idle hour, but after its access token has expired', async () => {
    const renewed = [];
    for (const ended of [
      sql`ends_at = now() - interval '1 second'`,
      sql`last_seen_at = now() - interval '61 minutes'`,
      sql`access_expires_at = now() - interval '1 second'`,
    ]) {
      const { refresh_token } = await logIn();
      await change(sql`update session set ${ended} where customer_id = ${id} and revoked_at is null`);
      renewed.push((await renew(refresh_token)).status);
    }
    expect(renewed).toEqual([400, 400, 200]);
  });

  it('belongs to the hosts of its brand: elsewhere its tokens are invalid', async () => {
    const { access_token, refresh_token } = await logIn();

    expect(await statusOf(access_token, 'sundial.localhost:3000')).toBe(200);
    expect(await statusOf(access_token, 'alder.localhost')).toBe(401);
    expect((await renew(refresh_token, 'alder.localhost')).status).toBe(400);
    expect((await renew(refresh_token, 'localhost')).status).toBe(200);
  });

  it('does not exist on an unregistered host', async () => {
    const { access_token } = await logIn();
    const answer = await portal.app.inject({
      url: '/api/customerprofile',
      headers: { host: 'evil.example', authorization: `Bearer ${access_token}` },
    });

    expect([answer.statusCode, answer.json()]).toEqual([
      421,
      { errors: { host: ['This address does not belong to a portal.'] } },
    ]);
  });

  it.each([
    '',
    'Bearer',
    'Bearer ',
    'Bearer x',
    `Basic ${newToken().secret}`,
    `Bearer ${newToken().secret}`,
    `Bearer ${'x'.repeat(3000)}`,
    newToken().secret,
  ])('is not opened by the header %j', async (authorization) => {
    const answer = await portal.app.inject({ url: '/api/customerprofile', headers: { host: 'localhost', authorization } });

    expect([answer.statusCode, answer.json()]).toEqual([401, { errors: { authorization: ['Please log in to continue.'] } }]);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it('accepts “bearer” in any case', async () => {
    const { access_token } = await logIn();
    const answer = await portal.app.inject({
      url: '/api/customerprofile',
      headers: { host: 'localhost', authorization: `bEARER ${access_token}` },
    });

    expect(answer.statusCode).toBe(200);
  });
});

describe('logging out', () => {
  it('never fails: without a session, with an old one, twice', async () => {
    const { access_token, refresh_token } = await logIn();
    const logOut = async (headers: Record<string, string>) => {
      const answer = await portal.app.inject({ url: '/api/logout', headers: { host: 'localhost', ...headers } });
      return [answer.statusCode, answer.json()];
    };

    for (const headers of [
      {},
      { authorization: 'Bearer nonsense' },
      { authorization: `Bearer ${access_token}` },
      { authorization: `Bearer ${access_token}` },
    ])
      expect(await logOut(headers as Record<string, string>)).toEqual([200, { returnUrl: null }]);
    expect((await renew(refresh_token)).status).toBe(400);
  });

  it('ends the session of the request, and no other of the person', async () => {
    const [one, other] = [await logIn(), await logIn()];

    await portal.app.inject({ url: '/api/logout', headers: { host: 'localhost', authorization: `Bearer ${one.access_token}` } });

    expect([await statusOf(one.access_token), await statusOf(other.access_token)]).toEqual([401, 200]);
  });
});

describe('renewing', () => {
  it('returns new tokens, and the old access token stops working', async () => {
    const first = await logIn();

    const { status, body } = await renew(first.refresh_token);
    await portal.settled();

    expect(status).toBe(200);
    expect(new Set([first.access_token, first.refresh_token, body.access_token, body.refresh_token]).size).toBe(4);
    expect([await statusOf(first.access_token), await statusOf(body.access_token)]).toEqual([401, 200]);
  });

  it('returns the same successor within ten seconds, in case the response was lost', async () => {
    const first = await logIn();

    const answers = await Promise.all([renew(first.refresh_token), renew(first.refresh_token), renew(first.refresh_token)]);
    const later = await renew(first.refresh_token);

    for (const { status, body } of [...answers, later]) expect([status, body]).toEqual([200, answers[0]?.body]);
    expect(await statusOf(answers[0]?.body.access_token)).toBe(200);
  });

  it('ends the session when a token is used again after that', async () => {
    const first = await logIn();
    const second = await renew(first.refresh_token);
    expect(await statusOf(second.body.access_token)).toBe(200);
    await change(sql`update session set rotated_at = now() - interval '11 seconds' where customer_id = ${id}`);

    const reuse = await renew(first.refresh_token);
    await portal.settled();

    expect([reuse.status, reuse.body.error]).toEqual([400, 'invalid_grant']);
    expect(await statusOf(second.body.access_token)).toBe(401);
    expect((await renew(second.body.refresh_token)).status).toBe(400);
  });

  it('ends the session when a token from two renewals ago is used again, however soon', async () => {
    const first = await logIn();
    const second = await renew(first.refresh_token);
    const third = await renew(second.body.refresh_token);

    expect((await renew(first.refresh_token)).status).toBe(400);
    await portal.settled();
    expect(await statusOf(third.body.access_token)).toBe(401);
  });

  it('is refused for people who have left', async () => {
    const { refresh_token } = await logIn();
    await change(sql`update customer set active = false where id = ${id}`);

    expect((await renew(refresh_token)).status).toBe(400);
  });

  it.each(['x', newToken().secret, 'x'.repeat(2000), '%00'])('is refused for the invented token %j', async (invented) => {
    const { status, body } = await renew(invented);

    expect([status, body]).toEqual([
      400,
      { error: 'invalid_grant', error_description: 'Your session has ended. Please log in again.' },
    ]);
  });

  it('refuses an access token', async () => {
    expect((await renew((await logIn()).access_token)).status).toBe(400);
  });
});
