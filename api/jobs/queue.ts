import type { FastifyBaseLogger } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { Tx } from '../db/database.ts';

/** What can be asked to happen later, and the data it needs. */
export interface Jobs {
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
  together?: RawBuilder<unknown>;
}

type Work = { [Name in keyof Jobs]: (data: Jobs[Name]) => Promise<void> };

/** Jobs are rows of the same database: one that is queued in a transaction exists exactly when the transaction commits. */
export interface JobQueue {
  enqueue<Name extends keyof Jobs>(tx: Tx, name: Name, data: Jobs[Name], options?: EnqueueOptions): Promise<void>;
  /** Queues a job unless the one with this id still waits or is being done. */
  ensure<Name extends keyof Jobs>(name: Name, id: string, data: Jobs[Name]): Promise<void>;
  /** Whether a job with this data still waits, for another attempt too, or is being done; false when it was given up. */
  isWanted<Name extends keyof Jobs>(name: Name, data: Jobs[Name]): Promise<boolean>;
  /** Makes the queues, if they are not there yet; jobs can be queued from then on. */
  prepare(): Promise<void>;
  /** Prepares and starts working; each process works, each job is done by one. */
  start(work: Work): Promise<void>;
  close(): Promise<void>;
}

interface Queue {
  name: keyof Jobs;
  retryLimit: number;
  /** Longest pause between two attempts, in seconds; each is about twice the one before. */
  longestPause: number;
  /** Longest time that one may take before another process takes it over, in seconds. */
  expiry: number;
  /** How many of these one process does at a time. */
  atOnce: number;
  cron?: string;
}

const QUEUES: Queue[] = [
  // A mail says itself when it is given up. The pause is short, so that a server that is back gets all of them soon;
  // large providers allow three connections at a time.
  { name: 'mail.send', retryLimit: 100_000, longestPause: 120, expiry: 60, atOnce: 3 },
  { name: 'mail.watch', retryLimit: 0, longestPause: 900, expiry: 120, atOnce: 1, cron: '*/5 * * * *' },
  { name: 'passwords.recover', retryLimit: 20, longestPause: 120, expiry: 120, atOnce: 5 },
  { name: 'invitations.send', retryLimit: 20, longestPause: 120, expiry: 120, atOnce: 1 },
  // Works for 20 seconds and then queues its successor: what was killed is taken over a minute later.
  { name: 'people.import', retryLimit: 20, longestPause: 60, expiry: 60, atOnce: 1 },
  { name: 'people.change', retryLimit: 20, longestPause: 120, expiry: 900, atOnce: 1 },
  { name: 'range.change', retryLimit: 20, longestPause: 120, expiry: 900, atOnce: 1 },
  { name: 'platform.tidy', retryLimit: 1, longestPause: 900, expiry: 120, atOnce: 1, cron: '17 * * * *' },
];

/** In seconds. */
export interface Pace {
  poll: number;
  firstPause: number;
  /** Where it is shorter than a queue's own. */
  longestPause: number;
}

const PACE: Pace = { poll: 2, firstPause: 5, longestPause: 900 };

export function openJobQueue(databaseUrl: string, log: FastifyBaseLogger, pace: Pace = PACE): JobQueue {
  const boss = new PgBoss({ connectionString: databaseUrl, application_name: 'livery jobs', max: 2 });
  // The error carries the whole client; its message is what helps.
  boss.on('error', (error) => log.warn({ reason: error.message }, 'the job queue cannot reach the database'));
  const prepare = async () => {
    await boss.start();
    for (const { name, retryLimit, longestPause, expiry } of QUEUES) {
      const settings = {
        retryLimit,
        retryBackoff: true,
        retryDelay: pace.firstPause,
        retryDelayMax: Math.min(longestPause, pace.longestPause),
        expireInSeconds: expiry,
      };
      await boss.createQueue(name, settings);
      // A queue that an earlier release made keeps its old settings otherwise.
      await boss.updateQueue(name, settings);
    }
  };
  return {
    prepare,
    enqueue: async (tx, name, data, { id, together } = {}) => {
      const db = {
        executeSql: async (text: string, values: unknown[] = []) => {
          const insert = asFragment(text, values);
          const { rows } = await (together ? sql`with together as (${together}) ${insert}` : insert).execute(tx);
          return { rows };
        },
      };
      await boss.send(name, data, { db, ...(id ? { id } : {}) });
    },
    isWanted: async (name, data) => (await boss.findJobs(name, { data })).some(isAhead),
    ensure: async (name, id, data) => {
      const [job] = await boss.findJobs(name, { id });
      if (job && isAhead(job)) return;
      if (job) await boss.deleteJob(name, id);
      await boss.send(name, data, { id });
    },
    start: async (work) => {
      await prepare();
      for (const { name, atOnce, cron } of QUEUES) {
        const options = {
          pollingIntervalSeconds: pace.poll,
          batchSize: atOnce,
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

const isAhead = ({ state }: { state: string }) => ['created', 'retry', 'active'].includes(state);

/** Plain SQL with $1, $2 … as a fragment of the caller's own statement, whose parameters may have other numbers. */
function asFragment(text: string, values: readonly unknown[]): RawBuilder<unknown> {
  const parts = text.split(/\$(\d+)/).map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${values[Number(part) - 1]}`));
  return sql.join(parts, sql``);
}
