import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { type ConnectionLimits, DEFAULT_CONNECTION_LIMITS } from './connection-limits.ts';
import { HttpError } from './errors.ts';
import { createHttpServer } from './server.ts';

/** Only `requestMs` stays long, so that it does not close what the other limits have to close. */
const FAST: Partial<ConnectionLimits> = { headersMs: 150, bodyMs: 150, bodyRate: 1e8, requestMs: 60_000, checkIntervalMs: 20 };
/** Well above the limits, well below what a test may take. */
const WAIT_MS = 3000;

let app: FastifyInstance;
const sockets: Socket[] = [];

async function listen(limits: Partial<ConnectionLimits>, trustedProxies: string[] = []): Promise<number> {
  app = createHttpServer({
    logLevel: 'silent',
    trustedProxies,
    connectionLimits: { ...DEFAULT_CONNECTION_LIMITS, ...limits },
  });
  app.post('/echo', async (request) => ({ received: request.body }));
  app.post('/upload', { bodyLimit: 20_000_000 }, async () => ({ received: true }));
  app.post('/refused', {
    onRequest: async () => {
      throw new HttpError(401, { authorization: ['Please log in.'] });
    },
    handler: async () => ({}),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as { port: number }).port;
}

/** A connection; `closed` resolves with everything that was received once the server has closed it, or fails after a while. */
function open(port: number, localAddress?: string) {
  let received = '';
  const socket = connect({ port, host: '127.0.0.1', ...(localAddress ? { localAddress } : {}) });
  sockets.push(socket);
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => {});
  const closed = new Promise<string>((resolve, reject) => {
    socket.once('close', () => resolve(received));
    setTimeout(() => reject(new Error(`The connection is still open after ${WAIT_MS} ms: ${received}`)), WAIT_MS).unref();
  });
  closed.catch(() => {});
  return { socket, closed, received: () => received };
}

/** Sends a byte every 20 ms for as long as the connection is open. */
function trickle(socket: Socket, byte: string) {
  const timer = setInterval(() => {
    if (socket.destroyed || !socket.writable) clearInterval(timer);
    else socket.write(byte);
  }, 20);
  socket.once('close', () => clearInterval(timer));
}

const post = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
const CHUNKED = 'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

describe('a client that sends slowly', () => {
  it.each([
    ['nothing', '', ''],
    ['its headers', 'GET /echo HTTP/1.1\r\nHost: localhost\r\nX: ', 'x'],
    ['a body', post('/echo', 10_000), ' '],
    ['a body in chunks', CHUNKED, '1\r\n \r\n'],
  ])('is answered with 408 and disconnected when it sends %s too slowly', async (_, start, rest) => {
    const { socket, closed } = open(await listen(FAST));
    socket.write(start);
    if (rest) trickle(socket, rest);

    expect(await closed).toMatch(
      /^HTTP\/1\.1 408 .*\r\n\r\n\{"errors":\{"request":\["The request did not arrive in time\."\]\}\}$/s,
    );
  });

  it('is disconnected although it does not read, does not close and sends on', async () => {
    const port = await listen(FAST);
    const { socket } = open(port);
    await expect.poll(countConnections).toBe(1);
    socket.pause();
    socket.write(post('/echo', 10_000));
    trickle(socket, ' ');

    await expect.poll(countConnections, { timeout: WAIT_MS, interval: 20 }).toBe(0);
  });

  it('is disconnected after a response that did not wait for the body', async () => {
    const { socket, closed } = open(await listen(FAST));
    socket.write(post('/refused', 10_000));
    trickle(socket, ' ');

    expect(await closed).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('has longer for a longer body, at the lowest rate', async () => {
    const { socket, received } = open(await listen({ ...FAST, bodyRate: 10_000 }));
    const body = JSON.stringify('x'.repeat(5000));
    socket.write(post('/upload', body.length) + body.slice(0, 10));
    await delay(300); // waits because the body has to be slower than a short one may be
    socket.write(body.slice(10));

    await expect.poll(received).toMatch(/^HTTP\/1\.1 200 /);
    expect(socket.destroyed).toBe(false);
  });
});

const countConnections = () =>
  new Promise<number>((resolve, reject) => app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))));

describe('the number of connections', () => {
  it('is limited for each address', async () => {
    const port = await listen({ perAddress: 2 });
    const [first] = [open(port), open(port, '127.0.0.1')];
    await expect.poll(countConnections).toBe(2);

    expect(await open(port).closed).toBe('');
    const neighbour = open(port, '127.0.0.2');
    await expect.poll(countConnections).toBe(3);

    first.socket.destroy();
    await expect.poll(countConnections).toBe(2);
    const next = open(port);
    await expect.poll(countConnections).toBe(3);
    expect([neighbour, next].map(({ socket }) => socket.destroyed)).toEqual([false, false]);
  });

  it('is not limited for a trusted proxy, which has its clients’ connections', async () => {
    const port = await listen({ perAddress: 1 }, ['10.0.0.0/8', 'loopback']);
    for (let count = 0; count < 5; count += 1) open(port);

    await expect.poll(countConnections).toBe(5);
  });

  it('is limited for the process', async () => {
    const port = await listen({ total: 3 }, ['127.0.0.1']);
    for (let count = 0; count < 3; count += 1) open(port);
    await expect.poll(countConnections).toBe(3);

    expect(await open(port).closed).toBe('');
    expect(await countConnections()).toBe(3);
  });
});
