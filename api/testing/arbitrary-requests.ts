import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import type { TSchema } from 'typebox';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EntityName, getEntityName } from '#contract/values.ts';

interface Node {
  type?: string | string[];
  properties?: Record<string, TSchema>;
  required?: string[];
  items?: TSchema;
  anyOf?: TSchema[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  const?: unknown;
}

/** Ids that exist, of the caller and of others. */
export type KnownIds = Partial<Record<EntityName, readonly number[]>>;

/** What has broken some server somewhere. */
const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u202e',
  '\ufeff',
  'İıß',
  '😀'.repeat(50),
  "'; drop table orders; --",
  "' or '1'='1",
  '%',
  '%_%',
  '\\',
  '$1',
  '{}',
  '{a,b}',
  '../../etc/passwd',
  '..\\..\\',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '{{7*7}}',
  'null',
  'undefined',
  'NaN',
  'true',
  '-0',
  '1e400',
  '0x7f',
  '１２',
  '99999999999999999999',
  '2147483648',
  '-2147483649',
  '2026-02-30',
  '-271821-04-20',
  '+275760-09-13',
  '2026-11-21T25:61:61Z',
  '=cmd|calc',
  '(((((((((('.repeat(20),
  'a'.repeat(5000),
  '\r\nSet-Cookie: a=b',
  '__proto__',
  'constructor',
  "& | ! <-> ' :*",
];
const HOSTILE_NUMBERS = [0, -1, 1.5, 1e9, 2_147_483_647, 2_147_483_648, -2_147_483_649, 2 ** 53, 1e308, -0, 0.1 + 0.2];

/** What a JavaScript string can hold and a PostgreSQL text cannot; often, since one of a thousand texts finds nothing. */
const UNSTORABLE_TEXTS = ['\u0000', 'a\u0000b', '\ud800', 'x\udc00'];

const hostileText = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...UNSTORABLE_TEXTS) },
  { weight: 5, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 10 }) },
);
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(...HOSTILE_NUMBERS),
  fc.constantFrom(null, true, false, [], {}, [[]], { $ne: null }, [null], { length: -1 }),
  fc.jsonValue({ maxDepth: 3 }),
);

const recentDate = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2028-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

/** What the schema allows; texts are hostile, since it allows any. */
function allowedValue(schema: TSchema, ids: KnownIds, name: string): fc.Arbitrary<unknown> {
  const { type, properties, required = [], items, anyOf, minimum = 0, maximum = 300, const: constant } = schema as Node;
  if (constant !== undefined) return fc.constant(constant);
  if (anyOf) return fc.oneof(...anyOf.map((choice) => allowedValue(choice, ids, name)));
  const known = ids[getEntityName(schema) ?? 'state'];
  const types = [type].flat();
  const plain = types.find((one) => one !== 'null');
  const maybeNull = (arbitrary: fc.Arbitrary<unknown>) =>
    types.includes('null') ? fc.option(arbitrary, { freq: 6 }) : arbitrary;
  if (getEntityName(schema) && known && known.length > 0)
    return maybeNull(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...known) }, fc.nat()));
  switch (plain) {
    case 'object':
      return maybeNull(
        fc.record(
          Object.fromEntries(Object.entries(properties ?? {}).map(([key, property]) => [key, allowedValue(property, ids, key)])),
          { requiredKeys: required.filter((key) => properties?.[key]) },
        ),
      );
    case 'array':
      return maybeNull(fc.array(items ? allowedValue(items, ids, name) : hostileValue, { minLength: 0, maxLength: 4 }));
    case 'integer':
    case 'number':
      return maybeNull(fc.integer({ min: Math.max(minimum, -5), max: Math.min(maximum, 300) }));
    case 'boolean':
      return maybeNull(fc.boolean());
    default:
      return maybeNull(
        /date|At(Min|Max)$/i.test(name)
          ? fc.oneof({ weight: 6, arbitrary: recentDate }, { weight: 1, arbitrary: hostileText })
          : hostileText,
      );
  }
}

const asText = (value: unknown) => (value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value));
const pairs = (values: object) =>
  Object.entries(values)
    .flatMap(([key, value]) => (Array.isArray(value) ? value.map((item) => [key, item]) : [[key, value]]))
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(asText(value).toWellFormed())}`)
    .join('&');

/** Every place in a value that something else can be put in. */
function placesIn(value: unknown, places: { holder: Record<string, unknown>; key: string }[] = []) {
  if (value === null || typeof value !== 'object') return places;
  for (const [key, item] of Object.entries(value)) {
    places.push({ holder: value as Record<string, unknown>, key });
    placesIn(item, places);
  }
  return places;
}

/** JSON with what JavaScript objects cannot carry: a property called `__proto__`, and numbers beyond all bounds. */
const spoiled = (json: string, how: number) => {
  if (how === 0) return json.replace('{', '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},');
  if (how === 1) return json.replace(/\d+/, '1e999');
  if (how === 2) return json.slice(0, Math.floor(json.length / 2));
  return json;
};

/** Requests to one call of the contract. */
export function arbitraryRequest(call: string, endpoint: Endpoint, ids: KnownIds): fc.Arbitrary<InjectOptions> {
  const [method, template = ''] = call.split(' ') as [InjectOptions['method'], string];
  const part = (schema: TSchema | undefined) =>
    (schema ? allowedValue(schema, ids, '') : fc.constant({})) as fc.Arbitrary<object>;
  return fc
    .record({
      parts: fc.record({
        params: part(endpoint.params),
        query: part(endpoint.query),
        content: part(endpoint.body ?? endpoint.form),
      }),
      // One wrong thing at a time: of two, the second is never looked at.
      wrong: fc.option(fc.record({ place: fc.nat(), value: hostileValue }), { freq: 1 }),
      spoil: fc.integer({ min: 0, max: 40 }),
      wrapped: fc.boolean(),
      key: fc.option(fc.constantFrom('k', 'k2', 'ü'), { freq: 3 }),
    })
    .map(({ parts, wrong, spoil, wrapped, key }) => {
      const sent = structuredClone(parts);
      const places = placesIn(sent).filter(({ key: name }) => !['params', 'query'].includes(name));
      const place = wrong && places[wrong.place % places.length];
      if (place) place.holder[place.key] = wrong.value;
      const path = template.replaceAll(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(asText((sent.params as Record<string, unknown>)[name]).toWellFormed()),
      );
      const search = pairs(sent.query);
      const request: InjectOptions = { method, url: search ? `${path}?${search}` : path, headers: {} };
      if (endpoint.form) {
        request.headers = { 'content-type': 'application/x-www-form-urlencoded' };
        request.payload = pairs(sent.content ?? {});
      } else if (endpoint.body) {
        request.headers = { 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) };
        request.payload = spoiled(
          JSON.stringify(endpoint.root && wrapped ? { [endpoint.root]: sent.content } : sent.content),
          spoil,
        );
      }
      return request;
    });
}
