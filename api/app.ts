import { randomUUID } from 'node:crypto';
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance } from 'fastify';
import { accessRoutes } from './access/access.routes.ts';
import { openGate } from './access/gate.ts';
import { openSessions } from './access/sessions.ts';
import { addressRoutes } from './addresses/addresses.routes.ts';
import { cartRoutes } from './cart/cart.routes.ts';
import { catalogueRoutes } from './catalogue/catalogue.routes.ts';
import { checkoutRoutes } from './checkout/checkout.routes.ts';
import type { Config } from './config.ts';
import type { DatabaseHandle } from './db/database.ts';
import { answerErrors, answerUnknownPath, answerUnreadablePath, answerUnreadableRequest } from './http/error-handler.ts';
import { serveHealth } from './http/health.ts';
import { knowHosts } from './http/hosts.ts';
import { serveGarments, servePages } from './http/pages.ts';
import { readPairs } from './http/request-values.ts';
import { sendSecurityHeaders } from './http/security-headers.ts';
import type { JobQueue } from './jobs/queue.ts';
import { orderRoutes } from './orders/orders.routes.ts';
import { organisationRoutes } from './organisation/organisation.routes.ts';
import type { Portal } from './portal.ts';
import { type ReserveStock, reserveStock } from './stock/reservations.queries.ts';
import { stockRoutes } from './stock/stock.routes.ts';
import { themeRoutes } from './theme/theme.routes.ts';

const AREAS = [
  themeRoutes,
  accessRoutes,
  organisationRoutes,
  addressRoutes,
  catalogueRoutes,
  stockRoutes,
  cartRoutes,
  checkoutRoutes,
  orderRoutes,
];

/** The server with all its routes, not yet listening. */
export async function buildApp(
  config: Config,
  database: DatabaseHandle,
  jobs: JobQueue,
  reserve: ReserveStock = reserveStock,
  logTo?: { write(line: string): void },
): Promise<FastifyInstance> {
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
    frameworkErrors: answerUnreadablePath,
    clientErrorHandler: answerUnreadableRequest,
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      maxParamLength: 300,
      querystringParser: (query) => readPairs(query) as never,
    },
  });

  answerErrors(app);
  sendSecurityHeaders(app);
  app.decorateRequest('visit', undefined);
  // Values are checked and named by serve(); Fastify's own validation would not know the wire's tolerance.
  app.setValidatorCompiler(() => () => true);
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, readPairs(body as string)),
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

  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Livery',
        description: 'The portal’s API. Paths and keys are matched without regard to case.',
        version: '1',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
  });
  await app.register(fastifySwaggerUi, { routePrefix: '/docs/api', staticCSP: true });

  const { db } = database;
  const hosts = knowHosts(db);
  const sessions = openSessions(db, config.databaseListenUrl, app.log);
  const portal: Portal = {
    config,
    db,
    hosts,
    sessions,
    jobs,
    reserveStock: reserve,
    gate: openGate(db, hosts, sessions, config.anonymousLimit),
  };
  for (const area of AREAS) area(app, portal);

  let closing = false;
  serveHealth(app, db, () => closing);
  serveGarments(app);
  if (config.webDir) await servePages(app, hosts, config.webDir);
  else app.setNotFoundHandler((_request, reply) => answerUnknownPath(reply));
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onClose', () => sessions.close());
  return app;
}
