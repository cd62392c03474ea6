import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { arbitraryRequest, type KnownIds } from '#api/testing/arbitrary-requests.ts';
import { anAddress, anItem, aPerson, aStockedProduct, aWardrobe, fillCart, orderItems } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';

/** Requests by each caller to each call with input. The seed differs from run to run; `FUZZ_RUNS=500` searches for longer. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 12);
/** The seed of the sequence of requests; a failure reports the one it used. */
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
const MAX_RESPONSE_MS = 2000;

const calls = Object.entries(contract) as [string, Endpoint][];
const portal = usePortal();
let people: { name: string; client: TestClient; sizing: string; ids: KnownIds }[];

beforeAll(async () => {
  const foreign = await portal.as('buyer@hallam.example');
  const foreignAddress = await anAddress(portal.db, foreign);
  const logInAs = async (name: string, role: 'Admin' | 'Buyer' | 'Staff') => {
    const person = await aPerson(portal.db, { role });
    const product = await aStockedProduct(portal.db, { stock: [1000, 1000, 0] });
    await aWardrobe(portal.db, person.id, [product]);
    const client = await portal.as(person.email);
    const placed = await orderItems(portal.db, client, anItem(product));
    const cart = await fillCart(client, anItem(product));
    const address = await anAddress(portal.db, client);
    const ids: KnownIds = {
      organisation: [1, 2],
      customer: [client.customerId, foreign.customerId],
      product: [product.id],
      combination: product.combinations.map(({ id }) => id),
      address: [address, foreignAddress],
      cartLine: cart.items.map(({ id }) => id),
      order: [placed, 11501],
      country: [826, 840],
      group: [1],
      resort: [1],
      season: [1],
      collection: [11],
      category: [1],
    };
    const { body: token } = await client.get<'GET /api/bodyme/tokenv3'>('/api/bodyme/tokenv3');
    return { name, client, sizing: `Bearer ${token.access_token}`, ids };
  };
  people = [await logInAs('an Admin', 'Admin'), await logInAs('a Buyer', 'Buyer'), await logInAs('a wearer', 'Staff')];
}, 60_000);

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

/** The problem with a response; undefined when there is none. */
function findFault(
  call: string,
  { reply }: Endpoint,
  { statusCode, payload, headers }: { statusCode: number; payload: string; headers: Record<string, unknown> },
): string | undefined {
  if (statusCode >= 500) return `answers ${statusCode}`;
  if (headers['cache-control'] !== 'no-store') return 'may be stored';
  if (headers['x-content-type-options'] !== 'nosniff' || !headers['x-request-id'] || !headers['content-security-policy'])
    return 'lacks headers';
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
  if (call === 'POST /api/token')
    return body.error && body.error_description ? undefined : `is not in the OAuth form: ${payload}`;
  // The errors of the body and size service have a code as well.
  if (call.includes(' /sizing/')) delete body.code;
  const sentences = Object.values(body.errors ?? {}).flat();
  const areSentences = sentences.length > 0 && sentences.every(isSentence);
  return areSentences && Object.keys(body).length === 1 ? undefined : `is not in the form of errors: ${payload}`;
}

describe('random input', () => {
  it(
    'no call fails, hangs or breaks its contract',
    async () => {
      const seen: Record<number, number> = {};
      const faults: string[] = [];
      for (const [call, endpoint] of calls) {
        // Ending the session would only make the caller anonymous.
        if (call === 'GET /api/logout') continue;
        for (const { name, client, sizing, ids } of people) {
          const own = call.includes(' /sizing/') ? { ...client.headers, authorization: sizing } : client.headers;
          for (const request of fc.sample(arbitraryRequest(call, endpoint, ids), {
            numRuns: hasInput(endpoint) ? RUNS : 2,
            seed: SEED,
          })) {
            const started = performance.now();
            const answer = await portal.app.inject({ ...request, headers: { ...own, ...request.headers } });
            const duration = performance.now() - started;
            seen[answer.statusCode] = (seen[answer.statusCode] ?? 0) + 1;
            const fault =
              findFault(call, endpoint, answer) ?? (duration > MAX_RESPONSE_MS ? `takes ${Math.round(duration)} ms` : undefined);
            if (fault)
              faults.push(
                `${call} as ${name} ${fault}\n  ${request.url?.toString().slice(0, 300)} ${String(request.payload ?? '').slice(0, 500)}`,
              );
          }
        }
      }
      const total = Object.values(seen).reduce((sum, count) => sum + count, 0);
      console.log(`fuzz with FUZZ_SEED=${SEED}: ${total} requests, ${JSON.stringify(seen)}`);
      expect(faults.slice(0, 10)).toEqual([]);
      // If every request were refused before validation, the test would prove nothing.
      expect((seen[200] ?? 0) / total).toBeGreaterThan(0.1);
    },
    Math.max(60_000, RUNS * 4000),
  );

  it('changes no prototype and no total', async () => {
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
    const { rows } = await sql<{ wrong: number }>`
      select count(*)::int as wrong from stock_level s
      join (select combination_id, sum(on_hand_delta) as on_hand, sum(reserved_delta) as reserved from stock_entry group by 1) e using (combination_id)
      where s.on_hand <> e.on_hand or s.reserved <> e.reserved`.execute(portal.db);
    expect(rows[0]?.wrong).toBe(0);
  });
});
