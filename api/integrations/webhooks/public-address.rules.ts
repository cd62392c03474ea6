import ipaddr from 'ipaddr.js';

/** Ranges of networks that belong to someone, such as a company's own; requests to them need `WEBHOOK_ALLOW_PRIVATE`. */
const OWN_NETWORKS = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']);

/** All global unicast addresses of IPv6. Addresses outside it that ipaddr.js gives no name, such as `::7f00:1`, are reserved. */
const IPV6_GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an IP address is on the public internet. IPv6 addresses that stand for an IPv4 address (`::ffff:10.0.0.1`) count as the latter;
 * those that tunnel to one are refused. With `allowsPrivate`, addresses of one's own networks are permitted as well, but never link-local ones,
 * at which clouds serve credentials.
 */
export function isPermittedAddress(address: string, { allowsPrivate }: { allowsPrivate: boolean }): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (OWN_NETWORKS.has(range)) return allowsPrivate;
  return range === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(IPV6_GLOBAL_UNICAST));
}
