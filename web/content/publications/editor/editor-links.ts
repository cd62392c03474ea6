import { parseUrl } from '#web/ui/browser/parse-url.ts';

/** What a link can lead to, for people. */
export const LINK_HINT = 'A web address, an email address, a telephone number as tel:…, or a page of the portal as /index/….';

const MAX_LINK = 2000;

/**
 * The address of a link from what was typed, or undefined where it cannot be one: https, mailto, tel, and pages of the portal. "www.example.com" and
 * "name@example.com" get what they lack. The server decides again when the text is saved.
 */
export function readLink(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '' || text.length > MAX_LINK || /\s/.test(text)) return undefined;
  if (/^\/(?![/\\])/.test(text)) return text;
  if (/^(?:mailto|tel):./i.test(text)) return text;
  if (/^https:\/\//i.test(text)) return parseUrl(text) ? text : undefined;
  if (/^[^:/?#@]+@[^:/?#@]+$/.test(text)) return `mailto:${text}`;
  if (/^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^:/.]+\.[^:/]+:\d/.test(text)) return undefined;
  const completed = `https://${text}`;
  return /^[^/?#]+\.[^/?#]/.test(text) && parseUrl(completed) ? completed : undefined;
}
