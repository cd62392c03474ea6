import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '#api/identity/passwords/password-hashing.ts';
import { newToken } from '#api/identity/sessions/tokens.ts';
import { loadConfig } from '#api/platform/config.ts';
import { startSizingServer } from '#api/sizing/main.ts';
import { aPerson, NORTH } from '#api/testing/builders.ts';
import { usePeopleImports } from '#api/testing/people-import-harness.ts';
import { TEST_KEY, type TestClient, type TestServer } from '#api/testing/portal.ts';
import { requestToken } from '#api/testing/token-requests.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const PASSWORD = 'Correct-horse-9';
const MINUTE = 60_000;
const portal = usePortal();
const imports = usePeopleImports(portal);
let secondServer: TestServer;
let admin: TestClient;
let passwordHash: string;
let person: { id: number; email: string };

beforeAll(async () => {
  secondServer = await portal.openSecondServer();
  passwordHash = await hashPassword(PASSWORD);
  admin = await portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [] })).email);
});
beforeEach(async () => {
  await setOrganisation('Europe/London', 30);
  person = await aPerson(portal.db, { role: 'Buyer', passwordHash });
});

const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);
const setOrganisation = (timeZone: string, days: number) =>
  run(sql`update organisation set time_zone = ${timeZone}, leaver_access_days = ${days} where id = 1`);
/** Days before today in a time zone, as `2026-03-12`. */
const daysAgo = async (days: number, timeZone = 'Europe/London') => {
  const { rows } = await sql<{ day: string }>`
    select to_char((now() at time zone ${timeZone})::date - ${days}::int, 'YYYY-MM-DD') as day`.execute(portal.db);
  return rows[0]?.day ?? '';
};
const setLastDay = async (days: number, timeZone?: string, { id } = person) =>
  run(sql`update customer set ends_on = ${await daysAgo(days, timeZone)}::date where id = ${id}`);
const isOpen = async ({ id } = person) =>
  (await sql<{ active: boolean }>`select active from customer where id = ${id}`.execute(portal.db)).rows[0]?.active;

const logIn = () => requestToken(portal.app, { grant_type: 'password', username: person.email, password: PASSWORD });
const renew = (token: string) => requestToken(portal.app, { grant_type: 'refresh_token', refresh_token: token });

/** The status of the person's next request on each server. */
async function statusesOf(client: TestClient): Promise<number[]> {
  await portal.settled();
  const path = '/api/organisations/settings';
  return Promise.all([client, secondServer.withSession(client)].map(async (one) => (await one.get(path)).status));
}

const file = (lastDay: string) => `Email,Last day of work\n${person.email},${lastDay}`;
const changeSettings = async (settings: object) => {
  const response = await admin.put<'PUT /api/organisations/ownsettings'>('/api/organisations/ownsettings', settings);
  expect([response.status, response.errors]).toEqual([200, {}]);
};
const change = async (customer: object) => {
  const response = await admin.put<'PUT /api/customers/:id'>(`/api/customers/${person.id}`, { customer });
  expect([response.status, response.errors]).toEqual([200, {}]);
};

describe('the last day on which someone may be logged in', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['another last day of work', async () => change({ endDateUtc: await daysAgo(31) })],
    ['another last day of work in a file', async () => imports.run(admin, file(await daysAgo(31)))],
    [
      'a file that is undone',
      async () => {
        await setLastDay(31);
        const { done } = await imports.run(admin, file(await daysAgo(5)));
        expect(await statusesOf(await portal.as(person.email))).toEqual([200, 200]);
        expect((await imports.undo(admin, done)).status).toBe(200);
      },
    ],
    [
      'fewer days for leavers',
      async () => {
        await setLastDay(20);
        await changeSettings({ leaverAccessDays: 19 });
      },
    ],
    [
      'another time zone',
      async () => {
        // It is at least one day later in Kiritimati than in Pago Pago, always.
        await setLastDay(31, 'Pacific/Kiritimati');
        await run(sql`update organisation set time_zone = 'Pacific/Pago_Pago' where id = 1`);
        expect(await statusesOf(await portal.as(person.email))).toEqual([200, 200]);
        await changeSettings({ timeZone: 'Pacific/Kiritimati' });
      },
    ],
  ])('counts at the next request on every server: %s', async (_, end) => {
    const own = await portal.as(person.email);
    expect(await statusesOf(own)).toEqual([200, 200]);

    await end();

    expect(await statusesOf(own)).toEqual([401, 401]);
    expect(await isOpen()).toBe(true);
  });

  it('has come for whoever was deleted or whose account is closed, whatever else is stored', async () => {
    const { rows } = await sql`
      select access_ends_at(true, now(), null, 30, 'UTC') <= now() as deleted, access_ends_at(false, null, null, 30, 'UTC') <= now() as closed,
        access_ends_at(true, null, null, 30, 'UTC') <= now() as neither`.execute(portal.db);
    expect(rows).toEqual([{ deleted: true, closed: true, neither: false }]);
  });

  it('gives access again when it is moved forward', async () => {
    const own = await portal.as(person.email);
    await setLastDay(31);
    expect(await statusesOf(own)).toEqual([401, 401]);
    expect((await logIn()).status).toBe(400);

    await change({ endDateUtc: await daysAgo(30) });

    expect(await statusesOf(own)).toEqual([200, 200]);
    expect((await logIn()).status).toBe(200);
  });

  it('ends what someone does for the person, and not their own session', async () => {
    const client = await portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [] })).email);
    const start = () => client.get<'GET /api/customers/impersonate/:id'>(`/api/customers/impersonate/${person.id}`);
    expect((await start()).errors).toEqual({});
    const isImpersonating = async () =>
      (await client.get<'GET /api/customerprofile'>('/api/customerprofile')).body.impersonationEndsOnUtc !== null;
    expect(await isImpersonating()).toBe(true);

    await setLastDay(31);
    await portal.settled();

    expect(await isImpersonating()).toBe(false);
    const again = await start();
    expect([again.status, again.errors.customer?.[0]]).toEqual([409, 'The account of Made Forthetest is closed.']);
  });
});

