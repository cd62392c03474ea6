import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { redactSecrets } from '../redact-secrets.ts';
import { limitConnections } from './connections.ts';
import { countCutOffRequests } from './cut-off.ts';
import { registerDrain } from './drain.ts';
import { handleClientError, handleFrameworkError, registerErrorHandler } from './error-handler.ts';
import type { Hosts } from './hosts.ts';
import { createProxyList } from './proxies.ts';
import { createRequestIds, registerRequestOrigin } from './request-id.ts';
import { RequestLogController, registerRequestLog } from './request-log.ts';
import { parseUrlEncoded } from './request-values.ts';
import { registerSecurityHeaders } from './security-headers.ts';
import { compileSerializer } from './serializers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the client uses HTTPS: as a trusted proxy reports, or because the host has it as its canonical origin. */
    readonly isHttps: boolean;
  }
}

interface HttpServerOptions {
  /** Where log lines are written; standard output unless given. */
  logTo?: { write(line: string): void };
  /** The hosts that are known to be served over HTTPS, whatever the proxy reports. */
  hosts?: Pick<Hosts, 'isCanonicallyHttps'>;
}

/** A server without routes: limits, logging, parsing of requests and error responses. */
export function createHttpServer(
  config: Pick<Config, 'connectionLimits' | 'logLevel' | 'trustedProxies'>,
  { logTo, hosts }: HttpServerOptions = {},
): FastifyInstance {
  const limits = config.connectionLimits;
  const isTrustedProxy = createProxyList(config.trustedProxies);
  const app = Fastify({
    logger: {
      level: config.logLevel,
      ...(logTo ? { stream: logTo } : {}),
      // Query strings contain tokens and email addresses, and headers contain sessions: neither is logged.
      serializers: {
        req: (request) => ({ method: request.method, path: request.url.split('?')[0], remoteAddress: request.ip }),
        // The details of a database error contain values from the rows; the other fields are enough.
        err: (error) => ({
          type: error.name,
          message: error.message,
          code: error.code,
          constraint: (error as { constraint?: string }).constraint,
          stack: error.stack ?? '',
        }),
      },
      // Messages of errors can contain secrets too.
      hooks: { streamWrite: redactSecrets },
    },
    logController: new RequestLogController(),
    genReqId: createRequestIds(isTrustedProxy),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    // Larger JSON takes long to parse; ten thousand ids with their versions have 200 KB.
    bodyLimit: 256 * 1024,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkIntervalMs },
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.idleMs,
    keepAliveTimeout: limits.keepAliveMs,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: true,
    // Requests on open connections are still answered while the server closes.
    return503OnClosing: false,
    frameworkErrors: handleFrameworkError,
    clientErrorHandler: handleClientError,
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      maxParamLength: 300,
      querystringParser: (query) => parseUrlEncoded(query) as never,
    },
  });

  registerRequestOrigin(app, isTrustedProxy);
  limitConnections(app, limits, isTrustedProxy);
  registerDrain(app);
  registerErrorHandler(app);
  registerSecurityHeaders(app);
  registerRequestLog(app);
  countCutOffRequests(app);
  app.decorateRequest('context', undefined);
  app.decorateRequest('isHttps', {
    getter(this: FastifyRequest) {
      return this.protocol === 'https' || (hosts?.isCanonicallyHttps(this.headers.host) ?? false);
    },
  });
  // `registerEndpoint` validates and converts values; Fastify's own validation does not know the wire's tolerances.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(compileSerializer);
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, parseUrlEncoded(body as string)),
  );
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      done(null, JSON.parse(body as string));
    } catch {
      done(Object.assign(new Error('not JSON'), { code: 'FST_ERR_CTP_INVALID_JSON_BODY', statusCode: 400 }));
    }
  });
  return app;
}
