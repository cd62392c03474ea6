import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { aNetwork, requestToken, type TokenRequestOptions } from '#api/testing/token-requests.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { hashPassword } from '../passwords/password-hashing.ts';
import { newToken, sha256Digest } from '../sessions/tokens.ts';
import { deleteExpiredDevices, deleteExpiredFailedLogins } from './failed-logins.queries.ts';

const verified = vi.hoisted(() => ({ count: 0 }));
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return {
    ...real,
    verify: (...given: Parameters<typeof real.verify>) => {
      verified.count += 1;
      return real.verify(...given);
    },
  };
});

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

const logIn = (username: string, password: string, options: TokenRequestOptions = {}, app = portal.app) =>
  requestToken(app, { grant_type: 'password', username, password }, { remoteAddress: aNetwork(), ...options });
const withDevice = (cookie: string, options: TokenRequestOptions = {}): TokenRequestOptions => ({
  ...options,
  headers: { cookie },
});
const countOf = (answers: { status: number }[], status: number) => answers.filter((answer) => answer.status === status).length;
const change = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);
/** Pretends that the waiting time before the next attempt is over. */
const endDelays = () => change(sql`update failed_login set next_attempt_at = now()`);
/** Each server caches a refusal for a second. */
const expireCachedRefusals = () => portal.clock.advance(1000);

/**
 * The most attempts for one account that are checked since `startedAt` (of `performance.now()`): five at once, then one after a second, after two more,
 * after four more. How long a thousand attempts take is a matter of the machine.
 */
const mostChecksSince = (startedAt: number) => 5 + Math.floor(Math.log2((performance.now() - startedAt) / 1000 + 1));

describe('a thousand concurrent wrong passwords', { timeout: 120_000 }, () => {
  it('for one account, from a thousand networks, cause few checks, and the owner can still log in', async () => {
    const { deviceCookie } = await logIn(email, PASSWORD);
    verified.count = 0;
    const startedAt = performance.now();

    const attempts = Promise.all(Array.from({ length: 1000 }, (_, index) => logIn(email, `wrong ${index}`)));
    const owner = await logIn(email, PASSWORD, withDevice(deviceCookie));
    const answers = await attempts;

    expect(owner.status).toBe(200);
    // One of the checks was the owner's.
    expect(verified.count - 1).toBeLessThanOrEqual(mostChecksSince(startedAt));
    expect(countOf(answers, 400)).toBe(verified.count - 1);
    expect(countOf(answers, 429)).toBe(1000 - countOf(answers, 400));
  });

  it('for an address without an account are treated the same', async () => {
    verified.count = 0;
    const startedAt = performance.now();

    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, index) => logIn(`unknown-${id}@made.example`, `wrong ${index}`)),
    );

    expect(verified.count).toBeGreaterThanOrEqual(5);
    expect(verified.count).toBeLessThanOrEqual(mostChecksSince(startedAt));
    expect(countOf(answers, 429)).toBe(1000 - verified.count);
  });

  it('for a thousand accounts leave capacity for known devices', async () => {
    const { deviceCookie } = await logIn(email, PASSWORD);

    const attempts = Promise.all(Array.from({ length: 1000 }, (_, index) => logIn(`${index}.${id}@made.example`, 'wrong')));
    const owners = await Promise.all(Array.from({ length: 5 }, () => logIn(email, PASSWORD, withDevice(deviceCookie))));
    const answers = await attempts;

    expect(owners.map(({ status, body }) => [status, body.error_description])).toEqual(Array(5).fill([200, undefined]));
    expect(answers.find(({ status }) => status === 429)?.body).toEqual({
      error: 'temporarily_unavailable',
      error_description: 'Too many people are logging in right now. Please try again in a moment.',
    });
  });
});

