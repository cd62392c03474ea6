import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DatabaseHandle, DatabaseObserver } from '../db/database.ts';
import { measureDisk } from '../disk-space.ts';
import { CUT_OFF_REASONS, readFailedRequests } from '../http/failed-requests.ts';
import type { JobObserver } from '../jobs/queue.ts';

/** The metrics of one process, in Prometheus' text format. */
export interface Metrics {
  registry: Registry;
  /** For the pool whose state is reported by `watchPool`. */
  database: DatabaseObserver;
  jobs: JobObserver;
  /** Counts a request: by the name of its route, never by its path. Without a duration it was not answered. */
  countRequest(request: { method: string; route: string; status: number; seconds?: number }): void;
  watchPool(database: Pick<DatabaseHandle, 'poolState' | 'statementsSent'>): void;
  /** Reports the age of the last sign of life of the connection that announces changes of access. */
  watchListener(secondsSinceHeard: () => number): void;
  /** Reports the disk of the data folder of this process. */
  watchDisk(dataDir: string): void;
}

/** In seconds: from a cached list to a large export. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const WAIT_BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5];
/** From one mail to a slice of a bulk edit and a retention task. */
const JOB_BUCKETS = [0.01, 0.05, 0.25, 1, 5, 20, 60, 300, 900];

/** 499 stays apart from refused requests. */
const toStatusClass = (status: number) => (status === 499 ? '499' : `${Math.floor(status / 100)}xx`);

/** Creates the metrics of this process; `version` is that of the portal. Call it once in a process: Node's own metrics keep an observer each. */
export function createMetrics(version: string): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'livery_build_info',
    help: 'Version of Livery and of Node; always 1.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.version }, 1);

  const requests = new Counter({
    name: 'livery_http_requests_total',
    help: 'Requests by method, pattern of the route and class of the status; 499: the client closed the connection first.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'livery_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response.',
    labelNames: ['method', 'route'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const waits = new Histogram({
    name: 'livery_database_connection_wait_seconds',
    help: 'Time that callers waited for a connection of the pool.',
    buckets: WAIT_BUCKETS,
    registers,
  });
  const attempts = new Counter({
    name: 'livery_job_attempts_total',
    help: 'Attempts at jobs by this process: completed, retried (another one follows) or failed (given up).',
    labelNames: ['queue', 'outcome'],
    registers,
  });
  const attemptDurations = new Histogram({
    name: 'livery_job_duration_seconds',
    help: 'Duration of attempts at jobs by this process.',
    labelNames: ['queue'],
    buckets: JOB_BUCKETS,
    registers,
  });

  addFailedRequests(registry);

  return {
    registry,
    database: { onConnection: (seconds) => waits.observe(seconds) },
    jobs: {
      onAttempt: ({ queue, outcome, seconds }) => {
        attempts.inc({ queue, outcome });
        attemptDurations.observe({ queue }, seconds);
      },
    },
    countRequest: ({ method, route, status, seconds }) => {
      requests.inc({ method, route, status: toStatusClass(status) });
      if (seconds !== undefined) durations.observe({ method, route }, seconds);
    },
    watchPool: (database) => watchPool(registry, database),
    watchDisk: (dataDir) => watchDisk(registry, dataDir),
    watchListener: (secondsSinceHeard) => {
      new Gauge({
        name: 'livery_listener_age_seconds',
        help: 'Time since this process last heard itself on the connection that announces changes of access.',
        registers,
        collect() {
          this.set(secondsSinceHeard());
        },
      });
    },
  };
}

/** From the first scrape on, so that a rate sees the first of them. */
function addFailedRequests(registry: Registry): void {
  const registers = [registry];
  new Counter({
    name: 'livery_lock_timeouts_total',
    help: 'Requests that gave up waiting for rows that another transaction had locked.',
    registers,
    collect() {
      this.reset();
      this.inc(readFailedRequests().lockTimeouts);
    },
  });
  new Counter({
    name: 'livery_requests_cut_off_total',
    help: 'Requests that were ended before they had their answer: at the deadline, because the client had gone, or because a statement took too long.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      const { cutOff } = readFailedRequests();
      for (const reason of CUT_OFF_REASONS) this.inc({ reason }, cutOff[reason]);
    },
  });
}

/** Both are missing while the disk cannot be read. */
function watchDisk(registry: Registry, dataDir: string): void {
  const gauge = (name: string, help: string, read: (disk: { size: number; free: number }) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const disk = await measureDisk(dataDir).catch(() => undefined);
        if (disk) this.set(read(disk));
        else this.remove();
      },
    });
  gauge('livery_disk_free_bytes', 'What this process may still write to the disk of its data folder.', ({ free }) => free);
  gauge('livery_disk_size_bytes', 'Size of the disk of the data folder of this process.', ({ size }) => size);
}

function watchPool(
  registry: Registry,
  { poolState, statementsSent }: Pick<DatabaseHandle, 'poolState' | 'statementsSent'>,
): void {
  const registers = [registry];
  new Gauge({
    name: 'livery_database_pool_connections',
    help: 'Connections of the pool of this process.',
    labelNames: ['state'],
    registers,
    collect() {
      const { idle, busy } = poolState();
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'busy' }, busy);
    },
  });
  new Gauge({
    name: 'livery_database_pool_waiting',
    help: 'Callers in this process that wait for a connection.',
    registers,
    collect() {
      this.set(poolState().waiting);
    },
  });
  new Counter({
    name: 'livery_database_statements_total',
    help: 'Statements that this process has sent through its pool.',
    registers,
    collect() {
      this.reset();
      this.inc(statementsSent());
    },
  });
}
