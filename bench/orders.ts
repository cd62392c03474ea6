/**
 * `npm run bench:orders`: response times of the list of orders at 100,000 orders, for every filter and sort, as the page asks for it: without the
 * totals, which are a request of their own. And the memory of exporting all of them. `--people 10000 --orders 10` is the default; `--keep DIR` reuses its database; words select queries by name. Fails if a list misses its target.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ORDER_QUERIES, toOrderQuery } from './order-queries.ts';
import { measureExports } from './people-export.ts';
import { createPeoplePortal } from './people-portal.ts';

/** Maximum p95 of any list in milliseconds. */
const MAX_P95_MS = 250;
/** Queries that the target does not apply to: they read every order. */
const WITHOUT_TARGET = new Set(['common word: totals']);
/** Maximum memory of the server while all orders with their lines are exported, in MB (1,000,000 bytes). */
const MAX_MEMORY_MB = 300;
const WARM_ROUNDS = 5;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    people: { type: 'string', default: '10000' },
    orders: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '30' },
    keep: { type: 'string' },
  },
});

const dir = values.keep ?? (await mkdtemp(join(tmpdir(), 'livery-bench-orders-')));
const portal = await createPeoplePortal(dir, Number(values.people), Number(values.orders));
try {
  console.log(`${'p50 / p95 in ms (matches)'.padEnd(36)}`);
  let failures = 0;
  for (const [name, query, as] of ORDER_QUERIES) {
    if (positionals.length > 0 && !positionals.some((word) => name.includes(word))) continue;
    const times: number[] = [];
    let matches = 0;
    for (let round = -WARM_ROUNDS; round < Number(values.rounds); round += 1) {
      const { total, ms } = await portal.measureQuery(toOrderQuery(query), as, '/api/orders');
      matches = total;
      if (round >= 0) times.push(ms);
    }
    const sorted = times.toSorted((one, other) => one - other);
    const quantile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
    const isTooSlow = quantile(0.95) > MAX_P95_MS && !WITHOUT_TARGET.has(name);
    if (isTooSlow) failures += 1;
    console.log(
      `${name.padEnd(36)}${quantile(0.5).toFixed(1)} / ${quantile(0.95).toFixed(1)} (${matches})${isTooSlow ? `  FAILED: p95 above ${MAX_P95_MS} ms` : ''}`,
    );
  }
  const isWithinMemory = positionals.length > 0 || (await measureExports(portal, '/api/orders/exporttoexcel', MAX_MEMORY_MB));
  process.exitCode = failures > 0 || !isWithinMemory ? 1 : 0;
} finally {
  await portal.close();
  if (!values.keep) await rm(dir, { recursive: true, force: true });
}