describe('wrong passwords for an account', () => {
  it('delay the next attempt from the sixth on, longer each time, and never lock the account', async () => {
    const waits: number[] = [];
    for (let round = 0; round < 18; round += 1) {
      await endDelays();
      expect((await logIn(email, 'wrong')).status).toBe(400);
      const { rows } = await sql<{ wait: number }>`
        select greatest(extract(epoch from next_attempt_at - last_failed_at), 0)::int as wait from failed_login where key = login_account_key(1, ${email})`.execute(
        portal.db,
      );
      waits.push(rows[0]?.wait ?? -1);
    }

    expect(waits).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900]);
    const early = await logIn(email, PASSWORD);
    expect([early.status, Number(early.headers['retry-after'])]).toEqual([429, expect.closeTo(900, -1)]);
    expect(early.body).toEqual({
      error: 'temporarily_unavailable',
      error_description: 'Too many attempts. Please wait 15 minutes, or set a new password with “Forgot your password?”.',
    });
    await endDelays();
    expireCachedRefusals();
    expect((await logIn(email, PASSWORD)).status).toBe(200);
    expect((await logIn(email, 'wrong')).status).toBe(400);
  });

  it('allow one attempt a day from the hundredth on, and are reset after two days without any', async () => {
    const waitAfter = async (statement: ReturnType<typeof sql>) => {
      await logIn(email, 'wrong');
      await change(statement);
      expireCachedRefusals();
      await logIn(email, 'wrong');
      const { rows } = await sql<{ hours: number }>`
        select round(greatest(extract(epoch from next_attempt_at - last_failed_at), 0) / 3600)::int as hours from failed_login where key = login_account_key(1, ${email})`.execute(
        portal.db,
      );
      return rows[0]?.hours;
    };

    expect(
      await waitAfter(
        sql`update failed_login set failures = 99, next_attempt_at = now() where key = login_account_key(1, ${email})`,
      ),
    ).toBe(24);
    expect(
      await waitAfter(
        sql`update failed_login set last_failed_at = now() - interval '49 hours', next_attempt_at = now() where key = login_account_key(1, ${email})`,
      ),
    ).toBe(0);
  });

  it('count for one account, however its address is written', async () => {
    for (const written of [email, email.toUpperCase(), ` ${email} `]) expect((await logIn(written, 'wrong')).status).toBe(400);
    const { rows } = await sql`select failures from failed_login where key = login_account_key(1, ${email})`.execute(portal.db);
    expect(rows).toEqual([{ failures: 3 }]);
  });

  it('do not include successful logins, however many', async () => {
    const statuses = [];
    for (let round = 0; round < 12; round += 1) statuses.push((await logIn(email, PASSWORD)).status);

    expect(statuses).toEqual(Array(12).fill(200));
  });

  it('are counted across all servers, for each account of a brand', async () => {
    const secondServer = await portal.openSecondServer();
    for (let round = 0; round < 5; round += 1) await logIn(email, 'wrong');

    expect((await logIn(email, 'wrong', {}, secondServer.app)).status).toBe(429);
    expect((await logIn(email.toUpperCase(), 'wrong', {}, secondServer.app)).status).toBe(429);
    expect((await logIn(email, 'wrong', { host: 'alder.localhost' }, secondServer.app)).status).toBe(400);
  });

  it('are reset by a new password, but not by a stronger hash of the same one', async () => {
    for (let round = 0; round < 5; round += 1) await logIn(email, 'wrong');
    await change(sql`update failed_login set next_attempt_at = now() + interval '10 minutes'`);
    const fresh = await hashPassword('Another-horse-10');

    await change(
      sql`update customer set password_hash = ${fresh} from (select set_config('livery.same_password', 'yes', true)) x where id = ${id}`,
    );
    expireCachedRefusals();
    expect((await logIn(email, 'Another-horse-10')).status).toBe(429);
    await change(sql`update customer set password_hash = ${passwordHash} where id = ${id}`);
    expireCachedRefusals();

    expect((await logIn(email, PASSWORD)).status).toBe(200);
  });

  it('are stored without the address that was tried', async () => {
    await logIn(email, 'wrong');

    const { rows } = await sql<{ row: string }>`
      select g::text as row from failed_login g union all select r::text from rate_limit r`.execute(portal.db);

    expect(rows.length).toBeGreaterThan(1);
    expect(rows.filter(({ row }) => row.includes(email) || row.includes('10.0.'))).toEqual([]);
  });
});

