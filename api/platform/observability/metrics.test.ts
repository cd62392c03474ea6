import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { PgBoss } from 'pg-boss';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobDefinitions } from '#api/jobs.ts';
import { type RunningServer, startServer } from '#api/main.ts';
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts';
import { startTestSession, TEST_KEY } from '#api/testing/portal.ts';
import { recordBackup } from '#tools/backup/record-backup.ts';
import { loadConfig } from '../config.ts';
import { openDatabase } from '../db/database.ts';
import { countLockTimeout, countRequestCutOff } from '../http/failed-requests.ts';
import { openJobQueue } from '../jobs/queue.ts';
import { createBacklogMetrics } from './backlog-metrics.ts';
import { createMetrics } from './metrics.ts';

const TOKEN = 'scrape-me-0123456789';

let database: TestDatabase;
let server: RunningServer;
let headers: Record<string, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  const handle = openDatabase(database.url, { poolSize: 1 });
  const { token } = await startTestSession(handle.db, 'buyer@meridian.example');
  await handle.close();
  headers = { authorization: `Bearer ${token}` };
  server = await start({ METRICS_PORT: '0' });
});
afterAll(async () => {
  await server?.close();
  await database?.close();
});

const start = (environment: Record<string, string>) =>
  startServer(
    loadConfig({
      DATABASE_URL: database.url,
      HOST: 'localhost',
      PORT: '0',
      WEB_DIR: 'off',
      LOG_LEVEL: 'silent',
      SECRET_KEY: TEST_KEY,
      ...environment,
    }),
  );

