import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { API_CONVENTIONS } from '#contract/conventions.ts';
import type { Hosts } from '../hosts.ts';
import { registerViewer } from './viewer.ts';

/** Documents the routes that are registered afterwards, as a page at `/docs/api` and as OpenAPI at `/docs/api/json`. */
export async function registerApiDocumentation(app: FastifyInstance, hosts: Hosts): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'API reference', description: API_CONVENTIONS, version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
  });
  registerViewer(app, hosts);
}
