import { isIP, Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ConnectionLimits } from './connection-limits.ts';
import { markOverdue } from './cut-off.ts';
import { refuseConnection } from './error-handler.ts';
import { toNetworkPrefix } from './rate-limit.ts';

/** Closes connections above the limits, and those whose requests arrive too slowly. */
export function limitConnections(
  app: FastifyInstance,
  limits: ConnectionLimits,
  isTrustedProxy: (address: string) => boolean,
): void {
  limitCount(app, limits, isTrustedProxy);
  app.addHook('onRequest', async (request, reply) => limitBodyTime(request, reply, limits));
}

function limitCount(app: FastifyInstance, { total, perAddress }: ConnectionLimits, isTrustedProxy: (address: string) => boolean) {
  app.server.maxConnections = total;
  const counts = new Map<string, number>();
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isTrustedProxy(address)) return;
    const ipv4 = address.replace(/^::ffff:(?=\d+\.)/i, '');
    const client = isIP(ipv4) === 4 ? ipv4 : toNetworkPrefix(address);
    const count = (counts.get(client) ?? 0) + 1;
    if (count > perAddress) return void socket.destroy();
    counts.set(client, count);
    socket.once('close', () => {
      const left = (counts.get(client) ?? 1) - 1;
      if (left > 0) counts.set(client, left);
      else counts.delete(client);
    });
  });
}

/** Closes the connection of a body that is late. An answer does not end the wait: until the body is complete it holds the connection. */
function limitBodyTime(
  { raw, headers, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  { bodyMs, bodyRate }: ConnectionLimits,
): void {
  const { socket } = raw;
  const declared = Number(headers['content-length'] ?? 0);
  const hasBody = declared > 0 || headers['transfer-encoding'] !== undefined;
  // Injected requests have no socket.
  if (!hasBody || !(socket instanceof Socket)) return;
  const bytes = Math.min(declared || routeOptions.bodyLimit, routeOptions.bodyLimit);
  const deadline = setTimeout(
    () => {
      if (raw.complete) return;
      if (reply.raw.headersSent) {
        markOverdue(socket);
        socket.destroy();
      } else refuseConnection(socket, 'ERR_HTTP_REQUEST_TIMEOUT');
    },
    bodyMs + (bytes / bodyRate) * 1000,
  );
  raw.once('close', () => clearTimeout(deadline));
}
