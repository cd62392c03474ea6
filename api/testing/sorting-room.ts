import { sql } from 'kysely';
import pino from 'pino';
import { inTransaction } from '../db/database.ts';
import { knowHosts } from '../http/hosts.ts';
import { type JobQueue, openJobQueue } from '../jobs/queue.ts';
import type { PostOffice } from '../mail/mail.actions.ts';
import { queueMail } from '../mail/mail.queries.ts';
import type { MailTemplate } from '../mail/mails.ts';
import { makeVault, type Vault } from '../secrets/vault.ts';
import { SAMPLES } from './mails.ts';
import { openTestPortal, TEST_KEY, type TestPortal } from './portal.ts';

/** A portal whose mails a test sends by hand: they are queued, and nobody works on the queue. */
export interface SortingRoom {
  portal: TestPortal;
  jobs: JobQueue;
  vault: Vault;
  /** What was logged at `warn`. */
  logged: unknown[][];
  office(post: PostOffice['post']): PostOffice;
  /** Queues the sample of a template, with other facts where they are named; answers its id. */
  aMail(template?: MailTemplate, recipient?: string, changes?: { brandId?: number; data?: object }): Promise<string>;
  stateOf(id: string): Promise<Record<string, unknown> | undefined>;
  change(id: string, what: string): Promise<void>;
  close(): Promise<void>;
}

export async function openSortingRoom(): Promise<SortingRoom> {
  const portal = await openTestPortal();
  const { db, url } = portal;
  const jobs = openJobQueue(url, pino({ level: 'silent' }));
  await jobs.prepare();
  const vault = makeVault(TEST_KEY);
  const logged: unknown[][] = [];
  const log = { info: () => {}, warn: (...line: unknown[]) => void logged.push(line) };
  return {
    portal,
    jobs,
    vault,
    logged,
    office: (post) => ({ db, hosts: knowHosts(db), vault, log, mailFrom: 'no-reply@sundial.example', post }),
    aMail: async (template = 'password-changed', recipient = 'ann@made.example', { brandId = 1, data = {} } = {}) => {
      const sample = SAMPLES[template];
      const mail = { ...sample, organisationId: brandId, brandId, recipient, template, data: { ...sample.data, ...data } };
      await inTransaction(db, (tx) => queueMail(tx, { jobs, vault }, mail as Parameters<typeof queueMail>[2]));
      const { rows } = await sql<{ id: string }>`select id from mail order by created_at desc, id limit 1`.execute(db);
      return rows[0]?.id as string;
    },
    stateOf: async (id) => {
      const { rows } = await sql<Record<string, unknown>>`
        select sent_at is not null as sent, failed_at is not null as failed, attempts, last_error, sealed is not null as sealed,
          taken_at is not null as taken from mail where id = ${id}`.execute(db);
      return rows[0];
    },
    change: async (id, what) => void (await sql`update mail set ${sql.raw(what)} where id = ${id}`.execute(db)),
    close: async () => {
      await jobs.close();
      await portal.close();
    },
  };
}
