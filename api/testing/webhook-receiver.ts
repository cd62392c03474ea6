import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import {
  createWebhookTransport,
  type TransportOptions,
  type WebhookTransport,
} from '#api/integrations/webhooks/webhook-transport.ts';
import { TEST_HOST, TEST_TLS } from './tls-certificate.ts';

/** A request that the receiver has read completely. */
export interface ReceivedRequest {
  path: string;
  eventId: string;
  signature: string;
  body: string;
  /** Whether the receiver processed the event, as opposed to refusing it. */
  processed: boolean;
}

/**
 * What happens to a request that has arrived: 'accept' processes it, 'error' responds with 500, 'hang' never responds, 'reset' loses the connection,
 * 'accept and reset' processes it and loses the response. With `handle` the test handles the request itself.
 */
export type ReceiverBehaviour =
  | 'accept'
  | 'error'
  | 'hang'
  | 'reset'
  | 'accept and reset'
  | { handle(request: IncomingMessage, response: ServerResponse): void };

/** A real HTTPS server on this machine that receives webhooks, and whose failures can be simulated. */
export interface WebhookReceiver {
  url: string;
  received: ReceivedRequest[];
  /** A transport that trusts the receiver's certificate and finds its address. */
  createTransport(options?: Partial<TransportOptions>): WebhookTransport;
  setBehaviour(behaviour: ReceiverBehaviour | ((body: string) => ReceiverBehaviour)): void;
  /** Refuses connections until it is restarted on the same port. */
  stop(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** The events that a receiver has processed, by id, with how often. */
export const countProcessed = ({ received }: Pick<WebhookReceiver, 'received'>): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { eventId, processed } of received) if (processed) counts.set(eventId, (counts.get(eventId) ?? 0) + 1);
  return counts;
};

export async function createWebhookReceiver(): Promise<WebhookReceiver> {
  let behave: (body: string) => ReceiverBehaviour = () => 'accept';
  const received: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(TEST_TLS, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => {});
    response.on('error', () => {});
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const behaviour = behave(body);
      received.push({
        path: request.url ?? '',
        eventId: String(request.headers['livery-event-id']),
        signature: String(request.headers['livery-signature']),
        body,
        processed: behaviour === 'accept' || behaviour === 'accept and reset',
      });
      if (typeof behaviour === 'object') behaviour.handle(request, response);
      else if (behaviour === 'accept') response.end('thank you');
      else if (behaviour === 'error') response.writeHead(500).end('out of order');
      else if (behaviour !== 'hang') request.socket.destroy();
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => {});
  let port = 0;
  const listen = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  };
  const stop = async () => {
    if (!server.listening) return;
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  };
  await listen();
  return {
    url: `https://${TEST_HOST}:${port}/hooks`,
    received,
    createTransport: (options) =>
      createWebhookTransport({
        allowsPrivate: true,
        ca: TEST_TLS.cert,
        lookup: async () => [{ address: '127.0.0.1', family: 4 }],
        ...options,
      }),
    setBehaviour: (behaviour) => {
      behave = typeof behaviour === 'function' ? behaviour : () => behaviour;
    },
    stop,
    restart: listen,
    close: stop,
  };
}
