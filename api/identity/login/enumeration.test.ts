import { beforeAll, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { aNetwork, requestToken } from '#api/testing/token-requests.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { hashPassword } from '../passwords/password-hashing.ts';

/** Each log-in makes a hash: a few show it with every run, `ENUMERATION=500` all that is asked for. */
const PEOPLE = Number(process.env.ENUMERATION ?? 60);
/** What the answer to an unknown address may be quicker or slower by, in the middle. */
const MAX_DIFFERENCE_MS = 2;

const portal = usePortal();
let known: string[];

beforeAll(async () => {
  const passwordHash = await hashPassword('Correct-horse-9');
  known = await Promise.all(
    Array.from({ length: PEOPLE }, async (_, index) => (await aPerson(portal.db, { passwordHash, active: index % 5 > 0 })).email),
  );
}, 60_000);

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

/** Whether two samples may well come from the same source (Mann-Whitney, two-sided, normal approximation). */
function mannWhitney(one: number[], other: number[]): number {
  const ranked = [...one.map((value) => ({ value, first: true })), ...other.map((value) => ({ value, first: false }))].sort(
    (a, b) => a.value - b.value,
  );
  const rankSum = ranked.reduce((sum, { first }, index) => (first ? sum + index + 1 : sum), 0);
  const u = rankSum - (one.length * (one.length + 1)) / 2;
  const mean = (one.length * other.length) / 2;
  const deviation = Math.sqrt((one.length * other.length * (one.length + other.length + 1)) / 12);
  const z = Math.abs(u - mean) / deviation;
  // The tail of the normal distribution (Abramowitz and Stegun 26.2.17).
  const t = 1 / (1 + 0.2316419 * z);
  const polynomial = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 2 * (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
}

// A busy machine can blur one measurement; a real difference is there in all three.
const MEASURED = { retry: 2, timeout: 600_000 };

it(`${PEOPLE} known and ${PEOPLE} unknown addresses in turn get the same answer, after the same time`, MEASURED, async () => {
  const times: [known: number[], unknown: number[]] = [[], []];
  const answers = new Set<string>();
  const ask = async (username: string, kind: 0 | 1) => {
    const from = aNetwork();
    const started = performance.now();
    const { status, headers, body } = await requestToken(
      portal.app,
      { grant_type: 'password', username, password: 'wrong' },
      { remoteAddress: from },
    );
    times[kind].push(performance.now() - started);
    const { 'x-request-id': _, date: __, ...rest } = headers;
    answers.add(JSON.stringify([status, rest, body]));
  };
  for (let round = 0; round < 20; round += 1) await ask(`warm.${round}@nobody.example`, 1);
  times[1].length = 0;

  for (const [index, email] of known.entries()) {
    // Who comes first changes, so that whatever the machine does every other time falls on both.
    const unknown = `${index}${email.slice(String(index).length)}`;
    if (index % 2 === 0) {
      await ask(email, 0);
      await ask(unknown, 1);
    } else {
      await ask(unknown, 1);
      await ask(email, 0);
    }
  }

  const gap = Math.abs(median(times[0]) - median(times[1]));
  const p = mannWhitney(times[0], times[1]);
  console.log(
    `log-in: median ${median(times[0]).toFixed(2)} ms known, ${median(times[1]).toFixed(2)} ms unknown, p = ${p.toFixed(3)}`,
  );
  expect([...answers]).toHaveLength(1);
  // Where the machine is busy with other things, everything takes longer, this too.
  expect(gap).toBeLessThan(Math.max(MAX_DIFFERENCE_MS, median(times[1]) / 10));
  expect(p).toBeGreaterThan(0.001);
});
