import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import type { Brand, Hosts } from '../http/hosts.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Vault } from '../secrets/vault.ts';
import { composeMail, hasLostItsLink, type Occurrence } from './compose.ts';
import type { WrittenMail } from './layout.ts';
import {
  findStuckMail,
  listWaitingMails,
  type MailRow,
  noteMailFailed,
  noteMailSent,
  purposeOf,
  takeMail,
} from './mail.queries.ts';
import { describeFailure, openPost, type Post, Refusal } from './post.ts';

/** Where mails are written and handed over. */
export interface PostOffice {
  db: Db;
  hosts: Hosts;
  vault: Vault;
  log: Pick<Logger, 'info' | 'warn'>;
  mailFrom: string;
  /** The SMTP server; 'mailbox' when people read their mails on the page of the demonstration; undefined when there is none. */
  post: Post | 'mailbox' | undefined;
}

/** True where mails are read on the local page: for a demonstration that has no SMTP server. */
export const hasMailbox = (config: Pick<Config, 'smtpUrl' | 'demo'>) => config.smtpUrl === null && config.demo;

/** The post office of this process. */
export function openPostOffice(parts: Pick<PostOffice, 'db' | 'hosts' | 'vault' | 'log'> & { config: Config }): PostOffice {
  const { config, ...rest } = parts;
  const post = config.smtpUrl !== null ? openPost(config.smtpUrl) : hasMailbox(config) ? ('mailbox' as const) : undefined;
  return { ...rest, mailFrom: config.mailFrom, post };
}

/** Writes a mail from its row; 'lost' when the link in it can no longer be made. Throws when the vault cannot open its secrets. */
export function writeMail(vault: Vault, brand: Brand, mail: MailRow): WrittenMail | 'lost' {
  const secrets = mail.sealed ? (JSON.parse(vault.open(purposeOf(mail.id), mail.sealed)) as unknown) : undefined;
  const occurrence = { template: mail.template, recipient: mail.recipient, data: mail.data, secrets } as Occurrence;
  return hasLostItsLink(occurrence) ? 'lost' : composeMail(brand, occurrence);
}

/**
 * Sends one mail; throws when that must be tried again. What is refused for good, or was not taken for five days, is given
 * up and kept with the reason. When a crash between sending and noting makes a mail go out twice, it does so under the
 * same Message-ID.
 */
export async function sendMail(office: PostOffice, mailId: string): Promise<void> {
  const { db, post, log } = office;
  const mail = await takeMail(db, mailId);
  if (mail === 'done') return;
  if (mail === 'taken') throw new Error('Another process is sending this mail.');
  if (post === 'mailbox') return noteMailSent(db, mailId, { keepSealed: true });
  try {
    if (!post) throw new Error('No SMTP server is named: set SMTP_URL.');
    const brand = await office.hosts.brandById(mail.brandId);
    const written = writeMail(office.vault, brand, mail);
    if (written === 'lost') throw new Refusal('The link in it is no longer kept.');
    await post.hand({
      ...written,
      id: mail.id,
      recipient: mail.recipient,
      from: { name: brand.companyName, address: office.mailFrom },
      host: new URL(brand.canonicalOrigin).hostname,
    });
  } catch (error) {
    const reason = error instanceof Refusal ? error.message : describeFailure(error);
    const forGood = error instanceof Refusal || mail.isOverdue;
    await noteMailFailed(db, mailId, reason, { forGood });
    if (!forGood) throw new Error(reason);
    log.warn({ mailId, template: mail.template, reason }, 'a mail was given up');
    return;
  }
  await noteSentPatiently(db, mailId);
}

/** The mail has left: a database that is away for a moment must not make it leave once more. */
async function noteSentPatiently(db: Db, mailId: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await noteMailSent(db, mailId);
    } catch (error) {
      if (attempt === 4) throw error;
      await delay(500 * attempt);
    }
  }
}

/** How many waiting mails are looked at in one round. */
const LOOKED_AT = 2000;

/** Gives every waiting mail that has lost its job a new one, and says in the log when mails are stuck. */
export async function watchMail({ db, log }: Pick<PostOffice, 'db' | 'log'>, jobs: JobQueue): Promise<void> {
  for (const mailId of await listWaitingMails(db, LOOKED_AT)) await jobs.ensure('mail.send', mailId, { mailId });
  const stuck = await findStuckMail(db);
  if (stuck) log.warn(stuck, 'mails are waiting to be sent');
}
