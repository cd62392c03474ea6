/** The commands of `npm run operator`, derived from the calls below /api/operator/ that an API key can make. */
import type { TSchema } from 'typebox';
import type { ApiKeyScope, Endpoint } from '#contract/endpoint.ts';
import { type Call, contract } from '#contract/index.ts';

const ROOT = '/api/operator/';

/** One call as a command. */
export interface OperatorCommand {
  call: Call;
  /** Words such as `orders picking`. */
  name: string;
  method: string;
  path: string;
  endpoint: Endpoint;
  /** The names of the values in the path, in its order: the command takes them as words after its name. */
  pathParams: string[];
  scope: ApiKeyScope;
}

/** What the user typed cannot be understood, or names something that does not exist. */
export class UsageError extends Error {}

const isParam = (segment: string) => segment.startsWith(':');

const hasList = (reply: TSchema) =>
  Object.values((reply as { properties?: Record<string, { type?: unknown }> }).properties ?? {}).some(
    ({ type }) => type === 'array',
  );

/** The last word of a command: what is done with what the path names. An action that the path itself names needs no word. */
function getVerb(method: string, segments: readonly string[], reply: TSchema): string | undefined {
  if (method === 'DELETE') return 'delete';
  if (method === 'PUT' || method === 'PATCH') return 'change';
  if (method === 'POST') return segments.some(isParam) ? undefined : 'add';
  return !isParam(segments.at(-1) ?? '') && hasList(reply) ? 'list' : 'get';
}

/**
 * The name of a call's command: the fixed words of its path, then `list`, `get`, `add`, `change` or `delete`. `GET /api/operator/orders/:id` is
 * `orders get`, and `POST /api/operator/orders/:id/picking` is `orders picking`.
 */
export function getCommandName(call: string, reply: TSchema): string {
  const [method = '', path = ''] = call.split(' ');
  const segments = path.slice(ROOT.length).split('/');
  const verb = getVerb(method, segments, reply);
  return [...segments.filter((segment) => !isParam(segment)), ...(verb ? [verb] : [])].join(' ');
}

/** All calls below /api/operator/, those included that only operators themselves can make. */
export const listOperatorCalls = (): Call[] => (Object.keys(contract) as Call[]).filter((call) => call.includes(` ${ROOT}`));

/** The commands, by name. */
export function listCommands(): OperatorCommand[] {
  const commands = listOperatorCalls().flatMap((call) => {
    const endpoint: Endpoint = contract[call];
    if (endpoint.access.kind !== 'operator' || !endpoint.access.scope) return [];
    const [method = '', path = ''] = call.split(' ');
    const pathParams = path
      .split('/')
      .filter(isParam)
      .map((segment) => segment.slice(1));
    return [
      { call, name: getCommandName(call, endpoint.reply), method, path, endpoint, pathParams, scope: endpoint.access.scope },
    ];
  });
  return commands.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** The values of a path that has the form of a call's; undefined when it has another form. */
function matchPath(pattern: string, path: string): string[] | undefined {
  const [expected, given] = [pattern.split('/'), path.split('/')];
  if (expected.length !== given.length) return undefined;
  const values: string[] = [];
  for (const [index, segment] of expected.entries()) {
    const value = given[index] ?? '';
    if (isParam(segment)) values.push(...(isParam(value) ? [] : [value]));
    else if (segment.toLowerCase() !== value.toLowerCase()) return undefined;
  }
  return values;
}

/** A command written as method and path, with values in the path or with their names: `GET /api/operator/orders/10001`. */
function findByCall(words: readonly string[]): { command: OperatorCommand; values: string[] } | undefined {
  const [method = '', path = '', ...rest] = words.flatMap((word, index) => (index === 0 ? word.split(/\s+/) : [word]));
  if (!path.startsWith('/')) return undefined;
  for (const command of listCommands()) {
    const values = command.method === method.toUpperCase() ? matchPath(command.path, path) : undefined;
    if (values) return { command, values: [...values, ...rest] };
  }
  const isOthers = listOperatorCalls().some((call) => {
    const [name, pattern = ''] = call.split(' ');
    return name === method.toUpperCase() && matchPath(pattern, path);
  });
  throw new UsageError(
    isOthers
      ? `Only operators themselves can make the call ${method.toUpperCase()} ${path}, on the pages below /operator. An API key can not.`
      : `There is no call ${method.toUpperCase()} ${path}. "npm run operator -- help" lists all.`,
  );
}

/**
 * Finds the command that words begin with, by its name or by its method and path. The words after it are the values of its path. Throws a UsageError when
 * there is none.
 */
export function findCommand(words: readonly string[]): { command: OperatorCommand; values: string[] } {
  const byCall = findByCall(words);
  if (byCall) return byCall;
  const split = words.flatMap((word) => word.split(/\s+/));
  const typed = split.map((word) => word.toLowerCase());
  const matching = listCommands().filter(({ name }) => name.split(' ').every((word, index) => typed[index] === word));
  const [command] = matching.toSorted((a, b) => b.name.split(' ').length - a.name.split(' ').length);
  if (command) return { command, values: split.slice(command.name.split(' ').length) };
  const related = listCommands().filter(({ name }) => name.split(' ')[0] === typed[0]);
  if (related.length === 0)
    throw new UsageError(`There is no command "${words.join(' ')}". "npm run operator -- help" lists all.`);
  throw new UsageError(
    `There is no command "${words.join(' ')}". Did you mean:\n${related.map(({ name }) => `  ${name}`).join('\n')}`,
  );
}
