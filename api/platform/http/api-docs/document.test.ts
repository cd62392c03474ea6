import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { createApiDocument } from './document.ts';
import type { DocumentSchema } from './document-schema.ts';

const document = createApiDocument('https://uniforms.example');
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** Every schema of the document with its parts, but not those behind references. */
function* listSchemas(schema: DocumentSchema, place: string): Generator<[schema: DocumentSchema, place: string]> {
  yield [schema, place];
  for (const [name, property] of Object.entries(schema.properties ?? {})) yield* listSchemas(property, `${place}.${name}`);
  for (const part of [schema.items, ...(schema.anyOf ?? [])]) if (part) yield* listSchemas(part, place);
}

test('describes every call once, under the name that the contract gives it', () => {
  const names = Object.values<Endpoint>(contract).map(({ name }) => name);
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(names.toSorted());
});

test('says of every call which token it takes', () => {
  const security = (name: string) => operations.find(({ operationId }) => operationId === name)?.security;
  expect(security('logIn')).toEqual([]);
  expect(security('logOut')).toEqual([{}, { customer: [] }]);
  expect(security('placeOrder')).toEqual([{ customer: [] }]);
  expect(security('shipParcels')).toEqual([{ operator: [] }, { apiKey: ['shipments:write'] }]);
  expect(security('listOperators')).toEqual([{ operator: [] }]);
  expect(security('suggestSize')).toEqual([{ sizing: [] }]);
  const open = Object.values<Endpoint>(contract).filter(({ access }) => ['anonymous', 'optional'].includes(access.kind));
  expect(operations.filter((operation) => operation.security.every((one) => Object.keys(one).length === 0)).length).toBe(
    open.filter(({ access }) => access.kind === 'anonymous').length,
  );
});

test('describes every heading that a call has, and no other', () => {
  const used = new Set(operations.flatMap(({ tags }) => tags));
  expect(document.tags.map(({ name }) => name).toSorted()).toEqual([...used].toSorted());
});

test('has a name for every object of three or more properties that is in more than one place', () => {
  const places = new Map<string, string[]>();
  const collect = (schema: DocumentSchema, root: string) => {
    for (const [{ description: _, type: __, ...content }, place] of listSchemas(schema, root)) {
      if (Object.keys(content.properties ?? {}).length < 3) continue;
      const text = JSON.stringify(content);
      places.set(text, [...(places.get(text) ?? []), place]);
    }
  };
  for (const { operationId, requestBody, responses } of operations) {
    for (const { schema } of Object.values(requestBody?.content ?? {}).slice(0, 1)) collect(schema, operationId);
    for (const response of Object.values(responses))
      if ('content' in response) for (const { schema } of Object.values(response.content)) collect(schema, operationId);
  }
  for (const [name, { properties = {} }] of Object.entries(document.components.schemas))
    for (const [property, schema] of Object.entries(properties)) collect(schema, `${name}.${property}`);
  const unnamed = [...places.values()].filter((found) => found.length > 1).map((found) => found.join(', '));
  expect(unnamed.join('\n')).toBe('');
});

test('describes uploads and the header for idempotency', () => {
  const { uploadReturnFiles, placeOrder } = Object.fromEntries(operations.map((operation) => [operation.operationId, operation]));
  expect(uploadReturnFiles?.requestBody?.content['multipart/form-data']?.schema.required).toEqual(['file']);
  expect(placeOrder?.parameters).toEqual([{ $ref: '#/components/parameters/IdempotencyKey' }]);
});
