import { toSearchableText, toSpellings } from './fold-text.ts';

/** As many words of a search count. */
const MAX_WORDS = 10;

/** The words of a text, each with its spellings in a folded text; the sign before a number (`#12254`) is left out, and signs that no folded text has. */
export const splitWords = (text: string): { word: string; spellings: string[] }[] =>
  text
    .split(/\s+/)
    .map((word) => word.replace(/^#(?=\d)/, ''))
    .map((word) => ({ word, spellings: toSpellings(word) }))
    .filter(({ spellings }) => spellings.length > 0)
    .slice(0, MAX_WORDS);

/** The words of a search that all have to be found, in any order, each with its spellings in a folded text. Signs alone, such as an apostrophe, find nothing. */
export function toSearchWords(text: string): string[][] {
  const words = splitWords(text).map(({ spellings }) => spellings);
  return words.length > 0 || text.trim() === '' ? words : [[text.trim()]];
}

/** Whether a text contains every word of a search, as the searches of the server find them. */
export function containsSearchWords(text: string, search: string): boolean {
  const searched = toSearchableText(text);
  return toSearchWords(search).every((spellings) => spellings.some((spelling) => searched.includes(spelling)));
}

/** “Order”, “order no.” or “order number” before a number. */
const BEFORE_NUMBER = /^\s*orders?[\s:]+(?:(?:number|num|no|nr)[.:]?\s+)?(?=#?\d)/i;

/** A search for orders without the word “order” before a number: “order 12254”. */
export const withoutOrderWord = (text: string): string => text.replace(BEFORE_NUMBER, '');

/** Whether a text names an order: “#12254”, “order 12254”. A number alone can be another one. */
export const namesOrder = (text: string): boolean => parseOrderNumber(text) > 0 && !/^\d+$/.test(text.trim());

/** The number of an order that a text names or is: “12254”, “#12254”, “order 12254”; 0, which no order has, for any other text. */
export const parseOrderNumber = (text: string): number => Number(/^#?(\d{1,9})$/.exec(withoutOrderWord(text).trim())?.[1] ?? 0);
