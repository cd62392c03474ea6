import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mailDefinitions } from '#api/mails.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { Brand } from '#api/platform/http/hosts.ts';
import type { RawValues } from '#api/platform/http/request-values.ts';
import { createMailTheme } from '#api/platform/mail/mail-theme.ts';
import { hasMailbox, renderMail } from '#api/platform/mail/mailer.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { mailboxPage, mailListPage, mailPage } from './mailbox.pages.ts';
import { findStoredMail, hasDemoPeople, listStoredMail, type StoredMail } from './mailbox.queries.ts';

const SHOWN = 100;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The local mailbox of the demonstration: where there is no SMTP server, mails are read here. It shows what only recipients
 * may see, so it exists nowhere else: not with an SMTP server, not with LIVERY_DEMO=off, not without demonstration people.
 */
export function routes(
  app: FastifyInstance,
  { config, db, hosts, vault }: Pick<ServerDependencies, 'config' | 'db' | 'hosts' | 'vault'>,
): void {
  let isDemo = false;
  /** The brand of the host. Throws 404 where there is no mailbox. */
  const brandOf = async (request: FastifyRequest): Promise<Brand> => {
    if (!hasMailbox(config)) throw notFound('path');
    isDemo ||= await hasDemoPeople(db);
    if (!isDemo) throw notFound('path');
    return hosts.getBrandForRequest(request);
  };
  const mailOf = async (brand: Brand, request: FastifyRequest): Promise<StoredMail> => {
    const { id } = request.params as { id: string };
    const mail = UUID.test(id) ? await findStoredMail(db, brand.id, id) : undefined;
    if (!mail) throw notFound('mail');
    return mail;
  };
  /** What cannot be written any more must not keep the others from being read: its key may be another one by now. */
  const write = (brand: Brand, mail: StoredMail) => {
    try {
      return renderMail({ definitions: mailDefinitions, vault }, brand, mail);
    } catch (error) {
      app.log.warn({ mailId: mail.id, reason: (error as Error).message }, 'a mail cannot be shown');
      return 'lost' as const;
    }
  };
  const askedFor = (request: FastifyRequest) => {
    const query = request.query as RawValues;
    const [to] = query.get('to') ?? [];
    return { to: typeof to === 'string' ? to.trim().slice(0, 200) : '', refreshes: query.get('refresh')?.[0] !== 'off' };
  };

  app.get('/mailbox', { schema: { hide: true } }, async (request, reply) => {
    const brand = await brandOf(request);
    return sendPage(reply, (nonce) => mailboxPage(createMailTheme(brand), askedFor(request), nonce));
  });

  app.get('/mailbox/list', { schema: { hide: true } }, async (request, reply) => {
    const brand = await brandOf(request);
    const asked = askedFor(request);
    const mails = await listStoredMail(db, brand.id, asked.to, SHOWN);
    const listed = mails.map((mail) => ({ mail, written: write(brand, mail) }));
    return sendPage(reply, (nonce) => mailListPage(createMailTheme(brand), listed, asked, nonce), { framed: true });
  });

  app.get('/mailbox/:id', { schema: { hide: true } }, async (request, reply) => {
    const brand = await brandOf(request);
    const mail = await mailOf(brand, request);
    const from = `${brand.companyName} <${config.mailFrom}>`;
    return sendPage(reply, (nonce) => mailPage(createMailTheme(brand), { mail, from, written: write(brand, mail) }, nonce));
  });

  // The mail as its recipient's program would show it: nothing of it may act, and it belongs to no origin.
  app.get('/mailbox/:id/html', { schema: { hide: true } }, async (request, reply) => {
    const brand = await brandOf(request);
    const written = write(brand, await mailOf(brand, request));
    if (written === 'lost') throw notFound('mail');
    const policy = [
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      `img-src ${brand.canonicalOrigin}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-popups allow-popups-to-escape-sandbox',
    ].join('; ');
    return reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(written.html);
  });
}

function sendPage(reply: FastifyReply, page: (nonce: string) => string, { framed = false } = {}): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "img-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framed ? "'self'" : "'none'"}`,
  ].join('; ');
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page(nonce));
}
