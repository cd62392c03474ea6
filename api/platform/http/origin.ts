import type { FastifyRequest } from 'fastify';
import { forbidden } from './errors.ts';

/** The parts of a request that tell where it comes from. */
export type RequestOrigin = Pick<FastifyRequest, 'headers' | 'isHttps'>;

/**
 * Whether the request comes from a page with this scheme, host and port, or directly from the user, as far as the browser tells.
 * Clients other than browsers send no such headers and are trusted: they do not attach a session on their own.
 */
export function isSameOrigin({ headers, isHttps }: RequestOrigin): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin } = headers;
  if (origin === undefined) return true;
  const own = `${isHttps ? 'https' : 'http'}://${headers.host ?? ''}`;
  return URL.canParse(origin) && URL.canParse(own) && new URL(origin).origin === new URL(own).origin;
}

/**
 * Allows a GET that changes something only from the portal's own scripts: the browser's headers reveal links, typed addresses,
 * images, prefetches and other sites. Throws 403.
 */
export function checkOrigin(request: RequestOrigin): void {
  const { headers } = request;
  const mode = headers['sec-fetch-mode'];
  const isScript = mode === undefined || mode === 'cors' || mode === 'same-origin';
  const isDirect = headers['sec-fetch-site'] === 'none' || headers['sec-purpose'] !== undefined;
  if (!isScript || isDirect || !isSameOrigin(request)) throw forbidden('You can only do this on the portal’s own pages.');
}
