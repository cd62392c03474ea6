import { sql } from 'kysely';
import { Client } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts';
import { openDatabase, runInTransaction } from '../db/database.ts';
import { handleJob, type JobDefinition } from './job.ts';
import { openJobQueue } from './queue.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const job: JobDefinition = { name: 'test', retryLimit: 2, maxBackoff: 60, expiry: 30, concurrency: 1 };

/** Creates the queue as a process does when it starts; returns its row. */
async function createQueue(definition: JobDefinition) {
  const queue = openJobQueue(database.url, pino({ level: 'silent' }));
  await queue.createQueues([definition]);
  await queue.close();
  const client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
  const { rows } = await client.query(
    'SELECT retry_limit, retry_delay_max, expire_seconds, updated_on FROM pgboss.queue WHERE name = $1',
    [job.name],
  );
  await client.end();
  return rows[0];
}

test('a queue is created once, and updated only when its settings have changed', async () => {
  const created = await createQueue(job);
  expect(created).toMatchObject({ retry_limit: 2, retry_delay_max: 60, expire_seconds: 30 });

  expect(await createQueue(job)).toEqual(created);

  const changed = await createQueue({ ...job, retryLimit: 5, maxBackoff: 600, expiry: 90 });
  expect(changed).toMatchObject({ retry_limit: 5, retry_delay_max: 600, expire_seconds: 90 });
});

test('a queue that is closed finishes the job in progress, or gives it back', async () => {
  const { db, close } = openDatabase(database.url, { poolSize: 1 });
  const startJob = async (name: string, work: () => Promise<unknown>) => {
    const definition: JobDefinition = { ...job, name };
    const queue = openJobQueue(database.url, pino({ level: 'silent' }), {
      polling: { interval: 0.5, minBackoff: 30, maxBackoff: 60 },
    });
    const started = Promise.withResolvers<void>();
    const run = async () => {
      started.resolve();
      await work();
    };
    await queue.start([handleJob(definition, run)], {});
    await runInTransaction(db, (tx) => queue.enqueue(tx, definition, {}));
    await started.promise;
    return queue;
  };
  const stateOf = async (name: string) =>
    (await sql<{ state: string }>`select state::text from pgboss.job where name = ${name}`.execute(db)).rows;

  const short = await startJob('short', () => sql`select pg_sleep(0.3)`.execute(db));
  await short.close();
  const long = await startJob('long', () => new Promise(() => {}));
  await long.close(1000);
  expect([await stateOf('short'), await stateOf('long')]).toEqual([[{ state: 'completed' }], [{ state: 'retry' }]]);
  await close();
});
