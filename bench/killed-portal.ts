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
  /** Where it listens. */
  origin: string;
  counts: KillCounts;
  /** Kills it and starts it again. */
  restart(): Promise<void>;
  /** Queues jobs by their names, each once. */
  enqueue(names: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

const PORT = '3978';
const DEADLINE_JOBS = ['ordering.escalate-approvals', 'ordering.expire-approvals', 'ordering.expire-exchanges'];
/** Longest time that the jobs may take, in milliseconds. */
const MAX_JOBS_MS = 120_000;
/** Adding to the cart has no key: a request that was interrupted cannot be repeated without asking what became of it. */
const NOT_REPEATABLE = '/api/shopping_cart_items/multiple';

/** Starts the portal on a database; `fault` is the environment of a fault. `random` decides when it is killed: numbers from 0 to 1. */
export async function startKilledPortal(
  url: string,
  random: () => number,
  fault: Record<string, string> = {},
): Promise<KilledPortal> {
  const environment = { DATABASE_URL: url, PORT, ...fault };
  const { db, close: closeDatabase } = openDatabase(url, { poolSize: 4, statementTimeoutMs: 60_000 });
  const queue = openJobQueue(url, pino({ level: 'silent' }));
  await queue.createQueues(jobDefinitions);
  const counts: KillCounts = { betweenSteps: 0, duringRequests: 0, repeatedRequests: 0, duringJobs: 0 };
  let server: ServerProcess = await startProcess('portal-server.ts', environment);
  const killAndStart = async () => {
    await server.kill();
    server = await startProcess('portal-server.ts', environment);
    await stopSchedules(db);
  };
  let restarting: Promise<void> | undefined;
  // Of two requests at once that both want it killed, the second waits for the restart that the first began.
  const restart = () => {
    restarting ??= killAndStart().finally(() => {
      restarting = undefined;
    });
    return restarting;
  };

  await stopSchedules(db);

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
        let isLost = false;
        if (method !== 'GET' && path !== NOT_REPEATABLE && random() < (attempt === 0 ? 0.5 : 0.2)) {
          // Half of the requests are done when the portal is killed, however slow the machine is, and only their answers are lost.
          isLost = random() < 0.5;
          await (isLost ? sent : delay(random() * 60));
          await restart();
          counts.duringRequests += 1;
        }
        const response = await sent;
        await restarting;
        if (response && response.status !== 503 && !isLost)
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

  const enqueue = (names: readonly string[]) =>
    runInTransaction(db, async (tx) => {
      for (const job of jobDefinitions) if (names.includes(job.name)) await queue.enqueue(tx, job, {});
    });

  /** Runs jobs until nothing is left of what they deal with; the portal may be killed while they run. */
  const runJobs = async (names: readonly string[], countLeft: () => Promise<number>) => {
    if ((await countLeft()) === 0) return;
    await enqueue(names);
    if (random() < 0.7) {
      await delay(random() * 2500);
      await restart();
      counts.duringJobs += 1;
      await enqueue(names);
    }
    const startedAt = performance.now();
    while ((await countLeft()) > 0) {
      if (performance.now() - startedAt > MAX_JOBS_MS) throw new Error(`The jobs ${names.join(', ')} are not done.`);
      await delay(50);
    }
  };

  return {
    db,
    origin: `http://127.0.0.1:${PORT}`,
    counts,
    restart,
    enqueue,
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
    dayToTime: () => new Date(),
    asOperator: async (options = {}) => {
      const { id, token } = await startOperatorSession(db, options);
      return { id, headers: {}, ...createHttpClient({ host: 'localhost', token }) };
    },
    runDeadlineJobs: () => runJobs(DEADLINE_JOBS, () => countDue(db)),
    runBillingJobs: async () => {
      await runJobs(['ordering.bill-shipments'], () => countUnbilled(db));
      await runJobs(['ordering.credit-returns'], () => countUncredited(db));
    },
    close: async () => {
      if (server.process.connected) await server.stop();
      await queue.close();
      await closeDatabase();
    },
  };
}

const countRows = async (db: Db, query: ReturnType<typeof sql<{ n: number }>>) => (await query.execute(db)).rows[0]?.n ?? 0;

/** Requests for approval and exchanges that the jobs have not dealt with yet. */
const countDue = (db: Db): Promise<number> =>
  countRows(
    db,
    sql<{ n: number }>`
      select (select count(*)::int from approval
          where status = 'requested' and (expires_at <= now() or escalated_at is null and requested_at + interval '5 days' <= now()))
        + (select count(*)::int from return_request r join order_line x on x.organisation_id = r.organisation_id and x.id = r.exchange_line_id
          join orders o on o.organisation_id = x.organisation_id and o.id = x.order_id
          where r.return_state_id in (0, 20) and r.reserved_until_on < current_date and o.released_at is null) as n`,
  );

/** Shipments without an invoice. */
const countUnbilled = (db: Db): Promise<number> =>
  countRows(
    db,
    sql<{ n: number }>`
      select count(*)::int as n from shipment s join organisation o on o.id = s.organisation_id
      where o.invoice_mode = 'shipment' and s.shipped_at is not null and s.billed_at is null`,
  );

/** Refunds without a credit note, of pieces of which enough have been invoiced and not credited. */
const countUncredited = (db: Db): Promise<number> =>
  countRows(
    db,
    sql<{ n: number }>`
      select count(*)::int as n from return_request r
      where r.return_state_id = 40 and r.refund_minor > r.card_refund_minor
        and not exists (select from invoice i where i.organisation_id = r.organisation_id and i.credit_key = 'return:' || r.id)
        and r.received_quantity <= (
          select coalesce(sum(l.quantity - (select coalesce(sum(c.quantity), 0) from invoice_line c where c.organisation_id = l.organisation_id and c.credited_line_id = l.id)), 0)
          from invoice_line l where l.organisation_id = r.organisation_id and l.order_line_id = r.refund_line_id and l.credited_line_id is null)`,
  );

/** Jobs run only when a step queues them: the model has to know when they do. */
const stopSchedules = (db: Db) => sql`delete from pgboss.schedule`.execute(db);

/** A re-order is repeated within ten seconds, which a restart can take: as if no time had passed. */
const refreshReorders = (db: Db) =>
  sql`update idempotency_key set created_at = now() where key like 'reorder:%' and created_at > now() - interval '5 minutes'`.execute(
    db,
  );
