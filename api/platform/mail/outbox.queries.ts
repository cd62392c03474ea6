import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { repeatInBatches } from '../db/batches.ts';
import type { Db, Tx } from '../db/database.ts';
import type { Vault } from '../encryption/vault.ts';
import { defineJob } from '../jobs/job.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { RetentionTask } from '../jobs/retention.ts';
import { type OutboxTable, storedFailure } from '../outbox/deliveries.queries.ts';
import type { StoredReason } from '../reasons.ts';
import { oneLine } from './html.ts';
import type { MailDefinition } from './mail-definition.ts';

/** The outbox of mails. */
export const MAIL_OUTBOX: OutboxTable = 'mail_outbox';

/** The purpose that a mail's secrets are sealed for: its row, so that they cannot be opened from another one. */
export const getSealPurpose = (mailId: string) => `mail:${mailId}`;

/** The mail's row records when it fails for good, so its job is retried indefinitely. Large providers allow three connections. */
export const sendMailJob = defineJob<{ mailId: string }>({
  name: 'mail.send',
  retryLimit: 100_000,
  // Short, so that a server that is available again receives everything soon.
  maxBackoff: 120,
  expiry: 60,
  concurrency: 3,
});

/** A mail to enqueue. */
export type NewMail<Payload extends object, Secrets> = {
  /** The organisation that the mail is about; null for none. */
  organisationId: number | null;
  brandId: number;
  /** One address; a line break in it becomes a space. */
  recipient: string;
  data: Payload;
  /** Of two mails with the same key only the first is sent. */
  dedupeKey?: string;
} & (Secrets extends undefined ? { secrets?: undefined } : { secrets: Secrets });

/** What enqueueing a mail needs: the job queue, and the vault that encrypts its secrets. */
export interface MailDependencies {
  jobs: JobQueue;
  vault: Vault;
}

/**
 * Writes the mail and enqueues its job in the transaction of the change it reports, in one statement. Secrets are sealed. A second
 * mail with the same `dedupeKey` is not written.
 */
export const enqueueMail = <Payload extends object, Secrets = undefined>(
  tx: Tx,
  dependencies: MailDependencies,
  definition: MailDefinition<Payload, Secrets>,
  mail: NewMail<Payload, Secrets>,
): Promise<void> => enqueueMails(tx, dependencies, [toQueuedMail(definition, mail)]);

/** A mail with the name of its kind, for `enqueueMails`. */
export type QueuedMail = NewMail<object, object | undefined> & { template: string };

/** A mail of a kind, for `enqueueMails`. */
export const toQueuedMail = <Payload extends object, Secrets = undefined>(
  { name }: MailDefinition<Payload, Secrets>,
  mail: NewMail<Payload, Secrets>,
): QueuedMail => ({ ...mail, template: name }) as QueuedMail;

/**
 * Enqueues any number of mails, as `enqueueMail` does, in one statement; `alongside` are other inserts of the change, for the same statement. Without
 * mails nothing is sent, so there must be one where there are others.
 */
export async function enqueueMails(
  tx: Tx,
  { jobs, vault }: MailDependencies,
  mails: readonly QueuedMail[],
  alongside: readonly RawBuilder<unknown>[] = [],
): Promise<void> {
  const rows = mails.map((mail) => {
    const id = randomUUID();
    return {
      id,
      organisation_id: mail.organisationId,
      brand_id: mail.brandId,
      recipient: oneLine(mail.recipient),
      template: mail.template,
      data: mail.data,
      sealed: mail.secrets ? vault.seal(getSealPurpose(id), JSON.stringify(mail.secrets)).toString('base64') : null,
      dedupe_key: mail.dedupeKey ?? null,
    };
  });
  const written = sql`
    insert into mail_outbox (id, organisation_id, brand_id, recipient, template, data, sealed, dedupe_key)
    select m.id, m.organisation_id, m.brand_id, m.recipient, m.template, m.data, decode(m.sealed, 'base64'), m.dedupe_key
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as m (id uuid, organisation_id bigint, brand_id bigint, recipient text, template text, data jsonb, sealed text, dedupe_key text)
    on conflict (dedupe_key) do nothing`;
  // Where a mail with the key exists already, none is written and the job finds nothing to do.
  await jobs.enqueueAll(
    tx,
    sendMailJob,
    rows.map(({ id }) => ({ id, payload: { mailId: id } })),
    { alongside: [written, ...alongside] },
  );
}

/** The part of a mail's row that rendering it needs. */
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

/** A mail's row in the form of the code. */
export const toMailRow = (row: RawMail): MailRow => ({
  id: row.id,
  brandId: row.brand_id,
  recipient: row.recipient,
  template: row.template,
  data: row.data,
  sealed: row.sealed,
  createdAt: row.created_at,
});

/** A mail that failed for good. */
export interface FailedMail {
  id: string;
  recipient: string;
  template: string;
  failedAt: Date;
  failure: StoredReason | null;
}

/** The mails that failed most recently. */
export async function listFailedMail(db: Db, limit: number): Promise<FailedMail[]> {
  const { rows } = await sql<FailedMail>`
    select id, recipient, template, failed_at as "failedAt", ${storedFailure()} as failure from mail_outbox
    where failed_at is not null order by failed_at desc limit ${limit}`.execute(db);
  return rows;
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
 * Deletes mails that were sent more than `days` days ago and returns how many. Pending mails stay, and so do failed ones, until
 * someone has dealt with them. The key of a deleted mail is not used again: every key names an event that happens once.
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
