import { Kysely, PostgresDialect } from 'kysely';
import { Client, type ClientBase } from 'pg';
import { columnTypes, type Tx } from '#api/platform/db/database.ts';

/** One connection without the pool's time limits, because filling a large database can take a long time. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, types: columnTypes, application_name: 'livery seed' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs `work` in a transaction: commits it, or rolls it back and throws the error on. */
export async function inTransaction(client: ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** The open transaction of a connection, as the server's functions take it. */
export function asTransaction(client: ClientBase): Tx {
  let last: Promise<unknown> = Promise.resolve();
  // The driver no longer queues statements that are sent together.
  const query = (text: string, values: unknown[]) => {
    const next = last.then(() => client.query(text, values));
    last = next.catch(() => {});
    return next;
  };
  const connection = { query: query as typeof client.query, release: () => {} };
  const dialect = new PostgresDialect({ pool: { connect: async () => connection, end: async () => {}, options: {} } });
  return new Kysely({ dialect }) as unknown as Tx;
}
