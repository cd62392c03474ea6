import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Where the script of a captcha comes from, and where its frames are. */
function captchaSources(script: string): { scripts: string; frames: string } {
  const { origin, pathname } = new URL(script);
  const own = `${origin}${pathname.startsWith('/recaptcha/') ? '/recaptcha/' : '/'}`;
  // Google's script loads the rest of itself from here, and may show its pictures there.
  const isGoogles = /^https:\/\/www\.(google\.com|recaptcha\.net)$/.test(origin);
  return {
    scripts: isGoogles ? `${own} https://www.gstatic.com/recaptcha/` : own,
    frames: isGoogles ? `${own} https://recaptcha.google.com/recaptcha/` : own,
  };
}

/**
 * The policy of the web pages: everything from the own host, styles that the page itself creates carry the nonce. Pages of a
 * brand that asks for a captcha let in the script and the frames of its provider; where the body and size service is on another host, they
 * may ask it; and nothing else of other hosts.
 */
export function createContentSecurityPolicy(nonce: string, captchaScript?: string, sizingOrigin?: string): string {
  const captcha = captchaScript ? captchaSources(captchaScript) : undefined;
  return [
    "default-src 'self'",
    captcha ? `script-src 'self' ${captcha.scripts}` : "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // The provider places its frames with style attributes.
    ...(captcha ? ["style-src-attr 'unsafe-inline'", `frame-src ${captcha.frames}`] : []),
    "img-src 'self' data:",
    "font-src 'self'",
    sizingOrigin ? `connect-src 'self' ${sizingOrigin}` : "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

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
export function registerSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => setSecurityHeaders(request, reply));
}
