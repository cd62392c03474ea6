/**
 * A SKU as the unique index of the catalogue compares it: like `lower()` of PostgreSQL, letter by letter. JavaScript makes two characters of İ, and another letter of Σ at
 * the end of a word. Spaces at both ends and normal forms of Unicode count.
 */
export const foldSku = (sku: string): string => sku.replaceAll('İ', 'i').replaceAll('Σ', 'σ').toLowerCase();
