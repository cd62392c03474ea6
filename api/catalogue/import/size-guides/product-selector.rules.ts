/** Which products a size guide belongs to. */
export interface ProductSelector {
  /** Patterns of item numbers, in which * stands for anything. */
  sku: readonly string[];
  vendor: readonly string[];
  /** What the product is drawn as: "trousers". */
  garment: readonly string[];
}

/**
 * Reads "sku:WD-*", "vendor:Dickies", "garment:trousers"; of several of one kind any will do, of several kinds all must.
 *
 * @throws with a sentence when a word is none of these
 */
export function parseProductSelector(words: readonly string[]): ProductSelector {
  const wanted: Record<keyof ProductSelector, string[]> = { sku: [], vendor: [], garment: [] };
  for (const word of words) {
    const [, kind = '', value = ''] = /^(sku|vendor|garment):\s*(.*\S)\s*$/i.exec(word) ?? [];
    if (!value) throw new Error(`Which products are meant by "${word}"? Write sku:WD-*, vendor:Dickies or garment:trousers.`);
    wanted[kind.toLowerCase() as keyof ProductSelector].push(value);
  }
  return wanted;
}

/** A pattern with * as one of SQL's `like`. */
export const toWildcardPattern = (pattern: string) =>
  pattern
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&')
    .replaceAll('*', '%');
