import { isUtf8 } from 'node:buffer';
import { detectUtf16 } from '#api/platform/text-encoding.ts';
import type { SheetEncoding } from '#contract/platform/sheet-file.ts';
import { ALPHABETS, VOWELS } from './alphabets.ts';
import type { TextEncodingFound } from './sheet-reading.ts';

/** The encodings of one byte for each letter that are told apart, the most frequent first. */
const EIGHT_BIT = ['windows-1252', 'windows-1250', 'windows-1251', 'macintosh'] as const;
type EightBit = (typeof EIGHT_BIT)[number];
/** How probable each is before its letters are looked at. */
const PRIOR: Readonly<Record<EightBit, number>> = {
  'windows-1252': 0.55,
  'windows-1250': 0.2,
  'windows-1251': 0.15,
  macintosh: 0.1,
};

/** Words with letters beyond ASCII by which an encoding is guessed. */
const MAX_WORDS = 2000;
const MAX_WORD_BYTES = 40;
/** A byte that is no character of UTF-8 becomes a character of private use: this and the byte. */
const BAD_BYTE = 0xf700;
/** Bad bytes that are marked one by one. A file with more is not in UTF-8. */
const MAX_MARKED = 100_000;

/** Finds the encoding of a file of text. Only a byte order mark, valid UTF-8 and the zeros of UTF-16 are certain. */
export function detectEncoding(bytes: Uint8Array): TextEncodingFound {
  const utf16 = detectUtf16(bytes.subarray(0, 8192));
  if (utf16) return { name: utf16, isCertain: true, badBytes: 0 };
  if (isUtf8(bytes)) return { name: 'utf-8', isCertain: true, badBytes: 0 };
  const { characters, badBytes } = scanUtf8(bytes);
  if (characters >= badBytes) return { name: 'utf-8', isCertain: false, badBytes };
  const name = guessEightBit(collectWords(bytes));
  return { name, isCertain: false, badBytes: countUndefined(bytes, name) };
}

/** The text of a file in an encoding, without its byte order mark. Bytes that are no character of UTF-8 are marked, see `repairText`. */
export function decodeIn(bytes: Uint8Array, encoding: SheetEncoding): string {
  if (encoding !== 'utf-8') return new TextDecoder(encoding).decode(bytes);
  const isMarked = !isUtf8(bytes) && scanUtf8(bytes).badBytes <= MAX_MARKED;
  return isMarked ? decodeBrokenUtf8(bytes) : new TextDecoder('utf-8').decode(bytes);
}

/** What is chosen for a file, with what can be said about it. */
export const describeEncoding = (bytes: Uint8Array, name: SheetEncoding): TextEncodingFound => ({
  name,
  isCertain: false,
  badBytes: name === 'utf-8' ? scanUtf8(bytes).badBytes : countUndefined(bytes, name),
});

/** Length of the character of UTF-8 that begins here; 0 where none does. */
function lengthAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first >= 0xc2 && first <= 0xdf ? 2 : first >= 0xe0 && first <= 0xef ? 3 : first >= 0xf0 && first <= 0xf4 ? 4 : 0;
  for (let next = 1; next < length; next++) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0;
  const second = bytes[at + 1] ?? 0;
  const isTooLong = (first === 0xe0 && second < 0xa0) || (first === 0xf0 && second < 0x90);
  const isOutside = (first === 0xed && second > 0x9f) || (first === 0xf4 && second > 0x8f);
  return isTooLong || isOutside ? 0 : length;
}

/** Characters of several bytes, and bytes that belong to none. */
function scanUtf8(bytes: Uint8Array): { characters: number; badBytes: number } {
  let [characters, badBytes] = [0, 0];
  for (let at = 0; at < bytes.length; ) {
    const length = lengthAt(bytes, at);
    if (length === 0) badBytes++;
    if (length > 1) characters++;
    at += length || 1;
  }
  return { characters, badBytes };
}

function decodeBrokenUtf8(bytes: Uint8Array): string {
  const decoder = new TextDecoder('utf-8');
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = lengthAt(bytes, at);
    if (length === 0) {
      parts.push(decoder.decode(bytes.subarray(start, at)), String.fromCharCode(BAD_BYTE + (bytes[at] ?? 0)));
      start = at + 1;
    }
    at += length || 1;
  }
  return [...parts, decoder.decode(bytes.subarray(start))].join('');
}

const MARKED = /[\uf780-\uf7ff]/;

/** Whether a text has bytes that are no character of UTF-8. */
export const hasBadBytes = (text: string): boolean => MARKED.test(text);

/**
 * A text with its bad bytes as the letters of Windows-1252 that they probably are: such files are put together from several. A byte that would be no letter, or a
 * capital within a word, is left over from a character that was cut in two, and cannot be read.
 */
export const repairText = (text: string): string =>
  text.replaceAll(/(.?)([\uf780-\uf7ff])/gsu, (_, before: string, marked: string) => {
    const letter = new TextDecoder('windows-1252').decode(Uint8Array.of(marked.charCodeAt(0) - BAD_BYTE));
    const isLetter = /\p{L}/u.test(letter) && !(/\p{Ll}/u.test(before) && /\p{Lu}/u.test(letter));
    return before + (isLetter ? letter : '\ufffd');
  });

