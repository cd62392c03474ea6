import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { joinParts, type Observability, type ObservabilityPart } from './observability.ts';

type ObservabilityConfig = Pick<Config, 'databaseUrl' | 'dataDir' | 'errorReports' | 'metrics' | 'tracing'>;

/** Starts what is configured. The rest is not even loaded, so it costs nothing. `databaseUrl` is that of the application. */
export async function startObservability(
  { metrics, tracing, errorReports, databaseUrl, dataDir }: ObservabilityConfig,
  log: { warn(details: object, message: string): void },
): Promise<Observability> {
  const parts: ObservabilityPart[] = [];
  const version = metrics || tracing || errorReports ? await readVersion() : '';
  // First, so that the others know the trace of a request.
  if (tracing) {
    const { startTracing } = await import('./tracing/start-tracing.ts');
    parts.push(await startTracing(tracing, { version, log }));
  }
  if (metrics) {
    const { startMetrics } = await import('./start-metrics.ts');
    parts.push(await startMetrics(metrics, { databaseUrl, dataDir, version }));
  }
  if (errorReports) {
    const { startErrorReports } = await import('./error-reports/start-error-reports.ts');
    parts.push(startErrorReports(errorReports, { version, log }));
  }
  return joinParts(parts);
}

/** The version of Livery. */
async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}
