import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { repeatInBatches } from '../db/batches.ts';
import type { Db, Tx } from '../db/database.ts';
import type { Vault } from '../encryption/vault.ts';
import { defineJob } from '../jobs/job.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { RetentionTask } from '../jobs/retention.ts';
import { oneLine } from './html.ts';
import type { MailDefinition } from './mail-definition.ts';

/** What the secrets of a mail are sealed for: the row itself, so that no other row can carry them. */
export const getSealPurpose = (mailId: string) => `mail:${mailId}`;

/** A mail notes by itself when it is given up, so its job is retried without end. Large providers allow three connections at a time. */
export const sendMailJob = defineJob<{ mailId: string }>({
  name: 'mail.send',
  retryLimit: 100_000,
  // Short, so that a server that is available again receives everything soon.
  maxBackoff: 120,
  expiry: 60,
  concurrency: 3,
});

/** A mail to be sent. */
export type NewMail<Payload extends object, Secrets> = {
  organisationId: number;
  brandId: number;
  /** One address; a line break in it becomes a space. */
  recipient: string;
  data: Payload;
  /** Of two mails with the same key only the first is sent. */
  dedupeKey?: string;
} & (Secrets extends undefined ? { secrets?: undefined } : { secrets: Secrets });

/** What queueing a mail takes: the queue, and the vault that encrypts its secrets. */
export interface MailDependencies {
  jobs: JobQueue;
  vault: Vault;
}

/**
 * Writes the mail and queues its sending, in the transaction of what it tells about: one statement. Secrets are sealed.
 * A second mail with the same `dedupeKey` is not written.
 */
export async function enqueueMail<Payload extends object, Secrets = undefined>(
  tx: Tx,
  { jobs, vault }: MailDependencies,
  { name }: MailDefinition<Payload, Secrets>,
  mail: NewMail<Payload, Secrets>,
): Promise<void> {
  const id = randomUUID();
  const sealed = mail.secrets ? vault.seal(getSealPurpose(id), JSON.stringify(mail.secrets)) : null;
  const written = sql`
    insert into mail_outbox (id, organisation_id, brand_id, recipient, template, data, sealed, dedupe_key)
    values (${id}::uuid, ${mail.organisationId}::bigint, ${mail.brandId}::bigint, ${oneLine(mail.recipient)}::text, ${name}::text,
      ${JSON.stringify(mail.data)}::jsonb, ${sealed}::bytea, ${mail.dedupeKey ?? null}::text)
    on conflict (dedupe_key) do nothing`;
  // Without the mail, because there was one with that key already, the job finds nothing to do.
  await jobs.enqueue(tx, sendMailJob, { mailId: id }, { id, alongside: written });
}

/** A mail's row, as much as writing it takes. */
export interface MailRow {
  id: string;
  brandId: number;
  recipient: string;
  template: string;
  data: unknown;
  sealed: Buffer | null;
  createdAt: Date;
}

/** The columns of a mail's row. */
export interface RawMail {
  id: string;
  brand_id: number;
  recipient: string;
  template: string;
  data: unknown;
  sealed: Buffer | null;
  created_at: Date;
}

export const toMailRow = (row: RawMail): MailRow => ({
  id: row.id,
  brandId: row.brand_id,
  recipient: row.recipient,
  template: row.template,
  data: row.data,
  sealed: row.sealed,
  createdAt: row.created_at,
});

/** A mail that this process now sends and nobody else, for as long as sending may take. */
export interface ClaimedMail extends MailRow {
  /** It has been tried for longer than makes sense. */
  isOverdue: boolean;
}

/**
 * Takes a mail to send it and counts the attempt. 'done' when it was sent or given up, or is not there; 'taken' while another
 * process is at it, which is believed for a minute.
 */
export async function claimMail(db: Db, mailId: string): Promise<ClaimedMail | 'done' | 'taken'> {
  const taken = await sql<RawMail & { is_overdue: boolean }>`
    update mail_outbox set attempts = attempts + 1, claimed_at = now()
    where id = ${mailId} and sent_at is null and failed_at is null and (claimed_at is null or claimed_at < now() - interval '1 minute')
    returning id, brand_id, recipient, template, data, sealed, created_at, due_at < now() - interval '5 days' as is_overdue`.execute(
    db,
  );
  const [mail] = taken.rows;
  if (mail) return { ...toMailRow(mail), isOverdue: mail.is_overdue };
  const waiting = await sql`select from mail_outbox where id = ${mailId} and sent_at is null and failed_at is null`.execute(db);
  return waiting.rows.length > 0 ? 'taken' : 'done';
}

/** Notes that a mail has left. What was sealed of it has done its work, unless the local mailbox is where people read it. */
export async function markSent(db: Db, mailId: string, { keepSealed = false } = {}): Promise<void> {
  await sql`
    update mail_outbox set sent_at = now(), claimed_at = null, last_error = null, sealed = case when ${keepSealed}::boolean then sealed end
    where id = ${mailId}`.execute(db);
}

