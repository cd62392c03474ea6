import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import {
  anApplicant,
  aRegistrationLink,
  listActivationTokensByEmail,
  listMailsTo,
  listPeopleByEmail,
  listRegistrationsByEmail,
} from '#api/testing/registrations.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();

/** Registers from a network: the third number of its address. */
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

const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

/** Does the work so many at a time, each item in its turn. */
async function inLanes<T>(lanes: number, items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (queue.length > 0) await work(queue.shift() as T);
    }),
  );
}

describe('fifty who register at once with one address', () => {
  it.each([2, 3] as const)(
    'are one person, or one request, of type %i',
    async (type) => {
      const { token } = await aRegistrationLink(portal.db, { type });
      for (let round = 0; round < 2; round += 1) {
        const stranger = anApplicant();
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, index) =>
            register(
              { ...stranger, email: index % 2 ? stranger.email : stranger.email.toUpperCase(), token },
              100 * type + 10 * round + (index % 3),
            ),
          ),
        );

        expect(new Set(answers.map(({ status, body }) => `${status} ${body}`))).toEqual(
          new Set([`200 {"success":true,"msg":null,"userRegistrationType":${type}}`]),
        );
        expect(await listPeopleByEmail(portal.db, stranger.email)).toHaveLength(type === 2 ? 1 : 0);
        expect(await listRegistrationsByEmail(portal.db, stranger.email)).toHaveLength(1);
        expect(await listActivationTokensByEmail(portal.db, stranger.email)).toHaveLength(type === 2 ? 1 : 0);
        expect(await listMailsTo(portal.db, stranger.email)).toHaveLength(type === 2 ? 1 : 0);
      }
    },
    60_000,
  );
});

describe('a network', () => {
  it('registers a hundred people an hour by one link; others are not held up by that', async () => {
    const [{ token }, other] = await Promise.all([aRegistrationLink(portal.db), aRegistrationLink(portal.db)]);
    const left = 3_600_000 - (Date.now() % 3_600_000);
    if (left < 20_000) await new Promise((resume) => setTimeout(resume, left + 50));
    const statuses: number[] = [];
    await inLanes(10, Array.from({ length: 103 }), async () => {
      statuses.push((await register({ ...anApplicant(), token }, 900)).status);
    });

    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    const late = await register({ ...anApplicant(), token }, 900);
    expect([late.status, late.body, Number(late.headers['retry-after'])]).toEqual([
      429,
      '{"errors":{"request":["Too many requests. Please wait a moment and try again."]}}',
      expect.any(Number),
    ]);
    expect((await register({ ...anApplicant(), token }, 901)).status).toBe(200);
    expect((await register({ ...anApplicant(), token: other.token }, 900)).status).toBe(200);
    // What is refused for a field that is wrong does not count.
    expect((await register({ token }, 900)).status).toBe(422);
  }, 90_000);

  it('is not the only bound: a link takes a thousand an hour from all networks', async () => {
    const { id, token } = await aRegistrationLink(portal.db);
    const left = 3_600_000 - (Date.now() % 3_600_000);
    if (left < 5000) await new Promise((resume) => setTimeout(resume, left + 50));
    await register({ ...anApplicant(), token }, 950);
    await sql`update rate_limit set hits = 1000 where key like 'registration-link:%' and hits = 1`.execute(portal.db);

    expect((await register({ ...anApplicant(), token }, 951)).status).toBe(429);
    await sql`delete from rate_limit where key like 'registration-link:%'`.execute(portal.db);
    expect(id).toBeGreaterThan(0);
    expect((await register({ ...anApplicant(), token }, 951)).status).toBe(200);
  });
});

describe('whoever measures', () => {
  // A busy machine can blur one measurement; a real difference is there in all three. Each asks from networks of its own.
  const MEASURED = { retry: 2, timeout: 180_000 };
  let measured = 0;
  beforeEach(() => {
    measured += 1;
  });

  it.each([
    [1000, 2],
    [300, 3],
  ] as const)(
    'learns nothing of %i known and unknown addresses, in turns, from a link of type %i: neither by answer nor by time',
    MEASURED,
    async (count, type) => {
      const links = await Promise.all(Array.from({ length: 2 }, () => aRegistrationLink(portal.db, { type })));
      const known = await Promise.all(
        Array.from({ length: 20 }, () => aPerson(portal.db, { passwordHash: '$argon2id$some' }).then(({ email }) => email)),
      );
      const tries = Array.from({ length: count }, (_, index) => ({ index, isKnown: index % 2 === 0 }));
      const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
      const answers = new Set<string>();
      await inLanes(6, tries, async ({ index, isKnown }) => {
        const stranger = anApplicant();
        const email = isKnown ? (known[(index / 2) % known.length] as string) : stranger.email;
        const answer = await register(
          { ...stranger, email, token: links[index % 4 < 2 ? 0 : 1]?.token },
          1000 * measured + Math.floor(index / 20),
        );
        times[isKnown ? 'known' : 'unknown'].push(answer.took);
        answers.add(JSON.stringify([answer.status, answer.headers, answer.body]));
      });

      const gap = Math.abs(median(times.known) - median(times.unknown));
      console.log(
        `type ${type}: median of known ${median(times.known).toFixed(2)} ms, of unknown ${median(times.unknown).toFixed(2)} ms, gap ${gap.toFixed(2)} ms`,
      );
      expect([...answers]).toHaveLength(1);
      expect([times.known.length, times.unknown.length]).toEqual([count / 2, count / 2]);
      expect(gap).toBeLessThan(2);
    },
  );

  it('learns nothing of 500 links that have ended and 500 that never were', MEASURED, async () => {
    const ended = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        aRegistrationLink(portal.db, index % 2 ? { expired: true } : { revoked: true }).then(({ token }) => token),
      ),
    );
    const times: { ended: number[]; never: number[] } = { ended: [], never: [] };
    const answers = new Set<string>();
    for (let index = 0; index < 1000; index += 1) {
      const isEnded = index % 2 === 0;
      const token = isEnded ? ended[(index / 2) % ended.length] : anApplicant().email;
      const began = performance.now();
      const answer = await portal.app.inject({
        url: `/api/checkregistrationtoken?token=${token}`,
        headers: { host: 'localhost' },
        remoteAddress: `10.${100 + measured}.${Math.floor(index / 15)}.1`,
      });
      times[isEnded ? 'ended' : 'never'].push(performance.now() - began);
      const { date: _, 'x-request-id': __, ...headers } = answer.headers;
      answers.add(JSON.stringify([answer.statusCode, headers, answer.payload]));
    }

    const gap = Math.abs(median(times.ended) - median(times.never));
    console.log(
      `median of ended ${median(times.ended).toFixed(2)} ms, of never ${median(times.never).toFixed(2)} ms, gap ${gap.toFixed(2)} ms`,
    );
    expect([...answers]).toHaveLength(1);
    expect(gap).toBeLessThan(2);
  });
});
