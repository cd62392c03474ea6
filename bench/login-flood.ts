import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type BenchOrganisation, PASSWORD } from './bench-organisation.ts';
import { type ServerProcess, startProcess } from './processes.ts';
import type { Check } from './report.ts';
import { startSessions } from './shopping.ts';

/** Log-in attempts a second by the attacker. */
const ATTEMPTS_PER_SECOND = 200;
/** Requests a second by everyone else. */
const REQUESTS_PER_SECOND = 50;
const MAX_NORMAL_REQUEST_MS = 150;
const MAX_REFUSAL_MS = MAX_NORMAL_REQUEST_MS;
/** The server checks 40 attempts from unknown devices at once; some responses may still be on their way. */
const MAX_CONCURRENT_CHECKS = 50;

interface Answer {
  status: number;
  milliseconds: number;
  cookie: string;
}

interface Sent {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  form?: Record<string, string>;
}

/** The accounts that are attacked, and the networks that attack: both derive from the number of the attempt. */
interface Flood {
  name: string;
  account: (attempt: number) => string;
  network: (attempt: number) => string;
}

const manyNetworks = (attempt: number) => `10.${(attempt >> 8) & 255}.${attempt & 255}.9`;
const floods = (emails: readonly string[]): Flood[] => [
  { name: 'one account, many networks', account: () => emails[0] as string, network: manyNetworks },
  { name: 'many accounts, many networks', account: (attempt) => `attempt.${attempt}@flood.example`, network: manyNetworks },
  { name: 'many accounts, one network', account: (attempt) => `attempt.${attempt}@flood.example`, network: () => '10.255.255.9' },
];

/**
 * Floods the log-in in three ways while others work and the owner of the attacked account logs in from a known device. The server trusts the forwarded
 * address, so that attempts can come from many networks.
 */
export async function measureLoginFloods(url: string, organisation: BenchOrganisation, seconds: number): Promise<Check[]> {
  const portal = await startProcess('portal-server.ts', { DATABASE_URL: url, TRUSTED_PROXIES: '127.0.0.1' });
  try {
    const [token = ''] = await startSessions(url, organisation, 1);
    const checks: Check[] = [];
    for (const flood of floods(organisation.emails)) checks.push(...(await measure(portal, organisation, token, flood, seconds)));
    return checks;
  } finally {
    await portal.stop();
  }
}

async function measure(
  portal: ServerProcess,
  { emails }: BenchOrganisation,
  token: string,
  flood: Flood,
  seconds: number,
): Promise<Check[]> {
  const send = createSender(portal.origin);
  const logIn = (username: string, password: string, headers: Record<string, string>) =>
    send({ method: 'POST', path: '/api/token', form: { grant_type: 'password', username, password }, headers });
  // The attempts of earlier floods slow down unknown devices only, and the owner's device is known.
  const owner = emails[0] as string;
  const known = await logIn(owner, PASSWORD, { 'x-forwarded-for': '172.16.0.1', cookie: device });
  device = known.cookie || device;
  const list = (round: number) =>
    send({ method: 'GET', path: `/api/products?page=${round % 20}&limit=10`, headers: { authorization: `Bearer ${token}` } });

  const attempts: (Answer & Span)[] = [];
  const [others, , owners] = await Promise.all([
    runSteadily(REQUESTS_PER_SECOND, seconds, list),
    runSteadily(ATTEMPTS_PER_SECOND, seconds, async (attempt) => {
      const began = performance.now();
      const answer = await logIn(flood.account(attempt), `attempt ${attempt}`, { 'x-forwarded-for': flood.network(attempt) });
      attempts.push({ ...answer, began, ended: performance.now() });
      return answer;
    }),
    runSteadily(2, seconds, () => logIn(owner, PASSWORD, { 'x-forwarded-for': flood.network(1), cookie: device })),
  ]);

  const refused = attempts.filter(({ status }) => status === 429);
  const checked = attempts.filter(({ status }) => status === 400);
  const concurrent = getMaxConcurrency(checked);
  const [p50, p99] = [percentile(others, 0.5), percentile(others, 0.99)];
  const refusal = percentile(refused, 0.99);
  const ownerLogins = owners.filter(({ status }) => status === 200).length;
  console.log(
    `flood, ${flood.name}: ${attempts.length} attempts, ${checked.length} checked, ${refused.length} refused (p50 ${percentile(refused, 0.5).toFixed(1)} ms, p99 ${refusal.toFixed(1)} ms); others p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; owner p99 ${percentile(owners, 0.99).toFixed(0)} ms`,
  );
  return [
    {
      text: `flood, ${flood.name}: others' p99 ${p99.toFixed(1)} ms (target: ${MAX_NORMAL_REQUEST_MS} ms)`,
      passed: p99 <= MAX_NORMAL_REQUEST_MS && others.every(({ status }) => status === 200),
    },
    {
      text: `flood, ${flood.name}: the owner logged in ${ownerLogins} of ${owners.length} times`,
      passed: ownerLogins === owners.length,
    },
    {
      text: `flood, ${flood.name}: refused in ${refusal.toFixed(1)} ms at p99 (target: ${MAX_REFUSAL_MS} ms)`,
      passed: refused.length > 0 && refusal <= MAX_REFUSAL_MS,
    },
    {
      text: `flood, ${flood.name}: at most ${concurrent} attempts checked at once (target: ${MAX_CONCURRENT_CHECKS})`,
      passed: concurrent <= MAX_CONCURRENT_CHECKS,
    },
    {
      text: `flood, ${flood.name}: no attempt succeeded, and every response was 400 or 429`,
      passed: checked.length + refused.length === attempts.length,
    },
  ];
}

interface Span {
  began: number;
  ended: number;
}

function getMaxConcurrency(spans: readonly Span[]): number {
  const changes = spans.flatMap(({ began, ended }) => [
    { at: began, by: 1 },
    { at: ended, by: -1 },
  ]);
  let current = 0;
  let max = 0;
  for (const { by } of changes.toSorted((a, b) => a.at - b.at)) {
    current += by;
    max = Math.max(max, current);
  }
  return max;
}

/** The cookie of the owner's known device, reused from flood to flood. */
let device = '';

/** Starts requests at a constant rate, whether or not earlier ones have finished. */
async function runSteadily(perSecond: number, seconds: number, start: (round: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  const begun = performance.now();
  for (let round = 0; round < perSecond * seconds; round += 1) {
    const wait = begun + (round * 1000) / perSecond - performance.now();
    if (wait > 0) await delay(wait);
    answers.push(start(round));
  }
  return Promise.all(answers);
}

function percentile(answers: readonly Answer[], share: number): number {
  const times = answers.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  return times[Math.min(Math.floor(times.length * share), times.length - 1)] ?? 0;
}

function createSender(origin: string): (sent: Sent) => Promise<Answer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 });
  const { hostname, port } = new URL(origin);
  return ({ method, path, headers = {}, form }) =>
    new Promise((resolve, reject) => {
      const payload = form && new URLSearchParams(form).toString();
      const started = performance.now();
      const sent = request(
        {
          agent,
          hostname,
          port,
          method,
          path,
          headers: {
            host: 'localhost',
            ...(payload ? { 'content-type': 'application/x-www-form-urlencoded', 'content-length': payload.length } : {}),
            ...Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== '')),
          },
        },
        (response) => {
          response.resume();
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              milliseconds: performance.now() - started,
              cookie: response.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
            }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(payload);
    });
}
