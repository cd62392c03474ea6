import { patterns } from '../paths.ts';

const screenPatterns = Object.values(patterns)
  .filter((pattern) => pattern.startsWith('/index/') || pattern === patterns.preferences)
  .map((pattern) => new RegExp(`^${pattern.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+')}/?$`));

/**
 * Returns the path to go back to after a login if it is a screen under /index, or the preferences, on this origin; otherwise
 * undefined. Anything that a browser could interpret as another origin, as a script or in two ways is refused.
 */
export function safeReturnUrl(raw: string | null | undefined, origin: string): string | undefined {
  if (!raw || raw.length > 2000) return undefined;
  if (!/^\/(?![/\\])/.test(raw)) return undefined;
  // Control characters and spaces are dropped or trimmed by parsers; a backslash counts as a slash.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u0020\u007f-\u009f\u2028\u2029\\]/.test(raw)) return undefined;
  if (/%(?:2f|5c|0[0-9a-f]|1[0-9a-f]|25(?:2f|5c))/i.test(raw.split(/[?#]/)[0] as string)) return undefined;
  let url: URL;
  try {
    url = new URL(raw, origin);
  } catch {
    return undefined;
  }
  if (url.origin !== origin || url.username !== '' || url.password !== '') return undefined;
  if (!screenPatterns.some((screen) => screen.test(url.pathname))) return undefined;
  if (url.searchParams.has('returnUrl')) url.searchParams.delete('returnUrl');
  return url.pathname + url.search + url.hash;
}
