import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A message that was received completely. */
export interface ReceivedMail {
  messageId: string;
  from: string;
  recipients: string[];
  /** The raw message. */
  raw: string;
  /** `kept` when the server stored it but its reply was lost, `lost` when the server dropped the message itself. */
  outcome: 'accepted' | 'kept' | 'lost';
}

/** A reply of the server instead of success. */
export interface TestSmtpReply {
  code: number;
  text: string;
}

/** How the server behaves; by default it accepts everything. */
export interface SmtpBehaviour {
  /** Accepts connections and sends nothing. */
  isSilent?: boolean;
  /** Refuses every user name and password. */
  rejectsLogins?: boolean;
  sender?: () => TestSmtpReply | undefined;
  recipient?: (address: string) => TestSmtpReply | undefined;
  /**
   * What happens to a complete message: 'drop' loses it and the connection, 'drop kept' keeps it and loses the reply, 'hang'
   * never replies.
   */
  message?: (messageId: string) => 'take' | 'drop' | 'drop kept' | 'hang' | TestSmtpReply;
}

/** A real SMTP server on this machine whose failures can be simulated. */
export interface TestSmtp {
  url: string;
  /** All received messages, in order. */
  received: ReceivedMail[];
  setBehaviour(behaviour: SmtpBehaviour): void;
  /** Closes the port and all connections. */
  stop(): Promise<void>;
  /** Opens the same port again. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

const header = (raw: string, name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(raw)?.[1]?.trim() ?? '';
const failure = ({ code, text }: TestSmtpReply) => Object.assign(new Error(text), { responseCode: code });

export async function createTestSmtp(behaviour: SmtpBehaviour = {}): Promise<TestSmtp> {
  let current = behaviour;
  let port = 0;
  let server: SMTPServer;
  const sockets = new Set<Socket>();
  const arrived: ReceivedMail[] = [];

  const listen = async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      disableReverseLookup: true,
      logger: false,
      closeTimeout: 100,
      onConnect: (_session, greet) => {
        if (!current.isSilent) greet();
      },
      onAuth: ({ username }, _session, reply) => {
        if (current.rejectsLogins) reply(failure({ code: 535, text: 'authentication failed' }));
        else reply(null, { user: username });
      },
      onMailFrom: (_address, _session, reply) => {
        const outcome = current.sender?.();
        reply(outcome ? failure(outcome) : null);
      },
      onRcptTo: ({ address }, _session, reply) => {
        const outcome = current.recipient?.(address);
        reply(outcome ? failure(outcome) : null);
      },
      onData: (stream, { envelope, remotePort }, reply) => {
        let raw = '';
        stream.on('data', (chunk: Buffer) => {
          raw += chunk.toString('utf8');
        });
        stream.on('end', () => {
          const messageId = header(raw, 'Message-ID');
          const recipients = envelope.rcptTo.map(({ address }) => address);
          const from = envelope.mailFrom ? envelope.mailFrom.address : '';
          const action = current.message?.(messageId) ?? 'take';
          if (typeof action === 'object') return reply(failure(action));
          const outcome = action === 'take' ? 'accepted' : action === 'drop kept' ? 'kept' : 'lost';
          arrived.push({ messageId, from, recipients, raw, outcome });
          if (action === 'take') return reply(null, 'accepted');
          if (action !== 'hang') for (const socket of sockets) if (socket.remotePort === remotePort) socket.destroy();
        });
      },
    });
    server.on('error', () => {});
    server.server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    server.listen(port, '127.0.0.1');
    if (!server.server.listening) await once(server.server, 'listening');
    port = (server.server.address() as AddressInfo).port;
  };
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((closed) => server.close(() => closed()));
  };

  await listen();
  return {
    url: `smtp://127.0.0.1:${port}`,
    received: arrived,
    setBehaviour: (next) => {
      current = next;
    },
    stop,
    restart: listen,
    close: stop,
  };
}
