/**
 * `npm run bench:people`: how quickly the list of people answers at 2,000 and at 20,000 people with ten orders each, filter by filter,
 * and what an export of all of them takes. `--people 10000,100000` is the long form; with `--keep DIR` its database is used again.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '#api/db/embedded.ts';
import { migrate } from '#api/db/migrate.ts';
import { seedDemo } from '#api/db/seed/seed.ts';
import { growCrowd } from './people-crowd.ts';
import { startProcess } from './processes.ts';
import { logInAll } from './shopping.ts';

const ADMIN = 1;
const NORTH_ADMIN = 2;

/** What is asked, and by whom. */
const ASKED: [name: string, query: string, admin?: 'north'][] = [
  ['nothing', ''],
  ['page 40', 'page=40'],
  ['last page', 'page=last'],
  ['from Z', 'order=name desc'],
  ['by start, newest', 'order=startDateUtc desc'],
  ['by employee number', 'order=employeeNumber'],
  ['by e-mail', 'order=email'],
  ['by first name', 'order=firstName'],
  ['by PO number', 'order=poNumber'],
  ['newest', 'order=createdOnUtc desc'],
  ['last log-in', 'order=lastLogInDateUtc desc'],
  ['by account', 'order=active'],
  ['by account, page 40', 'order=active desc&page=40'],
  ['not started, last log-in', 'orderingStatusId=10&order=lastLogInDateUtc desc'],
  ['part ordered, by PO number, page 40', 'orderingStatusId=20&order=poNumber&page=40'],
  ['opted out, by start', 'orderingStatusId=40&order=startDateUtc desc'],
  ['site', 'resortId=3'],
  ['area', 'businessAreaId=2'],
  ['site and area', 'resortId=3&businessAreaId=2'],
  ['season', 'seasonId=2'],
  ['last season', 'seasonId=1'],
  ['not started', 'orderingStatusId=10'],
  ['part ordered', 'orderingStatusId=20'],
  ['complete', 'orderingStatusId=30'],
  ['opted out', 'orderingStatusId=40'],
  ['not measured', 'orderingBodiMeStatusId=10'],
  ['special measurements', 'orderingBodiMeStatusId=30'],
  ['started, no order', 'orderingAfterStartDateStatusId=10'],
  ['started, not measured', 'orderingAfterStartDateBodiMeStatusId=10'],
  ['started, no order, site, by start', 'orderingAfterStartDateStatusId=10&resortId=6&order=startDateUtc desc'],
  ['not started, not measured, site, area', 'orderingStatusId=10&orderingBodiMeStatusId=10&resortId=1&businessAreaId=3'],
  ['one person', 'query=MR7000'],
  ['surname', 'query=anderson'],
  ['two letters', 'query=an'],
  ['surname, not started', 'query=anderson&orderingStatusId=10'],
  ['everybody by a word', 'query=meridian'],
  ['North: nothing', '', 'north'],
  ['North: not started', 'orderingStatusId=10', 'north'],
  ['North: site and part ordered', 'resortId=2&orderingStatusId=20', 'north'],
];
const LIMIT = 25;
/** The most memory that the server may hold while 100,000 people are exported, in MB. */
const MOST_MEMORY = 200;

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '2000,20000' },
    orders: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '40' },
    /** A folder whose database is used again, and kept. */
    keep: { type: 'string' },
  },
});
const sizes = values.people.split(',').map(Number);
const rounds = Number(values.rounds);

