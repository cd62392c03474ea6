import Type from 'typebox';
import { describe, expect, it, test } from 'vitest';
import { described, entity, id, maybe, nullable } from '#contract/values.ts';
import { createSchemaWriter } from './document-schema.ts';

const order = entity('Order', { number: described(Type.String(), 'As printed.') });

describe('a named schema', () => {
  it('is written once and referred to, with what is said of it where it is used', () => {
    const writer = createSchemaWriter();

    expect(writer.write(order)).toEqual({ $ref: '#/components/schemas/Order' });
    expect(writer.write(Type.Object({ first: described(order, 'The oldest.') })).properties).toEqual({
      first: { $ref: '#/components/schemas/Order', description: 'The oldest.' },
    });
    expect([...writer.named]).toEqual([
      ['Order', { type: 'object', required: ['number'], properties: { number: { type: 'string', description: 'As printed.' } } }],
    ]);
  });

  it('may be null', () => {
    expect(createSchemaWriter().write(described(nullable(order), 'Null for none.'))).toEqual({
      anyOf: [{ $ref: '#/components/schemas/Order' }, { type: 'null' }],
      description: 'Null for none.',
    });
  });

  it('has one meaning', () => {
    const writer = createSchemaWriter();
    writer.write(order);
    expect(() => writer.write(entity('Order', { number: Type.Integer() }))).toThrow('Two different schemas have the name Order.');
  });
});

test('keywords of our own are left out, but for the kind of record', () => {
  expect(createSchemaWriter().write(maybe(id('product', 'Choose a product.')))).toEqual({
    type: ['integer', 'null'],
    minimum: 1,
    maximum: 2147483647,
    'x-entity': 'product',
  });
  expect(() => createSchemaWriter().write({ type: 'string', colour: 'red' })).toThrow('no form for the keyword colour');
});

test('fixed values are written as a list', () => {
  const { write } = createSchemaWriter();
  expect(write(Type.Union([Type.Literal('a4'), Type.Literal('label')], { description: 'Paper.' }))).toEqual({
    type: 'string',
    enum: ['a4', 'label'],
    description: 'Paper.',
  });
  expect(write(Type.Union([Type.Literal(1), Type.Null()]))).toEqual({ anyOf: [{ type: 'number', const: 1 }, { type: 'null' }] });
});

test('a record with any keys and a file are written in the standard form', () => {
  const { write } = createSchemaWriter();
  expect(write(Type.Record(Type.String(), Type.Integer()))).toEqual({
    type: 'object',
    additionalProperties: { type: 'integer' },
  });
  expect(write(Type.String({ contentMediaType: 'application/pdf' }))).toEqual({ type: 'string', format: 'binary' });
});
