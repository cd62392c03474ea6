import { sql } from 'kysely';
import pino from 'pino';
import { vi } from 'vitest';
import { issuePasswordLink, type LinkPurpose } from '#api/identity/passwords/links.queries.ts';
import { sendRecoveryLink } from '#api/identity/passwords/recovery.actions.ts';
import { jobDefinitions } from '#api/jobs.ts';
import { mailDefinitions } from '#api/mails.ts';
import { sendPendingInvitations } from '#api/people/invitations/invitations.actions.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import { createVaultFromKeys, type Vault } from '#api/platform/encryption/vault.ts';
import { createHosts } from '#api/platform/http/hosts.ts';
import { type JobQueue, openJobQueue } from '#api/platform/jobs/queue.ts';
import type { RenderedMail } from '#api/platform/mail/layout.ts';
import { renderMail } from '#api/platform/mail/mailer.ts';
import { getSealPurpose, type MailRow } from '#api/platform/mail/outbox.queries.ts';
import { TEST_KEY } from './portal.ts';

/** A queued mail as stored, with its secrets decrypted. */
export interface DecryptedMail {
  template: string;
  recipient: string;
  organisationId: number;
  brandId: number;
  data: Record<string, unknown>;
  secrets: { token: string; email: string } | undefined;
}

/** Runs the jobs between a request and its mails when the test asks for it, and reads the mails. */
export interface MailJobsHarness {
  jobs: JobQueue;
  vault: Vault;
  /** Runs the pending password recovery jobs; returns how many there were. */
  runRecoveryJobs(): Promise<number>;
  runInvitationJobs(): Promise<void>;
  /** Mails to an address, oldest first; all mails without an address. */
  listMails(recipient?: string): Promise<DecryptedMail[]>;
  /** The same mails as their recipients read them. */
  renderMails(recipient?: string): Promise<RenderedMail[]>;
  /** Path and query of the newest mailed link to a screen; waits until there is one. */
  waitForMailedLink(recipient: string, screen: string): Promise<string>;
  /** Issues a link without mailing it. */
  issueLink(
    person: { id: number; organisationId?: number },
    purpose: LinkPurpose,
    more?: { activates?: boolean },
  ): Promise<string>;
  close(): Promise<void>;
}

const POLL_INTERVAL_MS = 200;
const MAX_WAIT_MS = 20_000;

export async function createMailJobsHarness(portal: { db: Db; url: string }): Promise<MailJobsHarness> {
  const { db, url } = portal;
  const vault = createVaultFromKeys(TEST_KEY);
  const jobs = openJobQueue(url, pino({ level: 'silent' }));
  await jobs.createQueues(jobDefinitions);
  const dependencies = { jobs, vault };
  const hosts = createHosts(db);
  const readMailRows = async (recipient?: string) => {
    const { rows } = await sql<MailRow & { organisationId: number; data: Record<string, unknown> }>`
      select id, template, recipient, organisation_id as "organisationId", brand_id as "brandId", data, sealed, created_at as "createdAt" from mail_outbox
      where ${recipient ?? null}::text is null or recipient = ${recipient ?? null} order by created_at, id`.execute(db);
    return rows;
  };
  const renderMails: MailJobsHarness['renderMails'] = async (recipient) => {
    const rendered = (await readMailRows(recipient)).map(async (row) =>
      renderMail({ definitions: mailDefinitions, vault }, await hosts.getBrandById(row.brandId), row),
    );
    return (await Promise.all(rendered)).filter((mail) => mail !== 'lost');
  };
  return {
    ...dependencies,
    renderMails,
    listMails: async (recipient) =>
      (await readMailRows(recipient)).map(({ id, sealed, createdAt: _, ...row }) => ({
        ...row,
        secrets: sealed ? JSON.parse(vault.open(getSealPurpose(id), sealed)) : undefined,
      })),
    waitForMailedLink: (recipient, screen) => {
      const find = async () => {
        const links = (await renderMails(recipient))
          .flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
          .map((link) => new URL(link));
        const link = links.findLast(({ pathname }) => pathname === screen);
        if (!link) throw new Error(`No link to ${screen} was mailed to ${recipient}.`);
        return link.pathname + link.search;
      };
      return vi.waitFor(find, { timeout: MAX_WAIT_MS, interval: POLL_INTERVAL_MS });
    },
    runRecoveryJobs: async () => {
      const { rows } = await sql<{ data: { brandId: number; address: string } }>`
        delete from pgboss.job where name = 'passwords.recover' returning data`.execute(db);
      for (const { data } of rows) await sendRecoveryLink(db, dependencies, data);
      return rows.length;
    },
    runInvitationJobs: () => sendPendingInvitations(db, dependencies),
    issueLink: ({ id, organisationId = 1 }, purpose, more = {}) =>
      runInTransaction(db, (tx) => issuePasswordLink(tx, { organisationId, customerId: id, purpose, minutes: 60, ...more })),
    close: () => jobs.close(),
  };
}
