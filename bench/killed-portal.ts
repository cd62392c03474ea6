import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import pino from 'pino';
import { jobDefinitions } from '#api/jobs.ts';
import { type Db, openDatabase, runInTransaction } from '#api/platform/db/database.ts';
import { openJobQueue } from '#api/platform/jobs/queue.ts';
import { startOperatorSession } from '#api/testing/operators.ts';
import type { OrderPortal } from '#api/testing/order-fixture.ts';
import { startTestSession, type TestClient, type TestResponse } from '#api/testing/portal.ts';
import { createClient } from './client.ts';
import { type ServerProcess, startProcess } from './processes.ts';

/** How often the portal was killed, and what had to be repeated because of it. */
export interface KillCounts {
  betweenSteps: number;
  duringRequests: number;
  repeatedRequests: number;
  duringJobs: number;
}

/** A portal in a process of its own that is killed before each step and during requests, which are then repeated. */
export interface KilledPortal extends OrderPortal {
  counts: KillCounts;
  close(): Promise<void>;
}

const PORT = '3978';
const JOBS = ['ordering.escalate-approvals', 'ordering.expire-approvals'];
/** Longest time that the jobs may take, in milliseconds. */
const MAX_JOBS_MS = 120_000;
/** Adding to the cart has no key: a request that was interrupted cannot be repeated without asking what became of it. */
const NOT_REPEATABLE = '/api/shopping_cart_items/multiple';

/** Starts the portal on a database. `random` decides when it is killed: numbers from 0 to 1. */
export async function startKilledPortal(url: string, random: () => number): Promise<KilledPortal> {
  const environment = { DATABASE_URL: url, PORT };
  const { db, close: closeDatabase } = openDatabase(url, { poolSize: 4, statementTimeoutMs: 60_000 });
  const queue = openJobQueue(url, pino({ level: 'silent' }));
  await queue.createQueues(jobDefinitions);
  const counts: KillCounts = { betweenSteps: 0, duringRequests: 0, repeatedRequests: 0, duringJobs: 0 };
  let server: ServerProcess = await startProcess('portal-server.ts', environment);
  const restart = async () => {
    await server.kill();
    server = await startProcess('portal-server.ts', environment);
  };

  const createHttpClient = ({ host, token }: { host: string; token: string }) => {
    const client = createClient(`http://127.0.0.1:${PORT}`, token);
    const send = async <R>(
      method: string,
      path: string,
      body?: object | string,
      headers: Record<string, string> = {},
    ): Promise<TestResponse<R>> => {
      for (let attempt = 0; ; attempt += 1) {
        if (attempt > 0) {
          counts.repeatedRequests += 1;
          await refreshReorders(db);
        }
        const sent = client
          .send<R & { errors?: Record<string, string[]> }>(method, path, body, { host, ...headers })
          .catch(() => undefined);
        if (method !== 'GET' && path !== NOT_REPEATABLE && random() < (attempt === 0 ? 0.5 : 0.2)) {
          await delay(random() * 60);
          await restart();
          counts.duringRequests += 1;
        }
        const response = await sent;
        if (response && response.status !== 503)
          return { status: response.status, headers: {}, body: response.body, errors: response.body?.errors ?? {} };
      }
    };
    return {
      get: (path: string, headers?: Record<string, string>) => send('GET', path, undefined, headers),
      post: (path: string, body: object = {}, headers?: Record<string, string>) => send('POST', path, body, headers),
      put: (path: string, body: object = {}, headers?: Record<string, string>) => send('PUT', path, body, headers),
      delete: (path: string) => send('DELETE', path),
    } as Pick<TestClient, 'get' | 'post' | 'put' | 'delete'>;
  };

  const { token: operatorToken } = await startOperatorSession(db);
  const operator = createHttpClient({ host: 'localhost', token: operatorToken });
  const isPicking = async (orderId: number) =>
    (await sql`select from orders where id = ${orderId} and picking_started_at is not null`.execute(db)).rows.length > 0;

  return {
    db,
    counts,
    reminds: false,
    as: async (email) => {
      const { customerId, organisationId, host, token } = await startTestSession(db, email);
      return {
        customerId,
        organisationId,
        headers: { host, authorization: `Bearer ${token}` },
        ...createHttpClient({ host, token }),
      };
    },
    beforeStep: async () => {
      await restart();
      counts.betweenSteps += 1;
    },
    startPicking: async (orderId) => {
      if (await isPicking(orderId)) return false;
      await operator.post(`/api/operator/orders/${orderId}/picking`);
      return isPicking(orderId);
    },
    dayToTime: () => new Date(),
    runDeadlineJobs: async () => {
      const enqueue = () =>
        runInTransaction(db, async (tx) => {
          for (const job of jobDefinitions) if (JOBS.includes(job.name)) await queue.enqueue(tx, job, {});
        });
      await enqueue();
      if ((await countDue(db)) > 0 && random() < 0.7) {
        await delay(random() * 2500);
        await restart();
        counts.duringJobs += 1;
        await enqueue();
      }
      const startedAt = performance.now();
      while ((await countDue(db)) > 0) {
        if (performance.now() - startedAt > MAX_JOBS_MS) throw new Error('The jobs about deadlines are not done.');
        await delay(50);
      }
    },
    close: async () => {
      if (server.process.connected) await server.stop();
      await queue.close();
      await closeDatabase();
    },
  };
}

/** Requests for approval that the jobs have not dealt with yet. */
async function countDue(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from approval
    where status = 'requested' and (expires_at <= now() or escalated_at is null and requested_at + interval '5 days' <= now())`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** A re-order is repeated within ten seconds, which a restart can take: as if no time had passed. */
const refreshReorders = (db: Db) =>
  sql`update idempotency_key set created_at = now() where key like 'reorder:%' and created_at > now() - interval '5 minutes'`.execute(
    db,
  );
