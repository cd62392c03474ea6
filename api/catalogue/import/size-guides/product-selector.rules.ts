/** Selects the products that use a size guide. */
export interface ProductSelector {
  /** SKU patterns, in which * matches any text. */
  sku: readonly string[];
  vendor: readonly string[];
  /** Garment types, such as "trousers". */
  garment: readonly string[];
}

/**
 * Parses arguments such as "sku:WD-*", "vendor:Dickies" and "garment:trousers". A product matches if it meets one
 * argument of each kind given.
 *
 * @throws if an argument is none of these
 */
export function parseProductSelector(args: readonly string[]): ProductSelector {
  const selector: Record<keyof ProductSelector, string[]> = { sku: [], vendor: [], garment: [] };
  for (const word of args) {
    const [, kind = '', value = ''] = /^(sku|vendor|garment):(.*)$/is.exec(word) ?? [];
    if (!value.trim()) throw new Error(`"${word}" does not select products. Use sku:WD-*, vendor:Dickies or garment:trousers.`);
    selector[kind.toLowerCase() as keyof ProductSelector].push(value.trim());
  }
  return selector;
}

/** Converts a pattern with * to an SQL `like` pattern in lower case. */
export const toWildcardPattern = (pattern: string) =>
  pattern
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&')
    .replaceAll('*', '%');
