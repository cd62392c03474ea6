import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import Type, { type TObject, type TSchema } from 'typebox';
import { HttpError } from '#api/platform/http/errors.ts';
import { fromJson, fromPairs, type RawValues, withoutRoot } from '#api/platform/http/request-values.ts';
import { compileCheck } from '#api/platform/http/validation.ts';
import type { Arguments } from './arguments.ts';
import { type OperatorCommand, UsageError } from './commands.ts';
import { isPlain, shown } from './schema-text.ts';

/** Options that are not values of a call. */
export const OWN_OPTIONS = ['body', 'output', 'idempotency-key'] as const;

/** A request to send, checked by the schemas of the contract. */
export interface OperatorRequest {
  method: string;
  /** With the query. */
  path: string;
  body: object | undefined;
  /** The file for a reply that is a file; `-` for the standard output. */
  output: string | undefined;
  idempotencyKey: string | undefined;
}

const plainName = (name: string) => name.replaceAll(/[_-]/g, '').toLowerCase();

/** A place for values of options: the path, the query or the body. */
type Place = 'params' | 'query' | 'body';
const PLACES = ['params', 'query', 'body'] as const;

/** The plain values that a command takes as options, by place. A name that several places have means the first of them. */
export function listOptions({
  endpoint,
}: OperatorCommand): { name: string; place: Place; schema: TSchema; isRequired: boolean }[] {
  const seen = new Set<string>();
  return PLACES.flatMap((place) => {
    const schema = endpoint[place];
    const required: readonly string[] = schema?.required ?? [];
    return Object.entries(schema?.properties ?? {}).flatMap(([name, property]) => {
      if (seen.has(plainName(name)) || !isPlain(shown(property))) return [];
      seen.add(plainName(name));
      return [{ name, place, schema: property, isRequired: required.includes(name) }];
    });
  });
}

/** The single value of one of the command's own options. */
function readOwnOption({ options }: Arguments, name: (typeof OWN_OPTIONS)[number]): string | undefined {
  const given = options.get(name);
  if (given === undefined) return undefined;
  const [value] = given;
  if (given.length > 1 || typeof value !== 'string' || value === '') throw new UsageError(`--${name} needs one value.`);
  return value;
}

/** Sorts the values of path and options by place. Throws a UsageError for a name that the command does not have. */
function sortValues(command: OperatorCommand, { words, options }: Arguments): Record<Place, RawValues> {
  const { name, pathParams } = command;
  if (words.length > pathParams.length)
    throw new UsageError(`"${words[pathParams.length]}" is one word too many for "${name}". Values of options come after --.`);
  const sorted: Record<Place, RawValues> = { params: new Map(), query: new Map(), body: new Map() };
  for (const [index, word] of words.entries()) sorted.params.set(plainName(pathParams[index] ?? ''), [word]);
  const known = listOptions(command);
  for (const [option, values] of options) {
    if ((OWN_OPTIONS as readonly string[]).includes(option)) continue;
    const found = known.find((one) => plainName(one.name) === plainName(option));
    if (!found) throw new UsageError(`"${name}" has no --${option}. "npm run operator -- help ${name}" shows what it takes.`);
    if (values.includes('')) throw new UsageError(`--${option} needs a value.`);
    sorted[found.place].set(plainName(found.name), values);
  }
  return sorted;
}

/** The text of `--body`: JSON, `@` and a file, or `-` for the standard input. */
async function readBodyText(given: string): Promise<string> {
  if (given === '-') return text(process.stdin);
  if (!given.startsWith('@')) return given;
  try {
    return await readFile(given.slice(1), 'utf8');
  } catch (error) {
    throw new UsageError(`The file of --body cannot be read: ${(error as Error).message}`);
  }
}

function parseBody(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new UsageError(`--body is not valid JSON: ${(error as Error).message}`);
  }
}

/** The paths of properties that a schema does not have: the server would ignore a misspelt one. */
function listUnknown(schema: TSchema, value: unknown, path = ''): string[] {
  if (Array.isArray(value)) {
    const { items } = schema as { items?: TSchema };
    return items ? value.flatMap((item, index) => listUnknown(items, item, `${path}[${index}]`)) : [];
  }
  const { properties } = schema as Partial<TObject>;
  if (!properties || value === null || typeof value !== 'object') return [];
  const names = new Map(Object.keys(properties).map((name) => [name.toLowerCase(), name]));
  return Object.entries(value).flatMap(([key, item]) => {
    const name = names.get(key.toLowerCase());
    const place = path ? `${path}.${key}` : key;
    return name === undefined ? [place] : listUnknown(properties[name] as TSchema, item, place);
  });
}

const isNullable = (schema: TSchema) => [(schema as { type?: string | string[] }).type].flat().includes('null');

/** Options as properties of the body, `null` where the property can be null. */
function toBodyValues(schema: TObject, raw: RawValues): Record<string, unknown> {
  const values = fromPairs(schema, raw);
  for (const [name, property] of Object.entries(schema.properties))
    if (raw.get(plainName(name))?.[0] === 'null' && isNullable(property)) values[name] = null;
  return values;
}

async function buildBody(
  { name, endpoint }: OperatorCommand,
  given: string | undefined,
  raw: RawValues,
): Promise<object | undefined> {
  const schema = endpoint.body;
  if (!schema) {
    if (given !== undefined) throw new UsageError(`"${name}" takes no --body.`);
    return undefined;
  }
  const sent = withoutRoot(endpoint.root, given === undefined ? {} : parseBody(await readBodyText(given)));
  const unknown = listUnknown(schema, sent);
  if (unknown.length > 0)
    throw new HttpError(
      422,
      Object.fromEntries(unknown.map((path) => [path, ['There is no such property. Check its spelling.']])),
    );
  const isObject = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
  const body = isObject ? { ...(fromJson(schema, sent) as object), ...toBodyValues(schema, raw) } : sent;
  compileCheck(schema, 422, endpoint.rootInErrors ? endpoint.root : undefined)(body);
  return body as object;
}

const EMPTY = Type.Object({});

function readPlace(schema: TObject = EMPTY, raw: RawValues): Record<string, unknown> {
  const values = fromPairs(schema, raw);
  compileCheck(schema, 400)(values);
  return values;
}

/**
 * Builds the request of a command from its arguments. Throws a UsageError for what the command does not take, and an HttpError with a sentence for each
 * value that the contract does not allow.
 */
export async function buildRequest(command: OperatorCommand, given: Arguments): Promise<OperatorRequest> {
  const { endpoint, method } = command;
  const raw = sortValues(command, given);
  const missing = command.pathParams.filter((name) => !raw.params.has(plainName(name)));
  if (missing.length > 0) throw new UsageError(`"${command.name}" needs ${missing.map((name) => `<${name}>`).join(' ')}.`);
  const params = readPlace(endpoint.params, raw.params);
  const query = readPlace(endpoint.query, raw.query);
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const path = command.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const isFile = shown(endpoint.reply).contentMediaType !== undefined;
  const output = readOwnOption(given, 'output');
  if (isFile && output === undefined)
    throw new UsageError(`The reply is a file: name it with --output FILE, or --output - to write to the standard output.`);
  if (!isFile && output !== undefined)
    throw new UsageError(`The reply of "${command.name}" is no file; it is written to the standard output.`);
  return {
    method,
    path: pairs.length > 0 ? `${path}?${new URLSearchParams(pairs)}` : path,
    body: await buildBody(command, readOwnOption(given, 'body'), raw.body),
    output,
    idempotencyKey: readOwnOption(given, 'idempotency-key'),
  };
}
