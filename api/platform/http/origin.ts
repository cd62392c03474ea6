import type { IncomingHttpHeaders } from 'node:http';
import { forbidden } from './errors.ts';
import { hostName } from './hosts.ts';

/**
 * Whether the request comes from a page of this host, or directly from the user, as far as the browser tells. Clients other than
 * browsers send no such headers and are trusted: they do not attach a session on their own.
 */
export function isSameOrigin(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin } = headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && hostName(new URL(origin).host) === hostName(headers.host);
}

/**
 * Allows a GET that changes something only from the portal's own scripts: the browser's headers reveal links, typed addresses,
 * images, prefetches and other sites. Throws 403.
 */
export function checkOrigin(headers: IncomingHttpHeaders): void {
  const mode = headers['sec-fetch-mode'];
  const isScript = mode === undefined || mode === 'cors' || mode === 'same-origin';
  const isDirect = headers['sec-fetch-site'] === 'none' || headers['sec-purpose'] !== undefined;
  if (!isScript || isDirect || !isSameOrigin(headers)) throw forbidden('You can only do this on the portal’s own pages.');
}
