import type { FastifyInstance } from 'fastify';
import type { DatabaseHandle, DatabaseObserver } from '../db/database.ts';
import type { JobObserver } from '../jobs/queue.ts';
import type { PortalMetrics } from './metrics-server.ts';

/** One way in which a process reports about itself: metrics, traces or error reports. */
export interface ObservabilityPart {
  database?: DatabaseObserver;
  jobs?: JobObserver;
  /** Makes a call of another system, named by its host. */
  traceCall?<T>(name: string, server: string, call: () => Promise<T>): Promise<T>;
  /** Observes the requests of a server, before its routes are registered. */
  observeServer?(app: FastifyInstance): void;
  observePool?(database: Pick<DatabaseHandle, 'poolState' | 'statementsSent'>): void;
  /** Observes the connection that announces changes of access. */
  observeListener?(secondsSinceHeard: () => number): void;
  /** Where metrics are served on a port of their own. */
  metricsAddress?: string | undefined;
  /** What is served at `/metrics` of the portal. */
  portalMetrics?: PortalMetrics | undefined;
  /** Sends what has not been sent yet, for a few seconds at most. */
  close(): Promise<void>;
}

/** What a process reports about itself. */
export type Observability = Required<Omit<ObservabilityPart, 'metricsAddress' | 'portalMetrics'>> &
  Pick<ObservabilityPart, 'metricsAddress' | 'portalMetrics'>;

/** One object that passes everything on to all parts. Without parts it does nothing. */
export function joinParts(parts: readonly ObservabilityPart[]): Observability {
  const attemptObservers = parts.flatMap(({ jobs }) => jobs?.onAttempt ?? []);
  const [traceAttempt] = parts.flatMap(({ jobs }) => jobs?.traceAttempt ?? []);
  const [traceCall] = parts.flatMap((part) => part.traceCall ?? []);
  return {
    database: Object.assign({}, ...parts.map(({ database }) => database)),
    jobs: {
      onAttempt: (attempt) => {
        for (const observe of attemptObservers) observe(attempt);
      },
      ...(traceAttempt ? { traceAttempt } : {}),
    },
    traceCall: traceCall ?? ((_name, _server, call) => call()),
    observeServer: (app) => {
      for (const part of parts) part.observeServer?.(app);
    },
    observePool: (database) => {
      for (const part of parts) part.observePool?.(database);
    },
    observeListener: (secondsSinceHeard) => {
      for (const part of parts) part.observeListener?.(secondsSinceHeard);
    },
    metricsAddress: parts.find(({ metricsAddress }) => metricsAddress)?.metricsAddress,
    portalMetrics: parts.find(({ portalMetrics }) => portalMetrics)?.portalMetrics,
    close: async () => {
      await Promise.all(parts.map(({ close }) => close()));
    },
  };
}
