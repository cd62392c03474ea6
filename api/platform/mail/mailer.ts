import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import type { Vault } from '../encryption/vault.ts';
import type { Brand, Hosts } from '../http/hosts.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { composeMail } from './compose.ts';
import type { RenderedMail } from './layout.ts';
import type { AnyMailDefinition } from './mail-definition.ts';
import {
  claimMail,
  findStuckMail,
  getSealPurpose,
  listPendingMail,
  type MailRow,
  markFailed,
  markSent,
  sendMailJob,
} from './outbox.queries.ts';
import { createTransport, describeFailure, MailRejectedError, type SmtpTransport } from './smtp-transport.ts';

/** What composing and sending mails needs. */
export interface Mailer {
  /** Every kind of mail. */
  definitions: readonly AnyMailDefinition[];
  db: Db;
  hosts: Hosts;
  vault: Vault;
  log: Pick<Logger, 'info' | 'warn'>;
  mailFrom: string;
  /** The SMTP server; 'mailbox' when mails stay in the outbox for the local mailbox; undefined when there is none. */
  transport: SmtpTransport | 'mailbox' | undefined;
}

/** The mailer of this process. */
export function createMailer(parts: Pick<Mailer, 'definitions' | 'db' | 'hosts' | 'vault' | 'log'> & { config: Config }): Mailer {
  const { config, ...rest } = parts;
  const transport =
    config.smtpUrl !== null ? createTransport(config.smtpUrl) : config.hasMailbox ? ('mailbox' as const) : undefined;
  return { ...rest, mailFrom: config.mailFrom, transport };
}

/** Renders a stored mail; 'lost' when its link can no longer be built. Throws when the vault cannot open its secrets. */
export function renderMail(
  { definitions, vault }: Pick<Mailer, 'definitions' | 'vault'>,
  brand: Brand,
  mail: MailRow,
): RenderedMail | 'lost' {
  const secrets = mail.sealed ? (JSON.parse(vault.open(getSealPurpose(mail.id), mail.sealed)) as unknown) : undefined;
  const definition = definitions.find(({ name }) => name === mail.template);
  if (!definition) throw new Error(`There is no mail template "${mail.template}".`);
  if (definition.needsSecrets && secrets === undefined) return 'lost';
  return composeMail(brand, definition, { recipient: mail.recipient, data: mail.data as object, secrets });
}

/**
 * Sends one mail; throws when it must be retried. A mail that is rejected permanently, or that could not be delivered for five
 * days, is marked as failed with the reason. When a crash after sending makes a mail go out twice, both have the same
 * Message-ID.
 */
export async function sendMail(mailer: Mailer, mailId: string): Promise<void> {
  const { db, transport, log } = mailer;
  const mail = await claimMail(db, mailId);
  if (mail === 'done') return;
  if (mail === 'taken') throw new Error('Another process is sending this mail.');
  if (transport === 'mailbox') return markSent(db, mailId, { keepSealed: true });
  try {
    if (!transport) throw new Error('No SMTP server is configured: set SMTP_URL.');
    const brand = await mailer.hosts.getBrandById(mail.brandId);
    const rendered = renderMail(mailer, brand, mail);
    if (rendered === 'lost') throw new MailRejectedError('Its link is no longer stored.');
    await transport.send({
      ...rendered,
      id: mail.id,
      recipient: mail.recipient,
      from: { name: brand.companyName, address: mailer.mailFrom },
      host: new URL(brand.canonicalOrigin).hostname,
    });
  } catch (error) {
    const reason = error instanceof MailRejectedError ? error.message : describeFailure(error);
    const permanent = error instanceof MailRejectedError || mail.isOverdue;
    await markFailed(db, mailId, reason, { forGood: permanent });
    if (!permanent) throw new Error(reason);
    log.warn({ mailId, template: mail.template, reason }, 'mail failed permanently');
    return;
  }
  await markSentWithRetries(db, mailId);
}

/** The mail has been sent: a short database outage must not make it go out again. */
async function markSentWithRetries(db: Db, mailId: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await markSent(db, mailId);
    } catch (error) {
      if (attempt === 4) throw error;
      await delay(500 * attempt);
    }
  }
}

/** How many pending mails one run checks. */
const MAX_CHECKED_MAIL = 2000;

/** Enqueues a new job for every pending mail that has lost its own, and logs a warning when mails are stuck. */
export async function monitorOutbox({ db, log }: Pick<Mailer, 'db' | 'log'>, jobs: JobQueue): Promise<void> {
  for (const mailId of await listPendingMail(db, MAX_CHECKED_MAIL)) await jobs.enqueueUnique(sendMailJob, mailId, { mailId });
  const stuck = await findStuckMail(db);
  if (stuck) log.warn(stuck, 'mails are waiting to be sent');
}
