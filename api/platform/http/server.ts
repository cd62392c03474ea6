import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { redactSecrets } from '../redact-secrets.ts';
import { handleClientError, handleFrameworkError, registerErrorHandler } from './error-handler.ts';
import { parseUrlEncoded } from './request-values.ts';
import { registerSecurityHeaders } from './security-headers.ts';

/** A server without routes: limits, logging, parsing of requests and error responses. */
export function createHttpServer(
  config: Pick<Config, 'logLevel' | 'trustedProxies'>,
  logTo?: { write(line: string): void },
): FastifyInstance {
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
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: 1024 * 1024,
    requestTimeout: 15_000,
    connectionTimeout: 30_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    // Requests on open connections are still answered while the server closes; /readyz tells the load balancer to send no more.
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

  registerErrorHandler(app);
  registerSecurityHeaders(app);
  app.decorateRequest('context', undefined);
  // `registerEndpoint` validates and converts values; Fastify's own validation does not know the wire's tolerances.
  app.setValidatorCompiler(() => () => true);
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
