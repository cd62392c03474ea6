import { BlockList, isIP } from 'node:net';

/** The names by which Fastify knows groups of proxies. */
const PROXY_GROUPS: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether a text is an address, a subnet (`10.0.0.0/8`) or the name of a group of proxies. */
export function isProxyEntry(entry: string): boolean {
  if (Object.hasOwn(PROXY_GROUPS, entry)) return true;
  const [address = '', bits, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32));
}

/** Whether an address is that of a trusted proxy, given as addresses, subnets (`10.0.0.0/8`) or names of groups. */
export function createProxyList(proxies: readonly string[]): (address: string) => boolean {
  const blockList = new BlockList();
  for (const entry of proxies.flatMap((name) => PROXY_GROUPS[name] ?? [name])) {
    const [address = '', bits] = entry.split('/');
    if (bits === undefined) blockList.addAddress(address, familyOf(address));
    else blockList.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => blockList.check(address, familyOf(address));
}
