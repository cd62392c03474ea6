/** The address of a picture in one spelling; undefined for what is not a web address, and for one of more than 2,000 characters. */
export function toWebAddress(address: string): string | undefined {
  const url = URL.parse(address.startsWith('//') ? `https:${address}` : address);
  return url && /^https?:$/.test(url.protocol) && url.href.length <= 2000 ? url.href : undefined;
}
