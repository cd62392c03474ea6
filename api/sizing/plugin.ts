import type { FastifyInstance } from 'fastify';
import { HttpError } from '#api/platform/http/errors.ts';
import { routes as bodies } from './bodies.routes.ts';
import type { SizingDependencies } from './dependencies.ts';
import { routes as garments } from './garments.routes.ts';
import { routes as suggestions } from './suggestions.routes.ts';

/** The path prefix of all calls of the service. */
const PREFIX = '/sizing';

/** Adds the code ERROR_RESTART to invalid requests that have no code of the service. */
function withCode(error: unknown): unknown {
  if (!(error instanceof HttpError) || error.code !== undefined || error.status !== 400) return error;
  return new HttpError(error.status, error.errors, error.headers, 'ERROR_RESTART');
}

/** Registers the service's calls with a server: the portal's by default, or the service's own. */
export async function sizingPlugin(app: FastifyInstance, sizing: SizingDependencies): Promise<void> {
  app.setErrorHandler((error) => {
    throw withCode(error);
  });

  const { sizingOrigins } = sizing.config;
  app.addHook('onRequest', async (request, reply) => {
    reply.header('access-control-expose-headers', 'Location');
    const { origin } = request.headers;
    if (sizingOrigins.length > 0) reply.header('vary', 'Origin');
    if (origin && sizingOrigins.includes(origin)) reply.header('access-control-allow-origin', origin);
  });
  app.options(`${PREFIX}/*`, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .headers({
        'access-control-allow-methods': 'GET, POST, PUT, DELETE',
        'access-control-allow-headers': 'Authorization, Content-Type, Cache-Control, Pragma, X-Acting-For',
        'access-control-max-age': '600',
      })
      .code(204)
      .send(),
  );

  garments(app, sizing);
  bodies(app, sizing);
  suggestions(app, sizing);
}
