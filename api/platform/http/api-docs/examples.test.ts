import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Call, contract } from '#contract/index.ts';
import { EXAMPLE_REQUESTS } from './example-values.ts';
import { type ExampleSchema, exampleOf, isFile } from './examples.ts';

const parts = Object.entries<Endpoint>(contract).flatMap(([call, { params, query, form, body, reply }]) =>
  Object.entries({ params, query, form, body, reply }).flatMap(([part, schema]) =>
    schema && !isFile(schema as ExampleSchema) ? [{ call, part, schema }] : [],
  ),
);

test('every example is what its schema allows', () => {
  const findings = parts.flatMap(({ call, part, schema }) => {
    try {
      const example = exampleOf(schema as ExampleSchema, part);
      return Compile(schema)
        .Errors(example)
        .map(({ instancePath, message }) => `${call} ${part}${instancePath}: ${message}`);
    } catch (error) {
      return [`${call} ${part}: ${(error as Error).message}`];
    }
  });
  expect(findings.join('\n')).toBe('');
});

test('so is every example that is written for a call', () => {
  for (const [call, example] of Object.entries(EXAMPLE_REQUESTS)) {
    const { body, form, root }: Endpoint = contract[call as Call];
    const schema = body ?? form;
    expect([call, root, schema && Compile(schema).Errors(example)]).toEqual([call, undefined, []]);
  }
});

test('an example has the values that its descriptions name', () => {
  const schema = Type.Object({
    currency: Type.String({ description: 'ISO 4217 code, for example `SEK`.' }),
    state: Type.String({ description: '`open` or `closed`.' }),
    unit: Type.Integer({ description: '2 inches, 3 centimetres.' }),
    until: Type.String({ pattern: String.raw`^\d{4}-\d{2}-\d{2}$` }),
    products: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
    productId: Type.Integer(),
    unheardOf: Type.Union([Type.Null(), Type.String()]),
  });
  const example = exampleOf(schema as ExampleSchema) as { products: [{ id: number }]; productId: number };
  expect(example).toMatchObject({ currency: 'SEK', state: 'open', unit: 2, until: '2026-03-12', unheardOf: null });
  expect(example.products).toEqual([{ id: example.productId, name: 'Ashdown tailored shirt' }]);
});

test('a text without a known value is an error, not a placeholder', () => {
  expect(() => exampleOf({ type: 'string' }, 'unheardOf')).toThrow('The field unheardOf needs an example');
});
