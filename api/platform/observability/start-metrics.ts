import type { MetricsConfig } from '../config.ts';
import { openDatabase } from '../db/database.ts';
import { createBacklogMetrics } from './backlog-metrics.ts';
import { createMetrics } from './metrics.ts';
import { type MetricsSource, startMetricsServer } from './metrics-server.ts';
import type { ObservabilityPart } from './observability.ts';
import { countRequests } from './request-metrics.ts';

/** Collects metrics, and serves them where they are configured to be served. */
export async function startMetrics(
  config: MetricsConfig,
  { databaseUrl, dataDir, version }: { databaseUrl: string; dataDir: string; version: string },
): Promise<ObservabilityPart> {
  const metrics = createMetrics(version);
  metrics.watchDisk(dataDir);
  // A connection apart, so that the metrics can be read when those of requests are all in use. It is opened by the first scrape.
  const database = openDatabase(databaseUrl, { poolSize: 1 });
  const readBacklog = createBacklogMetrics(database.db);
  const source: MetricsSource = {
    contentType: metrics.registry.contentType,
    read: async () => {
      const [own, backlog] = await Promise.all([metrics.registry.metrics(), readBacklog()]);
      return own + backlog;
    },
  };
  const { port, host, token } = config;
  const server = port === null ? undefined : await startMetricsServer(source, { port, host, token });
  return {
    database: metrics.database,
    jobs: metrics.jobs,
    observeServer: (app) => countRequests(app, metrics),
    observePool: metrics.watchPool,
    observeListener: metrics.watchListener,
    metricsAddress: server?.address,
    portalMetrics: port === null && token !== null ? { source, token } : undefined,
    close: async () => {
      await server?.close();
      await database.close();
    },
  };
}
