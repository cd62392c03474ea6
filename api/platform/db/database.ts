import type { Socket } from 'node:net';
import type { Kysely, Transaction } from 'kysely';
import pg from 'pg';
import { createPipelinedKysely } from './pipelining.ts';
import type { Database as Tables } from './types.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** A pool with its query builder, and a count of the statements sent through it. */
export interface DatabaseHandle {
  db: Db;
  statementsSent(): number;
  close(): Promise<void>;
}

const INT8 = 20;
const INT8_ARRAY = 1016;
const NUMERIC = 1700;
const DATE = 1082;

/**
 * Ids, counts and sums of money as numbers.
 *
 * @throws RangeError beyond 2^53 − 1, where a number would silently be another one
 */
function parseNumber(text: string): number {
  const value = Number(text);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new RangeError(`${text} is too large for a JavaScript number.`);
  return value;
}

const parseTextArray = pg.types.getTypeParser(1009 as number, 'text') as (text: string) => (string | null)[];

const parsers: Record<number, (value: string) => unknown> = {
  [INT8]: parseNumber,
  [INT8_ARRAY]: (text) => parseTextArray(text).map((item) => item && parseNumber(item)),
  [NUMERIC]: parseNumber,
  // Days stay text, so that no time zone can shift them.
  [DATE]: (value) => value,
};
/** For `types` of a client of `pg`: what the pool returns for int8, numeric and date. */
export const columnTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text')) as (value: string) => unknown,
};

// Generic plans: planning the joins of a cart anew takes three times as long as running them, and every statement is
// written so that its best plan does not depend on its values.
const SESSION_SETTINGS = [
  'statement_timeout=5000',
  'lock_timeout=3000',
  'idle_in_transaction_session_timeout=10000',
  'jit=off',
  'plan_cache_mode=force_generic_plan',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** How many different statements one connection keeps prepared; statements built beyond that are sent unnamed. */
const PREPARED_STATEMENTS = 500;

/** How many statements of a connection have not been answered yet. */
const unanswered = new WeakMap<pg.PoolClient, number>();

/**
 * Asks by callback, and without the driver's own timer: its promise, and a timer for each statement, keep every row of an answer
 * in memory until the next full collection of garbage, for an export 1 kB for each person. Errors tell, as the driver's
 * would, who had asked.
 */
async function answerOf(client: pg.PoolClient, asked: pg.QueryConfig): Promise<pg.QueryResult> {
  unanswered.set(client, (unanswered.get(client) ?? 0) + 1);
  try {
    return await new Promise((resolve, reject) =>
      client.query(asked, (error, result) => (error ? reject(error) : resolve(result))),
    );
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  } finally {
    unanswered.set(client, (unanswered.get(client) ?? 1) - 1);
  }
}

/** Gives up a connection on which statements wait and nothing has come or gone for so long: its server or network is away. */
function giveUpWhenSilent(client: pg.PoolClient, milliseconds: number): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.setTimeout(milliseconds).on('timeout', () => {
    if (unanswered.get(client)) stream.destroy(new Error('The database did not answer.'));
  });
}

/**
 * Opens the pool. Every statement text gets a name, so that PostgreSQL parses and plans it once per connection.
 * Does not connect yet; the first statement does, and throws what the driver throws when there is no server.
 */
export function openDatabase(url: string, options: { poolSize?: number; statementTimeoutMs?: number } = {}): DatabaseHandle {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 4000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // Statements that do not wait for each other's answers travel together: `Promise.all` within a transaction.
    pipeline: true,
    application_name: 'livery',
    options: options.statementTimeoutMs ? '-c jit=off' : SESSION_SETTINGS,
    types: columnTypes,
  });
  // An idle connection that dies with its server is removed by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  // The same for one that is in use: its query fails, and that is how its user hears of it.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    giveUpWhenSilent(client, options.statementTimeoutMs ?? 8000);
  });

  const names = new Map<string, string>();
  let sent = 0;
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known || names.size >= PREPARED_STATEMENTS) return known;
    const name = `q${names.size}`;
    names.set(text, name);
    return name;
  };

  const db = createPipelinedKysely<Tables>(pool, (client, text, values) => {
    sent += 1;
    const name = values.length === 0 && text.length < 24 ? undefined : nameOf(text);
    return answerOf(client, { name, text, values: values as unknown[] });
  });
  return { db, statementsSent: () => sent, close: () => db.destroy() };
}

const SERIALISATION_FAILURE = '40001';
const DEADLOCK = '40P01';

/** Runs `work` in one transaction; repeats it at most three times when PostgreSQL says that it lost a race. */
export async function runInTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (attempt > 3 || (code !== SERIALISATION_FAILURE && code !== DEADLOCK)) throw error;
      await new Promise((resume) => setTimeout(resume, Math.random() * 20 * attempt));
    }
  }
}

const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * True for errors that mean "the database is away, restarting, or too busy to answer in time" (a lock or a statement that
 * took longer than it may), after which the same request may be sent again.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && (/^(08|57P0|53300|55P03|57014)/.test(code) || AWAY.has(code))) return true;
  return (
    typeof message === 'string' &&
    /Connection terminated|timeout exceeded when trying to connect|The database did not answer|is not queryable|server closed the connection/i.test(
      message,
    )
  );
}
