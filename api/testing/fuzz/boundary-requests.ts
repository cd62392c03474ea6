import type { InjectOptions } from 'fastify';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import type { Endpoint } from '#contract/endpoint.ts';
import { getEntityName } from '#contract/values.ts';
import type { SchemaNode } from '../schema-node.ts';
import type { KnownIds } from './arbitrary-requests.ts';

/** A request that is as plain as possible, but for one number or date at a bound. */
export interface BoundaryRequest {
  /** Which value is at which bound, for the reader of a failure. */
  what: string;
  request: InjectOptions;
}

/** Days at the bounds of what the portal, JavaScript and PostgreSQL take for days. */
const DAYS = ['0000-01-01', '0001-01-01', '1900-01-01', '2026-02-30', '2200-12-31', '9999-12-31', '+275760-09-13'];
const isDate = (name: string, { format }: SchemaNode) => format === 'date' || /(On|Utc|Date|At)(Min|Max)?$/.test(name);

/** The least that a number above 0 can be, and what is left when it has two decimals: nothing. */
const TINY = 1e-9;

/** A list with the first of several things; empty where there is none. */
const firstOf = <T>(items: readonly T[] = []) => items.slice(0, 1);

function plainText(name: string, node: SchemaNode): string {
  if (isDate(name, node)) return '2026-11-21';
  if (/email/i.test(name)) return 'ann@north.example';
  return /^\^\((\w+)\|/.exec(node.pattern ?? '')?.[1] ?? 'Text';
}

/** A value that the schema allows: no optional property, known ids, small numbers. */
function plainValue(schema: TSchema, ids: KnownIds, name: string): unknown {
  const node = schema as SchemaNode;
  if (node.const !== undefined) return node.const;
  if (node.enum) return node.enum[0];
  if (node.anyOf) return plainValue(node.anyOf[0] as TSchema, ids, name);
  const entity = getEntityName(schema);
  if (entity) return ids[entity]?.[0] ?? 1;
  switch ([node.type].flat().find((type) => type !== 'null')) {
    case 'object':
      return plainObject(node, ids);
    case 'array':
      return firstOf(node.items ? [plainValue(node.items, ids, name)] : []);
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, node.minimum ?? 1), node.maximum ?? 1);
    case 'boolean':
      return true;
    default:
      return plainText(name, node);
  }
}

const plainObject = ({ properties = {}, required = [] }: SchemaNode, ids: KnownIds) =>
  Object.fromEntries(
    required.flatMap((name) => (properties[name] ? [[name, plainValue(properties[name], ids, name)] as const] : [])),
  );

interface Variant {
  path: string;
  value: unknown;
}

function listNumbers(schema: TSchema): number[] {
  const { minimum, exclusiveMinimum, maximum, type } = schema as SchemaNode;
  // The lowest id is one that exists.
  if (getEntityName(schema) && maximum !== undefined) return [maximum];
  const isWhole = [type].flat().includes('integer');
  const bounds = [minimum, maximum].filter((bound) => bound !== undefined);
  return [...bounds, ...(isWhole ? [] : [TINY, (minimum ?? exclusiveMinimum ?? 0) + TINY, (maximum ?? 0) - 0.001]), 1e300];
}

/** Values that are plain but for one number or date in them, which is at a bound. */
function listVariants(schema: TSchema, ids: KnownIds, path: string): Variant[] {
  const node = schema as SchemaNode;
  const name = path.split('.').at(-1) ?? '';
  if (node.const !== undefined || node.enum) return [];
  if (node.anyOf) return node.anyOf.flatMap((choice) => listVariants(choice, ids, path));
  const types = [node.type].flat();
  if (types.includes('object')) {
    const plain = plainObject(node, ids);
    return Object.entries(node.properties ?? {}).flatMap(([key, property]) =>
      listVariants(property, ids, path ? `${path}.${key}` : key).map((variant) => ({
        path: variant.path,
        value: { ...plain, [key]: variant.value },
      })),
    );
  }
  if (types.includes('array') && node.items)
    return listVariants(node.items, ids, path).map((variant) => ({ path: variant.path, value: [variant.value] }));
  const at = (value: number | string) => ({ path: `${path} = ${value}`, value });
  if (types.includes('integer') || types.includes('number')) return listNumbers(schema).map(at);
  return types.includes('string') && isDate(name, node) ? DAYS.map(at) : [];
}

const toSearch = (values: object) =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString();

/**
 * Requests to one call with every number and date of its input at each bound, one at a time. Those beyond the bounds of the schema are left out: the same
 * code refuses them for every call.
 */
export function listBoundaryRequests(call: string, endpoint: Endpoint, ids: KnownIds): BoundaryRequest[] {
  const [method, template = ''] = call.split(' ') as [InjectOptions['method'], string];
  const schemas = { params: endpoint.params, query: endpoint.query, content: endpoint.body ?? endpoint.form };
  const plain = Object.fromEntries(
    Object.entries(schemas).map(([part, schema]) => [part, schema ? plainValue(schema, ids, '') : {}]),
  ) as Record<keyof typeof schemas, Record<string, unknown>>;
  const variants = Object.entries(schemas).flatMap(([part, schema]) =>
    schema
      ? listVariants(schema, ids, '')
          .filter(({ value }) => Check(schema, value))
          .map(({ path, value }) => ({ what: `${part} ${path}`, part, value }))
      : [],
  );
  return variants.map(({ what, part, value }) => {
    const { params, query, content } = { ...plain, [part]: value } as typeof plain;
    const path = template.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
    const search = toSearch(query);
    const url = search ? `${path}?${search}` : path;
    if (endpoint.form) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return { what, request: { method, url, headers, payload: toSearch(content) } };
    }
    return { what, request: { method, url, ...(endpoint.body ? { payload: content } : {}) } };
  });
}
