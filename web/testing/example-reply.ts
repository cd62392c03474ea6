import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { type Call, contract, type ReplyOf } from '#contract/index.ts';

/** Parts of a value: every property may be left out, at any depth. */
export type PartsOf<T> = T extends readonly (infer Item)[]
  ? readonly PartsOf<Item>[]
  : T extends object
    ? { [K in keyof T]?: PartsOf<T[K]> }
    : T;

interface SchemaParts {
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly SchemaParts[];
  properties?: Record<string, SchemaParts>;
  required?: readonly string[];
  items?: SchemaParts;
  format?: string;
  minimum?: number;
}

/**
 * A reply of a call with these parts; what is left out is empty: null where that is allowed, otherwise '', 0, false or an empty list, and the first of
 * several values. Throws if the parts do not fit the schema of the reply.
 */
export function createReply<C extends Call>(call: C, parts: PartsOf<ReplyOf<C>>): ReplyOf<C> {
  const schema: TSchema = contract[call].reply;
  const reply = fill(schema as SchemaParts, parts);
  const [problem] = Value.Errors(schema, reply);
  if (problem) throw new Error(`This is no reply of ${call}: ${problem.instancePath} ${problem.message}`);
  return reply as ReplyOf<C>;
}

function fill(schema: SchemaParts, parts: unknown): unknown {
  if (Array.isArray(parts)) return parts.map((part) => fill(schema.items ?? {}, part));
  if (typeof parts !== 'object' || parts === null || !schema.properties) return parts;
  const { properties } = schema;
  const filled = Object.entries(createRequired(schema)).filter(([name]) => !(name in parts));
  // A property that the schema does not name stays, for the check to find.
  const given = Object.entries(parts).map(([name, part]) => [name, fill(properties[name] ?? {}, part)]);
  return Object.fromEntries([...filled, ...given]);
}

const createRequired = ({ properties = {}, required = [] }: SchemaParts): Record<string, unknown> =>
  Object.fromEntries(required.map((name) => [name, createEmpty(properties[name] ?? {})]));

function createEmpty(schema: SchemaParts, name = ''): unknown {
  const types = [schema.type ?? []].flat();
  if (types.includes('null')) return null;
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return createEmpty(schema.anyOf[0]);
  if (types.includes('object')) return createRequired(schema);
  if (types.includes('array')) return [];
  if (types.includes('boolean')) return false;
  if (types.includes('number') || types.includes('integer')) return Math.max(0, schema.minimum ?? 0);
  if (schema.format === 'date') return '2026-03-02';
  // To the schemas, times are plain text.
  return name.endsWith('Utc') ? '2026-03-02T09:00:00Z' : '';
}