/** Notes why a mail has not left, and that it will be tried again or, `forGood`, not. */
export async function markFailed(db: Db, mailId: string, error: string, { forGood = false } = {}): Promise<void> {
  await sql`
    update mail_outbox set claimed_at = null, last_error = ${error.slice(0, 500)}, failed_at = case when ${forGood}::boolean then now() end
    where id = ${mailId} and sent_at is null`.execute(db);
}

/** Mails that should have left long ago. */
export interface StuckMail {
  count: number;
  oldestMinutes: number;
  /** What was said at the last attempt at the oldest one. */
  lastError: string | null;
}

/** How many mails have waited for longer than 15 minutes; undefined when none has. */
export async function findStuckMail(db: Db): Promise<StuckMail | undefined> {
  const { rows } = await sql<{ count: number; oldest_minutes: number; last_error: string | null }>`
    select count(*)::int as count, (extract(epoch from now() - min(due_at)) / 60)::int as oldest_minutes,
      (array_agg(last_error order by due_at))[1] as last_error
    from mail_outbox where sent_at is null and failed_at is null and due_at < now() - interval '15 minutes'`.execute(db);
  const [row] = rows;
  return row && row.count > 0 ? { count: row.count, oldestMinutes: row.oldest_minutes, lastError: row.last_error } : undefined;
}

/** A mail that was given up. */
export interface FailedMail {
  id: string;
  recipient: string;
  template: string;
  failedAt: Date;
  reason: string;
}

/** The mails that were given up last. */
export async function listFailedMail(db: Db, limit: number): Promise<FailedMail[]> {
  const { rows } = await sql<FailedMail>`
    select id, recipient, template, failed_at as "failedAt", coalesce(last_error, '') as reason from mail_outbox
    where failed_at is not null order by failed_at desc limit ${limit}`.execute(db);
  return rows;
}

const named = (which: readonly string[] | 'all') => (which === 'all' ? sql`true` : sql`id::text = any(${[...which]})`);

/** Lets mails that were given up be tried for another five days: those named, or all. Returns how many they are. */
export async function retryFailedMail(db: Db, which: readonly string[] | 'all'): Promise<number> {
  const { rows } = await sql`
    update mail_outbox set failed_at = null, claimed_at = null, due_at = now() where failed_at is not null and ${named(which)} returning id`.execute(
    db,
  );
  return rows.length;
}

/** How many mails have neither left nor been given up. */
export async function countPendingMail(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from mail_outbox where sent_at is null and failed_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The mails that wait, the oldest first, to see whether each still has its job. */
export async function listPendingMail(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from mail_outbox where sent_at is null and failed_at is null and due_at < now() - interval '2 minutes'
    order by due_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Mails that one statement changes or deletes. */
const BATCH_SIZE = 1000;

/** Deletes the secrets of mails after a week: by then every link in them has expired. Returns how many mails had some. */
export const deleteExpiredSecrets = (db: Db): Promise<number> =>
  repeatInBatches(BATCH_SIZE, async () => {
    const { numAffectedRows = 0n } = await sql`
      update mail_outbox set sealed = null where id in (
        select id from mail_outbox where sealed is not null and created_at < now() - interval '7 days' limit ${BATCH_SIZE})`.execute(
      db,
    );
    return Number(numAffectedRows);
  });

/**
 * Deletes mails that were sent more than so many days ago and returns how many. Mails that wait stay, and so do those that
 * were given up, until someone has dealt with them. The key of a deleted mail is not used again: every key names an event
 * that happens once.
 */
export const deleteSentMail = (db: Db, days: number): Promise<number> =>
  repeatInBatches(BATCH_SIZE, async () => {
    // Brand by brand, since that is how the rows are indexed by age. A mail cannot have been sent before it was written.
    const { numAffectedRows = 0n } = await sql`
      delete from mail_outbox where id in (
        select m.id from brand b cross join lateral (
          select id from mail_outbox where brand_id = b.id and created_at < now() - make_interval(days => ${days})
            and sent_at < now() - make_interval(days => ${days})
          order by created_at desc limit ${BATCH_SIZE}) m
        limit ${BATCH_SIZE})`.execute(db);
    return Number(numAffectedRows);
  });

export const retention: RetentionTask[] = [
  { name: 'mail-secrets', run: ({ db }) => deleteExpiredSecrets(db) },
  { name: 'sent-mail', run: ({ db, config }) => deleteSentMail(db, config.mailRetentionDays) },
];

/** Deletes mails that were given up, which somebody has seen: those named, or all. Returns how many they were. */
export async function discardFailedMail(db: Db, which: readonly string[] | 'all'): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from mail_outbox where failed_at is not null and sent_at is null and ${named(which)}`.execute(db);
  return Number(numAffectedRows);
}
