import type { TObject, TSchema } from 'typebox';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EntityName, getEntityName } from '#contract/values.ts';
import type { SchemaNode } from '../schema-node.ts';

export type EntityIds = Record<EntityName, number>;

/** A request built from an endpoint's schemas. */
export interface BuiltRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  payload?: object | string;
  form: boolean;
}

/** The position of an id in a request: `query.organisationId`, `body.items[].customerId`. */
export interface IdLocation {
  path: string;
  entity: EntityName;
}

const PARTS = ['params', 'query', 'body', 'form'] as const;

/** All positions of ids in an endpoint's requests, in path, query and body, at any depth. */
export function listIdLocations(endpoint: Endpoint): IdLocation[] {
  const locations: IdLocation[] = [];
  const collect = (schema: TSchema, path: string) => {
    const entity = getEntityName(schema);
    if (entity) locations.push({ path, entity });
    const { properties, items, anyOf } = schema as SchemaNode;
    for (const [name, property] of Object.entries(properties ?? {})) collect(property, `${path}.${name}`);
    if (items) collect(items, `${path}[]`);
    // Of alternative schemas, requests are built with the first.
    if (anyOf?.[0]) collect(anyOf[0], path);
  };
  for (const part of PARTS) if (endpoint[part]) collect(endpoint[part], part);
  return locations;
}

/** Properties that look like an id but do not name their kind; the matrix would miss each of them. */
export function listUntypedIds(endpoint: Endpoint): string[] {
  const untyped: string[] = [];
  const collect = (schema: TSchema, path: string) => {
    const { properties, items, type } = schema as SchemaNode;
    const isInteger = [type].flat().includes('integer');
    if (isInteger && /(^|\.)id$|Ids?(\[\])?$/.test(path) && !getEntityName(schema)) untyped.push(path);
    for (const [name, property] of Object.entries(properties ?? {})) collect(property, `${path}.${name}`);
    if (items) collect(items, `${path}[]`);
  };
  for (const part of PARTS) if (endpoint[part]) collect(endpoint[part], part);
  return untyped;
}

/**
 * The smallest valid request of an endpoint, with the caller's own ids, and the id of someone else at `foreign`. Optional
 * properties are included only when they contain the foreign id.
 */
export function buildRequest(
  call: string,
  endpoint: Endpoint,
  own: EntityIds,
  foreign?: { path: string; id: number },
): BuiltRequest {
  const value = (schema: TSchema, path: string): unknown => {
    const entity = getEntityName(schema);
    if (foreign?.path === path) return foreign.id;
    if (entity) return own[entity];
    const { type, properties, required = [], items, anyOf, minimum, const: constant, examples } = schema as SchemaNode;
    if (constant !== undefined) return constant;
    if (examples) return examples[0];
    if (anyOf?.[0]) return value(anyOf[0], path);
    const first = [type].flat().find((name) => name !== 'null');
    if (first === 'object') {
      const included = Object.entries(properties ?? {}).filter(
        ([name]) => required.includes(name) || contains(`${path}.${name}`, foreign?.path),
      );
      return Object.fromEntries(included.map(([name, property]) => [name, value(property, `${path}.${name}`)]));
    }
    if (first === 'array') return items ? [value(items, `${path}[]`)] : [];
    if (first === 'integer' || first === 'number') return Math.max(minimum ?? 1, 1);
    if (first === 'boolean') return true;
    return 'x';
  };
  const build = (schema: TObject | undefined, part: string) => (schema ? (value(schema, part) as Record<string, unknown>) : {});

  const [method, template = ''] = call.split(' ') as [BuiltRequest['method'], string];
  const params = build(endpoint.params, 'params');
  const path = template.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = new URLSearchParams(Object.entries(build(endpoint.query, 'query')).map(([name, item]) => [name, String(item)]));
  const url = query.size > 0 ? `${path}?${query}` : path;
  if (endpoint.form)
    return {
      method,
      url,
      payload: new URLSearchParams(build(endpoint.form, 'form') as Record<string, string>).toString(),
      form: true,
    };
  if (!endpoint.body) return { method, url, form: false };
  const body = build(endpoint.body, 'body');
  return { method, url, payload: endpoint.root ? { [endpoint.root]: body } : body, form: false };
}

const contains = (path: string, target: string | undefined) =>
  target !== undefined && (target === path || target.startsWith(`${path}.`) || target.startsWith(`${path}[`));
