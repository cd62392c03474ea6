import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A message that arrived whole. */
export interface ReceivedMail {
  messageId: string;
  from: string;
  recipients: string[];
  /** As it crossed the wire. */
  raw: string;
  /** 'forgotten' when the server lost it, 'kept' when it lost only the answer. */
  outcome: 'taken' | 'kept' | 'forgotten';
}

/** What the server says instead of yes. */
export interface TestSmtpReply {
  code: number;
  text: string;
}

/** How a server behaves; it takes everything where nothing is said. */
export interface SmtpBehaviour {
  /** Accepts connections and says nothing. */
  isSilent?: boolean;
  /** Refuses every name and password. */
  rejectsLogins?: boolean;
  sender?: () => TestSmtpReply | undefined;
  recipient?: (address: string) => TestSmtpReply | undefined;
  /**
   * What happens when a message is there: 'drop' loses it and the connection, 'drop kept' keeps it and loses the answer,
   * 'hang' never answers.
   */
  message?: (messageId: string) => 'take' | 'drop' | 'drop kept' | 'hang' | TestSmtpReply;
}

/** A real SMTP server on this machine, which can be told to misbehave. */
export interface TestSmtp {
  url: string;
  /** Everything that arrived, in order. */
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
  let now = behaviour;
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
        if (!now.isSilent) greet();
      },
      onAuth: ({ username }, _session, answer) => {
        if (now.rejectsLogins) answer(failure({ code: 535, text: 'who is that' }));
        else answer(null, { user: username });
      },
      onMailFrom: (_address, _session, answer) => {
        const verdict = now.sender?.();
        answer(verdict ? failure(verdict) : null);
      },
      onRcptTo: ({ address }, _session, answer) => {
        const verdict = now.recipient?.(address);
        answer(verdict ? failure(verdict) : null);
      },
      onData: (stream, { envelope, remotePort }, answer) => {
        let raw = '';
        stream.on('data', (chunk: Buffer) => {
          raw += chunk.toString('utf8');
        });
        stream.on('end', () => {
          const messageId = header(raw, 'Message-ID');
          const recipients = envelope.rcptTo.map(({ address }) => address);
          const from = envelope.mailFrom ? envelope.mailFrom.address : '';
          const verdict = now.message?.(messageId) ?? 'take';
          if (typeof verdict === 'object') return answer(failure(verdict));
          const fate = verdict === 'take' ? 'taken' : verdict === 'drop kept' ? 'kept' : 'forgotten';
          arrived.push({ messageId, from, recipients, raw, outcome: fate });
          if (verdict === 'take') return answer(null, 'taken');
          if (verdict !== 'hang') for (const socket of sockets) if (socket.remotePort === remotePort) socket.destroy();
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
  const goDown = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((closed) => server.close(() => closed()));
  };

  await listen();
  return {
    url: `smtp://127.0.0.1:${port}`,
    received: arrived,
    setBehaviour: (next) => {
      now = next;
    },
    stop: goDown,
    restart: listen,
    close: goDown,
  };
}
