import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getSecretPurpose } from '#api/identity/login/confirm-identity.actions.ts';
import { showCode } from '#api/identity/login/second-factor-codes.ts';
import { mailDefinitions } from '#api/mails.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { Brand } from '#api/platform/http/hosts.ts';
import type { RawValues } from '#api/platform/http/request-values.ts';
import { createMailTheme } from '#api/platform/mail/mail-theme.ts';
import { renderMail } from '#api/platform/mail/mailer.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { mailboxPage, mailListPage, mailPage, type OperatorCode, operatorCodePage } from './mailbox.pages.ts';
import {
  type DemoOperator,
  findDemoOperator,
  findStoredMail,
  hasDemoPeople,
  listStoredMail,
  type StoredMail,
} from './mailbox.queries.ts';

const MAX_LISTED_MAIL = 100;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The demonstration's local mailbox: without an SMTP server, mails are read here. It shows what only recipients may see, so it
 * does not exist with an SMTP server, where the demonstration is off, or without the people of the demonstration.
 */
export function routes(
  app: FastifyInstance,
  { config, db, hosts, vault }: Pick<ServerDependencies, 'config' | 'db' | 'hosts' | 'vault'>,
): void {
  let isDemo = false;
  /** The brand of the host. Throws 404 when there is no mailbox. */
  const getMailboxBrand = async (request: FastifyRequest): Promise<Brand> => {
    if (!config.hasMailbox) throw notFound('path');
    isDemo ||= await hasDemoPeople(db);
    if (!isDemo) throw notFound('path');
    return hosts.getBrandForRequest(request);
  };
  const getMail = async (brand: Brand, request: FastifyRequest): Promise<StoredMail> => {
    const { id } = request.params as { id: string };
    const mail = UUID.test(id) ? await findStoredMail(db, brand.id, id) : undefined;
    if (!mail) throw notFound('mail');
    return mail;
  };
  /** A mail that cannot be rendered, for example because its key has changed, must not keep the others from being shown. */
  const render = (brand: Brand, mail: StoredMail) => {
    try {
      return renderMail({ definitions: mailDefinitions, vault }, brand, mail);
    } catch (error) {
      app.log.warn({ mailId: mail.id, reason: (error as Error).message }, 'a mail cannot be rendered');
      return 'lost' as const;
    }
  };
  const readCode = ({ id, sealedSecret, lastStep }: DemoOperator): OperatorCode => {
    if (!sealedSecret) return { status: 'none' };
    try {
      const { code, step, secondsLeft } = showCode(vault.open(getSecretPurpose({ operatorId: id }), sealedSecret), new Date());
      return lastStep !== null && lastStep >= step ? { status: 'used', secondsLeft } : { status: 'shown', code, secondsLeft };
    } catch (error) {
      app.log.warn({ reason: (error as Error).message }, "the operator's code cannot be shown");
      return { status: 'lost' };
    }
  };
  const parseMailboxQuery = (request: FastifyRequest) => {
    const query = request.query as RawValues;
    const [to] = query.get('to') ?? [];
    return { to: typeof to === 'string' ? to.trim().slice(0, 200) : '', refreshes: query.get('refresh')?.[0] !== 'off' };
  };

  app.get('/mailbox', async (request, reply) => {
    const brand = await getMailboxBrand(request);
    const hasOperator = (await findDemoOperator(db)) !== undefined;
    return sendPage(reply, (nonce) => mailboxPage(createMailTheme(brand), { ...parseMailboxQuery(request), hasOperator }, nonce));
  });

  app.get('/mailbox/operator-code', async (request, reply) => {
    const brand = await getMailboxBrand(request);
    const operator = await findDemoOperator(db);
    if (!operator) throw notFound('operator');
    const { refreshes } = parseMailboxQuery(request);
    return sendPage(reply, (nonce) => operatorCodePage(createMailTheme(brand), readCode(operator), { refreshes, nonce }), {
      framed: true,
    });
  });

  app.get('/mailbox/list', async (request, reply) => {
    const brand = await getMailboxBrand(request);
    const query = parseMailboxQuery(request);
    const mails = await listStoredMail(db, brand.id, query.to, MAX_LISTED_MAIL);
    const listed = mails.map((mail) => ({ mail, rendered: render(brand, mail) }));
    return sendPage(reply, (nonce) => mailListPage(createMailTheme(brand), listed, query, nonce), { framed: true });
  });

  app.get('/mailbox/:id', async (request, reply) => {
    const brand = await getMailboxBrand(request);
    const mail = await getMail(brand, request);
    const from = `${brand.companyName} <${config.mailFrom}>`;
    return sendPage(reply, (nonce) => mailPage(createMailTheme(brand), { mail, from, rendered: render(brand, mail) }, nonce));
  });

  // The mail as its recipient's program would show it: sandboxed without scripts and without an origin.
  app.get('/mailbox/:id/html', async (request, reply) => {
    const brand = await getMailboxBrand(request);
    const rendered = render(brand, await getMail(brand, request));
    if (rendered === 'lost') throw notFound('mail');
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
      .send(rendered.html);
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
