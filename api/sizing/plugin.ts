import type { FastifyError, FastifyInstance } from 'fastify';
import { toHttpError } from '#api/platform/http/error-handler.ts';
import { HttpError } from '#api/platform/http/errors.ts';
import { RESTART } from '#contract/sizing/sizing-schemas.ts';
import { routes as bodies } from './bodies.routes.ts';
import type { SizingDependencies } from './dependencies.ts';
import { routes as garments } from './garments.routes.ts';
import { routes as suggestions } from './suggestions.routes.ts';

/** The path prefix of all calls of the service. */
const PREFIX = '/sizing';

const CODES: Readonly<Record<number, string>> = { 401: 'UNAUTHORIZED', 403: 'FORBIDDEN', 429: 'RATE_LIMITED' };

/** Adds a code to errors that have no code of the service. A client that sends an id of no kind has lost its state and must start again. */
function withCode({ status, errors, headers, code }: HttpError): HttpError {
  const isRestart = status === 404 || status >= 500 || Object.values(errors).flat().includes(RESTART);
  return new HttpError(status, errors, headers, code ?? CODES[status] ?? (isRestart ? 'ERROR_RESTART' : 'VALIDATION'));
}

/** Registers the service's calls with a server: the portal's by default, or the service's own. */
export async function sizingPlugin(app: FastifyInstance, sizing: SizingDependencies): Promise<void> {
  app.setErrorHandler((error: FastifyError, request) => {
    throw withCode(toHttpError(error, request));
  });

  const { sizingOrigins } = sizing.config;
  app.addHook('onRequest', async (request, reply) => {
    reply.header('access-control-expose-headers', 'Location');
    const { origin } = request.headers;
    if (sizingOrigins.length > 0) reply.header('vary', 'Origin');
    if (origin && sizingOrigins.includes(origin)) reply.header('access-control-allow-origin', origin);
  });
  app.options(`${PREFIX}/*`, async (_request, reply) =>
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
