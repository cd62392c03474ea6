import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import type { TSchema } from 'typebox';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EntityName, getEntityName } from '#contract/values.ts';
import type { SchemaNode } from '../schema-node.ts';

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

/** Texts that take long where time grows with more than their length. The largest body is 1 MiB, that of a form 16 KiB. */
const longText = fc
  .tuple(
    fc.constantFrom(
      ' ',
      'a',
      '@',
      '.',
      '(',
      '<',
      '-',
      '&',
      ';',
      '"',
      '\\',
      '1',
      '\n',
      '\t',
      'a.',
      '(a',
      '<a ',
      '1,',
      'a@',
      'http://',
      'ß',
      'İ',
    ),
    fc.constantFrom(100, 1000, 7000, 100_000),
    fc.constantFrom('', '!', '\u0000'),
  )
  .map(([unit, length, end]) => unit.repeat(Math.ceil(length / unit.length)) + end);

const hostileText = fc.oneof(
  { weight: 1, arbitrary: longText },
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

const MAX_LIST_BYTES = 1024 * 1024;

/** A list of one value as often as requested, but not longer than the largest body, since lists can be nested. */
const repeat = (value: unknown, count: number): unknown[] => {
  const fitting = Math.floor(MAX_LIST_BYTES / (JSON.stringify(value) ?? '').length);
  return new Array(Math.max(1, Math.min(count, fitting))).fill(value);
};

/** Mostly short lists; some repeat one item more often than any screen would send it. */
const listValue = (item: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 30, arbitrary: fc.array(item, { minLength: 0, maxLength: 4 }) },
    { weight: 1, arbitrary: fc.tuple(item, fc.constantFrom(200, 3000)).map(([value, count]) => repeat(value, count)) },
  );

/** Values that the schema allows; texts are hostile, because the schema allows any text. */
function allowedValue(schema: TSchema, ids: KnownIds, name: string): fc.Arbitrary<unknown> {
  const { type, properties, required = [], items, anyOf, minimum = 0, maximum = 300, const: constant } = schema as SchemaNode;
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
      return maybeNull(listValue(items ? allowedValue(items, ids, name) : hostileValue));
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

const encodeText = (text: string) => encodeURIComponent(text.toWellFormed());
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

/** What HTTP allows in a header. */
const headerText = hostileText.map((text) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 8000));
const HEADERS: Record<string, readonly string[]> = {
  accept: ['*/*', 'text/html', ';q='],
  'accept-encoding': ['br', 'gzip', 'identity', '*;q=0', ',,;;=='],
  authorization: ['Bearer', 'Basic eDp5', 'Bearer  '],
  cookie: ['device=x', '=;=;', 'a=%E0%A4'],
  'content-type': [
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    ';',
    'application/octet-stream',
  ],
  host: ['alder.localhost', 'unknown.example', '', '[::1]:1', 'localhost:99999', 'localhost/@x'],
  'idempotency-key': ['k', '\u00fc'],
  'if-none-match': ['*', '"x"', 'W/"1"'],
  'if-modified-since': ['x', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  origin: ['null', 'http://localhost', 'http://evil.example', 'http://'],
  range: ['bytes=0-', 'bytes=-1', 'bytes=5-1', 'bytes=0-0,1-1', 'x'],
  'sec-fetch-mode': ['cors', 'navigate', 'x'],
  'sec-fetch-site': ['same-origin', 'cross-site', 'x'],
  'x-acting-for': ['0', '-1', '1e9', 'x'],
  'x-forwarded-for': ['::', 'x, y', '1.2.3.4'],
};

/** One header that a client of the portal would not send like this. */
const oddHeader = fc
  .constantFrom(...Object.keys(HEADERS))
  .chain((name) =>
    fc
      .oneof({ weight: 4, arbitrary: fc.constantFrom(...(HEADERS[name] ?? [])) }, { weight: 1, arbitrary: headerText })
      .map((value) => ({ [name]: value })),
  );

/** Servers refuse longer request lines before they parse them. */
const MAX_URL_LENGTH = 12_000;

const PATHS = [
  '/',
  '/api',
  '/api/',
  '/api/orders/',
  '/api/customers/1/',
  '/assets/',
  '/assets/index-1.js',
  '/docs/api',
  '/docs/api/viewer.js',
  '/garments/polo/1f2937-front.svg',
  '/garments/shirt.button-down.chest-pocket/1f2937-front.svg',
  '/garments/polo/',
  '/index/orders',
  '/index.html',
  '/livez',
  '/login',
  '/marks/sundial.png',
  '/readyz',
  '/register?ref=',
  '/sizing/',
  '/sizing/body/1',
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const;

/** Requests to any path, with any method: pages, files and paths beside those of the contract. */
export const arbitraryPathRequest: fc.Arbitrary<InjectOptions> = fc
  .record({
    method: fc.constantFrom(...METHODS),
    path: fc.constantFrom(...PATHS),
    rest: fc.oneof(
      fc.constant(''),
      fc.constantFrom('%', '%00', '%2e%2e%2f', '//', '/../', '?', '?%&=&&', '#', ';a=b'),
      hostileText.map(encodeText),
      hostileText,
    ),
    header: fc.option(oddHeader),
    payload: fc.option(fc.oneof(hostileText, fc.json())),
  })
  .map(({ method, path, rest, header, payload }) => ({
    method,
    // Control characters and spaces cannot be part of a request line.
    url: (path + rest.replaceAll(/[^\x21-\x7e]/g, '')).slice(0, MAX_URL_LENGTH),
    headers: header ?? {},
    ...(payload === null || method === 'GET' || method === 'HEAD' ? {} : { payload }),
  }))
  // Injection reads what follows two slashes as a host.
  .filter(({ url }) => URL.canParse(url, 'http://localhost'));

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
      header: fc.oneof({ weight: 8, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddHeader }),
      file: hostileText,
    })
    .map(({ parts, invalidValue, corruption, wrapped, key, header, file }) => {
      const sent = structuredClone(parts);
      const positions = listPositions(sent).filter(({ key: name }) => !['params', 'query'].includes(name));
      const position = invalidValue && positions[invalidValue.position % positions.length];
      if (position) position.holder[position.key] = invalidValue.value;
      const path = template.replaceAll(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(asText((sent.params as Record<string, unknown>)[name]).toWellFormed()),
      );
      const search = pairs(sent.query);
      const url = (search ? `${path}?${search}` : path).slice(0, MAX_URL_LENGTH);
      const request: InjectOptions = { method, url, headers: {} };
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
      if (endpoint.bodyLimit && !endpoint.body && !endpoint.form) {
        request.headers = { 'content-type': 'application/octet-stream' };
        request.payload = `Email,First name\n${file}`;
      }
      request.headers = { ...request.headers, ...header };
      return request;
    });
}
