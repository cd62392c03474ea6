import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The trace that the request belongs to, 32 hexadecimal digits: of a trusted proxy, or of the portal's own tracing. */
    traceId: string | undefined;
    /** What a trusted proxy says about the trace. */
    traceParent: TraceParent | undefined;
    /** When the headers had arrived, as `performance.now()`. */
    receivedAt: number;
  }
}

/** What a `traceparent` header says. */
export interface TraceParent {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

const REQUEST_ID_HEADER = 'x-request-id';
/** What may be repeated in a header, in the log and in the audit log as it is. */
const SAFE_ID = /^[\w.:+/=@-]{1,128}$/;
const TRACE_PARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-[\x21-\x7e]{0,200})?$/;

/** Reads a `traceparent` header of the W3C recommendation Trace Context; undefined if it is not valid. */
export function parseTraceParent(header: string | string[] | undefined): TraceParent | undefined {
  const [, version, traceId = '', spanId = '', flags = '', more] =
    TRACE_PARENT.exec(typeof header === 'string' ? header : '') ?? [];
  // Later versions may append fields; version 00 has none, and ff is forbidden.
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/**
 * Creates the function that names requests: as a trusted proxy does in `X-Request-Id`, otherwise with a new UUID. Ids are stored in the audit log, so no one
 * else may choose them.
 */
export const createRequestIds =
  (isTrustedProxy: (address: string) => boolean) =>
  ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const given = headers[REQUEST_ID_HEADER];
    return typeof given === 'string' && SAFE_ID.test(given) && isTrustedProxy(socket.remoteAddress ?? '') ? given : randomUUID();
  };

/** The trace that a trusted proxy says the request belongs to. From others it is ignored: it could make the portal record every trace. */
export function findTraceParent(
  { raw: { headers, socket } }: FastifyRequest,
  isTrustedProxy: (address: string) => boolean,
): TraceParent | undefined {
  if (headers.traceparent === undefined || !isTrustedProxy(socket.remoteAddress ?? '')) return undefined;
  return parseTraceParent(headers.traceparent);
}

/** Notes of every request when it came, and the trace of a trusted proxy. */
export function registerRequestOrigin(app: FastifyInstance, isTrustedProxy: (address: string) => boolean): void {
  app.decorateRequest('traceId', undefined);
  app.decorateRequest('traceParent', undefined);
  app.decorateRequest('receivedAt', 0);
  app.addHook('onRequest', (request, _reply, done) => {
    request.receivedAt = performance.now();
    request.traceParent = findTraceParent(request, isTrustedProxy);
    request.traceId = request.traceParent?.traceId;
    done();
  });
}
