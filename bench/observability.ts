/**
 * `npm run bench:observability`: what metrics and the line of each request cost a cheap call. Two servers in this process, one without them, take turns
 * of a few milliseconds, and the processor time of each request is compared: other work on the machine disturbs both alike. Fails above 3 %,
 * or if they send another number of statements.
 */
import pino from 'pino';
import { buildApp } from '#api/app.ts';
import { type Config, loadConfig } from '#api/platform/config.ts';
import { openDatabase } from '#api/platform/db/database.ts';
import { openJobQueue } from '#api/platform/jobs/queue.ts';
import { startObservability } from '#api/platform/observability/start-observability.ts';
import { startTestSession, TEST_KEY } from '#api/testing/portal.ts';
import { withDemoDatabase } from './demo-database.ts';
import { printChecks } from './report.ts';

const TURNS = 300;
const REQUESTS_PER_TURN = 48;
const CONCURRENT = 8;
const MAX_COST = 0.03;
const CALL = '/api/customerprofile';

/** A server without a port, whose log goes nowhere, but is written. */
async function openServer(config: Config) {
  const observability = await startObservability(config, pino({ level: 'silent' }));
  const database = openDatabase(config.databaseUrl, { poolSize: 10, observer: observability.database });
  observability.observePool(database);
  const jobs = openJobQueue(config.databaseUrl, pino({ level: 'silent' }));
  const logTo = pino.destination({ dest: '/dev/null', sync: true });
  const app = await buildApp({ config, database, jobs, observability, logTo });
  await app.ready();
  return {
    app,
    statementsSent: database.statementsSent,
    close: async () => {
      await app.close();
      await database.close();
      await observability.close();
    },
  };
}

type Server = Awaited<ReturnType<typeof openServer>>;

/** Sends the requests of a turn; returns the microseconds of processor time that each took. */
async function sendRequests({ app }: Server, token: string): Promise<number> {
  const headers = { host: 'localhost', authorization: `Bearer ${token}` };
  const before = process.cpuUsage();
  for (let sent = 0; sent < REQUESTS_PER_TURN; sent += CONCURRENT) {
    const responses = await Promise.all(Array.from({ length: CONCURRENT }, () => app.inject({ url: CALL, headers })));
    for (const { statusCode } of responses) if (statusCode !== 200) throw new Error(`A request responded with ${statusCode}.`);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / REQUESTS_PER_TURN;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

await withDemoDatabase(async ({ url }) => {
  const { db, close } = openDatabase(url, { poolSize: 1 });
  const { token } = await startTestSession(db, 'buyer@meridian.example');
  await close();
  const environment = { DATABASE_URL: url, LIVERY_DEMO: 'on', WEB_DIR: 'off', SECRET_KEY: TEST_KEY, LOG_LEVEL: 'warn' };
  const metrics = { METRICS_TOKEN: 'a-token-for-the-benchmark' };
  const servers = [
    await openServer(loadConfig(environment)),
    await openServer(loadConfig({ ...environment, ...metrics })),
    await openServer(loadConfig({ ...environment, ...metrics, LOG_LEVEL: 'info' })),
  ];
  for (let turn = 0; turn < 50; turn += 1) for (const server of servers) await sendRequests(server, token);
  const statementsBefore = servers.map(({ statementsSent }) => statementsSent());
  const times = servers.map((): number[] => []);
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const step of servers.keys()) {
      const index = (turn + step) % servers.length;
      times[index]?.push(await sendRequests(servers[index] as Server, token));
    }
  const statements = servers.map(
    ({ statementsSent }, index) => (statementsSent() - (statementsBefore[index] ?? 0)) / (TURNS * REQUESTS_PER_TURN),
  );
  await Promise.all(servers.map((server) => server.close()));

  const [bare = [], withMetrics = [], withBoth = []] = times;
  const more = (measured: number[], than: number[]) => median(measured.map((time, turn) => time - (than[turn] ?? Number.NaN)));
  const formatCost = (cost: number) => `${cost.toFixed(1)} µs (${((cost / median(bare)) * 100).toFixed(1)} %)`;
  const cost = more(withMetrics, bare);
  console.log(
    `GET ${CALL}: ${median(bare).toFixed(1)} µs of processor time; the line of each request ${formatCost(more(withBoth, withMetrics))} more`,
  );
  const passed = printChecks([
    { text: `metrics cost ${formatCost(cost)} (target: 3 %)`, passed: cost <= median(bare) * MAX_COST },
    {
      text: `as many statements for each request: ${statements.map((count) => count.toFixed(3)).join(', ')}`,
      passed: Math.max(...statements) - Math.min(...statements) < 0.01,
    },
  ]);
  process.exitCode = passed ? 0 : 1;
});
