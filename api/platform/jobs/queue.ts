import type { FastifyBaseLogger } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { Tx } from '../db/database.ts';

/** What can be asked to happen later, and the data it needs. */
export interface JobPayloads {
  'mail.send': { mailId: string };
  'mail.watch': Record<string, never>;
  'passwords.recover': { brandId: number; address: string };
  'invitations.send': Record<string, never>;
  'people.import': { organisationId: number; importId: number };
  'people.change': { organisationId: number; changeId: number };
  'range.change': { organisationId: number; changeId: number };
  'platform.tidy': Record<string, never>;
}

export interface EnqueueOptions {
  /** Of the job; another one with the same id is not queued. */
  id?: string;
  /** An insert of the caller's that goes to the database in the same statement as the job's own. */
  alongside?: RawBuilder<unknown>;
}

type JobHandlers = { [Name in keyof JobPayloads]: (data: JobPayloads[Name]) => Promise<void> };

/** Jobs are rows of the same database: one that is queued in a transaction exists exactly when the transaction commits. */
export interface JobQueue {
  enqueue<Name extends keyof JobPayloads>(tx: Tx, name: Name, data: JobPayloads[Name], options?: EnqueueOptions): Promise<void>;
  /** Queues a job unless the one with this id still waits or is being done. */
  enqueueUnique<Name extends keyof JobPayloads>(name: Name, id: string, data: JobPayloads[Name]): Promise<void>;
  /** Whether a job with this data still waits, for another attempt too, or is being done; false when it was given up. */
  isPending<Name extends keyof JobPayloads>(name: Name, data: JobPayloads[Name]): Promise<boolean>;
  /** Makes the queues, if they are not there yet; jobs can be queued from then on. */
  createQueues(): Promise<void>;
  /** Prepares and starts working; each process works, each job is done by one. */
  start(work: JobHandlers): Promise<void>;
  close(): Promise<void>;
}

interface Queue {
  name: keyof JobPayloads;
  retryLimit: number;
  /** Longest pause between two attempts, in seconds; each is about twice the one before. */
  maxBackoff: number;
  /** Longest time that one may take before another process takes it over, in seconds. */
  expiry: number;
  /** How many of these one process does at a time. */
  concurrency: number;
  cron?: string;
}

const QUEUES: Queue[] = [
  // A mail says itself when it is given up. The pause is short, so that a server that is back gets all of them soon;
  // large providers allow three connections at a time.
  { name: 'mail.send', retryLimit: 100_000, maxBackoff: 120, expiry: 60, concurrency: 3 },
  { name: 'mail.watch', retryLimit: 0, maxBackoff: 900, expiry: 120, concurrency: 1, cron: '*/5 * * * *' },
  { name: 'passwords.recover', retryLimit: 20, maxBackoff: 120, expiry: 120, concurrency: 5 },
  { name: 'invitations.send', retryLimit: 20, maxBackoff: 120, expiry: 120, concurrency: 1 },
  // Works for 20 seconds and then queues its successor: what was killed is taken over a minute later.
  { name: 'people.import', retryLimit: 20, maxBackoff: 60, expiry: 60, concurrency: 1 },
  { name: 'people.change', retryLimit: 20, maxBackoff: 120, expiry: 900, concurrency: 1 },
  { name: 'range.change', retryLimit: 20, maxBackoff: 120, expiry: 900, concurrency: 1 },
  { name: 'platform.tidy', retryLimit: 1, maxBackoff: 900, expiry: 120, concurrency: 1, cron: '17 * * * *' },
];

/** In seconds. */
export interface PollingOptions {
  interval: number;
  minBackoff: number;
  /** Where it is shorter than a queue's own. */
  maxBackoff: number;
}

const DEFAULT_POLLING: PollingOptions = { interval: 2, minBackoff: 5, maxBackoff: 900 };

export function openJobQueue(databaseUrl: string, log: FastifyBaseLogger, pace: PollingOptions = DEFAULT_POLLING): JobQueue {
  const boss = new PgBoss({ connectionString: databaseUrl, application_name: 'livery jobs', max: 2 });
  // The error carries the whole client; its message is what helps.
  boss.on('error', (error) => log.warn({ reason: error.message }, 'the job queue cannot reach the database'));
  const prepare = async () => {
    await boss.start();
    for (const { name, retryLimit, maxBackoff, expiry } of QUEUES) {
      const settings = {
        retryLimit,
        retryBackoff: true,
        retryDelay: pace.minBackoff,
        retryDelayMax: Math.min(maxBackoff, pace.maxBackoff),
        expireInSeconds: expiry,
      };
      await boss.createQueue(name, settings);
      // A queue that an earlier release made keeps its old settings otherwise.
      await boss.updateQueue(name, settings);
    }
  };
  return {
    createQueues: prepare,
    enqueue: async (tx, name, data, { id, alongside } = {}) => {
      const db = {
        executeSql: async (text: string, values: unknown[] = []) => {
          const insert = asFragment(text, values);
          const { rows } = await (alongside ? sql`with alongside as (${alongside}) ${insert}` : insert).execute(tx);
          return { rows };
        },
      };
      await boss.send(name, data, { db, ...(id ? { id } : {}) });
    },
    isPending: async (name, data) => (await boss.findJobs(name, { data })).some(isUnfinished),
    enqueueUnique: async (name, id, data) => {
      const [job] = await boss.findJobs(name, { id });
      if (job && isUnfinished(job)) return;
      if (job) await boss.deleteJob(name, id);
      await boss.send(name, data, { id });
    },
    start: async (work) => {
      await prepare();
      for (const { name, concurrency, cron } of QUEUES) {
        const options = {
          pollingIntervalSeconds: pace.interval,
          batchSize: concurrency,
          burstWhenBatchFull: true,
          perJobResults: true,
        } as const;
        await boss.work(name, options, (jobs) =>
          Promise.all(
            jobs.map(async ({ id, data }) => {
              try {
                await work[name](data as never);
                return { id, status: 'completed' as const };
              } catch (error) {
                // The message alone: errors carry what they were about.
                return { id, status: 'failed' as const, output: { reason: (error as Error).message } };
              }
            }),
          ),
        );
        if (cron) await boss.schedule(name, cron);
      }
    },
    close: () => boss.stop({ graceful: true, timeout: 5000, close: true }),
  };
}

const isUnfinished = ({ state }: { state: string }) => ['created', 'retry', 'active'].includes(state);

/** Plain SQL with $1, $2 … as a fragment of the caller's own statement, whose parameters may have other numbers. */
function asFragment(text: string, values: readonly unknown[]): RawBuilder<unknown> {
  const parts = text.split(/\$(\d+)/).map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${values[Number(part) - 1]}`));
  return sql.join(parts, sql``);
}
