/**
 * `npm run bench:search`: response times of the search of the whole portal at 100,000 people and about as many orders. `--people 100000 --orders 1` is
 * the default; `--keep DIR` reuses its database. Fails if a search misses its target.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createPeoplePortal } from './people-portal.ts';
import { SEARCHES } from './searches.ts';

/** Maximum p95 of any search in milliseconds. */
const MAX_P95_MS = 150;
const WARM_ROUNDS = 10;

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '100000' },
    orders: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '40' },
    keep: { type: 'string' },
  },
});

const dir = values.keep ?? (await mkdtemp(join(tmpdir(), 'livery-bench-search-')));
const portal = await createPeoplePortal(dir, Number(values.people), Number(values.orders));
try {
  console.log('p50 / p95 in ms (results)');
  let failures = 0;
  for (const [name, query, as] of SEARCHES) {
    const times: number[] = [];
    let results = 0;
    for (let round = -WARM_ROUNDS; round < Number(values.rounds); round += 1) {
      const { total, ms } = await portal.measureQuery(`query=${encodeURIComponent(query)}`, as, '/api/search');
      results = total;
      if (round >= 0) times.push(ms);
    }
    const sorted = times.toSorted((one, other) => one - other);
    const quantile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
    const isTooSlow = quantile(0.95) > MAX_P95_MS;
    if (isTooSlow) failures += 1;
    console.log(
      `${name.padEnd(30)}${quantile(0.5).toFixed(1)} / ${quantile(0.95).toFixed(1)} (${results})${isTooSlow ? `  FAILED: p95 above ${MAX_P95_MS} ms` : ''}`,
    );
  }
  process.exitCode = failures > 0 ? 1 : 0;
} finally {
  await portal.close();
  if (!values.keep) await rm(dir, { recursive: true, force: true });
}
