import type { FastifyBaseLogger } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { Tx } from '../db/database.ts';
import { toOptions } from '../db/session-settings.ts';
import type { JobDefinition, JobHandler } from './job.ts';

export interface EnqueueOptions {
  /** Inserts of the caller's, sent to the database in the same statement as the jobs' own. They are not sent without jobs. */
  alongside?: readonly RawBuilder<unknown>[];
}

/** A job to queue. */
export interface NewJob<Payload extends object> {
  /** A UUID; a second job with the same id is not queued. */
  id?: string;
  payload: Payload;
}

/** Jobs are rows of the same database: one that is queued in a transaction exists exactly when the transaction commits. */
export interface JobQueue {
  enqueue<Payload extends object>(tx: Tx, job: JobDefinition<Payload>, payload: Payload): Promise<void>;
  /** Queues any number of jobs of one kind in one statement. */
  enqueueAll<Payload extends object>(
    tx: Tx,
    job: JobDefinition<Payload>,
    jobs: readonly NewJob<Payload>[],
    options?: EnqueueOptions,
  ): Promise<void>;
  /** Queues a job unless the one with this id (a UUID) is waiting or being done. */
  enqueueUnique<Payload extends object>(job: JobDefinition<Payload>, id: string, payload: Payload): Promise<void>;
  /** Whether a job with this payload is waiting, also for another attempt, or being done; false once it has been given up. */
  isPending<Payload extends object>(job: JobDefinition<Payload>, payload: Payload): Promise<boolean>;
  /** Creates the queues that do not exist yet and updates those with other settings; jobs can be queued from then on. */
  createQueues(jobs: readonly JobDefinition[]): Promise<void>;
  /** Creates the queues and starts working on them. Every process works; each job is done by one of them. */
  start<Dependencies>(handlers: readonly JobHandler<Dependencies>[], dependencies: Dependencies): Promise<void>;
  /** Waits for jobs in progress, and gives those back that take longer than `finishMs` (at least a second), to be attempted again. */
  close(finishMs?: number): Promise<void>;
}

/** How long jobs in progress may take when the queue is closed, in milliseconds. */
const FINISH_MS = 5000;

/** How an attempt at a job ended: `retried` if another one follows. */
export interface JobAttempt {
  id: string;
  queue: string;
  outcome: 'completed' | 'retried' | 'failed';
  seconds: number;
  /** What was thrown, unless it completed. */
  error?: unknown;
}

/** Is told what the workers of a process do. */
export interface JobObserver {
  onAttempt?(attempt: JobAttempt): void;
  /** Runs `attempt`, an attempt at a job of this queue. */
  traceAttempt?<T>(job: { id: string; queue: string }, attempt: () => Promise<T>): Promise<T>;
}

/** How often waiting jobs are looked for and failed ones attempted again, in seconds. */
export interface PollingOptions {
  interval: number;
  minBackoff: number;
  /** Caps the `maxBackoff` of every kind of job. */
  maxBackoff: number;
}

interface JobQueueOptions {
  polling?: PollingOptions;
  observer?: JobObserver;
}

const DEFAULT_POLLING: PollingOptions = { interval: 2, minBackoff: 5, maxBackoff: 900 };

/** The queue's own statements are rare and may take longer than those of requests, whose limits may be defaults of the role. */
const SESSION_SETTINGS = { statement_timeout: '60000', lock_timeout: '10000', plan_cache_mode: 'auto' };

/** A connection that leads to a standby since a failover is used no longer than this. */
const MAX_CONNECTION_SECONDS = 60;

/**
 * The queue in the database at `url`, which leads there directly, not through a pooler. Nothing is connected before `createQueues` or
 * `start`.
 */
