import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The policy of the web pages: everything from the own host, styles that the page itself creates carry the nonce. */
export const pagePolicy = (nonce: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const NOTHING = "default-src 'none'; frame-ancestors 'none'";

/** Sets the headers of an answer; for answers that no hook sees. */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-content-type-options', 'nosniff');
  reply.header('referrer-policy', 'no-referrer');
  reply.header('x-request-id', request.id);
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', NOTHING);
  reply.header('cross-origin-opener-policy', 'same-origin');
  // Not by the path alone: `/%61pi/orders` is served as well.
  const isCall = request.routeOptions.config?.call !== undefined || /^\/api(?![^/?])/i.test(request.url);
  if (isCall) reply.header('cache-control', 'no-store');
}

/** Headers of every answer. A route that serves a page or a drawing sets its own policy first. */
export function sendSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => setSecurityHeaders(request, reply));
}