describe('wrong passwords from one network', () => {
  it('are limited to thirty a minute, whatever the accounts', async () => {
    const from = aNetwork();
    const statuses: number[] = [];
    for (let round = 0; round < 35; round += 1)
      statuses.push((await logIn(`${round}.${id}@made.example`, 'wrong', { remoteAddress: from })).status);

    // Two windows at most, when a new minute starts in between.
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(statuses[34] === 429 ? 5 : 0);
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(400));
    expect((await logIn(`another.${id}@made.example`, 'wrong')).status).toBe(400);
  });

  it('are limited to 120 a minute for an IPv6 site, however many of its networks they come from', async () => {
    const attempt = (remoteAddress: string) => logIn(email, 'wrong', { remoteAddress });
    expect((await attempt('2001:db8:5:1::1')).status).toBe(400);
    await change(sql`update rate_limit set hits = 120 where key like 'login-site:%'`);

    expect((await attempt('2001:db8:5:2::1')).status).toBe(429);
    expect((await attempt('2001:db8:6:2::1')).status).toBe(400);
  });

  it('include one-time keys', async () => {
    const from = aNetwork();
    const answers = [];
    for (let round = 0; round < 40; round += 1)
      answers.push(await requestToken(portal.app, { auto: newToken().secret }, { remoteAddress: from }));

    expect(answers.slice(0, 30).every(({ status }) => status === 400)).toBe(true);
    expect(answers.at(-1)?.status).toBe(429);
  });

  it('do not include refused renewals, which have their own limit', async () => {
    const from = aNetwork();
    const renew = () =>
      requestToken(portal.app, { grant_type: 'refresh_token', refresh_token: newToken().secret }, { remoteAddress: from });
    const answers = [];
    for (let round = 0; round < 250; round += 1) answers.push(await renew());

    expect(answers.slice(0, 120).every(({ status }) => status === 400)).toBe(true);
    expect(countOf(answers, 429)).toBeGreaterThan(0);
    expect((await logIn(email, PASSWORD, { remoteAddress: from })).status).toBe(200);
  });

  it('do not include successful logins, of however many people', async () => {
    const from = aNetwork();
    const people = await Promise.all(Array.from({ length: 38 }, () => aPerson(portal.db, { passwordHash })));

    const answers = await Promise.all(people.map((person) => logIn(person.email, PASSWORD, { remoteAddress: from })));

    expect(countOf(answers, 200)).toBe(38);
  });
});

