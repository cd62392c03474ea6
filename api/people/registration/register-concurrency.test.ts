import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { withinOneWindow } from '#api/testing/rate-limit-window.ts';
import {
  anApplicant,
  aRegistrationLink,
  listActivationTokensByEmail,
  listMailsTo,
  listPeopleByEmail,
  listRegistrationsByEmail,
} from '#api/testing/registrations.ts';
import { usePortal } from '#api/testing/use-portal.ts';

/** Every response to a registration comes at a multiple of this. */
const RESPONSE_INTERVAL_MS = 150;
const portal = usePortal();

/** Registers from a network, given as the third number of its address. */
async function register(body: object, network = 1) {
  const began = performance.now();
  const answer = await portal.app.inject({
    method: 'POST',
    url: '/api/registerwithtoken',
    headers: { host: 'localhost' },
    payload: body,
    remoteAddress: `10.${Math.floor(network / 250)}.${network % 250}.1`,
  });
  const { date: _, 'x-request-id': __, ...headers } = answer.headers;
  return { took: performance.now() - began, status: answer.statusCode, headers, body: answer.payload };
}

/** Does the work for every item, by so many workers at a time. */
async function inParallel<T>(workers: number, items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (queue.length > 0) await work(queue.shift() as T);
    }),
  );
}

describe('fifty concurrent registrations with one address', () => {
  it.each([2, 3] as const)(
    'are one person, or one request, of type %i',
    async (type) => {
      const { token } = await aRegistrationLink(portal.db, { type });
      for (let round = 0; round < 2; round += 1) {
        const applicant = anApplicant();
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, index) =>
            register(
              { ...applicant, email: index % 2 ? applicant.email : applicant.email.toUpperCase(), token },
              100 * type + 10 * round + (index % 3),
            ),
          ),
        );

        expect(new Set(answers.map(({ status, body }) => `${status} ${body}`))).toEqual(
          new Set([`200 {"success":true,"msg":null,"userRegistrationType":${type}}`]),
        );
        expect(await listPeopleByEmail(portal.db, applicant.email)).toHaveLength(type === 2 ? 1 : 0);
        expect(await listRegistrationsByEmail(portal.db, applicant.email)).toHaveLength(1);
        expect(await listActivationTokensByEmail(portal.db, applicant.email)).toHaveLength(type === 2 ? 1 : 0);
        expect(await listMailsTo(portal.db, applicant.email)).toHaveLength(1);
      }
    },
    60_000,
  );
});

describe('a network', () => {
  it('registers a hundred people an hour by one link; other networks are not affected', async () => {
    const other = await aRegistrationLink(portal.db);
    const { token, network, statuses, refused } = await withinOneWindow(3600, async (run) => {
      const link = await aRegistrationLink(portal.db);
      const from = 900 + 10 * run;
      const answers: number[] = [];
      await inParallel(10, Array.from({ length: 103 }), async () => {
        answers.push((await register({ ...anApplicant(), token: link.token }, from)).status);
      });
      const last = await register({ ...anApplicant(), token: link.token }, from);
      return { token: link.token, network: from, statuses: answers, refused: last };
    });

    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect([refused.status, refused.body, Number(refused.headers['retry-after'])]).toEqual([
      429,
      '{"errors":{"request":["Too many requests. Please wait a moment and try again."]}}',
      expect.any(Number),
    ]);
    expect((await register({ ...anApplicant(), token }, network + 1)).status).toBe(200);
    expect((await register({ ...anApplicant(), token: other.token }, network)).status).toBe(200);
    // What is refused for an invalid field does not count.
    expect((await register({ token }, network)).status).toBe(422);
  }, 90_000);

  it('is not the only limit: a link accepts a thousand registrations an hour from all networks', async () => {
    const { status, token } = await withinOneWindow(3600, async (run) => {
      const link = await aRegistrationLink(portal.db);
      await register({ ...anApplicant(), token: link.token }, 950 + run);
      await sql`update rate_limit set hits = 1000 where key like 'registration-link:%' and hits = 1`.execute(portal.db);
      return { token: link.token, status: (await register({ ...anApplicant(), token: link.token }, 960 + run)).status };
    });

    expect(status).toBe(429);
    await sql`delete from rate_limit where key like 'registration-link:%'`.execute(portal.db);
    expect((await register({ ...anApplicant(), token }, 970)).status).toBe(200);
  });
});

describe('an address or a link that does not exist', () => {
  it.each([2, 3] as const)('gets the same response as an existing one, from a link of type %i', async (type) => {
    const { token } = await aRegistrationLink(portal.db, { type });
    const known = await aPerson(portal.db, { passwordHash: '$argon2id$some' });

    const answers = [
      await register({ ...anApplicant(), email: known.email, token }, 1000 + type),
      await register({ ...anApplicant(), token }, 1000 + type),
    ];

    expect(new Set(answers.map(({ status, headers, body }) => JSON.stringify([status, headers, body])))).toHaveLength(1);
    // Neither was answered before the interval was over, which is longer than the work takes.
    for (const { took } of answers) expect(took).toBeGreaterThanOrEqual(RESPONSE_INTERVAL_MS - 1);
  });

  it('gets the same response as an expired link', async () => {
    const [expired, revoked] = await Promise.all([
      aRegistrationLink(portal.db, { expired: true }),
      aRegistrationLink(portal.db, { revoked: true }),
    ]);
    const answers = new Set<string>();
    for (const token of [expired.token, revoked.token, anApplicant().email]) {
      const answer = await portal.app.inject({
        url: `/api/checkregistrationtoken?token=${token}`,
        headers: { host: 'localhost' },
        remoteAddress: '10.100.0.1',
      });
      const { date: _, 'x-request-id': __, ...headers } = answer.headers;
      answers.add(JSON.stringify([answer.statusCode, headers, answer.payload]));
    }
    expect([...answers]).toHaveLength(1);
  });
});
