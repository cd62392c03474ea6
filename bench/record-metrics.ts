/**
 * `npm run record:metrics`: records the metrics of a portal that works and of one that is broken in each way for which there is an alert, for the tests of the
 * rules in deploy/monitoring. Needs root on Linux, to mount a small file system.
 *   npm run record:metrics                    all states, about 20 minutes
 *   npm run record:metrics -- disk-full       one or several
 */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { openDatabase } from '#api/platform/db/database.ts';
import { startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { migrate } from '#api/platform/db/migrate.ts';
import { TEST_KEY } from '#api/testing/portal.ts';
import { createTestSmtp } from '#api/testing/smtp-server.ts';
import { TEST_TLS } from '#api/testing/tls-certificate.ts';
import { createWebhookReceiver } from '#api/testing/webhook-receiver.ts';
import { anEndpoint } from '#api/testing/webhooks.ts';
import { seedDemo } from '#demo/seed.ts';
import { recordBackup } from '#tools/backup/record-backup.ts';
import { formatRecording, pathOfRecording, type RecordedSeries, SCRAPE_SECONDS } from '#tools/deployment/recordings.ts';
import { ensureBenchOrganisation } from './bench-organisation.ts';
import { brokenStates, type PortalState } from './broken-states.ts';
import { createDatabaseRelay } from './database-relay.ts';
import { type ServerProcess, startProcess } from './processes.ts';
import { type Buyer, type CartItem, checkOut, createBuyer, listSellableItems, startSessions } from './shopping.ts';

const SCRAPES = 9;
const DISK_BYTES = 4e9;
const BUYERS = 2;
const TOKEN = 'recorded-metrics-token';

const states: Record<string, PortalState> = { healthy: { about: 'People order, and nothing is broken.' }, ...brokenStates };

/** The names of the metrics that the rules use. */
async function readUsedNames(): Promise<Set<string>> {
  const rules = await readFile(join(import.meta.dirname, '../deploy/monitoring/prometheus-rules.yaml'), 'utf8');
  return new Set([...rules.matchAll(/\b(?:livery|nodejs)_\w+/g)].map(([name]) => name));
}

/** Of histograms of requests, the rules use those of checkout alone. */
const isUsed = (series: string, names: ReadonlySet<string>) =>
  names.has(series.replace(/\{.*/, '')) &&
  (!series.startsWith('livery_http_request_duration') || /checkoutsummary|setpaymentform/.test(series));

async function scrape(origin: string): Promise<Map<string, number>> {
  const reply = await fetch(`${origin}/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}` },
    signal: AbortSignal.timeout(SCRAPE_SECONDS * 1000 - 500),
  });
  const lines = (await reply.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}

/** Scrapes as Prometheus does; a scrape that fails is one without metrics, and `up` is 0. */
async function record(origin: string): Promise<RecordedSeries[]> {
  const names = await readUsedNames();
  const scrapes: Map<string, number>[] = [];
  // What is measured since the scrape before contains nothing of the time before the fault.
  await scrape(origin).catch(() => undefined);
  await delay(SCRAPE_SECONDS * 1000);
  for (let next = performance.now(); scrapes.length < SCRAPES; next += SCRAPE_SECONDS * 1000) {
    await delay(Math.max(next - performance.now(), 0));
    const metrics = await scrape(origin).catch(() => new Map<string, number>());
    scrapes.push(metrics.set('up', metrics.size > 0 ? 1 : 0));
  }
  const all = new Set(scrapes.flatMap((metrics) => [...metrics.keys()]));
  return [...all]
    .filter((series) => series === 'up' || isUsed(series, names))
    .map((series) => ({ series, values: scrapes.map((metrics) => metrics.get(series)) }));
}

/** Orders until it is told to stop; what fails is tried again. */
function shop(buyer: Buyer, items: readonly CartItem[]): { stop(): Promise<void> } {
  let isStopping = false;
  const run = async () => {
    for (let round = 0; !isStopping; round += 1) {
      try {
        await buyer.client.send('GET', '/api/products?limit=10');
        await buyer.client.send('POST', '/api/shopping_cart_items/multiple', { items: [items[round % items.length]] });
        await checkOut(buyer);
      } catch {
        // Broken, as it is meant to be.
      }
      await delay(700);
    }
  };
  const done = run();
  return {
    stop: async () => {
      isStopping = true;
      await Promise.race([done, delay(5000)]);
      buyer.client.close();
    },
  };
}

const folder = await mkdtemp(join(import.meta.dirname, '../.cache/monitoring-'));
const data = join(folder, 'data');
await mkdir(data);
if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', data], { stdio: 'inherit' }).status !== 0)
  throw new Error('This needs to mount a file system of its own: run it as root on Linux.');
const certificate = join(folder, 'receiver.pem');
await writeFile(certificate, TEST_TLS.cert);
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), settings: { fsync: 'off' } });
const smtp = await createTestSmtp();
const receiver = await createWebhookReceiver();

