/**
 * `npm run bench`: how quick the portal is, against floors that are measured in the same run. `npm run bench -- --short`
 * takes a third of the time; `npm run bench -- list order` runs only what is named.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#api/db/embedded.ts';
import { migrate } from '#api/db/migrate.ts';
import { seedDemo } from '#api/db/seed/seed.ts';
import { type Measured, type Probe, probe, warmUp } from './measure.ts';
import { type ServerProcess, startProcess } from './processes.ts';
import { benchOrganisation } from './range.ts';
import { type Aim, printTable, type Row } from './report.ts';
import { scenarios } from './scenarios.ts';

const argumentsGiven = process.argv.slice(2);
const short = argumentsGiven.includes('--short');
const wanted = argumentsGiven.filter((name) => !name.startsWith('--'));
const seconds = short ? 3 : 8;
const dataDir = join(import.meta.dirname, '../.cache/bench');

async function prepare(): Promise<{ url: string; stop(): Promise<void> }> {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, stop: async () => {} };
  await rm(dataDir, { recursive: true, force: true });
  const server = await startEmbeddedPostgres({ dataDir });
  return { url: server.url, stop: () => server.stop() };
}

/** One scenario between two readings of its floor: the machine's mood is in all three. */
async function measure(portal: ServerProcess, floor: ServerProcess, name: string, aim: Aim, wantedProbe: Probe): Promise<Row> {
  const floorProbe: Probe = {
    origin: floor.origin,
    connections: wantedProbe.connections,
    paths: Array.from({ length: 500 }, (_, shelf) => `/select/${shelf}`),
  };
  const before = await probe(floorProbe, Math.max(seconds / 2, 2));
  await warmUp(wantedProbe, seconds);
  const statementsBefore = (await portal.figures()).statements;
  const measured = await probe(wantedProbe, seconds);
  const statements = (await portal.figures()).statements - statementsBefore;
  const after = await probe(floorProbe, Math.max(seconds / 2, 2));
  const floorRate = (before.perSecond + after.perSecond) / 2;
  return { name, ...measured, statementsPerRequest: statements / Math.max(measured.requests, 1), floorRate, aim };
}

const database = await prepare();
let failed = false;
try {
  console.log('Preparing: demonstration, one organisation with 8,000 combinations, one with 80,000 …');
  await migrate(database.url);
  await seedDemo(database.url);
  const small = await benchOrganisation(database.url, 'Bench 8000', 8_000);
  const large = await benchOrganisation(database.url, 'Bench 80000', 80_000);
  const environment = { DATABASE_URL: database.url };
  const floor = await startProcess('floor-server.ts', environment);
  const portal = await startProcess('portal-server.ts', environment);
  const bare: Measured = await probe({ origin: floor.origin, connections: 16, paths: ['/bare'] }, 2);
  console.log(`Bare Fastify route: ${Math.round(bare.perSecond)} a second at 16 connections`);
  const rows: Row[] = [];
  for (const scenario of await scenarios({ url: database.url, portal, small, large })) {
    if (wanted.length > 0 && !wanted.some((name) => scenario.name.includes(name))) continue;
    rows.push(await measure(portal, floor, scenario.name, scenario.aim, scenario.probe));
    printTable(rows.slice(-1), rows.length === 1);
  }
  const { peakMemory } = await portal.figures();
  failed = report(rows, peakMemory);
  await portal.stop();
  floor.process.send('stop');
} finally {
  await database.stop();
}
process.exitCode = failed ? 1 : 0;

function report(rows: Row[], peakMemory: number): boolean {
  const checks: { text: string; passed: boolean }[] = rows.flatMap((row) => row.aim.checks(row));
  const list = rows.find(({ name }) => name === 'list of 10');
  const longList = rows.find(({ name }) => name === 'list of 10, 80,000 combinations');
  if (list && longList) {
    const ratio = longList.perSecond / longList.floorRate / (list.perSecond / list.floorRate);
    checks.push({
      text: `list at 80,000 combinations runs at ${Math.round(ratio * 100)} % of the list at 8,000 (aim: 80 %)`,
      passed: ratio >= 0.8,
    });
  }
  const megabytes = Math.round(peakMemory / 1024 / 1024);
  checks.push({ text: `memory of the server at its peak: ${megabytes} MB (aim: 300 MB)`, passed: megabytes <= 300 });
  for (const { text, passed } of checks) console.log(`${passed ? 'passed' : 'FAILED'}  ${text}`);
  const lost = checks.filter(({ passed }) => !passed).length;
  console.log(`${checks.length - lost} passed, ${lost} failed`);
  return lost > 0;
}