const dataDir = values.keep ?? (await mkdtemp(join(tmpdir(), 'livery-bench-people-')));
await mkdir(dataDir, { recursive: true });
const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
const client = new Client({ connectionString: postgres.url });
const p95 = (times: number[]) => times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0;
const figures = new Map<string, { total: number; ms: number }[]>();
try {
  await migrate(postgres.url);
  await seedDemo(postgres.url);
  await client.connect();
  for (const size of sizes) {
    const started = performance.now();
    await growCrowd(client, size, Number(values.orders));
    console.log(
      `${size} people, ${values.orders} orders each: written in ${((performance.now() - started) / 1000).toFixed(0)} s`,
    );
    await measure();
  }
  report();
} finally {
  await client.end();
  await postgres.stop();
  if (!values.keep) await rm(dataDir, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const server = await startProcess('portal-server.ts', { DATABASE_URL: postgres.url });
  // Under the name of a brand's host.
  const origin = server.origin.replace('127.0.0.1', 'localhost');
  const organisation = {
    organisationId: 1,
    combinations: 0,
    bigProductId: 0,
    customerIds: [ADMIN, NORTH_ADMIN],
    emails: [],
    addressId: 0,
  };
  const [admin = '', north = ''] = await logInAll(postgres.url, organisation, 2);
  const ask = async (query: string, token: string) => {
    const begun = performance.now();
    const answer = await fetch(`${origin}/api/customers?limit=${LIMIT}&${query}`, {
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
    });
    if (answer.status !== 200) throw new Error(`${query}: ${answer.status} ${await answer.text()}`);
    const { totalCount } = (await answer.json()) as { totalCount: number };
    return { totalCount, ms: performance.now() - begun };
  };
  try {
    // Compiled code and filled caches, before anything is measured.
    for (let round = 0; round < 60; round += 1) await ask(`page=${round}`, admin);
    const { totalCount } = await ask('', admin);
    for (const [name, asked, who] of ASKED) {
      const query = asked.replace('page=last', `page=${Math.min(10_000, Math.floor((totalCount - 1) / LIMIT))}`);
      const token = who === 'north' ? north : admin;
      for (let round = 0; round < 10; round += 1) await ask(query, token);
      const times: number[] = [];
      let total = 0;
      for (let round = 0; round < rounds; round += 1) {
        const { totalCount: found, ms } = await ask(query, token);
        times.push(ms);
        total = found;
      }
      figures.set(name, [...(figures.get(name) ?? []), { total, ms: p95(times) }]);
    }
  } finally {
    await server.stop();
  }
  await measureExports(admin);
}

/** Exports in a process of their own, so that its memory is theirs: one, two more after it; and two at once. */
async function measureExports(admin: string): Promise<void> {
  const [first = 0, ...more] = await memoryOf(admin, [1, 1, 1]);
  const [both = 0] = await memoryOf(admin, [2]);
  console.log(
    `  the server held at most ${first} MB with one export, ${more.join(' and ')} MB after two more, ${both} MB with two at once`,
  );
  if (first > MOST_MEMORY) fail(`An export brought the server to ${first} MB, which is more than ${MOST_MEMORY} MB.`);
}

/** The most that a fresh server held until each round of so many exports at once was over, in MB. */
async function memoryOf(token: string, rounds: readonly number[]): Promise<number[]> {
  const server = await startProcess('portal-server.ts', { DATABASE_URL: postgres.url });
  const origin = server.origin.replace('127.0.0.1', 'localhost');
  const held: number[] = [];
  try {
    await fetch(`${origin}/api/customers?limit=1`, { headers: { authorization: `Bearer ${token}` } });
    console.log(`  the server held at most ${inMb((await server.figures()).peakMemory)} MB before`);
    for (const atOnce of rounds) {
      await Promise.all(Array.from({ length: atOnce }, () => exportEverybody(origin, token)));
      held.push(inMb((await server.figures()).peakMemory));
    }
  } finally {
    await server.stop();
  }
  return held;
}

function inMb(bytes: number): number {
  return Math.round(bytes / 1e6);
}

function fail(sentence: string): void {
  console.error(`  ${sentence}`);
  process.exitCode = 1;
}

async function exportEverybody(origin: string, token: string): Promise<void> {
  const begun = performance.now();
  const answer = await fetch(`${origin}/api/customers/exportToExcel`, { headers: { authorization: `Bearer ${token}` } });
  let bytes = 0;
  let first = 0;
  for await (const chunk of answer.body ?? []) {
    first ||= performance.now() - begun;
    bytes += chunk.length;
  }
  const took = performance.now() - begun;
  console.log(
    `  export: first byte after ${first.toFixed(0)} ms, ${(bytes / 1e6).toFixed(1)} MB in ${(took / 1000).toFixed(1)} s`,
  );
}

function report(): void {
  console.log(`\n${'p95 in ms'.padEnd(40)}${sizes.map((size) => `${size} people`.padStart(24)).join('')}${'ratio'.padStart(8)}`);
  for (const [name, cells] of figures) {
    const [first, last] = [cells[0]?.ms ?? 0, cells.at(-1)?.ms ?? 0];
    const shown = cells.map(({ total, ms }) => `${ms.toFixed(1)} (${total})`.padStart(24)).join('');
    console.log(`${name.padEnd(40)}${shown}${(last / first).toFixed(2).padStart(8)}${last > 100 ? '  slower than 100 ms' : ''}`);
  }
}
