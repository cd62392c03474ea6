import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { API_CONVENTIONS } from '#contract/conventions.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import type { Hosts } from '../hosts.ts';
import { ERROR_COMPONENTS } from './call-errors.ts';
import { describeCall, type Operation } from './describe-call.ts';
import { registerViewer } from './viewer.ts';

/** Where the documentation is served. */
export const API_DOCS_PATH = '/docs/api';

/** Completes the operations of an OpenAPI document with what the contract says of them. */
function describeCalls(paths: Record<string, Record<string, Operation | undefined>>): void {
  for (const [call, endpoint] of Object.entries<Endpoint>(contract)) {
    const [method = '', path = ''] = call.split(' ');
    const operation = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    if (operation) describeCall(call, endpoint, operation);
  }
}

/** Documents the routes that are registered afterwards, as a page at `/docs/api` and as OpenAPI at `/docs/api/json`. */
export async function registerApiDocumentation(app: FastifyInstance, hosts: Hosts): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'API reference', description: API_CONVENTIONS, version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) throw new Error('The documentation is written as OpenAPI.');
      const { openapiObject } = document;
      Object.assign(openapiObject.components?.schemas ?? {}, ERROR_COMPONENTS.schemas);
      Object.assign(openapiObject.components ?? {}, { responses: ERROR_COMPONENTS.responses });
      describeCalls(openapiObject.paths as Parameters<typeof describeCalls>[0]);
      return openapiObject;
    },
  });
  registerViewer(app, hosts);
}
