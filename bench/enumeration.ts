/**
 * `npm run bench:enumeration`: whether response times show which addresses and links exist. Sends the same request for known and
 * unknown ones alternately and compares the medians and, by the Mann-Whitney test, the distributions. Unit tests cover that the
 * replies are equal.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import pino from 'pino';
import { buildApp } from '#api/app.ts';
import { hashPassword } from '#api/identity/passwords/password-hashing.ts';
import { newToken } from '#api/identity/sessions/tokens.ts';
import { jobDefinitions } from '#api/jobs.ts';
import { loadConfig } from '#api/platform/config.ts';
import { openDatabase } from '#api/platform/db/database.ts';
import { startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { migrate } from '#api/platform/db/migrate.ts';
import { openJobQueue } from '#api/platform/jobs/queue.ts';
import { aPerson } from '#api/testing/builders.ts';
import { anApplicant, aRegistrationLink } from '#api/testing/registrations.ts';
import { seedDemo } from '#demo/seed.ts';

/** Medians may differ by this or by a tenth, which other work of the machine is worth; beyond, chance has to be a likely cause. */
const MAX_DIFFERENCE_MS = 2;
const MIN_PROBABILITY = 0.01;
const WARM_UP_REQUESTS = 20;

const { values } = parseArgs({ options: { requests: { type: 'string', default: '300' } } });
const requests = Number(values.requests);

type RequestFor = (address: string) => InjectOptions;

const form = (url: string, fields: Record<string, string>): InjectOptions => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: new URLSearchParams(fields).toString(),
});
const checkToken = (path: string) => (email: string) => ({
  url: `${path}?${new URLSearchParams({ email, token: newToken().secret })}`,
});

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] as number;

/** Probability that two samples from the same source differ this much (Mann-Whitney, two-sided, normal approximation). */
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

const dataDir = await mkdtemp(join(tmpdir(), 'livery-enumeration-'));
const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
await migrate(postgres.url);
await seedDemo(postgres.url);
const database = openDatabase(postgres.url, { poolSize: 4 });
const { db } = database;
const jobs = openJobQueue(postgres.url, pino({ level: 'silent' }));
await jobs.createQueues(jobDefinitions);
const secretKey = Buffer.alloc(32, 'bench').toString('base64url');
const config = loadConfig({
  DATABASE_URL: postgres.url,
  LIVERY_DEMO: 'on',
  WEB_DIR: 'off',
  SECRET_KEY: secretKey,
  LOG_LEVEL: 'silent',
});
const app = await buildApp({ config: { ...config, anonymousLimit: 1_000_000 }, database, jobs });

let networks = 0;
/** Milliseconds until the response; each request comes from a network of its own, so that no rate limit applies. */
async function measureRequest(request: InjectOptions): Promise<number> {
  networks += 1;
  const remoteAddress = `10.${(networks >> 8) & 255}.${networks & 255}.${1 + (networks >> 16)}`;
  const startedAt = performance.now();
  await app.inject({ ...request, remoteAddress, headers: { host: 'localhost', ...request.headers } });
  return performance.now() - startedAt;
}

/** Measures both kinds alternately; which comes first changes each time, so that other work of the machine affects both alike. */
async function compare(name: string, request: RequestFor, known: readonly string[], unknown: () => string): Promise<boolean> {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  for (let warmUp = 0; warmUp < WARM_UP_REQUESTS; warmUp += 1) await measureRequest(request(unknown()));
  for (const [index, address] of known.entries()) {
    const pair = [['known', address] as const, ['unknown', unknown()] as const];
    for (const [kind, value] of index % 2 === 0 ? pair : pair.toReversed())
      times[kind].push(await measureRequest(request(value)));
  }
  const [ofKnown, ofUnknown] = [median(times.known), median(times.unknown)];
  const p = mannWhitney(times.known, times.unknown);
  const isAlike = Math.abs(ofKnown - ofUnknown) < Math.max(MAX_DIFFERENCE_MS, ofUnknown / 10) || p > MIN_PROBABILITY;
  const figures = `known ${ofKnown.toFixed(2)} ms, unknown ${ofUnknown.toFixed(2)} ms, p = ${p.toFixed(3)}`;
  console.log(`${isAlike ? 'ok ' : 'BAD'} ${name}: ${figures}, ${known.length} each`);
  return isAlike;
}

const unknownAddress = () => anApplicant().email;
const passwordHash = await hashPassword('Correct-horse-9');
const people: { id: number; email: string }[] = [];
for (let index = 0; index < requests; index += 1) people.push(await aPerson(db, { passwordHash, active: index % 5 > 0 }));
const emails = people.map(({ email }) => email);
const optOutKeys = await sql<{ key: string }>`
  select opt_out_guid::text as key from customer where id = any(${people.map(({ id }) => id)}) and active`.execute(db);
const endedLinks: string[] = [];
for (let index = 0; index < requests; index += 1)
  endedLinks.push((await aRegistrationLink(db, index % 2 ? { expired: true } : { revoked: true })).token);
const register = async (type: 2 | 3): Promise<RequestFor> => {
  const { token } = await aRegistrationLink(db, { type });
  return (email) => ({ method: 'POST', url: '/api/registerwithtoken', payload: { ...anApplicant(), email, token } });
};

const comparisons: [name: string, request: RequestFor, known: readonly string[], unknown: () => string][] = [
  [
    'POST /api/token',
    (username) => form('/api/token', { grant_type: 'password', username, password: 'wrong' }),
    emails,
    unknownAddress,
  ],
  ['POST /api/passwordrecovery', (username) => form('/api/passwordrecovery', { username }), emails, unknownAddress],
  ['GET /api/checkpasswordtoken', checkToken('/api/checkpasswordtoken'), emails, unknownAddress],
  ['GET /api/checkinvitationtoken', checkToken('/api/checkinvitationtoken'), emails, unknownAddress],
  [
    'POST /api/customers/updatePassword',
    (email) => ({
      method: 'POST',
      url: '/api/customers/updatePassword',
      payload: { passwordReset: { email, token: newToken().secret, password: 'Kettle, moss & trailer', organisationId: 1 } },
    }),
    emails,
    unknownAddress,
  ],
  ['POST /api/registerwithtoken, type 2', await register(2), emails, unknownAddress],
  ['POST /api/registerwithtoken, type 3', await register(3), emails, unknownAddress],
  [
    'GET /api/checkregistrationtoken',
    (token) => ({ url: `/api/checkregistrationtoken?token=${token}` }),
    endedLinks,
    () => newToken().secret,
  ],
  [
    'GET /api/wardrobepptout',
    (key) => ({
      url: `/api/wardrobepptout?customerGuid=${key}`,
      headers: { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' },
    }),
    optOutKeys.rows.map(({ key }) => key),
    () => crypto.randomUUID(),
  ],
];

try {
  for (const [name, request, known, unknown] of comparisons) {
    await sql`truncate rate_limit`.execute(db);
    let isAlike = await compare(name, request, known, unknown);
    // Other work of the machine can blur one measurement; a real difference shows in all three. An opt-out can be made only once.
    for (let repeat = 0; repeat < 2 && !isAlike && name !== 'GET /api/wardrobepptout'; repeat += 1)
      isAlike = await compare(name, request, known, unknown);
    if (!isAlike) process.exitCode = 1;
  }
} finally {
  await app.close();
  await jobs.close();
  await database.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
