import { Gauge, Registry } from 'prom-client';
import type { Db } from '../db/database.ts';
import { type Backlog, readBacklog } from './backlog.queries.ts';

/** Several scrapers, or one that asks often, read the database once in this time. */
const MAX_AGE_MS = 5000;
/** A scrape must not wait longer for the database; Prometheus itself gives up after ten seconds. */
const TIMEOUT_MS = 2000;

/**
 * Creates a function that returns gauges of what waits in the database, in Prometheus' text format. It never throws: while the database does not respond,
 * `livery_database_up` is 0 and the other gauges are missing.
 */
export function createBacklogMetrics(db: Db, { maxAgeMs = MAX_AGE_MS, timeoutMs = TIMEOUT_MS } = {}): () => Promise<string> {
  let reading: Promise<string> | undefined;
  let latest: { text: string; readAt: number } | undefined;

  const read = async () => {
    const backlog = await readBacklog(db).catch(() => undefined);
    const text = await format(backlog);
    latest = { text, readAt: performance.now() };
    return text;
  };

  return async () => {
    if (latest && performance.now() - latest.readAt < maxAgeMs) return latest.text;
    // A statement that has not ended is not joined by another one.
    reading ??= read().finally(() => {
      reading = undefined;
    });
    let late: NodeJS.Timeout | undefined;
    const timeout = new Promise<undefined>((resolve) => {
      late = setTimeout(() => resolve(undefined), timeoutMs);
    });
    const text = await Promise.race([reading, timeout]);
    clearTimeout(late);
    return text ?? format(undefined);
  };
}

const SHARED = 'In the whole database: every process reports the same.';

/** The gauges of a backlog; of undefined, that the database does not respond. */
async function format(backlog: Backlog | undefined): Promise<string> {
  const registry = new Registry();
  new Gauge({
    name: 'livery_database_up',
    help: 'Whether the database answered the statement of the gauges below in time.',
    registers: [registry],
  }).set(backlog ? 1 : 0);
  if (backlog) addGauges(registry, backlog);
  return registry.metrics();
}

function addGauges(registry: Registry, { queues, mails, webhooks, bulkEdits, backupSeconds }: Backlog): void {
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge<Label>({ name: `livery_${name}`, help: `${help} ${SHARED}`, labelNames, registers: [registry] });

  const jobStates = 'Jobs by queue and state; running and failed ones as counted once a minute.';
  const jobs = gauge('jobs', jobStates, ['queue', 'state']);
  const oldestJob = gauge('jobs_oldest_waiting_seconds', 'Time since the oldest waiting job was due.', ['queue']);
  for (const { queue, oldestSeconds, ...states } of queues) {
    for (const [state, count] of Object.entries(states)) jobs.set({ queue, state }, count);
    oldestJob.set({ queue }, oldestSeconds);
  }
  const mailsByState = gauge('mails', 'Mails that wait, and mails that have failed.', ['state']);
  mailsByState.set({ state: 'waiting' }, mails.waiting);
  mailsByState.set({ state: 'failed' }, mails.failed);
  gauge('mails_oldest_waiting_seconds', 'Time since the oldest waiting mail was due.').set(mails.oldestSeconds);
  gauge('webhooks_waiting', 'Webhook deliveries that wait.').set(webhooks.waiting);
  gauge('webhooks_oldest_waiting_seconds', 'Time since the oldest waiting delivery was due.').set(webhooks.oldestSeconds);
  const endpoints = gauge(
    'webhook_endpoints',
    'Addresses that webhooks are sent to: working, failing (the latest attempt failed) or paused.',
    ['state'],
  );
  for (const [state, count] of Object.entries(webhooks.endpoints)) endpoints.set({ state }, count);
  const failing = 'Time since the address that has failed longest, and is not paused, began to fail.';
  gauge('webhooks_failing_seconds', failing).set(webhooks.failingSeconds);
  gauge('bulk_edits_running', 'Bulk edits and imports that are neither finished nor stopped.').set(bulkEdits.running);
  gauge('bulk_edit_items_left', 'Items that the running bulk edits still have to process.').set(bulkEdits.itemsLeft);
  const backup =
    'Time since the latest complete backup by npm run backup began; before the first one, since the database was created.';
  gauge('backup_age_seconds', backup).set(backupSeconds);
}
