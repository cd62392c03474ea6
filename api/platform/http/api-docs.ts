import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { API_CONVENTIONS } from '#contract/conventions.ts';

/** Documents the routes that are registered afterwards, as pages at `/docs/api` and as OpenAPI at `/docs/api/json`. */
export async function registerApiDocumentation(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Livery', description: API_CONVENTIONS, version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
  });
  await app.register(fastifySwaggerUi, { routePrefix: '/docs/api', staticCSP: true });
}
