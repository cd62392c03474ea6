import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { listBoundaryRequests } from '#api/testing/fuzz/boundary-requests.ts';
import { createCallers } from '#api/testing/fuzz/callers.ts';
import type { TestPortal } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';

const portal = usePortal();

/** They end the caller's session or change who may log in. */
const ENDS_SESSION = /logout|password|secondfactor|impersonat|customers\/:id\/erase|sessions/i;
/** They take the filters of their lists. */
const EXPORTS = /exporttoexcel/i;

const calls = Object.entries<Endpoint>(contract).filter(([call]) => !ENDS_SESSION.test(call) && !EXPORTS.test(call));

let callers: Awaited<ReturnType<typeof createCallers>>;
beforeAll(async () => {
  callers = await createCallers(portal as TestPortal);
  await sql`update organisation set keeps_own_prices = true`.execute(portal.db);
}, 60_000);

it('no number or date at a bound makes a call fail', { timeout: 60_000 }, async () => {
  const faults: string[] = [];
  const statuses: Record<number, number> = {};
  for (const [call, endpoint] of calls) {
    const isOperators = endpoint.access.kind === 'operator';
    const caller = callers.find((each) => each.name === (isOperators ? 'an operator' : 'an Admin'));
    if (!caller) throw new Error('There is no such caller.');
    for (const { what, request } of listBoundaryRequests(call, endpoint, caller.ids)) {
      const headers = { ...(call.includes(' /sizing/') ? caller.sizingHeaders : caller.headers), ...request.headers };
      const { statusCode, payload } = await portal.app.inject({ ...request, headers });
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
      if (statusCode >= 500) faults.push(`${call}, ${what}: ${statusCode} ${payload.slice(0, 100)}`);
    }
  }
  expect(faults.join('\n')).toBe('');
  const sum = Object.values(statuses).reduce((total, count) => total + count, 0);
  // Requests without access would prove nothing.
  expect((statuses[401] ?? 0) + (statuses[403] ?? 0)).toBeLessThan(sum / 20);
  expect(statuses[200] ?? 0).toBeGreaterThan(sum / 10);
});
