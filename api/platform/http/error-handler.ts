import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseFull, isDatabaseUnavailable, isLockTimeout, isStatementTimeout } from '../db/database.ts';
import { markOverdue } from './cut-off.ts';
import { HttpError, lockedByOthers, notFound, OAuthError, outOfSpace, tookTooLong, unavailable } from './errors.ts';
import { countLockTimeout, countRequestCutOff } from './failed-requests.ts';
import { setSecurityHeaders } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The error behind a response with status 500. */
    unexpectedError: unknown;
    /** The error of a browser that the request reports, without personal data. */
    browserError: string | undefined;
  }
  interface FastifyInstance {
    /** By the beginning of a path in lower case: who answers requests below it whose path cannot be read. */
    unreadablePaths: Map<string, (request: FastifyRequest, reply: FastifyReply) => unknown>;
  }
}

/** Fastify's own errors in the form of the wire contract. */
function fromFastify(error: FastifyError): HttpError | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new HttpError(413, { request: ['The request is too large.'] });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new HttpError(415, { request: ['This content type is not accepted here.'] });
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new HttpError(400, { json: ['The body is not valid JSON.'] });
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return notFound('path');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new HttpError(400, { request: ['The request is incomplete.'] });
    default:
      return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
        ? new HttpError(error.statusCode, { request: ['The request cannot be understood.'] })
        : undefined;
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** The calls whose errors have the OAuth form. */
export const TOKEN_CALLS: readonly unknown[] = ['POST /api/token', 'POST /api/operator/token'];

const oauthCode = (status: number) => {
  if (status === 429 || status === 503) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
};

/** The error of the wire contract for any error of a handler. Unexpected errors are logged and reported in general terms. */
export function toHttpError(error: FastifyError, request: FastifyRequest): HttpError {
  const known = error instanceof HttpError ? error : fromFastify(error);
  if (known) return known;
  if (isLockTimeout(error)) {
    countLockTimeout();
    request.log.warn({ err: error }, 'gave up waiting for a lock of another transaction');
    return lockedByOthers();
  }
  if (isStatementTimeout(error)) {
    countRequestCutOff('statement');
    request.log.warn({ err: error }, 'a statement took too long and was cancelled');
    return tookTooLong();
  }
  if (isDatabaseUnavailable(error)) {
    request.log.warn({ err: error }, 'the database is unavailable');
    return unavailable();
  }
  if (isDatabaseFull(error)) {
    request.log.error({ err: error }, 'no space is left on the disk of the database');
    return outOfSpace();
  }
  request.log.error({ err: error }, 'unexpected error');
  request.unexpectedError = error;
  return new HttpError(500, { server: ['Something went wrong on our side. It has been reported; please try again.'] });
}

/** Answers every error in the form of the wire contract. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.decorateRequest('unexpectedError', undefined);
  app.decorateRequest('browserError', undefined);
  app.decorate('unreadablePaths', new Map());
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    // Fastify sets the content type only when it chooses the serialiser itself.
    reply.type(JSON_TYPE).serializer(JSON.stringify);
    if (error instanceof OAuthError) {
      return reply.code(error.status).headers(error.headers).send({ error: error.code, error_description: error.message });
    }
    const isToken = TOKEN_CALLS.includes(request.routeOptions.config.call);
    const { status, errors, headers, code } = toHttpError(error, request);
    const text = Object.values(errors).flat().join('\n');
    return reply
      .code(status)
      .headers(headers)
      .send(isToken ? { error: oauthCode(status), error_description: text, errors } : { errors, code });
  });
}

/** The response to paths of the API that do not exist. */
export function sendPathNotFound(reply: FastifyReply): FastifyReply {
  const { status, errors } = notFound('path');
  return reply.code(status).send({ errors });
}

/** Has requests below a path answered in another form also where their path cannot be read, such as `/punchout/cxml/%`. */
export function answerUnreadablePaths(
  app: FastifyInstance,
  path: string,
  answer: (request: FastifyRequest, reply: FastifyReply) => unknown,
): void {
  app.unreadablePaths.set(`${path.toLowerCase()}/`, answer);
}

/** Fastify's own errors about a path, which reach no route, hook or error handler. */
export function handleFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { status, errors } = fromFastify(error) ?? new HttpError(400, { request: ['The request cannot be understood.'] });
  setSecurityHeaders(request, reply);
  const url = (request.raw.url ?? '').toLowerCase();
  for (const [prefix, answer] of request.server.unreadablePaths) if (url.startsWith(prefix)) return void answer(request, reply);
  reply.code(status).type(JSON_TYPE).serializer(JSON.stringify).send({ errors });
}

const UNREADABLE: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers of the request are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time.'],
};

/** How long a refused client has to read the response. */
const LINGER_MS = 500;

/** The response to bytes that are not HTTP: there is no request to log and no reply object. */
export function handleClientError(error: ConnectionError, socket: Socket): void {
  if (error.code !== 'ECONNRESET') refuseConnection(socket, error.code);
}

/** Responds for the reason `code` and closes the connection, whether or not the client does. */
export function refuseConnection(socket: Socket, code: string): void {
  if (socket.destroyed) return;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') markOverdue(socket);
  if (!socket.writable) return void socket.destroy();
  const [status, message] = UNREADABLE[code] ?? ['400 Bad Request', 'The request cannot be understood.'];
  const body = JSON.stringify({ errors: { request: [message] } });
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
