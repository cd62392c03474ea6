import { createTransport, type Transporter } from 'nodemailer';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { findDueMail, noteMailFailed, noteMailSent } from './mail.queries.ts';

const transports = new Map<string, Transporter>();

function transportFor(smtpUrl: string): Transporter {
  const known = transports.get(smtpUrl);
  if (known) return known;
  const url = new URL(smtpUrl);
  const transport = createTransport({
    host: url.hostname,
    port: Number(url.port || (url.protocol === 'smtps:' ? 465 : 587)),
    secure: url.protocol === 'smtps:',
    ...(url.username ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } } : {}),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  transports.set(smtpUrl, transport);
  return transport;
}

/**
 * Sends one mail by SMTP; throws when the server does not take it, so that the queue tries again later. Without an
 * SMTP server the mail counts as delivered to the local mailbox. The Message-ID is the mail's own id: when a crash
 * between sending and noting makes it go out twice, the receiving side can tell.
 */
export async function sendMail(db: Db, config: Config, mailId: string, log: Pick<Logger, 'warn'>): Promise<void> {
  const mail = await findDueMail(db, mailId);
  if (!mail) return;
  if (config.smtpUrl) {
    try {
      await transportFor(config.smtpUrl).sendMail({
        from: config.mailFrom,
        // As an object it is one address, whatever commas are in it.
        to: { name: '', address: mail.recipient },
        subject: mail.subject,
        html: mail.html,
        text: mail.plain,
        messageId: `<${mail.id}@livery>`,
      });
    } catch (error) {
      log.warn({ err: error, mailId }, 'a mail could not be sent yet');
      await noteMailFailed(db, mailId, (error as Error).message);
      throw error;
    }
  }
  await noteMailSent(db, mailId);
}
