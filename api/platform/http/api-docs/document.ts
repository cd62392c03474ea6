import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { API_CONVENTIONS } from '#contract/conventions.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { SECURITY_SCHEMES } from './call-access.ts';
import { ERROR_COMPONENTS } from './call-errors.ts';
import { TAGS } from './call-tags.ts';
import { describeCall, type Operation, PARAMETER_COMPONENTS } from './describe-call.ts';
import { createSchemaWriter, type DocumentSchema } from './document-schema.ts';

/** The OpenAPI document of all calls of the contract. */
export interface ApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  /** Operations by path, as `/api/orders/{id}`, and method in lower case. */
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, DocumentSchema>;
    parameters: typeof PARAMETER_COMPONENTS;
    responses: typeof ERROR_COMPONENTS.responses;
    securitySchemes: typeof SECURITY_SCHEMES;
  };
}

/** The guide for systems of the supplier, as Markdown. */
const SUPPLIER_GUIDE = readFileSync(join(import.meta.dirname, 'supplier-guide.md'), 'utf8');

/** Describes the contract as OpenAPI 3.1. `origin` is that of the host whose calls it documents, such as `https://uniforms.example`. */
export function createApiDocument(origin: string): ApiDocument {
  const writer = createSchemaWriter();
  const paths: ApiDocument['paths'] = {};
  for (const [call, endpoint] of Object.entries<Endpoint>(contract)) {
    const [method = '', path = ''] = call.split(' ');
    const template = path.replaceAll(/:(\w+)/g, '{$1}');
    paths[template] = { ...paths[template], [method.toLowerCase()]: describeCall(call, endpoint, writer) };
  }
  const schemas = { ...ERROR_COMPONENTS.schemas, ...Object.fromEntries(writer.named) };
  return {
    openapi: '3.1.0',
    info: { title: 'API reference', version: '1', description: `${API_CONVENTIONS}\n\n${SUPPLIER_GUIDE}` },
    servers: [{ url: origin, description: 'The host of the brand.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => a.localeCompare(b, 'en'))),
      parameters: PARAMETER_COMPONENTS,
      responses: ERROR_COMPONENTS.responses,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}
