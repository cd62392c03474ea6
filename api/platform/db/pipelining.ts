import type { Socket } from 'node:net';
import {
  AbortedTransactionError,
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  Kysely,
  type KyselyPlugin,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type Transaction,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import type { Database } from './types.ts';

/** How a statement is sent on a connection. */
export type SendQuery = (client: pg.PoolClient, text: string, values: readonly unknown[]) => Promise<pg.QueryResult>;

/** Where connections come from. */
export interface ConnectionPool {
  connect(): Promise<pg.PoolClient>;
  end(): Promise<void>;
}

/**
 * The socket of a connection, a private field of the driver: it has no public way to send several statements in one packet, or to notice that a
 * server has stopped responding.
 *
 * @throws if a new version of the driver has moved it
 */
export function getSocket(client: pg.ClientBase): Socket {
  const { stream } = (client as unknown as { connection?: { stream?: Socket } }).connection ?? {};
  if (typeof stream?.cork !== 'function' || typeof stream.setTimeout !== 'function')
    throw new Error('This version of pg keeps its socket elsewhere than in client.connection.stream; adapt getSocket.');
  return stream;
}

const CHANGING = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

class Connection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  readonly #send: SendQuery;
  #beginning: string | undefined;
  #onStatement: (() => void)[] = [];

  constructor(client: pg.PoolClient, send: SendQuery) {
    this.client = client;
    this.#send = send;
  }

  /** BEGIN is sent with the first statement of the transaction: it saves a round trip, and an empty transaction sends nothing. */
  begin(text: string): void {
    this.#beginning = text;
  }

  /** Ends the transaction and returns the command that PostgreSQL ran (COMMIT or ROLLBACK); undefined if nothing was sent. */
  async end(text: 'commit' | 'rollback'): Promise<string | undefined> {
    if (this.#beginning === undefined) return (await this.#together(text, [])).command;
    this.#beginning = undefined;
    return undefined;
  }

  /** Resolves when the next statement has been handed to the driver, which sends statements in the order in which it gets them. */
  nextStatement(): Promise<void> {
    return new Promise((resolve) => this.#onStatement.push(resolve));
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const begin = this.#beginning;
    this.#beginning = undefined;
    const sending = [begin === undefined ? undefined : this.#together(begin, []), this.#together(sql, parameters)] as const;
    for (const resume of this.#onStatement.splice(0)) resume();
    const [, result] = await Promise.all(sending);
    return {
      rows: result.rows as R[],
      ...(CHANGING.has(result.command) ? { numAffectedRows: BigInt(result.rowCount ?? 0) } : {}),
    };
  }

  streamQuery(): never {
    throw new Error('Cursors are not supported on pipelined connections. Read pages instead.');
  }

  /** Sends the statements of one tick in one packet, which wakes PostgreSQL once. */
  #together(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    const stream = getSocket(this.client);
    if (stream.writableCorked === 0) {
      stream.cork();
      process.nextTick(() => stream.uncork());
    }
    return this.#send(this.client, text, values);
  }
}

class PooledDriver implements Driver {
  readonly #pool: ConnectionPool;
  readonly #send: SendQuery;
  readonly #isUsable: (client: pg.PoolClient) => boolean;

  constructor(pool: ConnectionPool, send: SendQuery, isUsable: (client: pg.PoolClient) => boolean) {
    this.#pool = pool;
    this.#send = send;
    this.#isUsable = isUsable;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    for (;;) {
      const client = await this.#pool.connect();
      if (this.#isUsable(client)) return new Connection(client, this.#send);
      client.release(true);
    }
  }

  async beginTransaction(connection: Connection, { isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    connection.begin(['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' '));
  }

  async commitTransaction(connection: Connection): Promise<void> {
    // PostgreSQL responds to COMMIT with ROLLBACK if a statement failed and its error was ignored.
    if ((await connection.end('commit')) === 'ROLLBACK') throw new AbortedTransactionError();
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    await connection.end('rollback');
  }

  async releaseConnection(connection: Connection): Promise<void> {
    connection.client.release(!this.#isUsable(connection.client));
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

type Results<Steps extends readonly (() => unknown)[]> = { -readonly [K in keyof Steps]: Awaited<ReturnType<Steps[K]>> };

/**
 * Runs steps of a transaction whose order matters, such as locks and what must be read under them, in one round trip: a step is started when the
 * step before has sent its first statement, or needed none. `Promise.all` gives no such order, because a step may have something to await before its
 * first statement. A step that is not
 * the last sends one statement at a time. Rejects with the error of a step; the others then fail too, or are rolled back with the transaction.
 */
export async function inOrder<const Steps extends readonly (() => unknown)[]>(
  tx: Transaction<Database>,
  steps: Steps,
): Promise<Results<Steps>> {
  const connection = await tx.getExecutor().provideConnection(async (connection) => connection as Connection);
  const results: Promise<unknown>[] = [];
  for (const step of steps) {
    const sent = connection.nextStatement();
    const result = (async () => step())();
    results.push(result);
    await Promise.race([sent, result.catch(() => {})]);
  }
  return (await Promise.all(results)) as Results<Steps>;
}

/**
 * Sends the statements of a transaction at once. Kysely's own executor waits for the response to the previous statement. With
 * this one, `Promise.all` within a transaction costs one round trip; PostgreSQL runs the statements in the order sent. Where that order
 * matters, use `inOrder`.
 */
class PipeliningExecutor extends DefaultQueryExecutor {
  override withConnectionProvider(provider: ConnectionProvider): DefaultQueryExecutor {
    return super.withConnectionProvider({
      provideConnection: async (consumer) => consumer(await provider.provideConnection(async (connection) => connection)),
    });
  }
}

/**
 * The query builder on a pool whose clients pipeline. A connection that is no longer usable is closed instead of being used again. Plugins are
 * given here, because `withPlugin` of Kysely replaces the executor that pipelines by its own.
 */
export function createPipelinedKysely<T>(
  pool: ConnectionPool,
  send: SendQuery,
  isUsable: (client: pg.PoolClient) => boolean = () => true,
  plugins: KyselyPlugin[] = [],
): Kysely<T> {
  const driver = new PooledDriver(pool, send, isUsable);
  const dialect: Dialect = {
    createDriver: () => driver,
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
  const executor = new PipeliningExecutor(
    dialect.createQueryCompiler(),
    dialect.createAdapter(),
    new DefaultConnectionProvider(driver),
    plugins,
  );
  return new Kysely<T>({ config: { dialect }, dialect, driver, executor });
}
