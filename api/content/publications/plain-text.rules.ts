/** What does not belong in a text of a person: controls, and characters that change the direction of writing or cannot be seen. */
const UNWANTED = /[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu;
const LINE_END = /\r\n?|[\u2028\u2029\u0085]/g;

/** A text as it is stored and shown: characters that can disguise it are left out, spaces and blank lines are not repeated. `lines`: whether line ends stay. */
export function cleanText(text: string, { lines = false }: { lines?: boolean } = {}): string {
  const all = text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(LINE_END, '\n')
    .split('\n')
    .map((line) => line.replaceAll('\t', ' ').replaceAll(UNWANTED, '').split(' ').filter(Boolean).join(' '));
  const kept = all.filter((line, at) => line !== '' || (at > 0 && all[at - 1] !== ''));
  return kept.join(lines ? '\n' : ' ').trim();
}

/** What an address cannot have: white space, controls, characters that disguise it, and the backslash, which browsers take for a slash. */
const NOT_IN_ADDRESSES = /[\s\\\p{Cc}\p{Cf}\p{Cs}]/u;

/**
 * Where a link leads, as it is stored: an https address, or a path of the portal such as `/index/orders`; null for none, undefined for anything else, such as
 * `javascript:`, `data:`, `//other.example` and an address with a name and password.
 */
export function readLink(text: string): string | null | undefined {
  const link = text.trim();
  if (link === '') return null;
  if (NOT_IN_ADDRESSES.test(link)) return undefined;
  if (link.startsWith('/')) return link.startsWith('//') ? undefined : link;
  if (!/^https:\/\/[^/]/i.test(link) || !URL.canParse(link)) return undefined;
  const url = new URL(link);
  return url.username === '' && url.password === '' ? url.href : undefined;
}

/** What is said of a link that `readLink` does not take. */
export const NO_LINK = 'Enter an address that begins with https://, or a page of the portal such as /index/orders.';
