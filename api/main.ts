import pino from 'pino';
import { buildApp, type ServerOverrides } from './app.ts';
import { startWorkers } from './jobs.ts';
import type { Config } from './platform/config.ts';
import { type DatabaseHandle, openDatabase } from './platform/db/database.ts';
import { type CloseOptions, stopServing } from './platform/http/drain.ts';
import { openJobQueue } from './platform/jobs/queue.ts';
import { startObservability } from './platform/observability/start-observability.ts';
import { redactSecrets } from './platform/redact-secrets.ts';

export interface RunningServer {
  address: string;
  /** Where metrics are served on a port of their own; undefined if they are not. */
  metricsAddress: string | undefined;
  /** Statements sent to the database so far; the benchmarks divide it by requests. */
  statementsSent(): number;
  /** Resolves when this server has processed every change to sessions, people and permissions committed before the call. */
  settled(): Promise<void>;
  /** Finishes requests, then jobs, and closes the pools. */
  close(options?: CloseOptions): Promise<void>;
}

/**
 * Opens the pool unless it is given, the job queue and the port; all are closed with the server. The caller has already migrated and seeded the
 * database.
 */
export async function startServer(
  config: Config,
  { database: given, ...overrides }: ServerOverrides & { database?: DatabaseHandle } = {},
): Promise<RunningServer> {
  const createLogger = (name: string) => pino({ level: config.logLevel, name, hooks: { streamWrite: redactSecrets } });
  const observability = await startObservability(config, createLogger('observability'));
  const database =
    given ?? openDatabase(config.databaseUrl, { poolSize: config.databasePoolSize, observer: observability.database });
  observability.observePool(database);
  const jobs = openJobQueue(config.databaseListenUrl, createLogger('jobs'), { observer: observability.jobs });
  const app = await buildApp({ config, database, jobs, observability, ...overrides });
  const workers = await startWorkers({ config, db: database.db, jobs, log: app.log, traceCall: observability.traceCall });
  const address = await app.listen({ port: config.port, host: config.host });
  return {
    address,
    metricsAddress: observability.metricsAddress,
    statementsSent: database.statementsSent,
    settled: () => app.settled(),
    close: async ({ drain = false } = {}) => {
      await stopServing(app, drain ? config.drainSeconds : 0);
      await workers.close();
      await jobs.close();
      await database.close();
      await observability.close();
    },
  };
}
