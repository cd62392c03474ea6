import type { Logger } from 'pino';
import { runInTransaction } from '../db/database.ts';
import { defineJob, handleJob, type JobHandler } from './job.ts';
import type { JobQueue } from './queue.ts';
import type { RetentionDependencies, RetentionTask } from './retention.ts';

interface RetentionJobDependencies extends RetentionDependencies {
  jobs: JobQueue;
  log: Pick<Logger, 'info' | 'error'>;
}

const scheduleRetentionJob = defineJob({
  name: 'platform.retention',
  retryLimit: 3,
  maxBackoff: 120,
  expiry: 120,
  concurrency: 1,
  cron: '17 * * * *',
});

const runRetentionTaskJob = defineJob<{ task: string }>({
  name: 'platform.retention-task',
  retryLimit: 3,
  maxBackoff: 900,
  expiry: 900,
  concurrency: 4,
});

/** Queues a job for every task, unless that of an earlier hour is still pending: a task that fails holds up no other. */
async function schedule(tasks: readonly RetentionTask[], { db, jobs }: RetentionJobDependencies): Promise<void> {
  for (const { name } of tasks) {
    const payload = { task: name };
    if (await jobs.isPending(runRetentionTaskJob, payload)) continue;
    await runInTransaction(db, (tx) => jobs.enqueue(tx, runRetentionTaskJob, payload));
  }
}

/** Runs one task. Throws its error, so that it is attempted again. */
async function runTask(task: RetentionTask, dependencies: RetentionJobDependencies): Promise<void> {
  const { log } = dependencies;
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  try {
    const rows = await task.run(dependencies);
    log.info({ task: task.name, rows, durationMs: durationMs() }, 'retention task finished');
  } catch (error) {
    log.error({ task: task.name, durationMs: durationMs(), reason: (error as Error).message }, 'retention task failed');
    throw error;
  }
}

/** The jobs that run retention tasks: hourly, each task by itself. */
export const createRetentionJobs = (tasks: readonly RetentionTask[]): JobHandler<RetentionJobDependencies>[] => [
  handleJob(scheduleRetentionJob, (_, dependencies) => schedule(tasks, dependencies)),
  handleJob(runRetentionTaskJob, async ({ task: name }, dependencies) => {
    const task = tasks.find((candidate) => candidate.name === name);
    // A task of an earlier release that no longer exists has nothing to do.
    if (task) await runTask(task, dependencies);
  }),
];
