/** States of a portal in which something is broken, one for each alert of deploy/monitoring. Times that would have to pass are moved back in the database. */
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { TestSmtp } from '#api/testing/smtp-server.ts';
import type { WebhookReceiver } from '#api/testing/webhook-receiver.ts';
import type { BenchOrganisation } from './bench-organisation.ts';
import type { DatabaseRelay } from './database-relay.ts';

/** What a state can break. */
export interface RunningPortal {
  /** As superuser. */
  client: Client;
  /** Of the database, as superuser. */
  url: string;
  organisation: BenchOrganisation;
  endpointId: number;
  smtp: TestSmtp;
  receiver: WebhookReceiver;
  /** Between the portal and its database, and between the portal and what is announced there. */
  relays: { requests: DatabaseRelay; announcements: DatabaseRelay };
  process: ChildProcess;
  /** Fills the disk of the data folder until so many bytes are free. Returns what empties it. */
  fillDisk(free: number): Promise<() => Promise<void>>;
}

/** A state of a portal, while people order. */
export interface PortalState {
  about: string;
  environment?: Record<string, string>;
  /** Breaks something. What it returns is called at the end. */
  breaks?(portal: RunningPortal): Promise<(() => Promise<unknown> | unknown) | undefined>;
}

const DEADLINE_MS = 150_000;

/** Waits until a statement returns a row. */
async function waitFor({ client }: Pick<RunningPortal, 'client'>, statement: string): Promise<void> {
  for (const deadline = Date.now() + DEADLINE_MS; (await client.query(statement)).rows.length === 0; await delay(250))
    if (Date.now() > deadline) throw new Error(`Nothing has come of: ${statement}`);
}

/** Keeps a transaction open in which these statements have been executed. Returns what ends it. */
async function hold({ url }: Pick<RunningPortal, 'url'>, ...statements: string[]): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const statement of ['begin', ...statements]) await client.query(statement);
  return () => client.end();
}

/** Does something while the portal does nothing. */
async function whileStopped<T>({ process }: Pick<RunningPortal, 'process'>, work: () => Promise<T>): Promise<T> {
  process.kill('SIGSTOP');
  // What it had sent before is done.
  await delay(1000);
  try {
    return await work();
  } finally {
    process.kill('SIGCONT');
  }
}

/** Repeats something until the end. */
function repeat(work: () => Promise<unknown>): () => Promise<void> {
  let isStopping = false;
  const run = async () => {
    while (!isStopping) await work();
  };
  const done = run();
  return () => {
    isStopping = true;
    return done;
  };
}

/** Each order takes longer by these seconds. */
const slowOrders = (seconds: number) => `
  create function slow_order() returns trigger language plpgsql as $$ begin perform pg_sleep(${seconds}); return new; end $$;
  create trigger slow_order before insert on orders for each row execute function slow_order()`;