describe('a known device', () => {
  it('receives its token from a successful login only', async () => {
    const { headers } = await logIn(email, PASSWORD);

    expect(headers['set-cookie']).toMatch(
      /^__Host-livery-device=[\w-]{43}; Path=\/; Max-Age=15552000; Secure; HttpOnly; SameSite=Strict$/,
    );
    expect((await logIn(email, 'wrong')).headers['set-cookie']).toBeUndefined();
  });

  it('keeps its token and can be known for several people', async () => {
    const other = await aPerson(portal.db, { passwordHash });
    const { deviceCookie } = await logIn(email, PASSWORD);

    expect((await logIn(email, PASSWORD, withDevice(deviceCookie))).deviceCookie).toBe(deviceCookie);
    expect((await logIn(other.email, PASSWORD, withDevice(deviceCookie))).deviceCookie).toBe(deviceCookie);

    const { rows } = await sql<{ people: number }>`
      select count(*)::int as people from known_device where hash = ${sha256Digest(deviceCookie.split('=')[1] ?? '')}`.execute(
      portal.db,
    );
    expect(rows[0]?.people).toBe(2);
  });

  it('has its own limit, separate from that of unknown devices', async () => {
    const { deviceCookie } = await logIn(email, PASSWORD);
    const other = (await logIn(email, PASSWORD)).deviceCookie;
    const statuses = [];
    for (let round = 0; round < 6; round += 1) statuses.push((await logIn(email, 'wrong', withDevice(deviceCookie))).status);

    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await logIn(email, 'wrong')).status).toBe(400);
    expect((await logIn(email, PASSWORD, withDevice(other))).status).toBe(200);
  });

  it('can log in while unknown devices have used up the limits of the account and the network', async () => {
    const from = aNetwork();
    const { deviceCookie } = await logIn(email, PASSWORD, { remoteAddress: from });
    for (let round = 0; round < 40; round += 1)
      await logIn(round < 6 ? email : `${round}.${id}@made.example`, 'wrong', { remoteAddress: from });
    // Whatever time the attempts took.
    await change(
      sql`update failed_login set next_attempt_at = now() + interval '1 minute' where key = login_account_key(1, ${email})`,
    );

    expect((await logIn(email, PASSWORD, { remoteAddress: from })).status).toBe(429);
    expect((await logIn(email, PASSWORD, withDevice(deviceCookie, { remoteAddress: from }))).status).toBe(200);
  });

  it.each([
    ['for another person', async (device: string) => ({ device, who: (await aPerson(portal.db, { passwordHash })).email })],
    [
      'after a new password',
      async (device: string) => {
        await change(sql`update customer set password_hash = ${await hashPassword('Yet-another-11')} where id = ${id}`);
        await change(sql`update customer set password_hash = ${passwordHash} where id = ${id}`);
        return { device, who: email };
      },
    ],
    [
      'after half a year',
      async (device: string) => {
        await change(sql`update known_device set last_used_at = now() - interval '181 days' where customer_id = ${id}`);
        return { device, who: email };
      },
    ],
    ['when it was made up', async () => ({ device: `__Host-livery-device=${newToken().secret}`, who: email })],
    ['when it is no token', async () => ({ device: '__Host-livery-device=%00; other=x', who: email })],
  ])('is an unknown device %s', async (_, prepare) => {
    const { device, who } = await prepare((await logIn(email, PASSWORD)).deviceCookie);
    for (let round = 0; round < 5; round += 1) await logIn(who, 'wrong');
    // Whatever time the attempts took.
    await change(
      sql`update failed_login set next_attempt_at = now() + interval '1 minute' where key = login_account_key(1, ${who})`,
    );

    expect((await logIn(who, PASSWORD, withDevice(device))).status).toBe(429);
  });

  it('is unknown to another brand with the same address', async () => {
    const { deviceCookie } = await logIn(email, PASSWORD);
    await change(sql`insert into customer (organisation_id, brand_id, email, first_name, last_name, password_hash)
      values (2, 2, ${email}, 'Twin', 'Forthetest', ${passwordHash})`);
    for (let round = 0; round < 5; round += 1) await logIn(email, 'wrong', { host: 'alder.localhost' });

    expect((await logIn(email, PASSWORD, withDevice(deviceCookie, { host: 'alder.localhost' }))).status).toBe(429);
  });
});

it('expired failures and devices are deleted', async () => {
  const { deviceCookie } = await logIn(email, PASSWORD);
  await logIn(email, 'wrong');
  await change(sql`update failed_login set last_failed_at = now() - interval '49 hours'`);
  await change(sql`update known_device set last_used_at = now() - interval '181 days' where customer_id = ${id}`);

  await deleteExpiredFailedLogins(portal.db);
  await deleteExpiredDevices(portal.db);

  const { rows } = await sql<{ guesses: number; devices: number }>`
    select (select count(*)::int from failed_login) as guesses, (select count(*)::int from known_device where customer_id = ${id}) as devices`.execute(
    portal.db,
  );
  expect([deviceCookie !== '', rows[0]]).toEqual([true, { guesses: 0, devices: 0 }]);
});
