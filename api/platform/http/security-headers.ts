import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { IMMUTABLE } from './file-headers.ts';

/** The sources of a captcha's script and of its frames. */
function captchaSources(script: string): { scripts: string; frames: string } {
  const { origin, pathname } = new URL(script);
  const own = `${origin}${pathname.startsWith('/recaptcha/') ? '/recaptcha/' : '/'}`;
  // Google's script loads its other parts from here, and may show its images there.
  const isGoogles = /^https:\/\/www\.(google\.com|recaptcha\.net)$/.test(origin);
  return {
    scripts: isGoogles ? `${own} https://www.gstatic.com/recaptcha/` : own,
    frames: isGoogles ? `${own} https://recaptcha.google.com/recaptcha/` : own,
  };
}

/**
 * The policy of the web pages: everything comes from the own host, and styles that the page creates carry the nonce. Brands
 * with a captcha also allow their provider's script and frames; when the body and size service runs on another host, pages
 * may call it. No other hosts are allowed. `inlineScripts` are sources for scripts within the page, from `hashInlineScripts`.
 * `frameOrigins` are those of the pages that may show it in a frame; without any, no page may.
 */
export function createContentSecurityPolicy(
  nonce: string,
  captchaScript?: string,
  sizingOrigin?: string,
  inlineScripts: readonly string[] = [],
  frameOrigins: readonly string[] = [],
): string {
  const captcha = captchaScript ? captchaSources(captchaScript) : undefined;
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inlineScripts, ...(captcha ? [captcha.scripts] : [])].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    // The provider positions its frames with style attributes.
    ...(captcha ? ["style-src-attr 'unsafe-inline'", `frame-src ${captcha.frames}`] : []),
    "img-src 'self' data:",
    "font-src 'self'",
    sizingOrigin ? `connect-src 'self' ${sizingOrigin}` : "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameOrigins.length > 0 ? frameOrigins.join(' ') : "'none'"}`,
  ].join('; ');
}

/** The sources that allow the scripts within a page, and no others: `'sha256-…'`. A script must not contain "<". */
export const hashInlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script>([^<]*)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );

const DENY_ALL_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Features of browsers that neither the portal nor a page framed by it uses. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'autoplay',
  'bluetooth',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'web-share',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  // Operators' pages use passkeys; no page that they frame does.
  .concat('publickey-credentials-create=(self)', 'publickey-credentials-get=(self)')
  .join(', ');

/** A year, as ASVS requires, for the host and those below it. */
const TRANSPORT_SECURITY = 'max-age=31536000; includeSubDomains';

/** Sets the headers of a response that no hook handles. */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-content-type-options', 'nosniff');
  reply.header('referrer-policy', 'no-referrer');
  reply.header('x-request-id', request.id);
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', DENY_ALL_POLICY);
  reply.header('cross-origin-opener-policy', 'same-origin');
  if (!reply.hasHeader('cross-origin-resource-policy')) reply.header('cross-origin-resource-policy', 'same-origin');
  reply.header('permissions-policy', PERMISSIONS_POLICY);
  if (request.isHttps) reply.header('strict-transport-security', TRANSPORT_SECURITY);
  // The path alone is not enough: `/%61pi/orders` is served as well.
  const isCall = request.routeOptions.config?.call !== undefined || /^\/api(?![^/?])/i.test(request.url);
  if (isCall && reply.getHeader('cache-control') !== IMMUTABLE) reply.header('cache-control', 'no-store');
}

/** Sets the headers of every response. A route that serves a page or an image sets its own policy first. */
export function registerSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => setSecurityHeaders(request, reply));
}
