import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { arbitraryPathRequest, arbitraryRequest } from '#api/testing/fuzz/arbitrary-requests.ts';
import { createCallers } from '#api/testing/fuzz/callers.ts';
import { createEventLoopMonitor, type EventLoopMonitor } from '#api/testing/fuzz/event-loop.ts';
import { createTestPortal, type TestPortal } from '#api/testing/portal.ts';
import { createWebFolder } from '#api/testing/web-folder.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';

/** Requests in total, enough for those of an Admin and of an operator; `npm run fuzz` sends more. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2000);
/** The seed of the sequence of requests; the long form takes another one each time. A failure reports the one it used. */
const SEED = Number(process.env.FUZZ_SEED ?? 1);
/** Requests by each caller to each call with input, before the next round begins with new people in a new database. */
const RUNS = REQUESTS > 10_000 ? 12 : 2;
/** Requests by each caller to any path, in each round. */
const PATH_RUNS = 10 * RUNS;
const MAX_RESPONSE_MS = 2000;
/** No request may keep the others waiting for longer. */
const MAX_HELD_MS = 100;

const calls = Object.entries(contract) as [string, Endpoint][];
const hasInput = ({ params, query, body, form }: Endpoint) => Boolean(params ?? query ?? body ?? form);

/** The specification has these without a full stop. */
const SPECIFIED = [
  'Email is required',
  'Garment was not found',
  'An error occurred, please start again',
  'Size advice is not available for this garment',
  "We don't have a recommendation for this person",
  "We don't have a recommendation for this garment",
  'Person does not have any measurements',
];
const isSentence = (text: unknown) => typeof text === 'string' && (/^[A-Z“].*[.!?]$/s.test(text) || SPECIFIED.includes(text));
const INTERNALS = /\bat \S+ \(|node_modules|\/api\/\w+\/\S+\.ts|select .* from|insert into|pgboss|syntax error|stack/i;

interface FuzzResponse {
  statusCode: number;
  payload: string;
  headers: Record<string, unknown>;
}

const lacksHeaders = (headers: FuzzResponse['headers']) =>
  headers['x-content-type-options'] !== 'nosniff' || !headers['x-request-id'] || !headers['content-security-policy'];

/** The problem with a response to a call; undefined when there is none. */
function findFault(call: string, { reply }: Endpoint, { statusCode, payload, headers }: FuzzResponse): string | undefined {
  if (statusCode >= 500) return `answers ${statusCode}`;
  if (headers['cache-control'] !== 'no-store') return 'may be stored';
  if (lacksHeaders(headers)) return 'lacks headers';
  const type =
    (statusCode < 300 && (reply as { contentMediaType?: string }).contentMediaType) || 'application/json; charset=utf-8';
  if (headers['content-type'] !== type) return `has the type ${headers['content-type']}`;
  if (statusCode < 300) return undefined;
  if (INTERNALS.test(payload)) return `reveals internals: ${payload}`;
  const body = JSON.parse(payload) as {
    errors?: Record<string, string[]>;
    code?: string;
    error?: string;
    error_description?: string;
  };
  const isOAuth = body.error !== undefined && body.error_description !== undefined;
  if (call === 'POST /api/token' || call === 'POST /api/operator/token')
    return isOAuth ? undefined : `is not in the OAuth form: ${payload}`;
  // Its refusals are those of the log-in that it completes.
  if (call === 'POST /api/operator/enrolment/confirm' && isOAuth) return undefined;
  // The errors of the body and size service have a code as well, and so have those about what has changed since it was seen.
  if (call.includes(' /sizing/') || ['changed', 'stale', 'outcome_changed'].includes(body.code ?? '')) delete body.code;
  const sentences = Object.values(body.errors ?? {}).flat();
  const areSentences = sentences.length > 0 && sentences.every(isSentence);
  return areSentences && Object.keys(body).length === 1 ? undefined : `is not in the form of errors: ${payload}`;
}

/** The problem with a response to any path; undefined when there is none. */
function findPathFault({ statusCode, payload, headers }: FuzzResponse): string | undefined {
  if (statusCode >= 500) return `answers ${statusCode}`;
  if (lacksHeaders(headers)) return 'lacks headers';
  return INTERNALS.test(payload) && statusCode >= 400 ? `reveals internals: ${payload}` : undefined;
}

interface Findings {
  requests: number;
  statuses: Record<number, number>;
  faults: string[];
  slowest: { heldMs: number; request: string };
}

const describeRequest = ({ method, url, payload }: InjectOptions) =>
  `${method} ${url?.toString().slice(0, 300)} ${String(payload ?? '').slice(0, 500)}`;

/** Sends requests of every caller to every call and to other paths, until there have been enough. */
async function runRound(portal: TestPortal, monitor: EventLoopMonitor, seed: number, findings: Findings): Promise<void> {
  const callers = await createCallers(portal);

  const send = async (what: string, request: InjectOptions, findProblem: (response: FuzzResponse) => string | undefined) => {
    const started = performance.now();
    let { result: response, heldMs } = await monitor.measure(() => portal.app.inject(request));
    const duration = performance.now() - started;
    findings.requests += 1;
    findings.statuses[response.statusCode] = (findings.statuses[response.statusCode] ?? 0) + 1;
    // What is compiled or collected at the first time does not count.
    if (heldMs > MAX_HELD_MS) heldMs = Math.min(heldMs, (await monitor.measure(() => portal.app.inject(request))).heldMs);
    if (heldMs > findings.slowest.heldMs) findings.slowest = { heldMs, request: `${what}: ${describeRequest(request)}` };
    const problem =
      findProblem(response) ??
      (heldMs > MAX_HELD_MS ? `holds the event loop for ${Math.round(heldMs)} ms` : undefined) ??
      (duration > MAX_RESPONSE_MS ? `takes ${Math.round(duration)} ms` : undefined);
    if (problem) findings.faults.push(`${what} ${problem}\n  ${describeRequest(request)}`);
  };

  for (const [index, { name, headers, sizingHeaders, ids, isOperator }] of callers.entries()) {
    // Each from a network of its own, so that one does not use up the limits of another.
    const remoteAddress = `10.${index}.${seed % 250}.1`;
    const sample = <T>(requests: fc.Arbitrary<T>, numRuns: number) => fc.sample(requests, { numRuns, seed: seed + index });
    for (const request of sample(arbitraryPathRequest, PATH_RUNS)) {
      if (findings.requests >= REQUESTS) return;
      await send(`a path as ${name}`, { ...request, remoteAddress, headers: { ...headers, ...request.headers } }, findPathFault);
    }
    for (const [call, endpoint] of calls) {
      // Ending the session would only make the caller anonymous.
      if (call === 'GET /api/logout' || call === 'POST /api/operator/logout') continue;
      if (isOperator && endpoint.access.kind !== 'operator') continue;
      const own = call.includes(' /sizing/') ? sizingHeaders : headers;
      // A call of operators refuses every customer before it reads anything: once shows that.
      const isRefused = !isOperator && endpoint.access.kind === 'operator';
      for (const request of sample(arbitraryRequest(call, endpoint, ids), hasInput(endpoint) && !isRefused ? RUNS : 1)) {
        if (findings.requests >= REQUESTS) return;
        await send(`${call} as ${name}`, { ...request, remoteAddress, headers: { ...own, ...request.headers } }, (response) =>
          findFault(call, endpoint, response),
        );
      }
    }
  }
}

async function countWrongStockLevels(portal: TestPortal): Promise<number> {
  const { rows } = await sql<{ wrong: number }>`
    select count(*)::int as wrong from stock_level s
    join (select combination_id, sum(on_hand_delta) as on_hand, sum(reserved_delta) as reserved from stock_entry group by 1) e using (combination_id)
    where s.on_hand <> e.on_hand or s.reserved <> e.reserved`.execute(portal.db);
  return rows[0]?.wrong ?? 0;
}

let web: Awaited<ReturnType<typeof createWebFolder>>;
beforeAll(async () => {
  web = await createWebFolder();
});
afterAll(() => web.remove());

it(
  'no request fails, hangs, holds the event loop or breaks the contract, and none changes prototypes or totals',
  async () => {
    const findings: Findings = { requests: 0, statuses: {}, faults: [], slowest: { heldMs: 0, request: '' } };
    const monitor = createEventLoopMonitor();
    for (let round = 0; findings.requests < REQUESTS; round += 1) {
      const portal = await createTestPortal({ config: { webDir: web.path } });
      try {
        await runRound(portal, monitor, SEED + round, findings);
        expect(await countWrongStockLevels(portal)).toBe(0);
      } finally {
        await portal.close();
      }
      if (REQUESTS > 10_000)
        console.log(`${findings.requests} requests, ${findings.faults.length} faults, ${JSON.stringify(findings.statuses)}`);
    }
    monitor.close();

    const { requests, statuses, faults, slowest } = findings;
    const failed = Object.entries(statuses).reduce((sum, [status, count]) => sum + (Number(status) >= 500 ? count : 0), 0);
    console.log(`FUZZ_SEED=${SEED}: ${requests} requests, ${failed} × 5xx, ${JSON.stringify(statuses)}`);
    console.log(`The event loop was held for ${Math.round(slowest.heldMs)} ms at most, by ${slowest.request}`);
    expect(faults.slice(0, 20)).toEqual([]);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
    // If nearly every request were refused before validation, the test would prove nothing.
    expect((statuses[200] ?? 0) / requests).toBeGreaterThan(0.1);
  },
  Math.max(90_000, REQUESTS * 20),
);
