import type { Kysely, KyselyPlugin, Transaction } from 'kysely';
import pg from 'pg';
import { type ConnectionPool, createPipelinedKysely, getSocket, type SendQuery } from './pipelining.ts';
import { extendTimeLimits, toOptions } from './session-settings.ts';
import type { Database as Tables } from './types.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** How many connections a pool has, and how many callers wait for one. */
export interface PoolState {
  idle: number;
  busy: number;
  waiting: number;
}

/** A pool with its query builder, and a count of the statements sent through it. */
export interface DatabaseHandle {
  db: Db;
  statementsSent(): number;
  /** Closes every connection that is open now, those in use when they are returned; others are opened when they are needed. */
  discardConnections(): void;
  poolState(): PoolState;
  close(): Promise<void>;
}

const INT8 = 20;
const INT8_ARRAY = 1016;
const NUMERIC = 1700;
const DATE = 1082;

/**
 * Parses ids, counts and amounts of money (int8, numeric) as numbers.
 *
 * @throws RangeError above 2^53 − 1, where numbers lose precision
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
  // Dates stay text, so that no time zone can shift them.
  [DATE]: (value) => value,
};
/** The parsers of the pool for int8, numeric and date, for the `types` of a `pg` client. */
export const columnTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text')) as (value: string) => unknown,
};

/** For commands, even where the time limits are defaults of the role. */
const NO_TIME_LIMITS = { statement_timeout: '0', lock_timeout: '0', idle_in_transaction_session_timeout: '0', jit: 'off' };

/** The server refuses to write: it is a standby, or has become one. */
const READ_ONLY = '25006';

/** Is told what a pool does. */
export interface DatabaseObserver {
  /** A caller got a connection after waiting so long. */
  onConnection?(seconds: number): void;
  /** Runs `send`, which sends a statement; its text contains no values. */
  traceStatement?<T>(text: string, send: () => Promise<T>): Promise<T>;
}

export interface DatabaseOptions {
  poolSize?: number;
  statementTimeoutMs?: number;
  /** Multiplies the time limits of statements, locks and waiting for a connection; for tests, on machines that are busy with other things. */
  timeLimitFactor?: number;
  observer?: DatabaseObserver;
  /** Plugins of the query builder, which see statements and their rows. */
  plugins?: KyselyPlugin[];
}

/** Maximum number of prepared statements per connection; further statements are sent unnamed. */
const PREPARED_STATEMENTS = 500;

/** Number of pending statements by connection. */
const pendingStatements = new WeakMap<pg.PoolClient, number>();

/**
 * Sends a query with a callback and without the driver's timer. The driver's promises and timers keep the rows of every response
 * in memory until the next full garbage collection (1 kB per person in an export). Errors get the caller's stack trace, as in
 * the driver.
 */
