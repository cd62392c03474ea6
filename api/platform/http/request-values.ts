import type { TObject, TSchema } from 'typebox';

/** One name of a query or form: its values in order, or `true` for a name without "=". */
export type RawValues = Map<string, (string | true)[]>;

/** Text that the database can store: without NUL characters and unpaired surrogates. */
const clean = (text: string) => text.toWellFormed().replaceAll('\0', '');

/** A name in another case than the schema's is found among the first of an object or query; no client sends more. */
const MAX_NAMES = 500;
/** As many unknown names are reported as fit a message. */
const MAX_UNKNOWN = 5;
const MAX_NAME_LENGTH = 60;

const plainName = (name: string) => name.replaceAll('_', '').toLowerCase();

const decode = (text: string) => {
  try {
    return clean(decodeURIComponent(text.replaceAll('+', ' ')));
  } catch {
    return clean(text);
  }
};

/** Parses `a=1&b&a=2`. Names ignore case and underscores, so that `created_at_min` is `createdAtMin`. */
export function parseUrlEncoded(encoded: string): RawValues {
  const values: RawValues = new Map();
  for (const pair of encoded.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = plainName(decode(equals < 0 ? pair : pair.slice(0, equals)));
    const value = equals < 0 ? true : decode(pair.slice(equals + 1));
    const list = values.get(name);
    if (list) list.push(value);
    else values.set(name, [value]);
  }
  return values;
}

const ABSENT = new Set(['', 'undefined', 'null', 'NaN']);
const typesOf = (schema: TSchema): string[] => {
  const { type, anyOf } = schema as { type?: string | string[]; anyOf?: TSchema[] };
  if (anyOf) return anyOf.flatMap(typesOf);
  return Array.isArray(type) ? type : type ? [type] : [];
};

/** The schema's own spelling of one of its fixed texts, such as a status, in whatever case it was sent. */
function spell(schema: TSchema, value: string): string {
  const alternatives = (schema as { anyOf?: { const?: unknown }[] }).anyOf ?? [];
  const match = alternatives.find(({ const: fixed }) => typeof fixed === 'string' && fixed.toLowerCase() === value.toLowerCase());
  return match ? (match.const as string) : value;
}

/** What a computed number with the allowed decimals differs from its exact value by at most, in units of the last decimal. */
const COMPUTED = 1e-6;

/**
 * A number as it is stored: rounded to the schema's `decimals`, so that 0.1 + 0.2 is 0.3 and 1e-9 is 0 before bounds are checked. A number with more decimals
 * is unchanged; rules refuse it.
 */
function settle(schema: TSchema, value: number): number {
  const { decimals } = schema as { decimals?: number };
  if (decimals === undefined) return value;
  const scaled = value * 10 ** decimals;
  const whole = Math.round(scaled);
  if (!(Math.abs(scaled - whole) <= COMPUTED)) return value;
  return whole === 0 ? 0 : whole / 10 ** decimals;
}

function convert(schema: TSchema, value: string | true): unknown {
  const types = typesOf(schema);
  if (types.includes('boolean')) {
    if (value === true || value === 'true' || value === '1') return true;
    return value === 'false' || value === '0' ? false : value;
  }
  if (value === true) return undefined;
  if (types.includes('integer') || types.includes('number'))
    return /^-?\d+(\.\d+)?$/.test(value) ? settle(schema, Number(value)) : value;
  return spell(schema, value);
}

/**
 * Converts text values to the schema's types. A value that cannot be converted stays text, and validation refuses it. A list is sent as repeated names or
 * separated by commas; with `isRepeated` only the former, because its texts may contain commas.
 */
export function fromPairs(schema: TObject, raw: RawValues): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    const received = raw.get(plainName(name))?.filter((value) => value === true || !ABSENT.has(value));
    if (!received || received.length === 0) continue;
    if (typesOf(property).includes('array')) {
      const { isRepeated } = property as { isRepeated?: true };
      const texts = received.filter((value) => value !== true);
      const items = isRepeated ? texts : texts.flatMap((value) => value.split(',')).filter((value) => !ABSENT.has(value));
      values[name] = items.map((value) => convert((property as unknown as { items: TSchema }).items, value));
    } else {
      const value = convert(property, received[0] as string | true);
      if (value !== undefined) values[name] = value;
    }
  }
  return values;
}

