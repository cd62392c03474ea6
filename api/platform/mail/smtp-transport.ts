import type { Transporter } from 'nodemailer';
import { DeliveryRejectedError } from '../outbox/delivery.ts';
import type { MailFailure } from './mail-failures.rules.ts';

/** A mail to send over SMTP. */
export interface Envelope {
  id: string;
  from: { name: string; address: string };
  recipient: string;
  /** The host that the Message-ID names. */
  host: string;
  subject: string;
  html: string;
  text: string;
}

/** Limits for the steps of sending a mail, in milliseconds. */
export interface Timeouts {
  connect: number;
  /** Without any data from the server. */
  idle: number;
  total: number;
}

/** The total is well below the minute for which a claimed mail is reserved. */
const DEFAULT_TIMEOUTS: Timeouts = { connect: 10_000, idle: 20_000, total: 45_000 };

/** Sends mails to the SMTP server. */
export interface SmtpTransport {
  /** Resolves when the server has accepted the mail. Throws `DeliveryRejectedError` when it never will, another error when it may later. */
  send(mail: Envelope): Promise<void>;
}

interface SmtpError extends Error {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/**
 * Whether the error concerns this mail, its recipient or its content: a code of 500 and above, or an invalid address. When a
 * server refuses every mail (wrong password, rejected sender, no greeting), its configuration has to be fixed instead.
 */
function isRejection({ code, command, responseCode = 0 }: SmtpError): boolean {
  if (responseCode >= 500) return command === 'RCPT TO' || command === 'DATA';
  return code === 'EENVELOPE' && responseCode === 0;
}

/**
 * Why a mail was not accepted, as it is stored. Servers that scan mails quote links when they reject them, so the tokens of links are
 * removed.
 */
export function toMailFailure(error: unknown): MailFailure {
  const { code, command, response, message } = error as SmtpError;
  const serverMessage = response ? response.replaceAll(/\s+/g, ' ') : message;
  return {
    kind: 'not_accepted',
    code: code ?? null,
    command: command && command !== 'CONN' ? command : null,
    message: serverMessage.replaceAll(/token[^\s&"'<>]*/gi, 'token…').slice(0, 450),
  };
}

const isLocalHost = (host: string) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);

/**
 * A transport for the URL of an SMTP server, such as `smtp://user:password@host:587`; it does not connect yet. Each mail has its
 * own connection, so that an error always belongs to one mail.
 */
export function createTransport(smtpUrl: string, timeouts: Timeouts = DEFAULT_TIMEOUTS): SmtpTransport {
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  const settings = {
    host: url.hostname,
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    // Someone in between could hide that the server supports TLS. Without a password the operator may accept that.
    requireTLS: !secure && !isLocalHost(url.hostname) && (url.username !== '' || url.searchParams.get('tls') !== 'optional'),
    ...(url.username ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } } : {}),
    dnsTimeout: timeouts.connect,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.connect,
    socketTimeout: timeouts.idle,
    socketCloseTimeout: 1000,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  let transporter: Promise<Transporter> | undefined;
  // Loaded with the first mail: a portal that sends none saves 8 MB of memory.
  const createTransporter = async () => (await import('nodemailer')).createTransport(settings);
  return {
    send: async (mail) => {
      try {
        transporter ??= createTransporter();
        const transport = await transporter;
        await transport.sendMail({
          from: mail.from,
          // An object is always one address, even if it contains commas.
          to: { name: '', address: mail.recipient },
          subject: mail.subject,
          html: mail.html,
          text: mail.text,
          // The same at every attempt, so that a mail sent twice can be recognised as one.
          messageId: `<${mail.id}@${mail.host}>`,
          // Prevents out-of-office replies.
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          signal: AbortSignal.timeout(timeouts.total),
        });
      } catch (error) {
        if (isRejection(error as SmtpError)) throw new DeliveryRejectedError(toMailFailure(error));
        throw error;
      }
    },
  };
}
