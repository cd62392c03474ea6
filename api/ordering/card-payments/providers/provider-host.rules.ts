import type { ProviderName } from './provider-access.ts';

/** A name that can be one of the internet: not an address, not this machine, not a name without a domain. URLs write every IPv4 address in digits and dots. */
const isPublicName = (host: string): boolean =>
  !/^(?:\[.*|[\d.]+)$/.test(host) && host.includes('.') && !/\.(?:localhost|local|internal)\.?$/.test(host);

/**
 * Why a provider or its address is refused; undefined when they are good. The simulated provider exists in demonstrations alone. Outside of them keys are
 * sent over HTTPS, to named hosts.
 */
export function findHostProblem(
  provider: ProviderName,
  host: string | null,
  { isDemo }: { isDemo: boolean },
): { field: 'provider' | 'host'; message: string } | undefined {
  if (provider === 'simulated' && !isDemo)
    return {
      field: 'provider',
      message: 'The simulated provider can only be used in a demonstration. Please select another one.',
    };
  if (host === null) {
    if (provider === 'stripe') return undefined;
    return { field: 'host', message: 'Please enter the address of the simulated provider, such as http://localhost:3002.' };
  }
  const url = URL.canParse(host) ? new URL(host) : undefined;
  const isOrigin = url !== undefined && (url.protocol === 'https:' || url.protocol === 'http:') && url.origin === host;
  if (!isOrigin) return { field: 'host', message: 'Please enter an address without a path, such as https://api.stripe.com.' };
  if (isDemo || (url.protocol === 'https:' && isPublicName(url.hostname))) return undefined;
  return { field: 'host', message: 'Please enter an address that begins with https:// and names a host on the internet.' };
}
