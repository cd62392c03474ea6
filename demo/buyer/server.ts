import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { UnreadableXmlError } from '#api/integrations/punchout/xml/read-xml.ts';
import { createReceiving, type Receiving, takeMode } from './behaviour.ts';
import { Buyer } from './buyer.ts';
import type { BuyerCompany, SupplierConnection } from './connection.ts';
import { answerBuyerControl } from './control.ts';
import { DEMO_COMPANY, demoConnection } from './demo-company.ts';
import { UnreadableReturnError } from './documents/read-message.ts';
import { answerPage, type PageReply } from './page-requests.ts';
import { drawErrorPage } from './pages/visit-pages.ts';
import { receiveDocument } from './receive-documents.ts';
import type { ShopTrip } from './requisitions.ts';
import { type SendToPortal, sendByHttp } from './send.ts';

/** How the program is started. */
export interface BuyerOptions {
  /** 0 for any free port. */
  port?: number;
  host?: string;
  /** Under which browsers know it. Another site than the portal's, as in the field. */
  publicHost?: string;
  company?: BuyerCompany;
  connection?: SupplierConnection;
  now?: () => Date;
  /** How documents reach the portal; by HTTP unless given. */
  send?: SendToPortal;
}

/** The running program. */
export interface BuyerProgram {
  /** As browsers reach it, such as `http://buyer.localhost:3003`. */
  origin: string;
  /** As programs on this machine reach it. */
  url: string;
  /** What its users do. */
  buyer: Buyer;
  /** How it takes documents of the supplier. */
  receiving: Receiving;
  close(): Promise<void>;
}

const MAX_BODY_BYTES = 16 * 1024 * 1024;
const FILES: Readonly<Record<string, string>> = { '/page.css': 'text/css', '/page.js': 'text/javascript' };
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; frame-src http: https:; frame-ancestors 'self'; base-uri 'none'";

/** What is sent back. */
interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The body of a request; undefined when it is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const toReply = (status: number, type: string, body: string): Reply => ({
  status,
  headers: {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': POLICY,
  },
  body,
});

const redirect = (location: string): Reply => ({ status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' });

function toPageReply(reply: PageReply): Reply {
  if ('location' in reply) return redirect(reply.location);
  return 'text' in reply ? toReply(200, 'text/plain', reply.text) : toReply(reply.status, 'text/html', reply.html);
}

/** Where a return leads: to the requisition in the whole window, otherwise to a page for the frame or window. */
function leadBack(buyer: Buyer, receive: () => ShopTrip): Reply {
  try {
    const { id, requisitionId } = receive();
    const isWhole = buyer.procurement.requisitions.get(requisitionId)?.opening === 'window';
    return redirect(isWhole ? `/requisitions/${requisitionId}` : `/visits/${id}/received`);
  } catch (error) {
    if (!(error instanceof UnreadableReturnError || error instanceof UnreadableXmlError)) throw error;
    return toReply(400, 'text/html', drawErrorPage(buyer, 'The cart could not be received', error.message));
  }
}

/** Takes a document of the supplier in the way that was set. Undefined: the connection breaks. */
async function receive(buyer: Buyer, receiving: Receiving, body: Buffer, at: Date): Promise<Reply | undefined> {
  switch (takeMode(receiving)) {
    case 'down':
      return undefined;
    case 'error':
      return toReply(receiving.status ?? 500, 'text/html', '<h1>Internal error</h1>');
    case 'html':
      return toReply(200, 'text/html', '<h1>Please log in</h1>');
    case 'refuse':
      return toReply(receiving.status ?? 404, 'text/plain', 'Not found');
    case 'slow':
      await delay(receiving.delayMs, undefined, { ref: false });
  }
  return toReply(200, 'text/xml', receiveDocument(buyer, body, at).xml);
}

/** Starts the buyer's procurement system: its pages, its addresses for carts and documents, and its control for tests. */
export async function startBuyer(options: BuyerOptions = {}): Promise<BuyerProgram> {
  const { port = 0, host = 'localhost', publicHost = 'buyer.localhost', now = () => new Date(), send = sendByHttp } = options;
  const { company = DEMO_COMPANY, connection = demoConnection('http://brackwell.localhost:3000') } = options;
  const receiving = createReceiving();

  const answerProgram = async ({ headers, method = 'GET' }: IncomingMessage, path: string, body: Buffer): Promise<Reply> => {
    if (headers.authorization !== `Bearer ${buyer.connection.secret}`) return toReply(401, 'application/json', '{}');
    const input: unknown = body.length === 0 ? {} : JSON.parse(body.toString('utf8'));
    const reply = await answerBuyerControl(buyer, receiving, { method, path, input });
    return toReply(reply.status, 'application/json', JSON.stringify(reply.body));
  };

  const answer = async (request: IncomingMessage): Promise<Reply | undefined> => {
    const url = new URL(request.url ?? '/', 'http://buyer');
    const { method = 'GET' } = request;
    const body = await readBody(request);
    if (body === undefined) return { status: 413, headers: { connection: 'close' }, body: '' };
    const fileType = FILES[url.pathname];
    if (fileType !== undefined)
      return toReply(200, fileType, readFileSync(join(import.meta.dirname, url.pathname.slice(1)), 'utf8'));
    if (url.pathname.startsWith('/control/')) return answerProgram(request, url.pathname, body);
    if (method === 'POST' && url.pathname === '/cxml') return receive(buyer, receiving, body, now());
    if (method === 'POST' && url.pathname === '/punchback')
      return leadBack(buyer, () => buyer.receiveMessage(url.searchParams.get('id') ?? '', body));
    if (method === 'POST' && url.pathname === '/hook') return leadBack(buyer, () => buyer.receiveOci(body));
    const form = new URLSearchParams(method === 'POST' ? body.toString('utf8') : '');
    return toPageReply(await answerPage(buyer, receiving, { method, url, form }));
  };

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const reply = await answer(request).catch((error: unknown) => toReply(400, 'text/plain', (error as Error).message));
    if (reply) response.writeHead(reply.status, reply.headers).end(reply.body);
    else response.destroy();
  };

  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  server.listen(port, host);
  await once(server, 'listening');
  const { port: ownPort } = server.address() as AddressInfo;
  const origin = `http://${publicHost}:${ownPort}`;
  const buyer = new Buyer({ company, connection, origin, send, now });
  return {
    origin,
    url: `http://localhost:${ownPort}`,
    buyer,
    receiving,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
