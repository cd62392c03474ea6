import { hostName } from '#api/platform/http/hosts.ts';

/** The origin of a brand's URL, as links in mails begin; undefined for anything but an origin, with or without a slash at the end. */
export function parseOrigin(url: string): string | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return undefined;
  return parsed.href === `${parsed.origin}/` && hostName(parsed.host) === parsed.hostname ? parsed.origin : undefined;
}
