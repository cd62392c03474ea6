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
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';

/** How a statement is sent on a connection. */
export type SendQuery = (client: pg.PoolClient, text: string, values: readonly unknown[]) => Promise<pg.QueryResult>;

const CHANGING = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

class Connection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  readonly #send: SendQuery;
  #beginning: string | undefined;

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

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const begin = this.#beginning;
    this.#beginning = undefined;
    const [, result] = await Promise.all([
      begin === undefined ? undefined : this.#together(begin, []),
      this.#together(sql, parameters),
    ]);
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
    const { stream } = (this.client as unknown as { connection: { stream: Socket } }).connection;
    if (stream.writableCorked === 0) {
      stream.cork();
      process.nextTick(() => stream.uncork());
    }
    return this.#send(this.client, text, values);
  }
}

class PooledDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #send: SendQuery;

  constructor(pool: pg.Pool, send: SendQuery) {
    this.#pool = pool;
    this.#send = send;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    return new Connection(await this.#pool.connect(), this.#send);
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
    connection.client.release();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

/**
 * Sends the statements of a transaction at once. Kysely's own executor waits for the response to the previous statement. With
 * this one, `Promise.all` within a transaction costs one round trip; PostgreSQL runs the statements in the order sent.
 */
class PipeliningExecutor extends DefaultQueryExecutor {
  override withConnectionProvider(provider: ConnectionProvider): DefaultQueryExecutor {
    return super.withConnectionProvider({
      provideConnection: async (consumer) => consumer(await provider.provideConnection(async (connection) => connection)),
    });
  }
}

/** The query builder on a pool whose clients pipeline. */
export function createPipelinedKysely<T>(pool: pg.Pool, send: SendQuery): Kysely<T> {
  const driver = new PooledDriver(pool, send);
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
  );
  return new Kysely<T>({ config: { dialect }, dialect, driver, executor });
}
