import { distance } from 'fastest-levenshtein';
import { parse as parseDatabaseUrl } from 'pg-connection-string';

/** A setting that comes from one environment variable. */
export interface Variable<T> {
  /** Converts a trimmed text that is not empty. Throws an Error whose message completes "NAME …". */
  parse(text: string): T;
  /** The value of a variable that is not set, or is empty. */
  fallback: T;
  /** Whether messages must not repeat the value, because it is or contains a password or key. */
  isSecret?: boolean;
}

/** The values of a group of variables, by name. */
export type Values<Variables> = { [Name in keyof Variables]: Variables[Name] extends Variable<infer T> ? T : never };

export type Environment = Record<string, string | undefined>;

/** A text of any kind. */
export function text<F extends string | null>(fallback: F): Variable<string | F> {
  return { parse: (value) => value, fallback };
}

/** A text that messages and logs must not contain. */
export const secret = (): Variable<string | null> => ({ ...text(null), isSecret: true });

/** A whole number from `min` to `max`. */
export function integer<F extends number | null>(fallback: F, min: number, max: number): Variable<number | F> {
  return {
    fallback,
    parse: (value) => {
      const number = Number(value);
      if (Number.isInteger(number) && number >= min && number <= max) return number;
      throw new Error(`must be a whole number from ${min} to ${max}`);
    },
  };
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['on', 'true', 'yes', '1'].map((word) => [word, true] as const),
  ...['off', 'false', 'no', '0'].map((word) => [word, false] as const),
]);

/** `on` or `off`; null as fallback where the default depends on other settings. */
export function boolean<F extends boolean | null>(fallback: F): Variable<boolean | F> {
  return {
    fallback,
    parse: (value) => {
      const known = BOOLEANS.get(value.toLowerCase());
      if (known === undefined) throw new Error('must be on or off (or true, false, yes, no, 1, 0)');
      return known;
    },
  };
}

/** One of a few words. */
export function oneOf<Word extends string, F extends Word | null>(words: readonly Word[], fallback: F): Variable<Word | F> {
  return {
    fallback,
    parse: (value) => {
      const known = words.find((word) => word === value);
      if (known === undefined) throw new Error(`must be one of ${words.join(', ')}`);
      return known;
    },
  };
}

/** Values separated by commas. `check` throws an Error that completes "NAME …" for a value that is not permitted. */
export function list(check: (item: string) => void): Variable<string[]> {
  return {
    fallback: [],
    parse: (value) => {
      const items = value.split(',').map((item) => item.trim());
      const given = items.filter(Boolean);
      for (const item of given) check(item);
      return given;
    },
  };
}

/** A URL of one of these schemes (`https:`). `example` tells what it looks like. */
export function url<F extends string | null>(fallback: F, schemes: readonly string[], example: string): Variable<string | F> {
  return {
    fallback,
    parse: (value) => {
      if (URL.canParse(value) && schemes.includes(new URL(value).protocol) && new URL(value).hostname) return value;
      throw new Error(`must be a URL such as ${example}`);
    },
  };
}

/** The URL of a PostgreSQL database. */
export function databaseUrl(): Variable<string> {
  return {
    fallback: '',
    isSecret: true,
    parse: (value) => {
      if (isDatabaseUrl(value)) return value;
      throw new Error('must be a URL such as postgresql://user:password@host:5432/database');
    },
  };
}

function isDatabaseUrl(value: string): boolean {
  if (!/^(?:postgres|postgresql|socket):/.test(value)) return false;
  try {
    parseDatabaseUrl(value);
    return true;
  } catch {
    return false;
  }
}

/** Thrown with every wrong variable, one to a line, so that they can be mended at once. */
export class ConfigurationError extends Error {}

/**
 * Reads a group of variables from the environment. Spaces around values do not count.
 *
 * @throws ConfigurationError with the name of each invalid variable
 */
export function readVariables<Variables extends Record<string, Variable<unknown>>>(
  variables: Variables,
  env: Environment,
): Values<Variables> {
  const problems: string[] = [];
  const read = (name: string, { parse, fallback, isSecret }: Variable<unknown>) => {
    const value = env[name]?.trim();
    if (!value) return fallback;
    try {
      return parse(value);
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}${isSecret ? '' : `, not "${value}"`}.`);
      return fallback;
    }
  };
  const values = Object.fromEntries(Object.entries(variables).map(([name, variable]) => [name, read(name, variable)]));
  if (problems.length > 0) throw new ConfigurationError(problems.join('\n'));
  return values as Values<Variables>;
}

/** Kubernetes sets variables such as `DATABASE_SERVICE_HOST` and `DATABASE_PORT=tcp://…` for each service. */
const isSetByKubernetes = (name: string, value: string) =>
  /_SERVICE_(?:HOST|PORT)(?:_|$)/.test(name) || /^(?:tcp|udp):\/\//.test(value) || /_PORT_\d+_(?:TCP|UDP)/.test(name);

const withoutUnderscores = (name: string) => name.replaceAll('_', '').toUpperCase();

/** The known name that was probably meant: up to three letters away, fewer in short names, not counting underscores and case. */
function findMeant(name: string, known: readonly string[]): string | undefined {
  const written = withoutUnderscores(name);
  const permitted = Math.min(3, Math.floor(written.length / 4));
  return known
    .map((candidate) => ({ candidate, apart: distance(written, withoutUnderscores(candidate)) }))
    .filter(({ candidate, apart }) => apart <= permitted && candidate.length > 4)
    .sort((a, b) => a.apart - b.apart)[0]?.candidate;
}

/**
 * One sentence for each variable that was probably meant for the portal, but is not one of its variables: because its name
 * is almost that of one, or begins with one of the `prefixes`.
 */
export function findUnknownVariables(env: Environment, known: readonly string[], prefixes: readonly string[]): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (!value || known.includes(name) || isSetByKubernetes(name, value)) return [];
    const meant = findMeant(name, known) ?? findMeant(name.replace(/^LIVERY_/, ''), known);
    if (meant) return [`${name} is not a variable of Livery. Did you mean ${meant}?`];
    if (prefixes.some((prefix) => name.startsWith(prefix))) return [`${name} is not a variable of Livery, and has no effect.`];
    return [];
  });
}
