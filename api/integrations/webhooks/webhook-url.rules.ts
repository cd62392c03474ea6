import ipaddr from 'ipaddr.js';
import { isPermittedAddress } from './public-address.rules.ts';

/** The host of a URL as it is resolved: IPv6 addresses without their brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

const MIN_UNPRIVILEGED_PORT = 1024;

/**
 * Checks the address of an endpoint before it is stored. Returns the normalised URL, or a sentence that says what is wrong. The
 * addresses to which a name leads are checked at each request.
 */
export function checkWebhookUrl(input: string, options: { allowsPrivate: boolean }): { url: string } | { problem: string } {
  const url = URL.parse(input.trim());
  if (!url) return { problem: 'Please enter a full address, such as https://example.com/webhooks.' };
  if (url.protocol !== 'https:') return { problem: 'The address must begin with https://.' };
  if (url.username !== '' || url.password !== '')
    return { problem: 'The address must not contain a user name or password. Check the signature instead.' };
  if (url.hash !== '') return { problem: 'The address must not contain "#".' };
  if (url.port !== '' && Number(url.port) < MIN_UNPRIVILEGED_PORT)
    return { problem: `The port must be 443, or ${MIN_UNPRIVILEGED_PORT} or above.` };
  const host = hostOf(url);
  if (ipaddr.isValid(host) && !isPermittedAddress(host, options))
    return { problem: 'This address is not on the public internet. Please enter one that is.' };
  return { url: url.href };
}
