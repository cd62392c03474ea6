import type { IncomingHttpHeaders } from 'node:http';
import { forbidden } from './errors.ts';
import { hostName } from './hosts.ts';

/**
 * Whether a page of this very host sends a request, or somebody by hand, as far as the browser says. Other clients than
 * browsers say nothing, and are believed: they carry nobody's session by themselves.
 */
export function isSameOrigin(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin } = headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && hostName(new URL(origin).host) === hostName(headers.host);
}

/**
 * Lets only the portal's own scripts make a GET that changes something: a link, an address that was typed, a picture, a
 * prefetch or another site is told by what the browser says. Throws 403.
 */
export function checkOrigin(headers: IncomingHttpHeaders): void {
  const mode = headers['sec-fetch-mode'];
  const isScript = mode === undefined || mode === 'cors' || mode === 'same-origin';
  const isByHand = headers['sec-fetch-site'] === 'none' || headers['sec-purpose'] !== undefined;
  if (!isScript || isByHand || !isSameOrigin(headers)) throw forbidden('This can only be done on the portal’s own pages.');
}