async function sendQuery(client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult> {
  pendingStatements.set(client, (pendingStatements.get(client) ?? 0) + 1);
  try {
    return await new Promise((resolve, reject) =>
      client.query(query, (error, result) => (error ? reject(error) : resolve(result))),
    );
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  } finally {
    pendingStatements.set(client, (pendingStatements.get(client) ?? 1) - 1);
  }
}

/** Closes a connection with pending statements after this time without traffic, because its server or network is unavailable. */
function closeWhenUnresponsive(client: pg.PoolClient, milliseconds: number): void {
  const stream = getSocket(client);
  stream.setTimeout(milliseconds).on('timeout', () => {
    if (pendingStatements.get(client)) stream.destroy(new Error('The database did not respond.'));
  });
}

const observeWaits = (pool: pg.Pool, onConnection: (seconds: number) => void): ConnectionPool => ({
  connect: async () => {
    const askedAt = performance.now();
    const client = await pool.connect();
    onConnection((performance.now() - askedAt) / 1000);
    return client;
  },
  end: () => pool.end(),
});

/**
 * Opens the pool. Every statement text gets a name, so that PostgreSQL parses and plans it once per connection.
 * Does not connect yet; the first statement does, and throws what the driver throws when there is no server.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): DatabaseHandle {
  const { timeLimitFactor = 1 } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 4000 * timeLimitFactor,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // Statements that do not wait for each other (`Promise.all` within a transaction) are sent together.
    pipeline: true,
    application_name: 'livery',
    options: toOptions(options.statementTimeoutMs ? NO_TIME_LIMITS : extendTimeLimits(timeLimitFactor)),
    types: columnTypes,
  });
  // The pool removes an idle connection whose server has gone; without this listener the error would end the process.
  pool.on('error', () => {});
  // The same for a connection in use: its query fails, which reports the error.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    closeWhenUnresponsive(client, options.statementTimeoutMs ?? 8000 * timeLimitFactor);
  });

  // A connection belongs to the generation in which it was opened; only those of the latest are used.
  let generation = 0;
  const generations = new WeakMap<pg.PoolClient, number>();
  pool.on('connect', (client) => generations.set(client, generation));
  const discardConnections = () => {
    generation += 1;
  };

  const names = new Map<string, string>();
  let sent = 0;
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known || names.size >= PREPARED_STATEMENTS) return known;
    const name = `q${names.size}`;
    names.set(text, name);
    return name;
  };

  const { onConnection, traceStatement } = options.observer ?? {};
  const send: SendQuery = async (client, text, values) => {
    sent += 1;
    const name = values.length === 0 && text.length < 24 ? undefined : nameOf(text);
    const query = { name, text, values: values as unknown[] };
    try {
      return await (traceStatement ? traceStatement(text, () => sendQuery(client, query)) : sendQuery(client, query));
    } catch (error) {
      // New connections lead to the primary, as soon as there is one; the others would stay with a standby for as long as it runs.
      if ((error as { code?: string }).code === READ_ONLY) discardConnections();
      throw error;
    }
  };
  const isUsable = (client: pg.PoolClient) => generations.get(client) === generation;
  const db = createPipelinedKysely<Tables>(
    onConnection ? observeWaits(pool, onConnection) : pool,
    send,
    isUsable,
    options.plugins,
  );
  return {
    db,
    statementsSent: () => sent,
    poolState: () => ({ idle: pool.idleCount, busy: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    discardConnections,
    close: () => db.destroy(),
  };
}

/**
 * One connection for finding out whether the database can be used, apart from those of requests, so that the answer does not depend on how busy they are.
 */
export const openMonitor = (url: string): DatabaseHandle => openDatabase(url, { poolSize: 1 });

const SERIALISATION_FAILURE = '40001';
const DEADLOCK = '40P01';

/** Runs `work` in one transaction, repeating it up to three times after a serialisation failure or deadlock. */
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

/** Whether a statement failed because the disk of the database is full. The database goes on answering what writes nothing. */
export const isDatabaseFull = (error: unknown): boolean => (error as { code?: unknown }).code === '53100';

/** Whether a statement gave up waiting for a lock that another transaction holds, so that the same request can be repeated. */
export const isLockTimeout = (error: unknown): boolean => (error as { code?: unknown }).code === '55P03';

/** Whether a statement was cancelled because it took too long, so that the same request can be repeated. */
export const isStatementTimeout = (error: unknown): boolean => (error as { code?: unknown }).code === '57014';

const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Whether an error means that the database is unavailable, restarting or read-only (a standby), so that the same request can be repeated. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message, syscall } = error as { code?: unknown; message?: unknown; syscall?: unknown };
  if (typeof code === 'string' && (/^(08|57P0|53300|25006)/.test(code) || AWAY.has(code))) return true;
  // The socket of a local server is missing. A missing file is something else.
  if (code === 'ENOENT' && syscall === 'connect') return true;
  return (
    typeof message === 'string' &&
    /Connection terminated|timeout exceeded when trying to connect|The database did not respond|is not queryable|server closed the connection/i.test(
      message,
    )
  );
}
