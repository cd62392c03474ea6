/**
 * `npm run jobs`: counts waiting, running and failed jobs by queue, with the reasons. `npm run jobs -- list QUEUE` lists single ones,
 * `npm run jobs -- retry ID …` does failed jobs again, `npm run jobs -- discard ID …` deletes them; `--all` or `--all QUEUE` in place of the ids means all failed
 * jobs, or all of a queue.
 */
import { parseArgs } from 'node:util';
import { PgBoss } from 'pg-boss';
import { type Db, openDatabase } from '#api/platform/db/database.ts';
import {
  type FailedJobs,
  findFailedJobs,
  hasQueue,
  type ListedJob,
  listJobs,
  listQueues,
} from '#api/platform/jobs/job-list.queries.ts';
import { redactReport } from '#api/platform/redact-report.ts';
import { formatError } from './console.ts';
import { openCommandDatabase } from './database.ts';

const usage = `Usage: npm run jobs
       npm run jobs -- list QUEUE
       npm run jobs -- retry ID … | --all [QUEUE]
       npm run jobs -- discard ID … | --all [QUEUE]`;
const MAX_SHOWN = 50;

type JobsCommand = { name: 'summary' } | { name: 'list'; queue: string } | { name: 'retry' | 'discard'; jobs: FailedJobs };

/** @throws an error with the usage when the arguments are not valid */
function readCommand(args: string[]): JobsCommand {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { all: { type: 'boolean', default: false } },
  });
  const [name, ...words] = positionals;
  const [word] = words;
  if (name === undefined && !values.all) return { name: 'summary' };
  if (name === 'list' && word && words.length === 1 && !values.all) return { name, queue: word };
  if (name !== 'retry' && name !== 'discard') throw new Error(usage);
  if (!values.all) {
    if (words.length === 0) throw new Error(usage);
    return { name, jobs: { ids: words } };
  }
  if (words.length > 1) throw new Error(usage);
  return { name, jobs: word ? { queue: word } : 'all' };
}

const formatTime = (time: Date) => time.toISOString().slice(0, 16);
const countJobs = (count: number, one: string, many: string) => (count === 1 ? `1 job ${one}` : `${count} jobs ${many}`);

/** A reason in one line. Errors of other systems can quote what was sent to them. */
const formatReason = (reason: string) => redactReport(reason.replaceAll(/\s+/g, ' '), 300);

/** What a job is about. Only ids and names are shown, so that no address of a person is. */
function formatPayload(payload: ListedJob['payload']): string {
  const isId = (value: unknown) => typeof value === 'number' || (typeof value === 'string' && /^[\w-]+(\.[\w-]+)*$/.test(value));
  return Object.entries(payload ?? {})
    .map(([key, value]) => `${key} ${isId(value) ? value : '…'}`)
    .join(', ');
}

async function printSummary(db: Db): Promise<void> {
  const queues = await listQueues(db);
  if (queues.length === 0) console.log('No jobs are waiting, running or failed.');
  for (const { queue, waiting, scheduled, running, failed, oldestDueAt, lastReason } of queues) {
    console.log(`${queue}: ${waiting} waiting, ${scheduled} scheduled, ${running} running, ${failed} failed`);
    if (oldestDueAt) console.log(`  the oldest has been due since ${formatTime(oldestDueAt)}`);
    if (lastReason) console.log(`  last failure: ${formatReason(lastReason)}`);
  }
}

async function printJobs(db: Db, queue: string): Promise<void> {
  const jobs = await listJobs(db, queue, MAX_SHOWN);
  if (jobs.length === 0) {
    const isKnown = await hasQueue(db, queue);
    throw new Error(isKnown ? `No jobs of ${queue} are waiting, running or failed.` : `There is no queue ${queue}.`);
  }
  for (const { id, state, payload, at, attempts, reason } of jobs) {
    console.log(`  ${id}  ${state.padEnd(9)}  ${formatTime(at)}  attempts: ${attempts}  ${formatPayload(payload)}`.trimEnd());
    if (reason) console.log(`    ${formatReason(reason)}`);
  }
  if (jobs.length === MAX_SHOWN) console.log(`  These are the first ${MAX_SHOWN}.`);
}

/** Retries or deletes failed jobs; returns how many they were. */
async function changeFailedJobs(url: string, db: Db, action: 'retry' | 'discard', meant: FailedJobs): Promise<number> {
  const jobs = await findFailedJobs(db, meant);
  if (meant !== 'all' && 'ids' in meant) {
    const missing = meant.ids.filter((id) => !jobs.some((job) => job.id === id));
    if (missing.length > 0) throw new Error(`No failed job has the id ${missing.join(' or ')}. Nothing was changed.`);
  }
  const boss = new PgBoss({ connectionString: url, max: 1, migrate: false, supervise: false, schedule: false });
  await boss.start();
  for (const [queue, ofQueue = []] of Map.groupBy(jobs, (job) => job.queue)) {
    const ids = ofQueue.map(({ id }) => id);
    await (action === 'retry' ? boss.retry(queue, ids) : boss.deleteJob(queue, ids));
  }
  await boss.stop({ graceful: false, close: true });
  return jobs.length;
}

async function run(command: JobsCommand): Promise<void> {
  const database = await openCommandDatabase(process.env);
  const { db, close } = openDatabase(database.url, { poolSize: 1 });
  try {
    if (command.name === 'summary') await printSummary(db);
    else if (command.name === 'list') await printJobs(db, command.queue);
    else {
      const count = await changeFailedJobs(database.url, db, command.name, command.jobs);
      console.log(
        command.name === 'retry'
          ? `${countJobs(count, 'is', 'are')} queued again; a running portal starts within seconds.`
          : `${countJobs(count, 'was', 'were')} deleted.`,
      );
    }
  } finally {
    await close();
    await database.close();
  }
}

try {
  await run(readCommand(process.argv.slice(2)));
} catch (error) {
  const isUnknownOption = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  console.error(isUnknownOption ? usage : formatError(error));
  process.exitCode = 1;
}
