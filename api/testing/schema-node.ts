import type { TSchema } from 'typebox';

/** The keywords of JSON Schema that the contract uses, whatever the kind of the schema. */
export interface SchemaNode {
  type?: string | string[];
  properties?: Record<string, TSchema>;
  required?: string[];
  items?: TSchema;
  anyOf?: TSchema[];
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  examples?: unknown[];
}
