import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { sendPathNotFound } from '../http/error-handler.ts';

/** The metrics of this process as text. */
export interface MetricsSource {
  contentType: string;
  read(): Promise<string>;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Creates a check of `Authorization` headers whose time does not depend on the header. */
function createTokenCheck(token: string): (authorization: string | undefined) => boolean {
  const expected = digest(`Bearer ${token}`);
  return (authorization) => timingSafeEqual(digest(authorization ?? ''), expected);
}

/** The metrics that the portal serves itself, to those who know the token. */
export interface PortalMetrics {
  source: MetricsSource;
  token: string;
}

/**
 * Serves the metrics at `/metrics` of the portal to those who know the token. For everyone else, and without metrics, the path does not exist: an
 * installation must not tell strangers how busy it is.
 */
export function registerMetricsRoute(app: FastifyInstance, metrics: PortalMetrics | undefined): void {
  const isPermitted = metrics ? createTokenCheck(metrics.token) : () => false;
  app.get('/metrics', async ({ headers }, reply) => {
    reply.header('cache-control', 'no-store');
    if (!metrics || !isPermitted(headers.authorization)) return sendPathNotFound(reply);
    return reply.type(metrics.source.contentType).send(await metrics.source.read());
  });
}

/** The port on which metrics alone are served. */
export interface MetricsServer {
  address: string;
  close(): Promise<void>;
}

/** Serves the metrics on a port of their own, to everyone who can reach it, or with a token if there is one. */
export async function startMetricsServer(
  source: MetricsSource,
  { port, host, token }: { port: number; host: string; token: string | null },
): Promise<MetricsServer> {
  const isPermitted = token === null ? () => true : createTokenCheck(token);
  const respond = async ({ method, url, headers }: IncomingMessage, response: ServerResponse) => {
    const isScrape = method === 'GET' && url?.split('?')[0] === '/metrics';
    if (!isScrape || !isPermitted(headers.authorization)) return response.writeHead(404).end();
    const text = await source.read();
    response.writeHead(200, { 'content-type': source.contentType, 'cache-control': 'no-store' }).end(text);
  };
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.writeHead(500).end());
  });
  server.listen(port, host);
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject));
  const { address, port: actualPort, family } = server.address() as AddressInfo;
  return {
    address: `http://${family === 'IPv6' ? `[${address}]` : address}:${actualPort}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
