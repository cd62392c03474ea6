import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { SESSION_SETTINGS, toOptions } from './session-settings.ts';

/** How an address leads to PostgreSQL. */
export interface Route {
  /** Whether statements of one connection run on different connections of the server, as behind a pooler in transaction mode. */
  isShared: boolean;
  /** Whether a prepared statement is found again whichever connection of the server runs it. Always, unless connections are shared. */
  keepsStatements: boolean;
  /** Whether connections with our start parameters are accepted. */
  acceptsOptions: boolean;
  /** The settings of the server's connections that differ from those that the application needs, although it asked for them. */
  lostSettings: string[];
}

/** Longest time that connecting and one statement may take. */
const ANSWER_MS = 5000;

const NO_SUCH_STATEMENT = '26000';
const STATEMENT_EXISTS = '42P05';
const PROTOCOL_VIOLATION = '08P01';

const codeOf = (error: unknown) => (error as { code?: string }).code;

/** Finds out how an address leads to PostgreSQL, with two connections. Throws what the driver throws if there is no server, or no answer. */
export async function inspectRoute(url: string): Promise<Route> {
  const acceptsOptions = await withClients(url, true, async () => true).catch((error: unknown) => {
    if (codeOf(error) === PROTOCOL_VIOLATION && /unsupported startup parameter/.test((error as Error).message)) return false;
    throw error;
  });
  return withClients(url, acceptsOptions, async (one, other) => {
    const isShared = await sharesConnections(one, other);
    return {
      isShared,
      acceptsOptions,
      keepsStatements: !isShared || (await keepsStatements(one, other)),
      lostSettings: await findLostSettings(one),
    };
  });
}

async function withClients<T>(
  url: string,
  asksForSettings: boolean,
  work: (one: Client, other: Client) => Promise<T>,
): Promise<T> {
  const createClient = () => {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      application_name: 'livery start',
      ...(asksForSettings ? { options: toOptions(SESSION_SETTINGS) } : {}),
    });
    // Its statement fails, which reports the error.
    client.on('error', () => {});
    return client;
  };
  const [one, other] = [createClient(), createClient()];
  try {
    await one.connect();
    await other.connect();
    return await work(one, other);
  } finally {
    await Promise.all([one.end().catch(() => {}), other.end().catch(() => {})]);
  }
}

/** Two connections that are open at the same time have the same process of PostgreSQL only if they share it, or one has several. */
async function sharesConnections(one: Client, other: Client): Promise<boolean> {
  const processes = [await processOf(one), await processOf(other), await processOf(one), await processOf(other)];
  return processes[0] === processes[1] || processes[0] !== processes[2] || processes[1] !== processes[3];
}

const processOf = async (client: Client) => (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;

/** Prepares different statements of one name on both connections: a pooler that does not keep them apart mixes them up, or loses them. */
async function keepsStatements(one: Client, other: Client): Promise<boolean> {
  const ask = async (client: Client, name: string, answer: string) =>
    (await client.query<{ answer: string }>({ name, text: `select '${answer}' as answer` })).rows[0]?.answer === answer;
  try {
    // More than once, with an odd number of statements: some poolers use the server's connections in turns.
    for (let round = 0; round < 3; round += 1) {
      const name = `probe_${randomUUID()}`;
      for (const [client, answer] of [
        [one, 'one'],
        [other, 'other'],
        [one, 'one'],
        [other, 'other'],
      ] as const)
        if (!(await ask(client, name, answer))) return false;
      await processOf(one);
    }
    return true;
  } catch (error) {
    if (codeOf(error) === NO_SUCH_STATEMENT || codeOf(error) === STATEMENT_EXISTS) return false;
    throw error;
  }
}

async function findLostSettings(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any ($1)',
    [Object.keys(SESSION_SETTINGS)],
  );
  const found = new Map(rows.map(({ name, setting }) => [name, setting]));
  return Object.entries(SESSION_SETTINGS).flatMap(([name, value]) => (found.get(name) === value ? [] : [name]));
}
