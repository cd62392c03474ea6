import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type ApiReply, answerApi } from './api.ts';
import { answerControl } from './control.ts';
import { Ledger, LedgerError, type Merchant, type Session } from './ledger.ts';
import { drawChallengePage, drawNotFoundPage, drawPayPage } from './pages.ts';
import type { PaymentProviderProgram } from './program.ts';
import { type Send, WebhookOutbox } from './webhooks.ts';

/** How the program is started. */
export interface PaymentProviderOptions {
  merchants: readonly Merchant[];
  /** 0 for any free port. */
  port?: number;
  host?: string;
  /** From which ids follow; random unless given. */
  seed?: string;
  now?: () => Date;
  /** How webhooks are sent; by HTTP unless given. */
  send?: Send;
}

const MAX_BODY_BYTES = 64 * 1024;
const EXPIRY_INTERVAL_MS = 1000;
const STYLES = readFileSync(join(import.meta.dirname, 'page.css'), 'utf8');
const STATUS_OF: Record<LedgerError['code'], number> = { not_found: 404, not_paid: 409, too_much: 402, refused: 402 };

/** The body of a request; undefined when it is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function findMerchant(merchants: readonly Merchant[], { headers }: IncomingMessage): Merchant | undefined {
  const token = Buffer.from((headers.authorization ?? '').replace(/^Bearer /, ''));
  return merchants.find(({ secretKey }) => {
    const key = Buffer.from(secretKey);
    return key.length === token.length && timingSafeEqual(key, token);
  });
}

/** What is sent back. */
interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

function toPage(status: number, html: string, session?: Session): Reply {
  // Browsers apply `form-action` to where a form leads in the end, which is the shop.
  const shop = session ? [...new Set([session.returnUrl, session.cancelUrl].map((url) => new URL(url).origin))].join(' ') : '';
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'self'; form-action 'self' ${shop}; frame-ancestors 'none'; base-uri 'none'`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
  return { status, headers, body: html };
}

/** Carries out what someone has chosen on a page, and says where it leads. */
function choose(ledger: Ledger, session: Session, outcome: string | null): string {
  const page = `/pay/${session.id}`;
  if (outcome === 'paid' && (session.status === 'open' || session.status === 'expired')) ledger.pay(session);
  if (session.status === 'paid') return session.returnUrl;
  if (outcome === 'leave') return session.cancelUrl;
  if (outcome === 'challenge') return `${page}/challenge`;
  if (outcome === 'declined') ledger.decline(session, 'The bank declined the card.');
  if (outcome === 'late') ledger.expire(session);
  if (outcome === 'short' && session.status === 'open') {
    ledger.pay(session, Math.max(0, session.amount - 100));
    return session.returnUrl;
  }
  return page;
}

function answerChallenge(ledger: Ledger, session: Session, outcome: string | null): string {
  if (outcome === 'confirm' && session.status === 'open') ledger.pay(session);
  if (outcome === 'fail') ledger.decline(session, 'The payment was not confirmed with 3-D Secure.');
  return session.status === 'paid' ? session.returnUrl : `/pay/${session.id}`;
}

/** Answers a request for a page, or a form of one. */
function answerPage(ledger: Ledger, { method, path, body }: { method: string; path: string; body: string }): Reply {
  const [, id = '', challenge] = /^\/pay\/(\w{1,60})(\/challenge)?$/.exec(path) ?? [];
  const session = ledger.sessions.get(id);
  if (!session) return toPage(404, drawNotFoundPage());
  if (method !== 'POST') {
    const isAsked = challenge !== undefined && session.status === 'open';
    return toPage(200, isAsked ? drawChallengePage(session) : drawPayPage(session), session);
  }
  const outcome = new URLSearchParams(body).get('outcome');
  const location = challenge ? answerChallenge(ledger, session, outcome) : choose(ledger, session, outcome);
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' };
}

function toErrorReply(error: unknown): ApiReply {
  if (error instanceof LedgerError)
    return { status: STATUS_OF[error.code], body: { error: { code: error.code, message: error.message } } };
  return { status: 400, body: { error: { code: 'invalid', message: (error as Error).message } } };
}

/** Starts the payment provider: its API for merchants, its pages for people who pay, and its control for tests. */
export async function startPaymentProvider({
  merchants,
  port = 0,
  host = 'localhost',
  seed,
  now = () => new Date(),
  send,
}: PaymentProviderOptions): Promise<PaymentProviderProgram> {
  const webhooks = new WebhookOutbox({ now, ...(send ? { send } : {}) });
  const ledger = new Ledger({ now, tell: (event) => webhooks.add(event), ...(seed === undefined ? {} : { seed }) });

  const answerProgram = async (request: IncomingMessage, url: URL, body: string): Promise<ApiReply> => {
    const merchant = findMerchant(merchants, request);
    if (!merchant) return { status: 401, body: { error: { code: 'unauthorised', message: 'The secret key is unknown.' } } };
    const input = body === '' ? {} : (JSON.parse(body) as unknown);
    const call = { method: request.method ?? 'GET', url, input, key: String(request.headers['idempotency-key'] ?? '') };
    if (url.pathname.startsWith('/control/')) return answerControl(program, merchant, call);
    if (program.isDown) return { status: 503, body: { error: { code: 'unavailable', message: 'Try again later.' } } };
    return answerApi(ledger, merchant, call, program.url);
  };

  const answer = async (request: IncomingMessage): Promise<Reply> => {
    const url = new URL(request.url ?? '/', 'http://provider');
    const body = await readBody(request);
    if (body === undefined) return { status: 413, headers: { connection: 'close' }, body: '' };
    if (url.pathname === '/page.css') return { status: 200, headers: { 'content-type': 'text/css' }, body: STYLES };
    const isApi = url.pathname.startsWith('/v1/') || url.pathname.startsWith('/control/');
    if (!isApi) return answerPage(ledger, { method: request.method ?? 'GET', path: url.pathname, body });
    const reply = await answerProgram(request, url, body).catch(toErrorReply);
    return { status: reply.status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(reply.body) };
  };

  const server = createServer((request, response) => {
    answer(request).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      () => response.destroy(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  const expiry = setInterval(() => ledger.expireDue(), EXPIRY_INTERVAL_MS);
  expiry.unref();

  const program: PaymentProviderProgram = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    ledger,
    webhooks,
    isDown: false,
    close: async () => {
      clearInterval(expiry);
      webhooks.close();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return program;
}
