import { randomBytes } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toHttpError } from '#api/platform/http/error-handler.ts';
import { toNetworkPrefix } from '#api/platform/http/rate-limit.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { type PageLook, writeFormPage, writeNoticePage, writeSearchPage } from '../carts/form-page.rules.ts';
import { createFrameOrigins } from '../connections/frame-origins.ts';
import { type Fields, readFields } from '../oci/call-up.rules.ts';
import { isPrefetch, listAncestors, sendPage, toFormSource } from '../returns/send-page.ts';
import { answerCallUp, type CallUpAnswer, type CallUpDependencies, CLOSED_PATH } from './answer-call-up.actions.ts';

/** A call-up has about ten parameters. */
const MAX_BYTES = 64 * 1024;

const BUSY = {
  title: 'Too many visitors',
  text: 'Many people are opening the shop at this moment. Please wait a minute, then open it from your purchasing system again.',
};
const FAILED = {
  title: 'The shop can’t be opened',
  text: 'Something went wrong. Nothing in your purchasing system has changed. Please go back to it and open the shop again.',
};
const CLOSED = {
  title: 'You can close this window',
  text: 'Nothing was added to your request. To go on, return to your purchasing system.',
};

/** The parameters of the query and of the body. A body that is no UTF-8 is read as Latin-1, which has a character for every byte. */
function readParameters({ url, body }: FastifyRequest): Fields {
  const [, ...query] = url.split('?');
  const ofQuery = readFields(query.join('?'));
  return Buffer.isBuffer(body) ? [...readFields(toText(body)), ...ofQuery] : ofQuery;
}

function toText(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.includes('\uFFFD') ? bytes.toString('latin1') : text;
}

/** Of a page: its text and the address to which its form goes, if it has one. */
function writePage(answer: Exclude<CallUpAnswer, { kind: 'shop' }>, look: PageLook): { page: string; action?: string } {
  switch (answer.kind) {
    case 'answer':
      return { page: writeFormPage(answer.form, answer.system, 'answer', look), action: answer.form.action };
    case 'found':
      return { page: writeSearchPage(answer.form, answer, answer.system, look), action: answer.form.action };
    case 'notice':
      return { page: writeNoticePage(answer.title, answer.text, look) };
  }
}

/**
 * The address at which browsers arrive from a buyer's system that speaks OCI, by GET or POST, with the system's user name and password. All answers are for the person
 * in the browser.
 */
export function routes(
  app: FastifyInstance,
  { hosts, ...dependencies }: Pick<ServerDependencies, 'hosts'> & Omit<CallUpDependencies, 'hosts'>,
): void {
  const readFrameOrigins = createFrameOrigins(dependencies);

  const send = async (request: FastifyRequest, reply: FastifyReply, answer: Exclude<CallUpAnswer, { kind: 'shop' }>) => {
    const brand = await hosts.getBrandForRequest(request);
    const look: PageLook = { brand, nonce: randomBytes(16).toString('base64') };
    const { page, action } = writePage(answer, look);
    if (answer.kind === 'notice') reply.status(answer.status);
    return sendPage(reply, page, look, {
      formOrigins: action === undefined ? [] : [toFormSource(action)],
      frameAncestors: listAncestors(request, await readFrameOrigins(brand.id)),
    });
  };

  const receive = async (request: FastifyRequest<{ Params: { key: string } }>, reply: FastifyReply) => {
    // Only a person who opens it begins a visit.
    if (request.method === 'HEAD' || isPrefetch(request))
      return reply
        .status(request.method === 'HEAD' ? 200 : 503)
        .header('cache-control', 'no-store')
        .send();
    const brand = await hosts.getBrandForRequest(request);
    const answer = await answerCallUp(
      { ...dependencies, hosts },
      {
        key: request.params.key,
        brandId: brand.id,
        network: toNetworkPrefix(request.ip),
        parameters: readParameters(request),
      },
    );
    if (answer.kind !== 'shop') return send(request, reply, answer);
    return reply.header('cache-control', 'no-store').redirect(answer.url, 303);
  };

  const close = (request: FastifyRequest, reply: FastifyReply) =>
    send(request, reply, { kind: 'notice', status: 200, ...CLOSED });

  void app.register(async (inner) => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) => done(null, body));
    inner.setErrorHandler(async (error: FastifyError, request, reply) => {
      const { status } = toHttpError(error, request);
      return send(request, reply, { kind: 'notice', status, ...(status === 429 || status === 503 ? BUSY : FAILED) });
    });
    inner.get('/punchout/oci/:key', receive);
    inner.post('/punchout/oci/:key', receive);
    inner.get(CLOSED_PATH, close);
    inner.post(CLOSED_PATH, close);
  });
}
