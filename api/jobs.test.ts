import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, expect, it } from 'vitest';
import { type JobQueue, openJobQueue } from '#api/platform/jobs/queue.ts';
import { runAsOwner } from '#api/testing/database.ts';
import { TEST_KEY } from '#api/testing/portal.ts';
import { aWearer, saveTestBody } from '#api/testing/sizing.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { startWorkers, type Workers } from './jobs.ts';
import { loadConfig } from './platform/config.ts';

const portal = usePortal();
let jobs: JobQueue;
let workers: Workers;
afterAll(async () => {
  await workers?.close();
  await jobs?.close();
});

it('erases body data when another retention task fails, and logs the name of the failed task', async () => {
  const { db, url } = portal;
  const wearer = await aWearer(portal);
  await saveTestBody(wearer);
  const { customerId } = wearer.client;
  await sql`update customer set deleted_at = now() - interval '31 days' where id = ${customerId}`.execute(db);
  await runAsOwner(
    portal,
    `create function fail() returns trigger language plpgsql as $$ begin raise 'This table is broken.'; end $$`,
    'create trigger fail before delete on rate_limit execute function fail()',
  );
  const lines: { task?: string; msg?: string; rows?: number; reason?: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });

  jobs = openJobQueue(url, log, { polling: { interval: 0.5, minBackoff: 0, maxBackoff: 0 } });
  const config = loadConfig({ DATABASE_URL: url, SECRET_KEY: TEST_KEY });
  workers = await startWorkers({ config, db, jobs, log, traceCall: (_name, _server, call) => call() });
  await sql`insert into pgboss.job (name, data) values ('platform.retention', '{}')`.execute(db);

  const taskLine = (task: string, message: string) => lines.find((line) => line.task === task && line.msg === message);
  await expect.poll(() => taskLine('rate-limits', 'retention task failed'), { timeout: 15_000 }).toBeDefined();
  await expect.poll(() => taskLine('bodies', 'retention task finished'), { timeout: 15_000 }).toMatchObject({ rows: 1 });
  expect(taskLine('rate-limits', 'retention task failed')?.reason).toBe('This table is broken.');
  const { rows } = await sql`select from body where customer_id = ${customerId}`.execute(db);
  expect(rows).toEqual([]);
});
