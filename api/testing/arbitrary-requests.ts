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

/** Ids that exist, of the caller and of other people. */
export type KnownIds = Partial<Record<EntityName, readonly number[]>>;

/** Texts that often break servers. */
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

/** Texts that JavaScript can represent and PostgreSQL cannot store; frequent, because they rarely occur by chance. */
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

/** Values that the schema allows; texts are hostile, because the schema allows any text. */
function allowedValue(schema: TSchema, ids: KnownIds, name: string): fc.Arbitrary<unknown> {
  const { type, properties, required = [], items, anyOf, minimum = 0, maximum = 300, const: constant } = schema as Node;
  if (constant !== undefined) return fc.constant(constant);
  if (anyOf) return fc.oneof(...anyOf.map((choice) => allowedValue(choice, ids, name)));
  const known = ids[getEntityName(schema) ?? 'state'];
  const types = [type].flat();
  const plain = types.find((name) => name !== 'null');
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

/** Every position in a value at which another value can be put. */
function listPositions(value: unknown, positions: { holder: Record<string, unknown>; key: string }[] = []) {
  if (value === null || typeof value !== 'object') return positions;
  for (const [key, item] of Object.entries(value)) {
    positions.push({ holder: value as Record<string, unknown>, key });
    listPositions(item, positions);
  }
  return positions;
}

/** JSON that JavaScript objects cannot represent: a property called `__proto__`, or a number that is out of range. */
const corrupt = (json: string, variant: number) => {
  if (variant === 0) return json.replace('{', '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},');
  if (variant === 1) return json.replace(/\d+/, '1e999');
  if (variant === 2) return json.slice(0, Math.floor(json.length / 2));
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
      // Only one invalid value at a time: validation stops at the first.
      invalidValue: fc.option(fc.record({ position: fc.nat(), value: hostileValue }), { freq: 1 }),
      corruption: fc.integer({ min: 0, max: 40 }),
      wrapped: fc.boolean(),
      key: fc.option(fc.constantFrom('k', 'k2', 'ü'), { freq: 3 }),
    })
    .map(({ parts, invalidValue, corruption, wrapped, key }) => {
      const sent = structuredClone(parts);
      const positions = listPositions(sent).filter(({ key: name }) => !['params', 'query'].includes(name));
      const position = invalidValue && positions[invalidValue.position % positions.length];
      if (position) position.holder[position.key] = invalidValue.value;
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
        request.payload = corrupt(
          JSON.stringify(endpoint.root && wrapped ? { [endpoint.root]: sent.content } : sent.content),
          corruption,
        );
      }
      return request;
    });
}
