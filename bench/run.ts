/**
 * `npm run bench`: the portal's throughput and latency, against baselines measured in the same run. `npm run bench -- --short`
 * takes a third of the time; `npm run bench -- list order` runs only scenarios with these words in their names, `flood` the log-in flood.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { migrate } from '#api/platform/db/migrate.ts';
import { seedDemo } from '#demo/seed.ts';
import { type BenchOrganisation, ensureBenchOrganisation } from './bench-organisation.ts';
import { measureLoginFloods } from './login-flood.ts';
import { interleave, type Measurement, measureProbe, type Probe, warmUp } from './measure.ts';
import { type ServerProcess, startProcess } from './processes.ts';
import { type Check, printChecks, printTable, type ScenarioResult } from './report.ts';
import { createScenarios, type LoadScenario } from './scenarios.ts';

const args = process.argv.slice(2);
const seconds = args.includes('--short') ? 3 : 8;
const selection = args.filter((name) => !name.startsWith('--'));
const includesFlood = selection.length === 0 || selection.includes('flood');
const isFloodOnly = selection.length > 0 && selection.every((name) => name === 'flood');
const dataDir = join(import.meta.dirname, '../.cache/bench');

async function prepare(): Promise<{ url: string; stop(): Promise<void> }> {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, stop: async () => {} };
  await rm(dataDir, { recursive: true, force: true });
  const server = await startEmbeddedPostgres({ dataDir });
  return { url: server.adminUrl, stop: () => server.stop() };
}

/** Measures one scenario between two measurements of its baseline, so that the machine's load affects all three. */
async function measure(
  portal: ServerProcess,
  baseline: ServerProcess,
  { name, target, probe }: LoadScenario,
): Promise<ScenarioResult> {
  const baselineProbe: Probe = {
    origin: baseline.origin,
    connections: probe.connections,
    paths: Array.from({ length: 500 }, (_, group) => `/select/${group}`),
  };
  const before = await measureProbe(baselineProbe, Math.max(seconds / 2, 2));
  await warmUp(probe, seconds);
  const statementsBefore = (await portal.getMetrics()).statements;
  const measured = await measureProbe(probe, seconds);
  const statements = (await portal.getMetrics()).statements - statementsBefore;
  const after = await measureProbe(baselineProbe, Math.max(seconds / 2, 2));
  return {
    name,
    ...measured,
    statementsPerRequest: statements / Math.max(measured.requests, 1),
    baselineRate: (before.perSecond + after.perSecond) / 2,
    target,
  };
}

const database = await prepare();
let failed = false;
try {
  console.log('Preparing the demonstration and two organisations with 8,000 and 80,000 combinations …');
  await migrate(database.url);
  await seedDemo(database.url);
  const small = await ensureBenchOrganisation(database.url, 'Bench 8000', 8_000);
  const measured = isFloodOnly ? { rows: [], peakMemory: 0, listRatio: undefined } : await measureScenarios(small);
  const floods = includesFlood ? await measureLoginFloods(database.url, small, seconds) : [];
  failed = report(measured, floods);
} finally {
  await database.stop();
}
process.exitCode = failed ? 1 : 0;

interface MeasuredScenarios {
  rows: ScenarioResult[];
  peakMemory: number;
  /** Throughput of the list of 80,000 combinations divided by that of 8,000; undefined if not selected. */
  listRatio: number | undefined;
}

async function measureScenarios(small: BenchOrganisation): Promise<MeasuredScenarios> {
  const large = await ensureBenchOrganisation(database.url, 'Bench 80000', 80_000);
  const environment = { DATABASE_URL: database.url };
  const baseline = await startProcess('baseline-server.ts', environment);
  const portal = await startProcess('portal-server.ts', environment);
  const bare: Measurement = await measureProbe({ origin: baseline.origin, connections: 16, paths: ['/bare'] }, 2);
  console.log(`Bare Fastify route: ${Math.round(bare.perSecond)} a second at 16 connections`);
  const rows: ScenarioResult[] = [];
  const all = await createScenarios({ url: database.url, portal, small, large });
  for (const scenario of all) {
    if (selection.length > 0 && !selection.some((name) => scenario.name.includes(name))) continue;
    rows.push(await measure(portal, baseline, scenario));
    printTable(rows.slice(-1), rows.length === 1);
  }
  const lists = ['list of 10', 'list of 10, 80,000 combinations'].filter((name) => rows.some((row) => row.name === name));
  const probes = lists.flatMap((name) => all.find((scenario) => scenario.name === name)?.probe ?? []);
  const [listRate, longListRate] = probes.length === 2 ? await interleave(probes, seconds) : [];
  const listRatio = listRate && longListRate ? longListRate / listRate : undefined;
  const { peakMemory } = await portal.getMetrics();
  await portal.stop();
  baseline.process.send('stop');
  return { rows, peakMemory, listRatio };
}

function report({ rows, peakMemory, listRatio }: MeasuredScenarios, floods: Check[]): boolean {
  const checks: Check[] = rows.flatMap((row) => row.target.checks(row));
  if (listRatio !== undefined)
    checks.push({
      text: `list at 80,000 combinations runs at ${Math.round(listRatio * 100)} % of the list at 8,000, in alternating runs (target: 80 %)`,
      passed: listRatio >= 0.8,
    });
  const megabytes = Math.round(peakMemory / 1024 / 1024);
  if (megabytes > 0)
    checks.push({ text: `peak memory of the server: ${megabytes} MB (target: 300 MB)`, passed: megabytes <= 300 });
  checks.push(...floods);
  return !printChecks(checks);
}