export const brokenStates: Record<string, PortalState> = {
  'process-down': {
    about: 'The process has been killed.',
    breaks: async ({ process }) => {
      process.kill('SIGKILL');
      await delay(500);
      return undefined;
    },
  },
  'database-down': {
    about: 'The database refuses connections; requests fail.',
    breaks: async ({ relays }) => {
      relays.requests.refuse();
      return undefined;
    },
  },
  'backup-old': {
    about: 'The latest backup was begun 30 hours ago.',
    breaks: async ({ client }) => {
      await client.query(`update latest_backup set started_at = now() - interval '30 hours'`);
      return undefined;
    },
  },
  'listener-silent': {
    about: 'The network drops the connection that announces changes of access; 65 seconds later.',
    breaks: async ({ relays }) => {
      relays.announcements.silence();
      await delay(65_000);
      return undefined;
    },
  },
  'smtp-down': {
    about: 'The mail server is down; as after 20 minutes.',
    breaks: async (portal) => {
      await portal.smtp.stop();
      await waitFor(portal, 'select 1 from mail_outbox where sent_at is null and failed_at is null limit 1');
      await delay(6000);
      await portal.client.query(`update mail_outbox set due_at = due_at - interval '20 minutes' where sent_at is null`);
      return () => portal.smtp.restart();
    },
  },
  'mails-refused': {
    about: 'The mail server refuses the recipients for good.',
    breaks: async (portal) => {
      portal.smtp.setBehaviour({ recipient: () => ({ code: 550, text: 'No such user' }) });
      await waitFor(portal, 'select 1 from mail_outbox where failed_at is not null limit 1');
      return () => portal.smtp.setBehaviour({});
    },
  },
  'webhook-receiver-down': {
    about: 'What receives webhooks is down; as after two hours.',
    breaks: async (portal) => {
      await portal.receiver.stop();
      await waitFor(portal, 'select 1 from webhook_endpoint where failing_since_at is not null');
      await portal.client.query(`update webhook_endpoint set failing_since_at = failing_since_at - interval '2 hours'`);
      return () => portal.receiver.restart();
    },
  },
  'webhooks-waiting': {
    about: 'Webhooks are not sent: someone else has locked them; as after 15 minutes.',
    breaks: (portal) =>
      whileStopped(portal, async () => {
        await portal.client.query(
          `insert into webhook_delivery (endpoint_id, organisation_id, event_id, event_type, sequence, data, next_attempt_at)
           select ${portal.endpointId}, ${portal.organisation.organisationId}, gen_random_uuid(), 'order.placed', 1e6 + n, '{}', now() - interval '15 minutes'
           from generate_series(1, 20) n`,
        );
        return hold(portal, 'select 1 from webhook_delivery for update');
      }),
  },
  'jobs-waiting': {
    about: 'Jobs are not carried out: someone else has locked them; as after 15 minutes.',
    breaks: (portal) =>
      whileStopped(portal, async () => {
        await portal.client.query(
          `insert into pgboss.job (id, name, data, start_after, policy)
           select gen_random_uuid(), 'people.import-preview', '{}', now() - interval '15 minutes', 'standard' from generate_series(1, 3)`,
        );
        return hold(portal, `select 1 from pgboss.job where name = 'people.import-preview' for update`);
      }),
  },
  'jobs-failed': {
    about: 'Jobs of which nothing can be made were given up.',
    breaks: async (portal) => {
      await portal.client.query(
        `insert into pgboss.job (id, name, data, policy, retry_limit)
         select gen_random_uuid(), 'people.import-preview', '{"importId": "${randomUUID()}"}', 'standard', 0 from generate_series(1, 3)`,
      );
      await waitFor(portal, `select 1 from pgboss.queue where name = 'people.import-preview' and failed_count > 0`);
      return undefined;
    },
  },
  'lock-held': {
    about: 'Someone else has locked the people who order.',
    breaks: (portal) =>
      hold(portal, `select 1 from customer where organisation_id = ${portal.organisation.organisationId} for update`),
  },
  'statements-too-long': {
    about: 'PostgreSQL ends the statements of orders, because they take too long.',
    breaks: async ({ client }) => {
      await client.query(slowOrders(60));
      return undefined;
    },
  },
  'checkout-slow': {
    about: 'Each order takes 1.5 seconds longer.',
    breaks: async ({ client }) => {
      await client.query(slowOrders(1.5));
      return undefined;
    },
  },
  'connections-short': {
    about: 'The pool has two connections, and slow orders hold them.',
    environment: { DATABASE_POOL_SIZE: '2' },
    breaks: async ({ client }) => {
      await client.query(slowOrders(0.9));
      return undefined;
    },
  },
  'event-loop-blocked': {
    about: 'The process gets to its work for a fifth of the time.',
    breaks: async ({ process }) =>
      repeat(async () => {
        process.kill('SIGSTOP');
        await delay(800);
        process.kill('SIGCONT');
        await delay(200);
      }),
  },
  'disk-full': {
    about: 'The disk of the data folder is full but for 40 MB.',
    breaks: async ({ fillDisk }) => fillDisk(40e6),
  },
};
