import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collectMethods } from './unsupported-methods.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify({ routerOptions: { caseSensitive: false, ignoreTrailingSlash: true } });
  app.setErrorHandler((error, _request, reply) => {
    const { status = 500, headers = {} } = error as { status?: number; headers?: Record<string, string> };
    return reply.code(status).headers(headers).send();
  });
  const complete = collectMethods(app);
  for (const [method, url] of [
    ['GET', '/items/:name'],
    ['PUT', '/items/:name'],
    ['GET', '/items/list'],
    ['POST', '/orders'],
    ['GET', '/orders/:id(^-?\\d.*$)'],
    ['GET', '/files/*'],
  ] as const)
    app.route({ method, url, handler: () => url });
  await app.register(async () => complete());
  await app.ready();
});
afterAll(() => app.close());

it.each([
  ['PATCH', '/items/anything', 405, 'GET, HEAD, PUT'],
  // Not the item of that name.
  ['PUT', '/items/list', 405, 'GET, HEAD'],
  ['PATCH', '/items/list', 405, 'GET, HEAD'],
  ['DELETE', '/Items/%6Cist/?query', 405, 'GET, HEAD'],
  ['GET', '/orders', 405, 'POST'],
  ['PUT', '/orders/-12', 405, 'GET, HEAD'],
  ['PUT', '/orders/word', 404, undefined],
  ['GET', '/orders/word', 404, undefined],
  ['PUT', '/orders/12/lines', 404, undefined],
  ['POST', '/files/one', 404, undefined],
  ['PUT', '/items/', 404, undefined],
  ['GET', '/items/list', 200, undefined],
  ['PUT', '/items/other', 200, undefined],
] as const)('%s %s is answered with %i', async (method, url, status, allow) => {
  const { statusCode, headers } = await app.inject({ method, url });
  expect([statusCode, headers.allow]).toEqual([status, allow]);
});