/** The values of a scrape, by name and labels as the text writes them. */
function parse(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

const scrape = async () => (await fetch(`${server.metricsAddress}/metrics`)).text();

describe('the metrics of a process', () => {
  it('count requests by method, route and class of status, without ids and with one name for unknown paths', async () => {
    for (const path of [
      '/api/orders/987654?fields=id',
      '/api/orders/987655',
      '/api/customerprofile',
      '/api/none/1',
      '/api/none/2',
    ])
      await fetch(new URL(path, `http://localhost:${new URL(server.address).port}`), { headers });
    const text = await scrape();
    const values = parse(text);

    expect(values.get('livery_http_requests_total{method="GET",route="/api/orders/:id",status="4xx"}')).toBe(2);
    expect(values.get('livery_http_requests_total{method="GET",route="/api/customerprofile",status="2xx"}')).toBe(1);
    expect(values.get('livery_http_requests_total{method="GET",route="unknown",status="4xx"}')).toBe(2);
    expect(values.get('livery_http_request_duration_seconds_count{method="GET",route="/api/orders/:id"}')).toBe(2);
    expect(text).not.toMatch(/orders\/98765|none/);
  });

  it('describe the pool, the process and the version', async () => {
    const text = await scrape();
    const values = parse(text);

    expect(values.get('livery_database_connection_wait_seconds_count')).toBeGreaterThan(0);
    expect(values.get('livery_database_pool_connections{state="idle"}')).toBeGreaterThan(0);
    expect(values.get('livery_database_pool_waiting')).toBe(0);
    expect(values.get('livery_database_statements_total')).toBeGreaterThan(0);
    expect(text).toMatch(/^livery_build_info\{version="[\d.]+",node="v[\d.]+"\} 1$/m);
    expect(values.has('nodejs_eventloop_lag_p99_seconds')).toBe(true);
    expect(values.has('process_resident_memory_bytes')).toBe(true);
  });

  it('tell how long nothing has been heard on the connection that announces changes', async () => {
    const { registry, watchListener } = createMetrics('1');
    watchListener(() => 7.5);

    expect(parse(await registry.metrics()).get('livery_listener_age_seconds')).toBe(7.5);
  });

  it('count lock timeouts and requests that are cut off, from zero', async () => {
    const { registry } = createMetrics('1');
    const read = async () => parse(await registry.metrics());
    const before = await read();
    countLockTimeout();
    countRequestCutOff('deadline');
    countRequestCutOff('deadline');
    countRequestCutOff('statement');
    const after = await read();
    const growth = (series: string) => (after.get(series) ?? Number.NaN) - (before.get(series) ?? Number.NaN);

    expect(growth('livery_lock_timeouts_total')).toBe(1);
    const reasons = ['deadline', 'client', 'statement'].map((reason) =>
      growth(`livery_requests_cut_off_total{reason="${reason}"}`),
    );
    expect(reasons).toEqual([2, 0, 1]);
  });

  it('tell what is free on the disk of the data folder', async () => {
    const values = parse(await scrape());
    expect(values.get('livery_disk_free_bytes')).toBeGreaterThan(0);
    expect(values.get('livery_disk_size_bytes')).toBeGreaterThan(values.get('livery_disk_free_bytes') ?? Number.NaN);
  });

  it('count attempts at jobs', async () => {
    const count = async () => parse(await scrape()).get('livery_job_attempts_total{queue="mail.monitor",outcome="completed"}');
    const before = (await count()) ?? 0;
    const boss = new PgBoss({ connectionString: database.url, max: 1, supervise: false, schedule: false });
    await boss.start();
    await boss.send('mail.monitor', {});
    await boss.stop({ graceful: false, close: true });

    await expect.poll(count, { timeout: 15_000, interval: 100 }).toBeGreaterThan(before);
    expect(await scrape()).toContain('livery_job_duration_seconds_count{queue="mail.monitor"}');
  });
});

describe('what waits in the database', () => {
  // A database without a server, whose workers would do what waits.
  let idle: TestDatabase;
  let owner: Client;
  const handle = { close: async () => {} } as Partial<ReturnType<typeof openDatabase>> & { close(): Promise<void> };
  beforeAll(async () => {
    idle = await createTestDatabase();
    const queue = openJobQueue(idle.url, pino({ level: 'silent' }));
    await queue.createQueues(jobDefinitions);
    await queue.close();
    owner = new Client({ connectionString: idle.ownerUrl });
    await owner.connect();
    Object.assign(handle, openDatabase(idle.url, { poolSize: 1 }));
  });
  afterAll(async () => {
    await handle.close();
    await owner?.end();
    await idle?.close();
  });
  const read = (options?: Parameters<typeof createBacklogMetrics>[1]) =>
    createBacklogMetrics(handle.db as NonNullable<typeof handle.db>, options);

  it('is counted: jobs by queue and state, mails, webhooks and bulk edits', async () => {
    const insertJobs = (count: number, startAfter: string) =>
      owner.query(
        `insert into pgboss.job (id, name, data, start_after, policy)
         select gen_random_uuid(), 'people.import-preview', '{}', now() ${startAfter}, 'standard' from generate_series(1, ${count})`,
      );
    await owner.query('delete from mail_outbox');
    await insertJobs(3, "- interval '90 seconds'");
    await insertJobs(2, "+ interval '1 hour'");
    await owner.query(`update pgboss.queue set failed_count = 4, active_count = 1 where name = 'people.import-preview'`);
    await owner.query(`insert into mail_outbox (brand_id, recipient, template, data, due_at, failed_at)
      values (1, 'a@made.example', 'password-changed', '{}', now() - interval '2 hours', null),
        (1, 'b@made.example', 'password-changed', '{}', now(), now())`);
    await owner.query(`insert into bulk_edit (organisation_id, kind, action, actor_id, total, changed, refused, request_id, finished_at)
      select organisation_id, 'people', 'test', id, 50, 20, 5, '${randomUUID()}', finished_at
      from customer, (values (null::timestamptz), (now())) f (finished_at) where email = 'admin@meridian.example'`);
    const values = parse(await read()());

    expect(values.get('livery_database_up')).toBe(1);
    const queue = 'queue="people.import-preview"';
    for (const [state, count] of Object.entries({ waiting: 3, scheduled: 2, running: 1, failed: 4 }))
      expect([state, values.get(`livery_jobs{${queue},state="${state}"}`)]).toEqual([state, count]);
    expect(values.get(`livery_jobs_oldest_waiting_seconds{${queue}}`)).toBeCloseTo(90, -1);
    expect(values.get('livery_jobs_oldest_waiting_seconds{queue="bulk-edit.run"}')).toBe(0);
    expect(values.get('livery_mails{state="waiting"}')).toBe(1);
    expect(values.get('livery_mails{state="failed"}')).toBe(1);
    expect(values.get('livery_mails_oldest_waiting_seconds')).toBeCloseTo(7200, -2);
    expect(values.get('livery_webhooks_waiting')).toBe(0);
    expect(values.get('livery_bulk_edits_running')).toBe(1);
    expect(values.get('livery_bulk_edit_items_left')).toBe(25);
  });

  it('includes how long webhooks have been failing, by address', async () => {
    await owner.query(`insert into webhook_endpoint (brand_id, url, event_types, sealed_secret, failing_since_at, paused_at, paused_by_failures)
      values (1, 'https://one.example', '{order.placed}', '', null, null, false),
        (1, 'https://two.example', '{order.placed}', '', now() - interval '30 minutes', null, false),
        (1, 'https://three.example', '{order.placed}', '', now() - interval '4 days', now(), true)`);
    const values = parse(await read()());

    for (const state of ['working', 'failing', 'paused'])
      expect([state, values.get(`livery_webhook_endpoints{state="${state}"}`)]).toEqual([state, 1]);
    expect(values.get('livery_webhooks_failing_seconds')).toBeCloseTo(1800, -2);
  });

  it('includes the age of the latest backup, and that of the database before there is one', async () => {
    const age = async () => parse(await read()()).get('livery_backup_age_seconds');
    await owner.query(`update schema_migration set applied_at = now() - interval '50 hours'`);
    expect(await age()).toBeCloseTo(180_000, -2);
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    await recordBackup(owner, { startedAt: hoursAgo(10), bytes: 1 });
    expect(await age()).toBeCloseTo(36_000, -2);
    await recordBackup(owner, { startedAt: hoursAgo(2), bytes: 1 });
    await recordBackup(owner, { startedAt: hoursAgo(20), bytes: 1 });

    expect(await age()).toBeCloseTo(7200, -2);
  });

  it('is read once for scrapes in quick succession', async () => {
    const readBacklog = read();
    const sent = handle.statementsSent?.() ?? 0;
    await Promise.all([readBacklog(), readBacklog()]);
    await readBacklog();

    expect(handle.statementsSent?.()).toBe(sent + 1);
  });

  it('is missing, and nothing else fails, while the database does not respond', async () => {
    const readBacklog = read({ maxAgeMs: 0, timeoutMs: 50 });
    await owner.query('begin; lock table mail_outbox');
    const sent = handle.statementsSent?.() ?? 0;
    const during = [await readBacklog(), await readBacklog()].map(parse);
    const sentDuring = (handle.statementsSent?.() ?? 0) - sent;
    await owner.query('commit');

    expect(during.map((values) => [...values])).toEqual(Array(2).fill([['livery_database_up', 0]]));
    expect(sentDuring).toBe(1);
    await expect.poll(async () => parse(await readBacklog()).get('livery_database_up')).toBe(1);
  });
});

describe('who may read the metrics', () => {
  it('is everyone who reaches their own port, and no one at the portal', async () => {
    expect((await fetch(`${server.metricsAddress}/metrics`)).status).toBe(200);
    expect((await fetch(`${server.metricsAddress}/`)).status).toBe(404);
    expect((await fetch(`${server.address}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(404);
  });

  it.each([['METRICS_TOKEN only', {}] as const, ['a port of their own too', { METRICS_PORT: '0' }] as const])(
    'is who knows the token, with %s',
    async (_, environment) => {
      const protectedServer = await start({ METRICS_TOKEN: TOKEN, ...environment });
      const origin = protectedServer.metricsAddress ?? protectedServer.address;
      const statuses = await Promise.all(
        [undefined, 'Bearer wrong', `Bearer ${TOKEN}x`, TOKEN, `Bearer ${TOKEN}`].map(
          async (authorization) => (await fetch(`${origin}/metrics`, authorization ? { headers: { authorization } } : {})).status,
        ),
      );
      await protectedServer.close();

      expect(statuses).toEqual([404, 404, 404, 404, 200]);
    },
  );
});
