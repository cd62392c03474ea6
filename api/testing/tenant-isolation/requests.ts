import type { TObject, TSchema } from 'typebox';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EntityName, getEntityName } from '#contract/values.ts';

export type EntityIds = Record<EntityName, number>;

/** A request built from an endpoint's schemas. */
export interface BuiltRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  payload?: object | string;
  form: boolean;
}

/** Where in a request an id stands: `query.organisationId`, `body.items[].customerId`. */
export interface IdLocation {
  path: string;
  entity: EntityName;
}

interface Node {
  type?: string | string[];
  properties?: Record<string, TSchema>;
  required?: string[];
  items?: TSchema;
  anyOf?: TSchema[];
  minimum?: number;
  const?: unknown;
}

const PARTS = ['params', 'query', 'body', 'form'] as const;

/** Every place of an endpoint's request that holds an id, in path, query and body, at any depth. */
export function listIdLocations(endpoint: Endpoint): IdLocation[] {
  const places: IdLocation[] = [];
  const context = (schema: TSchema, path: string) => {
    const entity = getEntityName(schema);
    if (entity) places.push({ path, entity });
    const { properties, items, anyOf } = schema as Node;
    for (const [name, property] of Object.entries(properties ?? {})) context(property, `${path}.${name}`);
    if (items) context(items, `${path}[]`);
    // Of several forms of a value, requests are built with the first.
    if (anyOf?.[0]) context(anyOf[0], path);
  };
  for (const part of PARTS) if (endpoint[part]) context(endpoint[part], part);
  return places;
}

/** Property names that look like an id but do not say of what: each is a hole in the matrix. */
export function listUntypedIds(endpoint: Endpoint): string[] {
  const holes: string[] = [];
  const context = (schema: TSchema, path: string) => {
    const { properties, items, type } = schema as Node;
    const isInteger = [type].flat().includes('integer');
    if (isInteger && /(^|\.)id$|Ids?(\[\])?$/.test(path) && !getEntityName(schema)) holes.push(path);
    for (const [name, property] of Object.entries(properties ?? {})) context(property, `${path}.${name}`);
    if (items) context(items, `${path}[]`);
  };
  for (const part of PARTS) if (endpoint[part]) context(endpoint[part], part);
  return holes;
}

/**
 * The smallest valid request of an endpoint, with one's own ids, and somebody else's at `planted`. Properties that are
 * not required appear only when the planted id is in them.
 */
export function buildRequest(
  call: string,
  endpoint: Endpoint,
  own: EntityIds,
  planted?: { path: string; id: number },
): BuiltRequest {
  const value = (schema: TSchema, path: string): unknown => {
    const entity = getEntityName(schema);
    if (planted?.path === path) return planted.id;
    if (entity) return own[entity];
    const { type, properties, required = [], items, anyOf, minimum, const: constant } = schema as Node;
    if (constant !== undefined) return constant;
    if (anyOf?.[0]) return value(anyOf[0], path);
    const first = [type].flat().find((name) => name !== 'null');
    if (first === 'object') {
      const wanted = Object.entries(properties ?? {}).filter(
        ([name]) => required.includes(name) || isOnTheWay(`${path}.${name}`, planted?.path),
      );
      return Object.fromEntries(wanted.map(([name, property]) => [name, value(property, `${path}.${name}`)]));
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

const isOnTheWay = (path: string, target: string | undefined) =>
  target !== undefined && (target === path || target.startsWith(`${path}.`) || target.startsWith(`${path}[`));
