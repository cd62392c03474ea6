import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { Tx } from '../db/database.ts';

/** What can be asked to happen later, and the data it needs. */
export interface Jobs {
  'mail.send': { mailId: string };
  'platform.tidy': Record<string, never>;
}

type Work = { [Name in keyof Jobs]: (data: Jobs[Name]) => Promise<void> };

/** Jobs are rows of the same database: one that is queued in a transaction exists exactly when the transaction commits. */
export interface JobQueue {
  enqueue<Name extends keyof Jobs>(tx: Tx, name: Name, data: Jobs[Name]): Promise<void>;
  /** Makes the queues, if they are not there yet; jobs can be queued from then on. */
  prepare(): Promise<void>;
  /** Prepares and starts working; each process works, each job is done by one. */
  start(work: Work): Promise<void>;
  close(): Promise<void>;
}

const QUEUES: { name: keyof Jobs; retryLimit: number; cron?: string }[] = [
  { name: 'mail.send', retryLimit: 20 },
  { name: 'platform.tidy', retryLimit: 1, cron: '17 * * * *' },
];

export function openJobQueue(databaseUrl: string, log: FastifyBaseLogger): JobQueue {
  const boss = new PgBoss({ connectionString: databaseUrl, application_name: 'livery jobs', max: 2 });
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue cannot reach the database'));
  const prepare = async () => {
    await boss.start();
    for (const { name, retryLimit } of QUEUES) {
      await boss.createQueue(name, { retryLimit, retryBackoff: true, retryDelay: 5, retryDelayMax: 900, expireInSeconds: 120 });
    }
  };
  return {
    prepare,
    enqueue: async (tx, name, data) => {
      const db = {
        executeSql: async (text: string, values?: unknown[]) => {
          // pg-boss writes plain SQL with $1…; Kysely passes it on within the caller's transaction.
          const { rows } = await tx.executeQuery({
            sql: text,
            parameters: values ?? [],
            query: sql`select`.toOperationNode() as never,
            queryId: { queryId: '' },
          });
          return { rows };
        },
      };
      await boss.send(name, data, { db });
    },
    start: async (work) => {
      await prepare();
      for (const { name, cron } of QUEUES) {
        await boss.work(name, { pollingIntervalSeconds: 2, batchSize: 1 }, async ([job]) => {
          if (job) await work[name](job.data as never);
        });
        if (cron) await boss.schedule(name, cron);
      }
    },
    close: () => boss.stop({ graceful: true, timeout: 5000, close: true }),
  };
}
