import type { Transporter } from 'nodemailer';

/** A mail as it is handed to the post office. */
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

/** How long each step of handing over a mail may take, in milliseconds. */
export interface Timeouts {
  connect: number;
  /** Between two words of the server. */
  idle: number;
  total: number;
}

/** The whole is well below the minute for which a mail counts as taken. */
const DEFAULT_TIMEOUTS: Timeouts = { connect: 10_000, idle: 20_000, total: 45_000 };

/** Hands mails to the SMTP server. */
export interface SmtpTransport {
  /** Resolves when the server has taken the mail. Throws `Refusal` when it never will, anything else when it may later. */
  send(mail: Envelope): Promise<void>;
}

/** The server will not take this mail, now or later. */
export class MailRejectedError extends Error {}

interface SmtpError extends Error {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/**
 * A refusal is about this mail: its recipient or its content, with a code of 500 and above, or an address that is none. A
 * server that refuses everybody (a wrong password, a sender it does not want, no greeting) is a server to be put right.
 */
function isRejection({ code, command, responseCode = 0 }: SmtpError): boolean {
  if (responseCode >= 500) return command === 'RCPT TO' || command === 'DATA';
  return code === 'EENVELOPE' && responseCode === 0;
}

/**
 * What went wrong, in one line: for the log and for `last_error`. Servers that look into mails repeat links of theirs when they
 * refuse them, and the token of a link must not stand anywhere.
 */
export function describeFailure(error: unknown): string {
  const { code, command, response, message } = error as SmtpError;
  const said = response ? response.replaceAll(/\s+/g, ' ') : message;
  const failure = [code, command && command !== 'CONN' ? `at ${command}` : undefined, said].filter(Boolean).join(' ');
  return failure.replaceAll(/token[^\s&"'<>]*/gi, 'token…').slice(0, 500);
}

const isOwnHost = (host: string) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);

/**
 * Opens the way to the SMTP server of a URL such as `smtp://user:password@host:587`; does not connect yet. Each mail has
 * its own connection, so that what happened to one is never guessed from another.
 */
export function createTransport(smtpUrl: string, patience: Timeouts = DEFAULT_TIMEOUTS): SmtpTransport {
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  const settings = {
    host: url.hostname,
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    // A password never crosses a network in plain, even when somebody on the way hides that the server can encrypt.
    requireTLS: !secure && url.username !== '' && !isOwnHost(url.hostname),
    ...(url.username ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } } : {}),
    dnsTimeout: patience.connect,
    connectionTimeout: patience.connect,
    greetingTimeout: patience.connect,
    socketTimeout: patience.idle,
    socketCloseTimeout: 1000,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  let opened: Promise<Transporter> | undefined;
  // With the first mail: a portal that sends none need not keep 8 MB of program for it.
  const open = async () => (await import('nodemailer')).createTransport(settings);
  return {
    send: async (mail) => {
      try {
        opened ??= open();
        const transport = await opened;
        await transport.sendMail({
          from: mail.from,
          // As an object it is one address, whatever commas are in it.
          to: { name: '', address: mail.recipient },
          subject: mail.subject,
          html: mail.html,
          text: mail.text,
          // The same at every attempt: a mail that goes out twice can be recognised as one.
          messageId: `<${mail.id}@${mail.host}>`,
          // So that no absence note answers it.
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          signal: AbortSignal.timeout(patience.total),
        });
      } catch (error) {
        if (isRejection(error as SmtpError)) throw new MailRejectedError(describeFailure(error));
        throw error;
      }
    },
  };
}
