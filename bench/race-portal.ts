import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '#api/platform/db/database.ts';
import { startOperatorSession } from '#api/testing/operators.ts';
import { startTestSession, type TestClient, TIME_LIMIT_FACTOR } from '#api/testing/portal.ts';
import { countDeadlocks, type RacePortal, stopScheduledJobs } from '#api/testing/races/race.ts';
import { createClient } from './client.ts';
import { startProcess } from './processes.ts';

/** The portal in two processes on one database. */
export interface TwoProcesses extends RacePortal {
  /** Stops both. Returns how many deadlocks there were. */
  stop(): Promise<number>;
}

/** How long a server takes at most to hear of a change, in milliseconds. */
const HEARING_MS = 100;

type Calls = Pick<TestClient, 'get' | 'post' | 'put' | 'delete'>;

/** Starts both, with a fault if it is named. Jobs run only when a race runs them. */
export async function startTwoProcesses(url: string, fault?: string): Promise<TwoProcesses> {
  const environment = { DATABASE_URL: url, ...(fault ? { BENCH_FAULT: fault } : {}) };
  const servers = [await startProcess('portal-server.ts', environment), await startProcess('portal-server.ts', environment)];
  const clients = servers.map(({ origin }) => createClient(origin, '', 8));
  const database = openDatabase(url, { poolSize: 4, timeLimitFactor: TIME_LIMIT_FACTOR });
  const { db } = database;
  await stopScheduledJobs(db);

  const createCalls = (server: number, headers: Record<string, string>): Calls => {
    const send = async (method: string, path: string, body?: object, more: Record<string, string> = {}) => {
      const response = await clients[server]?.send<{ errors?: Record<string, string[]> } | null>(method, path, body, {
        ...headers,
        ...more,
      });
      return { status: response?.status ?? 0, headers: {}, body: response?.body ?? {}, errors: response?.body?.errors ?? {} };
    };
    return {
      get: (path: string, more?: Record<string, string>) => send('GET', path, undefined, more),
      post: (path: string, body: object = {}, more?: Record<string, string>) => send('POST', path, body, more),
      put: (path: string, body: object = {}, more?: Record<string, string>) => send('PUT', path, body, more),
      delete: (path: string) => send('DELETE', path),
    } as Calls;
  };

  return {
    db,
    as: async (email) => {
      const { customerId, organisationId, host, token } = await startTestSession(db, email);
      const headers = { host, authorization: `Bearer ${token}` };
      return { customerId, organisationId, headers, ...createCalls(0, headers) };
    },
    asOperator: async (options = {}) => {
      const { id, token } = await startOperatorSession(db, options);
      const headers = { host: 'localhost', authorization: `Bearer ${token}` };
      return { id, headers, ...createCalls(0, headers) };
    },
    atSecond: (client) => ({ ...client, ...createCalls(1, client.headers) }),
    settle: () => delay(HEARING_MS),
    stop: async () => {
      for (const client of clients) client.close();
      await Promise.all(servers.map((server) => server.stop()));
      await database.close();
      const last = openDatabase(url, { poolSize: 1 });
      try {
        return await countDeadlocks(last.db);
      } finally {
        await last.close();
      }
    },
  };
}