/** How much of a file is no letter of an encoding. */
function countUndefined(bytes: Uint8Array, encoding: SheetEncoding): number {
  const text = new TextDecoder(encoding).decode(bytes);
  return text.length - text.replaceAll(/[\u0080-\u009f\ufffd]/g, '').length;
}

const isAsciiLetter = (byte: number) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);

/** Different words that have letters beyond ASCII. */
function collectWords(bytes: Uint8Array): Uint8Array[] {
  const words = new Map<string, Uint8Array>();
  let start = -1;
  let isOdd = false;
  for (let at = 0; at <= bytes.length && words.size < MAX_WORDS; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80 || isAsciiLetter(byte)) {
      if (start < 0) start = at;
      isOdd ||= byte >= 0x80;
      continue;
    }
    if (isOdd) {
      const word = bytes.subarray(start, Math.min(at, start + MAX_WORD_BYTES));
      words.set(Buffer.from(word).toString('latin1'), word);
    }
    [start, isOdd] = [-1, false];
  }
  return [...words.values()];
}

/** How improbable it is that a letter is none of the language, a sign within a word, a capital within a word, a letter alone, and consonants on end. */
const FOREIGN = Math.log(0.0015);
const SIGN = Math.log(0.0002);
const PUNCTUATION = Math.log(0.02);
const WRONG_CASE = Math.log(0.01);
const ALONE = Math.log(0.005);
const MANY_CONSONANTS = Math.log(0.3);

const LANGUAGES = Object.values(ALPHABETS).map((alphabet) => {
  const weights = [...alphabet].map((letter, index) => [letter, 1 / (index + 2)] as const);
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  return new Map(weights.map(([letter, weight]) => [letter, Math.log(weight / total)]));
});

/** The encoding in which the words are most probably words of languages, all of them together. */
function guessEightBit(words: readonly Uint8Array[]): EightBit {
  const scored = EIGHT_BIT.map((name) => {
    const decoder = new TextDecoder(name);
    const texts = words.map((word) => decoder.decode(word));
    return { name, score: Math.log(PRIOR[name]) + rateTexts(texts) };
  });
  return scored.toSorted((a, b) => b.score - a.score)[0]?.name ?? 'windows-1252';
}

/** Rounds in which the languages of a file are estimated from its words. */
const ROUNDS = 4;

function rateTexts(texts: readonly string[]): number {
  const shapes = texts.map(rateShape);
  const letters = texts.map((text) => rateLetters(text));
  let shares = LANGUAGES.map(() => 1 / LANGUAGES.length);
  let total = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const next = LANGUAGES.map(() => 0.1);
    total = 0;
    for (const [index, rated] of letters.entries()) {
      const best = Math.max(...rated);
      const each = rated.map((log, language) => Math.exp(log - best) * (shares[language] ?? 0));
      const sum = each.reduce((a, b) => a + b, 0);
      total += best + Math.log(sum) + (shapes[index] ?? 0);
      for (const [language, share] of each.entries()) next[language] = (next[language] ?? 0) + share / sum;
    }
    const all = next.reduce((a, b) => a + b, 0);
    shares = next.map((share) => share / all);
  }
  return total;
}

/** How probable the letters of a word are in each language. */
const rateLetters = (text: string): number[] => {
  const odd = [...text].filter((letter) => letter > '\x7f' && /\p{L}/u.test(letter)).map((letter) => letter.toLowerCase());
  return LANGUAGES.map((language) => odd.reduce((sum, letter) => sum + (language.get(letter) ?? FOREIGN), 0));
};

const isUpper = (letter: string | undefined) => letter !== undefined && /\p{Lu}/u.test(letter);
const isLower = (letter: string | undefined) => letter !== undefined && /\p{Ll}/u.test(letter);

/** How probable the signs, capitals and consonants of a word are. */
function rateShape(text: string): number {
  const letters = [...text];
  const hasLower = letters.some((letter) => letter <= '\x7f' && isLower(letter));
  const isAllUpper = !hasLower && letters.filter((letter) => letter <= '\x7f' && isUpper(letter)).length > 1;
  let rate = 0;
  for (const [index, letter] of letters.entries()) {
    if (letter <= '\x7f') continue;
    const [before, after] = [letters[index - 1], letters[index + 1]];
    if (/[’‘–\u00a0]/.test(letter)) rate += PUNCTUATION;
    else if (letters.length === 1 && /\p{L}/u.test(letter)) rate += ALONE;
    else if (!/\p{L}/u.test(letter)) rate += letters.length === 1 ? PUNCTUATION : SIGN;
    else if (isUpper(letter) && (isLower(before) || (before !== undefined && hasLower))) rate += WRONG_CASE;
    else if (isLower(letter) && (isAllUpper || isUpper(after))) rate += WRONG_CASE;
  }
  return rate + MANY_CONSONANTS * countConsonantsOnEnd(letters);
}

/** How many consonants follow three others, next to a letter beyond ASCII. */
function countConsonantsOnEnd(letters: readonly string[]): number {
  let [run, hasOdd, count] = [0, false, 0];
  for (const letter of letters) {
    const isConsonant = /\p{L}/u.test(letter) && !VOWELS.includes(letter.toLowerCase());
    run = isConsonant ? run + 1 : 0;
    hasOdd = isConsonant && (hasOdd || letter > '\x7f');
    if (run > 3 && hasOdd) count += 1;
  }
  return count;
}
