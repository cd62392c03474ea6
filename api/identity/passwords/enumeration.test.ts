import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { usePortal } from '#api/testing/use-portal.ts';
import { newToken } from '../sessions/tokens.ts';

const EACH = 500;
/** A millisecond is what the machine's other work is worth; whoever looked at the account would need several. */
const MAX_DIFFERENCE_MS = 2;
const portal = usePortal();
let known: string[];

beforeAll(async () => {
  const { rows } = await sql<{ email: string }>`
    insert into customer (organisation_id, brand_id, email, first_name, last_name, password_hash)
    select 1, 1, 'known.' || n || '@made.example', 'Made', 'Forthetest', 'x' from generate_series(1, ${EACH}::int) n returning email`.execute(
    portal.db,
  );
  known = rows.map(({ email }) => email);
}, 60_000);

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] as number;
let networks = 0;

const get = (path: string) => (email: string) => ({
  url: `${path}?${new URLSearchParams({ email, token: newToken().secret })}`,
});
const requests: Record<string, (email: string) => InjectOptions> = {
  'POST /api/passwordrecovery': (email) => ({
    method: 'POST',
    url: '/api/passwordrecovery',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username: email }).toString(),
  }),
  'GET /api/checkpasswordtoken': get('/api/checkpasswordtoken'),
  'GET /api/checkinvitationtoken': get('/api/checkinvitationtoken'),
  'POST /api/customers/updatePassword': (email) => ({
    method: 'POST',
    url: '/api/customers/updatePassword',
    payload: { passwordReset: { email, token: newToken().secret, password: 'Kettle, moss & trailer', organisationId: 1 } },
  }),
};

describe('an address that is known', () => {
  it.each(Object.keys(requests))(
    'cannot be told from one that is not: %s',
    // A busy machine can blur one measurement; a real difference is there in all three.
    { retry: 2, timeout: 120_000 },
    async (call) => {
      const answers = new Set<string>();
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
      const ask = async (email: string, kind: 'known' | 'unknown') => {
        const request = requests[call]?.(email) as InjectOptions;
        networks += 1;
        const remoteAddress = `10.${(networks >> 8) & 255}.${networks & 255}.${1 + (networks >> 16)}`;
        const started = performance.now();
        const answer = await portal.app.inject({ ...request, remoteAddress, headers: { host: 'localhost', ...request.headers } });
        times[kind].push(performance.now() - started);
        const { 'x-request-id': _, date: __, ...headers } = answer.headers;
        answers.add(JSON.stringify([answer.statusCode, headers, answer.payload]));
      };
      for (let round = 0; round < 20; round += 1) await ask(`warm.${round}@made.example`, 'unknown');
      times.unknown = [];

      for (const [round, email] of known.entries()) {
        // The one that is asked first changes from round to round.
        const pair = [() => ask(email, 'known'), () => ask(`unknown.${round}@made.example`, 'unknown')];
        for (const one of round % 2 ? pair : pair.toReversed()) await one();
      }

      const [of, without] = [median(times.known), median(times.unknown)];
      console.log(`${call}: median ${of.toFixed(2)} ms known, ${without.toFixed(2)} ms unknown, ${EACH} each`);
      expect([...answers]).toHaveLength(1);
      expect(Math.abs(of - without)).toBeLessThan(MAX_DIFFERENCE_MS);
    },
  );
});
