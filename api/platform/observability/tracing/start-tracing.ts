import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TracingConfig } from '../../config.ts';
import { onCutOff } from '../../http/cut-off.ts';
import type { TraceParent } from '../../http/request-id.ts';
import { describeRoute } from '../../http/route-label.ts';
import type { ObservabilityPart } from '../observability.ts';
import { createSpanRecorder } from './span-exporter.ts';

const CLOSE_MS = 3000;
const MAX_STATEMENT_LENGTH = 2000;
/** Load balancers and monitoring ask every few seconds. */
const UNTRACED: ReadonlySet<string | undefined> = new Set(['/livez', '/readyz', '/metrics']);

/** The context of a request's parent: the trace of a trusted proxy, or none. */
function toParentContext(parent: TraceParent | undefined): Context {
  if (!parent) return ROOT_CONTEXT;
  const { traceId, spanId, isSampled } = parent;
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** Runs `work` in a span that ends with it. Errors are named by their type and code: their messages may contain values. */
async function runInSpan<T>(span: Span, run: (work: () => Promise<T>) => Promise<T>, work: () => Promise<T>): Promise<T> {
  try {
    return await run(work);
  } catch (error) {
    const { name, code } = error as { name?: string; code?: unknown };
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', typeof code === 'string' ? code : (name ?? 'Error'));
    throw error;
  } finally {
    span.end();
  }
}

function traceRequests(app: FastifyInstance, tracer: Tracer, storage: AsyncLocalStorage<Context>): void {
  const contexts = new WeakMap<FastifyRequest, Context>();
  const end = (request: FastifyRequest, status: number) => {
    const context = contexts.get(request);
    const span = context && trace.getSpan(context);
    if (!span) return;
    const organisationId = request.context?.effective.organisationId;
    span.updateName(`${request.method} ${describeRoute(request, status)}`);
    span.setAttributes({
      'http.route': describeRoute(request, status),
      'http.response.status_code': status,
      'livery.request_id': request.id,
      ...(organisationId === undefined ? {} : { 'livery.organisation_id': organisationId }),
    });
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };

  app.addHook('onRequest', (request, _reply, done) => {
    if (UNTRACED.has(request.routeOptions.url)) return done();
    const parent = toParentContext(request.traceParent);
    const attributes = { 'http.request.method': request.method, 'url.scheme': request.protocol };
    const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER, attributes }, parent);
    request.traceId = span.spanContext().traceId;
    const context = trace.setSpan(parent, span);
    contexts.set(request, context);
    storage.run(context, done);
  });
  app.addHook('onResponse', (request, { statusCode }, done) => {
    end(request, statusCode);
    done();
  });
  onCutOff(app, (request, { status }) => end(request, status));
}

/**
 * Records traces: of requests, of the statements that they and jobs send, of jobs, and of calls of other systems. Spans contain no values: routes as patterns,
 * statements with `$1`, ids of requests and organisations.
 */
export async function startTracing(
  config: TracingConfig,
  { version, log }: { version: string; log: { warn(details: object, message: string): void } },
): Promise<ObservabilityPart> {
  const recorder = await createSpanRecorder(config, version, log);
  const tracer = recorder.provider.getTracer('livery', version);
  const storage = new AsyncLocalStorage<Context>();

  const inSpan = <T>(name: string, kind: SpanKind, attributes: Attributes, work: () => Promise<T>): Promise<T> => {
    const parent = storage.getStore() ?? ROOT_CONTEXT;
    const span = tracer.startSpan(name, { kind, attributes }, parent);
    return runInSpan(span, (run) => storage.run(trace.setSpan(parent, span), run), work);
  };

  return {
    database: {
      traceStatement: (text, send) => {
        // The processes look for work every few seconds; that is no trace of anything.
        if (!storage.getStore()) return send();
        const operation = text.trimStart().split(/\s/, 1)[0]?.toUpperCase() ?? '';
        const statement = text.slice(0, MAX_STATEMENT_LENGTH);
        const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': statement };
        return inSpan(operation, SpanKind.CLIENT, attributes, send);
      },
    },
    jobs: {
      traceAttempt: ({ queue, id }, attempt) => {
        const attributes = { 'messaging.system': 'pg-boss', 'messaging.destination.name': queue, 'messaging.message.id': id };
        return inSpan(`job ${queue}`, SpanKind.CONSUMER, attributes, attempt);
      },
    },
    traceCall: (name, server, call) => inSpan(name, SpanKind.CLIENT, { 'server.address': server }, call),
    observeServer: (app) => traceRequests(app, tracer, storage),
    close: async () => {
      await Promise.race([recorder.close(), delay(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}
