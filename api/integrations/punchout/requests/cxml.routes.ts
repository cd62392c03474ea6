import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerUnreadablePaths, toHttpError } from '#api/platform/http/error-handler.ts';
import { HttpError } from '#api/platform/http/errors.ts';
import { toNetworkPrefix } from '#api/platform/http/rate-limit.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import type { Status } from '../cxml/statuses.rules.ts';
import { createPayloadId, writeResponse } from '../cxml/write-envelope.rules.ts';
import { answerDocument, type DocumentAnswer, type RequestDependencies } from './answer-request.actions.ts';

/** An order with files. What begins a trip may be a tenth of it. */
const MAX_BYTES = 10 * 1024 * 1024;

const DEFAULT_DTD_VERSION = '1.2.014';

const NO_ADDRESS: Status = {
  code: 450,
  text: 'Documents are taken at the address of a connection, by POST. Please check the address.',
};

/** Which status of cXML says what an HTTP error says; all others are temporary. */
const STATUS_BY_HTTP: Readonly<Record<number, Status>> = {
  400: { code: 406, text: 'The request cannot be understood. Please send a cXML document.' },
  405: NO_ADDRESS,
  413: { code: 499, text: `The document is larger than ${MAX_BYTES} bytes.` },
  415: { code: 406, text: 'The content type of the request is not read here. Please send text/xml.' },
  429: { code: 560, text: 'Too many requests at once. Please try again in a minute.' },
};

const TEMPORARY: Status = { code: 500, text: 'Something went wrong here. Please send the document again later.' };

/** A host without a brand has no connections. Other errors pass, and are temporary. */
function passOverUnknownHost(error: unknown): undefined {
  if (!(error instanceof HttpError && error.status === 421)) throw error;
}

const PREFIX = '/punchout/cxml';

/**
 * The address to which buyers' systems send documents of cXML. Whatever arrives there is answered by HTTP 200 with a status of cXML: another answer counts as a
 * fault of the transport, and is tried again for hours.
 */
export function routes(
  app: FastifyInstance,
  { hosts, ...dependencies }: Pick<ServerDependencies, 'hosts'> & Omit<RequestDependencies, 'hosts' | 'log'>,
): void {
  const { clock } = dependencies;

  const send = async (request: FastifyRequest, reply: FastifyReply, { dtdVersion, status, content }: DocumentAnswer) => {
    const at = new Date(clock.now());
    const facts = { payloadId: createPayloadId(at, request.hostname), at, dtdVersion };
    return reply
      .code(200)
      .header('cache-control', 'no-store')
      .type('text/xml; charset=utf-8')
      .serializer((text: string) => text)
      .send(writeResponse(facts, status, content));
  };

  const refuseAddress = async (request: FastifyRequest, reply: FastifyReply) =>
    send(request, reply, { status: NO_ADDRESS, dtdVersion: DEFAULT_DTD_VERSION });

  void app.register(
    async (inner) => {
      inner.removeAllContentTypeParsers();
      inner.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) => done(null, body));
      inner.setErrorHandler(async (error: FastifyError, request, reply) => {
        const { status: http } = toHttpError(error, request);
        return send(request, reply, { status: STATUS_BY_HTTP[http] ?? TEMPORARY, dtdVersion: DEFAULT_DTD_VERSION });
      });

      inner.post<{ Params: { key: string } }>('/:key', async (request, reply) => {
        const brand = await hosts.getBrandForRequest(request).catch(passOverUnknownHost);
        const answer = await answerDocument(
          { ...dependencies, hosts, log: request.log },
          {
            key: request.params.key,
            brandId: brand?.id,
            network: toNetworkPrefix(request.ip),
            contentType: request.headers['content-type'] ?? '',
            body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
            requestId: request.id,
          },
        );
        return send(request, reply, answer);
      });

      for (const url of ['/', '/*']) inner.all(url, refuseAddress);
      // Methods that have no routes, such as PROPFIND.
      inner.setNotFoundHandler(refuseAddress);
    },
    { prefix: PREFIX },
  );
  answerUnreadablePaths(app, PREFIX, refuseAddress);
}
