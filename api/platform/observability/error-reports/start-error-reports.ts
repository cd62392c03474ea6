import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorReportConfig } from '../../config.ts';
import { describeRoute } from '../../http/route-label.ts';
import type { ObservabilityPart } from '../observability.ts';
import { parseDsn } from './dsn.ts';
import { createReportSender, type ReportSender } from './report-sender.ts';

/** Where it happened and who it concerns, by ids. */
function describeRequest(request: FastifyRequest, status: number) {
  const { context, operator, traceId, id, method } = request;
  const route = describeRoute(request, status);
  return {
    transaction: `${method} ${route}`,
    traceId,
    customerId: context?.caller.customerId,
    tags: {
      requestId: id,
      method,
      route,
      status,
      organisationId: context?.effective.organisationId,
      operator: operator && `${operator.kind} ${operator.id}`,
    },
  };
}

function reportRequests(app: FastifyInstance, sender: ReportSender): void {
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const { unexpectedError, browserError } = request;
    if (unexpectedError) sender.send({ error: unexpectedError, level: 'error', ...describeRequest(request, statusCode) });
    if (browserError)
      sender.send({ error: browserError, level: 'error', isBrowser: true, ...describeRequest(request, statusCode) });
    done();
  });
}

/** Reports unexpected errors: of requests, of jobs that are given up, of browsers, and those that end the process. */
export function startErrorReports(
  { dsn, environment, release }: ErrorReportConfig,
  { version, log }: { version: string; log: { warn(details: object, message: string): void } },
): ObservabilityPart {
  const sender = createReportSender({ target: parseDsn(dsn), environment, release: release ?? `livery@${version}`, log });
  // Only looks on: what happens to the process is decided where it was started.
  const onCrash = (error: unknown) => sender.send({ error, level: 'fatal' });
  process.on('uncaughtExceptionMonitor', onCrash);
  return {
    jobs: {
      onAttempt: ({ queue, id, outcome, error }) => {
        if (outcome === 'failed') sender.send({ error, level: 'error', transaction: `job ${queue}`, tags: { queue, jobId: id } });
      },
    },
    observeServer: (app) => reportRequests(app, sender),
    close: async () => {
      process.off('uncaughtExceptionMonitor', onCrash);
      await sender.close();
    },
  };
}
