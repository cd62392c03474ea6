/** The address, or undefined for text that is none: what `URL.parse` does, which Safari before 18 does not know. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