/** The names in a query that a schema does not have, spelt as they were sent; at most five. Without a schema, every name is unknown. */
export function findUnknownParameters(schema: TObject | undefined, url: string): string[] {
  const start = url.indexOf('?');
  if (start < 0) return [];
  const known = new Set(Object.keys(schema?.properties ?? {}).map(plainName));
  const sent = url
    .slice(start + 1)
    .split('&', MAX_NAMES)
    .map((pair) => decode(pair.split('=', 1)[0] ?? ''));
  const unknown = sent.filter((name) => name !== '' && !known.has(plainName(name)));
  return [...new Set(unknown.map((name) => name.slice(0, MAX_NAME_LENGTH)))].slice(0, MAX_UNKNOWN);
}

/** Path parameters are converted like query values, but none of them can be absent. */
export function fromPath(schema: TObject, raw: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, property]) => [name, convert(property, clean(raw[name] ?? ''))]),
  );
}

const firstNames = (value: object) => Object.keys(value).slice(0, MAX_NAMES);

/**
 * Copies a JSON value with the schema's spelling of property names and fixed texts, in whatever case they were sent, with cleaned texts and with numbers of
 * the schema's decimals.
 * Unknown properties are left out, so that nothing a client invents reaches a handler, and so is what a list has beyond its first
 * surplus item: half a million ids would hold the event loop for seconds.
 */
export function fromJson(schema: TSchema, value: unknown): unknown {
  if (typeof value === 'string') return spell(schema, clean(value));
  if (typeof value === 'number') return settle(schema, value);
  if (Array.isArray(value)) {
    const { items, maxItems = value.length } = schema as { items?: TSchema; maxItems?: number };
    // One item too many is enough for validation to refuse the list.
    return items ? value.slice(0, maxItems + 1).map((item) => fromJson(items, item)) : value;
  }
  const { properties, additionalProperties, patternProperties } = schema as Partial<TObject> & {
    additionalProperties?: unknown;
    patternProperties?: unknown;
  };
  if (value === null || typeof value !== 'object' || !properties) return value;
  if (additionalProperties || patternProperties) return value;
  const received = value as Record<string, unknown>;
  const spelling = new Map(firstNames(value).map((name) => [name.toLowerCase(), name]));
  const copy: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    const sent = Object.hasOwn(value, name) ? name : spelling.get(name.toLowerCase());
    const item = sent === undefined ? undefined : received[sent];
    if (item !== undefined) copy[name] = fromJson(property, item);
  }
  return copy;
}

/** The paths of the properties of a JSON value that its schema does not name, in whatever case; at most five, such as `items[0].quantiti`. */
export function findUnknownNames(schema: TSchema, value: unknown, path = ''): string[] {
  if (value === null || typeof value !== 'object') return [];
  const { properties, items, anyOf, maxItems } = schema as Partial<TObject> & {
    items?: TSchema;
    anyOf?: TSchema[];
    maxItems?: number;
  };
  const found: string[] = [];
  const add = (names: readonly string[]) => {
    found.push(...names);
    return found.length < MAX_UNKNOWN;
  };
  if (Array.isArray(value)) {
    // Validation refuses a longer list.
    const list = items ? value.slice(0, maxItems) : [];
    list.every((item, index) => add(findUnknownNames(items as TSchema, item, `${path}[${index}]`)));
    return found.slice(0, MAX_UNKNOWN);
  }
  const object = properties ? schema : anyOf?.find((choice) => 'properties' in choice);
  const known = new Map(
    Object.entries((object as TObject | undefined)?.properties ?? {}).map(([name, of]) => [name.toLowerCase(), of]),
  );
  if (known.size === 0) return [];
  firstNames(value).every((name) => {
    const at = path ? `${path}.${clean(name).slice(0, MAX_NAME_LENGTH)}` : clean(name).slice(0, MAX_NAME_LENGTH);
    const property = known.get(name.toLowerCase());
    return add(property ? findUnknownNames(property, (value as Record<string, unknown>)[name], at) : [at]);
  });
  return found.slice(0, MAX_UNKNOWN);
}

/** Removes the root from a body, `{ checkout: {…} }`; a body without the root is returned unchanged. */
export function withoutRoot(root: string | undefined, body: unknown): unknown {
  if (!root || body === null || typeof body !== 'object' || Array.isArray(body)) return body;
  const name = Object.hasOwn(body, root) ? root : firstNames(body).find((key) => key.toLowerCase() === root.toLowerCase());
  return name === undefined ? body : ((body as Record<string, unknown>)[name] ?? {});
}
