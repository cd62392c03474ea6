import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that a receiver of reports has received. */
export interface ReceivedReport {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A service on this machine that receives error reports or traces. */
export interface ReportReceiver {
  origin: string;
  received: ReceivedReport[];
  /** How it responds from now on; `null`: not at all. */
  respond: { status: number; headers?: Record<string, string> } | null;
  close(): Promise<void>;
}

/** Starts a service that keeps what is posted to it. */
export async function startReportReceiver(): Promise<ReportReceiver> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    receiver.received.push({ path: request.url ?? '', headers: request.headers, body });
    if (receiver.respond) response.writeHead(receiver.respond.status, receiver.respond.headers).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: ReportReceiver = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    respond: { status: 200 },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
