import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { handleClientError, handleFrameworkError, registerErrorHandler } from './error-handler.ts';
import { parseUrlEncoded } from './request-values.ts';
import { registerSecurityHeaders } from './security-headers.ts';

/** A server without routes: its limits, its log, how it reads what is sent and how it answers what goes wrong. */
export function createHttpServer(
  config: Pick<Config, 'logLevel' | 'trustedProxies'>,
  logTo?: { write(line: string): void },
): FastifyInstance {
  const app = Fastify({
    logger: {
      level: config.logLevel,
      ...(logTo ? { stream: logTo } : {}),
      // Queries carry tokens and e-mail addresses; headers carry sessions. Neither is logged.
      serializers: {
        req: (request) => ({ method: request.method, path: request.url.split('?')[0], remoteAddress: request.ip }),
        // A database error carries the values it complains about in its details; the rest says enough.
        err: (error) => ({
          type: error.name,
          message: error.message,
          code: error.code,
          constraint: (error as { constraint?: string }).constraint,
          stack: error.stack ?? '',
        }),
      },
      redact: { paths: ['*.password', '*.token', '*.access_token', '*.refresh_token', '*.authorization'], censor: '[redacted]' },
    },
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: 1024 * 1024,
    requestTimeout: 15_000,
    connectionTimeout: 30_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    // What arrives on an open connection while the server closes is still answered; /readyz says not to send more.
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
  // Values are checked and named by serve(); Fastify's own validation would not know the wire's tolerance.
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
