import type { Endpoint } from '#contract/endpoint.ts';
import { describeCallers } from './call-access.ts';
import { describeErrors } from './call-errors.ts';
import { EXAMPLE_REQUESTS } from './example-values.ts';
import { type ExampleSchema, exampleOf, isFile } from './examples.ts';

interface Media {
  schema: ExampleSchema;
  example?: unknown;
}

/** The parts of an operation of the OpenAPI document that the contract determines. */
export interface Operation {
  description?: string;
  parameters?: { name: string; example?: unknown }[];
  requestBody?: { required: boolean; content: Record<string, Media> };
  responses: Record<string, { $ref: string } | { description: string; content?: Record<string, Media> }>;
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** The body of a request as clients send it: in its root, where it has one. */
function describeBody(call: string, { acceptsForm, form, root }: Endpoint, schema: ExampleSchema): Operation['requestBody'] {
  const rooted = root ? { type: 'object', required: [root], properties: { [root]: schema } } : schema;
  const media = { schema: rooted, example: EXAMPLE_REQUESTS[call] ?? exampleOf(rooted, root) };
  return {
    required: true,
    content: form ? { [FORM]: media } : acceptsForm ? { [JSON_TYPE]: media, [FORM]: media } : { [JSON_TYPE]: media },
  };
}

function describeReply({ created, reply }: Endpoint): Operation['responses'] {
  const schema = reply as ExampleSchema;
  const content = isFile(schema)
    ? { [schema.contentMediaType as string]: { schema } }
    : { [JSON_TYPE]: { schema, example: exampleOf(schema, 'reply') } };
  return created
    ? { 201: { description: 'Created; `Location` is the address of the new record.', content } }
    : { 200: { description: isFile(schema) ? 'The file.' : 'Done.', content } };
}

/** Completes an operation with what the contract says of the call: who may make it, its errors, and examples of request and reply. */
export function describeCall(call: string, endpoint: Endpoint, operation: Operation): void {
  const [method = '', path = ''] = call.split(' ');
  const segments = path.split('/');
  const record = segments[segments.indexOf(':id') - 1];
  operation.description = [describeCallers(method, endpoint), endpoint.description].filter(Boolean).join('\n\n');
  // The parameters of the document have lost their descriptions, which examples are made from.
  const parameters = { ...endpoint.params?.properties, ...endpoint.query?.properties } as Record<string, ExampleSchema>;
  for (const parameter of operation.parameters ?? [])
    parameter.example = exampleOf(parameters[parameter.name] ?? {}, parameter.name, record);
  const content = endpoint.body ?? endpoint.form;
  if (content)
    operation.requestBody = describeBody(call, endpoint, content as ExampleSchema) as NonNullable<Operation['requestBody']>;
  operation.responses = {
    ...describeReply(endpoint),
    ...describeErrors(call, endpoint),
  };
}