export function openJobQueue(
  url: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
  { polling = DEFAULT_POLLING, observer: { onAttempt, traceAttempt } = {} }: JobQueueOptions = {},
): JobQueue {
  const connections = {
    connectionString: url,
    application_name: 'livery jobs',
    max: 2,
    options: toOptions(SESSION_SETTINGS),
    maxLifetimeSeconds: MAX_CONNECTION_SECONDS,
  };
  const boss = new PgBoss(connections);
  // The error carries the whole client; its message is what helps.
  boss.on('error', (error) => log.warn({ reason: error.message }, 'the job queue cannot reach the database'));
  const createQueues = async (jobs: readonly JobDefinition[]) => {
    await boss.start();
    const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const { name, retryLimit, maxBackoff, expiry } of jobs) {
      const settings = {
        retryLimit,
        retryBackoff: true,
        retryDelay: polling.minBackoff,
        retryDelayMax: Math.min(maxBackoff, polling.maxBackoff),
        expireInSeconds: expiry,
      };
      const queue = existing.get(name);
      if (!queue) await boss.createQueue(name, settings);
      // An earlier release created it with other settings.
      else if (!hasSettings(queue, settings)) await boss.updateQueue(name, settings);
    }
  };
  const enqueueAll: JobQueue['enqueueAll'] = async (tx, { name }, jobs, { alongside = [] } = {}) => {
    if (jobs.length === 0) return;
    const db = {
      executeSql: async (text: string, values: unknown[] = []) => {
        const insert = asFragment(text, values);
        const others = alongside.map((statement, index) => sql`${sql.ref(`alongside_${index}`)} as (${statement})`);
        const { rows } = await (others.length > 0 ? sql`with ${sql.join(others)} ${insert}` : insert).execute(tx);
        return { rows };
      },
    };
    await boss.insert(
      name,
      jobs.map(({ id, payload }) => ({ ...(id ? { id } : {}), data: payload })),
      { db },
    );
  };
  return {
    createQueues,
    enqueueAll,
    enqueue: (tx, job, payload) => enqueueAll(tx, job, [{ payload }]),
    isPending: async ({ name }, payload) => (await boss.findJobs(name, { data: payload })).some(isUnfinished),
    enqueueUnique: async ({ name }, id, payload) => {
      const [job] = await boss.findJobs(name, { id });
      if (job && isUnfinished(job)) return;
      if (job) await boss.deleteJob(name, id);
      await boss.send(name, payload, { id });
    },
    start: async (handlers, dependencies) => {
      await createQueues(handlers.map(({ job }) => job));
      for (const { job, run } of handlers) {
        const { name, concurrency, cron } = job;
        const options = {
          pollingIntervalSeconds: polling.interval,
          batchSize: concurrency,
          burstWhenBatchFull: true,
          perJobResults: true,
          includeMetadata: true,
        } as const;
        await boss.work(name, options, (jobs) =>
          Promise.all(
            jobs.map(async ({ id, data, retryCount, retryLimit }) => {
              const startedAt = performance.now();
              const end = (outcome: JobAttempt['outcome'], error?: unknown) =>
                onAttempt?.({ id, queue: name, outcome, seconds: (performance.now() - startedAt) / 1000, error });
              try {
                const attempt = () => run(data as object, dependencies);
                await (traceAttempt ? traceAttempt({ id, queue: name }, attempt) : attempt());
                end('completed');
                return { id, status: 'completed' as const };
              } catch (error) {
                end(retryCount < retryLimit ? 'retried' : 'failed', error);
                // The message alone: errors carry the values that they complain about.
                return { id, status: 'failed' as const, output: { reason: (error as Error).message } };
              }
            }),
          ),
        );
        if (cron) await boss.schedule(name, cron);
      }
    },
    close: (finishMs = FINISH_MS) => boss.stop({ graceful: true, timeout: finishMs, close: true }),
  };
}

const hasSettings = (queue: object, settings: object) =>
  Object.entries(settings).every(([name, value]) => (queue as Record<string, unknown>)[name] === value);

const isUnfinished = ({ state }: { state: string }) => ['created', 'retry', 'active'].includes(state);

/** Plain SQL with $1, $2 … as a fragment of the caller's own statement, whose parameters may have other numbers. */
function asFragment(text: string, values: readonly unknown[]): RawBuilder<unknown> {
  const parts = text.split(/\$(\d+)/).map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${values[Number(part) - 1]}`));
  return sql.join(parts, sql``);
}
