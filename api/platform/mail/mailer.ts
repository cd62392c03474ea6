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

/** What composing and sending mails takes. */
export interface Mailer {
  /** Every kind of mail. */
  definitions: readonly AnyMailDefinition[];
  db: Db;
  hosts: Hosts;
  vault: Vault;
  log: Pick<Logger, 'info' | 'warn'>;
  mailFrom: string;
  /** The SMTP server; 'mailbox' when mails stay in the outbox, to be read there; undefined when there is none. */
  transport: SmtpTransport | 'mailbox' | undefined;
}

/** Whether mails stay in the outbox, to be read there: where demonstration data is allowed and no SMTP server is configured. */
export const hasMailbox = (config: Pick<Config, 'smtpUrl' | 'demo'>) => config.smtpUrl === null && config.demo;

/** The mailer of this process. */
export function createMailer(parts: Pick<Mailer, 'definitions' | 'db' | 'hosts' | 'vault' | 'log'> & { config: Config }): Mailer {
  const { config, ...rest } = parts;
  const post = config.smtpUrl !== null ? createTransport(config.smtpUrl) : hasMailbox(config) ? ('mailbox' as const) : undefined;
  return { ...rest, mailFrom: config.mailFrom, transport: post };
}

/** Writes a mail from its row; 'lost' when the link in it can no longer be made. Throws when the vault cannot open its secrets. */
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
 * Sends one mail; throws when that must be tried again. What is refused for good, or was not taken for five days, is given
 * up and kept with the reason. When a crash between sending and noting makes a mail go out twice, it does so under the
 * same Message-ID.
 */
export async function sendMail(mailer: Mailer, mailId: string): Promise<void> {
  const { db, transport, log } = mailer;
  const mail = await claimMail(db, mailId);
  if (mail === 'done') return;
  if (mail === 'taken') throw new Error('Another process is sending this mail.');
  if (transport === 'mailbox') return markSent(db, mailId, { keepSealed: true });
  try {
    if (!transport) throw new Error('No SMTP server is named: set SMTP_URL.');
    const brand = await mailer.hosts.getBrandById(mail.brandId);
    const written = renderMail(mailer, brand, mail);
    if (written === 'lost') throw new MailRejectedError('The link in it is no longer kept.');
    await transport.send({
      ...written,
      id: mail.id,
      recipient: mail.recipient,
      from: { name: brand.companyName, address: mailer.mailFrom },
      host: new URL(brand.canonicalOrigin).hostname,
    });
  } catch (error) {
    const reason = error instanceof MailRejectedError ? error.message : describeFailure(error);
    const forGood = error instanceof MailRejectedError || mail.isOverdue;
    await markFailed(db, mailId, reason, { forGood });
    if (!forGood) throw new Error(reason);
    log.warn({ mailId, template: mail.template, reason }, 'a mail was given up');
    return;
  }
  await markSentWithRetries(db, mailId);
}

/** The mail has left: a database that is away for a moment must not make it leave once more. */
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

/** How many waiting mails are looked at in one round. */
const MAX_CHECKED_MAIL = 2000;

/** Gives every waiting mail that has lost its job a new one, and says in the log when mails are stuck. */
export async function monitorOutbox({ db, log }: Pick<Mailer, 'db' | 'log'>, jobs: JobQueue): Promise<void> {
  for (const mailId of await listPendingMail(db, MAX_CHECKED_MAIL)) await jobs.enqueueUnique(sendMailJob, mailId, { mailId });
  const stuck = await findStuckMail(db);
  if (stuck) log.warn(stuck, 'mails are waiting to be sent');
}
