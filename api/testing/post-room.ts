import { sql } from 'kysely';
import pino from 'pino';
import { type Db, inTransaction } from '../db/database.ts';
import { knowHosts } from '../http/hosts.ts';
import { type JobQueue, openJobQueue } from '../jobs/queue.ts';
import type { WrittenMail } from '../mail/layout.ts';
import { writeMail } from '../mail/mail.actions.ts';
import { type MailRow, purposeOf } from '../mail/mail.queries.ts';
import { sendWaitingInvitations } from '../passwords/invitations.actions.ts';
import { issueLink, type LinkPurpose } from '../passwords/links.queries.ts';
import { sendRecoveryLink } from '../passwords/recovery.actions.ts';
import { makeVault, type Vault } from '../secrets/vault.ts';
import { TEST_KEY } from './portal.ts';

/** A mail as its row has it, with what is sealed in it opened. */
export interface QueuedMail {
  template: string;
  recipient: string;
  organisationId: number;
  brandId: number;
  data: Record<string, unknown>;
  secrets: { token: string; email: string } | undefined;
}

/** What the server does between a request and a mail, at the test's own time, and a look into what was written. */
export interface PostRoom {
  jobs: JobQueue;
  vault: Vault;
  /** Does the waiting requests for a new password; answers how many there were. */
  workOffRecoveries(): Promise<number>;
  workOffInvitations(): Promise<void>;
  /** Mails to an address, oldest first; to everybody when none is named. */
  mails(recipient?: string): Promise<QueuedMail[]>;
  /** The same mails as their recipients read them. */
  letters(recipient?: string): Promise<WrittenMail[]>;
  /** Path and query of the newest link to a screen that was mailed to somebody, as soon as there is one. */
  mailedLink(recipient: string, screen: string): Promise<string>;
  /** Writes a link that nobody has to be mailed. */
  link(person: { id: number; organisationId?: number }, purpose: LinkPurpose, more?: { activates?: boolean }): Promise<string>;
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 200;
const LONGEST_WAIT_MS = 20_000;

export async function openPostRoom(portal: { db: Db; url: string }): Promise<PostRoom> {
  const { db, url } = portal;
  const vault = makeVault(TEST_KEY);
  const jobs = openJobQueue(url, pino({ level: 'silent' }));
  await jobs.prepare();
  const post = { jobs, vault };
  const hosts = knowHosts(db);
  const rowsOf = async (recipient?: string) => {
    const { rows } = await sql<MailRow & { organisationId: number; data: Record<string, unknown> }>`
      select id, template, recipient, organisation_id as "organisationId", brand_id as "brandId", data, sealed, created_at as "createdAt" from mail
      where ${recipient ?? null}::text is null or recipient = ${recipient ?? null} order by created_at, id`.execute(db);
    return rows;
  };
  const letters: PostRoom['letters'] = async (recipient) => {
    const written = (await rowsOf(recipient)).map(async (row) => writeMail(vault, await hosts.brandById(row.brandId), row));
    return (await Promise.all(written)).filter((letter) => letter !== 'lost');
  };
  return {
    ...post,
    letters,
    mails: async (recipient) =>
      (await rowsOf(recipient)).map(({ id, sealed, createdAt: _, ...row }) => ({
        ...row,
        secrets: sealed ? JSON.parse(vault.open(purposeOf(id), sealed)) : undefined,
      })),
    mailedLink: async (recipient, screen) => {
      for (let waited = 0; waited < LONGEST_WAIT_MS; waited += LOOK_EVERY_MS) {
        const links = (await letters(recipient))
          .flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
          .map((link) => new URL(link));
        const found = links.findLast(({ pathname }) => pathname === screen);
        if (found) return found.pathname + found.search;
        await new Promise((resume) => setTimeout(resume, LOOK_EVERY_MS));
      }
      throw new Error(`Nobody mailed a link to ${screen} to ${recipient}.`);
    },
    workOffRecoveries: async () => {
      const { rows } = await sql<{ data: { brandId: number; address: string } }>`
        delete from pgboss.job where name = 'passwords.recover' returning data`.execute(db);
      for (const { data } of rows) await sendRecoveryLink(db, post, data);
      return rows.length;
    },
    workOffInvitations: () => sendWaitingInvitations(db, post),
    link: ({ id, organisationId = 1 }, purpose, more = {}) =>
      inTransaction(db, (tx) => issueLink(tx, { organisationId, customerId: id, purpose, minutes: 60, ...more })),
    close: () => jobs.close(),
  };
}
