import { type RawBuilder, sql } from 'kysely';
import { splitWords, toSearchWords } from '#contract/platform/search-words.ts';
import { escapeLike } from './escape-like.ts';

/**
 * The words of a search, each with its spellings: folded, and as it was typed. Search texts of rows that a job has not folded yet
 * are found as they were before.
 */
export function searchWords(text = ''): string[][] {
  const words = splitWords(text).map(({ word, spellings }) => [...new Set([...spellings, word.toLowerCase()])]);
  return words.length > 0 ? words : toSearchWords(text);
}

/**
 * Whether a word of a search must be at the start of a word: one or two letters or digits are part of nearly everything, except where names are written
 * without spaces.
 */
export const mustBeginWord = (word: string): boolean =>
  /^[\p{L}\p{N}]{1,2}$/u.test(word) &&
  !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(word);

/** Condition that a folded text is like a pattern of one of the spellings of a word. */
export const isLikeAny = (
  text: RawBuilder<unknown>,
  spellings: readonly string[],
  toPattern = (escaped: string) => `%${escaped}%`,
): RawBuilder<unknown> => {
  const conditions = spellings.map((spelling) => sql`${text} like ${toPattern(escapeLike(spelling))}`);
  return conditions.length === 1 && conditions[0] ? conditions[0] : sql`(${sql.join(conditions, sql` or `)})`;
};

/** Conditions that a folded text, a column or what `searchable_text` returns, contains every word of a search. */
export const containsWords = (text: string | RawBuilder<unknown>, searched: string | undefined): RawBuilder<unknown>[] => {
  const column = typeof text === 'string' ? sql.ref(text) : text;
  return searchWords(searched).map((spellings) => isLikeAny(column, spellings));
};

/** The same as one condition, true for a search without words. */
export const matchesWords = (text: string | RawBuilder<unknown>, searched: string | undefined): RawBuilder<unknown> =>
  sql`(${sql.join([sql`true`, ...containsWords(text, searched)], sql` and `)})`;
