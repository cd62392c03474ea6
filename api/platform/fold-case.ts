/**
 * A text in lower case as PostgreSQL compares it with `lower()`, letter by letter: JavaScript makes two characters of İ, and another letter of Σ at the end of a word. Texts that
 * `lower()` makes the same, such as SKUs in the index that keeps them apart, are the same.
 */
export const foldCase = (text: string): string => text.replaceAll('İ', 'i').replaceAll('Σ', 'σ').toLowerCase();
