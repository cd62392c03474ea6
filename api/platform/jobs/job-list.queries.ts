import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** The jobs of a queue that are not done. */
export interface QueueSummary {
  queue: string;
  /** Due, and not started yet. */
  waiting: number;
  /** Due later: new ones with a time, and those that have failed and are attempted again. */
  scheduled: number;
  running: number;
  failed: number;
  /** Since when the oldest waiting job has been due. */
  oldestDueAt: Date | null;
  /** Why the last attempt failed, of the jobs that wait for another one or have failed for good. */
  lastReason: string | null;
}

/** A job that is not done. */
export interface ListedJob {
  id: string;
  queue: string;
  state: 'waiting' | 'scheduled' | 'running' | 'failed';
  payload: Record<string, unknown> | null;
  createdAt: Date;
  /** When it was or will be due, was started, or failed for good, depending on its state. */
  at: Date;
  attempts: number;
  reason: string | null;
}

/** Ids of jobs, or all of a queue or of all queues. */
export type FailedJobs = { ids: readonly string[] } | { queue: string } | 'all';

// A handler's error, or that of the job queue itself, for example when a job took too long.
const reason = sql<string | null>`coalesce(output->>'reason', output->'value'->>'message', output->>'message')`;
const state = sql`case when state < 'active' then case when start_after <= now() then 'waiting' else 'scheduled' end
  when state = 'active' then 'running' else 'failed' end`;
const isNotDone = sql`(state <= 'active' or state = 'failed')`;

/** What waits, runs or has failed in each queue that has such jobs. Reads the whole table of jobs. */
export async function listQueues(db: Db): Promise<QueueSummary[]> {
  const { rows } = await sql<QueueSummary>`
    select name as queue,
      count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'scheduled')::int as scheduled,
      count(*) filter (where state = 'running')::int as running,
      count(*) filter (where state = 'failed')::int as failed,
      min(start_after) filter (where state = 'waiting') as "oldestDueAt",
      (array_agg(reason order by coalesce(completed_on, started_on) desc) filter (where reason is not null))[1] as "lastReason"
    from (select name, ${state} as state, start_after, completed_on, started_on, ${reason} as reason
      from pgboss.job where ${isNotDone}) job
    group by name order by name`.execute(db);
  return rows;
}

/** The jobs of a queue that are not done: failed ones first, then running ones, then those that wait, the oldest first. */
export async function listJobs(db: Db, queue: string, limit: number): Promise<ListedJob[]> {
  const { rows } = await sql<ListedJob>`
    select id, name as queue, ${state} as state, data as payload, created_on as "createdAt",
      case when state < 'active' then start_after when state = 'active' then started_on else completed_on end as at,
      retry_count + (started_on is not null)::int as attempts, ${reason} as reason
    from pgboss.job where name = ${queue} and ${isNotDone}
    order by state desc, start_after, id limit ${limit}`.execute(db);
  return rows;
}

/** Which jobs have failed for good, among those that are meant. */
export async function findFailedJobs(db: Db, jobs: FailedJobs): Promise<{ id: string; queue: string }[]> {
  const isMeant =
    jobs === 'all' ? sql`true` : 'queue' in jobs ? sql`name = ${jobs.queue}` : sql`id::text = any(${[...jobs.ids]})`;
  const { rows } = await sql<{ id: string; queue: string }>`
    select id, name as queue from pgboss.job where state = 'failed' and ${isMeant}`.execute(db);
  return rows;
}

/** Whether there is a queue of this name. */
export async function hasQueue(db: Db, queue: string): Promise<boolean> {
  const { rows } = await sql`select from pgboss.queue where name = ${queue}`.execute(db);
  return rows.length > 0;
}