describe('after the last day of access', () => {
  it('tokens are not renewed', async () => {
    const { body } = await logIn();
    await setLastDay(31);

    expect((await renew(body.refresh_token)).status).toBe(400);
  });

  it('a one-time key is refused, and is not used up', async () => {
    const { secret, hash } = newToken();
    await run(sql`insert into login_key (hash, organisation_id, customer_id, purpose, expires_at)
      values (${hash}, 1, ${person.id}, 'punchout', now() + interval '5 minutes')`);
    await setLastDay(31);
    expect((await requestToken(portal.app, { auto: secret })).status).toBe(400);

    await setLastDay(30);
    expect((await requestToken(portal.app, { auto: secret })).status).toBe(200);
  });

  it('the right password answers like a wrong one, without asking for a code', async () => {
    await setLastDay(31);
    const right = await logIn();
    const wrong = await requestToken(portal.app, { grant_type: 'password', username: person.email, password: 'Wrong-horse-9' });

    expect(right.body).toEqual(wrong.body);
  });

  it.each(['recovery', 'invitation'])('no link sets a password: %s', async (purpose) => {
    const { secret, hash } = newToken();
    await run(sql`insert into password_token (hash, organisation_id, customer_id, purpose, expires_at)
      values (${hash}, 1, ${person.id}, ${purpose}, now() + interval '1 hour')`);
    const path = purpose === 'recovery' ? 'checkpasswordtoken' : 'checkinvitationtoken';
    const canSetPassword = async () => {
      const { body } = await portal
        .anonymous()
        .get<'GET /api/checkpasswordtoken'>(`/api/${path}?token=${secret}&email=${encodeURIComponent(person.email)}`);
      return body.success;
    };
    await setLastDay(30);
    expect(await canSetPassword()).toBe(true);

    await setLastDay(31);
    expect(await canSetPassword()).toBe(false);
  });

  it('tokens of the sizing service are refused, also by its own process', async () => {
    const own = await portal.as(person.email);
    const { body } = await own.get<'GET /api/bodyme/token'>('/api/bodyme/tokenv3');
    const environment = { DATABASE_URL: portal.url, SECRET_KEY: TEST_KEY, LOG_LEVEL: 'error' };
    const service = await startSizingServer(loadConfig(environment), 0);
    const headers = { host: 'localhost', authorization: `Bearer ${body.access_token}` };
    const statuses = async () => [
      (await portal.app.inject({ url: '/sizing/client', headers })).statusCode,
      (await fetch(`${service.address}/sizing/client`, { headers: { authorization: headers.authorization } })).status,
    ];
    try {
      const before = await statuses();
      await setLastDay(31);
      await portal.settled();
      expect([before, await statuses()]).toEqual([
        [before[0], before[0]],
        [401, 401],
      ]);
      expect(before[0]).toBeLessThan(400);
    } finally {
      await service.close();
    }
  });
});

it('costs a request no statement more', async () => {
  await setLastDay(10);
  const own = await portal.as(person.email);
  await own.get('/api/organisations/settings');
  const before = portal.statementsSent();
  await own.get('/api/organisations/settings');
  const other = await portal.as((await aPerson(portal.db, { groupIds: [NORTH.groupId] })).email);
  await other.get('/api/organisations/settings');
  const middle = portal.statementsSent();
  await other.get('/api/organisations/settings');
  expect(portal.statementsSent() - middle).toBeLessThanOrEqual(middle - before);
});

// Last, because it moves the clock on which sessions of other tests end.
it('lets the last day pass at midnight in the organisation’s time zone while a session is open', async () => {
  const own = await portal.as(person.email);
  const other = await portal.as((await aPerson(portal.db)).email);
  // Sessions of tests last an hour; here midnight is up to a day away.
  await run(sql`update session set access_expires_at = now() + interval '3 days', ends_at = now() + interval '3 days'
    where customer_id in (${own.customerId}, ${other.customerId})`);
  await setOrganisation('Asia/Kolkata', 30);
  await setLastDay(30, 'Asia/Kolkata');
  const { rows } = await sql<{ midnight: number }>`
    select extract(epoch from ((now() at time zone 'Asia/Kolkata')::date + 1)::timestamp at time zone 'Asia/Kolkata')::float8 * 1000 as midnight`.execute(
    portal.db,
  );
  const midnight = rows[0]?.midnight ?? 0;
  const statuses = async () => [await statusesOf(own), await statusesOf(other)];
  // Sessions end when they are not used for an hour.
  const advance = async (milliseconds: number) => {
    portal.clock.advance(milliseconds);
    // The database has a clock of its own, which stands still here.
    await run(sql`update session set last_seen_at = to_timestamp(${portal.clock.now() / 1000})
      where customer_id in (${own.customerId}, ${other.customerId})`);
  };
  while (portal.clock.now() < midnight - 50 * MINUTE) {
    await advance(40 * MINUTE);
    expect(await statuses()).toEqual([
      [200, 200],
      [200, 200],
    ]);
  }
  await advance(midnight - portal.clock.now());
  expect(await statuses()).toEqual([
    [401, 401],
    [200, 200],
  ]);
});
