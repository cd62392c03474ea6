import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Attack, SkippedError } from '../attack.ts';
import type { Target } from '../target.ts';

const SLOW_SENDERS = 60;
/** The portal's longest time-out for a request, and how often it looks, with a margin. */
const MAX_HELD_MS = 75_000;
const CONNECTIONS = 3000;
const MAX_OPEN = 300;
/** Not the address of the trusted proxy, which has no limit of its own. */
const CLIENT = '127.0.0.2';

/** Opens a connection, sends the beginning, then one byte a second; resolves with the milliseconds until the portal closes it. */
function sendSlowly(target: Target, beginning: string, byte: string): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const socket = connect(target.port, target.hostname);
    socket.write(beginning);
    const timer = setInterval(() => socket.write(byte), 1000);
    const end = () => {
      clearInterval(timer);
      clearTimeout(limit);
      socket.destroy();
      resolve(performance.now() - startedAt);
    };
    const limit = setTimeout(end, MAX_HELD_MS + 1000);
    // Responses have to be read, or the end of the connection is not noticed.
    socket.resume();
    socket.on('error', end).on('close', end).on('end', end);
  });
}

/** The beginnings of requests that never end: line, headers, body with a length, body in chunks. */
const BEGINNINGS: Record<string, [beginning: string, byte: string]> = {
  'request line': ['GET /', 'a'],
  headers: ['GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', 'a'],
  body: [
    'POST /api/reportError HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 15000\r\n\r\n{"message":"',
    'a',
  ],
  chunks: [
    'POST /api/reportError HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    '1\r\n \r\n',
  ],
};

const slowSenders: Attack = {
  name: 'Send requests a byte a second',
  expected: `every connection is closed within ${MAX_HELD_MS / 1000} s, whichever part is slow, and others are served meanwhile`,
  needs: 'its own portal',
  run: async (target) => {
    const kinds = Object.entries(BEGINNINGS);
    const senders = Array.from({ length: SLOW_SENDERS }, (_, index) => {
      const [kind, [beginning, byte]] = kinds[index % kinds.length] as (typeof kinds)[number];
      return sendSlowly(target, beginning, byte).then((milliseconds) => ({ kind, milliseconds }));
    });
    await delay(1000);
    const others = await target.send({ path: '/livez' });
    const held = await Promise.all(senders);
    const longest = kinds.map(([kind]) => {
      const times = held.filter((sender) => sender.kind === kind).map(({ milliseconds }) => milliseconds);
      return { kind, seconds: Math.max(...times) / 1000 };
    });
    return {
      held: longest.every(({ seconds }) => seconds * 1000 <= MAX_HELD_MS) && others.status === 200,
      seen: `longest held: ${longest.map(({ kind, seconds }) => `${kind} ${Math.round(seconds)} s`).join(', ')}; others ${others.status}`,
    };
  },
};

const manyConnections: Attack = {
  name: 'Open thousands of idle connections',
  expected: `of ${CONNECTIONS} connections from one address at most ${MAX_OPEN} stay open, and a new request is served`,
  needs: 'its own portal',
  run: async (target) => {
    const sockets: Socket[] = [];
    let open = 0;
    try {
      for (let index = 0; index < CONNECTIONS; index += 1) {
        const socket = connect({ port: target.port, host: '127.0.0.1', localAddress: CLIENT });
        socket.on('connect', () => {
          open += 1;
          // Half a request, so that the connection does not count as idle.
          socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n');
        });
        socket.on('error', () => {});
        socket.once('close', () => {
          if (!socket.connecting && socket.bytesWritten > 0) open -= 1;
        });
        socket.resume();
        sockets.push(socket);
        if (index % 200 === 199) await delay(50);
      }
      await delay(3000);
      const stayed = sockets.filter((socket) => !socket.closed && !socket.destroyed).length;
      for (const socket of sockets.splice(0, MAX_OPEN / 2)) socket.destroy();
      await delay(500);
      const { status } = await target.send({ path: '/livez' });
      if (open === 0) throw new SkippedError('no connection could be opened');
      return { held: stayed <= MAX_OPEN && status === 200, seen: `${stayed} stayed open; a request answered ${status}` };
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  },
};

/** Attacks with sockets instead of requests. */
export const socketAttacks: Attack[] = [slowSenders, manyConnections];
