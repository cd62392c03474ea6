import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import type { Vault } from '../encryption/vault.ts';
import type { Brand, Hosts } from '../http/hosts.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { findStuckMessages, listPendingMessages } from '../outbox/deliveries.queries.ts';
import { DeliveryRejectedError, deliver } from '../outbox/delivery.ts';
import { composeMail } from './compose.ts';
import type { RenderedMail } from './layout.ts';
import type { AnyMailDefinition } from './mail-definition.ts';
import { describeMailFailure, MAIL_FAILURE_WORDING, type MailFailure } from './mail-failures.rules.ts';
import { getSealPurpose, MAIL_OUTBOX, type MailRow, type RawMail, sendMailJob, toMailRow } from './outbox.queries.ts';
import { createTransport, type SmtpTransport, toMailFailure } from './smtp-transport.ts';

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

class NoSmtpServerError extends Error {}

async function sendBySmtp(mailer: Mailer, transport: SmtpTransport | undefined, mail: MailRow): Promise<void> {
  if (!transport) throw new NoSmtpServerError();
  const brand = await mailer.hosts.getBrandById(mail.brandId);
  const rendered = renderMail(mailer, brand, mail);
  if (rendered === 'lost') throw new DeliveryRejectedError({ kind: 'link_lost' } satisfies MailFailure);
  await transport.send({
    ...rendered,
    id: mail.id,
    recipient: mail.recipient,
    from: { name: brand.companyName, address: mailer.mailFrom },
    host: new URL(brand.canonicalOrigin).hostname,
  });
}

/**
 * Sends one mail; throws when it must be retried. When a crash after sending makes a mail go out twice, both have the same
 * Message-ID. Its secrets are deleted once it has been sent, unless people read it in the local mailbox.
 */
export async function sendMail(mailer: Mailer, mailId: string): Promise<void> {
  const { db, transport, log } = mailer;
  const failed = await deliver<RawMail>(db, MAIL_OUTBOX, mailId, {
    send: async (row) => {
      if (transport !== 'mailbox') await sendBySmtp(mailer, transport, toMailRow(row));
    },
    toFailure: (error): MailFailure => (error instanceof NoSmtpServerError ? { kind: 'no_smtp_server' } : toMailFailure(error)),
    wording: MAIL_FAILURE_WORDING,
    clearedColumns: transport === 'mailbox' ? [] : ['sealed'],
  });
  if (failed) log.warn({ mailId, template: failed.row.template, reason: failed.reason }, 'mail failed permanently');
}

/** How many pending mails one run checks. */
const MAX_CHECKED_MAIL = 2000;

/** Enqueues a new job for every pending mail that has lost its own, and logs a warning when mails are stuck. */
export async function monitorOutbox({ db, log }: Pick<Mailer, 'db' | 'log'>, jobs: JobQueue): Promise<void> {
  for (const mailId of await listPendingMessages(db, MAIL_OUTBOX, MAX_CHECKED_MAIL))
    await jobs.enqueueUnique(sendMailJob, mailId, { mailId });
  const stuck = await findStuckMessages(db, MAIL_OUTBOX);
  if (!stuck) return;
  const { count, oldestMinutes, lastFailure } = stuck;
  const lastError = lastFailure && describeMailFailure(lastFailure);
  log.warn({ count, oldestMinutes, lastError }, 'mails are waiting to be sent');
}
