import type { Config } from '../config.ts';
import { joinParts, type Observability, type ObservabilityPart } from './observability.ts';

/** Starts what is configured. The rest is not even loaded, so it costs nothing. `databaseUrl` is that of the application. */
export async function startObservability(config: Pick<Config, 'metrics' | 'databaseUrl'>): Promise<Observability> {
  const parts: ObservabilityPart[] = [];
  if (config.metrics) {
    const { startMetrics } = await import('./start-metrics.ts');
    parts.push(await startMetrics(config.metrics, config.databaseUrl));
  }
  return joinParts(parts);
}
