import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Client } from 'pg';
import { columnTypes } from '#api/platform/db/database.ts';
import { startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { migrate } from '#api/platform/db/migrate.ts';
import { seedDemo } from '#demo/seed.ts';
import { type ServerProcess, startProcess } from './processes.ts';
import { seedPeople } from './seed-people.ts';
import { startSessions } from './shopping.ts';

/** Ids of the administrator of all groups, and of the one of two groups. */
const ADMIN = 1;
const NORTH_ADMIN = 2;
/** People on a page, unless the query has a limit. */
export const DEFAULT_PAGE_SIZE = 25;

/** The calls that `measureQuery` makes. */
export type MeasuredList =
  | '/api/customers'
  | '/api/customers/counts'
  | '/api/orders'
  | '/api/orders/getOrderShippedStatusBySeason'
  | '/api/orders/purchasesbymonth'
  | '/api/orders/topproducts'
  | '/api/organisations/financialOverview'
  | '/api/organisations/worklist'
  | '/api/search';

/** A portal and its PostgreSQL, with a given number of people. */
export interface PeoplePortal {
  size: number;
  token: string;
  /** Sends a query to the list of people, or to another list, and returns the number of matches and the milliseconds until the response was read. */
  measureQuery(query: string, as?: 'north', list?: MeasuredList): Promise<{ total: number; ms: number }>;
  /** Ends the connections of the server's pool, as the pool does itself after an idle minute. */
  dropConnections(): Promise<void>;
  /** Starts another server on the same database. */
  startServer(): Promise<ServerProcess>;
  /** The same portal, served by the code of another checkout, whose folder this is. */
  servedBy(folder: string): Promise<PeoplePortal>;
  close(): Promise<void>;
}

/** Starts PostgreSQL in the folder, adds people up to the given number, changes what `prepare` changes, and starts a portal on it. */
export async function createPeoplePortal(
  dataDir: string,
  size: number,
  ordersEach: number,
  prepare: (client: Client) => Promise<void> = async () => undefined,
): Promise<PeoplePortal> {
  await mkdir(dataDir, { recursive: true });
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
  const client = new Client({ connectionString: postgres.adminUrl, types: columnTypes });
  try {
    await migrate(postgres.adminUrl);
    await seedDemo(postgres.adminUrl);
    await client.connect();
    const started = performance.now();
    await seedPeople(client, size, ordersEach);
    await prepare(client);
    await client.query('vacuum analyze customer, uniform_status, people_counts, orders, order_line');
    console.log(`${size} people, ${ordersEach} orders each: ready after ${((performance.now() - started) / 1000).toFixed(0)} s`);
    const organisation = { organisationId: 1, customerIds: [ADMIN, NORTH_ADMIN] };
    const [admin = '', north = ''] = await startSessions(postgres.adminUrl, organisation, 2);
    const startServer = () => startProcess('portal-server.ts', { DATABASE_URL: postgres.adminUrl });
    const server = await startServer();
    const origin = toBrandOrigin(server);
    const portal: PeoplePortal = {
      size,
      token: admin,
      measureQuery: (query, as, list = '/api/customers') => sendQuery(`${origin}${list}`, query, as === 'north' ? north : admin),
      dropConnections: async () => {
        await client.query(
          "select pg_terminate_backend(pid, 1000) from pg_stat_activity where application_name = 'livery' and datname = current_database()",
        );
        // Gives the pool time to notice.
        await new Promise((resume) => setTimeout(resume, 20));
      },
      startServer,
      servedBy: async (folder) => {
        const other = await startProcess(resolve(folder, 'bench/portal-server.ts'), { DATABASE_URL: postgres.adminUrl });
        const otherOrigin = toBrandOrigin(other);
        return {
          ...portal,
          measureQuery: (query, as, list = '/api/customers') =>
            sendQuery(`${otherOrigin}${list}`, query, as === 'north' ? north : admin),
          close: () => other.stop(),
        };
      },
      close: async () => {
        await server.stop();
        await client.end();
        await postgres.stop();
      },
    };
    return portal;
  } catch (error) {
    await client.end();
    await postgres.stop();
    throw error;
  }
}

/** The server's origin under the host name of a brand. */
export const toBrandOrigin = ({ origin }: ServerProcess) => origin.replace('127.0.0.1', 'localhost');

/** Sends a query to a list. Throws unless the status is 200. */
export async function sendQuery(list: string, query: string, token: string): Promise<{ total: number; ms: number }> {
  const startedAt = performance.now();
  const limit = query.includes('limit=') || list.endsWith('/counts') ? '' : `limit=${DEFAULT_PAGE_SIZE}&`;
  const response = await fetch(`${list}?${limit}${query}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
  });
  if (response.status !== 200) throw new Error(`${query}: ${response.status} ${await response.text()}`);
  const body = (await response.json()) as Totals | FoundGroups;
  return { total: countResults(body), ms: performance.now() - startedAt };
}

interface Totals {
  totalCount?: number;
  counts?: { total: number };
}
type FoundGroups = Record<'people' | 'orders' | 'products', { results: unknown[] } | null>;

/** The number of matches of a list; a search has no total, so its results are counted. */
function countResults(body: Totals | FoundGroups): number {
  if ('people' in body) return Object.values(body).reduce((sum, group) => sum + (group?.results.length ?? 0), 0);
  return body.totalCount ?? body.counts?.total ?? 0;
}
