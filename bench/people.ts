/**
 * `npm run bench:people`: how quickly the list of people answers at 2,000 and at 20,000 people with ten orders each, filter by filter and
 * word by word, asked in turns, and what an export of all of them takes. `--people 10000,100000` is the long form; with `--keep DIR` its
 * databases are used again; words choose by name what is asked. Fails where the longer list breaks its promise.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureExports } from './people-export.ts';
import { createPeoplePortal, DEFAULT_PAGE_SIZE, type PeoplePortal } from './people-portal.ts';
import { peopleQueryGroups } from './people-queries.ts';

/** The longest p95 of any list in ms, and how much slower a list may be among more people, by their medians. */
const LONGEST = 100;
const RATIO = 1.3;
/** Nobody notices a difference below so many ms, and no ratio of it says anything. */
const NOISE = 2;
const WARM_ROUNDS = 10;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    people: { type: 'string', default: '2000,20000' },
    orders: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '40' },
    keep: { type: 'string' },
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
  mayGrow: boolean;
  cells: Figures[];
}

const dir = values.keep ?? (await mkdtemp(join(tmpdir(), 'livery-bench-people-')));
const portals: PeoplePortal[] = [];
try {
  for (const size of sizes) portals.push(await createPeoplePortal(join(dir, String(size)), size, Number(values.orders)));
  const rows = [await measureNewConnections(), ...(await measureLists())];
  let kept = true;
  if (positionals.length === 0) for (const portal of portals) kept = (await measureExports(portal)) && kept;
  const broken = report(rows);
  process.exitCode = broken > 0 || !kept ? 1 : 0;
} finally {
  for (const portal of portals) await portal.close();
  if (!values.keep) await rm(dir, { recursive: true, force: true });
}

/** Each question at every size in turns, so that the machine's mood is the same for all. */
async function measureLists(): Promise<Row[]> {
  const rows: Row[] = [];
  // Compiled code and filled caches, before anything is measured.
  for (const portal of portals) for (let round = 0; round < 60; round += 1) await portal.measureQuery(`page=${round}`);
  for (const { scalesWithSize, queries } of peopleQueryGroups)
    for (const [name, query, by] of queries) {
      if (positionals.length > 0 && !positionals.some((word) => name.includes(word))) continue;
      const meant = await Promise.all(portals.map((portal) => withPage(portal, query, by)));
      rows.push(await inTurns(name, scalesWithSize, rounds, (portal, index) => portal.measureQuery(meant[index] ?? '', by)));
    }
  return rows;
}

/** The page that a question means at this size. */
async function withPage(portal: PeoplePortal, query: string, by: 'north' | undefined): Promise<string> {
  const named = /page=(middle|last)/.exec(query)?.[1];
  if (named === undefined) return query;
  const { total } = await portal.measureQuery(query.replace(/&?page=\w+/, ''), by);
  const last = Math.max(0, Math.floor((total - 1) / DEFAULT_PAGE_SIZE));
  return query.replace(/page=\w+/, `page=${Math.min(10_000, named === 'last' ? last : Math.floor(last / 2))}`);
}

/** The list as somebody finds it for whom the portal connects to PostgreSQL anew, plans and caches included. */
function measureNewConnections(): Promise<Row> {
  return inTurns('nothing, on new connections', false, Math.ceil(rounds / 2), async (portal) => {
    await portal.dropConnections();
    return portal.measureQuery('');
  });
}

async function inTurns(
  name: string,
  mayGrow: boolean,
  times: number,
  ask: (portal: PeoplePortal, index: number) => Promise<{ total: number; ms: number }>,
): Promise<Row> {
  const measured = portals.map((): number[] => []);
  const totals = portals.map(() => 0);
  for (let round = -WARM_ROUNDS; round < times; round += 1)
    for (const [index, portal] of portals.entries()) {
      const { total, ms } = await ask(portal, index);
      totals[index] = total;
      if (round >= 0) measured[index]?.push(ms);
    }
  return {
    name,
    mayGrow,
    cells: measured.map((ms, index) => ({ total: totals[index] ?? 0, p50: share(ms, 0.5), p95: share(ms, 0.95) })),
  };
}

function share(times: readonly number[], part: number): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * part)] ?? 0;
}

/** Shows the figures; answers how many lists broke their promise. */
function report(rows: readonly Row[]): number {
  const head = sizes.map((size) => `${size} people`.padStart(26)).join('');
  console.log(`\n${'p50 / p95 in ms (how many match)'.padEnd(42)}${head}${'ratio'.padStart(8)}`);
  let broken = 0;
  for (const { name, mayGrow, cells } of rows) {
    const [first, last] = [cells[0], cells.at(-1)];
    if (!first || !last) continue;
    const ratio = last.p50 / first.p50;
    const faults = [
      ...(last.p95 > LONGEST ? [`slower than ${LONGEST} ms`] : []),
      ...(!mayGrow && ratio > RATIO && last.p50 - first.p50 > NOISE ? [`more than ${RATIO} times as long`] : []),
    ];
    const shown = cells.map(({ total, p50, p95 }) => `${p50.toFixed(1)} / ${p95.toFixed(1)} (${total})`.padStart(26)).join('');
    console.log(
      `${name.padEnd(42)}${shown}${ratio.toFixed(2).padStart(8)}${faults.length > 0 ? `  FAILED: ${faults.join(', ')}` : ''}`,
    );
    if (faults.length > 0) broken += 1;
  }
  console.log(`${rows.length - broken} of ${rows.length} as promised`);
  return broken;
}
