/**
 * `npm run bench:people`: response times of the list of people at 2,000 and at 20,000 people with ten orders each, for every filter, sort and search in
 * turns, and the memory of exporting all of them. `--people 10000,100000` is the long form; `--keep DIR` reuses its databases; words select queries by
 * name; `--before FOLDER` measures the server of another checkout on the same database in turns, as the first of two columns. Fails if a list misses
 * its target.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureExports } from './people-export.ts';
import { createPeoplePortal, DEFAULT_PAGE_SIZE, type PeoplePortal } from './people-portal.ts';
import { peopleQueryGroups } from './people-queries.ts';

/** Maximum p95 of any list in milliseconds. */
const MAX_P95_MS = 100;
/** How much slower a list may be with more people, by the ratio of medians. */
const MAX_RATIO = 1.3;
/** Differences of medians below this many milliseconds are noise. */
const NOISE_MS = 2;
const WARM_ROUNDS = 10;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    people: { type: 'string', default: '2000,20000' },
    orders: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '40' },
    keep: { type: 'string' },
    before: { type: 'string' },
  },
});
const sizes = values.people.split(',').map(Number);
const rounds = Number(values.rounds);

interface Figures {
  total: number;
  p50: number;
  p95: number;
}
interface Row {
  name: string;
  maxP95: number;
  scalesWithSize: boolean;
  cells: Figures[];
}

const dir = values.keep ?? (await mkdtemp(join(tmpdir(), 'livery-bench-people-')));
const portals: PeoplePortal[] = [];
try {
  for (const size of sizes) {
    const portal = await createPeoplePortal(join(dir, String(size)), size, Number(values.orders));
    if (values.before !== undefined) portals.push(await portal.servedBy(values.before));
    portals.push(portal);
  }
  const rows = [await measureNewConnections(), ...(await measureLists())];
  let isWithinMemory = true;
  if (positionals.length === 0) for (const portal of portals) isWithinMemory = (await measureExports(portal)) && isWithinMemory;
  const failures = report(rows);
  process.exitCode = failures > 0 || !isWithinMemory ? 1 : 0;
} finally {
  for (const portal of portals) await portal.close();
  if (!values.keep) await rm(dir, { recursive: true, force: true });
}

/** Measures each query at every size in turns, so that the machine's load affects all sizes alike. */
async function measureLists(): Promise<Row[]> {
  const rows: Row[] = [];
  // Compiles code and fills caches before anything is measured.
  for (const portal of portals) for (let round = 0; round < 60; round += 1) await portal.measureQuery(`page=${round}`);
  for (const { scalesWithSize, call, maxP95 = MAX_P95_MS, queries } of peopleQueryGroups)
    for (const [name, query, by] of queries) {
      if (positionals.length > 0 && !positionals.some((word) => name.includes(word))) continue;
      const resolved = await Promise.all(portals.map((portal) => resolvePage(portal, query, by)));
      rows.push(
        await measureInTurns({ name, scalesWithSize, maxP95 }, rounds, (portal, index) =>
          portal.measureQuery(resolved[index] ?? '', by, call),
        ),
      );
    }
  return rows;
}

/** Replaces `page=middle` and `page=last` by the number of that page at this size. */
async function resolvePage(portal: PeoplePortal, query: string, as: 'north' | undefined): Promise<string> {
  const named = /page=(middle|last)/.exec(query)?.[1];
  if (named === undefined) return query;
  const { total } = await portal.measureQuery(query.replace(/&?page=\w+/, ''), as);
  const last = Math.max(0, Math.floor((total - 1) / DEFAULT_PAGE_SIZE));
  return query.replace(/page=\w+/, `page=${Math.min(10_000, named === 'last' ? last : Math.floor(last / 2))}`);
}

/** Measures the unfiltered list on new connections to PostgreSQL, without cached plans. */
function measureNewConnections(): Promise<Row> {
  const row = { name: 'nothing, on new connections', scalesWithSize: false, maxP95: MAX_P95_MS };
  return measureInTurns(row, Math.ceil(rounds / 2), async (portal) => {
    await portal.dropConnections();
    return portal.measureQuery('');
  });
}

async function measureInTurns(
  row: Omit<Row, 'cells'>,
  times: number,
  measure: (portal: PeoplePortal, index: number) => Promise<{ total: number; ms: number }>,
): Promise<Row> {
  const measured = portals.map((): number[] => []);
  const totals = portals.map(() => 0);
  for (let round = -WARM_ROUNDS; round < times; round += 1)
    for (const [index, portal] of portals.entries()) {
      const { total, ms } = await measure(portal, index);
      totals[index] = total;
      if (round >= 0) measured[index]?.push(ms);
    }
  return {
    ...row,
    cells: measured.map((ms, index) => ({ total: totals[index] ?? 0, p50: getQuantile(ms, 0.5), p95: getQuantile(ms, 0.95) })),
  };
}

function getQuantile(times: readonly number[], share: number): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0;
}

/** Prints the figures, and returns how many lists missed their targets. */
function report(rows: readonly Row[]): number {
  const columns = sizes.flatMap((size) =>
    values.before === undefined ? [`${size} people`] : [`${size}, before`, `${size} people`],
  );
  const head = columns.map((column) => column.padStart(26)).join('');
  console.log(`\n${'p50 / p95 in ms (matches)'.padEnd(42)}${head}${'ratio'.padStart(8)}`);
  let failures = 0;
  for (const { name, scalesWithSize, maxP95, cells } of rows) {
    const [first, last] = [cells[0], cells.at(-1)];
    if (!first || !last) continue;
    const ratio = last.p50 / first.p50;
    const faults = [
      ...(last.p95 > maxP95 ? [`p95 above ${maxP95} ms`] : []),
      ...(!scalesWithSize && ratio > MAX_RATIO && last.p50 - first.p50 > NOISE_MS
        ? [`more than ${MAX_RATIO} times as slow`]
        : []),
    ];
    const figures = cells.map(({ total, p50, p95 }) => `${p50.toFixed(1)} / ${p95.toFixed(1)} (${total})`.padStart(26)).join('');
    console.log(
      `${name.padEnd(42)}${figures}${ratio.toFixed(2).padStart(8)}${faults.length > 0 ? `  FAILED: ${faults.join(', ')}` : ''}`,
    );
    if (faults.length > 0) failures += 1;
  }
  console.log(`${rows.length - failures} of ${rows.length} within their targets`);
  return failures;
}