async function fillDisk(free: number): Promise<() => Promise<void>> {
  const filler = join(data, 'filler');
  spawnSync('fallocate', ['--length', String(DISK_BYTES - free), filler]);
  return () => rm(filler);
}

async function recordState(name: string, state: PortalState, template: string): Promise<void> {
  const database = `state_${name.replaceAll('-', '_')}`;
  await runOnce(postgres.adminUrl, `create database ${database} template ${template} strategy file_copy`);
  const url = withDatabase(postgres.adminUrl, database);
  const organisation = await ensureBenchOrganisation(url, 'Recorded', 200);
  const items = (await listSellableItems(url, organisation)).slice(0, 50);
  const tokens = await startSessions(url, organisation, BUYERS);
  const { db, close } = openDatabase(url, { poolSize: 1 });
  const { port } = new URL(receiver.url);
  const { organisationId } = organisation;
  const { id: endpointId } = await anEndpoint({ db }, { url: `https://127.0.0.1:${port}/hooks`, organisationId });
  await close();
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  await client.query('delete from mail_outbox');
  await recordBackup(client, { startedAt: new Date(Date.now() - 8 * 3_600_000), bytes: 1e8 });
  const [requests, announcements] = [await createDatabaseRelay(postgres.adminUrl), await createDatabaseRelay(postgres.adminUrl)];
  const server: ServerProcess = await startProcess('portal-server.ts', {
    DATABASE_URL: requests.addressOf(url),
    DATABASE_LISTEN_URL: announcements.addressOf(url),
    DATA_DIR: data,
    SECRET_KEY: TEST_KEY,
    SMTP_URL: `${smtp.url}?tls=optional`,
    METRICS_TOKEN: TOKEN,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    NODE_EXTRA_CA_CERTS: certificate,
    LOG_LEVEL: 'silent',
    ...state.environment,
  });
  const { origin, process } = server;
  const shoppers = await Promise.all(tokens.map(async (token) => shop(await createBuyer(origin, token), items)));
  let mend: (() => unknown) | undefined;
  try {
    await delay(5000);
    const relays = { requests, announcements };
    mend = await state.breaks?.({ client, url, organisation, endpointId, smtp, receiver, relays, process, fillDisk });
    const series = await record(origin);
    await writeFile(pathOfRecording(name), formatRecording({ about: state.about, series }));
  } finally {
    await mend?.();
    await Promise.all(shoppers.map(({ stop }) => stop()));
    await server.kill();
    await client.end().catch(() => {});
    requests.close();
    announcements.close();
  }
}

const withDatabase = (url: string, name: string) => {
  const changed = new URL(url);
  changed.pathname = name;
  return changed.href;
};

async function runOnce(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

try {
  const chosen = process.argv.slice(2);
  const unknown = chosen.filter((name) => !(name in states));
  if (unknown.length > 0)
    throw new Error(`There is no state ${unknown.join(', ')}. There are: ${Object.keys(states).join(', ')}.`);
  await runOnce(postgres.adminUrl, 'create database recorded');
  const template = withDatabase(postgres.adminUrl, 'recorded');
  await migrate(template);
  await seedDemo(template);
  await ensureBenchOrganisation(template, 'Recorded', 200);
  await mkdir(join(import.meta.dirname, '../deploy/monitoring/tests'), { recursive: true });
  for (const [name, state] of Object.entries(states)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    await recordState(name, state, 'recorded');
    console.log(`  ${name}`);
  }
} finally {
  await receiver.close();
  await smtp.close();
  await postgres.stop();
  spawnSync('umount', [data]);
  await rm(folder, { recursive: true, force: true });
}
