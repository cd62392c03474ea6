import { sql } from 'kysely';
import pino from 'pino';
import { jobDefinitions } from '#api/jobs.ts';
import { mailDefinitions } from '#api/mails.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { createVaultFromKeys, type Vault } from '#api/platform/encryption/vault.ts';
import { createHosts } from '#api/platform/http/hosts.ts';
import { type JobQueue, openJobQueue } from '#api/platform/jobs/queue.ts';
import type { MailDefinition } from '#api/platform/mail/mail-definition.ts';
import { describeMailFailure } from '#api/platform/mail/mail-failures.rules.ts';
import type { Mailer } from '#api/platform/mail/mailer.ts';
import { enqueueMail } from '#api/platform/mail/outbox.queries.ts';
import type { StoredReason } from '#api/platform/reasons.ts';
import { MAIL_SAMPLES, type MailName } from './mail-samples.ts';
import { createTestPortal, TEST_KEY, type TestPortal, type TestPortalOptions } from './portal.ts';

/** A portal whose mails are sent by the test: they are queued, and no worker is running. */
export interface MailHarness {
  portal: TestPortal;
  jobs: JobQueue;
  vault: Vault;
  /** The lines logged at `warn`. */
  warnings: unknown[][];
  createMailer(transport: Mailer['transport']): Mailer;
  /** Enqueues the sample of a template, with the given changes; returns its id. */
  aMail(template?: MailName, recipient?: string, changes?: { brandId?: number; data?: object }): Promise<string>;
  findMailState(id: string): Promise<Record<string, unknown> | undefined>;
  updateMail(id: string, assignment: string): Promise<void>;
  close(): Promise<void>;
}

export async function createMailHarness(options: TestPortalOptions = {}): Promise<MailHarness> {
  const portal = await createTestPortal(options);
  const { db, url } = portal;
  const jobs = openJobQueue(url, pino({ level: 'silent' }));
  await jobs.createQueues(jobDefinitions);
  const vault = createVaultFromKeys(TEST_KEY);
  const warnings: unknown[][] = [];
  const log = { info: () => {}, warn: (...line: unknown[]) => void warnings.push(line) };
  return {
    portal,
    jobs,
    vault,
    warnings,
    createMailer: (transport) => ({
      definitions: mailDefinitions,
      db,
      hosts: createHosts(db),
      vault,
      log,
      mailFrom: 'no-reply@sundial.example',
      transport,
    }),
    aMail: async (template = 'password-changed', recipient = 'ann@made.example', { brandId = 1, data = {} } = {}) => {
      const sample = MAIL_SAMPLES[template];
      const mail = { organisationId: brandId, brandId, recipient, data: { ...sample.data, ...data }, secrets: sample.secrets };
      // TypeScript cannot relate payload and definition when the template is only known at run time.
      const definition = sample.definition as unknown as MailDefinition<object, typeof mail.secrets>;
      await runInTransaction(db, (tx) => enqueueMail(tx, { jobs, vault }, definition, mail as never));
      const { rows } = await sql<{ id: string }>`select id from mail_outbox order by created_at desc, id limit 1`.execute(db);
      return rows[0]?.id as string;
    },
    findMailState: async (id) => {
      const { rows } = await sql<Record<string, unknown>>`
        select sent_at is not null as sent, failed_at is not null as failed, attempts, failure, sealed is not null as sealed,
          claimed_at is not null as taken from mail_outbox where id = ${id}`.execute(db);
      const [row] = rows;
      return row && { ...row, failure: row.failure && describeMailFailure(row.failure as StoredReason) };
    },
    updateMail: async (id, assignment) =>
      void (await sql`update mail_outbox set ${sql.raw(assignment)} where id = ${id}`.execute(db)),
    close: async () => {
      await jobs.close();
      await portal.close();
    },
  };
}
