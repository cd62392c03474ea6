import { readFileSync } from 'node:fs';

/*
 * Common passwords, compiled from what the published rankings have in common: words that people use with or without digits around
 * them, and strings that people use as they are. Only passwords that could be long enough are listed. Keyboard rows, repeated
 * characters and dates are detected without a list (see password-strength.rules.ts).
 */

/** Reads a list of lower-case entries that are separated by white space. */
const readList = (file: string): ReadonlySet<string> =>
  new Set(
    readFileSync(new URL(file, import.meta.url), 'utf8')
      .split(/\s+/)
      .filter(Boolean),
  );

/** Words that are common passwords, also with digits and signs around them, or with digits in place of letters. */
export const COMMON_WORDS = readList('./common-words.txt');
/** Strings that are common passwords as they are. */
export const COMMON_STRINGS = readList('./common-strings.txt');
