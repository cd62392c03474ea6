import { createHash } from 'node:crypto';

/** Where a passkey works: browsers bind it to the host, and sign the origin of the page. */
export interface PasskeySite {
  host: string;
  origin: string;
}

/**
 * The site of a request by its host, which has to be a registered one. The origin is that of the brand's configuration on this host, so
 * scheme and port never come from the request. Undefined for an IP address, to which browsers bind no passkey.
 */
export function getPasskeySite(host: string, { canonicalOrigin }: { canonicalOrigin: string }): PasskeySite | undefined {
  if (host === '' || host.startsWith('[') || /^[\d.]+$/.test(host)) return undefined;
  const url = new URL(canonicalOrigin);
  url.hostname = host;
  return { host, origin: url.origin };
}

/** How an operator is named to authenticators: always the same, so that a device keeps one passkey for each host, and without personal data. */
export const getUserHandle = (operatorId: number): string =>
  createHash('sha256').update(`livery-operator:${operatorId}`).digest('base64url');
