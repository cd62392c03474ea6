import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { JobQueue } from '../jobs/queue.ts';

export interface NewMail {
  organisationId: number;
  brandId: number;
  recipient: string;
  template: string;
  subject: string;
  html: string;
  plain: string;
  /** Two mails with the same key are one. */
  dedupeKey?: string;
}

/** Writes the mail and queues its sending, in the transaction of what it tells about. */
export async function queueMail(tx: Tx, jobs: JobQueue, mail: NewMail): Promise<void> {
  const row = await tx
    .insertInto('mail')
    .values({
      organisation_id: mail.organisationId,
      brand_id: mail.brandId,
      recipient: mail.recipient,
      template: mail.template,
      subject: mail.subject,
      html: mail.html,
      plain: mail.plain,
      dedupe_key: mail.dedupeKey ?? null,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row) await jobs.enqueue(tx, 'mail.send', { mailId: row.id });
}

export interface DueMail {
  id: string;
  recipient: string;
  subject: string;
  html: string;
  plain: string;
}

/** A mail that has not been sent yet; undefined when it has. */
export async function findDueMail(db: Db, mailId: string): Promise<DueMail | undefined> {
  return db
    .selectFrom('mail')
    .select(['id', 'recipient', 'subject', 'html', 'plain'])
    .where('id', '=', mailId)
    .where('sent_at', 'is', null)
    .executeTakeFirst();
}

export async function noteMailSent(db: Db, mailId: string): Promise<void> {
  await db
    .updateTable('mail')
    .set({ sent_at: sql`now()`, attempts: sql`attempts + 1`, last_error: null })
    .where('id', '=', mailId)
    .execute();
}

export async function noteMailFailed(db: Db, mailId: string, error: string): Promise<void> {
  await db
    .updateTable('mail')
    .set({ attempts: sql`attempts + 1`, last_error: error.slice(0, 500) })
    .where('id', '=', mailId)
    .execute();
}
