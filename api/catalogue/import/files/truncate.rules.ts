/** The first `limit` UTF-16 code units of a text, without splitting a surrogate pair. */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const isHalved = /[\ud800-\udbff]/.test(text.charAt(limit - 1)) && /[\udc00-\udfff]/.test(text.charAt(limit));
  return text.slice(0, isHalved ? limit - 1 : limit);
}
