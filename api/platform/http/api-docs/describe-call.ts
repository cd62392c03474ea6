import type { Endpoint } from '#contract/endpoint.ts';
import { describeCallers, describeSecurity } from './call-access.ts';
import { describeErrors } from './call-errors.ts';
import type { DocumentSchema, SchemaWriter } from './document-schema.ts';
import { EXAMPLE_REQUESTS } from './example-values.ts';
import { type ExampleSchema, exampleOf, isFile } from './examples.ts';

interface Media {
  schema: DocumentSchema;
  example?: unknown;
}

interface Reference {
  $ref: string;
}

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description?: string;
  schema: DocumentSchema;
  example: unknown;
}

interface ResponseDescription {
  description: string;
  headers?: Record<string, unknown>;
  content: Record<string, Media>;
}

/** An operation of the OpenAPI document. */
export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: readonly string[];
  security: ReturnType<typeof describeSecurity>;
  parameters?: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Record<string, Media> };
  responses: Record<string, ResponseDescription | Reference>;
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const BYTES: DocumentSchema = { type: 'string', format: 'binary' };

/** The components of the document that parameters refer to. */
export const PARAMETER_COMPONENTS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Chosen by the client, at most 200 characters. Repeating the call with the same key returns the first response.',
    schema: { type: 'string', maxLength: 200 },
    example: '0b8f6f0e-3c1d-4a57-9a43-6d1f2f0c5e11',
  },
};

/** The parameters in path and query, and the header for idempotency where the call's description names it. */
function describeParameters(path: string, endpoint: Endpoint, writer: SchemaWriter): (Parameter | Reference)[] {
  const segments = path.split('/');
  const record = segments[segments.indexOf(':id') - 1];
  const describe = (place: 'path' | 'query', { properties = {}, required = [] }: { properties?: object; required?: string[] }) =>
    Object.entries<object>(properties as Record<string, object>).map(([name, schema]): Parameter => {
      const { description, ...written } = writer.write(schema);
      return {
        name,
        in: place,
        required: place === 'path' || required.includes(name),
        ...(description ? { description } : {}),
        schema: written,
        example: exampleOf(schema as ExampleSchema, name, record),
      };
    });
  return [
    ...describe('path', endpoint.params ?? {}),
    ...describe('query', endpoint.query ?? {}),
    ...(endpoint.description?.includes('`Idempotency-Key`') ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

const UPLOADS: Record<NonNullable<Endpoint['upload']>, Record<string, Media>> = {
  bytes: { 'application/octet-stream': { schema: BYTES } },
  file: { 'multipart/form-data': { schema: { type: 'object', required: ['file'], properties: { file: BYTES } } } },
  files: {
    'multipart/form-data': {
      schema: { type: 'object', required: ['file'], properties: { file: { type: 'array', minItems: 1, items: BYTES } } },
    },
  },
};

/** The body of a request as clients send it: in its root, where it has one. */
function describeBody(call: string, endpoint: Endpoint, writer: SchemaWriter): Record<string, Media> | undefined {
  const { acceptsForm, body, form, root, upload } = endpoint;
  const content = (body ?? form) as ExampleSchema | undefined;
  if (!content) return upload && UPLOADS[upload];
  const rooted = root ? { type: 'object', required: [root], properties: { [root]: content } } : content;
  const media = { schema: writer.write(rooted), example: EXAMPLE_REQUESTS[call] ?? exampleOf(rooted, root) };
  if (form) return { [FORM]: media };
  return { [JSON_TYPE]: media, ...(acceptsForm ? { [FORM]: media } : {}) };
}

function describeReply({ created, reply }: Endpoint, writer: SchemaWriter): Record<string, ResponseDescription> {
  const schema = reply as ExampleSchema;
  if (isFile(schema)) {
    const content = { [schema.contentMediaType as string]: { schema: writer.write(schema) } };
    return { 200: { description: 'The file.', content } };
  }
  const content = { [JSON_TYPE]: { schema: writer.write(schema), example: exampleOf(schema, 'reply') } };
  if (!created) return { 200: { description: 'Done.', content } };
  const headers = { Location: { description: 'Address of the new record.', schema: { type: 'string' } } };
  return { 201: { description: 'Created.', headers, content } };
}

const REFUSES_UNKNOWN = 'Properties that the call does not know are refused (422).';

/** The operation of a call: its parameters, body, reply and errors, who may make it, and examples. */
export function describeCall(call: string, endpoint: Endpoint, writer: SchemaWriter): Operation {
  const [method = '', path = ''] = call.split(' ');
  const parameters = describeParameters(path, endpoint, writer);
  const content = describeBody(call, endpoint, writer);
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: [describeCallers(method, endpoint), endpoint.description, endpoint.refusesUnknown && REFUSES_UNKNOWN]
      .filter(Boolean)
      .join('\n\n'),
    tags: endpoint.tags,
    security: describeSecurity(path, endpoint.access),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: { ...describeReply(endpoint, writer), ...describeErrors(call, endpoint) },
  };
}
